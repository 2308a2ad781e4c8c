//! Interests that change while a stream flows: besides its regions, a receiver subscribes to others in turn, each for a while.

use std::collections::HashMap;
use std::sync::Mutex;

use hyla_lrc::Activity;
use hyla_types::{AttributeHandleSet, RegionHandle, RegionHandleSet};

use super::super::ambassador::locked;
use super::super::clock::{MILLISECOND, SECOND, now};
use super::super::error::{Doing, FederateError};
use super::super::histogram::Durations;
use super::super::reports::Outcome;
use super::super::session::JoinedFederate;
use super::intake::StreamReceiver;
use super::message::Header;
use super::parameters::Stream;
use super::space;

/// Most regions that a receiver subscribes to for a while at a time: so many that messages come in each before it ends.
const MOST_HELD: usize = 32;

/// A region that a receiver may subscribe to for a while.
#[derive(Clone, Copy, Debug)]
struct Place {
    part: u32,
    region: RegionHandle,
}

/// The calls that move the interest of a receiver.
#[derive(Debug, Default)]
pub(super) struct MovingInterest {
    places: Vec<Place>,
    /// Calls so far. An even one subscribes to the next place, an odd one unsubscribes from the oldest one.
    calls: u64,
    /// Nanoseconds from one call to the next.
    every: f64,
    /// When the first call is due.
    begins: u64,
    /// When calls are measured, and when they end.
    measured_from: u64,
    ends: u64,
}

impl MovingInterest {
    /// Makes the regions that the interest moves between; none if interests do not change.
    pub(super) fn declare(
        session: &JoinedFederate<'_>,
        stream: &Stream,
        part: &Mutex<StreamReceiver>,
    ) -> Result<Self, FederateError> {
        if stream.changes_per_s == 0.0 || !stream.takes_items() {
            return Ok(Self::default());
        }
        let index = session.job.index;
        let steady = space::subscribed(index, stream.regions, stream.regions_of_receiver);
        let others: Vec<u32> = (0..stream.regions)
            .filter(|part| steady.binary_search(part).is_err())
            .collect();
        let regions = space::regions(&session.rti, stream.regions, &others)?;
        let places = others.iter().zip(regions);
        let mut places: Vec<Place> = places
            .map(|(part, region)| Place {
                part: *part,
                region,
            })
            .collect();
        // Receivers are at different places.
        let shift = index as usize * places.len() / session.job.federates.max(1) as usize;
        places.rotate_left(shift);
        locked(part).interests = Some(ChangingInterests::new(
            stream.regions,
            &others,
            stream.trace_every > 0,
        ));
        Ok(Self {
            places,
            every: SECOND as f64 / stream.changes_per_s,
            ..Self::default()
        })
    }

    /// Sending has begun.
    pub(super) fn begin(&mut self, stream: &Stream) {
        self.begins = now();
        self.measured_from = self.begins + stream.warm_up_ms * MILLISECOND;
        self.ends = self.measured_from + stream.run_ms * MILLISECOND;
    }

    /// When the next call is due, if that is before `limit`.
    pub(super) fn next(&self, limit: u64) -> u64 {
        let due = self.due();
        if self.places.is_empty() || due >= self.ends {
            return limit;
        }
        due.min(limit)
    }

    fn due(&self) -> u64 {
        self.begins + (self.calls as f64 * self.every) as u64
    }

    /// Makes the calls that are due.
    pub(super) fn turn(
        &mut self,
        session: &JoinedFederate<'_>,
        part: &Mutex<StreamReceiver>,
    ) -> Result<(), FederateError> {
        while !self.places.is_empty() {
            let due = self.due();
            if due >= self.ends || due > now() {
                break;
            }
            self.call(session, part)?;
            self.calls += 1;
        }
        Ok(())
    }

    fn call(
        &self,
        session: &JoinedFederate<'_>,
        part: &Mutex<StreamReceiver>,
    ) -> Result<(), FederateError> {
        let turn = (self.calls / 2) as usize;
        let began = now();
        let is_measured = began >= self.measured_from;
        let subscribes = self.calls.is_multiple_of(2);
        let held = (self.places.len() / 2).min(MOST_HELD);
        let place = match (subscribes, turn.checked_sub(held)) {
            (true, _) => self.places[turn % self.places.len()],
            (false, Some(oldest)) => self.places[oldest % self.places.len()],
            // There is room for more.
            (false, None) => return Ok(()),
        };
        if let Some(interests) = &mut locked(part).interests {
            match subscribes {
                true => interests.begins(place.part, began, is_measured),
                false => interests.ends(place.part),
            }
            interests.changes += u64::from(is_measured);
        }
        let item = session.names.item;
        let attributes: AttributeHandleSet = item.attributes();
        let pair = [(attributes, RegionHandleSet::from([place.region]))];
        let rti = &session.rti;
        if subscribes {
            rti.subscribe_object_class_attributes_with_regions(
                item.class,
                &pair,
                Activity::Active,
                "",
            )
            .doing("subscribing to another region")
        } else {
            rti.unsubscribe_object_class_attributes_with_regions(item.class, &pair)
                .doing("unsubscribing from a region")
        }
    }
}

/// Whether a receiver is interested in a part of the routing space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interest {
    /// Always: it is counted elsewhere.
    Steady,
    No,
    /// It subscribed at that time.
    Since {
        began: u64,
        /// Nothing came yet, and the delay of the first message is measured.
        measures: bool,
    },
}

