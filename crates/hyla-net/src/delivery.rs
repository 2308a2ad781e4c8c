//! Hands what came out of a chain to the owner of the endpoint.

use std::sync::atomic::Ordering::Relaxed;

use crate::channel::Shared;
use crate::following::Following;
use crate::slot::frame_limit;
use crate::{CloseReason, Event};

/// Frames of one channel, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    frames: u64,
    too_large: Option<CloseReason>,
}

impl Delivery {
    /// Hands over one frame. `false` if no more are taken: the channel was closed here, or the frame is larger than allowed.
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

    /// Counts what was handed over.
    ///
    /// # Errors
    /// Why the channel has to end.
    pub(crate) fn end(self, channel: &Shared) -> Result<(), CloseReason> {
        channel.received.frames(self.frames);
        self.too_large.map_or(Ok(()), Err)
    }
}
