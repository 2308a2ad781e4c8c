//! The federation of console and agents.
//!
//! Both are federates of [`FEDERATION`] and register an object that introduces them; when one is
//! lost, the RTI removes its object, which notifies the others. Orders, progress and outcomes are
//! interactions; the phases of a sample begin at synchronization points: its federates start when
//! every agent is ready, and its loads end when no federate runs any more.

mod heard;
pub mod message;
mod parts;
mod stop;
mod vocabulary;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyla_lrc::{Activity, RtiAmbassador};
use hyla_omt::encoding::encode;
use hyla_settings::{RtiAddress, Settings, Sources};
use hyla_types::{
    AttributeHandleSet, CallbackModel, Exception, ExceptionKind, FederateHandle, FederateHandleSet,
    InteractionClassHandle, ObjectInstanceHandle, ResignAction,
};
use serde::Serialize;

use heard::Ambassador;
pub use heard::Event;
use message::{Introduction, Order, Presence, Word};
use parts::{Parts, cut};
pub use stop::Stop;
use vocabulary::{Vocabulary, module};

/// Name of the federation execution.
pub const FEDERATION: &str = "HylaBench";

/// The synchronization point at which the federates of a sample of this console start.
pub fn run_label(console: &str, sample: u32) -> String {
    format!("{console} run-{sample}")
}

/// The synchronization point at which no federate of a sample runs any more, and loads may end.
pub fn over_label(console: &str, sample: u32) -> String {
    format!("{console} over-{sample}")
}

/// Why console or agent could not join the others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoordinationError {
    /// A service was refused.
    #[error("federation {FEDERATION}, federate {name}: {doing}: {exception}")]
    Service {
        /// The federate.
        name: String,
        /// The attempted operation.
        doing: &'static str,
        /// The exception of the RTI.
        exception: Exception,
    },
    /// The settings cannot be read.
    #[error(transparent)]
    Settings(#[from] hyla_settings::SettingsError),
    /// The federation is lost.
    #[error("federation {FEDERATION}: the connection to the RTI is lost: {0}")]
    Lost(String),
}

impl CoordinationError {
    /// Whether no RTI was available, which may change.
    pub fn is_no_rti(&self) -> bool {
        let Self::Service { exception, .. } = self else {
            return false;
        };
        matches!(
            exception.kind,
            ExceptionKind::ConnectionFailed | ExceptionKind::NotConnected
        )
    }
}

/// Console or agent in the federation.
///
/// [`Self::next`] gives all events; while nothing happens no thread of the process runs, since it
/// may share its host with a measurement. Dropping it resigns.
pub struct Member {
    name: String,
    rti: RtiAmbassador,
    names: Vocabulary,
    object: ObjectInstanceHandle,
    presence: Presence,
    events: Receiver<Event>,
    /// Sends events from other threads of the process.
    own: mpsc::Sender<Event>,
    number: AtomicU32,
}

impl Member {
    /// Connects to the RTI, creates the federation unless it exists, joins it as `name` and
    /// registers the introduction.
    ///
    /// `settings` are those of the process; their address is replaced by `rti`.
    ///
    /// # Errors
    /// Settings that cannot be read, services that the RTI refuses.
    pub fn join(
        rti: &RtiAddress,
        name: &str,
        presence: Presence,
        settings: &Sources,
    ) -> Result<Self, CoordinationError> {
        let mut settings: Settings = settings.load()?;
        settings.rti.address = rti.clone();
        let doing = |doing| {
            let name = name.to_owned();
            move |exception| CoordinationError::Service {
                name,
                doing,
                exception,
            }
        };
        let (own, events) = mpsc::channel();
        let vocabulary = Arc::new(OnceLock::new());
        let ambassador = Ambassador {
            name: name.to_owned(),
            events: own.clone(),
            vocabulary: vocabulary.clone(),
            parts: Parts::default(),
            members: HashMap::new(),
        };
        let rti = RtiAmbassador::new();
        rti.connect_with_settings(Box::new(ambassador), CallbackModel::Immediate, settings)
            .map_err(doing("connecting"))?;
        let kind = match presence {
            Presence::Console { .. } => "Console",
            Presence::Agent(_) => "Agent",
        };
        // Between creating and joining, the last federate of an earlier run may destroy it.
        let mut attempts = 0;
        loop {
            match rti.create_federation_execution_from(
                FEDERATION,
                vec![module()],
                "HLAinteger64Time",
            ) {
                Err(e) if e.kind == ExceptionKind::FederationExecutionAlreadyExists => {}
                outcome => outcome.map_err(doing("creating the federation execution"))?,
            }
            match rti.join_federation_execution(Some(name), kind, FEDERATION, &[]) {
                Err(e)
                    if e.kind == ExceptionKind::FederationExecutionDoesNotExist
                        && attempts < 10 =>
                {
                    attempts += 1;
                }
                outcome => {
                    outcome.map_err(doing("joining the federation execution"))?;
                    break;
                }
            }
        }
        let names = Vocabulary::of(&rti).map_err(doing("looking up names of the object model"))?;
        // Set once, here.
        let _ = vocabulary.set(names.clone());
        let object =
            introduce(&rti, &names, &presence).map_err(doing("introducing the federate"))?;
        let member = Self {
            name: name.to_owned(),
            rti,
            names,
            object,
            presence,
            events,
            own,
            number: AtomicU32::new(0),
        };
        member.say_presence()?;
        Ok(member)
    }

