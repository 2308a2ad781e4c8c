//! Events at a member of the coordinating federation.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_omt::encoding::{Decode, decode};
use hyla_types::{
    AttributeHandleSet, FederateHandle, FederateHandleSet, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, ParameterHandle, SynchronizationPointFailureReason,
};
use serde::de::DeserializeOwned;

use super::message::{Introduction, Order, Presence, Word};
use super::parts::{Part, Parts};
use super::vocabulary::Vocabulary;

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A member has introduced itself.
    Present {
        /// Name of its federate.
        name: String,
        /// Its federate.
        federate: FederateHandle,
        /// Its introduction.
        presence: Presence,
    },
    /// A member has left or was lost.
    Gone {
        /// Name of its federate.
        name: String,
    },
    /// A member exists, and may have introduced itself before this one subscribed.
    Discovered(ObjectInstanceHandle),
    /// Another member requests this member's introduction.
    Asked,
    /// A [`super::Waker`] was used.
    Woken,
    /// A console orders something from this agent.
    Ordered {
        /// Name of its federate.
        console: String,
        /// The order.
        order: Box<Order>,
    },
    /// An agent sends a message to this console.
    Said {
        /// Name of its federate.
        agent: String,
        /// The message.
        word: Box<Word>,
    },
    /// A synchronization point was announced.
    Announced(String),
    /// A synchronization point could not be registered.
    Unregistered {
        /// The point.
        label: String,
        /// The reason.
        reason: String,
    },
    /// All have achieved a synchronization point, `failed` of them without success.
    Synchronized {
        /// The point.
        label: String,
        /// Number of failures.
        failed: usize,
    },
    /// A message could not be parsed.
    Unreadable(String),
    /// The federation is lost.
    Lost(String),
}

/// A member whose object was discovered.
pub(super) struct DiscoveredMember {
    federate: Option<FederateHandle>,
    /// Empty until its introduction.
    name: String,
}

/// Receives callbacks of the member `name`.
pub(super) struct Ambassador {
    pub(super) name: String,
    pub(super) events: Sender<Event>,
    /// Set as soon as the member has joined; nothing is subscribed before.
    pub(super) vocabulary: Arc<OnceLock<Vocabulary>>,
    pub(super) parts: Parts,
    pub(super) members: HashMap<ObjectInstanceHandle, DiscoveredMember>,
}

impl Ambassador {
    fn tell(&self, event: Event) {
        // Without a receiver the member is leaving.
        let _ = self.events.send(event);
    }

    fn interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
    ) -> Result<Option<Event>, String> {
        let Some(names) = self.vocabulary.get() else {
            return Ok(None);
        };
        let to: String = parameter(values, names.to, "To")?;
        if to != self.name {
            return Ok(None);
        }
        let from: String = parameter(values, names.from, "From")?;
        let number = |handle, what| {
            let number: i32 = parameter(values, handle, what)?;
            u32::try_from(number).map_err(|_| format!("{what} of a message is negative"))
        };
        let text: String = parameter(values, names.text, "Text")?;
        let part = Part {
            message: number(names.number, "Number")?,
            part: number(names.part, "Part")?,
            parts: number(names.parts, "Parts")?,
            text: &text,
        };
        let Some(whole) = self.parts.take(&from, &part)? else {
            return Ok(None);
        };
        let event = if class == names.order {
            let order = Box::new(read(&from, &whole)?);
            Event::Ordered {
                console: from,
                order,
            }
        } else {
            let word = Box::new(read(&from, &whole)?);
            Event::Said { agent: from, word }
        };
        Ok(Some(event))
    }
}

fn read<T: DeserializeOwned>(from: &str, text: &str) -> Result<T, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("a message of {from} cannot be read: {error}"))
}

fn parameter<T: for<'a> Decode<'a>>(
    values: &ParameterValues<'_>,
    handle: ParameterHandle,
    what: &str,
) -> Result<T, String> {
    let found = values.iter().find(|(found, _)| *found == handle);
    let Some((_, bytes)) = found else {
        return Err(format!("a message without {what}"));
    };
    decode(bytes).map_err(|error| format!("{what} of a message cannot be decoded: {error}"))
}

impl FederateAmbassador for Ambassador {
    fn connection_lost(&mut self, fault: &str) {
        self.tell(Event::Lost(fault.to_owned()));
    }

    fn federate_resigned(&mut self, reason: &str) {
        self.tell(Event::Lost(reason.to_owned()));
    }

    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        _class: ObjectClassHandle,
        _name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
        let known = DiscoveredMember {
            federate: producer,
            name: String::new(),
        };
        self.members.insert(object, known);
        self.tell(Event::Discovered(object));
    }

    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        let Some(known) = self.members.get_mut(&object) else {
            return;
        };
        let Some(federate) = known.federate else {
            return;
        };
        let mut events = Vec::new();
        for (_, bytes) in values {
            let text = decode::<String>(bytes).map_err(|error| error.to_string());
            let read = text.and_then(|text| read::<Introduction>("a member", &text));
            events.push(match read {
                Ok(Introduction { name, who }) => {
                    known.name.clone_from(&name);
                    Event::Present {
                        name,
                        federate,
                        presence: who,
                    }
                }
                Err(problem) => Event::Unreadable(problem),
            });
        }
        for event in events {
            self.tell(event);
        }
    }

    fn provide_attribute_value_update(
        &mut self,
        _object: ObjectInstanceHandle,
        _attributes: &AttributeHandleSet,
        _tag: &[u8],
    ) {
        self.tell(Event::Asked);
    }

    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, _delivery: &Delivery<'_>) {
        // A member without an introduction had no effect.
        let known = self.members.remove(&object);
        if let Some(DiscoveredMember { name, .. }) = known.filter(|known| !known.name.is_empty()) {
            self.parts.forget(&name);
            self.tell(Event::Gone { name });
        }
    }

    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _delivery: &Delivery<'_>,
    ) {
        match self.interaction(class, values) {
            Ok(Some(event)) => self.tell(event),
            Ok(None) => {}
            Err(problem) => self.tell(Event::Unreadable(problem)),
        }
    }

    fn announce_synchronization_point(&mut self, label: &str, _tag: &[u8]) {
        self.tell(Event::Announced(label.to_owned()));
    }

    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        self.tell(Event::Unregistered {
            label: label.to_owned(),
            reason: format!("{reason:?}"),
        });
    }

    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {
        self.tell(Event::Synchronized {
            label: label.to_owned(),
            failed: failed.len(),
        });
    }
}
