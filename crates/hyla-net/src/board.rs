//! Boards: a few words that one end of a channel shows the other without a message.
//!
//! Each end of a channel within one host has a board of its own, which only it writes. The other end looks at it whenever it
//! likes: that costs a cache line, wakes nobody, and may miss what was posted in between. Whoever has to be woken gets a frame besides.

use std::sync::Arc;

use crate::in_process::Inbox;
use crate::memory::MemoryBoards;
use crate::sync::{AtomicU64, fence};
use crate::{Channel, SharedTable};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// Words of one posting.
pub const BOARD_WORDS: usize = 5;

/// One posting. The first word numbers the matter and is not 0; the others mean what both ends have agreed on.
///
/// Within one matter the words are replaced one by one, from the last to the first, and read from the first to the last: of two words
/// the later one is never older than the earlier one.
pub type Posting = [u64; BOARD_WORDS];

/// Everything that this thread has posted can be seen before it looks at what others have posted: of two that post, call this
/// and then look, at least one sees what the other has posted. Takes some tens of nanoseconds, however many were posted.
pub fn settle_postings() {
    fence(SeqCst);
}

/// The boards of both ends of a channel ([`Channel::boards`]), at hand for an end that looks at them often.
///
/// They stay as long as this does, whatever becomes of the channel: then nobody else may look at them or write them any more.
#[derive(Clone, Debug)]
pub struct ChannelBoards {
    place: BoardPlace,
    channel: Channel,
}

/// Memory of two boards.
#[derive(Clone, Debug)]
pub(crate) enum BoardPlace {
    /// Between processes.
    Memory(MemoryBoards),
    /// Within this process.
    InProcess {
        /// Holds the own board.
        own: Arc<Inbox>,
        /// Holds the board of the other end.
        far: Arc<Inbox>,
    },
}

impl ChannelBoards {
    pub(crate) fn new(place: BoardPlace, channel: Channel) -> Self {
        Self { place, channel }
    }

    /// Shows the other end a posting, which replaces the last one, and wakes nobody. [`settle_postings`] comes between the last
    /// posting and a look at other boards. Takes some nanoseconds. One thread at a time.
    #[inline]
    pub fn post(&self, posting: &Posting) {
        match &self.place {
            BoardPlace::Memory(boards) => boards.own().post(posting),
            BoardPlace::InProcess { own, .. } => own.board().post(posting),
        }
    }

    /// The other end's last posting; `None` before the first one, and while the other end begins another matter. Takes a cache line.
    #[inline]
    pub fn posted(&self) -> Option<Posting> {
        self.far().read()
    }

    /// Makes the thread that polls the other end look at its boards, if it sleeps; [`post`](Self::post) and [`settle_postings`]
    /// come first. Takes some nanoseconds, or a system call.
    pub fn rouse(&self) {
        self.channel.rouse();
    }

    /// Whether the other end's posting is about that matter, and its second word at least that number.
    #[inline]
    pub(crate) fn reaches(&self, matter: u64, at_least: u64) -> bool {
        self.far().reaches(matter, at_least)
    }

    #[inline]
    fn far(&self) -> Board<'_> {
        match &self.place {
            BoardPlace::Memory(boards) => boards.far(),
            BoardPlace::InProcess { far, .. } => far.board(),
        }
    }
}

/// The words of one board in memory that both ends see.
pub(crate) struct Board<'a>(pub(crate) &'a [AtomicU64; BOARD_WORDS]);

impl Board<'_> {
    /// Replaces the posting. One thread at a time. [`settle_postings`] follows before it looks at other boards.
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
    }

    /// Whether the posting is about that matter, and its second word at least that number.
    pub(crate) fn reaches(&self, matter: u64, at_least: u64) -> bool {
        self.0[0].load(Acquire) == matter
            && self.0[1].load(Acquire) >= at_least
            && self.0[0].load(Relaxed) == matter
    }

    /// The posting; `None` before the first one, and while the matter changes.
    pub(crate) fn read(&self) -> Option<Posting> {
        let mut posting = Posting::default();
        for (into, word) in posting.iter_mut().zip(self.0) {
            *into = word.load(Acquire);
        }
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
        Board(&self.words)
    }
}

