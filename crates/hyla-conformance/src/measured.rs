//! All scenarios in both editions, once for everything that measures them.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};
use std::thread;

use hyla_types::{Edition, ExceptionKind, Service};

use crate::face::Face;
use crate::scenarios;
use crate::test::at_once;
use crate::world::World;

pub(crate) const EDITIONS: [Edition; 2] = [Edition::Hla2010, Edition::Hla2025];

/// A test of what is measured, with its name.
pub(crate) type Measurement = (&'static str, fn(&'static dyn Face));

/// Use of the services in all scenarios of one edition.
pub(crate) struct Measured {
    /// Successes of each service, by its index.
    pub(crate) successes: Vec<u64>,
    /// The exceptions that services raised.
    pub(crate) raised: BTreeSet<(Service, ExceptionKind)>,
}

/// Results of [`EDITIONS`]. The first call runs the scenarios.
pub(crate) fn all(face: &'static dyn Face) -> &'static [Measured; 2] {
    static RUNS: OnceLock<[Measured; 2]> = OnceLock::new();
    RUNS.get_or_init(|| EDITIONS.map(|edition| run(face, edition)))
}

fn run(face: &'static dyn Face, edition: Edition) -> Measured {
    let wiring = face
        .measured()
        .expect("a face in which things are measured");
    let scenarios = Mutex::new(scenarios::all());
    let run = Mutex::new(Measured {
        successes: vec![0; Service::COUNT],
        raised: BTreeSet::new(),
    });
    thread::scope(|scope| {
        for _ in 0..at_once() {
            scope.spawn(|| {
                loop {
                    let next = scenarios.lock().unwrap().next();
                    let Some(scenario) = next else { return };
                    let world = World::new(face, edition, wiring);
                    (scenario.play)(&world);
                    let mut run = run.lock().unwrap();
                    for service in Service::ALL {
                        run.successes[service.index()] += world.successes(*service);
                    }
                    run.raised.extend(world.raised());
                }
            });
        }
    });
    run.into_inner().unwrap()
}
