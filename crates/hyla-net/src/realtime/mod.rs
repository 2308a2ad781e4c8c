//! Real time: scheduling and processors of a thread, and locked memory.
//!
//! Nothing here checks permissions beforehand; [`crate::admit`] does.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "elsewhere.rs")]
mod system;

use std::fmt;
use std::io;

use crate::{Profile, Scheduling};

pub(crate) use system::{cpus as thread_cpus, run_on as place_thread};
use system::{lock, unlock};

/// Scheduling of a thread. Plain by default: like every other thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadPlan {
    /// Scheduling class.
    pub scheduling: Scheduling,
    /// Permitted processors; empty: no change.
    pub cpus: Vec<usize>,
}

/// A part of a plan that the system refused.
#[derive(Debug, thiserror::Error)]
#[error("{field} = {asked}: {cause}")]
pub struct PlanError {
    /// `scheduling` or `cpus`.
    pub field: &'static str,
    /// Its value.
    pub asked: String,
    /// Error of the system.
    pub cause: io::Error,
}

impl ThreadPlan {
    /// For the receiving thread of a profile.
    pub fn of(profile: &Profile) -> Self {
        Self {
            scheduling: profile.scheduling,
            cpus: profile.cpus.clone(),
        }
    }

    /// Whether there is nothing to apply.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Applies the plan to the calling thread, and loads its stack into memory. Call this first in
    /// a thread. Costs up to two system calls; none if the plan is plain.
    ///
    /// # Errors
    /// The part that the system refuses. Parts applied before stay.
    pub fn apply(&self) -> Result<(), PlanError> {
        if self.is_plain() {
            return Ok(());
        }
        if !self.cpus.is_empty() {
            system::run_on(&self.cpus).map_err(|cause| PlanError {
                field: "cpus",
                asked: list(&self.cpus),
                cause,
            })?;
        }
        system::schedule(self.scheduling).map_err(|cause| PlanError {
            field: "scheduling",
            asked: self.scheduling.to_string(),
            cause,
        })?;
        touch_stack();
        Ok(())
    }

    /// Scheduling of the calling thread.
    ///
    /// # Errors
    /// Those of the system; `Unsupported` where it cannot be queried.
    pub fn of_this_thread() -> io::Result<Self> {
        Ok(Self {
            scheduling: system::scheduling()?,
            cpus: system::cpus()?,
        })
    }
}

impl fmt::Display for ThreadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scheduling {
            Scheduling::Normal => f.write_str("normal priority")?,
            real_time => write!(f, "real-time priority {real_time}")?,
        }
        if self.cpus.is_empty() {
            f.write_str(", any processor")
        } else {
            write!(f, ", processors {}", list(&self.cpus))
        }
    }
}

/// Loads and locks all memory of the process, present and future, until the process ends.
///
/// # Errors
/// Those of the system; `Unsupported` without such a call.
pub fn lock_all_memory() -> io::Result<()> {
    system::lock_all()
}

/// Memory that is not paged out.
#[derive(Debug)]
pub(crate) struct LockedBuffer {
    bytes: Box<[u8]>,
    locked: bool,
}

impl LockedBuffer {
    /// A buffer of that many zeroes; locked and present if `locked`.
    ///
    /// # Errors
    /// That of the system on locking.
    pub(crate) fn new(length: usize, locked: bool) -> io::Result<Self> {
        let bytes = vec![0; length].into_boxed_slice();
        if locked {
            lock(&bytes)?;
        }
        Ok(Self { bytes, locked })
    }

    /// An empty buffer.
    pub(crate) fn empty() -> Self {
        Self {
            bytes: Box::default(),
            locked: false,
        }
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Drop for LockedBuffer {
    fn drop(&mut self) {
        if self.locked {
            unlock(&self.bytes);
        }
    }
}

/// A list as in settings.
pub(crate) fn list(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(", ")
}

/// Touches the first pages of the stack, so that no message waits for them.
#[inline(never)]
fn touch_stack() {
    let pages = [1_u8; 128 << 10];
    std::hint::black_box(&pages);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_plain_plan_changes_nothing() {
        let before = ThreadPlan::of_this_thread().unwrap();
        ThreadPlan::default().apply().unwrap();
        assert_eq!(ThreadPlan::of_this_thread().unwrap(), before);
    }

    #[test]
    fn a_thread_runs_on_the_processors_it_is_given() {
        std::thread::spawn(|| {
            let first = ThreadPlan::of_this_thread().unwrap().cpus[0];
            let plan = ThreadPlan {
                cpus: vec![first],
                ..ThreadPlan::default()
            };
            plan.apply().unwrap();
            assert_eq!(ThreadPlan::of_this_thread().unwrap(), plan);
        })
        .join()
        .unwrap();
    }

    #[test]
    fn a_thread_is_scheduled_as_planned_and_others_are_not() {
        for scheduling in [Scheduling::Fifo(7), Scheduling::RoundRobin(3)] {
            let applied = std::thread::spawn(move || {
                let plan = ThreadPlan {
                    scheduling,
                    ..ThreadPlan::default()
                };
                let applied = plan.apply();
                applied.map(|()| ThreadPlan::of_this_thread().unwrap().scheduling)
            })
            .join()
            .unwrap();
            match applied {
                Ok(found) => assert_eq!(found, scheduling),
                Err(error) => hyla_test_skips::skipped(format!(
                    "this user has no real-time priority: {error}"
                )),
            }
        }
        let here = ThreadPlan::of_this_thread().unwrap();
        assert_eq!(here.scheduling, Scheduling::Normal);
    }

    #[test]
    fn a_plan_that_cannot_be_names_its_part() {
        let plan = ThreadPlan {
            cpus: vec![1_000],
            ..ThreadPlan::default()
        };
        let refused = std::thread::spawn(move || plan.apply().unwrap_err())
            .join()
            .unwrap();
        assert!(
            refused.to_string().starts_with("cpus = 1000: "),
            "{refused}"
        );
    }

    #[test]
    fn a_locked_buffer_counts_as_locked_until_it_is_dropped() {
        let mut buffer = LockedBuffer::new(64 << 10, true).unwrap();
        buffer.bytes()[5] = 1;
        assert_eq!(buffer.bytes().len(), 64 << 10);
    }
}