/// Where somebody posts: on a board, in a row of a table, or on either.
#[derive(Clone, Debug)]
pub struct Watched<B = ChannelBoards, T = SharedTable> {
    /// The boards of the channel to it.
    pub boards: Option<B>,
    /// A table, and its row there.
    pub row: Option<(T, usize)>,
}

/// What somebody watches.
#[derive(Clone, Debug)]
pub struct Watch<B = ChannelBoards, T = SharedTable> {
    /// A table, and the own row there, where others see whether this one sleeps.
    pub own: Option<(T, usize)>,
    /// Where the others post.
    pub places: WatchedPlaces<B, T>,
}

/// Where those post that somebody watches.
#[derive(Clone, Debug)]
pub enum WatchedPlaces<B = ChannelBoards, T = SharedTable> {
    /// Each in a place of its own.
    Each(Vec<Watched<B, T>>),
    /// In rows of one table.
    Rows(T, Vec<usize>),
}

impl<B, T> Watch<B, T> {
    /// Whether it is nothing.
    pub fn is_empty(&self) -> bool {
        match &self.places {
            WatchedPlaces::Each(each) => each.is_empty(),
            WatchedPlaces::Rows(_, rows) => rows.is_empty(),
        }
    }
}

impl Watch {
    /// Whether the one at that place has reached a number; `None` if there is no such place.
    #[inline]
    fn reaches(&self, at: usize, matter: u64, awaited: u64) -> Option<bool> {
        match &self.places {
            WatchedPlaces::Each(each) => Some(each.get(at)?.reaches(matter, awaited)),
            WatchedPlaces::Rows(table, rows) => {
                Some(table.reaches(*rows.get(at)?, matter, awaited))
            }
        }
    }
}

impl Watched {
    /// Whether a posting is about that matter, and its second word at least that number.
    fn reaches(&self, matter: u64, at_least: u64) -> bool {
        let row = self.row.as_ref();
        row.is_some_and(|(table, row)| table.reaches(*row, matter, at_least))
            || (self.boards.as_ref()).is_some_and(|boards| boards.reaches(matter, at_least))
    }
}

/// Boards of an endpoint's channels that its owner watches.
#[derive(Debug)]
pub(crate) struct BoardWatch {
    matter: u64,
    watch: Watch,
    /// What was awaited at the last look, and how many boards have reached it.
    awaited: u64,
    reached: usize,
    /// The own row says that this one sleeps.
    sleeps: bool,
}

impl BoardWatch {
    pub(crate) fn new(matter: u64, watch: Watch) -> Self {
        Self {
            matter,
            watch,
            awaited: 0,
            reached: 0,
            sleeps: false,
        }
    }

    /// Shows others whether its owner sleeps. Before it does, a fence and a last look follow.
    #[inline]
    pub(crate) fn say_asleep(&mut self, sleeps: bool) {
        if self.sleeps != sleeps {
            self.sleeps = sleeps;
            if let Some((table, row)) = &self.watch.own {
                table.say_asleep(*row, sleeps);
            }
        }
    }

    /// Whether it is about no board.
    pub(crate) fn is_empty(&self) -> bool {
        self.watch.is_empty()
    }

