//! Receiving of a stream, counted in the callback.

use std::sync::Arc;

use hyla_lrc::RtiAmbassador;
use hyla_types::{ObjectClassHandle, ObjectInstanceHandle};

use super::super::ambassador::{MeasuredCallbacks, Shared};
use super::super::clock::{now, seconds};
use super::super::error::{Doing, FederateError};
use super::super::histogram::Durations;
use super::super::names::Measured;
use super::super::reports::Outcome;
use super::arrivals::{Arrival, Arrivals};
use super::interests::ChangingInterests;
use super::message::{Header, share_of};

/// Received messages of a stream at one federate.
pub(super) struct StreamReceiver {
    shared: Arc<Shared>,
    /// By index of the federate; `None` for those without messages for this one.
    from: Vec<Option<Source>>,
    /// Objects discovered of the senders.
    pub(super) discovered: u64,
    pub(super) counts: Counts,
    /// Age of traced messages.
    pub(super) ages: Durations,
    pub(super) repeat: Option<Repeat>,
    /// Regions that are subscribed to for a while.
    pub(super) interests: Option<ChangingInterests>,
}

/// A federate with messages for this one.
struct Source {
    /// Arrivals of each object.
    objects: Box<[Arrivals]>,
    /// Whether it has the same clock.
    same_clock: bool,
}

/// Counters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Distinct messages.
    pub(super) delivered: u64,
    pub(super) bytes: u64,
    pub(super) doubled: u64,
    pub(super) reordered: u64,
    /// Including the warm-up: shows progress.
    pub(super) heard: u64,
    first: u64,
    last: u64,
}

/// Echoes messages.
pub(super) struct Repeat {
    pub(super) rti: RtiAmbassador,
    pub(super) object: ObjectInstanceHandle,
    pub(super) echo: Measured,
    pub(super) index: u32,
    pub(super) value: Vec<u8>,
    /// Measured echoes.
    pub(super) sent: u64,
    /// Time of the first.
    pub(super) first: u64,
}

impl StreamReceiver {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            from: Vec::new(),
            discovered: 0,
            counts: Counts::default(),
            ages: Durations::new(),
            repeat: None,
            interests: None,
        }
    }

    /// Prepares for a federate with that many objects.
    pub(super) fn expect(&mut self, index: usize, objects: u32, same_clock: bool) {
        if self.from.len() <= index {
            self.from.resize_with(index + 1, || None);
        }
        self.from[index] = Some(Source {
            objects: vec![Arrivals::default(); objects as usize].into(),
            same_clock,
        });
    }
}

impl MeasuredCallbacks for StreamReceiver {
    fn discovered(&mut self, _object: ObjectInstanceHandle, _class: ObjectClassHandle) {
        self.discovered += 1;
        self.shared.wake();
    }

    fn reflected(
        &mut self,
        _object: ObjectInstanceHandle,
        value: &[u8],
    ) -> Result<(), FederateError> {
        let arrived = now();
        self.counts.heard += 1;
        let Some(header) = Header::read(value) else {
            return Err(FederateError::Alien(format!(
                "a value of {} bytes came, which no federate of a stream sends",
                value.len()
            )));
        };
        if let Some(interests) = &mut self.interests
            && interests.arrived(&header, arrived)
        {
            return Ok(());
        }
        let source = self.from.get_mut(header.sender as usize);
        let source = source.and_then(Option::as_mut);
        let Some(source) = source else {
            return Err(FederateError::Alien(format!(
                "a message of bench-{} came, which sends nothing to this federate",
                header.sender
            )));
        };
        if header.number > 0 {
            let Some(arrivals) = source.objects.get_mut(header.object as usize) else {
                return Err(FederateError::Alien(format!(
                    "a message of object {} of bench-{} came, which has only {}",
                    header.object,
                    header.sender,
                    source.objects.len()
                )));
            };
            match arrivals.note(header.number) {
                Arrival::Newest => {}
                Arrival::Late => self.counts.reordered += 1,
                Arrival::Again => {
                    self.counts.doubled += 1;
                    return Ok(());
                }
            }
            if self.counts.delivered == 0 {
                self.counts.first = arrived;
            }
            self.counts.last = arrived;
            self.counts.delivered += 1;
            self.counts.bytes += value.len() as u64;
            if header.time != 0 && source.same_clock {
                self.ages.record(arrived.saturating_sub(header.time));
            }
        }
        match &mut self.repeat {
            Some(repeat) => repeat.send_back(header, value),
            None => Ok(()),
        }
    }
}

impl Repeat {
    fn send_back(&mut self, came: Header, value: &[u8]) -> Result<(), FederateError> {
        let length = value.len().min(self.value.len());
        self.value[..length].copy_from_slice(&value[..length]);
        let number = if came.number == 0 {
            0
        } else {
            if self.sent == 0 {
                self.first = now();
            }
            self.sent += 1;
            self.sent
        };
        let header = Header {
            number,
            sender: self.index,
            object: 0,
            ..came
        };
        header.write(&mut self.value);
        let values = [(self.echo.value, &self.value[..length])];
        self.rti
            .update_attribute_values(self.object, &values, b"", None)
            .doing("sending back")?;
        Ok(())
    }
}

impl Counts {
    /// Adds the counters, of `expected` messages, and what is known of those of `interests`.
    pub(super) fn into_outcome(
        self,
        outcome: &mut Outcome,
        expected: u64,
        interests: Option<&ChangingInterests>,
    ) {
        outcome.count("delivered", self.delivered);
        outcome.count("reordered", self.reordered);
        outcome.count("doubled", self.doubled);
        let (delivered, missing) = interests.map_or((0, 0), |changing| {
            (changing.delivered(), changing.missing())
        });
        outcome.lost(
            expected.saturating_sub(self.delivered) + missing,
            expected + delivered + missing,
        );
        if let Some(changing) = interests {
            changing.report(outcome);
        }
        if self.delivered > 1 {
            let took = seconds(self.first, self.last);
            let rate = (self.delivered - 1) as f64 / took;
            outcome.metric("delivered_per_s", rate);
            let each = self.bytes as f64 / self.delivered as f64;
            outcome.metric("delivered_bytes_per_s", rate * each);
        }
    }
}

/// Number of a sender's messages for a receiver of those objects.
pub(super) fn expected_of(messages: u64, objects: u32, taken: impl Iterator<Item = u32>) -> u64 {
    taken
        .map(|object| share_of(object, messages, objects))
        .sum()
}
