//! Streams of other members that wait, whole and in order.
//!
//! A frame of a member may depend on other channels: on declarations, which the log brings, or on an
//! instance, which its registrant announces. Frames of that member are kept until then, and other streams go on. See
//! decision 25.

use std::collections::{BTreeMap, VecDeque};

use hyla_types::{FederateHandle, ObjectInstanceHandle};

use crate::declaration::Position;
use crate::message::data;

/// Condition that a stream waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// The log has brought these declarations.
    Applied(Position),
    /// The registrant has answered this question about its instance.
    Answered {
        question: u32,
        object: ObjectInstanceHandle,
    },
}

/// Frames of a member that wait.
#[derive(Debug)]
struct Held {
    until: Until,
    frames: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Nothing follows these frames.
    ended: bool,
}

/// A stream that may go on: its frames, and whether it has ended behind them.
pub(crate) struct Released {
    pub(crate) from: FederateHandle,
    pub(crate) frames: VecDeque<Vec<u8>>,
    pub(crate) ended: bool,
}

/// The streams that wait, by sender.
#[derive(Debug, Default)]
pub(crate) struct HeldStreams {
    held: BTreeMap<FederateHandle, Held>,
    /// Number of the last question to a registrant.
    asked: u32,
}

impl HeldStreams {
    /// Whether what arrives of that member waits.
    #[inline]
    pub(crate) fn holds(&self, from: FederateHandle) -> bool {
        !self.held.is_empty() && self.held.contains_key(&from)
    }

