//! The process that sends; it starts the other one.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use hyla_lrc::settings::Sources;
use hyla_lrc::{ModuleSource, NullFederateAmbassador, RtiAmbassador};
use hyla_rti::RtiServer;
use hyla_types::{AttributeHandle, CallbackModel, Edition, ObjectClassHandle};

use crate::receiver::now;
use crate::{Figures, Row};

const FOM: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2010.xml");
const FEDERATION: &str = "Process models";
const UPDATES: usize = 5_000;

/// Joins the federation of the bench.
pub(crate) fn join(rti: &RtiAmbassador, name: &str) -> (ObjectClassHandle, AttributeHandle) {
    let fom = ModuleSource {
        designator: "traffic-2010.xml".into(),
        content: FOM.to_vec(),
    };
    // The federation may exist already.
    let _ = rti.create_federation_execution_from(FEDERATION, vec![fom], "");
    rti.join_federation_execution(Some(name), "bench", FEDERATION, &[])
        .expect("joins");
    let class = rti
        .object_class_handle("Vehicle.Car")
        .expect("is in the FOM");
    let attribute = rti.attribute_handle(class, "Name").expect("is in the FOM");
    (class, attribute)
}

/// One run of one row; `None` if the receiver could not connect.
pub(crate) fn measure(row: &Row, memory: bool) -> Option<Figures> {
    let settings = Sources::none().load().expect("defaults are sound");
    let mut server = RtiServer::new(&settings).expect("has descriptors");
    let at = server
        .listen("127.0.0.1:0".parse().expect("an address"))
        .expect("loopback");
    let stop = server.stopper();
    let served = std::thread::spawn(move || server.run());

    let common = format!("rti.address = {at}; peer.shared_memory = {memory}");
    let mut command = Command::new(env::current_exe().expect("runs from a file"));
    command
        .env("BENCH_ROLE", "receiver")
        .env("BENCH_SETTINGS", format!("{common}; {}", row.settings))
        .stdout(Stdio::piped());
    if row.evokes {
        command.env("BENCH_EVOKES", "1");
    }
    let mut receiver = command.spawn().expect("starts again");
    let mut lines = BufReader::new(receiver.stdout.take().expect("piped")).lines();

    let rti = RtiAmbassador::of_edition(Edition::Hla2010);
    rti.connect(
        Box::new(NullFederateAmbassador),
        CallbackModel::Immediate,
        &common,
    )
    .expect("connects");
    let (class, attribute) = join(&rti, "sender");
    rti.publish_object_class_attributes(class, &[attribute].into())
        .expect("publishes");
    let object = rti
        .register_object_instance(class, None)
        .expect("registers");
    let ready = lines
        .next()
        .is_some_and(|line| line.is_ok_and(|l| l == "ready"));
    let figures = ready.then(|| {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..UPDATES {
            std::thread::sleep(Duration::from_micros(random.u64(700..1_500)));
            let mut value = [0; 128];
            value[..8].copy_from_slice(&now().to_le_bytes());
            rti.update_attribute_values(object, &[(attribute, &value)], b"", None)
                .expect("updates");
        }
        rti.delete_object_instance(object, b"", None)
            .expect("owns it");
        let line = lines.next().expect("figures").expect("text");
        let mut numbers = line
            .split(' ')
            .map(|number| number.parse().expect("a number"));
        std::array::from_fn(|_| numbers.next().expect("four numbers"))
    });
    let _ = receiver.wait();
    let _ = rti.disconnect();
    stop.stop();
    let _ = served.join();
    figures
}
