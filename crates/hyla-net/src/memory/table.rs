//! Memory that more than two processes of one host see: a row for each, which only its owner writes, and two sums over all rows.

use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release};

use mio::net::UnixStream;

use super::mapping::Mapping;
use super::passing::{self, PassedMemory};
use crate::board::Board;
use crate::sync::AtomicU64;
use crate::sys::KeptFromChildren;
use crate::table::{MOST_ROWS, PassedTable};

/// Kind of the message that passes a table; its numbers are those of the matter and of the rows.
const WORD: [u8; 8] = *b"HYLA-ST\x02";

/// The sums have a cache line each.
const SLEEPERS: usize = 0;
const TOTAL: usize = 64;
const HEAD_BYTES: usize = 128;

/// A posting of each row, and whether its owner sleeps, have a cache line.
const ROW_BYTES: usize = 64;
const ASLEEP: usize = 48;

/// Sums, rows of postings, then a square of counts.
#[derive(Clone, Debug)]
pub(crate) struct TableMemory {
    memory: Arc<Mapping>,
    rows: usize,
    /// To pass it on; only where it was made.
    descriptor: Option<Arc<Source>>,
}

#[derive(Debug)]
struct Source {
    /// Dropped before the descriptor.
    _kept: KeptFromChildren,
    memory: OwnedFd,
}

fn bytes(rows: usize) -> usize {
    HEAD_BYTES + rows * ROW_BYTES + rows * rows * 8
}

impl TableMemory {
    /// Makes memory for so many rows, all of zeros.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn new(rows: usize) -> io::Result<Self> {
        let memory = passing::make_memory("hyla-table", bytes(rows))?;
        let mapping = Mapping::new(memory.as_fd(), bytes(rows))?;
        Ok(Self {
            memory: Arc::new(mapping),
            rows,
            descriptor: Some(Arc::new(Source {
                _kept: KeptFromChildren::new(&memory),
                memory,
            })),
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> Board<'_> {
        assert!(row < self.rows, "no row {row}");
        Board(self.memory.words(HEAD_BYTES + row * ROW_BYTES))
    }

    /// Not 0: the owner of the row sleeps, or is about to.
    #[inline]
    pub(crate) fn asleep(&self, row: usize) -> &AtomicU64 {
        assert!(row < self.rows, "no row {row}");
        self.memory.word(HEAD_BYTES + row * ROW_BYTES + ASLEEP)
    }

    /// Number of owners that sleep, or are about to. Too great after one was killed in its sleep.
    #[inline]
    pub(crate) fn sleepers(&self) -> &AtomicU64 {
        self.memory.word(SLEEPERS)
    }

    /// Sum of all counts.
    #[inline]
    pub(crate) fn total(&self) -> &AtomicU64 {
        self.memory.word(TOTAL)
    }

    #[inline]
    fn count_at(&self, row: usize, column: usize) -> usize {
        assert!(row < self.rows && column < self.rows, "no such count");
        HEAD_BYTES + self.rows * ROW_BYTES + (row * self.rows + column) * 8
    }

    #[inline]
    pub(crate) fn set_count(&self, row: usize, column: usize, count: u64) {
        let at = self.count_at(row, column);
        self.memory.word(at).store(count, Release);
    }

    #[inline]
    pub(crate) fn count(&self, row: usize, column: usize) -> u64 {
        self.memory.word(self.count_at(row, column)).load(Acquire)
    }

    /// Passes it to the process at the other end of a socket. Never blocks.
    pub(super) fn pass(&self, socket: &UnixStream, matter: u64) -> io::Result<()> {
        let source = self.descriptor.as_ref().ok_or(ErrorKind::InvalidInput)?;
        let numbers = [matter, self.rows as u64];
        passing::pass_memory(socket, WORD, numbers, source.memory.as_fd())
    }

    /// The table that the process at the other end, which is not trusted, has passed.
    ///
    /// # Errors
    /// Those of the system, and `InvalidData` for anything but a table.
    pub(super) fn of(passed: PassedMemory) -> io::Result<PassedTable> {
        let wrong = |what| io::Error::new(ErrorKind::InvalidData, what);
        if passed.word != WORD {
            return Err(wrong("what came beside the rings is no table"));
        }
        let [matter, rows] = passed.numbers;
        let rows = usize::try_from(rows).ok();
        let rows = rows
            .filter(|rows| (2..=MOST_ROWS).contains(rows))
            .ok_or_else(|| wrong("a table has an impossible number of rows"))?;
        passing::check_memory(&passed.memory, bytes(rows))?;
        let mapping = Mapping::new(passed.memory.as_fd(), bytes(rows))?;
        let table = Self {
            memory: Arc::new(mapping),
            rows,
            descriptor: None,
        };
        Ok(PassedTable {
            matter,
            table: table.into(),
        })
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use rustix::fs::{MemfdFlags, SealFlags};

    use super::*;

    /// Sends bytes with descriptors as they are, and gives what the other end makes of it.
    fn received(head: &[u8], descriptors: &[&OwnedFd]) -> io::Result<Option<PassedTable>> {
        let (from, to) = UnixStream::pair()?;
        let descriptors: Vec<_> = descriptors.iter().map(|it| it.as_fd()).collect();
        passing::send(&from, head, &descriptors)?;
        passing::receive_memory(&to)?
            .map(TableMemory::of)
            .transpose()
    }

    fn head(matter: u64, rows: u64) -> Vec<u8> {
        [WORD, matter.to_le_bytes(), rows.to_le_bytes()].concat()
    }

    fn memory(bytes: usize, seals: SealFlags) -> io::Result<OwnedFd> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let memory = rustix::fs::memfd_create("test", flags)?;
        rustix::fs::ftruncate(&memory, bytes as u64)?;
        rustix::fs::fcntl_add_seals(&memory, seals)?;
        Ok(memory)
    }

    #[test]
    fn only_memory_that_is_as_large_as_its_rows_and_stays_so_is_a_table() {
        let sealed = memory(bytes(3), SealFlags::SHRINK).unwrap();
        let table = received(&head(7, 3), &[&sealed]).unwrap().unwrap();
        assert_eq!((table.matter, table.table.rows()), (7, 3));

        let open = memory(bytes(3), SealFlags::GROW).unwrap();
        let cases: [(&str, Vec<u8>, Vec<&OwnedFd>); 8] = [
            ("may shrink", head(7, 3), vec![&open]),
            ("another size", head(7, 4), vec![&sealed]),
            ("impossible number", head(7, 1), vec![&sealed]),
            ("impossible number", head(7, u64::MAX), vec![&sealed]),
            ("without its memory", head(7, 3), vec![]),
            ("without its memory", head(7, 3), vec![&sealed, &sealed]),
            ("not of this protocol", b"rubbish".to_vec(), vec![&sealed]),
            ("no table", vec![7; 24], vec![&sealed]),
        ];
        for (problem, head, descriptors) in cases {
            let refused = received(&head, &descriptors).unwrap_err();
            assert!(
                refused.to_string().contains(problem),
                "{problem}: {refused}"
            );
        }
    }

    #[test]
    fn nothing_and_the_end_are_no_table_and_no_error() {
        let (from, to) = UnixStream::pair().unwrap();
        assert!(passing::receive_memory(&to).unwrap().is_none());
        drop(from);
        assert!(passing::receive_memory(&to).unwrap().is_none());
    }
}
