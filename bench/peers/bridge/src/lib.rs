//! What a driver in C++ (`common/bridge.hpp`) needs of an engine with an interface in Rust.

use std::ffi::{CStr, c_char, c_int};
use std::time::Duration;

/// One stream from the first process to all others, and one back from them.
pub trait Wire: Sized {
    /// Name and version of the engine.
    const NAME: &'static CStr;

    /// Opens it. `place` has the same text in all processes and in no others; `others` is the number of processes that this one exchanges
    /// messages of so many bytes with.
    fn open(place: &str, is_first: bool, others: usize, bytes: usize) -> Result<Self, String>;

    /// Whether all others are there.
    fn is_matched(&self) -> Result<bool, String>;

    /// Sends a message to all, and waits for room.
    fn send(&self, message: &[u8]) -> Result<(), String>;

    /// Takes a message that has come, if there is one.
    fn receive(&mut self, message: &mut [u8]) -> Result<bool, String>;

    /// Sleeps until a message has come, or for that long.
    fn sleep(&mut self, at_most: Duration);
}

/// A wire, and why something failed.
pub struct Bridge<W> {
    pub wire: W,
    pub problem: String,
}

impl<W: Wire> Bridge<W> {
    /// 1 for `true`, 0 for `false`, -1 for a problem.
    pub fn answer(&mut self, outcome: Result<bool, String>) -> c_int {
        match outcome {
            Ok(is_so) => c_int::from(is_so),
            Err(problem) => {
                self.problem = problem;
                -1
            }
        }
    }
}

/// Copies a text that ends with a zero, as much of it as there is room for.
///
/// # Safety
/// There are that many bytes.
pub unsafe fn tell(text: &str, to: *mut c_char, bytes: usize) {
    let count = text.len().min(bytes.saturating_sub(1));
    // SAFETY: within the bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), to.cast(), count);
        *to.add(count) = 0;
    }
}

/// Exports the functions of `common/bridge.hpp` for a [`Wire`].
#[macro_export]
macro_rules! export {
    ($wire:ty) => {
        type Bridge = $crate::Bridge<$wire>;

        #[unsafe(no_mangle)]
        extern "C" fn peer_name() -> *const std::ffi::c_char {
            <$wire as $crate::Wire>::NAME.as_ptr()
        }

        /// # Safety
        /// `place` is a text, and there are so many bytes for the reason of a failure.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn peer_open(
            place: *const std::ffi::c_char,
            is_first: bool,
            others: usize,
            bytes: usize,
            reason: *mut std::ffi::c_char,
            room: usize,
        ) -> *mut Bridge {
            // SAFETY: the caller's.
            let place = unsafe { std::ffi::CStr::from_ptr(place) }.to_string_lossy();
            match <$wire as $crate::Wire>::open(&place, is_first, others, bytes) {
                Ok(wire) => Box::into_raw(Box::new(Bridge {
                    wire,
                    problem: String::new(),
                })),
                Err(problem) => {
                    // SAFETY: the caller's.
                    unsafe { $crate::tell(&problem, reason, room) };
                    std::ptr::null_mut()
                }
            }
        }

        /// # Safety
        /// The bridge is open.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn peer_problem(
            bridge: &Bridge,
            reason: *mut std::ffi::c_char,
            room: usize,
        ) {
            // SAFETY: the caller's.
            unsafe { $crate::tell(&bridge.problem, reason, room) };
        }

        #[unsafe(no_mangle)]
        extern "C" fn peer_is_matched(bridge: &mut Bridge) -> std::ffi::c_int {
            let matched = $crate::Wire::is_matched(&bridge.wire);
            bridge.answer(matched)
        }

        /// # Safety
        /// The message has so many bytes.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn peer_send(
            bridge: &mut Bridge,
            message: *const u8,
            bytes: usize,
        ) -> std::ffi::c_int {
            // SAFETY: the caller's.
            let message = unsafe { std::slice::from_raw_parts(message, bytes) };
            let sent = $crate::Wire::send(&bridge.wire, message);
            bridge.answer(sent.map(|()| true))
        }

        /// # Safety
        /// There is room for so many bytes.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn peer_receive(
            bridge: &mut Bridge,
            message: *mut u8,
            bytes: usize,
        ) -> std::ffi::c_int {
            // SAFETY: the caller's.
            let message = unsafe { std::slice::from_raw_parts_mut(message, bytes) };
            let came = $crate::Wire::receive(&mut bridge.wire, message);
            bridge.answer(came)
        }

        #[unsafe(no_mangle)]
        extern "C" fn peer_sleep(bridge: &mut Bridge, nanoseconds: u64) {
            let at_most = std::time::Duration::from_nanos(nanoseconds);
            $crate::Wire::sleep(&mut bridge.wire, at_most);
        }

        /// # Safety
        /// The bridge is open, and not used any more.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn peer_close(bridge: *mut Bridge) {
            // SAFETY: the caller's.
            drop(unsafe { Box::from_raw(bridge) });
        }
    };
}
