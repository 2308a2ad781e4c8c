//! Writes headers of messages; the caller writes the rest and ends with
//! [`Encoder::finish_message`].

use crate::cdr::{Bulk, Encoder, Format, Limits, MarshalError, MessageSize, Version};
use crate::giop::{HEADER_BYTES, Header, Kind, LocateStatus, ReplyStatus, Response};
use crate::giop::{context, plain_reply};

/// Header of a call.
#[derive(Clone, Copy, Debug)]
pub struct RequestHeader<'a> {
    /// Number that identifies the reply.
    pub id: u32,
    /// Kind of answer that the caller waits for.
    pub response: Response,
    /// The object.
    pub key: &'a [u8],
    /// Name of the operation.
    pub operation: &'a str,
    /// Service contexts.
    pub contexts: &'a [(u32, &'a [u8])],
}

fn begin<'a>(out: &'a mut Vec<u8>, format: Format, limits: &'a Limits, kind: Kind) -> Encoder<'a> {
    out.clear();
    append(out, format, limits, kind, Bulk::Copy)
}

fn append<'a>(
    out: &'a mut Vec<u8>,
    format: Format,
    limits: &'a Limits,
    kind: Kind,
    bulk: Bulk<'a>,
) -> Encoder<'a> {
    let header = Header {
        version: format.version,
        order: format.order,
        has_more: false,
        kind,
        size: bulk.size().saturating_sub(HEADER_BYTES),
    };
    let mut to = Encoder::of_message(out, format, limits, bulk);
    to.bytes(&header.octets());
    // Messages without a body have no gap to remove.
    to.begin_body(1);
    to
}

/// Clears `out` and begins a call; arguments follow.
pub fn begin_request<'a>(
    out: &'a mut Vec<u8>,
    format: Format,
    limits: &'a Limits,
    header: &RequestHeader<'_>,
) -> Encoder<'a> {
    out.clear();
    append_request(out, format, limits, header, Bulk::Copy)
}

/// Appends a call to `out`; arguments follow.
pub(crate) fn append_request<'a>(
    out: &'a mut Vec<u8>,
    format: Format,
    limits: &'a Limits,
    header: &RequestHeader<'_>,
    bulk: Bulk<'a>,
) -> Encoder<'a> {
    let mut to = append(out, format, limits, Kind::Request, bulk);
    let RequestHeader {
        id,
        response,
        key,
        operation,
        contexts,
    } = *header;
    if format.version == Version::V1_2 {
        to.u32(id);
        to.bytes(&match response {
            Response::Nothing => [0; 4],
            Response::Received => [1, 0, 0, 0],
            Response::Result => [3, 0, 0, 0],
        });
        to.u16(0);
        to.octets(key);
        to.string(operation);
        context::write(contexts, &mut to);
        to.begin_body(8);
        return to;
    }
    context::write(contexts, &mut to);
    to.u32(id);
    to.u8(u8::from(response != Response::Nothing));
    if format.version == Version::V1_1 {
        to.bytes(&[0; 3]);
    }
    to.octets(key);
    to.string(operation);
    to.octets(&[]);
    to.begin_body(1);
    to
}

/// Clears `out` and begins the result of a call; results or an exception follow.
#[inline]
pub fn begin_reply<'a>(
    out: &'a mut Vec<u8>,
    format: Format,
    limits: &'a Limits,
    id: u32,
    status: ReplyStatus,
    contexts: &[(u32, &[u8])],
) -> Encoder<'a> {
    if format.version == Version::V1_2 && contexts.is_empty() {
        out.clear();
        let header = plain_reply(format.order, id, status);
        return Encoder::behind_header(out, format, limits, Bulk::Copy, (&header, header.len()));
    }
    let mut to = begin(out, format, limits, Kind::Reply);
    if format.version == Version::V1_2 {
        to.u32(id);
        to.u32(status.number());
        context::write(contexts, &mut to);
        to.begin_body(8);
    } else {
        context::write(contexts, &mut to);
        to.u32(id);
        to.u32(status.number());
        to.begin_body(1);
    }
    to
}

/// Clears `out` and begins the answer to a locate request; a reference or an exception may follow.
pub fn begin_locate_reply<'a>(
    out: &'a mut Vec<u8>,
    format: Format,
    limits: &'a Limits,
    id: u32,
    status: LocateStatus,
) -> Encoder<'a> {
    let mut to = begin(out, format, limits, Kind::LocateReply);
    to.u32(id);
    to.u32(status.number());
    to.begin_body(1);
    to
}

/// Clears `out` and asks where an object is.
pub fn write_locate_request(out: &mut Vec<u8>, format: Format, id: u32, key: &[u8]) {
    out.clear();
    append_locate_request(out, format, id, key).expect("keys are short");
}

/// Appends the question where an object is.
pub(crate) fn append_locate_request(
    out: &mut Vec<u8>,
    format: Format,
    id: u32,
    key: &[u8],
) -> Result<MessageSize, MarshalError> {
    let limits = Limits::default();
    let mut to = append(out, format, &limits, Kind::LocateRequest, Bulk::Copy);
    to.u32(id);
    if format.version == Version::V1_2 {
        to.u16(0);
    }
    to.octets(key);
    to.finish_sized()
}

/// Clears `out` and cancels a request.
pub fn write_cancel(out: &mut Vec<u8>, format: Format, id: u32) {
    out.clear();
    append_cancel(out, format, id).expect("it has four octets");
}

/// Appends the cancellation of a request.
pub(crate) fn append_cancel(
    out: &mut Vec<u8>,
    format: Format,
    id: u32,
) -> Result<MessageSize, MarshalError> {
    let limits = Limits::default();
    let mut to = append(out, format, &limits, Kind::CancelRequest, Bulk::Copy);
    to.u32(id);
    to.finish_sized()
}

/// Clears `out` and writes a message that is only a header.
pub fn write_bare(out: &mut Vec<u8>, format: Format, kind: Kind) {
    let limits = Limits::default();
    let to = begin(out, format, &limits, kind);
    to.finish_message().expect("it is empty");
}
