use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_omt::encoding::{decode, encode};
use hyla_types::{
    AttributeHandle, CallbackModel, Exception, ExceptionKind, ObjectClassHandle,
    ObjectInstanceHandle, ResignAction,
};

// ANCHOR: callbacks
/// Callbacks, as far as this federate uses them.
enum Event {
    /// Another federate has subscribed to ships.
    Wanted,
    /// A ship has new values.
    Values(Vec<(AttributeHandle, Vec<u8>)>),
    /// A ship is deleted.
    Removed,
}

/// Callbacks run inside `evoke_callback`; they hand events to the code that evokes.
struct Callbacks(Sender<Event>);

impl FederateAmbassador for Callbacks {
    fn start_registration_for_object_class(&mut self, _: ObjectClassHandle) {
        let _ = self.0.send(Event::Wanted);
    }

    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        // The bytes are valid until this function returns: copy them.
        let copies = values.iter().map(|(name, value)| (*name, value.to_vec()));
        let _ = self.0.send(Event::Values(copies.collect()));
    }

    fn remove_object_instance(&mut self, _: ObjectInstanceHandle, _: &Delivery<'_>) {
        let _ = self.0.send(Event::Removed);
    }
}
// ANCHOR_END: callbacks

// ANCHOR: join
struct Federate {
    rti: RtiAmbassador,
    events: Receiver<Event>,
    ship: ObjectClassHandle,
    name: AttributeHandle,
    distance: AttributeHandle,
}

impl Federate {
    /// Connects, creates the federation and joins it.
    fn join(federate: &str, fom: &str) -> Result<Self, Exception> {
        let rti = RtiAmbassador::new();
        let (sender, events) = channel();
        // To the RTI at 127.0.0.1:15160.
        rti.connect(Box::new(Callbacks(sender)), CallbackModel::Evoked, "")?;
        match rti.create_federation_execution("Harbour", &[fom], "") {
            // The other federate was first.
            Err(error) if error.kind == ExceptionKind::FederationExecutionAlreadyExists => {}
            created => created?,
        }
        rti.join_federation_execution(Some(federate), "tutorial", "Harbour", &[])?;
        let ship = rti.object_class_handle("Ship")?;
        Ok(Self {
            ship,
            name: rti.attribute_handle(ship, "Name")?,
            distance: rti.attribute_handle(ship, "Distance")?,
            rti,
            events,
        })
    }

    fn leave(&self) -> Result<(), Exception> {
        self.rti
            .resign_federation_execution(ResignAction::CancelThenDeleteThenDivest)?;
        match self.rti.destroy_federation_execution("Harbour") {
            // The other federate destroys it, or has done so.
            Err(error) if error.kind == ExceptionKind::FederatesCurrentlyJoined => {}
            Err(error) if error.kind == ExceptionKind::FederationExecutionDoesNotExist => {}
            destroyed => destroyed?,
        }
        self.rti.disconnect()
    }
}
// ANCHOR_END: join

// ANCHOR: ship
fn sail(me: &Federate) -> Result<(), Exception> {
    let attributes = [me.name, me.distance].into();
    me.rti
        .publish_object_class_attributes(me.ship, &attributes)?;
    while !matches!(me.events.try_recv(), Ok(Event::Wanted)) {
        me.rti.evoke_callback(Duration::from_secs(1))?;
    }
    let isabella = me.rti.register_object_instance(me.ship, None)?;
    for miles in [3.0, 2.0, 1.0] {
        let (name, distance) = (encode("Isabella"), encode(&miles));
        let values = [(me.name, &name[..]), (me.distance, &distance[..])];
        me.rti
            .update_attribute_values(isabella, &values, b"", None)?;
        // Half a second, in which callbacks run.
        let pause = Duration::from_millis(500);
        me.rti.evoke_multiple_callbacks(pause, pause)?;
    }
    me.rti.delete_object_instance(isabella, b"", None)?;
    Ok(())
}
// ANCHOR_END: ship

// ANCHOR: harbour
fn watch(me: &Federate) -> Result<(), Exception> {
    let attributes = [me.name, me.distance].into();
    me.rti
        .subscribe_object_class_attributes(me.ship, &attributes, Activity::Active, "")?;
    let mut seen = String::new();
    loop {
        me.rti
            .evoke_multiple_callbacks(Duration::from_millis(100), Duration::from_secs(1))?;
        for event in me.events.try_iter() {
            match event {
                Event::Values(values) => {
                    let mut miles = 0.0;
                    for (attribute, value) in values {
                        if attribute == me.name {
                            seen = decode(&value).unwrap_or_default();
                        } else if attribute == me.distance {
                            miles = decode(&value).unwrap_or_default();
                        }
                    }
                    println!("{seen} is {miles} nautical miles away");
                }
                Event::Removed => {
                    println!("{seen} has arrived");
                    return Ok(());
                }
                Event::Wanted => {}
            }
        }
    }
}
// ANCHOR_END: harbour

// ANCHOR: main
fn main() -> Result<(), Exception> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [role, fom] = &words[..] else {
        eprintln!("first ship|harbour FOM");
        std::process::exit(2)
    };
    let me = Federate::join(role, fom)?;
    if role == "ship" {
        sail(&me)?;
    } else {
        watch(&me)?;
    }
    me.leave()
}
// ANCHOR_END: main
