//! The object model of the demo in Rust: data types, and the handles that names have in one federation.
//!
//! `foms/air-traffic/README.md` describes the layouts.

use hyla_lrc::{ModuleSource, RtiAmbassador};
use hyla_types::{
    AttributeHandle, Exception, InteractionClassHandle, ObjectClassHandle, ParameterHandle,
};

hyla_omt::fixed_record! {
    /// A position above the ellipsoid.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct WorldPosition {
        pub(super) latitude: f64,
        pub(super) longitude: f64,
        pub(super) altitude: f32,
    }
}

hyla_omt::fixed_record! {
    /// Velocity in the local frame, m/s.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Velocity {
        pub(super) north: f32,
        pub(super) east: f32,
        pub(super) up: f32,
    }
}

hyla_omt::enumeration! {
    /// How a receiver extrapolates.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum DeadReckoning as u8 {
        Static = 0,
        ConstantVelocity = 1,
    }
}

hyla_omt::fixed_record! {
    /// A position with what is needed to extrapolate it.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct DeadReckonedPosition {
        pub(super) position: WorldPosition,
        pub(super) velocity: Velocity,
        pub(super) time_stamp: i64,
        pub(super) algorithm: DeadReckoning,
    }
}

hyla_omt::enumeration! {
    /// Urgency of an advisory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Severity as u8 {
        Information = 0,
        Caution = 1,
        Warning = 2,
    }
}

hyla_omt::fixed_record! {
    /// User tag of a position update.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Stamp {
        /// Number of the update among those of its instance, from 0.
        pub(super) sequence: u64,
        /// When it was sent, by the clock that the processes of a host share.
        pub(super) sent_ns: u64,
    }
}

/// The modules of `foms/air-traffic`, so that an installed program needs no files.
pub(super) fn modules() -> Vec<ModuleSource> {
    let module = |designator: &str, content: &[u8]| ModuleSource {
        designator: designator.to_owned(),
        content: content.to_vec(),
    };
    vec![
        module(
            "AirTraffic-Base.xml",
            include_bytes!("../../../foms/air-traffic/AirTraffic-Base.xml"),
        ),
        module(
            "AirTraffic-Advisory.xml",
            include_bytes!("../../../foms/air-traffic/AirTraffic-Advisory.xml"),
        ),
    ]
}

/// The handles of everything that the demo uses.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    pub(super) aircraft: ObjectClassHandle,
    pub(super) airliner: ObjectClassHandle,
    pub(super) callsign: AttributeHandle,
    pub(super) position: AttributeHandle,
    pub(super) sector: AttributeHandle,
    pub(super) airline: AttributeHandle,
    pub(super) aircraft_type: AttributeHandle,
    pub(super) advisory: InteractionClassHandle,
    pub(super) traffic: TrafficAdvisory,
    pub(super) handover: Handover,
    pub(super) flights_ready: InteractionClassHandle,
    pub(super) flights_ready_sector: ParameterHandle,
    pub(super) picture_ready: InteractionClassHandle,
    pub(super) starts_at: ParameterHandle,
    pub(super) flights_ended: FlightsEnded,
    pub(super) picture_complete: InteractionClassHandle,
}

/// `Advisory.TrafficAdvisory`.
#[derive(Clone, Debug)]
pub(super) struct TrafficAdvisory {
    pub(super) class: InteractionClassHandle,
    pub(super) callsign: ParameterHandle,
    pub(super) text: ParameterHandle,
    pub(super) severity: ParameterHandle,
    pub(super) issued_at: ParameterHandle,
    pub(super) intruder: ParameterHandle,
    pub(super) intruder_position: ParameterHandle,
}

/// `Handover`.
#[derive(Clone, Debug)]
pub(super) struct Handover {
    pub(super) class: InteractionClassHandle,
    pub(super) callsign: ParameterHandle,
    pub(super) from: ParameterHandle,
    pub(super) to: ParameterHandle,
}

