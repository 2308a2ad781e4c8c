//! The warning of a stall is printed while nothing advances: no message of a federate has to come first.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use hyla_lrc::{FederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Sends on what is warned of.
struct Warnings(Mutex<Sender<String>>);

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        let _ = self.0.lock().unwrap().send(message.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Says when it regulates or is constrained.
struct Federate(Sender<()>);

impl FederateAmbassador for Federate {
    fn time_regulation_enabled(&mut self, _: LogicalTime) {
        self.0.send(()).unwrap();
    }

    fn time_constrained_enabled(&mut self, _: LogicalTime) {
        self.0.send(()).unwrap();
    }
}

#[test]
fn a_stall_is_warned_of_while_nobody_says_anything() {
    let (warned, warnings) = channel();
    tracing::subscriber::set_global_default(Warnings(Mutex::new(warned))).unwrap();
    let (told, enabled) = channel();
    let fom = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hyla-conformance/foms/traffic-2010.xml"
    );
    // Three with a part in time: two would coordinate for themselves, and be asked.
    let federates: Vec<RtiAmbassador> = ["slow", "first", "second"]
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let rti = RtiAmbassador::new();
            let settings = "rti.address = embedded; time.stall_warn_ms = 300";
            let federate = Box::new(Federate(told.clone()));
            rti.connect(federate, CallbackModel::Immediate, settings)
                .unwrap();
            if at == 0 {
                rti.create_federation_execution("standing", &[fom], "")
                    .unwrap();
            }
            rti.join_federation_execution(Some(name), "tester", "standing", &[])
                .unwrap();
            rti
        })
        .collect();
    let lookahead = LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap());
    federates[0].enable_time_regulation(lookahead).unwrap();
    enabled.recv().unwrap();
    for rti in &federates[1..] {
        rti.enable_time_constrained().unwrap();
        enabled.recv().unwrap();
    }

    let to = LogicalTime::Float64(Float64Time::new(5.0).unwrap());
    for rti in &federates[1..] {
        rti.time_advance_request(to).unwrap();
    }

    // From here on no federate sends: an RTI that waits for messages would wait for ever.
    for _ in &federates[1..] {
        let warning = warnings.recv_timeout(Duration::from_secs(120)).unwrap();
        assert!(
            warning.contains("waits in timeAdvanceRequest 5"),
            "{warning}"
        );
        assert!(warning.contains("\"slow\" holds it back"), "{warning}");
    }
}
