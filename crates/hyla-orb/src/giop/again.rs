//! Headers that come again. A binding calls few operations of few objects: the header of a request is written once and
//! then copied with another number, and a server reads a header only if it differs from those it has read.

use std::ops::Range;

use crate::cdr::{Bulk, Decoder, Encoder, Format, Limits, Order, Version};
use crate::giop::write::append_request;
use crate::giop::{HEADER_BYTES, Kind, ReplyStatus, Request, RequestHeader, Response, Target};

/// Headers that are kept for each connection.
const KEPT: usize = 8;

/// Longest header that is kept, so that buffers need not grow.
const MOST_OCTETS: usize = 256;
const MOST_NAME: usize = 64;

/// Place of the number in a request of GIOP 1.2, behind the header of the message.
const NUMBER: Range<usize> = HEADER_BYTES..HEADER_BYTES + 4;

/// Headers of requests that were written before, in one format. Their contexts depend on the priority alone.
#[derive(Debug)]
pub(crate) struct WrittenHeaders {
    entries: Vec<Written>,
    /// The entry to be replaced next.
    oldest: usize,
}

#[derive(Debug)]
struct Written {
    key: Vec<u8>,
    operation: String,
    response: Response,
    priority: Option<i16>,
    /// Header with the gap before the body.
    octets: Vec<u8>,
    /// Its octets without the gap.
    end: usize,
}

impl WrittenHeaders {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::with_capacity(KEPT),
            oldest: 0,
        }
    }

    /// Appends the header to `out`; arguments follow.
    pub(crate) fn append<'a>(
        &mut self,
        out: &'a mut Vec<u8>,
        format: Format,
        limits: &'a Limits,
        (header, priority): (&RequestHeader<'_>, Option<i16>),
        bulk: Bulk<'a>,
    ) -> Encoder<'a> {
        let is_that = |entry: &Written| {
            entry.operation == header.operation
                && entry.key == header.key
                && (entry.response, entry.priority) == (header.response, priority)
        };
        let at = match self.entries.iter().position(is_that) {
            Some(at) => at,
            None => match self.keep(format, header, priority) {
                Some(at) => at,
                None => return append_request(out, format, limits, header, bulk),
            },
        };
        let entry = &self.entries[at];
        let to = Encoder::behind_header(out, format, limits, bulk, (&entry.octets, entry.end));
        to.with_number(header.id)
    }

    fn keep(
        &mut self,
        format: Format,
        header: &RequestHeader<'_>,
        priority: Option<i16>,
    ) -> Option<usize> {
        if format.version != Version::V1_2
            || header.key.len() + header.operation.len() > MOST_OCTETS / 2
            || header.operation.len() > MOST_NAME
        {
            return None;
        }
        let at = if self.entries.len() < KEPT {
            self.entries.push(Written {
                key: Vec::with_capacity(MOST_OCTETS),
                operation: String::with_capacity(MOST_NAME),
                response: Response::Nothing,
                priority: None,
                octets: Vec::with_capacity(MOST_OCTETS),
                end: 0,
            });
            self.entries.len() - 1
        } else {
            self.oldest = (self.oldest + 1) % KEPT;
            self.oldest
        };
        let entry = &mut self.entries[at];
        entry.key.clear();
        entry.key.extend_from_slice(header.key);
        entry.operation.clear();
        entry.operation.push_str(header.operation);
        (entry.response, entry.priority) = (header.response, priority);
        entry.octets.clear();
        let limits = Limits::default();
        let to = append_request(&mut entry.octets, format, &limits, header, Bulk::Copy);
        (entry.end, _) = to.body();
        Some(at)
    }
}

/// Headers of requests that were read before, of one client. Only those of GIOP 1.2 that name the object by its key.
#[derive(Debug)]
pub(crate) struct ReadHeaders {
    entries: Vec<ReadHeader>,
    oldest: usize,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct ReadHeader {
    /// From the header of the message to the last service context.
    octets: Vec<u8>,
    key: Range<usize>,
    /// Name of the operation.
    pub(crate) operation: String,
    /// Kind of answer that the caller waits for.
    pub(crate) response: Response,
    /// Priority that it carries.
    pub(crate) priority: Option<i16>,
    order: Order,
}

impl ReadHeader {
    /// The object key.
    pub(crate) fn key(&self) -> &[u8] {
        &self.octets[self.key.clone()]
    }

