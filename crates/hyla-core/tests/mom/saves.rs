//! How the MOM shows which federates are in a save.

use hyla_core::callback::Callback;
use hyla_omt::encoding::encode;
use hyla_types::{Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};

use crate::mom_world::{BOTH, FEDERATE, Managed};

const STATE: &str = "HLAfederateState";

fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

#[test]
fn a_federate_is_in_a_save_from_when_it_is_told() {
    for edition in BOTH {
        let [active, saving] = [encode(&1_i32), encode(&3_i32)];
        let mut world = Managed::new(edition, 3);
        let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
        world.call(0, |m, out| m.enable_time_regulation(lookahead, out));
        for node in [1, 2] {
            world.call(node, |m, out| m.enable_time_constrained(out));
        }
        world.quiet();
        world.subscribe_all(0, FEDERATE);
        world.forget(0);
        let states = |world: &mut Managed| [0, 1, 2].map(|f| world.request_of(0, f)[STATE].clone());
        world.call(0, |m, out| {
            m.request_federation_save("S", Some(at(4.0)), out)
        });
        world.call(0, |m, out| m.time_advance_request(at(10.0), out));
        world.settle();
        assert_eq!(states(&mut world), [&active; 3].map(Clone::clone));

        world.call(1, |m, out| m.time_advance_request(at(6.0), out));
        world.settle();
        world.told(1);

        // The first is asked to save when it reaches that time; the others go on.
        assert_eq!(world.reflected(0, STATE), saving, "{edition:?}");
        assert_eq!(
            states(&mut world),
            [active.clone(), saving.clone(), active.clone()],
            "{edition:?}"
        );

        world.call(2, |m, out| m.time_advance_request(at(6.0), out));
        world.settle();
        world.told(2);
        world.call(1, |m, out| m.abort_federation_save(out));
        world.settle();
        assert_eq!(world.reflected(0, STATE), active, "{edition:?}");
        assert_eq!(states(&mut world), [&active; 3].map(Clone::clone));
    }
}

#[test]
fn a_federate_in_a_save_is_not_told_who_else_is() {
    for edition in BOTH {
        let mut world = Managed::new(edition, 2);
        world.subscribe_all(0, FEDERATE);
        world.forget(0);
        world.call(0, |m, out| m.request_federation_save("S", None, out));
        world.settle();
        world.forget(0);
        world.forget(1);
        world.call(1, |m, out| m.abort_federation_save(out));
        world.settle();

        let state = world.attribute(FEDERATE, STATE);
        let mut told = Vec::new();
        world.show(0, |callback| {
            if let Callback::ReflectAttributeValues { values, .. } = callback {
                let states = values.iter().filter(|(a, _)| *a == state);
                told.extend(states.map(|(_, value)| value.to_vec()));
            }
        });

        // The later values hold.
        let active = encode(&1_i32);
        assert!(
            told.iter().all(|value| *value == active),
            "{edition:?}: {told:?}"
        );
        assert!(!told.is_empty(), "{edition:?}");
    }
}
