//! A connection of bytes: in order, in pieces, and cut anywhere.

use std::collections::VecDeque;

use super::End;
use crate::network::{Micros, mix};

/// Most microseconds that a piece takes.
const LONGEST: Micros = 4_000;

/// One direction.
#[derive(Debug, Default)]
struct Pipe {
    pieces: VecDeque<(Micros, Vec<u8>)>,
    last: Micros,
    written: u64,
    /// When the reader notices that nothing more comes; never for `Micros::MAX`.
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

/// What has come at an end.
#[derive(Debug)]
pub(super) enum Read {
    Bytes(Vec<u8>),
    /// The connection is closed.
    End,
    Nothing,
}

impl Wire {
    /// With that many bytes on their way to the client at most.
    pub(super) fn new(lot: u64, window: usize) -> Self {
        Self {
            lot,
            window,
            to_client: Pipe::default(),
            to_host: Pipe::default(),
        }
    }

    fn pipe(&mut self, to: End) -> &mut Pipe {
        match to {
            End::Client => &mut self.to_client,
            End::Host => &mut self.to_host,
        }
    }

    /// Bytes that may be written towards the client.
    pub(super) fn room(&self) -> usize {
        let pieces = self.to_client.pieces.iter();
        let under_way: usize = pieces.map(|(_, bytes)| bytes.len()).sum();
        self.window.saturating_sub(under_way)
    }

    /// Writes, in one piece or two; gives when they arrive. A connection that is cut takes everything and carries nothing.
    pub(super) fn write(&mut self, to: End, bytes: &[u8], now: Micros) -> Vec<Micros> {
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

    /// What has come at an end.
    pub(super) fn read(&mut self, at: End, now: Micros) -> Read {
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
            Read::End
        } else {
            Read::Nothing
        }
    }

    /// The writer is done; gives when the reader notices.
    pub(super) fn close(&mut self, to: End, now: Micros) -> Micros {
        let pipe = self.pipe(to);
        let end = pipe.last.max(now) + 1;
        *pipe.end.get_or_insert(end)
    }

    /// Both directions break: of the bytes under way so many arrive as the lot says. Gives when the reader notices, if it
    /// does not only notice that nothing comes any more.
    pub(super) fn cut(&mut self, to: End, lot: u64, now: Micros) -> Option<Micros> {
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

    fn all(wire: &mut Wire, at: End) -> Vec<u8> {
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
            assert!(!wire.write(End::Host, part, 0).is_empty());
        }

        assert_eq!(all(&mut wire, End::Host), sent);
    }

    #[test]
    fn a_cut_leaves_a_beginning_and_takes_the_rest() {
        let sent: Vec<u8> = (0..200).collect();
        let mut lengths = std::collections::BTreeSet::new();
        for lot in 0..300 {
            let mut wire = Wire::new(lot, 1000);
            wire.write(End::Client, &sent, 0);
            wire.cut(End::Client, lot, 0);
            assert!(wire.write(End::Client, &sent, 0).is_empty());

            let come = all(&mut wire, End::Client);
            assert!(sent.starts_with(&come));
            lengths.insert(come.len());
        }
        assert!(lengths.len() > 100, "{}", lengths.len());
    }

    #[test]
    fn what_is_under_way_takes_room() {
        let mut wire = Wire::new(5, 100);
        wire.write(End::Client, &[0; 60], 0);
        assert_eq!(wire.room(), 40);
        wire.write(End::Host, &[0; 60], 0);
        assert_eq!(wire.room(), 40);

        assert_eq!(all(&mut wire, End::Client).len(), 60);
        assert_eq!(wire.room(), 100);
    }
}
