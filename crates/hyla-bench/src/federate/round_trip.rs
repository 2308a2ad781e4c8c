//! Round trips: the first federate updates, each of the others answers, the round trip ends with
//! the last answer.
//!
//! ```text
//! value   number u64 | time u64 | filler      little endian; a shorter value bears what fits of its number
//! ```
//!
//! Numbers begin at 1; the time is the planned time of the update, on the clock of the host. The
//! others answer inside the callback, with the received bytes. The time of an answer is taken in
//! the callback as well, so that the wake-up of the waiting thread does not count. A responder on
//! the host of the first federate that gets a whole time also measures one-way latency.

use std::sync::{Arc, Mutex};

use hyla_lrc::{Activity, RtiAmbassador};
use hyla_types::{ObjectClassHandle, ObjectInstanceHandle};

use super::ambassador::{MeasuredCallbacks, Shared, locked};
use super::clock::{MILLISECOND, now, seconds};
use super::error::{Doing, FederateError};
use super::filler::fill;
use super::histogram::Durations;
use super::machine::Stopwatch;
use super::names::Measured;
use super::reports::Outcome;
use super::session::{JoinedFederate, WorkContext};

/// The parameters of [`crate::job::Work::RoundTrip`].
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTrip {
    pub(super) bytes: u32,
    pub(super) warm_up: u32,
    pub(super) samples: u32,
    pub(super) interval_us: u64,
    pub(super) lost_after_ms: u64,
}

pub(super) fn perform(start: &WorkContext<'_>, work: RoundTrip) -> Result<(), FederateError> {
    if start.job.index == 0 {
        ask(start, work)
    } else {
        answer(start, work)
    }
}

/// As much of a number as fits into a value.
fn number_in(value: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = value.len().min(8);
    bytes[..length].copy_from_slice(&value[..length]);
    u64::from_le_bytes(bytes)
}

fn write_number(value: &mut [u8], number: u64) {
    let length = value.len().min(8);
    value[..length].copy_from_slice(&number.to_le_bytes()[..length]);
}

/// Planned time of an update, if present.
fn time_in(value: &[u8]) -> Option<u64> {
    let bytes = value.get(8..16)?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}

fn write_time(value: &mut [u8], time: u64) {
    if let Some(room) = value.get_mut(8..16) {
        room.copy_from_slice(&time.to_le_bytes());
    }
}

/// Answers at the first federate.
struct Answers {
    shared: Arc<Shared>,
    /// Objects of responders, and whether they have answered the current update.
    answered: Vec<(ObjectInstanceHandle, bool)>,
    /// Number of the current update, as in its value.
    number: u64,
    missing: usize,
    /// Time of the last answer.
    ended: u64,
    /// All answers, including late and duplicated ones.
    heard: u64,
    doubled: u64,
}

impl MeasuredCallbacks for Answers {
    fn discovered(&mut self, object: ObjectInstanceHandle, _class: ObjectClassHandle) {
        self.answered.push((object, false));
        self.shared.wake();
    }

    fn reflected(
        &mut self,
        object: ObjectInstanceHandle,
        value: &[u8],
    ) -> Result<(), FederateError> {
        let arrived = now();
        self.heard += 1;
        if number_in(value) != self.number {
            // An answer that counts as lost.
            return Ok(());
        }
        let Some(found) = self.answered.iter_mut().find(|a| a.0 == object) else {
            return Ok(());
        };
        if std::mem::replace(&mut found.1, true) {
            self.doubled += 1;
        } else {
            self.missing = self.missing.saturating_sub(1);
            if self.missing == 0 {
                self.ended = arrived;
                self.shared.wake();
            }
        }
        Ok(())
    }
}

impl Answers {
    fn begin(&mut self, number: u64) {
        self.number = number;
        self.missing = self.answered.len();
        for answered in &mut self.answered {
            answered.1 = false;
        }
    }
}

