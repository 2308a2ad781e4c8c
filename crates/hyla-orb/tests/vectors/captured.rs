//! The messages of `captured.tsv`.

use hyla_orb::cdr::{CharSet, Format, Limits, Order, Version};
use hyla_orb::giop::{Assembler, HEADER_BYTES, Header};

/// A message with its fragments joined.
pub(crate) struct Captured {
    pub(crate) run: String,
    pub(crate) is_from_client: bool,
    pub(crate) version: Version,
    pub(crate) kind: String,
    pub(crate) id: Option<u32>,
    pub(crate) operation: String,
    pub(crate) octets: Vec<u8>,
}

impl Captured {
    pub(crate) fn order(&self) -> Order {
        let header = self.octets.first_chunk::<HEADER_BYTES>().unwrap();
        Header::read(header, &Limits::default()).unwrap().order
    }

    pub(crate) fn format(&self) -> Format {
        Format {
            order: self.order(),
            version: self.version,
            chars: CharSet::Latin1,
            wide: true,
        }
    }

    pub(crate) fn name(&self) -> String {
        let Self {
            run,
            kind,
            operation,
            id,
            ..
        } = self;
        let way = if self.is_from_client { "C>S" } else { "S>C" };
        format!("{run} {way} {kind} {operation} {id:?}")
    }
}

fn octets(text: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(pair).collect()
}

/// All messages in order. Each passes an assembler in pieces of odd sizes, as a connection might
/// read it.
pub(crate) fn all() -> Vec<Captured> {
    let mut all: Vec<Captured> = Vec::new();
    let mut streams: Vec<(String, Assembler, Option<usize>)> = Vec::new();
    let lines = include_str!("captured.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [
            run,
            connection,
            direction,
            version,
            kind,
            id,
            operation,
            length,
            hex,
        ] = fields[..]
        else {
            panic!("{line}")
        };
        let octets = octets(hex);
        assert_eq!(octets.len(), length.parse::<usize>().unwrap());
        let stream = format!("{run} {connection} {direction}");
        let at = streams
            .iter()
            .position(|(name, ..)| *name == stream)
            .unwrap_or_else(|| {
                streams.push((stream, Assembler::new(Limits::default()), None));
                streams.len() - 1
            });
        let (_, assembler, unfinished) = &mut streams[at];
        let mut whole = Vec::new();
        for piece in octets.chunks(7) {
            let mut left = piece;
            while !left.is_empty() {
                let space = assembler.space();
                let count = left.len().min(space.len());
                space[..count].copy_from_slice(&left[..count]);
                assembler.filled(count);
                left = &left[count..];
            }
            while let Some(message) = assembler.next_message().unwrap() {
                whole.push(message.to_vec());
            }
        }
        if kind == "Fragment" {
            let first = unfinished.take().unwrap();
            all[first].octets = whole.pop().unwrap();
            continue;
        }
        let (major, minor) = version.split_once('.').unwrap();
        let complete = whole.pop();
        assert!(whole.is_empty());
        if complete.is_none() {
            *unfinished = Some(all.len());
        }
        all.push(Captured {
            run: run.to_owned(),
            is_from_client: direction == "C>S",
            version: Version::of(major.parse().unwrap(), minor.parse().unwrap()).unwrap(),
            kind: kind.to_owned(),
            id: id.parse().ok(),
            operation: operation.to_owned(),
            octets: complete.unwrap_or_default(),
        });
    }
    all
}

/// Whether two messages differ only in octets that are 0 in `ours`: gaps.
pub(crate) fn differ_only_in_gaps(ours: &[u8], theirs: &[u8]) -> bool {
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| a == b || *a == 0)
}
