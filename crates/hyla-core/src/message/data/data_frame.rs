//! A data frame as it was read.

use hyla_types::{
    AttributeHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use super::census::Indices;
use super::envelope::Envelope;
use super::regions::{Pairs, SentRegions};
use super::values::{EncodedTime, Set, Values};
use crate::declaration::Position;

impl DataFrame<'_> {
    /// Whether it brings values: an update or an interaction.
    pub(crate) fn brings_values(&self) -> bool {
        matches!(
            self,
            Self::Update { .. } | Self::Interaction { .. } | Self::Directed { .. }
        )
    }

    /// Time and number, if it is sent in time-stamp order.
    #[must_use]
    pub fn stamp(&self) -> Option<(EncodedTime, u32)> {
        match self {
            Self::Update { envelope, .. }
            | Self::Interaction { envelope, .. }
            | Self::Directed { envelope, .. }
            | Self::Remove { envelope, .. } => Some((envelope.time?, envelope.serial?)),
            _ => None,
        }
    }
}

/// A data frame, read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFrame<'a> {
    /// New values of an instance.
    Update {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Attribute values.
        values: Values<'a>,
    },
    /// An interaction.
    Interaction {
        /// Class as sent.
        class: InteractionClassHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Parameter values.
        values: Values<'a>,
    },
    /// An interaction directed at an instance.
    Directed {
        /// Class as sent.
        class: InteractionClassHandle,
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Parameter values.
        values: Values<'a>,
    },
    /// An instance was deleted.
    Remove {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag and time.
        envelope: Envelope<'a>,
    },
    /// An instance exists.
    Discover {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Registered class.
        class: ObjectClassHandle,
        /// Its name.
        name: &'a str,
        /// Attributes that its registrant owns.
        owned: Set<'a>,
    },
    /// Values are wanted of one instance.
    Provide {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Attributes wanted.
        attributes: Set<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// Values are wanted of all instances of a class.
    ProvideClass {
        /// The class.
        class: ObjectClassHandle,
        /// Attributes wanted.
        attributes: Set<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// The sender asks for the transportation type of an attribute.
    QueryAttribute {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    /// Answer to it.
    ReportAttribute {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// The type in use.
        transportation: TransportationTypeHandle,
    },
    /// The sender asks for the transportation type of an interaction class.
    QueryInteraction {
        /// The class.
        class: InteractionClassHandle,
    },
    /// Answer to it.
    ReportInteraction {
        /// The class.
        class: InteractionClassHandle,
        /// The type in use.
        transportation: TransportationTypeHandle,
    },
    /// Committed bounds of update regions of the sender; without ranges: they overlap nothing here.
    Bounds {
        /// The regions.
        regions: SentRegions<'a>,
    },
    /// All regions of the sender that are associated with attributes of an instance.
    Associate {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Its registered class.
        class: ObjectClassHandle,
        /// Attributes and regions; the bounds come separately.
        pairs: Pairs<'a>,
    },
    /// Values are wanted of the instances of a class whose update regions overlap.
    ProvideWithRegions {
        /// The class.
        class: ObjectClassHandle,
        /// Attributes and regions.
        pairs: Pairs<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// The sender resigns: nothing follows.
    Leaving,
    /// The sender takes a message back that it sent in time-stamp order.
    Retract {
        /// Its number.
        serial: u32,
    },
    /// Messages in time-stamp order that the sender has sent: some of them were lost with a connection.
    Count(u64),
    /// The sender's report about time.
    TimeReport {
        /// Number of the log entry since which the two report to each other.
        epoch: u64,
        /// The report, encoded with postcard.
        report: &'a [u8],
    },
    /// The sender registered this instance and will not announce it again: another federate has deleted
    /// it.
    Sealed {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Federate that deleted it.
        by: FederateHandle,
    },
    /// The frames behind wait for these declarations.
    Position(Position),
    /// Existing instances that the sender has registered: earlier announcements may be lost.
    Census {
        /// The last index that it has given an instance.
        up_to: u32,
        /// Instances that exist.
        there: Indices<'a>,
    },
    /// Asks for an echo when all has been said that follows from the control log up to there.
    Probe {
        /// The sender's number for the question.
        question: u32,
        /// Number of the log entry that the sender has not applied yet.
        log: u64,
    },
    /// The answer to a probe: what the probe asked about has been said before.
    Echo {
        /// Number of the question.
        question: u32,
    },
    /// Nothing that was sent before a save or restore follows.
    Marker {
        /// Number of the save or restore.
        round: u32,
    },
}