    /// Number of the request and its arguments, if it begins with this header.
    #[inline]
    pub(crate) fn read<'a>(
        &self,
        octets: &'a [u8],
        format: Format,
        limits: &'a Limits,
    ) -> Option<(u32, Decoder<'a>)> {
        // All but sizes and numbers.
        let (start, end) = (0..8, NUMBER.end..self.octets.len());
        if octets.get(start.clone()) != self.octets.get(start)
            || octets.get(end.clone()) != self.octets.get(end)
            || octets.len() > limits.message_bytes
        {
            return None;
        }
        let number: [u8; 4] = octets.get(NUMBER)?.try_into().ok()?;
        let number = match self.order {
            Order::Big => u32::from_be_bytes(number),
            Order::Little => u32::from_le_bytes(number),
        };
        let format = Format {
            order: self.order,
            version: Version::V1_2,
            ..format
        };
        let mut body = Decoder::new(octets, self.octets.len(), format, limits);
        body.align(8);
        Some((number, body))
    }
}

impl ReadHeaders {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::with_capacity(KEPT),
            oldest: 0,
        }
    }

    /// The header that the message begins with, number and arguments.
    #[inline]
    pub(crate) fn find<'a>(
        &self,
        octets: &'a [u8],
        format: Format,
        limits: &'a Limits,
    ) -> Option<(&ReadHeader, u32, Decoder<'a>)> {
        let mut entries = self.entries.iter();
        entries.find_map(|entry| {
            let (number, body) = entry.read(octets, format, limits)?;
            Some((entry, number, body))
        })
    }

    /// Keeps the header of a request that was read from these octets.
    pub(crate) fn keep(&mut self, octets: &[u8], request: &Request<'_>, priority: Option<i16>) {
        let end = request.contexts.end();
        let Target::Key(key) = request.target else {
            return;
        };
        let flags = (octets.get(5), octets.get(7));
        if flags != (Some(&2), Some(&Kind::Request.number()))
            || end > MOST_OCTETS
            || request.operation.len() > MOST_NAME
        {
            return;
        }
        // The key follows the number, the flags, the kind of target and its length.
        let from = NUMBER.end + 12;
        let key = from..from + key.len();
        let Some(header) = octets.get(..end).filter(|header| header.len() >= key.end) else {
            return;
        };
        if self.entries.len() < KEPT {
            self.entries.push(ReadHeader {
                octets: Vec::with_capacity(MOST_OCTETS),
                key: 0..0,
                operation: String::with_capacity(MOST_NAME),
                response: Response::Nothing,
                priority: None,
                order: Order::NATIVE,
            });
            self.oldest = self.entries.len() - 1;
        } else {
            self.oldest = (self.oldest + 1) % KEPT;
        }
        let entry = &mut self.entries[self.oldest];
        entry.octets.clear();
        entry.octets.extend_from_slice(header);
        entry.key = key;
        entry.operation.clear();
        entry.operation.push_str(&request.operation);
        (entry.response, entry.priority) = (request.response, priority);
        entry.order = Order::of_flag(octets[6]);
    }
}

/// A reply of GIOP 1.2 in this machine's order that ends without an exception and has no service contexts.
const PLAIN_REPLY: [u8; 8] = [b'G', b'I', b'O', b'P', 1, 2, Order::NATIVE.flag(), 1];

/// Octets of a reply of GIOP 1.2 without service contexts, which is also where its body begins.
const REPLY_OCTETS: usize = HEADER_BYTES + 12;

/// Result of that request in the most frequent kind of reply; `None`: the message has to be read.
#[inline]
pub(crate) fn plain_result<'a>(
    octets: &'a [u8],
    id: u32,
    agreed: Format,
    limits: &'a Limits,
) -> Option<Decoder<'a>> {
    let (start, rest) = octets.split_first_chunk::<8>()?;
    let (_size, rest) = rest.split_first_chunk::<4>()?;
    let header = rest.first_chunk::<12>()?;
    let mut wanted = [0; 12];
    wanted[..4].copy_from_slice(&id.to_ne_bytes());
    if *start != PLAIN_REPLY || *header != wanted || octets.len() > limits.message_bytes {
        return None;
    }
    let format = Format {
        order: Order::NATIVE,
        version: Version::V1_2,
        ..agreed
    };
    Some(Decoder::new(octets, REPLY_OCTETS, format, limits))
}

