//! Steps of the bare machine: a barrier, and before it messages from each process to each other one by a ring for each pair.

use std::io;
use std::sync::Arc;

use hyla_baselines::Wait;
use hyla_baselines::barrier::Barrier;
use hyla_baselines::memory::{MemoryAddress, SharedMemory};
use hyla_baselines::ring::{self, Reader, Writer};
use serde::{Deserialize, Serialize};

use crate::job::Work;

/// Where the rings between a process and another one are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RingPlaces {
    /// To the other one.
    there: MemoryAddress,
    /// From the other one.
    back: MemoryAddress,
}

/// Memory of the rings from each process to each other one, by sender and receiver; none without messages.
///
/// # Errors
/// Those of the system.
pub(super) fn memories(work: &Work, processes: u32) -> io::Result<Vec<Vec<Option<SharedMemory>>>> {
    let (messages, _) = messages_of(work);
    let processes = if messages == 0 { 0 } else { processes };
    let ring = |from: u32, to: u32| (from != to).then(ring::memory).transpose();
    let from = |from: u32| (0..processes).map(|to| ring(from, to)).collect();
    (0..processes).map(from).collect()
}

/// Whether all messages of a step lie in a ring until they are read.
pub(super) fn fit(work: &Work) -> bool {
    let (messages, bytes) = messages_of(work);
    messages as usize <= ring::CAPACITY / bytes.max(1)
}

/// The rings of one process among them.
pub(super) fn places(memories: &[Vec<Option<SharedMemory>>], of: u32) -> Vec<RingPlaces> {
    let ring = |from: usize, to: usize| memories[from][to].as_ref().map(SharedMemory::address);
    let of = of as usize;
    let all = 0..memories.len();
    let places = all.filter_map(|other| {
        let (there, back) = (ring(of, other)?, ring(other, of)?);
        Some(RingPlaces { there, back })
    });
    places.collect()
}

/// Messages of a step, and bytes of each.
fn messages_of(work: &Work) -> (u32, usize) {
    match *work {
        Work::TimeAdvance {
            messages, bytes, ..
        } => (messages, bytes as usize),
        _ => (0, 0),
    }
}

/// The steps of one process.
#[derive(Debug)]
pub(super) struct Steps {
    barrier: Barrier,
    outs: Vec<Writer>,
    backs: Vec<Reader>,
    messages: u32,
    message: Vec<u8>,
}

impl Steps {
    /// # Errors
    /// Those of the system.
    pub(super) fn new(
        barrier: Barrier,
        rings: &[RingPlaces],
        work: &Work,
        wait: Wait,
    ) -> io::Result<Self> {
        let open = |at| SharedMemory::open(at).map(Arc::new);
        let outs = rings.iter().map(|it| Writer::new(open(it.there)?, wait));
        let backs = rings.iter().map(|it| Reader::new(open(it.back)?, wait));
        let (messages, bytes) = messages_of(work);
        Ok(Self {
            barrier,
            outs: outs.collect::<io::Result<_>>()?,
            backs: backs.collect::<io::Result<_>>()?,
            messages,
            message: vec![0x5a; bytes],
        })
    }

    /// Sends to all, meets all, and takes what they have sent.
    pub(super) fn take(&mut self) {
        for _ in 0..self.messages {
            for out in &mut self.outs {
                out.write(&self.message);
            }
        }
        for out in &mut self.outs {
            out.flush();
        }
        self.barrier.wait();
        for back in &mut self.backs {
            for _ in 0..self.messages {
                back.read(&mut self.message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hyla_baselines::barrier;

    use super::*;
    use crate::job::Advance;

    #[test]
    fn after_a_step_each_has_taken_the_messages_of_all_others() {
        const PROCESSES: u32 = 3;
        let work = Work::TimeAdvance {
            service: Advance::LockStep,
            lookahead: 1.0,
            step: 1.0,
            messages: 2,
            bytes: 8,
            warm_up: 0,
            grants: 1,
        };
        let memories = memories(&work, PROCESSES).unwrap();
        let memory = Arc::new(barrier::memory().unwrap());
        let threads: Vec<_> = (0..PROCESSES)
            .map(|number| {
                let (rings, work) = (places(&memories, number), work.clone());
                let barrier = Barrier::new(Arc::clone(&memory), PROCESSES, Wait::Yield);
                let mut steps = Steps::new(barrier, &rings, &work, Wait::Yield).unwrap();
                std::thread::spawn(move || {
                    assert_eq!(steps.backs.len(), 2);
                    for turn in 0..100_u8 {
                        steps.message = vec![turn; 8];
                        steps.message[0] = number as u8;
                        steps.take();
                        // The last message is that of the last other one.
                        let mut expected = [turn; 8];
                        expected[0] = if number == 2 { 1 } else { 2 };
                        assert_eq!(steps.message, expected, "of process {number}");
                    }
                    assert!(steps.backs.iter().all(|back| !back.has_more()));
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
    }

    #[test]
    fn without_messages_there_are_no_rings() {
        let work = Work::Idle {};
        assert!(fit(&work));
        assert!(memories(&work, 3).unwrap().is_empty());
        assert!(places(&[], 1).is_empty());
    }
}
