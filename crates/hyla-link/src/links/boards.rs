//! The boards of those members that coordinate time by them.

use hyla_core::outbox::TimePosting;
use hyla_net::network::{BoardsHandle, Connector, Network};
use hyla_types::FederateHandle;

/// The boards on the links to some members, at hand: a step in time looks at all of them.
#[derive(Debug)]
pub(super) struct TimeBoards<N: Network> {
    /// In the order in which they were opened.
    places: Vec<Place<N>>,
    /// The process polls some of them.
    watches: bool,
}

#[derive(Debug)]
struct Place<N: Network> {
    member: FederateHandle,
    /// `None`: the link has no boards, or its stream is over.
    boards: Option<N::Boards>,
}

impl<N: Network> Default for TimeBoards<N> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            watches: false,
        }
    }
}

impl<N: Network> TimeBoards<N> {
    /// Replaces all. The process polls those that are awaited from now on, if there are any.
    pub(super) fn open(
        &mut self,
        remote: Option<&N::Remote>,
        epoch: u64,
        opened: Vec<(FederateHandle, Option<N::Boards>, bool)>,
    ) {
        let awaited = opened.iter().filter(|(.., awaited)| *awaited);
        let watched: Vec<_> = awaited
            .filter_map(|(_, boards, _)| boards.clone())
            .collect();
        let places = opened.into_iter();
        let places = places.map(|(member, boards, _)| Place { member, boards });
        self.places = places.collect();
        let watches = !watched.is_empty();
        let did = std::mem::replace(&mut self.watches, watches);
        if let Some(remote) = remote
            && (watches || did)
        {
            remote.await_boards(0);
            remote.watch(epoch, watched);
        }
    }

    /// The stream to a member carries nothing more in one direction.
    pub(super) fn lose(&mut self, member: FederateHandle) {
        for place in &mut self.places {
            if place.member == member {
                place.boards = None;
            }
        }
    }

    /// Shows each member the posting with its own last word; whether all can see it.
    #[inline]
    pub(super) fn post(&self, posting: &TimePosting, last: &[u64]) -> bool {
        let mut all = self.places.len() == last.len();
        let [matter, bound, waits, needed, _] = *posting;
        for (place, last) in self.places.iter().zip(last) {
            match &place.boards {
                Some(boards) => boards.post(&[matter, bound, waits, needed, *last]),
                None => all = false,
            }
        }
        all
    }

    /// What each member has posted; zeros where there is nothing.
    #[inline]
    pub(super) fn posted(&self, into: &mut [TimePosting]) {
        for (place, into) in self.places.iter().zip(into) {
            let posted = place.boards.as_ref().and_then(BoardsHandle::posted);
            *into = posted.unwrap_or_default();
        }
    }

    /// Makes the member at that place look at its boards, if it sleeps.
    pub(super) fn rouse(&self, at: usize) {
        let boards = self.places.get(at).and_then(|it| it.boards.as_ref());
        if let Some(boards) = boards {
            boards.rouse();
        }
    }
}
