//! Readers of the frames of an endpoint, as their sender sees them.

use std::os::fd::BorrowedFd;
use std::sync::atomic::Ordering::Acquire;
use std::sync::{Arc, Weak};

use super::far_frame::WORD;
use super::mapping::Mapping;
use super::ring::{self, Direction};
use super::slots::{self, SLOTS, SlotSet};
use super::{Joined, MemoryWire, passing};
use crate::ChannelId;
use crate::carrier::StreamWire;

/// The other end of a channel, as its sender needs it.
#[derive(Debug)]
pub(super) struct ReaderEnds {
    /// In which it says what it needs no more.
    ring: Arc<Mapping>,
    /// In which it writes.
    direction: Direction,
    process: Process,
}

/// A channel whose peer reads frames where they lie.
#[derive(Debug)]
pub(super) struct FrameReader {
    channel: ChannelId,
    wire: Weak<StreamWire>,
    ends: ReaderEnds,
    /// Frames that it may refer to, and the pages that they take.
    held: SlotSet,
    held_pages: usize,
}

/// A process, told from later ones with its number by the time at which it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    number: i32,
    began: u64,
}

impl Process {
    /// The running process with that number. `None` if there is none, or the system does not say.
    fn of(number: i32) -> Option<Self> {
        let text = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let began = running_since(&text)?;
        Some(Self { number, began })
    }

    fn has_ended(self) -> bool {
        Self::of(self.number) != Some(self)
    }
}

/// When a process began, by its line in /proc. `None` if it has ended, and only its parent has not asked how.
fn running_since(stat: &str) -> Option<u64> {
    // Its name may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?;
    let began = fields.nth(18)?.parse().ok()?;
    (!matches!(state, "Z" | "X" | "x")).then_some(began)
}

impl FrameReader {
    pub(super) fn new(channel: ChannelId, wire: &Arc<StreamWire>, ends: ReaderEnds) -> Self {
        Self {
            channel,
            wire: Arc::downgrade(wire),
            ends,
            held: SlotSet::default(),
            held_pages: 0,
        }
    }

    pub(super) fn channel(&self) -> ChannelId {
        self.channel
    }

    /// Whether it has the memory, and its end of the channel.
    pub(super) fn is_ready(&self) -> bool {
        let ReaderEnds {
            ring, direction, ..
        } = &self.ends;
        ring::resolves(ring, *direction).load(Acquire) == ring::HAS_MEMORY
    }

    /// Whether it may refer to so many pages more: two frames, however long.
    pub(super) fn has_room(&self, pages: usize, most_pages: usize) -> bool {
        let is_little = self.held_pages + pages <= most_pages || self.held.len() < 2;
        is_little && self.held.len() < SLOTS / 2
    }

    /// It may refer to a frame from now on, once. Gives whether it may.
    pub(super) fn lend(&mut self, slot: usize, pages: usize, most_pages: usize) -> bool {
        // A place is given back once.
        if self.held.contains(slot) || !self.has_room(pages, most_pages) {
            return false;
        }
        self.held.insert(slot);
        // A reader says that it leaves before it frees what it has not read: this place, too, unless it is seen to leave.
        if !self.is_ready() {
            self.held.remove(slot);
            return false;
        }
        self.held_pages += pages;
        true
    }

    /// It does not refer to a frame of so many pages; whether it might have.
    pub(super) fn take_back(&mut self, slot: usize, pages: usize) -> bool {
        let was_held = self.held.remove(slot);
        if was_held {
            self.held_pages -= pages;
        }
        was_held
    }

    /// Gives each frame to `each` that it needs no more, which gives its pages.
    pub(super) fn take_released(&mut self, each: impl FnMut(usize) -> usize) {
        let ReaderEnds {
            ring, direction, ..
        } = &self.ends;
        let released = slots::take_all(ring::released(ring, *direction));
        let released = self.held.take(released);
        self.held_pages -= released.iter().map(each).sum::<usize>();
    }

    /// The same of all its frames, if nobody can read them any more. A peer may need them longer than the channel.
    pub(super) fn take_all_of_the_dead(&mut self, each: impl FnMut(usize) -> usize) {
        let is_open = self.wire.strong_count() > 0;
        if !is_open && !self.held.is_empty() && self.ends.process.has_ended() {
            let all = std::mem::take(&mut self.held);
            self.held_pages -= all.iter().map(each).sum::<usize>();
        }
    }