    /// Whether all have reached that number. Numbers do not fall within a matter, so none is looked at after it has.
    pub(crate) fn reaches(&mut self, awaited: u64) -> bool {
        if std::mem::replace(&mut self.awaited, awaited) != awaited {
            self.reached = 0;
        }
        while let Some(reaches) = self.watch.reaches(self.reached, self.matter, awaited) {
            if !reaches {
                return false;
            }
            self.reached += 1;
        }
        true
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::memory::wake::{say_asleep, takes_asleep};
    use crate::sync::AtomicU32;
    use crate::sync::model::{Bell, Named, Scene, check, unnoticed_orders};

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
                settle_postings();
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

    /// One end posts about one matter, then with another number about another; the other end watches one of both.
    fn a_watched_matter(scene: &mut Scene, numbers: [u64; 2], watched: u64) {
        let board: Arc<OwnedBoard> = Arc::default();
        let own = Arc::clone(&board);
        scene.thread(move || {
            for (matter, number) in (1..).zip(numbers) {
                own.board().post(&[matter, number, 0, 0, 0]);
            }
        });
        let most = numbers[0].max(numbers[1]);
        scene.thread(move || assert!(!board.board().reaches(watched, most), "of the other"));
    }

    /// Where others see whether a thread sleeps.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Asleep {
        /// In a word for each of them.
        ForEach,
        /// In one word for all, as in a table.
        InRow,
        /// The same; and who sees that nobody sleeps looks at nothing else.
        InSum,
    }

    /// A thread posts what it waits for and sleeps; so many others post what releases it together. Who sees that all have
    /// wakes it.
    fn a_sleeper(scene: &mut Scene, others: usize, says: Asleep) {
        struct Table {
            /// By writer and reader; the sleeper is the last of all.
            boards: Vec<Vec<OwnedBoard>>,
            asleep: Vec<AtomicU32>,
            sleepers: AtomicU64,
            bell: Bell,
        }
        let row = || (0..=others).map(|_| OwnedBoard::default()).collect();
        let table = Arc::new(Table {
            boards: (0..=others).map(|_| row()).collect(),
            asleep: (0..others).map(|_| AtomicU32::new(0)).collect(),
            sleepers: AtomicU64::new(0),
            bell: Bell::default(),
        });
        let post = |table: &Table, own: usize, bound: u64| {
            for (reader, board) in table.boards[own].iter().enumerate() {
                if reader != own {
                    board.board().post(&[1, bound, 0, 0, 0]);
                }
            }
            settle_postings();
        };
        let all = move |table: &Table, reader: usize| {
            let mut writers = (0..others).filter(|writer| *writer != reader);
            writers.all(|writer| table.boards[writer][reader].board().reaches(1, 2))
        };
        for own in 0..others {
            let table = Arc::clone(&table);
            scene.thread(move || {
                post(&table, own, 2);
                if says == Asleep::InSum && table.sleepers.load(Relaxed) == 0 {
                    return;
                }
                let waits = table.boards[others][own].board().reaches(1, 1);
                if !waits || !all(&table, own) {
                    return;
                }
                let sleeps = match says {
                    Asleep::ForEach => takes_asleep(&table.asleep[own]),
                    Asleep::InRow | Asleep::InSum => table.asleep[0].load(Relaxed) != 0,
                };
                if sleeps {
                    table.bell.ring(own);
                }
            });
        }
        scene.thread(move || {
            post(&table, others, 1);
            while !all(&table, others) {
                match says {
                    Asleep::ForEach => table.asleep.iter().for_each(say_asleep),
                    Asleep::InRow => table.asleep[0].store(1, Relaxed),
                    // As `SharedTable::say_asleep`.
                    Asleep::InSum => {
                        if table.asleep[0].swap(1, Relaxed) == 0 {
                            table.sleepers.fetch_add(1, Relaxed);
                        }
                    }
                }
                fence(SeqCst);
                if !all(&table, others) {
                    table.bell.hear();
                }
            }
        });
    }

