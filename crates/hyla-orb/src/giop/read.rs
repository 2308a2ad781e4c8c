//! Reads complete messages.

use std::borrow::Cow;

use crate::cdr::{Cdr, CharSet, Decoder, Format, Limits, MarshalError, Version};
use crate::giop::{Contexts, HEADER_BYTES, Header, Kind};
use crate::reference::{IiopProfile, Reference, profile_tag};

/// A message with its header read.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// A call.
    Request(Request<'a>),
    /// Its result.
    Reply(Reply<'a>),
    /// The caller of that request no longer waits.
    CancelRequest(u32),
    /// Asks where an object is.
    LocateRequest(LocateRequest<'a>),
    /// Answer to that.
    LocateReply(LocateReply<'a>),
    /// No more messages.
    CloseConnection,
    /// The peer could not read a message.
    MessageError,
}

/// Kind of answer that a caller waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Nothing.
    Nothing,
    /// Receipt by the server, without a result.
    Received,
    /// The result.
    Result,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Number that identifies the reply.
    pub id: u32,
    /// Kind of answer that the caller waits for.
    pub response: Response,
    /// The object.
    pub target: Target<'a>,
    /// Name of the operation; attributes have the prefixes `_get_` and `_set_`.
    pub operation: Cow<'a, str>,
    /// Service contexts.
    pub contexts: Contexts<'a>,
    /// Arguments: `in` and `inout` parameters in order.
    pub body: Decoder<'a>,
}

/// Identification of the object in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// By its key.
    Key(&'a [u8]),
    /// By a profile or reference that contains the key.
    Inside(Vec<u8>),
}

impl Target<'_> {
    /// The object key.
    pub fn key(&self) -> &[u8] {
        match self {
            Self::Key(key) => key,
            Self::Inside(key) => key,
        }
    }
}

/// Outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyStatus {
    /// Result, then `out` and `inout` parameters.
    NoException,
    /// Repository identifier, then members.
    UserException,
    /// Repository identifier, minor code, completion.
    SystemException,
    /// A reference: repeat the call there.
    Forward,
    /// A reference that replaces the used one.
    ForwardPermanently,
    /// A number: identify the object differently.
    NeedsAddressing,
}

impl ReplyStatus {
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::NoException => 0,
            Self::UserException => 1,
            Self::SystemException => 2,
            Self::Forward => 3,
            Self::ForwardPermanently => 4,
            Self::NeedsAddressing => 5,
        }
    }

    fn of(number: u32) -> Result<Self, MarshalError> {
        Ok(match number {
            0 => Self::NoException,
            1 => Self::UserException,
            2 => Self::SystemException,
            3 => Self::Forward,
            4 => Self::ForwardPermanently,
            5 => Self::NeedsAddressing,
            _ => return Err(MarshalError::Header("a reply of unknown status")),
        })
    }
}

/// Result of a call.
#[derive(Clone, Debug)]
pub struct Reply<'a> {
    /// Number of the request.
    pub id: u32,
    /// Meaning of the body.
    pub status: ReplyStatus,
    /// Service contexts.
    pub contexts: Contexts<'a>,
    /// Result, exception or reference.
    pub body: Decoder<'a>,
}

/// Asks where an object is.
#[derive(Clone, Debug)]
pub struct LocateRequest<'a> {
    /// Number that identifies the reply.
    pub id: u32,
    /// The object.
    pub target: Target<'a>,
}

/// Location of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocateStatus {
    /// It does not exist.
    Unknown,
    /// Here.
    Here,
    /// At the given reference.
    Forward,
    /// At the given reference, permanently.
    ForwardPermanently,
    /// Unknown, because of the given exception.
    SystemException,
    /// Identify the object differently.
    NeedsAddressing,
}

impl LocateStatus {
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Unknown => 0,
            Self::Here => 1,
            Self::Forward => 2,
            Self::ForwardPermanently => 3,
            Self::SystemException => 4,
            Self::NeedsAddressing => 5,
        }
    }

    fn of(number: u32) -> Result<Self, MarshalError> {
        Ok(match number {
            0 => Self::Unknown,
            1 => Self::Here,
            2 => Self::Forward,
            3 => Self::ForwardPermanently,
            4 => Self::SystemException,
            5 => Self::NeedsAddressing,
            _ => return Err(MarshalError::Header("a locate reply of unknown status")),
        })
    }
}

/// Answer to a [`LocateRequest`].
#[derive(Clone, Debug)]
pub struct LocateReply<'a> {
    /// Number of the request.
    pub id: u32,
    /// The location.
    pub status: LocateStatus,
    /// A reference or an exception, depending on the status.
    pub body: Decoder<'a>,
}

