//! Reads whole messages.

use std::borrow::Cow;

use crate::cdr::{Cdr, CharSet, Decoder, Format, Limits, MarshalError, Version};
use crate::giop::{Contexts, HEADER_BYTES, Header, Kind};
use crate::reference::{IiopProfile, Reference, profile_tag};

/// A message whose header was read.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// A call.
    Request(Request<'a>),
    /// Its result.
    Reply(Reply<'a>),
    /// The caller of that request no longer waits.
    CancelRequest(u32),
    /// Where is this object?
    LocateRequest(LocateRequest<'a>),
    /// Where it is.
    LocateReply(LocateReply<'a>),
    /// Nothing more comes.
    CloseConnection,
    /// The peer could not read what it got.
    MessageError,
}

/// What a caller waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Nothing.
    Nothing,
    /// That the server has the call; without a result.
    Received,
    /// The result.
    Result,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Number by which the reply is found.
    pub id: u32,
    /// What the caller waits for.
    pub response: Response,
    /// Which object.
    pub target: Target<'a>,
    /// Name of the operation; `_get_` and `_set_` before those of attributes.
    pub operation: Cow<'a, str>,
    /// What travels beside the call.
    pub contexts: Contexts<'a>,
    /// Arguments: `in` and `inout` parameters in order.
    pub body: Decoder<'a>,
}

/// How a request names its object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// By its key.
    Key(&'a [u8]),
    /// By a profile or a whole reference that contains the key.
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

/// How a call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyStatus {
    /// Result, then `out` and `inout` parameters.
    NoException,
    /// Repository identifier, then members.
    UserException,
    /// Repository identifier, minor code, completion.
    SystemException,
    /// A reference: call there.
    Forward,
    /// A reference that replaces the one that was used.
    ForwardPermanently,
    /// A number: name the object in another way.
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
    /// What the body is.
    pub status: ReplyStatus,
    /// What travels beside the result.
    pub contexts: Contexts<'a>,
    /// Result, exception or reference.
    pub body: Decoder<'a>,
}

/// Where is this object?
#[derive(Clone, Debug)]
pub struct LocateRequest<'a> {
    /// Number by which the reply is found.
    pub id: u32,
    /// Which object.
    pub target: Target<'a>,
}

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocateStatus {
    /// There is none.
    Unknown,
    /// Here.
    Here,
    /// Where a reference says.
    Forward,
    /// There for ever.
    ForwardPermanently,
    /// An exception says why that is not known.
    SystemException,
    /// Name the object in another way.
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
    /// What is known.
    pub status: LocateStatus,
    /// A reference or an exception, as the status says.
    pub body: Decoder<'a>,
}

/// Reads a whole message, header included. Strings of arguments are read as `format` of their connection says; byte order and
/// version come from the message.
///
/// # Errors
/// What is wrong with the header or the fields behind it.
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
    // Names of operations and contexts are plain text, whatever was agreed for strings.
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
        // The gap is there only before arguments.
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
    // Who calls: nobody has filled that in for decades.
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