/// The first federate.
fn ask(start: &WorkContext<'_>, work: RoundTrip) -> Result<(), FederateError> {
    let shared = Arc::new(Shared::new());
    let part = Arc::new(Mutex::new(Answers {
        shared: shared.clone(),
        answered: Vec::new(),
        number: 0,
        missing: 0,
        ended: 0,
        heard: 0,
        doubled: 0,
    }));
    let mut session = start.join(shared, &part)?;
    let (item, echo) = (session.names.item, session.names.echo);
    let object = declare(&session, item, echo)?;
    session.gather()?;
    let answering = session.crew.iter().skip(1).filter(|mate| mate.work == b'R');
    let answering = answering.count();
    session.wait_for(
        |_| (locked(&part).answered.len() == answering).then_some(()),
        |_| "the objects of the answering federates".to_owned(),
    )?;
    if answering == 0 {
        return Err(FederateError::Job(
            "round trips need a second federate that answers".to_owned(),
        ));
    }
    let answerers = session.others_that(|mate| mate.work == b'R');
    session.prepare(answerers)?;
    session.begin()?;
    let mut asker = RoundTripSender {
        work,
        part: &part,
        object,
        value: vec![0; work.bytes as usize],
        durations: Durations::new(),
        lost: 0,
        sent: 0,
        told: 0,
    };
    fill(&mut asker.value, session.job.seed);
    let warm_up = u64::from(work.warm_up);
    asker.run(&mut session, 0, warm_up, None)?;
    asker.durations = Durations::new();
    (asker.lost, asker.sent, asker.told) = (0, 0, 0);
    locked(&part).doubled = 0;
    let watch = Stopwatch::start();
    session.live.measured_from(watch.began());
    asker.run(&mut session, warm_up, u64::from(work.samples), Some(&watch))?;
    let mut outcome = Outcome::default();
    outcome.process(&watch);
    outcome.count("sent", asker.sent);
    outcome.count("round_trips", asker.durations.len());
    outcome.lost(asker.lost, asker.sent * answering as u64);
    outcome.count("doubled", locked(&part).doubled);
    outcome.histogram("round_trip", &asker.durations);
    let heard = locked(&part).heard;
    session.tell_carriers(&mut outcome, Some(heard));
    // Notifies responders that no more updates come.
    session.tell_sent(super::names::Sent {
        messages: asker.sent,
        first: watch.began(),
    })?;
    session.over()?;
    session.finish(outcome);
    Ok(())
}

/// Publishes one class, subscribes the other, and registers an object of the first.
fn declare(
    session: &JoinedFederate<'_>,
    own: Measured,
    others: Measured,
) -> Result<ObjectInstanceHandle, FederateError> {
    let rti = &session.rti;
    rti.publish_object_class_attributes(own.class, &own.attributes())
        .and_then(|()| {
            rti.subscribe_object_class_attributes(
                others.class,
                &others.attributes(),
                Activity::Active,
                "",
            )
        })
        .and_then(|()| rti.register_object_instance(own.class, None))
        .doing("declaring and registering the object that is measured")
}

struct RoundTripSender<'a> {
    work: RoundTrip,
    part: &'a Mutex<Answers>,
    object: ObjectInstanceHandle,
    value: Vec<u8>,
    durations: Durations,
    lost: u64,
    sent: u64,
    /// Round trips in earlier progress reports.
    told: u64,
}

impl RoundTripSender<'_> {
    /// Runs that many round trips, after `before` others.
    fn run(
        &mut self,
        session: &mut JoinedFederate<'_>,
        before: u64,
        count: u64,
        measuring: Option<&Stopwatch>,
    ) -> Result<(), FederateError> {
        let interval = self.work.interval_us * 1_000;
        let began = measuring.map_or_else(now, Stopwatch::began);
        let value_of = session.names.item.value;
        for trip in 0..count {
            let number = before + trip + 1;
            write_number(&mut self.value, number);
            locked(self.part).begin(number_in(&self.value));
            let planned = if interval == 0 {
                session.look_if_computing()?;
                now()
            } else {
                let planned = began + trip * interval;
                session.wait_until(planned)?;
                planned
            };
            write_time(&mut self.value, planned);
            session
                .rti
                .update_attribute_values(self.object, &[(value_of, &self.value)], b"", None)
                .doing("updating")?;
            self.sent += 1;
            let deadline = now() + self.work.lost_after_ms * MILLISECOND;
            loop {
                let part = locked(self.part);
                let (missing, ended) = (part.missing, part.ended);
                drop(part);
                if missing == 0 {
                    self.durations.record(ended.saturating_sub(planned));
                    break;
                }
                if now() >= deadline {
                    self.lost += missing as u64;
                    break;
                }
                session.turn(deadline)?;
            }
            let (durations, lost, told) = (&mut self.durations, self.lost, &mut self.told);
            session.live.look(now(), |figures| {
                figures.count("round_trips", durations.len().saturating_sub(*told));
                figures.count("lost", lost);
                figures.durations("round_trip", durations);
                *told = durations.len();
            });
        }
        Ok(())
    }
}

/// State of responders.
struct Responder {
    shared: Arc<Shared>,
    rti: Option<(RtiAmbassador, ObjectInstanceHandle, Measured)>,
    discovered: bool,
    warm_up: u64,
    /// Whether the first federate has the same clock.
    same_clock: bool,
    answered: u64,
    measured: u64,
    first: u64,
    last: u64,
    ways: Durations,
    watch: Option<Stopwatch>,
}

