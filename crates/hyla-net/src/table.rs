//! Tables: a few words that each of several processes of one host shows all others.
//!
//! One of them makes the table and passes it to the others through the sockets of their channels ([`Channel::pass_table`](crate::Channel::pass_table)), where it
//! comes as [`Event::Table`](crate::Event::Table). It has a row for each, which only that one writes: a posting, as on a board
//! ([`ChannelBoards`](crate::ChannelBoards)), and a count for each other row. To see what all others show takes one cache line of each, in one page of memory,
//! where the boards of as many channels are in as many pages.
//!
//! Nothing keeps a process from writing the rows of others: share a table only with those who may do that.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use crate::Posting;
use crate::memory::TableMemory;

/// Most rows of a table.
pub const MOST_ROWS: usize = 256;

/// Memory of rows that several processes of one host see. It stays until the last copy of this value is dropped.
#[derive(Clone, Debug)]
pub struct SharedTable(TableMemory);

/// A table that another process has passed, and the number that it gave it.
#[derive(Debug)]
pub(crate) struct PassedTable {
    pub(crate) matter: u64,
    pub(crate) table: SharedTable,
}

impl From<TableMemory> for SharedTable {
    fn from(memory: TableMemory) -> Self {
        Self(memory)
    }
}

impl SharedTable {
    /// Makes a table with 2 to [`MOST_ROWS`] rows of zeros. Takes a descriptor and a page of memory or several.
    ///
    /// # Errors
    /// Those of the system; `Unsupported` where there is no shared memory.
    pub fn new(rows: usize) -> io::Result<Self> {
        if !(2..=MOST_ROWS).contains(&rows) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        TableMemory::new(rows).map(Self)
    }

    /// Its number of rows.
    pub fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Replaces the posting of a row, the caller's own. As [`ChannelBoards::post`](crate::ChannelBoards::post), for all others at once.
    ///
    /// # Panics
    /// If there is no such row, as all methods here.
    #[inline]
    pub fn post(&self, row: usize, posting: &Posting) {
        self.0.row(row).post(posting);
    }

    /// The posting of a row; `None` before the first one, and while another matter begins.
    #[inline]
    pub fn posted(&self, row: usize) -> Option<Posting> {
        self.0.row(row).read()
    }

    /// Sets the count of a row, the caller's own, for another one. Who sees a later posting of the row sees this count or a later one.
    #[inline]
    pub fn set_count(&self, row: usize, of: usize, count: u64) {
        self.0.set_count(row, of, count);
    }

    /// The count of a row for another one.
    #[inline]
    pub fn count(&self, row: usize, of: usize) -> u64 {
        self.0.count(row, of)
    }

    /// Adds to the total, by which owners of rows show all that their counts have grown. Who sees a later posting of the caller sees this total or a
    /// greater one.
    #[inline]
    pub fn add_to_total(&self, added: u64) {
        self.0.total().fetch_add(added, Relaxed);
    }

    /// The total.
    #[inline]
    pub fn total(&self) -> u64 {
        self.0.total().load(Relaxed)
    }

    /// Whether anybody sleeps who watches the table with a row as its own, or is about to. As [`is_asleep`](Self::is_asleep) for all rows at once; also
    /// true after one was killed in its sleep.
    #[inline]
    pub fn anyone_sleeps(&self) -> bool {
        self.0.sleepers().load(Relaxed) != 0
    }

    /// Whether who watches the table with this row as its own ([`Watch`](crate::Watch)) sleeps, or is about to: then
    /// [`ChannelBoards::rouse`](crate::ChannelBoards::rouse) wakes it. A posting and [`settle_postings`](crate::settle_postings) come first.
    #[inline]
    pub fn is_asleep(&self, row: usize) -> bool {
        self.0.asleep(row).load(Relaxed) != 0
    }

    /// The owner of a row is about to sleep: a fence and a last look must follow. Or it is awake again.
    #[inline]
    pub(crate) fn say_asleep(&self, row: usize, sleeps: bool) {
        let before = self.0.asleep(row).swap(u64::from(sleeps), Relaxed);
        match (before != 0, sleeps) {
            (false, true) => self.0.sleepers().fetch_add(1, Relaxed),
            (true, false) => self.0.sleepers().fetch_sub(1, Relaxed),
            _ => 0,
        };
    }

    /// Whether the posting of a row is about that matter, and its second word at least that number.
    #[inline]
    pub fn reaches(&self, row: usize, matter: u64, at_least: u64) -> bool {
        self.0.row(row).reaches(matter, at_least)
    }

    pub(crate) fn memory(&self) -> &TableMemory {
        &self.0
    }
}