    /// Two members of a table, one of whom gets it between its two postings or not at all, by the rules of `hyla-link/src/links/boards.rs`: of both,
    /// one sees the last of the other.
    fn a_table_that_comes(scene: &mut Scene, comes: bool) {
        #[derive(Default)]
        struct Shared {
            /// One word of each posting; 0: none.
            rows: [AtomicU64; 2],
            boards: [AtomicU64; 2],
        }
        struct Member {
            own: usize,
            shared: Arc<Shared>,
            has_table: bool,
            is_complete: bool,
        }
        impl Member {
            fn post_and_look(&mut self, round: u64) -> u64 {
                if self.has_table {
                    self.shared.rows[self.own].store(round, Release);
                }
                if !self.is_complete {
                    self.shared.boards[self.own].store(round, Release);
                }
                settle_postings();
                let other = 1 - self.own;
                if self.has_table {
                    let seen = self.shared.rows[other].load(Acquire);
                    if seen != 0 {
                        self.is_complete = true;
                        return seen;
                    }
                }
                self.shared.boards[other].load(Acquire)
            }
        }
        let shared: Arc<Shared> = Arc::default();
        let missed = [Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0))];
        for own in 0..2 {
            let mut member = Member {
                own,
                shared: Arc::clone(&shared),
                has_table: own == 0,
                is_complete: false,
            };
            let missed = Arc::clone(&missed[own]);
            scene.thread(move || {
                let _before = member.post_and_look(1);
                member.has_table |= comes;
                missed.store(u64::from(member.post_and_look(2) < 2), Relaxed);
            });
        }
        scene.at_end(move || {
            let missed = missed.map(|it| it.load(Relaxed));
            assert_ne!(missed, [1, 1], "one of both sees the last of the other");
        });
    }

    #[test]
    fn nobody_is_missed_while_a_table_takes_over() {
        check(MOST, |scene| a_table_that_comes(scene, true));
        check(MOST, |scene| a_table_that_comes(scene, false));
    }

    /// What a wait relies on: it ends when everything that it waits for is posted.
    #[test]
    fn nobody_sleeps_for_ever() {
        for says in [Asleep::ForEach, Asleep::InRow, Asleep::InSum] {
            check(MOST, |scene| a_sleeper(scene, 1, says));
            check(MOST, |scene| a_sleeper(scene, 2, says));
        }
    }

    /// What a look without counts relies on (`have_promised` in `hyla-link/src/links/boards.rs`): who has seen a posting, and a total that is
    /// the sum of the last look, has seen all counts that precede the posting.
    fn counts_before_a_posting(scene: &mut Scene) {
        let board: Arc<OwnedBoard> = Arc::default();
        let total = Arc::new(AtomicU64::new(0));
        let own = (Arc::clone(&board), Arc::clone(&total));
        scene.thread(move || {
            let (board, total) = own;
            board.board().post(&[1, 1, 0, 0, 0]);
            // Two messages are sent, one after the other.
            for sent in 1..=2 {
                total.fetch_add(1, Relaxed);
                board.board().post(&[1, 1 + sent, 0, 0, sent]);
            }
        });
        scene.thread(move || {
            let looked = board.board().read().unwrap_or_default();
            for promised in [2, 3] {
                let sum = looked[4];
                if board.board().reaches(1, promised) && total.load(Relaxed) == sum {
                    assert!(sum >= promised - 1, "{sum} of {promised}");
                }
            }
        });
    }

    #[test]
    fn nobody_overlooks_a_count_that_changed_before_a_posting() {
        check(MOST, counts_before_a_posting);
    }

    #[test]
    fn a_number_of_another_matter_is_never_taken_for_one_of_this() {
        check(MOST, |scene| a_watched_matter(scene, [1, 2], 1));
        check(MOST, |scene| a_watched_matter(scene, [2, 1], 2));
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
        let risen = |scene: &mut Scene| a_watched_matter(scene, [1, 2], 1);
        let fallen = |scene: &mut Scene| a_watched_matter(scene, [2, 1], 2);
        let sleeper = |scene: &mut Scene| a_sleeper(scene, 1, Asleep::ForEach);
        let scenes: [Named<'_>; 6] = [
            ("once", MOST, &once),
            ("twice", MOST, &twice),
            ("another matter", MOST, &another_matter),
            ("a number that rises", MOST, &risen),
            ("a number that falls", MOST, &fallen),
            ("a sleeper", MOST, &sleeper),
        ];
        let (unnoticed, noticed) = unnoticed_orders(&scenes);
        assert!(unnoticed.is_empty(), "{unnoticed:#?}");
        assert!(noticed > 0);
    }
}