/// Messages of regions that a receiver subscribes to for a while.
#[derive(Debug)]
pub(super) struct ChangingInterests {
    parts: Vec<Interest>,
    /// Senders write the times of some messages into them.
    traced: bool,
    /// The latest of these times, by sender. What comes from it afterwards was sent later.
    latest: HashMap<u32, u64>,
    /// Number of the last message of each sender and object since the subscription.
    last: HashMap<(u32, u32), u64>,
    /// From the call that subscribes to the first message of the region.
    first: Durations,
    /// Measured calls.
    changes: u64,
    delivered: u64,
    missing: u64,
    reordered: u64,
}

impl ChangingInterests {
    fn new(parts: u32, changing: &[u32], traced: bool) -> Self {
        let mut all = vec![Interest::Steady; parts as usize];
        for part in changing {
            all[*part as usize] = Interest::No;
        }
        Self {
            parts: all,
            traced,
            latest: HashMap::new(),
            last: HashMap::new(),
            first: Durations::new(),
            changes: 0,
            delivered: 0,
            missing: 0,
            reordered: 0,
        }
    }

    fn begins(&mut self, part: u32, began: u64, measures: bool) {
        self.parts[part as usize] = Interest::Since { began, measures };
    }

    fn ends(&mut self, part: u32) {
        self.parts[part as usize] = Interest::No;
        let parts = self.parts.len() as u32;
        self.last.retain(|(_, object), _| object % parts != part);
    }

    /// Notes a message; `false` if it is of a steady region. From the first one after a subscription on, none may be missing.
    pub(super) fn arrived(&mut self, header: &Header, at: u64) -> bool {
        let latest = self.latest.entry(header.sender).or_default();
        *latest = header.time.max(*latest);
        let latest = *latest;
        let part = header.object as usize % self.parts.len();
        let began = match self.parts[part] {
            Interest::Steady => return false,
            // It was on its way.
            Interest::No => return true,
            Interest::Since { began, measures } => {
                // It was on its way when an earlier subscription ended, and comes after the next one has begun.
                if header.time != 0 && header.time < began {
                    return true;
                }
                if measures {
                    self.first.record(at.saturating_sub(began));
                    let measures = false;
                    self.parts[part] = Interest::Since { began, measures };
                }
                began
            }
        };
        // Without a time it may have been on its way, too. Between the two subscriptions its sender had nothing to send to this receiver.
        if header.number == 0 || self.traced && latest < began {
            return true;
        }
        self.delivered += 1;
        let key = (header.sender, header.object);
        match self.last.get(&key).copied() {
            Some(last) if header.number <= last => {
                self.reordered += 1;
                return true;
            }
            Some(last) => self.missing += header.number - last - 1,
            None => {}
        }
        self.last.insert(key, header.number);
        true
    }

    /// Messages that were called back.
    pub(super) fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Messages that never came between others of a subscription.
    pub(super) fn missing(&self) -> u64 {
        self.missing
    }

    /// Adds what was measured.
    pub(super) fn report(&self, outcome: &mut Outcome) {
        outcome.count("interest_changes", self.changes);
        outcome.count("delivered_after_changes", self.delivered);
        outcome.count("reordered_after_changes", self.reordered);
        if self.first.len() > 0 {
            outcome.histogram("first_delivery", &self.first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(object: u32, number: u64) -> Header {
        Header {
            number,
            time: 0,
            sender: 0,
            object,
        }
    }

    #[test]
    fn what_is_missing_counts_from_the_first_message_of_a_subscription_on() {
        let mut interests = ChangingInterests::new(4, &[2, 3], false);

        assert!(!interests.arrived(&message(1, 1), 10));
        interests.begins(2, 100, true);
        for (number, at) in [(7, 150), (8, 160), (11, 170), (9, 180)] {
            assert!(interests.arrived(&message(2, number), at));
        }
        interests.ends(2);
        interests.arrived(&message(2, 12), 190);
        interests.begins(2, 195, false);
        interests.arrived(&message(2, 30), 200);

        assert_eq!(interests.delivered(), 5);
        assert_eq!((interests.missing(), interests.reordered), (2, 1));
        assert_eq!(interests.first.len(), 1);
    }

    #[test]
    fn what_was_sent_before_a_subscription_is_none_of_its_messages() {
        let mut interests = ChangingInterests::new(4, &[2, 3], true);
        interests.begins(2, 1_000, true);
        let mut arrives = |number, time, at| {
            let header = Header {
                time,
                ..message(2, number)
            };
            assert!(interests.arrived(&header, at));
        };

        // On its way since an earlier subscription.
        arrives(7, 400, 1_010);
        arrives(8, 0, 1_011);
        // Sent after the subscription.
        arrives(96, 1_040, 1_050);
        arrives(98, 0, 1_070);

        assert_eq!(interests.delivered(), 2);
        assert_eq!(interests.missing(), 1);
        // A time of another object of the sender says as much.
        interests.begins(3, 2_000, false);
        for (object, number, time) in [(3, 20, 0), (1, 5, 2_001), (3, 60, 0), (3, 62, 0)] {
            let header = Header {
                time,
                ..message(object, number)
            };
            interests.arrived(&header, 2_100);
        }
        assert_eq!(interests.delivered(), 4);
        assert_eq!(interests.missing(), 2);
        assert_eq!(interests.first.len(), 1);
    }
}
