//! All scenarios in both editions, once for everything that measures them.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use hyla_types::{Edition, ExceptionKind, Service};

use crate::face::Wiring;
use crate::world::World;

pub(crate) const EDITIONS: [Edition; 2] = [Edition::Hla2010, Edition::Hla2025];

/// What the services did in all scenarios of one edition.
pub(crate) struct Run {
    /// Successes of each service, by its index.
    pub(crate) successes: Vec<u64>,
    /// The exceptions that services raised.
    pub(crate) raised: BTreeSet<(Service, ExceptionKind)>,
}

/// What happened in [`EDITIONS`]. Whoever asks first runs the scenarios.
pub(crate) fn all() -> &'static [Run; 2] {
    static RUNS: OnceLock<[Run; 2]> = OnceLock::new();
    RUNS.get_or_init(|| EDITIONS.map(run))
}

fn run(edition: Edition) -> Run {
    let mut run = Run {
        successes: vec![0; Service::COUNT],
        raised: BTreeSet::new(),
    };
    let scenarios = [
        crate::states::ALL,
        crate::federation::ALL,
        crate::authorization::ALL,
        crate::mom::ALL,
        crate::mom_channels::ALL,
        crate::reporting::ALL,
        crate::synchronization::ALL,
        crate::saving::save::ALL,
        crate::saving::timed::ALL,
        crate::saving::restore::ALL,
        crate::saving_state::ALL,
        crate::declaration::ALL,
        crate::object::ALL,
        crate::transportation::ALL,
        crate::ownership::ALL,
        crate::ddm::regions::ALL,
        crate::ddm::instances::ALL,
        crate::ddm::subscriptions::ALL,
        crate::ddm::interactions::ALL,
        crate::support::ALL,
        crate::time::ALL,
        crate::forms::ALL,
    ];
    for scenario in scenarios.into_iter().flatten() {
        let world = World::new(edition, Wiring::MEASURED);
        scenario(&world);
        for service in Service::ALL {
            run.successes[service.index()] += world.successes(*service);
        }
        run.raised.extend(world.raised());
    }
    run
}
