//! Exchanges: an endpoint with one channel, in shared memory, whose peer answers within a microsecond. Most polls then
//! find a frame in the ring at once, and need nothing else of a poll: no clock, no lists, no state of the poller.
//!
//! Each such poll is allowed by the full poll before it, which found nothing else to do, and after so many of them
//! comes a full one. Other threads see the owner as away meanwhile: they write for themselves, and what they leave on
//! the lists makes the next poll a full one.

use super::Endpoint;
use super::rings::Rings;
use crate::channel_entry::{ChannelStage, ReadOutcome};
use crate::mailbox::EndpointMailbox;
use crate::memory::MemoryWire;
use crate::{EndpointConfig, Event, Wait};

/// Short polls between two full ones: sockets are looked at that often while frames come without a pause.
const SHORT_POLLS: u32 = 32;

/// Looks at the ring before a full poll; together about as long as a yield.
const LOOKS: u32 = 32;

/// Whether an endpoint polls shortly, and how.
#[derive(Debug)]
pub(super) struct Exchange {
    /// The configuration allows it: nothing depends on the time of each frame.
    is_allowed: bool,
    looks: u32,
    /// Short polls that are left.
    left: u32,
}

impl Exchange {
    pub(super) fn new(config: &EndpointConfig) -> Self {
        let is_timed = !config.heartbeat.is_zero()
            || !config.host_timeout.is_zero()
            || !config.longest_rest.is_zero()
            || config.idle_timeout.is_some();
        Self {
            is_allowed: !is_timed,
            looks: match config.wait {
                Wait::Block => 1,
                Wait::Yield(_) | Wait::Spin => LOOKS,
            },
            left: 0,
        }
    }
}

impl Endpoint {
    /// Polls shortly, if it may, and gives the number of events; `None`: a full poll has to follow.
    #[inline]
    pub(super) fn poll_shortly(&mut self, on: &mut impl FnMut(Event<'_>)) -> Option<usize> {
        if self.exchange.left == 0 {
            return None;
        }
        self.exchange.left -= 1;
        let memory = self.rings.awake().first().and_then(Rings::memory)?;
        let mut looks = 0;
        while !memory.has_input() {
            looks += 1;
            if looks >= self.exchange.looks {
                return None;
            }
            std::hint::spin_loop();
        }
        if self.mailbox.has_pending() || memory.has_room_again() {
            return None;
        }
        let id = self.rings.awake().first()?.id;
        let entry = self.channels.get_mut(&id)?;
        let stream = entry.stream.as_mut()?;
        let mut count = 0;
        let outcome = stream.read_frames(&entry.shared, self.read_buffer.bytes(), &mut |event| {
            count += 1;
            on(event);
        });
        if let ReadOutcome::Ended(reason) = outcome {
            let reason = stream.with_write_error(&reason);
            let mailbox = std::sync::Arc::clone(&self.mailbox);
            let _dispatching = mailbox.dispatch();
            self.end(id, reason, &mut |event: Event<'_>| {
                count += 1;
                on(event);
            });
        }
        (count > 0).then_some(count)
    }

