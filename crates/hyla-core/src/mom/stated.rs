//! Arguments of services that the MOM calls, for reports of service invocations.

use hyla_types::{
    InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle, ObjectInstanceHandle,
    OrderType, TimeImplementation,
};

use super::argument::{Argument, Hexadecimal, put};
use super::argument_type::ArgumentType;
use super::fields::{Fault, Fields};
use super::vocabulary::Act;

/// Bytes that stood for an argument.
struct Undecodable(Vec<u8>);

impl Argument for Undecodable {
    fn kind(&self) -> ArgumentType {
        ArgumentType::VariableLengthData
    }

    fn write(&self, text: &mut String) {
        put(&Hexadecimal(&self.0), text);
    }
}

/// Writes parameters down as arguments, in the order of the service.
struct Stated<'a> {
    fields: Fields<'a>,
    arguments: Vec<Box<dyn Argument>>,
}

impl Stated<'_> {
    fn state<T: Argument + 'static>(mut self, name: &str, value: Result<T, Fault>) -> Self {
        self.arguments.push(match (value, self.fields.bytes(name)) {
            (Ok(value), Some(_)) => Box::new(value),
            (_, None) => Box::new(()),
            (Err(_), Some(bytes)) => Box::new(Undecodable(bytes.to_vec())),
        });
        self
    }

    fn class(self) -> Self {
        let name = "HLAobjectClass";
        let class = self.fields.handle(name, ObjectClassHandle::decode);
        self.state(name, class)
    }

    fn attributes(self) -> Self {
        let name = "HLAattributeList";
        let attributes = self.fields.attributes(name);
        self.state(name, attributes)
    }

    fn interaction(self) -> Self {
        let name = "HLAinteractionClass";
        let class = self.fields.handle(name, InteractionClassHandle::decode);
        self.state(name, class)
    }

    fn interactions(self) -> Self {
        let name = "HLAinteractionClassList";
        let classes: Result<InteractionClassHandleSet, Fault> = self.fields.handles(name);
        self.state(name, classes)
    }

    fn object(self) -> Self {
        let name = "HLAobjectInstance";
        let object = self.fields.handle(name, ObjectInstanceHandle::decode);
        self.state(name, object)
    }

    fn active(self) -> Self {
        let name = "HLAactive";
        let active = self.fields.value::<bool>(name);
        self.state(name, active)
    }

    fn tag(self) -> Self {
        let name = "HLAtag";
        let tag = self.fields.value::<&[u8]>(name).map(<[u8]>::to_vec);
        self.state(name, tag)
    }

    fn time(self, time: TimeImplementation) -> Self {
        let name = "HLAtimeStamp";
        let stamp = self.fields.optional_time(name, time);
        self.state(name, stamp)
    }

    fn lookahead(self, time: TimeImplementation) -> Self {
        let name = "HLAlookahead";
        let lookahead = self.fields.interval(name, time);
        self.state(name, lookahead)
    }

    fn transportation(self) -> Self {
        let transportation = self.fields.transportation();
        self.state("HLAtransportation", transportation)
    }

    fn order(self) -> Self {
        let name = "HLAsendOrder";
        let order = self.fields.value::<i32>(name).and_then(|code| {
            OrderType::from_mom_code(code, self.fields.edition)
                .map_err(|error| Fault::Parameter(error.to_string()))
        });
        self.state(name, order)
    }

    fn label(self) -> Self {
        let name = "HLAlabel";
        let label = self.fields.value::<String>(name);
        self.state(name, label)
    }
}

/// The arguments of the service that an interaction stands for. What is missing is null.
pub(super) fn arguments(
    act: Act,
    fields: Fields<'_>,
    time: TimeImplementation,
) -> Vec<Box<dyn Argument>> {
    let stated = Stated {
        fields,
        arguments: Vec::new(),
    };
    let stated = match act {
        Act::PublishObjectClass | Act::UnpublishObjectClass | Act::UnsubscribeObjectClass => {
            stated.class().attributes()
        }
        Act::SubscribeObjectClass => stated.class().attributes().active(),
        Act::PublishInteractionClass
        | Act::UnpublishInteractionClass
        | Act::UnsubscribeInteractionClass => stated.interaction(),
        Act::SubscribeInteractionClass => stated.interaction().active(),
        Act::PublishDirected
        | Act::UnpublishDirected
        | Act::SubscribeDirected
        | Act::UnsubscribeDirected => stated.class().interactions(),
        Act::DeleteObjectInstance => stated.object().tag().time(time),
        Act::LocalDeleteObjectInstance => stated.object(),
        Act::ChangeAttributeTransportation => stated.object().attributes().transportation(),
        Act::ChangeInteractionTransportation => stated.interaction().transportation(),
        Act::UnconditionalDivestiture => stated.object().attributes(),
        Act::EnableTimeRegulation | Act::ModifyLookahead => stated.lookahead(time),
        Act::TimeAdvanceRequest
        | Act::TimeAdvanceRequestAvailable
        | Act::NextMessageRequest
        | Act::NextMessageRequestAvailable
        | Act::FlushQueueRequest => stated.time(time),
        Act::ChangeAttributeOrder => stated.object().attributes().order(),
        Act::ChangeInteractionOrder => stated.interaction().order(),
        Act::SynchronizationPointAchieved => stated.label(),
        _ => stated,
    };
    stated.arguments
}
