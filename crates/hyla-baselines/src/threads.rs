//! Messages between two threads of one process, over `std::sync::mpsc`.

use std::io;
use std::sync::mpsc::{self, TryRecvError, TrySendError};

use crate::wait::{Look, Waiter};
use crate::{WRITE_BYTES, Wait};

/// Bytes that are on their way at most, what is gathered not counted.
const CAPACITY: usize = 4 << 20;

/// Both halves of a channel for messages of so many bytes, from 1.
#[must_use]
pub fn channel<const BYTES: usize>(wait: Wait) -> (Sender<BYTES>, Receiver<BYTES>) {
    let waiter = || Waiter::new(wait, Look::Memory);
    let (to, from) = if wait.gathers() {
        let (to, from) = mpsc::sync_channel(CAPACITY / WRITE_BYTES);
        let gathered = Vec::with_capacity(together::<BYTES>());
        let rest = Vec::new().into_iter();
        (Outward::Batch(to, gathered), Inward::Batch(from, rest))
    } else {
        let (to, from) = mpsc::sync_channel((CAPACITY / BYTES).max(1));
        (Outward::Each(to), Inward::Each(from))
    };
    let sender = Sender {
        to,
        waiter: waiter(),
    };
    let receiver = Receiver {
        from,
        waiter: waiter(),
    };
    (sender, receiver)
}

/// Messages that a batching sender hands over at once.
const fn together<const BYTES: usize>() -> usize {
    let count = WRITE_BYTES / BYTES;
    if count == 0 { 1 } else { count }
}

/// The half that messages go into.
#[derive(Debug)]
pub struct Sender<const BYTES: usize> {
    to: Outward<BYTES>,
    waiter: Waiter,
}

#[derive(Debug)]
enum Outward<const BYTES: usize> {
    Each(mpsc::SyncSender<[u8; BYTES]>),
    Batch(mpsc::SyncSender<Vec<[u8; BYTES]>>, Vec<[u8; BYTES]>),
}

impl<const BYTES: usize> Sender<BYTES> {
    /// Hands a message over, or gathers it until 32 KiB have come together; waits where there is no room.
    ///
    /// # Errors
    /// `BrokenPipe` if the receiver has gone.
    pub fn send(&mut self, message: [u8; BYTES]) -> io::Result<()> {
        match &mut self.to {
            Outward::Each(to) => hand_over(to, &mut self.waiter, message),
            Outward::Batch(_, gathered) => {
                gathered.push(message);
                if gathered.len() < together::<BYTES>() {
                    return Ok(());
                }
                self.flush()
            }
        }
    }

    /// Hands over what was gathered.
    ///
    /// # Errors
    /// As of [`Self::send`].
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            Outward::Batch(to, gathered) if !gathered.is_empty() => {
                let empty = Vec::with_capacity(together::<BYTES>());
                let full = std::mem::replace(gathered, empty);
                hand_over(to, &mut self.waiter, full)
            }
            _ => Ok(()),
        }
    }
}

fn hand_over<T>(to: &mpsc::SyncSender<T>, waiter: &mut Waiter, message: T) -> io::Result<()> {
    let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
    let mut left = Some(message);
    let sent = waiter.look(|| match to.try_send(left.take()?) {
        Ok(()) => Some(Ok(())),
        Err(TrySendError::Disconnected(_)) => Some(Err(gone())),
        Err(TrySendError::Full(message)) => {
            left = Some(message);
            None
        }
    });
    match (sent, left) {
        (Some(sent), _) => sent,
        (None, Some(message)) => to.send(message).map_err(|_| gone()),
        (None, None) => Ok(()),
    }
}

/// The half that messages come out of.
#[derive(Debug)]
pub struct Receiver<const BYTES: usize> {
    from: Inward<BYTES>,
    waiter: Waiter,
}

#[derive(Debug)]
enum Inward<const BYTES: usize> {
    Each(mpsc::Receiver<[u8; BYTES]>),
    Batch(
        mpsc::Receiver<Vec<[u8; BYTES]>>,
        std::vec::IntoIter<[u8; BYTES]>,
    ),
}

impl<const BYTES: usize> Receiver<BYTES> {
    /// Waits for a message.
    ///
    /// # Errors
    /// `UnexpectedEof` if the sender has gone and all messages were taken.
    pub fn receive(&mut self) -> io::Result<[u8; BYTES]> {
        match &mut self.from {
            Inward::Each(from) => take(from, &mut self.waiter),
            Inward::Batch(from, rest) => loop {
                if let Some(message) = rest.next() {
                    return Ok(message);
                }
                *rest = take(from, &mut self.waiter)?.into_iter();
            },
        }
    }
}

fn take<T>(from: &mpsc::Receiver<T>, waiter: &mut Waiter) -> io::Result<T> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let found = waiter.look(|| match from.try_recv() {
        Ok(message) => Some(Ok(message)),
        Err(TryRecvError::Empty) => None,
        Err(TryRecvError::Disconnected) => Some(Err(gone())),
    });
    found.unwrap_or_else(|| from.recv().map_err(|_| gone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_in_order_and_the_end_of_the_sender_is_an_error() {
        crate::watchdog::watch(|| {
            // More than is on the way at most.
            const COUNT: u32 = 300_000;
            for wait in Wait::ALL {
                let (mut sender, mut receiver) = channel(wait);

                let thread = std::thread::spawn(move || {
                    for number in 0..COUNT {
                        let mut message = [0; 64];
                        message[..4].copy_from_slice(&number.to_le_bytes());
                        sender.send(message).unwrap();
                    }
                    sender.flush().unwrap();
                });
                for number in 0..COUNT {
                    let message = receiver.receive().unwrap();
                    assert_eq!(message[..4], number.to_le_bytes(), "{wait:?}");
                }

                thread.join().unwrap();
                let error = receiver.receive().unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{wait:?}");
            }
        });
    }

    #[test]
    fn the_end_of_the_receiver_is_an_error() {
        for wait in Wait::ALL {
            let (mut sender, receiver) = channel(wait);
            drop(receiver);

            let sent = sender.send([1; 8]).and_then(|()| sender.flush());

            let error = sent.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{wait:?}");
        }
    }

    #[test]
    fn a_message_longer_than_what_is_gathered_is_handed_over_at_once() {
        let (mut sender, mut receiver) = channel::<{ 2 * WRITE_BYTES }>(Wait::Batch);

        sender.send([7; 2 * WRITE_BYTES]).unwrap();

        assert!(receiver.receive().unwrap() == [7; 2 * WRITE_BYTES]);
    }
}