    /// Whether it may refer to frames, now or later.
    pub(super) fn is_needed(&self) -> bool {
        !self.held.is_empty() || self.wire.strong_count() > 0
    }
}

impl MemoryWire {
    /// Whether the peer, which is of this user, reads frames where they lie, and its end can be seen.
    pub(crate) fn shares_frames(&self) -> bool {
        let reads = |joined: &Joined| {
            ring::resolves(&joined.memory, joined.out.other()).load(Acquire) != 0
                && joined.is_of_this_user
                && joined.process != 0
        };
        self.joined.get().is_some_and(reads)
    }

    /// Passes memory in which frames will lie. Never blocks.
    pub(super) fn pass_frames(
        &self,
        memory: BorrowedFd<'_>,
        number: u64,
        bytes: usize,
    ) -> Option<ReaderEnds> {
        let joined = self.joined.get()?;
        let process = Process::of(joined.process)?;
        passing::pass_memory(&self.socket, WORD, [number, bytes as u64], memory)
            .inspect_err(|error| tracing::debug!(%error, "no memory for frames passed to a peer"))
            .ok()?;
        joined.count_passed();
        joined.ring();
        Some(ReaderEnds {
            ring: Arc::clone(&joined.memory),
            direction: joined.out.other(),
            process,
        })
    }
}

#[cfg(all(test, not(miri)))]
#[expect(clippy::unwrap_used, reason = "test code")]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_process_runs_until_it_has_ended_though_its_parent_has_not_asked() {
        let me = std::process::id() as i32;
        let own = Process::of(me).unwrap();
        assert!(!own.has_ended());
        let later = Process {
            began: own.began + 1,
            ..own
        };
        assert!(later.has_ended());

        let mut child = std::process::Command::new("sleep")
            .arg("600")
            .spawn()
            .unwrap();
        let process = Process::of(child.id() as i32).unwrap();
        assert!(!process.has_ended());
        child.kill().unwrap();
        let begin = Instant::now();
        while !process.has_ended() {
            assert!(begin.elapsed() < Duration::from_secs(60), "hangs");
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(process.has_ended());
    }

    #[test]
    fn a_name_with_parentheses_is_no_state() {
        let line = |state: &str| {
            format!("7 (a) Z (b) {state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20\n")
        };
        assert_eq!(running_since(&line("S")), Some(4711));
        assert_eq!(running_since(&line("Z")), None);
        assert_eq!(running_since("7 (a) S 1 2"), None);
    }

    fn reader(ring: &Arc<Mapping>) -> FrameReader {
        let ends = ReaderEnds {
            ring: Arc::clone(ring),
            direction: Direction::Back,
            process: Process::of(std::process::id() as i32).unwrap(),
        };
        FrameReader {
            channel: ChannelId::from_raw(1),
            wire: Weak::new(),
            ends,
            held: SlotSet::default(),
            held_pages: 0,
        }
    }

    #[test]
    fn a_reader_gets_each_frame_once_and_no_more_than_its_part() {
        let ring = Arc::new(Mapping::of_nobody_else(4096));
        let mut reader = reader(&ring);
        assert!(!reader.lend(3, 1, 10), "it has no memory");
        let resolves = ring::resolves(&ring, Direction::Back);
        resolves.store(ring::HAS_MEMORY, std::sync::atomic::Ordering::Release);
        assert!(reader.lend(3, 4, 10));
        assert!(!reader.lend(3, 4, 10), "twice");
        assert!(reader.lend(4, 16, 10), "the second");
        assert!(!reader.lend(5, 1, 10), "too much");

        let released = ring::released(&ring, Direction::Back);
        slots::add(released, 4);
        slots::add(released, 9);
        let mut given = Vec::new();
        reader.take_released(|slot| {
            given.push(slot);
            16
        });
        assert_eq!(given, [4]);
        assert!(reader.lend(5, 6, 10));
        assert!(reader.take_back(5, 6) && !reader.take_back(5, 6));
        assert!(reader.lend(6, 6, 10));

        let most = (7..7 + SLOTS).take_while(|slot| reader.lend(*slot % SLOTS, 0, 10));
        assert_eq!(most.count(), SLOTS / 2 - 2);
    }
}
