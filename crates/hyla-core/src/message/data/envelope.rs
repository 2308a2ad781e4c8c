//! Metadata of the values of an update or interaction.

use hyla_types::TransportationTypeHandle;

use super::kind::{HAS_REGIONS, HAS_TIME, STAMPED};
use super::reader::{Fault, Reader};
use super::regions::SentRegions;
use super::values::EncodedTime;

/// Metadata of an update, interaction or removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// Transportation type it is sent with.
    pub transportation: TransportationTypeHandle,
    /// The federate's tag.
    pub tag: &'a [u8],
    /// Time given by the sender.
    pub time: Option<EncodedTime>,
    /// The sender's number for it, if it is sent in time-stamp order; only with a time.
    pub serial: Option<u32>,
    /// Regions that it was explicitly sent with.
    pub regions: Option<SentRegions<'a>>,
}

impl Envelope<'_> {
    /// No tag, no time: what the RTI does on behalf of a federate.
    #[must_use]
    pub fn rti(transportation: TransportationTypeHandle) -> Envelope<'static> {
        Envelope {
            transportation,
            tag: &[],
            time: None,
            serial: None,
            regions: None,
        }
    }
}

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn envelope(
        &mut self,
        flags: u8,
        transportation: TransportationTypeHandle,
    ) -> Result<Envelope<'a>, Fault> {
        let tag = self.bytes()?;
        let time = if flags & HAS_TIME != 0 {
            Some(self.eight()?)
        } else {
            None
        };
        let serial = if flags & STAMPED != 0 {
            Some(self.number()?)
        } else {
            None
        };
        let regions = if flags & HAS_REGIONS != 0 {
            Some(SentRegions::read(self)?)
        } else {
            None
        };
        Ok(Envelope {
            transportation,
            tag,
            time,
            serial,
            regions,
        })
    }
}
