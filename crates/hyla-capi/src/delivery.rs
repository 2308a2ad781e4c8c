//! Supplemental data of callbacks.

use crate::borrowed::{hyla_bytes, hyla_handles};
use crate::enums::hyla_order_type;
use crate::handle::{
    hyla_federate_handle, hyla_message_retraction_handle, hyla_transportation_type_handle,
};
use crate::value::hyla_time;

/// Supplemental data of reflections, interactions and removals.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_delivery<'a> {
    /// Tag of the sender.
    pub tag: hyla_bytes<'a>,
    /// Transportation type it was sent with.
    pub transportation: hyla_transportation_type_handle,
    /// The sender; 0 if it was the RTI, or if the federate (2010) has not asked for it.
    pub producer: hyla_federate_handle,
    /// Time that the sender gave; null if none.
    pub time: Option<&'a hyla_time>,
    /// Order in which it was sent.
    pub sent_order: hyla_order_type,
    /// Order in which it is received.
    pub received_order: hyla_order_type,
    /// Regions that it was sent with; null if the federate does not want to know. `hyla_region_ranges` has their
    /// ranges.
    pub sent_regions: Option<&'a hyla_handles<'a>>,
    /// Handle for a later retraction; null unless it was sent in time-stamp order.
    pub retraction: Option<&'a hyla_message_retraction_handle>,
}
