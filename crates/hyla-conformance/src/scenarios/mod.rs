//! The scenarios, by the service groups of the standard.

use crate::world::World;

mod authorization;
mod calls;
mod connection;
mod ddm;
mod declaration;
mod directed;
mod federation;
mod forms;
mod mom;
mod mom_channels;
mod mom_latency;
mod mom_reports;
mod names;
mod object;
mod order;
mod ownership;
mod reporting;
mod saving;
mod saving_state;
mod states;
mod support;
mod synchronization;
mod time;
mod transportation;

/// One behaviour of the RTI.
#[derive(Clone, Copy)]
pub struct Scenario {
    /// The module that it is in.
    module: &'static str,
    name: &'static str,
    /// Plays it: panics if the RTI behaves otherwise.
    pub play: fn(&World),
}

impl Scenario {
    pub(crate) const fn new(module: &'static str, name: &'static str, play: fn(&World)) -> Self {
        Self { module, name, play }
    }

    /// Its name, behind those of its modules.
    #[must_use]
    pub fn name(&self) -> String {
        let module = self.module.split_once("scenarios::");
        let module = module.map_or(self.module, |(_, module)| module);
        format!("{module}::{}", self.name)
    }
}

/// Makes a list of scenarios.
macro_rules! scenarios {
    ($($(#[$about:meta])* fn $name:ident($world:ident) $body:block)*) => {
        $(
            $(#[$about])*
            fn $name($world: &$crate::world::World) $body
        )*

        /// Every scenario of this file.
        pub(super) const ALL: &[$crate::scenarios::Scenario] =
            &[$($crate::scenarios::Scenario::new(module_path!(), stringify!($name), $name)),*];
    };
}
pub(crate) use scenarios;

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Scenario> {
    let files = [
        states::ALL,
        connection::ALL,
        federation::ALL,
        authorization::ALL,
        mom::ALL,
        mom_channels::ALL,
        mom_latency::ALL,
        mom_reports::ALL,
        reporting::ALL,
        synchronization::ALL,
        saving::ALL[0],
        saving::ALL[1],
        saving::ALL[2],
        saving_state::ALL,
        declaration::ALL,
        names::ALL,
        object::ALL,
        directed::ALL,
        transportation::ALL,
        ownership::ALL,
        ddm::ALL[0],
        ddm::ALL[1],
        ddm::ALL[2],
        ddm::ALL[3],
        support::ALL,
        time::ALL,
        order::ALL,
        forms::ALL,
    ];
    files.into_iter().flatten().copied()
}
