//! The sender's side of fences.

use super::{LaneId, LinkFrame, Path, SequenceNumbers, Wait};

/// Fences of the stream and lanes to one peer.
#[derive(Debug, Default)]
pub struct Fences {
    /// Number of the last fence.
    number: u32,
    lanes: Vec<SentLane>,
    /// Ended lanes that carried messages since the last fence.
    ended: Vec<LaneId>,
}

#[derive(Debug)]
struct SentLane {
    id: LaneId,
    reliable: bool,
    /// Number of the last fence on the lane.
    met: u32,
    /// Messages sent so far.
    sent: u64,
    /// Messages were sent on the lane since the last fence that waits for it.
    used: bool,
    /// Messages were sent elsewhere that the lane's next message must not overtake.
    behind: bool,
}

/// Appends a fence to the stream or a lane.
pub type Put<'p> = &'p mut dyn FnMut(Path, &LinkFrame);

impl Fences {
    /// Adds a lane. Everything sent earlier comes before its first message.
    pub fn stands(&mut self, id: LaneId, reliable: bool) {
        self.lanes.push(SentLane {
            id,
            reliable,
            met: 0,
            sent: 0,
            used: false,
            behind: true,
        });
    }

    /// Removes a lane: later messages on the stream come after those still in flight on it.
    pub fn ends(&mut self, id: LaneId, put: Put<'_>) {
        let Some(at) = self.lanes.iter().position(|lane| lane.id == id) else {
            return;
        };
        self.lanes.remove(at);
        self.ended.push(id);
        self.put_fence(put);
    }

    /// Whether there are lanes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Call this before a message on a lane: puts the fences due before it. Returns its sequence numbers, for lanes
    /// that have them.
    pub fn before(&mut self, id: LaneId, put: Put<'_>) -> SequenceNumbers {
        let Some(lane) = self.lanes.iter_mut().find(|lane| lane.id == id) else {
            debug_assert!(false, "no such lane");
            return SequenceNumbers {
                fence: self.number,
                number: 0,
                sent: 0,
            };
        };
        if lane.behind {
            self.number += 1;
            let number = self.number;
            put(
                Path::Stream,
                &LinkFrame::Fence {
                    number,
                    waits: Vec::new(),
                },
            );
            lane.meet(number, put);
        }
        lane.used = true;
        lane.sent += 1;
        SequenceNumbers {
            fence: lane.met,
            number: lane.sent - 1,
            sent: 0,
        }
    }

    /// Marks a point on the stream that later messages on lanes must not overtake.
    pub fn announce(&mut self) {
        for lane in &mut self.lanes {
            lane.behind = true;
        }
    }

    /// Puts a fence: messages sent on lanes come before later ones on the stream.
    pub fn settle(&mut self, put: Put<'_>) {
        if self.lanes.iter().any(|lane| lane.used) {
            self.put_fence(put);
        }
    }

    /// Puts a fence in both directions: everything sent before, on any channel, comes before everything after.
    pub fn fence(&mut self, put: Put<'_>) {
        self.settle(put);
        // A lane carries it before its next message, if there is one.
        self.announce();
    }

    fn put_fence(&mut self, put: Put<'_>) {
        self.number += 1;
        let number = self.number;
        let used = self.lanes.iter().filter(|lane| lane.used);
        let waits = used.map(|lane| {
            if lane.reliable {
                Wait::Met(lane.id)
            } else {
                Wait::Count(lane.id, lane.sent)
            }
        });
        let ended = self.ended.drain(..).map(Wait::End);
        let waits = waits.chain(ended).collect();
        put(Path::Stream, &LinkFrame::Fence { number, waits });
        for lane in &mut self.lanes {
            if std::mem::take(&mut lane.used) {
                lane.meet(number, put);
            }
        }
    }
}

impl SentLane {
    fn meet(&mut self, number: u32, put: Put<'_>) {
        self.met = number;
        self.behind = false;
        if self.reliable {
            put(Path::Lane(self.id), &LinkFrame::Met { number });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_lanes_from_the_first_that_stands_to_the_last_that_ends() {
        let mut fences = Fences::default();
        assert!(fences.is_empty());
        fences.stands(LaneId(1), true);
        assert!(!fences.is_empty());

        let mut said = Vec::new();
        fences.ends(LaneId(1), &mut |path, frame| {
            said.push((path, frame.clone()));
        });

        assert!(fences.is_empty());
        let waits = vec![Wait::End(LaneId(1))];
        assert_eq!(
            said,
            [(Path::Stream, LinkFrame::Fence { number: 1, waits })]
        );
    }
}