    /// A full poll has ended: the next ones may be short if nothing else is there to be done.
    pub(super) fn allow_short_polls(&mut self, mailbox: &EndpointMailbox) {
        self.exchange.left = 0;
        if !self.exchange.is_allowed
            || self.streams != 1
            || self.channels.len() != 1
            || !self.reading.is_empty()
            || !self.dirty.is_empty()
            || !self.datagrams.is_empty()
            || !self.first.is_empty()
            || !self.lists.is_empty()
            || self.relieved
            || self.more_callers
            || !self.received.is_empty()
            || mailbox.has_pending()
        {
            return;
        }
        let [rings] = self.rings.awake() else {
            return;
        };
        let is_plain = self.channels.get(&rings.id).is_some_and(|entry| {
            let stream = entry.stream.as_ref();
            stream.is_some_and(|stream| {
                matches!(stream.stage, ChannelStage::Open)
                    && !stream.hung_up
                    && !entry.shared.is_paused()
                    && entry.shared.chain.get().is_none()
            })
        });
        if is_plain && rings.memory().is_some_and(MemoryWire::is_joined) {
            self.exchange.left = SHORT_POLLS;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::super::reader_and_writers::ReaderAndWriters;
    use super::*;
    use crate::{Address, Channel, Endpoint};

    fn config() -> EndpointConfig {
        EndpointConfig {
            longest_rest: Duration::ZERO,
            heartbeat: Duration::ZERO,
            host_timeout: Duration::ZERO,
            ..EndpointConfig::default()
        }
    }

    /// A reader in an exchange with one writer.
    fn exchange() -> ReaderAndWriters {
        let mut both = ReaderAndWriters::with(config(), 1);
        while both.reader.exchange.left == 0 {
            both.pass(0, 1);
        }
        both
    }

    fn poll(reader: &mut Endpoint) -> Vec<&'static str> {
        let mut events = Vec::new();
        let mut on = |event: Event<'_>| {
            events.push(match event {
                Event::Frame { .. } => "frame",
                Event::Closed { .. } => "closed",
                Event::Accepted { .. } => "accepted",
                _ => "another",
            });
        };
        reader.poll(Some(Duration::from_secs(10)), &mut on).unwrap();
        events
    }

    fn send(both: &ReaderAndWriters) {
        both.channels[0].send(|frame| frame.push(7)).unwrap();
    }

    #[test]
    fn most_polls_of_an_exchange_are_short_and_some_are_full() {
        let mut both = exchange();
        let mut short = 0;
        for _ in 0..3 * SHORT_POLLS {
            let before = both.reader.exchange.left;
            send(&both);
            assert_eq!(poll(&mut both.reader), ["frame"]);
            short += u32::from(both.reader.exchange.left < before);
        }

        assert!((2 * SHORT_POLLS..3 * SHORT_POLLS).contains(&short));
    }

    #[test]
    fn polls_are_full_where_time_matters_or_there_are_two_channels() {
        let mut timed = ReaderAndWriters::of(1);
        timed.pass(0, 10);
        assert_eq!(timed.reader.exchange.left, 0);

        let mut two = ReaderAndWriters::with(config(), 2);
        two.pass(0, 10);
        assert_eq!(two.reader.exchange.left, 0);
    }

    #[test]
    fn another_caller_is_accepted_although_an_exchange_never_stops() {
        let mut both = exchange();
        let listener: Address = both.reader.shared_memory_addresses().next().unwrap();
        let mut other = Endpoint::new(config()).unwrap();
        let _channel = other.connect(&listener);
        let mut events = Vec::new();
        for _ in 0..100 * SHORT_POLLS {
            other.turn(true, &mut |_| ()).unwrap();
            send(&both);
            events.extend(poll(&mut both.reader));
            if events.contains(&"accepted") {
                return;
            }
        }
        panic!("nobody was accepted");
    }

    #[test]
    fn a_wake_up_comes_before_the_next_frame() {
        let mut both = exchange();
        send(&both);
        both.reader.remote().wake();

        assert_eq!(poll(&mut both.reader), [""; 0]);
        assert_eq!(poll(&mut both.reader), ["frame"]);
    }

    #[test]
    fn a_channel_that_was_closed_here_delivers_nothing_more() {
        let mut both = exchange();
        send(&both);
        Channel(Arc::clone(&both.reader.rings.awake()[0].shared)).close("enough");

        assert_eq!(poll(&mut both.reader), ["closed"]);
    }

    #[test]
    fn the_end_of_the_peer_ends_an_exchange() {
        let mut both = exchange();
        send(&both);
        both.writers.clear();

        assert_eq!(poll(&mut both.reader), ["frame"]);
        assert_eq!(poll(&mut both.reader), ["closed"]);
    }

    #[test]
    fn a_frame_beyond_the_limit_ends_an_exchange() {
        let small = EndpointConfig {
            max_first_frame_bytes: 100,
            ..config()
        };
        let mut both = ReaderAndWriters::with(small, 1);
        while both.reader.exchange.left == 0 {
            both.pass(0, 1);
        }
        both.channels[0]
            .send(|frame| frame.extend([0; 101]))
            .unwrap();

        assert_eq!(poll(&mut both.reader), ["closed"]);
    }
}
