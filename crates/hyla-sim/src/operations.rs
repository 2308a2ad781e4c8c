//! Operations of a federate: every call of the random program and every fault, as a value with a
//! text form.

use std::collections::BTreeSet;

use hyla_core::support::Switch;
use hyla_core::time::AdvanceKind;
use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, ResignAction,
};

use crate::words::{Argument, Label, NameLookup, OwnershipService, Tag};

/// A verb with its arguments, in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) verb: String,
    pub(crate) arguments: Vec<(String, String)>,
}

impl Command {
    fn argument(&self, name: &str) -> Option<&str> {
        let mut all = self.arguments.iter();
        all.find(|(key, _)| key == name)
            .map(|(_, value)| &value[..])
    }
}

/// Name of an argument, and the check of its form.
type Field = (&'static str, fn(&str) -> Result<(), String>);

macro_rules! operations {
    ($($verb:literal $variant:ident { $($field:ident: $kind:ty),* })*) => {
        /// A service call of a federate, or a fault.
        #[derive(Clone, Debug)]
        pub(crate) enum Operation {
            $($variant { $($field: $kind),* },)*
        }

        impl Operation {
            /// Its form in a list.
            pub(crate) fn command(&self, names: &NameLookup<'_>) -> Command {
                match self {
                    $(Self::$variant { $($field),* } => Command {
                        verb: $verb.to_owned(),
                        arguments: vec![$((stringify!($field).to_owned(), $field.word(names))),*],
                    },)*
                }
            }

            /// The operation of a line; `None` if the line names something that does not exist.
            pub(crate) fn read(command: &Command, names: &NameLookup<'_>) -> Option<Self> {
                match &command.verb[..] {
                    $($verb => Some(Self::$variant {
                        $($field: <$kind as Argument>::read(command.argument(stringify!($field))?, names)?),*
                    }),)*
                    _ => None,
                }
            }

            /// Whether a line has the right form.
            pub(crate) fn check(command: &Command) -> Result<(), String> {
                let fields: &[Field] = match &command.verb[..] {
                    $($verb => &[$((stringify!($field), <$kind as Argument>::check)),*],)*
                    other => return Err(format!("{other:?} is not an operation")),
                };
                check_arguments(command, fields)
            }
        }
    };
}

operations! {
    // Faults.
    "crash" Crash { lot: u64 }
    "sever" Sever { lot: u64 }
    "cut" Cut { with: u32, lot: u64 }
    "pause" Pause { length: u64 }
    "pause-rti" PauseRti { length: u64 }
    "cut-client" CutClient { lot: u64, back: u64 }
    // Federation management.
    "connect" Connect {}
    "end-session" EndSession {}
    "evoke" Evoke { most: u32 }
    "settle" Settle {}
    "list" List {}
    "list-members" ListMembers { federation: String }
    "destroy" Destroy { federation: String }
    "create" Create { federation: String, time: String }
    "join" Join { federation: String, name: Option<String>, federate_type: String, sky: bool }
    "join-again" JoinAgain {}
    "resign" Resign { action: ResignAction }
    "directive" Directive { action: ResignAction }
    "switch" Turn { switch: Switch, on: bool }
    "callbacks" Callbacks { on: bool }
    "register-point" RegisterPoint { point: String, federates: BTreeSet<FederateHandle> }
    "achieve" Achieve { point: String, successfully: bool }
    "save" Save { name: String, stamp: Option<i64> }
    "restore" Restore { name: String }
    "abort-save" AbortSave {}
    "abort-restore" AbortRestore {}
    "begin-unasked" BeginUnasked {}
    "complete-unasked" CompleteUnasked {}
    "status" Status {}
    "forbidden" Forbidden {}
    "answer" Answer { successfully: bool }
    // Declaration management.
    "publish" Publish { class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle> }
    "unpublish" Unpublish { class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle> }
    "unpublish-class" UnpublishClass { class: ObjectClassHandle }
    "subscribe" Subscribe {
        class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle>, active: bool, rate: Option<u32>
    }
    "unsubscribe" Unsubscribe { class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle> }
    "unsubscribe-class" UnsubscribeClass { class: ObjectClassHandle }
    "publish-interaction" PublishInteraction { interaction: InteractionClassHandle }
    "unpublish-interaction" UnpublishInteraction { interaction: InteractionClassHandle }
    "subscribe-interaction" SubscribeInteraction { interaction: InteractionClassHandle, active: bool }
    "unsubscribe-interaction" UnsubscribeInteraction { interaction: InteractionClassHandle }
    "publish-directed" PublishDirected {
        class: ObjectClassHandle, interactions: BTreeSet<InteractionClassHandle>
    }
    "unpublish-directed" UnpublishDirected { class: ObjectClassHandle }
    "subscribe-directed" SubscribeDirected {
        class: ObjectClassHandle, interactions: BTreeSet<InteractionClassHandle>, universal: bool
    }
    "unsubscribe-directed" UnsubscribeDirected {
        class: ObjectClassHandle, interactions: BTreeSet<InteractionClassHandle>
    }
    // Object management.
    "reserve" Reserve { name: String }
    "reserve-several" ReserveSeveral { names: BTreeSet<String> }
    "release" Release { name: String }
    "register" Register { class: ObjectClassHandle, name: Option<String>, label: Label }
    "delete" Delete { object: ObjectInstanceHandle, tag: Tag, stamp: Option<i64>, label: Label }
    "forget" Forget { object: ObjectInstanceHandle }
    "update" Update {
        object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, stamp: Option<i64>, label: Label
    }
    "send" Send {
        interaction: InteractionClassHandle, parameters: Vec<ParameterHandle>, stamp: Option<i64>, label: Label
    }
    "send-directed" SendDirected {
        interaction: InteractionClassHandle, object: ObjectInstanceHandle, stamp: Option<i64>, label: Label
    }
    "request-class" RequestClass { class: ObjectClassHandle }
    "request" Request { object: ObjectInstanceHandle }
    "change-transportation" ChangeTransportation {
        object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, reliable: bool
    }
    "change-interaction-transportation" ChangeInteractionTransportation {
        interaction: InteractionClassHandle, reliable: bool
    }
    "query-transportation" QueryTransportation { object: ObjectInstanceHandle, attribute: AttributeHandle }
    "query-interaction-transportation" QueryInteractionTransportation {
        federate: FederateHandle, interaction: InteractionClassHandle
    }
    // Ownership management.
    "trade" Trade {
        deal: OwnershipService, object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, tag: Tag
    }
    // Time management.
    "regulate" Regulate { lookahead: i64 }
    "constrain" Constrain {}
    "stop-regulating" StopRegulating {}
    "stop-constraining" StopConstraining {}
    "change-lookahead" ChangeLookahead { lookahead: i64 }
    "advance" Advance { kind: AdvanceKind, to: i64 }
    "interaction-order" InteractionOrder { interaction: InteractionClassHandle, stamped: bool }
    "default-order" DefaultOrder { class: ObjectClassHandle, stamped: bool }
    "attribute-order" AttributeOrder {
        object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, stamped: bool
    }
    "asynchronous" Asynchronous { on: bool }
    "galt" Galt {}
    "retract" Retract { message: MessageRetractionHandle }
    // Data distribution management.
    "create-region" CreateRegion { dimensions: Vec<DimensionHandle>, label: Label }
    "set-range" SetRange { region: RegionHandle, dimension: DimensionHandle, from: u32, to: u32 }
    "commit-regions" CommitRegions { regions: BTreeSet<RegionHandle> }
    "delete-region" DeleteRegion { region: RegionHandle }
    "register-with-regions" RegisterWithRegions {
        class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>, label: Label
    }
    "associate" Associate {
        object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>
    }
    "unassociate" Unassociate {
        object: ObjectInstanceHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>
    }
    "subscribe-with-regions" SubscribeWithRegions {
        class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>,
        active: bool, rate: Option<u32>
    }
    "unsubscribe-with-regions" UnsubscribeWithRegions {
        class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>
    }
    "subscribe-interaction-with-regions" HearWithRegions {
        interaction: InteractionClassHandle, regions: BTreeSet<RegionHandle>, active: bool
    }
    "unsubscribe-interaction-with-regions" UnhearWithRegions {
        interaction: InteractionClassHandle, regions: BTreeSet<RegionHandle>
    }
    "request-with-regions" RequestWithRegions {
        class: ObjectClassHandle, attributes: BTreeSet<AttributeHandle>, regions: BTreeSet<RegionHandle>
    }
    "send-with-regions" SendWithRegions {
        interaction: InteractionClassHandle, regions: BTreeSet<RegionHandle>, stamp: Option<i64>, label: Label
    }
}

/// State that a process must be in for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precondition {
    /// Alive and connected once.
    Anywhere,
    /// The client has a connection.
    Wire,
    /// Before the first call.
    Start,
    Connected,
    Outside,
    /// Joined, and neither saving nor restoring.
    Inside,
    Joined,
    /// Saving or restoring.
    Saving,
}

