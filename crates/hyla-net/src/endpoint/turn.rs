//! Endpoints whose owner runs them in turns.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Endpoint;
use crate::Event;
use crate::mailbox::WakeCallback;

impl Endpoint {
    /// Sets the callback that is called, on any thread, when there is work after
    /// [`turn`](Self::turn). Arrivals from other processes show at [`descriptor`](Self::descriptor)
    /// instead. Only the first call has an effect.
    pub fn set_wake_callback(&mut self, wake_callback: impl Fn() + Send + Sync + 'static) {
        let _set_before = self
            .mailbox
            .wake_callback
            .set(WakeCallback(Box::new(wake_callback)));
    }

    /// Descriptor that becomes readable when a channel to another process or a listener has work.
    /// Valid as long as the endpoint.
    #[cfg(unix)]
    pub fn descriptor(&self) -> std::os::fd::RawFd {
        use std::os::fd::AsRawFd;

        self.poll.as_raw_fd()
    }

    /// Runs the channels without waiting, as [`poll`](Self::poll) does, until there is no more
    /// work; then the owner may wait until the wake callback is called, the descriptor is readable
    /// or the returned instant has come. A peer that sends without pause does not keep it here:
    /// then `true` says that there is more. Arrivals from other processes are checked only with
    /// `readable`, since the readiness call costs as much as a message.
    ///
    /// # Errors
    /// As `poll`.
    pub fn turn(
        &mut self,
        readable: bool,
        on: &mut impl FnMut(Event<'_>),
    ) -> io::Result<(bool, Option<Instant>)> {
        let mailbox = Arc::clone(&self.mailbox);
        mailbox.look();
        for _ in 0..16 {
            let now = self.read_clock();
            self.say_asleep(false);
            self.take_lists(&mailbox, on);
            self.tick(&mailbox, now, on);
            let mut arrived = false;
            arrived |= self.look_at_rings(&mailbox, on);
            if readable || self.has_more_to_do() {
                self.wait_ready(Some(Duration::ZERO))?;
                arrived |= !self.events.is_empty();
                self.handle_ready(&mailbox, on);
            }
            self.flush_dirty(true, now);
            // The descriptor shows arrivals after the last poll, and nothing else.
            let quiet = !arrived && !self.has_more_to_do();
            self.say_asleep(quiet);
            if quiet && self.rings_are_quiet() {
                if self.boards_reach(&mailbox) {
                    break;
                }
                if mailbox.rest() {
                    return Ok((false, self.next_deadline(None)));
                }
            }
        }
        self.say_asleep(false);
        self.leave(&mailbox);
        Ok((true, None))
    }
}
