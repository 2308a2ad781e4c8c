//! Splits received bytes into frames.
//!
//! Whole frames are borrowed from the read buffer; only a frame split between reads is copied
//! together. Memory grows with the bytes that arrived, never with an announced length: a read asks
//! for as much again as has arrived, at least 16 KiB. A frame of megabytes takes more address space than it has filled so far.

use std::mem;
use std::sync::Arc;

use crate::CloseReason;
use crate::following::{Following, Rest};
use crate::frame::HEADER_BYTES;
use crate::framing::Frames;
use crate::memory::FarFrame;
use crate::reference::{REFERENCE_BYTES, Reference};

/// From this size, a frame is read separately and copied only once.
pub(crate) const LARGE_FRAME: usize = 16 << 10;

/// From this size, the receiver of a frame that came in parts may keep it.
const KEPT_FRAME: usize = 1 << 20;

/// From this size, a frame gets room for [`ROOM`] times as much as has arrived. Making room moves what has arrived, and a poll should not wait
/// while megabytes are moved. The room takes no memory before it is filled.
const ROOMY_FRAME: usize = 1 << 20;
const ROOM: usize = 16;

/// Capacity kept for the next split frame; larger buffers are freed.
const KEEP_BYTES: usize = 4 << 20;

/// Capacity kept by a channel without recent large frames.
const QUIET_BYTES: usize = 64 << 10;

/// Checks without a large frame until then.
const QUIET_LOOKS: u32 = 8;

/// Finds the frame that a reference is about, in memory of the sender.
pub(crate) type Resolve<'r> = &'r dyn Fn(Reference) -> Result<FarFrame, CloseReason>;

/// The unfinished frame of one channel.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    frames: Frames,
    partial: Vec<u8>,
    /// The last frame was large and came in parts.
    after_large: bool,
    /// A large frame came since the last check.
    large: bool,
    quiet: u32,
    /// Frames delivered since the last query.
    handed_out: u64,
    /// Frames completed from several reads.
    completed: u64,
    /// A heartbeat has come.
    heartbeat: bool,
}

impl Decoder {
    pub(crate) fn new(frames: Frames) -> Self {
        Self {
            frames,
            ..Self::default()
        }
    }

    /// Framing of the stream.
    pub(crate) fn frames(&self) -> Frames {
        self.frames
    }

