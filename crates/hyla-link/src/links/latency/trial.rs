//! Trials of new lanes whose profile has a deadline: whether messages will meet it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_estimator::deadline::DeadlineTrial;
use hyla_net::{Admit, Profile};
use hyla_types::FederateHandle;

use crate::lanes::LaneId;

/// Probes of a trial.
const PROBES: u64 = 400;
/// Longest duration of a trial.
const LONGEST: Duration = Duration::from_secs(2);
/// Bytes of the values of a message in trials.
pub(super) const BYTES: u32 = 64;

/// A lane under trial.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) lane: LaneId,
    profile: Arc<Profile>,
    of: DeadlineTrial,
    pub(super) until: Instant,
}

/// Result of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// The receiver of the lane.
    pub peer: FederateHandle,
    /// The profile.
    pub profile: String,
    /// The verdict that follows from the probability.
    pub verdict: AdmissionVerdict,
    /// The probability, and what the profile asks for.
    pub text: String,
}

/// Verdict that follows from the probability to meet a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdmissionVerdict {
    /// The lane carries messages.
    Admitted,
    /// The lane carries messages, but fewer than promised will be in time.
    Doubtful,
    /// The lane has ended; messages take the stream.
    Refused,
}

impl Trial {
    /// A trial, if the profile asks for one.
    pub(super) fn of(profile: &Arc<Profile>, lane: LaneId, now: Instant) -> Option<Self> {
        let deadline = profile.deadline?;
        (profile.admit != Admit::Always).then(|| Self {
            lane,
            profile: profile.clone(),
            of: DeadlineTrial::new(deadline.as_secs_f64() * 1e6),
            until: now + LONGEST,
        })
    }

    pub(super) fn push(&mut self, us: f64, uncertainty_us: f64) {
        self.of.push(us, uncertainty_us);
    }

    pub(super) fn is_over(&self) -> bool {
        self.of.messages() >= PROBES
    }

    /// The result, once it is known.
    pub(super) fn result(&self, peer: FederateHandle, now: Instant) -> Option<Admission> {
        if !self.is_over() && now < self.until {
            return None;
        }
        let promised = self.profile.hardness / 100.0;
        let chance = self.of.chance();
        let meets = chance.is_some_and(|chance| chance.meets(promised));
        let verdict = match self.profile.admit {
            _ if meets => AdmissionVerdict::Admitted,
            Admit::Refuse => AdmissionVerdict::Refused,
            Admit::Warn | Admit::Always => AdmissionVerdict::Doubtful,
        };
        let found = match chance {
            Some(chance) => chance.to_string(),
            None => format!("the latency is unknown: no probe returned within {LONGEST:?}"),
        };
        let name = &self.profile.name;
        Some(Admission {
            peer,
            profile: name.clone(),
            verdict,
            text: format!(
                "{found}; qos.{name}.hardness asks for {} %",
                self.profile.hardness
            ),
        })
    }
}
