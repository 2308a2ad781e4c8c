//! Time advance: all federates regulate and are constrained, and advance in lock step.
//!
//! Messages of a step have times spread over the next step, but none below the lookahead. Each
//! federate knows how many of them it must get, since all send the same.

use std::sync::{Arc, Mutex};

use hyla_types::{Float64Interval, Float64Time, LogicalTime};

use super::ambassador::{MeasuredCallbacks, Shared, TimeEvent, locked};
use super::clock::{MILLISECOND, now, seconds};
use super::error::{Doing, FederateError};
use super::filler::fill;
use super::histogram::Durations;
use super::machine::Stopwatch;
use super::reports::Outcome;
use super::session::{JoinedFederate, WorkContext};
use crate::job::Advance;

/// The parameters of [`crate::job::Work::TimeAdvance`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeAdvance {
    pub(super) service: Advance,
    pub(super) lookahead: f64,
    pub(super) step: f64,
    pub(super) messages: u32,
    pub(super) bytes: u32,
    pub(super) warm_up: u32,
    pub(super) grants: u32,
}

impl TimeAdvance {
    fn check(&self) -> Result<(), FederateError> {
        if !(self.step > 0.0 && self.step.is_finite()) {
            return Err(FederateError::Job(format!(
                "{} is no step of time",
                self.step
            )));
        }
        if !(self.lookahead >= 0.0 && self.lookahead.is_finite()) {
            return Err(FederateError::Job(format!(
                "{} is no lookahead",
                self.lookahead
            )));
        }
        Ok(())
    }

    fn steps(&self) -> u64 {
        u64::from(self.warm_up) + u64::from(self.grants)
    }

    /// Time after that many steps.
    fn time(&self, steps: u64) -> f64 {
        steps as f64 * self.step
    }

    /// Time stamp of a message sent after that many steps.
    fn stamp(&self, steps: u64, message: u32) -> f64 {
        let share = f64::from(message + 1) / f64::from(self.messages + 1);
        self.time(steps) + self.lookahead.max(share * self.step)
    }

    /// Messages of one other federate that arrive during the measurement.
    fn arriving(&self) -> u64 {
        let (from, to) = (self.time(u64::from(self.warm_up)), self.time(self.steps()));
        let stamps = (0..self.steps())
            .flat_map(|step| (0..self.messages).map(move |message| self.stamp(step, message)));
        stamps.filter(|stamp| *stamp > from && *stamp <= to).count() as u64
    }
}

/// Callbacks of time management.
struct TimeCallbacks {
    regulating: bool,
    constrained: bool,
    /// Time of the last grant, its arrival, and the number of grants.
    granted: f64,
    granted_at: u64,
    grants: u64,
    /// Messages with a later time stamp count.
    measured_from: f64,
    delivered: u64,
    /// All messages.
    heard: u64,
    /// Messages with a time stamp below the previous one.
    reordered: u64,
    latest: f64,
}

fn value(time: LogicalTime) -> f64 {
    match time {
        LogicalTime::Float64(time) => time.value(),
        LogicalTime::Integer64(time) => time.value() as f64,
    }
}

impl MeasuredCallbacks for TimeCallbacks {
    fn received(&mut self, time: Option<LogicalTime>) {
        let Some(time) = time.map(value) else {
            return;
        };
        self.heard += 1;
        if time < self.latest {
            self.reordered += 1;
        }
        self.latest = self.latest.max(time);
        if time > self.measured_from {
            self.delivered += 1;
        }
    }

    fn time(&mut self, event: TimeEvent) {
        match event {
            TimeEvent::Regulating => self.regulating = true,
            TimeEvent::Constrained => self.constrained = true,
            TimeEvent::Granted(time) => {
                self.granted_at = now();
                self.granted = value(time);
                self.grants += 1;
            }
        }
    }
}

pub(super) fn perform(start: &WorkContext<'_>, work: TimeAdvance) -> Result<(), FederateError> {
    work.check()?;
    let part = Arc::new(Mutex::new(TimeCallbacks {
        regulating: false,
        constrained: false,
        granted: 0.0,
        granted_at: 0,
        grants: 0,
        measured_from: work.time(u64::from(work.warm_up)),
        delivered: 0,
        heard: 0,
        reordered: 0,
        latest: 0.0,
    }));
    let mut session = start.join(Arc::new(Shared::new()), &part)?;
    let message = session.names.message;
    if work.messages > 0 {
        session
            .rti
            .publish_interaction_class(message)
            .and_then(|()| {
                session
                    .rti
                    .subscribe_interaction_class(message, hyla_lrc::Activity::Active)
            })
            .doing("declaring the messages")?;
    }
    session.gather()?;
    regulate(&session, &part, work.lookahead)?;
    session.begin()?;

    let mut advance = Advancing {
        work,
        part: &part,
        content: vec![0; work.bytes as usize],
        durations: Durations::new(),
        sent: 0,
        told: 0,
    };
    fill(
        &mut advance.content,
        session.job.seed ^ u64::from(session.job.index),
    );
    let warm_up = u64::from(work.warm_up);
    advance.run(&mut session, 0..warm_up)?;
    advance.durations = Durations::new();
    (advance.sent, advance.told) = (0, 0);
    let watch = Stopwatch::start();
    session.live.measured_from(watch.began());
    advance.run(&mut session, warm_up..work.steps())?;
    let ended = now();

    let mut outcome = Outcome::default();
    outcome.process(&watch);
    let grants = advance.durations.len();
    outcome.count("grants", grants);
    outcome.metric(
        "grants_per_s",
        grants as f64 / seconds(watch.began(), ended),
    );
    outcome.histogram("grant", &advance.durations);
    if work.messages > 0 {
        let others = session.crew.iter().filter(|mate| mate.work == b'T').count() as u64 - 1;
        let expected = others * work.arriving();
        let part = locked(&part);
        outcome.count("sent", advance.sent);
        outcome.count("delivered", part.delivered);
        outcome.count("reordered", part.reordered);
        outcome.lost(expected.saturating_sub(part.delivered), expected);
    }
    let heard = locked(&part).heard;
    session.tell_carriers(&mut outcome, (work.messages > 0).then_some(heard));
    session.over()?;
    session.finish(outcome);
    Ok(())
}

