//! Two federates of one process exchange interactions over an embedded RTI.
//!
//! ```text
//! cargo run -p hyla-lrc --example chat
//! ```
//!
//! prints
//!
//! ```text
//! bob received "hello" as HLAinteractionRoot.Message
//! alice received "hello yourself" as HLAinteractionRoot.Message
//! ```

use std::time::Duration;

use hyla_lrc::{
    Activity, Delivery, FederateAmbassador, ModuleSource, ParameterValues, RtiAmbassador,
};
use hyla_types::{CallbackModel, Exception, InteractionClassHandle, ResignAction};

const FOM: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

struct Person {
    name: &'static str,
    rti: RtiAmbassador,
}

impl FederateAmbassador for Person {
    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        let text = String::from_utf8_lossy(values[0].1);
        let class = self.rti.interaction_class_name(class).unwrap_or_default();
        println!("{} received {text:?} as {class}", self.name);
    }
}

fn join(name: &'static str) -> Result<RtiAmbassador, Exception> {
    let rti = RtiAmbassador::new();
    let person = Box::new(Person {
        name,
        rti: rti.clone(),
    });
    rti.connect(person, CallbackModel::Evoked, "rti.address = embedded")?;
    let fom = ModuleSource {
        designator: "traffic.xml".into(),
        content: FOM.to_vec(),
    };
    // The second finds it created.
    let _ = rti.create_federation_execution_from("Chat", vec![fom], "");
    rti.join_federation_execution(Some(name), "person", "Chat", &[])?;
    let message = rti.interaction_class_handle("Message")?;
    rti.publish_interaction_class(message)?;
    rti.subscribe_interaction_class(message, Activity::Active)?;
    Ok(rti)
}

fn say(rti: &RtiAmbassador, text: &str) -> Result<(), Exception> {
    let message = rti.interaction_class_handle("Message")?;
    let parameter = rti.parameter_handle(message, "Text")?;
    rti.send_interaction(message, &[(parameter, text.as_bytes())], b"", None)?;
    Ok(())
}

fn main() -> Result<(), Exception> {
    let (alice, bob) = (join("alice")?, join("bob")?);
    // Each subscription has to reach the other federate.
    for rti in [&bob, &alice] {
        rti.evoke_multiple_callbacks(Duration::from_millis(200), Duration::from_millis(300))?;
    }
    say(&alice, "hello")?;
    bob.evoke_callback(Duration::from_secs(2))?;
    say(&bob, "hello yourself")?;
    alice.evoke_callback(Duration::from_secs(2))?;
    for rti in [&bob, &alice] {
        rti.resign_federation_execution(ResignAction::NoAction)?;
    }
    alice.destroy_federation_execution("Chat")?;
    bob.disconnect()?;
    alice.disconnect()
}
