use std::time::Duration;

use hyla_lrc::{Activity, AttributeValues, Delivery, FederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ExceptionKind, ObjectInstanceHandle, ResignAction};

struct Picture;

impl FederateAmbassador for Picture {
    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        _: &Delivery<'_>,
    ) {
        println!("{object:?}: {} values", values.len());
    }
}

fn main() -> Result<(), hyla_types::Exception> {
    let rti = RtiAmbassador::new();
    rti.connect(Box::new(Picture), CallbackModel::Evoked, "")?; // the RTI of hyla.toml, else 127.0.0.1:15160
    let fom = ["foms/air-traffic/AirTraffic-Base.xml"];
    match rti.create_federation_execution("Air", &fom, "") {
        Err(other) if other.kind != ExceptionKind::FederationExecutionAlreadyExists => return Err(other),
        _ => {}
    }
    rti.join_federation_execution(Some("picture"), "picture", "Air", &[])?;
    let aircraft = rti.object_class_handle("Aircraft")?;
    let position = rti.attribute_handle(aircraft, "Position")?;
    rti.subscribe_object_class_attributes(aircraft, &[position].into(), Activity::Active, "")?;
    rti.evoke_multiple_callbacks(Duration::from_secs(1), Duration::from_secs(2))?;
    rti.resign_federation_execution(ResignAction::NoAction)?;
    rti.disconnect()
}
