//! Delivers frames from a chain to the owner of the endpoint.

use std::sync::atomic::Ordering::Relaxed;

use crate::channel::Shared;
use crate::channel_entry::frame_limit;
use crate::following::Following;
use crate::{CloseReason, Event};

/// Consecutive frames of one channel.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    frames: u64,
    too_large: Option<CloseReason>,
}

impl Delivery {
    /// Delivers one frame. `false` if no more are accepted: the channel was closed here, or the
    /// frame is too large.
    pub(crate) fn give(
        &mut self,
        channel: &Shared,
        bytes: &[u8],
        on: &mut impl FnMut(Event<'_>),
    ) -> bool {
        if channel.shut.load(Relaxed) || self.too_large.is_some() {
            return false;
        }
        let (length, limit) = (bytes.len(), frame_limit(channel, &channel.endpoint.config));
        if length > limit {
            self.too_large = Some(CloseReason::FrameTooLarge { length, limit });
            return false;
        }
        self.frames += 1;
        on(Event::Frame {
            channel: channel.id,
            bytes,
            following: Following::none(),
        });
        true
    }

    /// Counts the delivered frames.
    ///
    /// # Errors
    /// Why the channel must end.
    pub(crate) fn end(self, channel: &Shared) -> Result<(), CloseReason> {
        channel.received.frames(self.frames);
        self.too_large.map_or(Ok(()), Err)
    }
}