/// `Exercise.FlightsEnded`.
#[derive(Clone, Debug)]
pub(super) struct FlightsEnded {
    pub(super) class: InteractionClassHandle,
    pub(super) sector: ParameterHandle,
    pub(super) updates: ParameterHandle,
    pub(super) advisories: ParameterHandle,
    pub(super) handovers: ParameterHandle,
}

impl Vocabulary {
    /// Asks the federation that `rti` has joined.
    pub(super) fn of(rti: &RtiAmbassador) -> Result<Self, Exception> {
        let aircraft = rti.object_class_handle("Aircraft")?;
        let airliner = rti.object_class_handle("Aircraft.Airliner")?;
        let advisory = rti.interaction_class_handle("Advisory")?;
        let flights_ready = rti.interaction_class_handle("Exercise.FlightsReady")?;
        let picture_ready = rti.interaction_class_handle("Exercise.PictureReady")?;
        Ok(Self {
            aircraft,
            airliner,
            callsign: rti.attribute_handle(aircraft, "Callsign")?,
            position: rti.attribute_handle(aircraft, "Position")?,
            sector: rti.attribute_handle(aircraft, "Sector")?,
            airline: rti.attribute_handle(airliner, "Airline")?,
            aircraft_type: rti.attribute_handle(airliner, "AircraftType")?,
            advisory,
            traffic: TrafficAdvisory::of(rti)?,
            handover: Handover::of(rti)?,
            flights_ready,
            flights_ready_sector: rti.parameter_handle(flights_ready, "Sector")?,
            picture_ready,
            starts_at: rti.parameter_handle(picture_ready, "StartsAt")?,
            flights_ended: FlightsEnded::of(rti)?,
            picture_complete: rti.interaction_class_handle("Exercise.PictureComplete")?,
        })
    }
}

impl TrafficAdvisory {
    fn of(rti: &RtiAmbassador) -> Result<Self, Exception> {
        let class = rti.interaction_class_handle("Advisory.TrafficAdvisory")?;
        Ok(Self {
            class,
            callsign: rti.parameter_handle(class, "Callsign")?,
            text: rti.parameter_handle(class, "Text")?,
            severity: rti.parameter_handle(class, "Severity")?,
            issued_at: rti.parameter_handle(class, "IssuedAt")?,
            intruder: rti.parameter_handle(class, "Intruder")?,
            intruder_position: rti.parameter_handle(class, "IntruderPosition")?,
        })
    }
}

impl Handover {
    fn of(rti: &RtiAmbassador) -> Result<Self, Exception> {
        let class = rti.interaction_class_handle("Handover")?;
        Ok(Self {
            class,
            callsign: rti.parameter_handle(class, "Callsign")?,
            from: rti.parameter_handle(class, "FromSector")?,
            to: rti.parameter_handle(class, "ToSector")?,
        })
    }
}

impl FlightsEnded {
    fn of(rti: &RtiAmbassador) -> Result<Self, Exception> {
        let class = rti.interaction_class_handle("Exercise.FlightsEnded")?;
        Ok(Self {
            class,
            sector: rti.parameter_handle(class, "Sector")?,
            updates: rti.parameter_handle(class, "Updates")?,
            advisories: rti.parameter_handle(class, "Advisories")?,
            handovers: rti.parameter_handle(class, "Handovers")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use hyla_omt::encoding::{decode, encode};

    use super::*;

    #[test]
    fn a_position_takes_the_41_bytes_that_the_object_model_promises() {
        let position = DeadReckonedPosition {
            position: WorldPosition {
                latitude: 50.0,
                longitude: 9.0,
                altitude: 10_000.0,
            },
            velocity: Velocity {
                north: 1.0,
                east: 2.0,
                up: 0.0,
            },
            time_stamp: 7,
            algorithm: DeadReckoning::ConstantVelocity,
        };

        let bytes = encode(&position);

        assert_eq!(bytes.len(), 41);
        assert_eq!(decode(&bytes), Ok(position));
    }
}
