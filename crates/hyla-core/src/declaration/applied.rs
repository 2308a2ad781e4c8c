//! How far declarations have come, as one member sees it.

use super::position::Position;
use crate::roster::Peer;

/// How far declarations have come, as one member sees it.
#[derive(Debug, Default)]
pub(crate) struct Causality {
    /// Number of the next entry of the control log.
    pub(super) next_log: u64,
    /// Declarations of this federate since it joined.
    pub(super) declared: u64,
    /// Of these, such as the log has brought back.
    pub(super) returned: u64,
    /// Number of the log entry behind the newest declaration that was applied.
    pub(super) newest: u64,
    /// Whether the RTI was not asked yet if everyone has applied what this federate declared.
    pub(super) unsettled: bool,
    /// A declaration of another member was applied, and the RTI does not know that yet.
    pub(super) unconfirmed: bool,
}

impl Causality {
    /// Position that precedes all later frames of this member.
    pub(super) fn position(&self) -> Position {
        let own = if self.declared > self.returned {
            self.declared
        } else {
            0
        };
        Position {
            log: self.newest,
            own,
        }
    }

    /// Whether what precedes a position of that member has been applied here. Declarations of a member that is gone and
    /// that the log does not bring have never been in force; entries that such a member knew precede its departure, or it
    /// stated a position that never comes.
    pub(super) fn has_applied(&self, peer: Option<&Peer>, position: Position) -> bool {
        peer.is_none_or(|peer| self.next_log >= position.log && peer.declared >= position.own)
    }

    /// Number of the next entry of the control log.
    pub(crate) fn next_log(&self) -> u64 {
        self.next_log
    }

    /// The next entry of the log has come.
    pub(crate) fn advance_log(&mut self) {
        self.next_log += 1;
    }

    /// A membership, or what a restore puts in force, begins with that entry of the log: everyone counts declarations anew.
    pub(crate) fn starting_at(next_log: u64) -> Self {
        Self {
            next_log,
            ..Self::default()
        }
    }
}
