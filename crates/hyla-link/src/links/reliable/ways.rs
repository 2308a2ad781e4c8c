//! Order between a group and the streams of its members, at a sender.

/// One member.
#[derive(Clone, Copy, Debug)]
struct MemberWay {
    /// Number of the last message for it in the group.
    last: u64,
    /// Number of messages in the group that its stream waits for.
    settled: u64,
    /// Something was sent on its stream that the next message for it in the group must not overtake.
    is_behind: bool,
}

/// A mark that the streams of some members have to pass before a message, with the places of these members.
pub(super) type Mark = (u64, Vec<usize>);

/// The members of one group, by their places.
#[derive(Debug, Default)]
pub(super) struct Ways {
    members: Vec<MemberWay>,
    /// Messages in the group.
    sent: u64,
    /// The last mark.
    mark: u64,
}

impl Ways {
    /// Of a new group of so many members: its first message comes after all that was sent on streams before.
    pub(super) fn new(members: usize) -> Self {
        let way = MemberWay {
            last: 0,
            settled: 0,
            is_behind: true,
        };
        Self {
            members: vec![way; members],
            ..Self::default()
        }
    }

    /// Messages in the group so far.
    pub(super) fn sent(&self) -> u64 {
        self.sent
    }

    /// A message goes to the group, for the members at these places. Returns the mark that comes before it, if there is one.
    pub(super) fn next(&mut self, receivers: &[u16]) -> Option<Mark> {
        self.sent += 1;
        let mut behind = Vec::new();
        for place in receivers.iter().copied().map(usize::from) {
            if let Some(way) = self.members.get_mut(place) {
                way.last = self.sent;
                if std::mem::take(&mut way.is_behind) {
                    behind.push(place);
                }
            }
        }
        if behind.is_empty() {
            return None;
        }
        self.mark += 1;
        Some((self.mark, behind))
    }

    /// Something was sent on the stream to the member at that place.
    #[inline]
    pub(super) fn stream_was_used(&mut self, place: usize) {
        if let Some(way) = self.members.get_mut(place) {
            way.is_behind = true;
        }
    }

    /// Something is about to be sent on the stream to the member at that place. Returns the number of messages that have to come
    /// first, if the stream does not wait for them already.
    #[inline]
    pub(super) fn stream_waits_for(&mut self, place: usize) -> Option<u64> {
        let way = self.members.get_mut(place)?;
        let is_new = way.settled < way.last;
        way.settled = way.last;
        is_new.then_some(way.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_to_the_receivers_whose_streams_were_used() {
        let mut ways = Ways::new(4);
        assert_eq!(ways.next(&[1, 2]), Some((1, vec![1, 2])));
        assert_eq!(ways.next(&[1, 2]), None);
        // The first message for the last member.
        assert_eq!(ways.next(&[1, 3]), Some((2, vec![3])));

        ways.stream_was_used(1);
        ways.stream_was_used(2);
        assert_eq!(ways.next(&[2, 3]), Some((3, vec![2])));
        assert_eq!(ways.next(&[3]), None);
        assert_eq!(ways.next(&[1, 2, 3]), Some((4, vec![1])));
        assert_eq!(ways.sent(), 6);
    }

    #[test]
    fn streams_wait_for_messages_that_were_for_their_member() {
        let mut ways = Ways::new(3);
        assert_eq!(ways.stream_waits_for(1), None);
        ways.next(&[1]);
        ways.next(&[2]);
        assert_eq!(ways.stream_waits_for(1), Some(1));
        assert_eq!(ways.stream_waits_for(1), None);
        ways.next(&[2]);
        assert_eq!(ways.stream_waits_for(1), None);
        assert_eq!(ways.stream_waits_for(2), Some(3));
    }
}
