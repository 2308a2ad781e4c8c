//! Whole object models: the air traffic FOM, the MIM, and public FOMs where they are at hand.

use std::path::Path;

use proptest::prelude::*;

use super::test_files::shared;
use super::{DynamicValue, TypeTable};
use crate::encoding::{AsciiString, encode};
use crate::model::ObjectModel;
use crate::{Strictness, read_module};

crate::fixed_record! {
    #[derive(Clone, Debug, PartialEq)]
    struct WorldPosition {
        latitude: f64,
        longitude: f64,
        altitude: f32,
    }
}

crate::fixed_record! {
    #[derive(Clone, Debug, PartialEq)]
    struct Velocity {
        north: f32,
        east: f32,
        up: f32,
    }
}

crate::enumeration! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum DeadReckoning as u8 {
        Static = 0,
        ConstantVelocity = 1,
    }
}

crate::fixed_record! {
    #[derive(Clone, Debug, PartialEq)]
    struct DeadReckonedPosition {
        position: WorldPosition,
        velocity: Velocity,
        time_stamp: i64,
        algorithm: DeadReckoning,
    }
}

crate::fixed_record! {
    #[derive(Clone, Debug, PartialEq)]
    struct Waypoint {
        name: AsciiString,
        position: WorldPosition,
    }
}

crate::enumeration! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum ClearanceKind as u8 {
        NotCleared = 0,
        ClimbOrDescend = 1,
        TurnTo = 2,
        DirectTo = 3,
    }
}

crate::variant_record! {
    #[derive(Clone, Debug, PartialEq)]
    enum Clearance by ClearanceKind {
        NotCleared,
        ClimbOrDescend { altitude: f32 },
        TurnTo { track: f64 },
        DirectTo { waypoint: Waypoint },
    }
}

const MIM: &str = "crates/hyla-omt/mim/HLAstandardMIM.xml";
const MIM_2025: &str = "crates/hyla-omt/mim/HLAstandardMIM-2025.xml";
const BASE: &str = "foms/air-traffic/AirTraffic-Base.xml";
const ADVISORY: &str = "foms/air-traffic/AirTraffic-Advisory.xml";

/// A file below the root of the project.
fn project_file(path: &str) -> ObjectModel {
    model(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(path),
        Strictness::Strict,
    )
}

fn model(path: &Path, strictness: Strictness) -> ObjectModel {
    let content = std::fs::read(path).unwrap();
    let read = read_module(&path.to_string_lossy(), &content, strictness);
    read.unwrap_or_else(|error| panic!("{error}")).model
}

fn types_of(files: &[&str]) -> TypeTable {
    let mut types = TypeTable::new();
    for file in files {
        types.add_model(&project_file(file).data_types);
    }
    types
}

fn air_traffic() -> TypeTable {
    types_of(&[MIM, BASE, ADVISORY])
}

prop_compose! {
    fn place()(
        latitude in -90.0..90.0, longitude in -180.0..180.0, altitude in -500.0_f32..20_000.0,
    ) -> WorldPosition {
        WorldPosition { latitude, longitude, altitude }
    }
}

prop_compose! {
    fn position()(
        position in place(),
        (north, east, up) in (-300.0_f32..300.0, -300.0_f32..300.0, -50.0_f32..50.0),
        time_stamp in any::<i64>(),
        algorithm in prop_oneof![
            Just(DeadReckoning::Static),
            Just(DeadReckoning::ConstantVelocity),
        ],
    ) -> DeadReckonedPosition {
        let velocity = Velocity { north, east, up };
        DeadReckonedPosition { position, velocity, time_stamp, algorithm }
    }
}

proptest! {
    #[test]
    fn positions_of_the_air_traffic_fom_are_the_same_on_both_sides(position in position()) {
        let of = air_traffic().resolve("DeadReckonedPosition").unwrap();
        let bytes = encode(&position);

        let value = of.decode(&bytes).unwrap();

        prop_assert_eq!(bytes.len(), 41);
        let part = |way: &[&str]| {
            way.iter().fold(&value, |value, name| value.field(name).unwrap()).clone()
        };
        let place = &position.position;
        prop_assert_eq!(part(&["Position", "Latitude"]), DynamicValue::Float64(place.latitude));
        prop_assert_eq!(part(&["Position", "Longitude"]), DynamicValue::Float64(place.longitude));
        prop_assert_eq!(part(&["Position", "Altitude"]), DynamicValue::Float32(place.altitude));
        let velocity = &position.velocity;
        prop_assert_eq!(part(&["Velocity", "North"]), DynamicValue::Float32(velocity.north));
        prop_assert_eq!(part(&["Velocity", "East"]), DynamicValue::Float32(velocity.east));
        prop_assert_eq!(part(&["Velocity", "Up"]), DynamicValue::Float32(velocity.up));
        let time_stamp = DynamicValue::Integer(position.time_stamp.into());
        prop_assert_eq!(part(&["TimeStamp"]), time_stamp);
        let algorithm = format!("{:?}", position.algorithm);
        prop_assert_eq!(part(&["Algorithm"]).to_string(), algorithm);
        prop_assert_eq!(of.encode(&value), Ok(bytes));
    }
}

