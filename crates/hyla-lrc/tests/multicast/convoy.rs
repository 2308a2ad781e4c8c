//! Trucks that send their positions to each other.

use std::net::UdpSocket;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{Activity, GroupMetrics, RtiAmbassador};
use hyla_omt::encoding::encode;
use hyla_rti::{RtiServer, RtiStop};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, CallbackModel, DimensionHandleSet, Exception,
    FederateHandle, Float64Interval, Float64Time, InteractionClassHandle, LogicalTime,
    LogicalTimeInterval, ObjectClassHandle, ObjectInstanceHandle, OrderType, RangeBounds,
    RegionHandle, RegionHandleSet, ResignAction,
};

use super::ears::{Diary, Ears, Shared};

const FOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../hyla-conformance/foms/convoy-2025.xml"
);

/// Multicast for best effort.
const BEST_EFFORT: &str = "qos.HLAbestEffort.transport = multicast; qos.HLAbestEffort.ttl = 0; \
                           qos.HLAbestEffort.groups = BEST_EFFORT";

/// When what should have happened long ago is given up. Never a requirement on speed.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A federate with one truck, which receives the positions of the others.
pub(crate) struct Truck {
    pub(crate) rti: RtiAmbassador,
    pub(crate) handle: FederateHandle,
    name: String,
    shared: Arc<Shared>,
    object: ObjectInstanceHandle,
    next: AtomicU32,
}

impl Truck {
    /// Outcome of a connect with those settings, to an RTI of its own.
    pub(crate) fn connect_alone(settings: &str) -> Result<(), Exception> {
        let rti = RtiAmbassador::new();
        let settings = format!("rti.address = embedded; {settings}");
        let nobody = Box::new(hyla_lrc::NullFederateAmbassador);
        rti.connect(nobody, CallbackModel::Immediate, &settings)
            .map(drop)
    }

    fn join(federation: &str, name: &str, settings: &str) -> Self {
        let shared = Arc::new(Shared::default());
        let rti = RtiAmbassador::new();
        let model = if settings.contains("single-threaded") {
            CallbackModel::Evoked
        } else {
            CallbackModel::Immediate
        };
        rti.connect(Box::new(Ears(shared.clone())), model, settings)
            .unwrap();
        let _exists = rti.create_federation_execution(federation, &[FOM], "");
        let handle = rti
            .join_federation_execution(Some(name), "truck", federation, &[])
            .unwrap();
        let class = rti.object_class_handle("Truck").unwrap();
        let position = rti.attribute_handle(class, "Position").unwrap();
        let load = rti.attribute_handle(class, "Load").unwrap();
        *shared.position.lock().unwrap() = Some(position);
        let all = AttributeHandleSet::from([position, load]);
        rti.publish_object_class_attributes(class, &all).unwrap();
        let horn = rti.interaction_class_handle("Horn").unwrap();
        rti.publish_interaction_class(horn).unwrap();
        let object = rti.register_object_instance(class, None).unwrap();
        let truck = Self {
            rti,
            handle,
            name: name.to_owned(),
            shared,
            object,
            next: AtomicU32::new(0),
        };
        truck.subscribe(&["Position"]);
        truck
    }

    fn class(&self) -> ObjectClassHandle {
        self.rti.object_class_handle("Truck").unwrap()
    }

    fn attribute(&self, name: &str) -> AttributeHandle {
        self.rti.attribute_handle(self.class(), name).unwrap()
    }

    pub(crate) fn subscribe(&self, attributes: &[&str]) {
        let set: AttributeHandleSet = attributes.iter().map(|name| self.attribute(name)).collect();
        self.rti
            .subscribe_object_class_attributes(self.class(), &set, Activity::Active, "")
            .unwrap();
    }

    /// Metrics of groups for best effort so far.
    pub(crate) fn groups(&self) -> GroupMetrics {
        self.groups_of("HLAbestEffort")
    }

    /// Metrics of groups of a profile so far.
    pub(crate) fn groups_of(&self, profile: &str) -> GroupMetrics {
        let all = self.rti.own_metrics().groups;
        let of = |metrics: &GroupMetrics| metrics.profile == profile;
        all.into_iter().find(of).unwrap_or_default()
    }

