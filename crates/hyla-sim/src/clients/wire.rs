//! A byte connection: in order, in pieces, cut anywhere.

use std::collections::VecDeque;

use super::WireEnd;
use crate::network::{Micros, mix};

/// Longest delay of a piece, in microseconds.
const LONGEST: Micros = 4_000;

/// One direction.
#[derive(Debug, Default)]
struct Pipe {
    pieces: VecDeque<(Micros, Vec<u8>)>,
    last: Micros,
    written: u64,
    /// When the reader notices the end; never for `Micros::MAX`.
    end: Option<Micros>,
}

/// A connection between a client and its host.
#[derive(Debug)]
pub(super) struct Wire {
    lot: u64,
    window: usize,
    to_client: Pipe,
    to_host: Pipe,
}

/// Result of reading at an end.
#[derive(Debug)]
pub(super) enum Read {
    Bytes(Vec<u8>),
    /// The connection is closed.
    Closed,
    Nothing,
}

impl Wire {
    /// A connection with at most `window` bytes in flight to the client.
    pub(super) fn new(lot: u64, window: usize) -> Self {
        Self {
            lot,
            window,
            to_client: Pipe::default(),
            to_host: Pipe::default(),
        }
    }

    fn pipe(&mut self, to: WireEnd) -> &mut Pipe {
        match to {
            WireEnd::Client => &mut self.to_client,
            WireEnd::Host => &mut self.to_host,
        }
    }

    /// Bytes that may be written towards the client.
    pub(super) fn room(&self) -> usize {
        let pieces = self.to_client.pieces.iter();
        let under_way: usize = pieces.map(|(_, bytes)| bytes.len()).sum();
        self.window.saturating_sub(under_way)
    }

    /// Writes in one piece or two; gives the arrival times. A cut connection accepts everything and
    /// delivers nothing.
    pub(super) fn write(&mut self, to: WireEnd, bytes: &[u8], now: Micros) -> Vec<Micros> {
        let lot = self.lot;
        let pipe = self.pipe(to);
        if pipe.end.is_some() {
            return Vec::new();
        }
        pipe.written += 1;
        let lot = mix(&[lot, to as u64, pipe.written]);
        let split = if lot.is_multiple_of(3) {
            (mix(&[lot]) % (bytes.len() as u64 + 1)) as usize
        } else {
            0
        };
        let (first, second) = bytes.split_at(split);
        let mut arrivals = Vec::new();
        for (number, piece) in [first, second].into_iter().enumerate() {
            if !piece.is_empty() {
                let delay = 1 + mix(&[lot, number as u64]) % LONGEST;
                pipe.last = (now + delay).max(pipe.last + 1);
                pipe.pieces.push_back((pipe.last, piece.to_vec()));
                arrivals.push(pipe.last);
            }
        }
        arrivals
    }

    /// Bytes that have arrived at an end.
    pub(super) fn read(&mut self, at: WireEnd, now: Micros) -> Read {
        let pipe = self.pipe(at);
        let mut all = Vec::new();
        while pipe.pieces.front().is_some_and(|(due, _)| *due <= now) {
            all.extend(
                pipe.pieces
                    .pop_front()
                    .into_iter()
                    .flat_map(|(_, piece)| piece),
            );
        }
        if !all.is_empty() {
            Read::Bytes(all)
        } else if pipe.pieces.is_empty() && pipe.end.is_some_and(|end| end <= now) {
            Read::Closed
        } else {
            Read::Nothing
        }
    }

    /// Closes one direction; gives when the reader notices.
    pub(super) fn close(&mut self, to: WireEnd, now: Micros) -> Micros {
        let pipe = self.pipe(to);
        let end = pipe.last.max(now) + 1;
        *pipe.end.get_or_insert(end)
    }

    /// Breaks both directions: `lot` decides how many of the bytes in flight arrive. Gives when the
    /// reader notices, unless only silence shows the cut.
    pub(super) fn cut(&mut self, to: WireEnd, lot: u64, now: Micros) -> Option<Micros> {
        let pipe = self.pipe(to);
        if pipe.end.is_some() {
            return None;
        }
        let lot = mix(&[lot, to as u64]);
        let under_way: usize = pipe.pieces.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut left = (lot % (under_way as u64 + 1)) as usize;
        for (_, piece) in &mut pipe.pieces {
            piece.truncate(left);
            left -= piece.len();
        }
        pipe.pieces.retain(|(_, piece)| !piece.is_empty());
        if mix(&[lot]).is_multiple_of(4) {
            pipe.end = Some(Micros::MAX);
            return None;
        }
        let last = pipe.pieces.back().map_or(now, |(due, _)| *due);
        let end = last.max(now) + 1;
        pipe.end = Some(end);
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(wire: &mut Wire, at: WireEnd) -> Vec<u8> {
        let mut all = Vec::new();
        for now in 0..100_000 {
            if let Read::Bytes(bytes) = wire.read(at, now) {
                all.extend(bytes);
            }
        }
        all
    }

    #[test]
    fn bytes_arrive_whole_and_in_order() {
        let mut wire = Wire::new(5, 1000);
        let sent: Vec<u8> = (0..200).collect();
        for part in sent.chunks(7) {
            assert!(!wire.write(WireEnd::Host, part, 0).is_empty());
        }

        assert_eq!(all(&mut wire, WireEnd::Host), sent);
    }

    #[test]
    fn a_cut_leaves_a_beginning_and_takes_the_rest() {
        let sent: Vec<u8> = (0..200).collect();
        let mut lengths = std::collections::BTreeSet::new();
        for lot in 0..300 {
            let mut wire = Wire::new(lot, 1000);
            wire.write(WireEnd::Client, &sent, 0);
            wire.cut(WireEnd::Client, lot, 0);
            assert!(wire.write(WireEnd::Client, &sent, 0).is_empty());

            let come = all(&mut wire, WireEnd::Client);
            assert!(sent.starts_with(&come));
            lengths.insert(come.len());
        }
        assert!(lengths.len() > 100, "{}", lengths.len());
    }

    #[test]
    fn what_is_under_way_takes_room() {
        let mut wire = Wire::new(5, 100);
        wire.write(WireEnd::Client, &[0; 60], 0);
        assert_eq!(wire.room(), 40);
        wire.write(WireEnd::Host, &[0; 60], 0);
        assert_eq!(wire.room(), 40);

        assert_eq!(all(&mut wire, WireEnd::Client).len(), 60);
        assert_eq!(wire.room(), 100);
    }
}
