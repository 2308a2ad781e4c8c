//! Boards: a few words that one end of a channel shows the other without a message.
//!
//! Each end of a channel within one host has a board of its own, which only it writes. The other end looks at it whenever it
//! likes: that costs a cache line, wakes nobody, and may miss what was posted in between. Whoever has to be woken gets a frame besides.

use crate::sync::{AtomicU64, fence};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Words of one posting.
pub const BOARD_WORDS: usize = 5;

/// One posting. The first word numbers the matter and is not 0; the others mean what both ends have agreed on.
///
/// Within one matter the words are replaced one by one, from the last to the first, and read from the first to the last: of two words
/// the later one is never older than the earlier one.
pub type Posting = [u64; BOARD_WORDS];

/// The words of one board in memory that both ends see.
pub(crate) struct Board<'a>(pub(crate) [&'a AtomicU64; BOARD_WORDS]);

impl Board<'_> {
    /// Replaces the posting. One thread at a time. What the caller reads afterwards, it reads after the other end can see this.
    pub(crate) fn post(&self, posting: &Posting) {
        let [matter, words @ ..] = self.0;
        let [new_matter, values @ ..] = posting;
        let another = matter.load(Relaxed) != *new_matter;
        if another {
            matter.store(0, Relaxed);
        }
        for (word, value) in words.iter().zip(values).rev() {
            word.store(*value, Release);
        }
        if another {
            matter.store(*new_matter, Release);
        }
        fence(SeqCst);
    }

    /// The posting; `None` before the first one, and while the matter changes.
    pub(crate) fn read(&self) -> Option<Posting> {
        let posting = self.0.map(|word| word.load(Acquire));
        (posting[0] != 0 && self.0[0].load(Relaxed) == posting[0]).then_some(posting)
    }
}

/// A board of a channel within one process.
#[derive(Debug, Default)]
pub(crate) struct OwnedBoard {
    words: [AtomicU64; BOARD_WORDS],
}

impl OwnedBoard {
    pub(crate) fn board(&self) -> Board<'_> {
        Board(self.words.each_ref())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sync::model::{Named, Scene, check, unnoticed_orders};

    const MOST: usize = 20_000;

    /// Each end posts `rounds` of one matter, then looks at the board of the other.
    fn both(scene: &mut Scene, rounds: u64) {
        let boards: [Arc<OwnedBoard>; 2] = [Arc::default(), Arc::default()];
        let missed = [Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0))];
        for end in 0..2 {
            let own = Arc::clone(&boards[end]);
            let other = Arc::clone(&boards[1 - end]);
            let missed = Arc::clone(&missed[end]);
            scene.thread(move || {
                for round in 1..=rounds {
                    own.board().post(&[1, round, round, round, round]);
                }
                let seen = other.board().read().unwrap_or_default();
                assert!(seen[1..].is_sorted(), "{seen:?}");
                missed.store(u64::from(seen[1] < rounds), Relaxed);
            });
        }
        scene.at_end(move || {
            let missed = missed.map(|it| it.load(Relaxed));
            assert_ne!(missed, [1, 1], "one of both sees the last of the other");
        });
    }

    /// One end posts about one matter, then about another; the other end looks.
    fn another_matter(scene: &mut Scene) {
        let board: Arc<OwnedBoard> = Arc::default();
        let own = Arc::clone(&board);
        scene.thread(move || {
            own.board().post(&[1; BOARD_WORDS]);
            own.board().post(&[2; BOARD_WORDS]);
        });
        scene.thread(move || {
            if let Some([matter, words @ ..]) = board.board().read() {
                assert_eq!(words, [matter; BOARD_WORDS - 1], "of one matter");
            }
        });
    }

    /// What a grant of time relies on: of two that post and then look, at least one sees what the other has posted.
    #[test]
    fn of_two_that_post_and_then_look_one_sees_the_other() {
        check(MOST, |scene| both(scene, 1));
    }

    #[test]
    fn later_words_are_never_older_than_earlier_ones() {
        check(MOST, |scene| both(scene, 2));
    }

    #[test]
    fn words_of_two_matters_are_never_seen_together() {
        check(MOST, another_matter);
    }

    #[test]
    fn every_order_of_a_board_is_needed() {
        let once = |scene: &mut Scene| both(scene, 1);
        let twice = |scene: &mut Scene| both(scene, 2);
        let scenes: [Named<'_>; 3] = [
            ("once", MOST, &once),
            ("twice", MOST, &twice),
            ("another matter", MOST, &another_matter),
        ];
        let (unnoticed, noticed) = unnoticed_orders(&scenes);
        assert!(unnoticed.is_empty(), "{unnoticed:#?}");
        assert!(noticed > 0);
    }
}