    /// Takes the next bytes of the stream, and calls `on` for each complete frame. `limit` is
    /// queried for each frame, since handling one may change it; `on` gives whether to continue.
    ///
    /// # Errors
    /// [`CloseReason::FrameTooLarge`]; the stream cannot be used any more.
    pub(crate) fn feed(
        &mut self,
        bytes: &[u8],
        limit: impl Fn() -> usize,
        on: impl FnMut(&[u8], Following<'_>) -> bool,
    ) -> Result<(), CloseReason> {
        self.feed_resolving(bytes, limit, None, on)
    }

    /// As [`Self::feed`], of a stream that may also carry references. With `resolve`, each is a frame.
    ///
    /// # Errors
    /// As [`Self::feed`], and those of `resolve`.
    pub(crate) fn feed_resolving(
        &mut self,
        mut bytes: &[u8],
        limit: impl Fn() -> usize,
        resolve: Option<Resolve<'_>>,
        mut on: impl FnMut(&[u8], Following<'_>) -> bool,
    ) -> Result<(), CloseReason> {
        if let Some(frame) = self.only_frame(bytes, &limit) {
            self.handed_out += 1;
            self.after_large = false;
            on(frame, Following::none());
            return Ok(());
        }
        if !self.partial.is_empty() {
            match self.finish_partial(bytes, &limit, resolve.is_some())? {
                None => return Ok(()),
                Some(rest) => bytes = rest,
            }
            let referred = resolve.and_then(|resolve| Some((resolve, self.take_reference()?)));
            let go_on = match referred {
                Some((resolve, reference)) => self.refer(reference, resolve, &limit, &mut on)?,
                None => self.hand_out_partial(&mut on),
            };
            if !go_on {
                return Ok(());
            }
        }
        let rest = Rest::new(self.frames, bytes);
        let fed = loop {
            if let Some(resolve) = resolve
                && Reference::begins(rest.left())
            {
                let Some(reference) = Reference::read(rest.left()) else {
                    self.partial.extend_from_slice(rest.left());
                    break Ok(());
                };
                rest.pass(REFERENCE_BYTES);
                match self.refer(reference, resolve, &limit, &mut on) {
                    Ok(true) => continue,
                    Ok(false) => break Ok(()),
                    Err(reason) => break Err(reason),
                }
            }
            match rest.next(&limit) {
                Ok(Some([])) => {}
                Ok(Some(frame)) => {
                    if !on(frame, rest.following()) {
                        break Ok(());
                    }
                }
                Ok(None) => {
                    self.partial.extend_from_slice(rest.left());
                    break Ok(());
                }
                Err(reason) => break Err(reason),
            }
        };
        self.handed_out += rest.handed_out();
        self.heartbeat |= rest.has_heartbeat();
        self.after_large &= rest.handed_out() == 0;
        fed
    }

    /// Hands out the frame that has been put together. Gives whether to go on.
    fn hand_out_partial(&mut self, on: &mut impl FnMut(&[u8], Following<'_>) -> bool) -> bool {
        let from = self.frames.seen_from();
        let frame = &self.partial[from..];
        self.handed_out += u64::from(!frame.is_empty());
        self.heartbeat |= frame.is_empty();
        let go_on = if frame.len() >= KEPT_FRAME {
            let whole = Arc::new(mem::take(&mut self.partial));
            let go_on = on(&whole[from..], Following::itself(&whole, from));
            self.partial = Arc::into_inner(whole).unwrap_or_default();
            go_on
        } else {
            frame.is_empty() || on(frame, Following::none())
        };
        self.large |= self.partial.len() > QUIET_BYTES;
        self.after_large = self.partial.len() >= LARGE_FRAME;
        self.partial.clear();
        self.completed += 1;
        self.partial.shrink_to(KEEP_BYTES);
        go_on
    }

    /// The reference that was put together, if it is one.
    fn take_reference(&mut self) -> Option<Reference> {
        let reference = Reference::read(&self.partial)?;
        self.partial.clear();
        self.completed += 1;
        Some(reference)
    }

    /// Hands out the frame that a reference is about. Gives whether to go on.
    fn refer(
        &mut self,
        reference: Reference,
        resolve: Resolve<'_>,
        limit: &impl Fn() -> usize,
        on: &mut impl FnMut(&[u8], Following<'_>) -> bool,
    ) -> Result<bool, CloseReason> {
        let (length, limit) = (reference.length as usize, limit());
        if length > limit {
            return Err(CloseReason::FrameTooLarge { length, limit });
        }
        let frame = Arc::new(resolve(reference)?);
        self.handed_out += 1;
        self.after_large = false;
        Ok(on(&frame, Following::far(&frame)))
    }

    /// The frame that these bytes are, if they are one frame of Hyla and nothing is unfinished.
    #[inline]
    fn only_frame<'b>(&self, bytes: &'b [u8], limit: impl Fn() -> usize) -> Option<&'b [u8]> {
        let (length, frame) = bytes.split_first_chunk::<HEADER_BYTES>()?;
        let is_one = matches!(self.frames, Frames::Hyla)
            && self.partial.is_empty()
            && u32::from_le_bytes(*length) as usize == frame.len()
            && !frame.is_empty()
            && frame.len() <= limit();
        is_one.then_some(frame)
    }

    /// Frames delivered since the last query.
    pub(crate) fn take_handed_out(&mut self) -> u64 {
        std::mem::take(&mut self.handed_out)
    }

    /// Whether a heartbeat has ever come.
    pub(crate) fn has_heartbeat(&self) -> bool {
        self.heartbeat
    }

    /// Call this periodically: frees the capacity for large frames after some time without any.
    pub(crate) fn look(&mut self) {
        if std::mem::take(&mut self.large) || !self.partial.is_empty() {
            self.quiet = 0;
            return;
        }
        self.quiet = self.quiet.saturating_add(1);
        if self.quiet >= QUIET_LOOKS {
            self.partial.shrink_to(QUIET_BYTES);
        }
    }

    /// Missing bytes of the unfinished frame; 0 between frames and while its length is incomplete.
    pub(crate) fn missing(&self) -> usize {
        let Some(header) = self.partial.get(..self.frames.header_bytes()) else {
            return 0;
        };
        // Checked when the length was read.
        let whole = match matches!(self.frames, Frames::Hyla) && Reference::begins(header) {
            true => REFERENCE_BYTES,
            false => self.frames.whole_bytes(header),
        };
        whole.saturating_sub(self.partial.len())
    }

    /// How much of the missing bytes to read at once: the free capacity, or as much again as has
    /// arrived.
    pub(crate) fn next_part(&self) -> usize {
        let room = self.partial.capacity() - self.partial.len();
        let part = room.max(self.partial.len()).max(LARGE_FRAME);
        part.min(self.missing())
    }

    /// Whether the next frame is probably large: the last one was.
    pub(crate) fn is_after_large(&self) -> bool {
        self.after_large
    }

    /// Buffer for up to [`Self::missing`] bytes of the stream that bypass [`Self::feed`]; then call
    /// `feed` with the bytes that follow, or none.
    pub(crate) fn unfinished_frame(&mut self) -> &mut Vec<u8> {
        self.make_room();
        &mut self.partial
    }

    fn make_room(&mut self) {
        let arrived = self.partial.len();
        if arrived < ROOMY_FRAME {
            return;
        }
        let (missing, room) = (self.missing(), self.partial.capacity() - arrived);
        if room < missing.min(ROOMY_FRAME / 2) {
            self.partial.reserve_exact(missing.min(ROOM * arrived));
        }
    }

    /// Moves bytes of the unfinished frame into it; gives the rest once it is complete.
    fn finish_partial<'a>(
        &mut self,
        mut bytes: &'a [u8],
        limit: &impl Fn() -> usize,
        refers: bool,
    ) -> Result<Option<&'a [u8]>, CloseReason> {
        let header_bytes = self.frames.header_bytes();
        if self.partial.len() < header_bytes {
            bytes = self.move_up_to(header_bytes, bytes);
        }
        let Some(header) = self.partial.get(..header_bytes) else {
            return Ok(None);
        };
        let whole = match refers && Reference::begins(header) {
            true => REFERENCE_BYTES,
            false => self.frames.checked_bytes(header, limit)?,
        };
        bytes = self.move_up_to(whole, bytes);
        Ok((self.partial.len() == whole).then_some(bytes))
    }

