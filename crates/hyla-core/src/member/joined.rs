//! The state of a joined federate.

use std::sync::Arc;

use super::streams::Streams;
use crate::ddm::Ddm;
use crate::declaration::MemberDeclarations;
use crate::fdd::{Fdd, Switches};
use crate::federation::{AnnouncedPoints, Identity, Participation};
use crate::object::MemberObjects;
use crate::ownership::MemberOwnership;
use crate::roster::Roster;
use crate::time::MemberTime;

/// State of a joined federate.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) identity: Identity,
    pub(crate) fdd: Arc<Fdd>,
    pub(crate) roster: Roster,
    pub(crate) streams: Streams,
    pub(crate) declarations: MemberDeclarations,
    pub(crate) ddm: Ddm,
    pub(crate) objects: MemberObjects,
    pub(crate) ownership: MemberOwnership,
    /// Messages of members that had no right to say them.
    pub(crate) refused: crate::object::Refused,
    pub(crate) time: MemberTime,
    pub(crate) switches: Switches,
    pub(crate) managed: crate::mom::Managed,
    pub(crate) points: AnnouncedPoints,
    pub(crate) participation: Participation,
}
