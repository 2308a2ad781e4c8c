//! Scenarios as tests.

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use libtest_mimic::{Arguments, Trial};

use crate::face::Face;
use crate::scenarios;
use crate::world::World;
use crate::{exceptions, services_page};

/// Scenarios that are played at once unless `--test-threads` says otherwise: several for each processor, since they wait most of the
/// time.
pub(crate) fn at_once() -> usize {
    4 * thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs what the arguments of the process select among all scenarios in all runs of the face, and the tests of what is
/// measured in them: for the `main` of a test without harness.
#[must_use]
pub fn test_all(face: &'static dyn Face) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert_with(at_once);
    let mut trials = Vec::new();
    for scenario in scenarios::all() {
        for run in face.runs() {
            let name = format!("{}::{}", scenario.name(), run.name);
            let play = move || {
                let world = World::new(face, run.edition, run.wiring);
                (scenario.play)(&world);
                drop(world);
                Ok(())
            };
            trials.push(Trial::test(name, play));
        }
    }
    if face.measured().is_some() {
        trials.extend(
            services_page::tests()
                .into_iter()
                .chain(exceptions::tests())
                .map(|(name, test)| {
                    Trial::test(name, move || {
                        test(face);
                        Ok(())
                    })
                }),
        );
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
