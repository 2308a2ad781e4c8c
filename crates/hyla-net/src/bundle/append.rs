//! Appending frames to the sending half.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use super::SendHalf;
use super::state::{End, SendState};
use crate::CloseReason;
use crate::channel::{Closed, Pressure};
use crate::reference::Reference;
use crate::wire::Wire;

/// From this size, bytes are not copied into a bundle first if they can go directly to the wire.
pub(super) const LARGE: usize = 16 << 10;

impl<W: Wire> SendHalf<W> {
    /// Appends a frame. Makes no system call.
    #[inline]
    pub(crate) fn append(&self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        let pressure = self.append_to(&mut state, write)?;
        if pressure == Pressure::High {
            state.press_back();
        }
        Ok(pressure)
    }

    /// Appends a best-effort frame that ends with `tail`: drops and counts it if the queue is full,
    /// or if a reliable frame waits for the queue to drain. Gives whether it was appended.
    #[inline]
    pub(crate) fn append_lossy(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<bool, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        if state.drops_lossy(&self.limits) {
            state.counters.frames_sent += 1;
            state.counters.dropped.queue_full += 1;
            return Ok(false);
        }
        if tail.len() < LARGE {
            self.append_to(&mut state, |frame| {
                write(frame);
                frame.extend_from_slice(tail);
            })?;
        } else {
            self.append_long(&mut state, write, tail)?;
        }
        Ok(true)
    }

    #[inline]
    fn append_to(
        &self,
        state: &mut SendState<W>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Pressure, Closed> {
        let limit = self.limits.frame;
        let put = match self.frames.append(&mut state.gathering, limit, 0, write) {
            Ok(0) => return Ok(state.pressure(&self.limits)),
            Ok(_) => {
                state.long = 0;
                state.counters.frames_sent += 1;
                self.put(state)
            }
            Err(reason) => Err(reason),
        };
        if let Err(reason) = put {
            state.fail(reason);
            self.room.notify_all();
            return Err(Closed);
        }
        Ok(state.pressure(&self.limits))
    }

    /// Appends bytes that stand for a frame of that length. As [`Self::append`].
    pub(crate) fn append_reference(&self, reference: Reference) -> Result<Pressure, Closed> {
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        state.gathering.extend_from_slice(&reference.bytes());
        state.long = 0;
        state.counters.frames_sent += 1;
        state.counters.frames_shared += 1;
        state.counters.bytes_sent += u64::from(reference.length);
        if let Err(reason) = self.put(&mut state) {
            state.fail(reason);
            self.room.notify_all();
            return Err(Closed);
        }
        let pressure = state.pressure(&self.limits);
        if pressure == Pressure::High {
            state.press_back();
        }
        Ok(pressure)
    }

    /// To memory, writes gathered frames at once, as far as there is room. Otherwise they wait for
    /// [`Self::depart`], or for the endpoint if it will come.
    #[inline]
    fn put(&self, state: &mut SendState<W>) -> Result<(), CloseReason> {
        if !self.is_memory {
            // The endpoint sends it, unless its owner left or a bundle is full.
            let is_awaited = state.listed && !state.forsaken;
            let is_taken_along = is_awaited && state.gathering.len() < state.bundle;
            self.rest.store(!is_taken_along, Relaxed);
            return Ok(());
        }
        let idle = state.writable && !state.writing && state.taken.is_empty();
        if let Some(wire) = state.wire.as_deref().filter(|_| idle) {
            match wire.put(&state.gathering) {
                Ok((count, sleeps)) => {
                    state.put = true;
                    state.sleeps |= sleeps;
                    state.counters.bundles += 1;
                    state.counters.writes += 1;
                    state.counters.bytes_sent += count as u64;
                    if count == state.gathering.len() {
                        state.gathering.clear();
                        if sleeps {
                            self.rest.store(true, Relaxed);
                        }
                        return Ok(());
                    }
                    let SendState {
                        gathering, taken, ..
                    } = state;
                    std::mem::swap(gathering, taken);
                    state.taken_at = count;
                }
                // `depart` detects the reason and handles it.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(CloseReason::Broken(error.kind())),
            }
        }
        self.rest.store(true, Relaxed);
        Ok(())
    }

    /// Appends a frame that ends with `tail`. A long tail is copied once, to the wire, as far as
    /// there is room.
    pub(crate) fn append_with(
        &self,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        if tail.len() < LARGE {
            return self.append(|frame| {
                write(frame);
                frame.extend_from_slice(tail);
            });
        }
        let mut state = self.lock();
        if state.end != End::Open {
            return Err(Closed);
        }
        let pressure = self.append_long(&mut state, write, tail)?;
        if pressure == Pressure::High {
            state.press_back();
        }
        Ok(pressure)
    }

    fn append_long(
        &self,
        state: &mut SendState<W>,
        write: impl FnOnce(&mut Vec<u8>),
        tail: &[u8],
    ) -> Result<Pressure, Closed> {
        let (limit, gathering) = (self.limits.frame, &mut state.gathering);
        let begun = self.frames.append(gathering, limit, tail.len(), write);
        let written = begun.and_then(|_| match state.wire.clone() {
            Some(wire) if wire.is_memory() && state.writable && !state.writing => {
                state.write_now(&*wire, tail).map_err(CloseReason::Broken)
            }
            _ => Ok(0),
        });
        match written {
            Ok(written) => {
                state.gathering.extend_from_slice(&tail[written..]);
                state.long = tail.len();
                state.counters.frames_sent += 1;
                self.rest.store(true, Relaxed);
            }
            Err(reason) => {
                state.fail(reason);
                self.room.notify_all();
                return Err(Closed);
            }
        }
        Ok(state.pressure(&self.limits))
    }
}