    fn move_up_to<'a>(&mut self, length: usize, bytes: &'a [u8]) -> &'a [u8] {
        let (head, rest) = bytes.split_at(bytes.len().min(length - self.partial.len()));
        self.make_room();
        self.partial.extend_from_slice(head);
        rest
    }

    /// Frames completed from several reads so far: identifies the unfinished one.
    pub(crate) fn completed(&self) -> u64 {
        self.completed
    }

    /// Bytes of an unfinished frame, 0 between frames.
    pub(crate) fn unfinished(&self) -> usize {
        self.partial.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encode(frames: &[Vec<u8>]) -> Vec<u8> {
        let mut stream = Vec::new();
        for frame in frames {
            stream.extend_from_slice(&(frame.len() as u32).to_le_bytes());
            stream.extend_from_slice(frame);
        }
        stream
    }

    #[test]
    fn a_long_frame_in_parts_can_be_kept_and_its_buffer_serves_again_if_it_is_not() {
        let mut decoder = Decoder::new(Frames::Hyla);
        let length = 2 * KEPT_FRAME;
        let header = u32::try_from(length).unwrap().to_le_bytes();
        for keeps in [true, false, true] {
            let mut kept = None;
            let stream = [&header[..], &vec![9; length], &[1, 0, 0, 0, 5]].concat();
            let mut short = 0;
            for part in stream.chunks(length / 3) {
                let on = |frame: &[u8], following: Following<'_>| {
                    match frame.len() {
                        1 => short += 1,
                        _ if keeps => kept = following.keep(),
                        _ => {}
                    }
                    true
                };
                decoder.feed(part, || 1 << 30, on).unwrap();
            }
            assert_eq!(kept.is_some(), keeps);
            assert!(kept.is_none_or(|frame| frame[..] == vec![9; length][..]));
            assert_eq!(short, 1);
        }
    }

    proptest! {
        #[test]
        fn any_split_of_the_stream_gives_the_same_frames(
            frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..20),
            cuts in prop::collection::vec(1_usize..400, 0..60),
        ) {
            let stream = encode(&frames);
            let mut decoder = Decoder::default();
            let mut found = Vec::new();
            let mut rest = &stream[..];
            for cut in cuts.into_iter().chain([usize::MAX]) {
                let (piece, after) = rest.split_at(cut.min(rest.len()));
                rest = after;
                decoder.feed(piece, || 300, |frame, _| { found.push(frame.to_vec()); true }).unwrap();
            }

            let expected: Vec<_> = frames.into_iter().filter(|f| !f.is_empty()).collect();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(decoder.unfinished(), 0);
        }

        #[test]
        fn random_bytes_never_make_the_decoder_hold_more_than_arrived_or_is_allowed(
            pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20),
        ) {
            let mut decoder = Decoder::default();
            let mut fed = 0;
            for piece in pieces {
                fed += piece.len();
                if decoder.feed(&piece, || 1000, |_, _| true).is_err() {
                    break;
                }
                prop_assert!(decoder.unfinished() <= fed.min(1000 + HEADER_BYTES));
            }
        }
    }

    #[test]
    fn frames_that_are_taken_together_do_not_come_again() {
        let frames: Vec<Vec<u8>> = (1..=9).map(|i| vec![i; usize::from(i)]).collect();
        let mut stream = encode(&frames);
        stream.splice(5..5, [0; 4]);
        let unfinished = stream.pop();
        let mut decoder = Decoder::default();

        let (mut taken, mut events) = (Vec::new(), 0);
        let take_up_to_three = |frame: &[u8], following: Following<'_>| {
            events += 1;
            taken.push(frame.to_vec());
            taken.extend((0..2).map_while(|_| following.take()).map(<[u8]>::to_vec));
            true
        };
        decoder.feed(&stream, || 100, take_up_to_three).unwrap();

        assert_eq!((events, &taken[..]), (3, &frames[..8]));
        assert!(decoder.has_heartbeat(), "also one that was passed over");
        assert_eq!(decoder.take_handed_out(), 8);
        decoder
            .feed(
                &[unfinished.unwrap()],
                || 100,
                |frame, following| {
                    assert_eq!((frame, following.take()), (&[9; 9][..], None));
                    true
                },
            )
            .unwrap();
        assert_eq!(decoder.take_handed_out(), 1);
    }

    #[test]
    fn a_frame_that_is_too_large_is_not_taken_either() {
        let stream = encode(&[vec![1], vec![2; 50]]);
        let mut decoder = Decoder::default();

        let fed = decoder.feed(&stream, || 10, |_, following| following.take().is_none());

        let (length, limit) = (50, 10);
        assert_eq!(fed, Err(CloseReason::FrameTooLarge { length, limit }));
    }

    #[test]
    fn a_length_beyond_the_limit_is_refused_before_anything_is_kept() {
        let mut decoder = Decoder::default();

        let refused = decoder.feed(&u32::MAX.to_le_bytes(), || 10, |_, _| true);
        let length = u32::MAX as usize;
        assert_eq!(
            refused,
            Err(CloseReason::FrameTooLarge { length, limit: 10 })
        );
        assert_eq!(decoder.partial.capacity(), 0);
    }

    #[test]
    fn room_for_large_frames_is_given_back_when_none_comes_any_more() {
        let mut decoder = Decoder::default();
        let take = |decoder: &mut Decoder, length: u32| {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.resize(bytes.len() + length as usize, 7);
            for part in bytes.chunks(100_000) {
                decoder.feed(part, || 1 << 30, |_, _| true).unwrap();
            }
        };
        take(&mut decoder, 1 << 20);
        for _ in 0..100 {
            take(&mut decoder, 1 << 20);
            decoder.look();
        }
        assert!(decoder.partial.capacity() >= 1 << 20);

        for _ in 0..QUIET_LOOKS {
            take(&mut decoder, 1000);
            decoder.look();
        }
        assert!(decoder.partial.capacity() <= QUIET_BYTES);
        take(&mut decoder, 1 << 20);
    }

    #[test]
    fn an_announced_length_alone_takes_no_memory() {
        let mut decoder = Decoder::default();

        decoder
            .feed(&(100_u32 << 20).to_le_bytes(), || 128 << 20, |_, _| true)
            .unwrap();
        assert!(decoder.partial.capacity() < 64);
    }

    #[test]
    fn what_has_arrived_of_a_long_frame_is_seldom_moved() {
        let mut decoder = Decoder::default();
        let length: u32 = 60 << 20;
        decoder
            .feed(&length.to_le_bytes(), || 1 << 30, |_, _| true)
            .unwrap();
        let mut moved = 0;
        while decoder.missing() > 0 {
            let part = vec![7; decoder.missing().min(64 << 10)];
            let before = (decoder.partial.capacity(), decoder.partial.len());
            decoder.unfinished_frame().extend_from_slice(&part);
            if decoder.partial.capacity() != before.0 {
                moved += before.1;
            }
            assert!(decoder.partial.capacity() <= decoder.partial.len() * (ROOM + 1) + LARGE_FRAME);
        }
        assert!(moved < 20 << 20, "{moved} bytes were moved");
    }

    #[test]
    fn room_for_a_large_frame_grows_with_what_comes_and_is_there_for_the_next() {
        let mut decoder = Decoder::default();
        let length: u32 = 1 << 20;
        let mut parts = [Vec::new(), Vec::new()];
        for parts in &mut parts {
            decoder
                .feed(&length.to_le_bytes(), || 1 << 30, |_, _| true)
                .unwrap();
            assert_eq!(decoder.missing(), length as usize);
            while decoder.missing() > 0 {
                let part = decoder.next_part();
                parts.push(part);
                decoder
                    .unfinished_frame()
                    .extend(std::iter::repeat_n(7, part));
            }
            let mut came = 0;
            decoder
                .feed(
                    &[],
                    || 1 << 30,
                    |frame, _| {
                        came = frame.len();
                        true
                    },
                )
                .unwrap();
            assert_eq!(came, length as usize);
            assert!(decoder.is_after_large());
        }

        assert_eq!(parts[0][0], LARGE_FRAME);
        assert!(parts[0].len() < 8, "{:?}", parts[0]);
        assert_eq!(parts[1], [length as usize]);
        decoder.feed(&[1, 0, 0, 0, 9], || 10, |_, _| true).unwrap();
        assert!(!decoder.is_after_large());
    }

    #[test]
    fn the_limit_may_rise_while_a_frame_is_handled() {
        let mut decoder = Decoder::default();
        let limit = std::cell::Cell::new(1);
        let stream = encode(&[vec![1], vec![2; 50]]);

        let mut found = 0;
        let raise = |_: &[u8], _: Following<'_>| {
            limit.set(100);
            found += 1;
            true
        };
        decoder.feed(&stream, || limit.get(), raise).unwrap();
        assert_eq!(found, 2);
    }
}
