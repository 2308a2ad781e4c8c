//! Callbacks from a member to its federate: one variant for each callback of the standard.

mod arguments;
mod federate;
mod values;
mod variants;

use hyla_types::{
    AttributeHandle, FederateHandle, LogicalTime, MessageRetractionHandle, OrderType,
    ParameterHandle, RegionHandleSet, TransportationTypeHandle,
};
use serde::{Deserialize, Serialize};

pub use federate::FederateAmbassador;
pub use values::{ValueHandle, ValueList};
pub use variants::Callback;

/// Attribute values of a reflection.
pub type AttributeValues<'a> = ValueList<'a, AttributeHandle>;
/// Parameter values of an interaction.
pub type ParameterValues<'a> = ValueList<'a, ParameterHandle>;

/// Supplemental data of reflections, interactions and removals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delivery<'a> {
    /// Tag of the sender. Callbacks that wait or travel have none.
    #[serde(skip)]
    pub tag: &'a [u8],
    /// Transportation type it was sent with.
    pub transportation: TransportationTypeHandle,
    /// The sender. `None` if it was the RTI, or if the federate (2010) has not asked for it.
    pub producer: Option<FederateHandle>,
    /// Time that the sender gave.
    pub time: Option<LogicalTime>,
    /// Order in which it was sent.
    pub sent_order: OrderType,
    /// Order in which it is received.
    pub received_order: OrderType,
    /// Regions that it was sent with, if the federate wants to know.
    pub sent_regions: Option<RegionHandleSet>,
    /// Handle for a later retraction, if it was sent in time-stamp order.
    pub retraction: Option<MessageRetractionHandle>,
}

/// A federate that ignores all callbacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullFederateAmbassador;

impl FederateAmbassador for NullFederateAmbassador {}

#[cfg(test)]
mod tests {
    use hyla_types::{ObjectClassHandle, ObjectInstanceHandle, TimeImplementation};

    use super::*;

    #[test]
    fn saves_have_callbacks_by_their_position() {
        let time = TimeImplementation::Float64.initial();
        let placed = [
            (
                0,
                Callback::ConnectionLost {
                    fault_description: String::new(),
                },
            ),
            (10, Callback::FederationSaved),
            (
                28,
                Callback::DiscoverObjectInstance {
                    object: ObjectInstanceHandle::new(1),
                    class: ObjectClassHandle::new(2),
                    name: "a".into(),
                    producer: Some(FederateHandle::new(3)),
                },
            ),
            (
                53,
                Callback::FlushQueueGrant {
                    time,
                    optimistic_time: time,
                },
            ),
            (54, Callback::TimeAdvanceGrant { time }),
            (
                55,
                Callback::RequestRetraction {
                    retraction: MessageRetractionHandle::of(FederateHandle::new(4), 5),
                },
            ),
        ];
        for (position, callback) in placed {
            let encoded = postcard::to_stdvec(&callback).expect("callbacks serialize");

            assert_eq!(encoded[0], position, "{callback:?}");
        }
    }
}