impl MeasuredCallbacks for Responder {
    fn discovered(&mut self, _object: ObjectInstanceHandle, _class: ObjectClassHandle) {
        self.discovered = true;
        self.shared.wake();
    }

    fn reflected(
        &mut self,
        _object: ObjectInstanceHandle,
        value: &[u8],
    ) -> Result<(), FederateError> {
        let arrived = now();
        let Some((rti, own, echo)) = &self.rti else {
            return Ok(());
        };
        rti.update_attribute_values(*own, &[(echo.value, value)], b"", None)
            .doing("answering")?;
        self.last = now();
        self.answered += 1;
        if self.answered > self.warm_up {
            if self.measured == 0 {
                self.first = self.last;
                self.watch = Some(Stopwatch::start());
            }
            self.measured += 1;
        }
        // By number: those of the warm-up may be lost.
        if self.same_clock
            && number_in(value) > self.warm_up
            && let Some(planned) = time_in(value)
        {
            self.ways.record(arrived.saturating_sub(planned));
        }
        Ok(())
    }
}

/// All others.
fn answer(start: &WorkContext<'_>, work: RoundTrip) -> Result<(), FederateError> {
    let shared = Arc::new(Shared::new());
    let part = Arc::new(Mutex::new(Responder {
        shared: shared.clone(),
        rti: None,
        discovered: false,
        warm_up: u64::from(work.warm_up),
        same_clock: false,
        answered: 0,
        measured: 0,
        first: 0,
        last: 0,
        ways: Durations::new(),
        watch: None,
    }));
    let mut session = start.join(shared, &part)?;
    let (item, echo) = (session.names.item, session.names.echo);
    let object = declare(&session, echo, item)?;
    locked(&part).rti = Some((session.rti.clone(), object, echo));
    session.gather()?;
    locked(&part).same_clock = session.shares_clock_with(0);
    session.wait_for(
        |_| locked(&part).discovered.then_some(()),
        |_| "the object of bench-0".to_owned(),
    )?;
    session.prepare([0])?;
    session.begin()?;
    serve(&mut session, &part, work)?;
    let mut outcome = Outcome::default();
    {
        let part = locked(&part);
        outcome.count("delivered", part.measured);
        outcome.count("sent", part.measured);
        if part.measured > 1 {
            let took = seconds(part.first, part.last);
            outcome.metric("delivered_per_s", (part.measured - 1) as f64 / took);
        }
        if part.ways.len() > 0 {
            outcome.histogram("one_way", &part.ways);
        }
        outcome.process(&part.watch.unwrap_or_else(Stopwatch::start));
    }
    let answered = locked(&part).answered;
    session.tell_carriers(&mut outcome, Some(answered));
    session.over()?;
    session.finish(outcome);
    Ok(())
}

/// Answers until the first federate has sent its last update.
fn serve(
    session: &mut JoinedFederate<'_>,
    part: &Mutex<Responder>,
    work: RoundTrip,
) -> Result<(), FederateError> {
    // The interval of updates adds to the others' timeout.
    let silence =
        (session.job.timeout_ms + work.lost_after_ms) * MILLISECOND + work.interval_us * 1_000;
    let (mut heard, mut since, mut told) = (0, now(), 0);
    while session.sent(0)?.is_none() {
        session.turn(now() + silence)?;
        let (answered, measured) = {
            let part = locked(part);
            (part.answered, part.measured)
        };
        if answered != heard {
            (heard, since) = (answered, now());
        } else if now().saturating_sub(since) > silence {
            return Err(session.late(format!("an update of bench-0 after {answered} of them")));
        }
        session.live.look(now(), |figures| {
            figures.rate("delivered_per_s", measured - told);
            told = measured;
            figures.durations("one_way", &mut locked(part).ways);
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_bears_as_much_of_its_number_as_it_has_room_for() {
        let mut value = [0xff; 12];
        write_number(&mut value, 0x1234);
        assert_eq!(number_in(&value), 0x1234);

        let mut short = [0; 1];
        write_number(&mut short, 0x1234);
        assert_eq!(number_in(&short), 0x34);
        assert_eq!(number_in(&[]), 0);
    }

    #[test]
    fn a_value_bears_its_time_if_there_is_room_for_all_of_it() {
        let mut value = [0xff; 17];
        write_number(&mut value, 7);
        write_time(&mut value, 1 << 50);
        assert_eq!((number_in(&value), time_in(&value)), (7, Some(1 << 50)));

        let mut short = [0; 15];
        write_time(&mut short, 1 << 50);
        assert_eq!((short, time_in(&short)), ([0; 15], None));
    }
}