    /// Keeps a frame if the member's stream waits. Whether it does.
    #[inline]
    pub(crate) fn hold(&mut self, from: FederateHandle, frame: &[u8]) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let Some(held) = self.held.get_mut(&from) else {
            return false;
        };
        held.bytes += frame.len();
        held.frames.push_back(frame.to_vec());
        true
    }

    /// Keeps the end of a stream if it waits. Whether it does.
    pub(crate) fn hold_end(&mut self, from: FederateHandle) -> bool {
        let held = self.held.get_mut(&from);
        held.map(|held| held.ended = true).is_some()
    }

    /// Whether the member's goodbye is among what waits.
    pub(crate) fn holds_goodbye(&self, from: FederateHandle) -> bool {
        let held = self.held.get(&from);
        held.is_some_and(|held| held.frames.iter().any(|frame| data::is_leaving(frame)))
    }

    /// Bytes that wait.
    pub(crate) fn bytes(&self) -> usize {
        self.held.values().map(|held| held.bytes).sum()
    }

    /// All waiting frames, with their members. Numbers of questions go on, so that late answers are recognized.
    pub(crate) fn take_all(&mut self) -> Vec<(FederateHandle, Vec<u8>)> {
        let held = std::mem::take(&mut self.held).into_iter();
        held.flat_map(|(from, held)| held.frames.into_iter().map(move |frame| (from, frame)))
            .collect()
    }

    /// The member's stream waits for declarations.
    pub(crate) fn wait_for_log(&mut self, from: FederateHandle, position: Position) {
        self.wait(from, Until::Applied(position));
    }

    /// The member's stream waits for what the registrant says of an instance; the number of the question. `None` if that
    /// one's stream waits for this one: then one of the instances is gone, and its registrant need not be asked.
    pub(crate) fn wait_for_registrant(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
    ) -> Option<u32> {
        if self.waits_for(object.registrant(), from) {
            return None;
        }
        self.asked = self.asked.wrapping_add(1);
        let question = self.asked;
        self.wait(from, Until::Answered { question, object });
        Some(question)
    }

    fn wait(&mut self, from: FederateHandle, until: Until) {
        let held = Held {
            until,
            frames: VecDeque::new(),
            bytes: 0,
            ended: false,
        };
        self.held.insert(from, held);
    }

    /// Whether one stream waits for another, through others or not.
    fn waits_for(&self, mut stream: FederateHandle, other: FederateHandle) -> bool {
        while stream != other {
            match self.held.get(&stream).map(|held| held.until) {
                Some(Until::Answered { object, .. }) => stream = object.registrant(),
                _ => return false,
            }
        }
        true
    }

    /// A member has answered; the instance that was asked for, and the first frame that waits. `None` if it was not asked:
    /// numbers of questions are easy to guess.
    pub(crate) fn answered(
        &mut self,
        by: FederateHandle,
        question: u32,
    ) -> Option<(ObjectInstanceHandle, &[u8])> {
        let mut waiting = self.held.values_mut();
        waiting.find_map(|held| match held.until {
            Until::Answered {
                question: asked,
                object,
            } if asked == question && object.registrant() == by => {
                held.until = Until::Applied(Position::default());
                let first = held.frames.front();
                Some((object, first.map_or(&[][..], Vec::as_slice)))
            }
            _ => None,
        })
    }

    /// The stream of that member has ended: its answers are no longer waited for.
    pub(crate) fn stop_waiting_for(&mut self, registrant: FederateHandle) {
        for held in self.held.values_mut() {
            if matches!(held.until, Until::Answered { object, .. } if object.registrant() == registrant)
            {
                held.until = Until::Applied(Position::default());
            }
        }
    }

    /// Questions that the member has not answered.
    pub(crate) fn questions_to(&self, registrant: FederateHandle) -> Vec<u32> {
        let waiting = self.held.values().filter_map(|held| match held.until {
            Until::Answered { question, object } if object.registrant() == registrant => {
                Some(question)
            }
            _ => None,
        });
        waiting.collect()
    }

    /// Takes out a stream that need not wait any more.
    pub(crate) fn take_due(
        &mut self,
        has_applied: impl Fn(FederateHandle, Position) -> bool,
    ) -> Option<Released> {
        let mut held = self.held.iter();
        let from = *held.find_map(|(from, held)| match held.until {
            Until::Applied(position) => has_applied(*from, position).then_some(from),
            Until::Answered { .. } => None,
        })?;
        let Held { frames, ended, .. } = self.held.remove(&from)?;
        Some(Released {
            from,
            frames,
            ended,
        })
    }

    /// Keeps the rest of a released stream if it waits again. Whether it does.
    pub(crate) fn put_back(&mut self, released: &mut Released) -> bool {
        let Some(held) = self.held.get_mut(&released.from) else {
            return false;
        };
        held.frames.append(&mut released.frames);
        held.bytes = held.frames.iter().map(Vec::len).sum();
        held.ended = std::mem::take(&mut released.ended);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn federate(raw: u32) -> FederateHandle {
        FederateHandle::new(raw)
    }

    fn of(registrant: u32) -> ObjectInstanceHandle {
        ObjectInstanceHandle::of(federate(registrant), 1)
    }

    #[test]
    fn a_stream_does_not_wait_for_one_that_waits_for_it() {
        let mut streams = HeldStreams::default();

        assert!(streams.wait_for_registrant(federate(1), of(2)).is_some());
        assert!(streams.wait_for_registrant(federate(2), of(3)).is_some());

        assert_eq!(streams.wait_for_registrant(federate(3), of(1)), None);
        assert!(!streams.holds(federate(3)));
    }

    #[test]
    fn an_answer_releases_the_stream_whose_question_it_answers() {
        let mut streams = HeldStreams::default();
        let question = streams.wait_for_registrant(federate(1), of(2)).unwrap();
        streams.hold(federate(1), b"early");

        assert_eq!(streams.answered(federate(2), question + 1), None);
        assert_eq!(streams.answered(federate(3), question), None);
        assert!(streams.take_due(|_, _| true).is_none());
        let answered = streams.answered(federate(2), question);
        assert_eq!(answered, Some((of(2), &b"early"[..])));
        let released = streams.take_due(|_, _| true).unwrap();

        assert_eq!(released.from, federate(1));
        assert_eq!(released.frames, [b"early".to_vec()]);
    }

    #[test]
    fn what_waits_again_keeps_its_order() {
        let mut streams = HeldStreams::default();
        streams.wait_for_log(federate(1), Position { log: 3, own: 0 });
        for frame in [b"1", b"2", b"3"] {
            streams.hold(federate(1), frame);
        }
        assert!(streams.take_due(|_, position| position.log < 3).is_none());
        let mut released = streams.take_due(|_, _| true).unwrap();
        let first = released.frames.pop_front().unwrap();

        streams.wait_for_registrant(federate(1), of(2)).unwrap();
        streams.hold(federate(1), &first);

        assert!(streams.put_back(&mut released));
        let frames = streams.take_all().into_iter().map(|(_, frame)| frame);
        assert_eq!(frames.collect::<Vec<_>>(), [b"1", b"2", b"3"]);
    }
}
