//! Registration: the first federate registers objects, the others discover them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use hyla_lrc::Activity;
use hyla_types::{ObjectClassHandle, ObjectInstanceHandle};

use super::ambassador::{MeasuredCallbacks, Shared, locked};
use super::clock::{MILLISECOND, now, seconds};
use super::error::{Doing, FederateError};
use super::machine::Stopwatch;
use super::names::Sent;
use super::reports::Outcome;
use super::session::{JoinedFederate, WorkContext};

/// Names reserved in one call.
const BATCH: u32 = 1_000;
/// Objects registered between two polls for callbacks.
const BETWEEN_LOOKS: u32 = 64;
/// Interval of checks whether all were discovered.
const LOOK: u64 = 2 * MILLISECOND;

/// Callbacks of registration.
#[derive(Default)]
struct RegistrationCallbacks {
    discovered: u64,
    /// Time of the last object.
    last: u64,
    reserved: usize,
    refused: Option<String>,
}

impl MeasuredCallbacks for RegistrationCallbacks {
    fn discovered(&mut self, _object: ObjectInstanceHandle, _class: ObjectClassHandle) {
        self.discovered += 1;
        self.last = now();
    }

    fn reserved(&mut self, names: Result<usize, String>) {
        match names {
            Ok(count) => self.reserved += count,
            Err(name) => self.refused = Some(name),
        }
    }
}

pub(super) fn perform(
    start: &WorkContext<'_>,
    objects: u32,
    named: bool,
) -> Result<(), FederateError> {
    let part = Arc::new(Mutex::new(RegistrationCallbacks::default()));
    let mut session = start.join(Arc::new(Shared::new()), &part)?;
    let (item, registers) = (session.names.item, session.job.index == 0);
    if registers {
        session
            .rti
            .publish_object_class_attributes(item.class, &item.attributes())
            .doing("publishing")?;
    } else {
        session
            .rti
            .subscribe_object_class_attributes(item.class, &item.attributes(), Activity::Active, "")
            .doing("subscribing")?;
    }
    session.gather()?;
    session.begin()?;
    let watch = Stopwatch::start();
    session.live.measured_from(watch.began());
    let mut outcome = Outcome::default();
    if registers {
        session.tell_sent(Sent {
            messages: u64::from(objects),
            first: watch.began(),
        })?;
        register(&mut session, &part, objects, named)?;
        let took = seconds(watch.began(), now());
        outcome.metric("registered_per_s", f64::from(objects) / took);
    } else {
        let (first, last) = discover(&mut session, &part, objects, &watch)?;
        outcome.metric(
            "discovered_per_s",
            f64::from(objects) / seconds(first, last),
        );
    }
    outcome.process(&watch);
    session.tell_carriers(&mut outcome, None);
    session.over()?;
    session.finish(outcome);
    Ok(())
}

fn register(
    session: &mut JoinedFederate<'_>,
    part: &Mutex<RegistrationCallbacks>,
    objects: u32,
    named: bool,
) -> Result<(), FederateError> {
    let class = session.names.item.class;
    let name_of = |object: u32| format!("bench-object-{object}");
    let mut told = 0;
    for object in 0..objects {
        if named && object.is_multiple_of(BATCH) {
            let names = (object..objects.min(object + BATCH)).map(name_of);
            reserve(session, part, names.collect(), object)?;
        }
        let name = named.then(|| name_of(object));
        session
            .rti
            .register_object_instance(class, name.as_deref())
            .doing("registering an object")?;
        if object % BETWEEN_LOOKS == 0 {
            session.look()?;
            session.live.look(now(), |figures| {
                figures.rate("registered_per_s", u64::from(object - told));
                told = object;
            });
        }
    }
    Ok(())
}

/// Reserves names, after `before` earlier ones.
fn reserve(
    session: &JoinedFederate<'_>,
    part: &Mutex<RegistrationCallbacks>,
    names: BTreeSet<String>,
    before: u32,
) -> Result<(), FederateError> {
    session
        .rti
        .reserve_multiple_object_instance_names(&names)
        .doing("reserving names")?;
    let wanted = before as usize + names.len();
    let found = session.wait_for(
        |_| {
            let part = locked(part);
            (part.reserved >= wanted || part.refused.is_some()).then(|| part.refused.clone())
        },
        |_| format!("the reservation of {} names", names.len()),
    )?;
    match found {
        None => Ok(()),
        Some(name) => Err(FederateError::Alien(format!(
            "the RTI has not reserved the name {name}, although it is unique"
        ))),
    }
}

/// Waits for all objects. Gives the times of the first registration and the last discovery.
fn discover(
    session: &mut JoinedFederate<'_>,
    part: &Mutex<RegistrationCallbacks>,
    objects: u32,
    watch: &Stopwatch,
) -> Result<(u64, u64), FederateError> {
    let silence = session.job.timeout_ms * MILLISECOND;
    let (mut known, mut since, mut told) = (0, now(), 0);
    loop {
        let (discovered, last) = {
            let part = locked(part);
            (part.discovered, part.last)
        };
        if discovered >= u64::from(objects) {
            let registrant = session.sent(0)?;
            let first = match registrant {
                Some(sent) if session.shares_clock_with(0) => sent.first,
                // Its clock differs: assumes that both have begun together.
                _ => watch.began(),
            };
            return Ok((first, last));
        }
        if discovered != known {
            (known, since) = (discovered, now());
        } else if now().saturating_sub(since) > silence {
            let missing = u64::from(objects) - discovered;
            return Err(session.late(format!("the discovery of {missing} of {objects} objects")));
        }
        session.turn(now() + LOOK)?;
        session.live.look(now(), |figures| {
            figures.rate("discovered_per_s", discovered - told);
            told = discovered;
        });
    }
}
