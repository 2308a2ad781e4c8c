//! A member of the federation that does nothing.

use std::sync::{Arc, Mutex};

use super::ambassador::{MeasuredCallbacks, Shared};
use super::error::FederateError;
use super::machine::Stopwatch;
use super::reports::Outcome;
use super::session::WorkContext;

struct IdleCallbacks;

impl MeasuredCallbacks for IdleCallbacks {}

pub(super) fn perform(start: &WorkContext<'_>) -> Result<(), FederateError> {
    let mut session = start.join(
        Arc::new(Shared::new()),
        &Arc::new(Mutex::new(IdleCallbacks)),
    )?;
    session.gather()?;
    session.begin()?;
    let watch = Stopwatch::start();
    session.live.measured_from(watch.began());
    session.wait_for_others()?;
    let mut outcome = Outcome::default();
    outcome.process(&watch);
    session.finish(outcome);
    Ok(())
}