impl Operation {
    pub(crate) fn precondition(&self) -> Precondition {
        match self {
            Self::Crash { .. }
            | Self::Sever { .. }
            | Self::Cut { .. }
            | Self::Pause { .. }
            | Self::PauseRti { .. } => Precondition::Anywhere,
            Self::CutClient { .. } => Precondition::Wire,
            Self::Connect {} => Precondition::Start,
            Self::EndSession {}
            | Self::Evoke { .. }
            | Self::Settle {}
            | Self::List {}
            | Self::ListMembers { .. } => Precondition::Connected,
            Self::Destroy { .. } | Self::Create { .. } | Self::Join { .. } => Precondition::Outside,
            Self::Resign { .. } | Self::AbortSave {} | Self::AbortRestore {} => {
                Precondition::Joined
            }
            Self::Status {} | Self::Forbidden {} | Self::Answer { .. } => Precondition::Saving,
            _ => Precondition::Inside,
        }
    }
}

fn check_arguments(command: &Command, fields: &[Field]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for (name, value) in &command.arguments {
        let field = fields.iter().find(|(field, _)| field == name);
        let (_, check) =
            field.ok_or_else(|| format!("{} has no argument {name:?}", command.verb))?;
        check(value).map_err(|problem| format!("{name}={value}: {problem}"))?;
        if !seen.insert(name) {
            return Err(format!("{name:?} occurs twice"));
        }
    }
    match fields
        .iter()
        .find(|(field, _)| !seen.iter().any(|name| name == field))
    {
        Some((missing, _)) => Err(format!("{} lacks {missing:?}", command.verb)),
        None => Ok(()),
    }
}