    /// Name of its federate.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its federate handle, for sets of synchronization points.
    ///
    /// # Errors
    /// If it is not joined any more.
    pub fn handle(&self) -> Result<FederateHandle, CoordinationError> {
        self.rti
            .federate_handle(&self.name)
            .map_err(self.doing("looking up its own handle"))
    }

    /// The next event; `None` after that long without one. Answers requests for this member's
    /// introduction meanwhile.
    ///
    /// # Errors
    /// [`CoordinationError::Lost`] if the federation is lost.
    pub fn next(&self, at_most: Duration) -> Result<Option<Event>, CoordinationError> {
        match self.events.recv_timeout(at_most) {
            Ok(Event::Lost(fault)) => Err(CoordinationError::Lost(fault)),
            Ok(Event::Asked) => {
                self.say_presence()?;
                Ok(None)
            }
            Ok(Event::Discovered(object)) => {
                let known = AttributeHandleSet::from([self.names.presence]);
                // A member that has left needs no request.
                let _ = self.rti.request_attribute_value_update(object, &known, b"");
                Ok(None)
            }
            Ok(Event::Woken) => Ok(None),
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(CoordinationError::Lost("it has ended".to_owned()))
            }
        }
    }

    /// Makes [`Self::next`] return soon, from any thread.
    pub fn waker(&self) -> Waker {
        Waker(self.own.clone())
    }

    /// Sends an order to an agent.
    ///
    /// # Errors
    /// Services that the RTI refuses.
    pub fn order(&self, agent: &str, order: &Order) -> Result<(), CoordinationError> {
        self.send(self.names.order, agent, order)
    }

    /// Sends a message to the console.
    ///
    /// # Errors
    /// Services that the RTI refuses.
    pub fn say(&self, console: &str, word: &Word) -> Result<(), CoordinationError> {
        let class = if word.is_progress() {
            self.names.progress
        } else {
            self.names.outcome
        };
        self.send(class, console, word)
    }

    /// Registers a synchronization point for these federates.
    ///
    /// # Errors
    /// Services that the RTI refuses.
    pub fn register(&self, label: &str, set: &FederateHandleSet) -> Result<(), CoordinationError> {
        self.rti
            .register_federation_synchronization_point(label, b"", Some(set))
            .map_err(self.doing("registering a synchronization point"))
    }

    /// Achieves an announced synchronization point.
    ///
    /// # Errors
    /// Services that the RTI refuses.
    pub fn achieve(&self, label: &str, successfully: bool) -> Result<(), CoordinationError> {
        self.rti
            .synchronization_point_achieved(label, successfully)
            .map_err(self.doing("achieving a synchronization point"))
    }

    fn say_presence(&self) -> Result<(), CoordinationError> {
        let introduction = Introduction {
            name: self.name.clone(),
            who: self.presence.clone(),
        };
        let text = encode(&text_of(&introduction));
        let outcome = self.rti.update_attribute_values(
            self.object,
            &[(self.names.presence, &text)],
            b"",
            None,
        );
        outcome.map_err(self.doing("introducing the federate"))?;
        Ok(())
    }

    fn send(
        &self,
        class: InteractionClassHandle,
        to: &str,
        message: &impl Serialize,
    ) -> Result<(), CoordinationError> {
        let text = text_of(message);
        let pieces = cut(&text);
        let count = |number: usize| encode(&i32::try_from(number).unwrap_or(i32::MAX));
        // Numbers only distinguish a sender's messages in flight.
        let number = self.number.fetch_add(1, Ordering::Relaxed) & 0x7fff_ffff;
        let (from, to) = (encode(self.name.as_str()), encode(to));
        let number = count(number as usize);
        let parts = count(pieces.len());
        for (part, piece) in pieces.iter().enumerate() {
            let names = &self.names;
            let (part, text) = (count(part), encode(*piece));
            let values = [
                (names.from, &from[..]),
                (names.to, &to),
                (names.number, &number),
                (names.part, &part),
                (names.parts, &parts),
                (names.text, &text),
            ];
            self.rti
                .send_interaction(class, &values, b"", None)
                .map_err(self.doing("sending a message"))?;
        }
        Ok(())
    }

    fn doing(&self, doing: &'static str) -> impl FnOnce(Exception) -> CoordinationError {
        let name = self.name.clone();
        move |exception| CoordinationError::Service {
            name,
            doing,
            exception,
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        // Errors do not matter: the process ends, and the RTI detects that.
        let _ = self
            .rti
            .resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
        let _ = self.rti.destroy_federation_execution(FEDERATION);
        let _ = self.rti.disconnect();
    }
}

/// Wakes a member that waits.
#[derive(Clone)]
pub struct Waker(mpsc::Sender<Event>);

