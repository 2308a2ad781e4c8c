//! Records the latency of each message of a steady channel, for studies of bounds.
//!
//! Two federates of one process have a TCP channel; one sends a message of 256 bytes each 10 ms. Each message is written
//! as 16 bits: `4096 * ln(microseconds)`, least significant byte first, so that neighbours differ by 0.025 %.
//!
//! ```text
//! cargo run --release -p hyla-lrc --example latency-trace -- SECONDS FILE
//! ```
#![allow(clippy::unwrap_used, missing_docs, reason = "a measurement")]

use std::io::{BufWriter, Write};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{Activity, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_rti::RtiServer;
use hyla_types::{CallbackModel, InteractionClassHandle, ResignAction};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/lanes-2025.xml"
);
const EVERY: Duration = Duration::from_millis(10);

/// Passes the latency of each message on: both federates have one clock.
struct Ears {
    began: Instant,
    times: Sender<u64>,
}

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        let now = self.began.elapsed().as_nanos() as u64;
        if let Some(sent) = values[0].1.first_chunk() {
            let _ = self.times.send(now - u64::from_le_bytes(*sent));
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(seconds), Some(file)) = (arguments.next(), arguments.next()) else {
        return eprintln!("usage: latency-trace SECONDS FILE");
    };
    let messages = seconds.parse::<u32>().unwrap() * 100;
    let mut out = BufWriter::new(std::fs::File::create(file).unwrap());

    let mut server = RtiServer::new(&Sources::none().load().unwrap()).unwrap();
    let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let stop = server.stopper();
    let thread = std::thread::spawn(move || server.run().unwrap());
    let (times, recorded) = channel();
    let began = Instant::now();
    let settings =
        format!("rti.address = {at}; peer.in_process = false; peer.shared_memory = false");
    let join = |who: &str| {
        let rti = RtiAmbassador::new();
        let ears = Ears {
            began,
            times: times.clone(),
        };
        rti.connect(Box::new(ears), CallbackModel::Immediate, &settings)
            .unwrap();
        let _ = rti.create_federation_execution("trace", &[FOM], "");
        rti.join_federation_execution(Some(who), "trace", "trace", &[])
            .unwrap();
        rti
    };
    let (listener, speaker) = (join("listener"), join("speaker"));
    let class = speaker.interaction_class_handle("Load").unwrap();
    let parameter = speaker.parameter_handle(class, "Bytes").unwrap();
    listener
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    speaker.publish_interaction_class(class).unwrap();

    let sending = std::thread::spawn(move || {
        let mut value = [7; 256];
        for number in 0..messages {
            let due = EVERY * number;
            std::thread::sleep(due.saturating_sub(began.elapsed()));
            let now = began.elapsed().as_nanos() as u64;
            value[..8].copy_from_slice(&now.to_le_bytes());
            let values = [(parameter, &value[..])];
            speaker.send_interaction(class, &values, &[], None).unwrap();
        }
        speaker
    });
    for _ in 0..messages {
        let us = recorded.recv().unwrap() as f64 / 1e3;
        let code = (us.max(1.0).ln() * 4096.0).round().min(65_535.0) as u16;
        out.write_all(&code.to_le_bytes()).unwrap();
    }
    out.flush().unwrap();
    for rti in [sending.join().unwrap(), listener] {
        rti.resign_federation_execution(ResignAction::NoAction)
            .unwrap();
    }
    stop.stop();
    thread.join().unwrap();
}