/// The header of a reply of GIOP 1.2 without service contexts; its size is still 0.
#[inline]
pub(crate) fn plain_reply(order: Order, id: u32, status: ReplyStatus) -> [u8; REPLY_OCTETS] {
    let mut octets = [0; REPLY_OCTETS];
    octets[..8].copy_from_slice(&[
        b'G',
        b'I',
        b'O',
        b'P',
        1,
        2,
        order.flag(),
        Kind::Reply.number(),
    ]);
    let number = |value: u32| match order {
        Order::Big => value.to_be_bytes(),
        Order::Little => value.to_le_bytes(),
    };
    octets[12..16].copy_from_slice(&number(id));
    octets[16..20].copy_from_slice(&number(status.number()));
    octets
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;
    use crate::cdr::Cdr;
    use crate::giop::{self, Message};

    const OPERATIONS: [&str; 12] = [
        "a", "ab", "abc", "abcd", "tell", "ask", "one", "many", "text", "count", "nothing", "last",
    ];

    fn header(id: u32, operation: &str, is_oneway: bool) -> RequestHeader<'_> {
        RequestHeader {
            id,
            response: match is_oneway {
                true => Response::Nothing,
                false => Response::Result,
            },
            key: b"a key",
            operation,
            contexts: &[],
        }
    }

    fn message(format: Format, header: &RequestHeader<'_>, argument: Option<f64>) -> Vec<u8> {
        let limits = Limits::default();
        let mut out = Vec::new();
        let mut to = giop::begin_request(&mut out, format, &limits, header);
        if let Some(argument) = argument {
            argument.encode(&mut to);
        }
        to.finish_message().unwrap();
        out
    }

    fn in_order(order: Order) -> Format {
        Format {
            order,
            ..Format::default()
        }
    }

    #[test]
    fn headers_that_are_kept_give_the_same_octets_behind_others() {
        let limits = Limits::default();
        for order in [Order::Big, Order::Little] {
            let format = in_order(order);
            let mut headers = WrittenHeaders::new();
            for id in 0..100 {
                let operation = OPERATIONS[id as usize % OPERATIONS.len()];
                let argument = (id % 3 > 0).then_some(0.5);
                let header = header(id, operation, id % 2 > 0);
                let mut out = vec![7; 3];
                let priority = (id % 5 > 3).then_some(9);
                let mut to =
                    headers.append(&mut out, format, &limits, (&header, priority), Bulk::Copy);
                if let Some(argument) = argument {
                    argument.encode(&mut to);
                }
                to.finish_message().unwrap();
                assert_eq!(out[3..], message(format, &header, argument), "{operation}");
            }
            assert_eq!(headers.entries.len(), KEPT);
        }
    }

    #[test]
    fn a_message_with_a_kept_header_is_read_as_if_it_were_the_first() {
        let limits = Limits::default();
        let mut headers = ReadHeaders::new();
        let mut found = 0;
        for id in 0..100_u32 {
            let format = in_order([Order::Big, Order::Little][id as usize % 2]);
            let operation = OPERATIONS[id as usize % 3];
            let argument = (id % 5 > 0).then_some(f64::from(id));
            let octets = message(format, &header(id, operation, false), argument);
            let Message::Request(request) = giop::read(&octets, format, &limits).unwrap() else {
                panic!("no request");
            };
            let mut expected = request.body.clone();
            if let Some((header, number, mut body)) = headers.find(&octets, format, &limits) {
                found += 1;
                assert_eq!((number, &*header.operation), (id, operation));
                assert_eq!(header.key(), request.target.key());
                assert_eq!(header.response, request.response);
                assert_eq!(body.left(), expected.left());
                assert_eq!(f64::decode(&mut body).ok(), f64::decode(&mut expected).ok());
            } else {
                headers.keep(&octets, &request, None);
            }
        }
        // Three operations in two orders.
        assert_eq!(found, 94);
    }

    #[test]
    fn a_header_that_differs_in_any_octet_is_another_one() {
        let limits = Limits::default();
        let format = Format::default();
        let octets = message(format, &header(1, "ask", false), Some(0.5));
        let Message::Request(request) = giop::read(&octets, format, &limits).unwrap() else {
            panic!("no request");
        };
        let mut headers = ReadHeaders::new();
        headers.keep(&octets, &request, None);
        let end = request.contexts.end();
        for at in (0..8).chain(NUMBER.end..end) {
            let mut other = octets.clone();
            other[at] ^= 1;
            assert!(headers.find(&other, format, &limits).is_none(), "{at}");
        }
        for length in 0..end {
            assert!(headers.find(&octets[..length], format, &limits).is_none());
        }
    }

    #[test]
    fn a_plain_result_is_that_of_its_call_alone() {
        let limits = Limits::default();
        for order in [Order::NATIVE, Order::Big, Order::Little] {
            let format = in_order(order);
            let mut out = Vec::new();
            let status = ReplyStatus::NoException;
            let mut to = giop::begin_reply(&mut out, format, &limits, 8, status, &[]);
            5_i32.encode(&mut to);
            to.finish_message().unwrap();
            let Message::Reply(mut reply) = giop::read(&out, format, &limits).unwrap() else {
                panic!("no reply");
            };
            assert_eq!((reply.id, reply.status), (8, status));
            assert_eq!(i32::decode(&mut reply.body).unwrap(), 5);
            let mut body = plain_result(&out, 8, format, &limits);
            assert_eq!(body.is_some(), order == Order::NATIVE);
            if let Some(body) = &mut body {
                assert_eq!(i32::decode(body).unwrap(), 5);
            }
            assert!(plain_result(&out, 10, format, &limits).is_none());
            assert!(plain_result(&out[..23], 8, format, &limits).is_none());
        }
    }
}