/// Reads a complete message, header included. Strings of arguments are read in the `format` of
/// their connection; byte order and version come from the message.
///
/// # Errors
/// An invalid header or field.
pub fn read<'a>(
    octets: &'a [u8],
    agreed: Format,
    limits: &'a Limits,
) -> Result<Message<'a>, MarshalError> {
    let header = octets
        .first_chunk::<HEADER_BYTES>()
        .and_then(|header| Header::read(header, limits).ok())
        .ok_or(MarshalError::Header("a message without a header"))?;
    let Header { version, order, .. } = header;
    // Names of operations and contexts are plain text, independent of the agreed code set.
    let plain = Format {
        order,
        version,
        chars: CharSet::Latin1,
        ..agreed
    };
    let body = Format {
        chars: agreed.chars,
        ..plain
    };
    let mut from = Decoder::new(octets, HEADER_BYTES, plain, limits);
    Ok(match header.kind {
        Kind::Request => Message::Request(request(from, version, body)?),
        Kind::Reply => Message::Reply(reply(from, version, body)?),
        Kind::CancelRequest => Message::CancelRequest(from.u32()?),
        Kind::LocateRequest => {
            let id = from.u32()?;
            let target = target(&mut from, version)?;
            Message::LocateRequest(LocateRequest { id, target })
        }
        Kind::LocateReply => {
            let id = from.u32()?;
            let status = LocateStatus::of(from.u32()?)?;
            let body = from.with_format(body);
            Message::LocateReply(LocateReply { id, status, body })
        }
        Kind::CloseConnection => Message::CloseConnection,
        Kind::MessageError => Message::MessageError,
        Kind::Fragment => return Err(MarshalError::Header("a fragment of nothing")),
    })
}

fn request(
    mut from: Decoder<'_>,
    version: Version,
    format: Format,
) -> Result<Request<'_>, MarshalError> {
    if version == Version::V1_2 {
        let id = from.u32()?;
        let response = match from.u8()? & 3 {
            0 | 2 => Response::Nothing,
            1 => Response::Received,
            _ => Response::Result,
        };
        from.bytes(3)?;
        let target = target(&mut from, version)?;
        let operation = from.name()?;
        let contexts = Contexts::read(&mut from)?;
        // Only arguments have the gap.
        from.align(8);
        return Ok(Request {
            id,
            response,
            target,
            operation,
            contexts,
            body: from.with_format(format),
        });
    }
    let contexts = Contexts::read(&mut from)?;
    let id = from.u32()?;
    let response = if from.u8()? != 0 {
        Response::Result
    } else {
        Response::Nothing
    };
    if version == Version::V1_1 {
        from.bytes(3)?;
    }
    let target = Target::Key(key(&mut from)?);
    let operation = from.name()?;
    // The principal, unused for decades.
    from.octets()?;
    Ok(Request {
        id,
        response,
        target,
        operation,
        contexts,
        body: from.with_format(format),
    })
}

fn reply(
    mut from: Decoder<'_>,
    version: Version,
    format: Format,
) -> Result<Reply<'_>, MarshalError> {
    let (id, status, contexts);
    if version == Version::V1_2 {
        id = from.u32()?;
        status = ReplyStatus::of(from.u32()?)?;
        contexts = Contexts::read(&mut from)?;
        from.align(8);
    } else {
        contexts = Contexts::read(&mut from)?;
        id = from.u32()?;
        status = ReplyStatus::of(from.u32()?)?;
    }
    Ok(Reply {
        id,
        status,
        contexts,
        body: from.with_format(format),
    })
}

fn key<'a>(from: &mut Decoder<'a>) -> Result<&'a [u8], MarshalError> {
    let key = from.octets()?;
    let limit = from.limits().name_bytes;
    if key.len() > limit {
        return Err(MarshalError::Limit {
            what: "an object key",
            asked: key.len(),
            limit,
        });
    }
    Ok(key)
}

fn target<'a>(from: &mut Decoder<'a>, version: Version) -> Result<Target<'a>, MarshalError> {
    if version < Version::V1_2 {
        return Ok(Target::Key(key(from)?));
    }
    let of_profile =
        |data: &[u8]| IiopProfile::parse(data).map(|profile| Target::Inside(profile.key));
    match from.u16()? {
        0 => Ok(Target::Key(key(from)?)),
        1 => {
            let tag = from.u32()?;
            let data = from.octets()?;
            if tag != profile_tag::INTERNET_IOP {
                return Err(MarshalError::Header(
                    "a target by a profile that is not IIOP",
                ));
            }
            of_profile(data)
        }
        2 => {
            let index = usize::try_from(from.u32()?).unwrap_or(usize::MAX);
            let reference = Reference::decode(from)?;
            let profile = reference
                .profiles()
                .get(index)
                .filter(|profile| profile.tag == profile_tag::INTERNET_IOP)
                .ok_or(MarshalError::Header(
                    "a target by a profile that is not there",
                ))?;
            of_profile(&profile.data)
        }
        _ => Err(MarshalError::Header("a target of an unknown kind")),
    }
}