impl Waker {
    /// Makes [`Member::next`] return without an event.
    pub fn wake(&self) {
        // Without the member, nobody waits.
        let _ = self.0.send(Event::Woken);
    }
}

/// Publishes, subscribes, and registers the member's object.
fn introduce(
    rti: &RtiAmbassador,
    names: &Vocabulary,
    presence: &Presence,
) -> Result<ObjectInstanceHandle, Exception> {
    rti.set_automatic_resign_directive(ResignAction::CancelThenDeleteThenDivest)?;
    let (heard, sent) = match presence {
        Presence::Console { .. } => (vec![names.progress, names.outcome], vec![names.order]),
        Presence::Agent(_) => (vec![names.order], vec![names.progress, names.outcome]),
    };
    for class in sent {
        rti.publish_interaction_class(class)?;
    }
    for class in heard {
        rti.subscribe_interaction_class(class, Activity::Active)?;
    }
    let attributes = AttributeHandleSet::from([names.presence]);
    rti.publish_object_class_attributes(names.member, &attributes)?;
    rti.subscribe_object_class_attributes(names.member, &attributes, Activity::Active, "")?;
    rti.register_object_instance(names.member, None)
}

fn text_of(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("the messages have no maps with keys other than strings")
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Instant;

    use hyla_rti::RtiServer;

    use super::message::AgentPresence;
    use super::*;
    use crate::result::Machine;

    const WATCHDOG: Duration = Duration::from_secs(30);

    fn rti() -> (RtiAddress, hyla_rti::RtiStop) {
        let settings = Sources::none().load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        let at = server.listen((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let stop = server.stopper();
        std::thread::spawn(move || server.run().unwrap());
        (at.to_string().parse().unwrap(), stop)
    }

    fn agent() -> Presence {
        Presence::Agent(Box::new(AgentPresence {
            version: message::VERSION,
            machine: Machine {
                agent: "north".into(),
                host: "h".into(),
                cpu: "c".into(),
                cpus: 2,
                memory_bytes: 1,
                kernel: "k".into(),
                governor: "unknown".into(),
                clock_source: "tsc".into(),
                virtualization: String::new(),
                load: 0.0,
                busy: 0.0,
                boot: "b".into(),
            },
            processors: vec![0, 1],
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            federate: String::new(),
            local: true,
        }))
    }

    fn console() -> Presence {
        Presence::Console {
            version: message::VERSION,
        }
    }

    fn until<T>(member: &Member, mut look: impl FnMut(Event) -> Option<T>) -> T {
        let deadline = Instant::now() + WATCHDOG;
        while Instant::now() < deadline {
            if let Some(found) = member.next(WATCHDOG).unwrap().and_then(&mut look) {
                return found;
            }
        }
        panic!("nothing came");
    }

    #[test]
    fn who_was_there_first_is_known_and_so_is_who_leaves() {
        let (rti, stop) = rti();
        let north = Member::join(&rti, "north", agent(), &Sources::none()).unwrap();
        let console = Member::join(&rti, "console", console(), &Sources::none()).unwrap();

        until(&north, |event| {
            matches!(event, Event::Present { ref name, .. } if name == "console").then_some(())
        });
        // Requests for the introduction are answered while waiting for events.
        let (short, deadline) = (Duration::from_millis(10), Instant::now() + WATCHDOG);
        let name = loop {
            assert!(Instant::now() < deadline, "north does not answer");
            north.next(short).unwrap();
            if let Some(Event::Present { name, presence, .. }) = console.next(short).unwrap() {
                break (name, presence);
            }
        };
        assert_eq!(name, ("north".to_owned(), agent()));

        drop(north);
        let gone = until(&console, |event| match event {
            Event::Gone { name } => Some(name),
            _ => None,
        });
        assert_eq!(gone, "north");
        drop(console);
        stop.stop();
    }

    #[test]
    fn an_order_reaches_only_the_agent_that_it_is_for_and_its_word_comes_back() {
        let (rti, stop) = rti();
        let north = Member::join(&rti, "north", agent(), &Sources::none()).unwrap();
        let south = Member::join(&rti, "south", agent(), &Sources::none()).unwrap();
        let console = Member::join(&rti, "console", console(), &Sources::none()).unwrap();
        let cancel = |reason: &str| Order::Cancel {
            sample: 3,
            reason: reason.to_owned(),
        };

        let long = "x".repeat(200_000);
        console.order("north", &cancel(&long)).unwrap();
        console.order("south", &cancel("short")).unwrap();

        let order_of = |member| {
            until(member, |event| match event {
                Event::Ordered { order, .. } => Some(*order),
                _ => None,
            })
        };
        assert_eq!(order_of(&north), cancel(&long));
        assert_eq!(order_of(&south), cancel("short"));
        south.say("console", &Word::Over { sample: 3 }).unwrap();
        let said = until(&console, |event| match event {
            Event::Said { agent, word } => Some((agent, *word)),
            _ => None,
        });
        assert_eq!(said, ("south".to_owned(), Word::Over { sample: 3 }));
        drop((north, south, console));
        stop.stop();
    }
}