    fn value(&self, length: usize) -> (u32, Vec<u8>) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut value = vec![0x5a; length];
        value[..4].copy_from_slice(&number.to_le_bytes());
        (number, value)
    }

    fn update(&self, values: &[(AttributeHandle, &[u8])]) {
        self.rti
            .update_attribute_values(self.object, values, &[], None)
            .unwrap();
    }

    /// Tells where it is, in so many bytes. Gives the number of the update.
    pub(crate) fn position(&self, length: usize) -> u32 {
        let (number, value) = self.value(length);
        self.update(&[(self.attribute("Position"), &value)]);
        number
    }

    /// As [`Self::position`]. Whether the call was accepted.
    pub(crate) fn try_position(&self, length: usize) -> bool {
        let Ok(class) = self.rti.object_class_handle("Truck") else {
            return false;
        };
        let Ok(position) = self.rti.attribute_handle(class, "Position") else {
            return false;
        };
        let (_, value) = self.value(length);
        let values = [(position, &value[..])];
        let outcome = self
            .rti
            .update_attribute_values(self.object, &values, &[], None);
        outcome.is_ok()
    }

    /// Position and load in one update.
    pub(crate) fn update_both(&self) -> u32 {
        let (number, value) = self.value(100);
        let (position, load) = (self.attribute("Position"), self.attribute("Load"));
        self.update(&[(position, &value), (load, b"sand and stones")]);
        number
    }

    /// So many updates, not waiting for anybody.
    pub(crate) fn drive_on(&self, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.position(100)).collect()
    }

    /// So many updates, in steps that fit into the smallest of buffers: all of them arrive.
    pub(crate) fn drive(&self, count: usize, others: &[&Self]) -> Vec<u32> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let step = (count - numbers.len()).min(40);
            numbers.extend(self.drive_on(step));
            let last = *numbers.last().unwrap();
            others
                .iter()
                .for_each(|other| other.until_position(self, last));
        }
        numbers
    }

    pub(crate) fn change_transportation(&self, name: &str) {
        let to = self.rti.transportation_type_handle(name).unwrap();
        let set = AttributeHandleSet::from([self.attribute("Position")]);
        let confirmed = self.shared.diary.lock().unwrap().confirmed;
        self.rti
            .request_attribute_transportation_type_change(self.object, &set, to)
            .unwrap();
        self.until("confirmation", |diary| diary.confirmed > confirmed);
    }

    fn until(&self, what: &str, ready: impl Fn(&Diary) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        let mut diary = self.shared.diary.lock().unwrap();
        while !ready(&diary) {
            let name = &self.name;
            if Instant::now() >= deadline {
                let come: Vec<_> = diary
                    .positions
                    .values()
                    .map(|p| (p.len(), p.last()))
                    .collect();
                panic!("{name}: no {what}; positions: {come:?}");
            }
            let wait = Duration::from_millis(200);
            diary = self.shared.written.wait_timeout(diary, wait).unwrap().0;
        }
    }

    /// Waits until it has received that callback.
    pub(crate) fn until_told(&self, what: &str) {
        self.until(what, |diary| diary.told.contains(&what));
    }

    /// Waits for that update of another truck.
    pub(crate) fn until_position(&self, of: &Self, number: u32) {
        self.until(&format!("position {number} of {}", of.name), |diary| {
            let positions = diary.positions.get(&of.object);
            positions.is_some_and(|all| all.last() >= Some(&number))
        });
    }

    /// How many messages of another truck have come, or were counted as dropped here.
    pub(crate) fn came_or_dropped(&self, of: &Self) -> u64 {
        let rows = self.rti.own_metrics().channels.into_iter();
        let rows = rows.filter(|row| row.peer == of.handle);
        let dropped = rows.flat_map(|row| row.dropped).map(|(_, count)| count);
        self.positions_of(of).len() as u64 + dropped.sum::<u64>()
    }

    /// Waits until that is so many.
    pub(crate) fn until_come_or_dropped(&self, of: &Self, count: u64) {
        let deadline = Instant::now() + TIMEOUT;
        while self.came_or_dropped(of) < count {
            let metrics = self.rti.own_metrics();
            assert!(Instant::now() < deadline, "{}: {metrics:?}", self.name);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The updates of another truck that have come.
    pub(crate) fn positions_of(&self, of: &Self) -> Vec<u32> {
        let diary = self.shared.diary.lock().unwrap();
        diary.positions.get(&of.object).cloned().unwrap_or_default()
    }

    pub(crate) fn loads(&self) -> usize {
        self.shared.diary.lock().unwrap().loads
    }

    pub(crate) fn has_load(&self) -> bool {
        self.loads() > 0
    }

    pub(crate) fn horns(&self) -> Vec<u32> {
        self.shared.diary.lock().unwrap().horns.clone()
    }

    pub(crate) fn until_horn(&self, tone: u32) {
        self.until("horn", |diary| diary.horns.last() >= Some(&tone));
    }

    /// Acts again and again until `ready`.
    pub(crate) fn until_known(
        &self,
        mut act: impl FnMut() -> u32,
        mut ready: impl FnMut() -> bool,
    ) {
        let deadline = Instant::now() + TIMEOUT;
        while !ready() {
            assert!(
                Instant::now() < deadline,
                "{}: {:?}",
                self.name,
                self.groups()
            );
            act();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends again and again until one message does with groups what is wanted: messages, receivers by groups,
    /// datagrams, and receivers by lanes.
    pub(crate) fn until_groups(
        &self,
        mut send: impl FnMut() -> u32,
        wanted: impl Fn([u64; 4]) -> bool,
    ) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let before = self.groups();
            send();
            let after = self.groups();
            if wanted(super::difference(&after, &before)) {
                return;
            }
            assert!(Instant::now() < deadline, "{}: {after:?}", self.name);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Drives until one datagram reaches all of these and nobody else.
    pub(crate) fn until_groups_reach(&self, others: &[&Self]) {
        let count = others.len() as u64;
        let mut last = 0;
        self.until_groups(
            || {
                last = self.position(100);
                last
            },
            |change| change == [1, count, 1, 0],
        );
        others
            .iter()
            .for_each(|other| other.until_position(self, last));
    }

    fn region(&self, from: u32, to: u32) -> RegionHandle {
        let road = self.rti.dimension_handle("Road").unwrap();
        let region = self
            .rti
            .create_region(&DimensionHandleSet::from([road]))
            .unwrap();
        let bounds = RangeBounds::new(from, to).unwrap();
        self.rti.set_range_bounds(region, road, bounds).unwrap();
        self.rti
            .commit_region_modifications(&RegionHandleSet::from([region]))
            .unwrap();
        region
    }

    /// Sends horns by that transportation type from now on.
    pub(crate) fn change_horn_transportation(&self, name: &str) {
        let to = self.rti.transportation_type_handle(name).unwrap();
        let confirmed = self.shared.diary.lock().unwrap().confirmed;
        self.rti
            .request_interaction_transportation_type_change(self.horn(), to)
            .unwrap();
        self.until("confirmation", |diary| diary.confirmed > confirmed);
    }

    fn horn(&self) -> InteractionClassHandle {
        self.rti.interaction_class_handle("Horn").unwrap()
    }

    /// Hears horns on that part of the road.
    pub(crate) fn listen_on_road(&self, from: u32, to: u32) {
        let region = RegionHandleSet::from([self.region(from, to)]);
        self.rti
            .subscribe_interaction_class_with_regions(self.horn(), &region, Activity::Active)
            .unwrap();
    }

    /// Blows the horn at a place of the road.
    pub(crate) fn blow(&self, place: u32, tone: u32) {
        let region = self.region(place, place + 1);
        let parameter = self.rti.parameter_handle(self.horn(), "Tone").unwrap();
        self.rti
            .send_interaction_with_regions(
                self.horn(),
                &[(parameter, &tone.to_le_bytes())],
                &RegionHandleSet::from([region]),
                &[],
                None,
            )
            .unwrap();
        self.rti.delete_region(region).unwrap();
    }

    /// Blows until one datagram reaches all of these and nobody else.
    pub(crate) fn until_groups_blow(&self, place: u32, others: &[&Self]) {
        let count = others.len() as u64;
        self.until_groups(
            || {
                self.blow(place, 0);
                0
            },
            |change| change == [1, count, 1, 0],
        );
    }

    fn time(&self, seconds: u32) -> LogicalTime {
        LogicalTime::Float64(Float64Time::new(seconds.into()).unwrap())
    }

    /// Takes part in time management: sends and receives in time-stamp order.
    pub(crate) fn keep_time(&self) {
        let lookahead = Float64Interval::new(1.0).unwrap();
        self.rti
            .enable_time_regulation(LogicalTimeInterval::Float64(lookahead))
            .unwrap();
        self.until_told("regulating");
        self.rti.enable_time_constrained().unwrap();
        self.until_told("constrained");
        self.rti
            .change_interaction_order_type(self.horn(), OrderType::TimeStamp)
            .unwrap();
        self.rti
            .subscribe_interaction_class(self.horn(), Activity::Active)
            .unwrap();
    }

    /// Blows the horn at that time, everywhere.
    pub(crate) fn blow_at(&self, seconds: u32) {
        let parameter = self.rti.parameter_handle(self.horn(), "Tone").unwrap();
        let time = self.time(seconds);
        self.rti
            .send_interaction(
                self.horn(),
                &[(parameter, &seconds.to_le_bytes())],
                &[],
                Some(time),
            )
            .unwrap();
    }

    pub(crate) fn request_advance(&self, seconds: u32) {
        self.rti.time_advance_request(self.time(seconds)).unwrap();
    }

    pub(crate) fn until_granted(&self, seconds: u32) {
        let time = self.time(seconds);
        self.until("grant", |diary| diary.granted == Some(time));
    }

    pub(crate) fn evoke(&self, time: Duration) {
        self.rti.evoke_multiple_callbacks(time, time * 2).unwrap();
    }

    pub(crate) fn leave(&self) {
        let _left = self
            .rti
            .resign_federation_execution(ResignAction::CancelThenDeleteThenDivest);
        let _gone = self.rti.disconnect();
    }
}

/// An RTI and trucks of one federation.
pub(crate) struct Convoy {
    /// Addresses of groups that its trucks use.
    ranges: [String; 2],
    pub(crate) trucks: Vec<Truck>,
    federation: String,
    settings: String,
    server: Option<(RtiStop, JoinHandle<()>)>,
    saves: PathBuf,
}

/// A file that only its owner reads.
fn write_secret(path: &std::path::Path) {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = std::fs::OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .unwrap();
    file.write_all(b"0123456789abcdef").unwrap();
}

impl Convoy {
    /// As [`Self::of`], with TLS to the RTI, which changes keys that often; 0: never.
    pub(crate) fn sealed(count: usize, rekey_ms: u32) -> Self {
        Self::sealed_with(count, rekey_ms, "")
    }

    /// The same, with further settings of the trucks.
    pub(crate) fn sealed_with(count: usize, rekey_ms: u32, settings: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let secret = std::env::temp_dir().join(format!("hyla-convoy-{process}-{number}.secret"));
        write_secret(&secret);
        let tls = format!("rti.security = tls; rti.secret_file = {}", secret.display());
        let of_rti = format!("{tls}; rti.rekey_ms = {rekey_ms}");
        let of_trucks = format!("{tls}; {settings}");
        let of_trucks = of_trucks.trim_end_matches([' ', ';']);
        let convoy = Self::with(count, &of_rti, &format!("{BEST_EFFORT}; {of_trucks}"));
        // It was read.
        let _absent = std::fs::remove_file(secret);
        convoy
    }

    pub(crate) fn of(count: usize, settings: &str) -> Self {
        Self::with_types(count, &format!("{BEST_EFFORT}; {settings}"))
    }

    /// The settings decide about all transportation types.
    pub(crate) fn with_types(count: usize, settings: &str) -> Self {
        Self::with(count, "", settings)
    }

    fn with(count: usize, of_rti: &str, settings: &str) -> Self {
        // A port that nobody else of this host uses for a group just now, and addresses of this process.
        let port = UdpSocket::bind("127.0.0.1:0").unwrap();
        let port = port.local_addr().unwrap().port();
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let third = (std::process::id() + NEXT.fetch_add(1, Ordering::Relaxed)) % 256;
        let ranges = [255, 254].map(|second| format!("239.{second}.{third}.0/24:{port}"));
        Self::at(ranges, count, of_rti, settings)
    }

    /// Another federation with another RTI, whose trucks use the same addresses.
    pub(crate) fn another(&self, count: usize, settings: &str) -> Self {
        Self::at(self.ranges.clone(), count, "", settings)
    }

    fn at(ranges: [String; 2], count: usize, of_rti: &str, settings: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let process = std::process::id();
        let saves = std::env::temp_dir().join(format!("hyla-convoy-{process}-{number}"));
        let rti = Sources::none().connect(
            format!("save.directory = {}; {of_rti}", saves.display())
                .trim_end_matches([' ', ';'])
                .to_owned(),
        );
        let mut server = RtiServer::new(&rti.load().unwrap()).unwrap();
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        let mut convoy = Self {
            trucks: Vec::new(),
            federation: format!("convoy {number}"),
            settings: format!(
                "rti.address = {at}; peer.in_process = false; peer.shared_memory = false; {}",
                settings
                    .replace("BEST_EFFORT", &ranges[0])
                    .replace("GROUPS", &ranges[1])
            ),
            ranges,
            server: Some((stop, thread)),
            saves,
        };
        for number in 0..count {
            convoy.join(&format!("truck {number}"));
        }
        convoy
    }

    pub(crate) fn join(&mut self, name: &str) {
        self.join_with(name, "");
    }

    pub(crate) fn join_with(&mut self, name: &str, settings: &str) {
        let settings = format!("{}; {settings}", self.settings.trim_end_matches([' ', ';']));
        let settings = settings.trim_end_matches([' ', ';']);
        self.trucks
            .push(Truck::join(&self.federation, name, settings));
    }

    /// Changes a parameter of a truck's profile, as a tool does.
    pub(crate) fn adjust(&self, truck: &Truck, profile: &str, parameter: &str, value: &str) {
        let extensions = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../foms/extensions/HylaExtensions-2025.xml"
        );
        let tool = RtiAmbassador::new();
        let nobody = Box::new(hyla_lrc::NullFederateAmbassador);
        tool.connect(nobody, CallbackModel::Immediate, &self.settings)
            .unwrap();
        tool.join_federation_execution(None, "tool", &self.federation, &[extensions])
            .unwrap();
        let adjust = "HLAmanager.HLAfederate.HLAadjust.HylaSetProfileParameter";
        let adjust = tool.interaction_class_handle(adjust).unwrap();
        tool.publish_interaction_class(adjust).unwrap();
        let values = [
            ("HLAfederate", encode(&truck.handle)),
            ("HylaProfile", encode(profile)),
            ("HylaParameter", encode(parameter)),
            ("HylaValue", encode(value)),
        ];
        let values = values.map(|(name, value)| {
            let parameter = tool.parameter_handle(adjust, name).unwrap();
            (parameter, value)
        });
        let values: Vec<_> = values.iter().map(|(p, value)| (*p, &value[..])).collect();
        tool.send_interaction(adjust, &values, &[], None).unwrap();
        let _left = tool.resign_federation_execution(ResignAction::NoAction);
        tool.disconnect().unwrap();
    }

    /// The RTI ends at once.
    pub(crate) fn end_rti(&mut self) {
        if let Some((stop, thread)) = self.server.take() {
            stop.stop();
            thread.join().unwrap();
        }
    }

    pub(crate) fn others(&self, than: &Truck) -> Vec<&Truck> {
        let trucks = self.trucks.iter();
        trucks.filter(|truck| truck.handle != than.handle).collect()
    }
}

impl Drop for Convoy {
    fn drop(&mut self) {
        self.trucks.iter().for_each(Truck::leave);
        self.end_rti();
        // There is none if nothing was saved.
        let _none = std::fs::remove_dir_all(&self.saves);
    }
}
