//! Messages of GIOP 1.0, 1.1 and 1.2: headers of arguments and results.
//!
//! ```text
//!  0      4        6       7       8             12
//! +------+--------+-------+-------+-------------+-----------------
//! | GIOP | 1, 0-2 | flags | type  | octets that | header of the
//! |      |        |       |       | follow      | type, then body
//! +------+--------+-------+-------+-------------+-----------------
//! flags: bit 0 little endian (in 1.0 the only one), bit 1 fragments follow
//! ```

mod again;
mod assemble;
mod context;
mod fragment;
mod header;
mod read;
mod write;

pub(crate) use again::{ReadHeaders, WrittenHeaders, plain_reply, plain_result};
pub use assemble::{Assembler, ProtocolError};
pub use context::{Contexts, context_id};
pub(crate) use fragment::fragments;
pub use header::{HEADER_BYTES, Header, HeaderError, Kind};
pub use read::{
    LocateReply, LocateRequest, LocateStatus, Message, Reply, ReplyStatus, Request, Response,
    Target, read,
};
pub use write::{
    RequestHeader, begin_locate_reply, begin_reply, begin_request, write_bare, write_cancel,
    write_locate_request,
};
pub(crate) use write::{append_cancel, append_locate_request, append_request};