#[test]
fn a_clearance_of_the_air_traffic_fom_is_the_same_on_both_sides() {
    let types = air_traffic();
    let of = types.resolve("Clearance").unwrap();
    let position = WorldPosition {
        latitude: 51.5,
        longitude: -0.25,
        altitude: 0.0,
    };
    let name = AsciiString::new("BIGGN").unwrap();

    for (clearance, text) in [
        (Clearance::NotCleared, "NotCleared"),
        (
            Clearance::ClimbOrDescend { altitude: 9500.0 },
            "ClimbOrDescend {Altitude: 9500}",
        ),
        (Clearance::TurnTo { track: 270.0 }, "TurnTo {Track: 270}"),
        (
            Clearance::DirectTo {
                waypoint: Waypoint { name, position },
            },
            "DirectTo {Waypoint: {Name: \"BIGGN\", Position: \
             {Latitude: 51.5, Longitude: -0.25, Altitude: 0}}}",
        ),
    ] {
        let bytes = encode(&clearance);
        let value = of.decode(&bytes).unwrap();

        assert_eq!(value.to_string(), text);
        assert_eq!(of.encode(&value), Ok(bytes));
    }
}

#[test]
fn the_air_traffic_modules_need_each_other_and_are_complete_together() {
    let types = air_traffic();
    let mut names = 0;
    let mut needs = |name: &Option<String>| {
        assert!(types.resolve(name.as_deref().unwrap()).is_ok(), "{name:?}");
        names += 1;
    };
    for file in [BASE, ADVISORY] {
        let model = project_file(file);
        for class in &model.object_classes {
            class
                .attributes
                .iter()
                .for_each(|attribute| needs(&attribute.data_type));
        }
        for class in &model.interaction_classes {
            class
                .parameters
                .iter()
                .for_each(|parameter| needs(&parameter.data_type));
        }
        for record in &model.data_types.fixed_record {
            record
                .fields
                .iter()
                .for_each(|field| needs(&field.data_type));
        }
        for record in &model.data_types.variant_record {
            record
                .alternatives
                .iter()
                .for_each(|alternative| needs(&alternative.data_type));
        }
    }
    assert!(names > 30);

    assert!(types_of(&[MIM, ADVISORY]).resolve("Nanoseconds").is_err());
}

#[test]
fn every_type_of_both_mims_resolves_and_agrees_with_the_predefined_ones() {
    let predefined = TypeTable::predefined();
    let both = [types_of(&[MIM]), types_of(&[MIM_2025])];

    for types in &both {
        for name in types.names() {
            let of = types
                .resolve(name)
                .unwrap_or_else(|error| panic!("{error}"));
            if let Ok(ours) = predefined.resolve(name) {
                assert_eq!(
                    format!("{:?}", of.0.shape),
                    format!("{:?}", ours.0.shape),
                    "{name}"
                );
            }
        }
    }

    for name in predefined.names() {
        assert!(both[1].resolve(name).is_ok(), "{name}");
    }
}

#[test]
fn every_type_of_the_shared_models_resolves_and_survives_zeros() {
    // The NETN modules use types of the RPR FOM, of which the files of 2010 are at hand.
    for (mim, folders) in [(MIM, &["rpr2"][..]), (MIM_2025, &["rpr2", "netn-hla4"])] {
        let mut types = types_of(&[mim]);
        for folder in folders {
            let Some(folder) = shared(&format!("foms/{folder}")) else {
                return;
            };
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                types.add_model(&model(&path, Strictness::Lenient).data_types);
            }
        }
        assert!(types.names().count() > 200);
        let mut unresolved = Vec::new();
        for name in types.names() {
            match types.resolve(name) {
                Ok(of) => {
                    for length in 0..64 {
                        if let Ok(value) = of.decode(&vec![0; length]) {
                            assert!(of.encode(&value).is_ok(), "{name}");
                        }
                    }
                }
                Err(error) => unresolved.push(error.to_string()),
            }
        }
        assert_eq!(unresolved, Vec::<String>::new(), "{folders:?}");
    }
}
