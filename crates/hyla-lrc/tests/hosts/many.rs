//! Many federates in as many processes of one small machine: what each of them takes.

use std::time::{Duration, Instant};

use crate::child::{Location, Process};
use crate::federate::WATCHDOG;

/// Default of `channel.ring_memory_bytes`.
const RING_MEMORY: u64 = 16 << 20;

/// On a busy machine sixty-four processes on two processors can keep each other waiting for seconds.
const PATIENT: &str = "timeout.connect_ms = 60000";

/// Resources of a process.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    /// Threads that Hyla made.
    threads: usize,
    descriptors: usize,
    /// Bytes that the process has for itself.
    own: u64,
    /// Bytes of shared memory, its share of what it shares.
    shared: u64,
}

impl Taken {
    fn by(process: u32) -> Self {
        let directory = |name: &str| std::fs::read_dir(format!("/proc/{process}/{name}")).unwrap();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm"));
        let threads = directory("task").flatten().map(name);
        let rollup = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap();
        let bytes = |row: &str| -> u64 {
            let line = rollup.lines().find_map(|line| line.strip_prefix(row));
            let number = line.and_then(|line| line.split_whitespace().next());
            number.map_or(0, |kib| kib.parse::<u64>().unwrap() << 10)
        };
        Self {
            threads: threads
                .flatten()
                .filter(|name| name.starts_with("hyla"))
                .count(),
            descriptors: directory("fd").count(),
            own: bytes("Pss_Anon:"),
            shared: bytes("Pss_Shmem:"),
        }
    }

    /// Whether it is no more than is documented, where all rings together may have grown by so much.
    #[track_caller]
    fn is_within(self, peers: u64, grown: u64) {
        assert_eq!(self.threads, 1);
        assert!(self.descriptors as u64 <= 16 + 3 * peers, "{self:?}");
        assert!(
            self.shared <= (1 << 20) + peers * (40 << 10) + grown,
            "{self:?}"
        );
        assert!(self.own <= (8 << 20) + peers * (1 << 20), "{self:?}");
    }

    /// Half of a ring is its writer's share and half its reader's: in a crowd where all do the same this is as much
    /// as if each had the rings that it writes to itself. The way to the RTI is a channel, too.
    fn shared_is_within(self, peers: u64, grown: u64) -> bool {
        self.shared <= (peers + 1) * (40 << 10) + grown
    }

    fn most(self, other: Self) -> Self {
        Self {
            threads: self.threads.max(other.threads),
            descriptors: self.descriptors.max(other.descriptors),
            own: self.own.max(other.own),
            shared: self.shared.max(other.shared),
        }
    }
}

/// Processes that get the same orders.
struct Crowd(Vec<Process>);

impl Crowd {
    fn joining(count: usize, federation: &str, settings: &str) -> Self {
        let join = |number| {
            let name = format!("federate {number}");
            Process::joining(Location::Here, federation, &name, settings)
        };
        Self((0..count).map(join).collect())
    }

    fn all_answer(&self, expected: &str) {
        for process in &self.0 {
            assert_eq!(process.answer(), expected);
        }
    }

    fn all(&mut self, order: &str, expected: &str) {
        for process in &mut self.0 {
            process.order(order);
        }
        self.all_answer(expected);
    }

    /// Waits until nobody has more than before the large updates.
    fn until_small(&self) {
        let deadline = Instant::now() + WATCHDOG;
        let peers = self.0.len() as u64 - 1;
        while !self
            .0
            .iter()
            .all(|process| Taken::by(process.id()).shared_is_within(peers, 0))
        {
            assert!(Instant::now() < deadline, "no memory comes back");
            std::thread::sleep(Duration::from_millis(200));
        }
        self.most("after a rest");
    }

    /// The most that one of them has.
    fn most(&self, what: &str) -> Taken {
        let taken = self.0.iter().map(|process| Taken::by(process.id()));
        let most = taken.fold(Taken::default(), Taken::most);
        println!(
            "{:2} federates, {what}: {} thread, {} descriptors, {} KiB of its own, {} KiB shared",
            self.0.len(),
            most.threads,
            most.descriptors,
            most.own >> 10,
            most.shared >> 10,
        );
        most
    }
}

/// Of so many federates it is looked whether they give memory back, which takes some seconds.
const SOME: usize = 8;

/// So many federates join, send to all others, and leave.
fn everybody_meets(count: usize) {
    let others = count - 1;
    let (rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let start = Instant::now();
    let settings = format!("rti.address = {address}; {PATIENT}");
    let mut crowd = Crowd::joining(count, "many", &settings);
    crowd.all_answer("joined");
    crowd.all(&format!("meet {others}"), "met");
    let met = start.elapsed();
    for process in &crowd.0 {
        assert_eq!(process.channels_in_memory(), count);
    }

    crowd.all("send reliable 20 100", "sent");
    crowd.all("send best-effort 20 100", "sent");
    crowd.all(&format!("all {others} 20"), "in order");
    crowd.all(&format!("some {others}"), "in order");
    let small = crowd.most("small updates");
    // More than a ring holds at first.
    crowd.all("send reliable 2 65536", "sent");
    crowd.all(&format!("all {others} 22"), "in order");
    let large = crowd.most("64 KiB updates");

    if count == SOME {
        crowd.until_small();
    }
    let by_rti = Taken::by(rti.id());
    println!("{count:2} federates, their RTI: {by_rti:?}");
    assert!(by_rti.descriptors <= 15 + 3 * count, "{by_rti:?}");
    crowd.all("leave", "left");
    println!(
        "{count:2} federates met after {met:.1?}, left after {:.1?}",
        start.elapsed()
    );
    small.is_within(others as u64, 0);
    large.is_within(others as u64, RING_MEMORY);
}

/// The figures are those of `docs/limits.md`.
#[test]
fn sixty_four_processes_meet_within_the_limits_that_are_documented() {
    for count in [2, 8, 32, 64] {
        everybody_meets(count);
    }
}

#[test]
fn over_tcp_a_channel_is_one_descriptor() {
    let (_rti, address) = Process::rti(Location::Here, "127.0.0.1:0", "");
    let settings = format!("rti.address = {address}; {PATIENT}; peer.shared_memory = false");
    let mut crowd = Crowd::joining(SOME, "tcp", &settings);
    crowd.all_answer("joined");
    let others = SOME - 1;
    crowd.all(&format!("meet {others}"), "met");
    crowd.all("send reliable 20 100", "sent");
    crowd.all(&format!("all {others} 20"), "in order");

    let most = crowd.most("over TCP");

    assert_eq!((most.threads, most.shared), (1, 0));
    assert!(most.descriptors <= 12 + SOME, "{most:?}");
    crowd.all("leave", "left");
}
