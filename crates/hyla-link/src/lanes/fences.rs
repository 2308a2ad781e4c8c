//! The sender's side: which fence goes where.

use super::{LaneId, LinkFrame, Path, Stamp, Wait};

/// Lanes from this member to one other, and where each stands between the fences.
#[derive(Debug, Default)]
pub struct Fences {
    /// Number of the last fence.
    number: u32,
    lanes: Vec<Lane>,
    /// Lanes that ended and have carried something since the last fence.
    ended: Vec<LaneId>,
}

#[derive(Debug)]
struct Lane {
    id: LaneId,
    reliable: bool,
    /// The last fence that it has met.
    met: u32,
    /// Messages so far.
    sent: u64,
    /// Something was said on it since the last fence that waits for it.
    used: bool,
    /// Something was said elsewhere that its next message must not overtake.
    behind: bool,
}

/// Where a fence is put.
pub type Put<'p> = &'p mut dyn FnMut(Path, &LinkFrame);

impl Fences {
    /// A lane is there. What was said until now comes before its first message.
    pub fn stands(&mut self, id: LaneId, reliable: bool) {
        self.lanes.push(Lane {
            id,
            reliable,
            met: 0,
            sent: 0,
            used: false,
            behind: true,
        });
    }

    /// A lane is over: what follows on the stream comes after what is still on the way there.
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

    /// A message is about to go on a lane: puts what has to go before it. Gives what its stamp says, if
    /// the lane has stamps.
    pub fn before(&mut self, id: LaneId, put: Put<'_>) -> Stamp {
        let Some(lane) = self.lanes.iter_mut().find(|lane| lane.id == id) else {
            debug_assert!(false, "no such lane");
            return Stamp {
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
        Stamp {
            fence: lane.met,
            number: lane.sent - 1,
            sent: 0,
        }
    }

    /// The stream says something now that no message on a lane overtakes from here on.
    pub fn announce(&mut self) {
        for lane in &mut self.lanes {
            lane.behind = true;
        }
    }

    /// What was said on lanes comes before what the stream says from here on.
    pub fn settle(&mut self, put: Put<'_>) {
        if self.lanes.iter().any(|lane| lane.used) {
            self.put_fence(put);
        }
    }

    /// Everything said before, on any way, comes before everything after.
    pub fn fence(&mut self, put: Put<'_>) {
        self.settle(put);
        // Lanes meet it before their next message, and not if there is none.
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

impl Lane {
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