fn regulate(
    session: &JoinedFederate<'_>,
    part: &Mutex<TimeCallbacks>,
    lookahead: f64,
) -> Result<(), FederateError> {
    let lookahead =
        Float64Interval::new(lookahead).map_err(|error| FederateError::Job(error.to_string()))?;
    session
        .rti
        .enable_time_regulation(lookahead.into())
        .doing("enabling time regulation")?;
    session.wait_for(
        |_| locked(part).regulating.then_some(()),
        |_| "timeRegulationEnabled".to_owned(),
    )?;
    session
        .rti
        .enable_time_constrained()
        .doing("enabling time constraint")?;
    session.wait_for(
        |_| locked(part).constrained.then_some(()),
        |_| "timeConstrainedEnabled".to_owned(),
    )?;
    // Introductions must be received between two requests as well.
    session
        .rti
        .enable_asynchronous_delivery()
        .doing("enabling asynchronous delivery")
}

struct Advancing<'a> {
    work: TimeAdvance,
    part: &'a Mutex<TimeCallbacks>,
    content: Vec<u8>,
    /// From each request to its grant.
    durations: Durations,
    sent: u64,
    told: u64,
}

impl Advancing<'_> {
    fn run(
        &mut self,
        session: &mut JoinedFederate<'_>,
        steps: std::ops::Range<u64>,
    ) -> Result<(), FederateError> {
        for step in steps {
            session.look_if_computing()?;
            for message in 0..self.work.messages {
                self.send(session, self.work.stamp(step, message))?;
            }
            let target = self.work.time(step + 1);
            while self.request(session, target)? < target {}
            let (durations, told) = (&mut self.durations, &mut self.told);
            session.live.look(now(), |figures| {
                figures.rate("grants_per_s", durations.len().saturating_sub(*told));
                *told = durations.len();
                figures.durations("grant", durations);
            });
        }
        Ok(())
    }

    fn send(&mut self, session: &JoinedFederate<'_>, stamp: f64) -> Result<(), FederateError> {
        session
            .rti
            .send_interaction(
                session.names.message,
                &[(session.names.content, &self.content)],
                b"",
                Some(time(stamp)?),
            )
            .doing("sending in time-stamp order")?;
        self.sent += 1;
        Ok(())
    }

    /// Requests an advance and waits for the grant.
    fn request(&mut self, session: &JoinedFederate<'_>, target: f64) -> Result<f64, FederateError> {
        let before = locked(self.part).grants;
        let asked = now();
        match self.work.service {
            Advance::LockStep => session.rti.time_advance_request(time(target)?),
            Advance::NextMessage => session.rti.next_message_request(time(target)?),
        }
        .doing("asking for time")?;
        let deadline = asked + session.job.timeout_ms * MILLISECOND;
        loop {
            let (grants, granted, granted_at) = {
                let part = locked(self.part);
                (part.grants, part.granted, part.granted_at)
            };
            if grants > before {
                self.durations.record(granted_at.saturating_sub(asked));
                return Ok(granted);
            }
            if now() >= deadline {
                return Err(session.late(format!("the grant of time {target}")));
            }
            session.turn(deadline)?;
        }
    }
}

fn time(value: f64) -> Result<LogicalTime, FederateError> {
    Float64Time::new(value)
        .map(Into::into)
        .map_err(|error| FederateError::Job(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(lookahead: f64) -> TimeAdvance {
        TimeAdvance {
            service: Advance::LockStep,
            lookahead,
            step: 1.0,
            messages: 3,
            bytes: 8,
            warm_up: 2,
            grants: 5,
        }
    }

    #[test]
    fn messages_lie_in_the_step_that_follows_and_beyond_the_lookahead() {
        let stamps = |lookahead| [0, 1, 2].map(|n| work(lookahead).stamp(4, n));

        assert_eq!(stamps(0.0), [4.25, 4.5, 4.75]);
        assert_eq!(stamps(0.6), [4.6, 4.6, 4.75]);
        assert_eq!(stamps(2.0), [6.0, 6.0, 6.0]);
    }

    #[test]
    fn what_arrives_beyond_the_end_is_not_expected() {
        assert_eq!(work(0.0).arriving(), 15);
        // Messages of steps 1 to 5 arrive at 3 to 7; those of step 6 would at 8.
        assert_eq!(work(2.0).arriving(), 15);
        // Messages of step 0 arrive at 10, when all is over.
        assert_eq!(work(10.0).arriving(), 0);
    }
}
