//! Positions, and the members that have got them.

use hyla_types::FederateHandle;
use rustc_hash::FxHashSet;

use super::position::Position;
use crate::message::data;

impl Position {
    /// Appends it as a data frame.
    pub fn put(self, out: &mut Vec<u8>) {
        data::put_position(out, self);
    }
}

/// The present [`Position`], and the members that have got it. Belongs to a driver.
#[derive(Debug, Default)]
pub struct SentPositions {
    position: Position,
    sent_to: FxHashSet<FederateHandle>,
}

impl SentPositions {
    /// Whether the position need not be sent to anybody.
    #[inline]
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.position == Position::default()
    }

    /// The position has moved.
    pub fn moved(&mut self, position: Position) {
        if self.position != position {
            self.position = position;
            self.sent_to.clear();
        }
    }

    /// Forgets the position sent to the member: its route has changed, so messages may be lost; or the member is another one.
    pub fn forget(&mut self, member: FederateHandle) {
        self.sent_to.remove(&member);
    }

    /// Takes the position to send to the member before its next frame, once.
    pub fn take(&mut self, member: FederateHandle) -> Option<Position> {
        (!self.is_clear() && self.sent_to.insert(member)).then_some(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn federate(raw: u32) -> FederateHandle {
        FederateHandle::new(raw)
    }

    #[test]
    fn each_member_gets_a_position_once() {
        let mut sent = SentPositions::default();
        let position = Position { log: 7, own: 0 };
        sent.moved(position);

        assert_eq!(sent.take(federate(1)), Some(position));
        assert_eq!(sent.take(federate(1)), None);
        assert_eq!(sent.take(federate(2)), Some(position));
    }

    #[test]
    fn a_member_reached_by_another_way_gets_it_again() {
        let mut sent = SentPositions::default();
        let position = Position { log: 7, own: 2 };
        sent.moved(position);
        sent.take(federate(1));

        sent.forget(federate(1));

        assert_eq!(sent.take(federate(1)), Some(position));
    }

    #[test]
    fn the_default_position_is_sent_to_nobody() {
        let mut sent = SentPositions::default();
        sent.moved(Position { log: 7, own: 0 });

        sent.moved(Position::default());

        assert!(sent.is_clear());
        assert_eq!(sent.take(federate(1)), None);
    }
}
