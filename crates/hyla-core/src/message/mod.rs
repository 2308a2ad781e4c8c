//! Messages: control between a member and the RTI, data between members.
//!
//! The first byte of every frame says which it is:
//!
//! ```text
//! 0x00        control: a [`ToRti`] or [`FromRti`] follows, encoded with postcard
//! 0x01..0x3f  data: see [`data`]
//! 0x79        relayed together: see [`RelayBatch`]
//! 0x7b        echo: see [`Echo`]
//! 0x7c        a message on a lane behind its stamp: see `hyla_link::lanes`
//! 0x7d        between the links of two members: a `hyla_link::lanes::LinkFrame` follows
//! 0x7e        relayed: federate (4 bytes, little endian), then a data frame
//! 0x7f        greeting: a [`Greeting`] follows, the first frame of every connection
//! ```

pub mod data;
mod declaration;
mod echo;
mod federation;
mod frame;
mod log;
mod membership;
mod module_source;
mod ownership;
mod relay;
mod request;
mod request_id;
mod shared;
mod snapshot;

pub use declaration::{DeclarationChange, Rate};
pub use echo::Echo;
pub use federation::{FederationNotice, FederationRequest, FlushPurpose, Installation, Round};
pub use frame::{DecodeError, FrameKind, control_frame, decode_control, greeting_frame, kind_of};
pub use frame::{RELAY_HEADER, relay_frame, relayed};
pub use frame::{key_frame, key_of};
pub use frame::{put_link, put_marked_kind, put_stamp_kind};
pub use log::LogEvent;
pub use membership::{DepartedInstances, Departure, LeaveCause, MemberInfo};
pub use module_source::ModuleSource;
pub use ownership::{AcquirerId, OwnershipNotice, OwnershipRequest};
pub use relay::{MOST_MEMBERS, RelayBatch, relayed_together};
pub use request::{
    CutConnection, FederationStatus, FromRti, Greeting, MemberRequest, MemberStatus, PointStatus,
    Reply, ToRti,
};
pub use request_id::RequestId;
pub(crate) use shared::{shared_bytes, shared_text};
pub use snapshot::{Snapshot, SnapshotMember};
