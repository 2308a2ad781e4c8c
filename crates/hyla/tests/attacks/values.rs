//! Values of the MOM that are long, asked for again and again.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{AttributeHandleSet, ExceptionKind, ObjectInstanceHandle, ResignAction};

use crate::beside::Scene;
use crate::joining::model;

/// Questions of one attack, each answered with 6 MB.
const QUESTIONS: u32 = 40;

/// Says how long each value was.
struct Reader(Sender<usize>);

impl FederateAmbassador for Reader {
    fn reflect_attribute_values(
        &mut self,
        _: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        let bytes = values.iter().map(|(_, value)| value.len()).sum();
        let _ = self.0.send(bytes);
    }
}

#[test]
fn a_large_object_model_that_is_asked_for_again_and_again_takes_turns() {
    let scene = Scene::default();
    scene.attack(
        |target| {
            let (reflected, values) = channel();
            let rti = RtiAmbassador::new();
            target
                .connect(&rti, Box::new(Reader(reflected)), "")
                .unwrap();
            move || {
                let created = rti.create_federation_execution_from("Large", vec![model()], "");
                // Another attack has made it.
                if let Err(refusal) = created {
                    assert_eq!(
                        refusal.kind,
                        ExceptionKind::FederationExecutionAlreadyExists
                    );
                }
                rti.join_federation_execution(None, "reader", "Large", &[])
                    .unwrap();
                let class = rti.object_class_handle("HLAmanager.HLAfederation").unwrap();
                let attribute = rti.attribute_handle(class, "HLAcurrentFDD").unwrap();
                let attributes = AttributeHandleSet::from_iter([attribute]);
                rti.subscribe_object_class_attributes(class, &attributes, Activity::Active, "")
                    .unwrap();
                for _ in 0..QUESTIONS {
                    rti.request_class_attribute_value_update(class, &attributes, b"")
                        .unwrap();
                    loop {
                        let bytes = values.recv_timeout(Duration::from_secs(60)).unwrap();
                        if bytes > 5_000_000 {
                            break;
                        }
                    }
                }
                rti.resign_federation_execution(ResignAction::NoAction)
                    .unwrap();
            }
        },
        |_| {},
    );
}
