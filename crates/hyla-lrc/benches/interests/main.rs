//! How soon reliable multicast serves very many interest groups.
//!
//! `cargo bench -p hyla-lrc --bench interests [-- [alike|scattered] [streams|multicast] [idle] [FEDERATES GROUPS SENDERS]]`,
//! by default 64, 3000 and 8. The federates of one process each listen on some stretches of a road. Each place is a group of
//! interest, with listeners of its own. Then some send an interaction for each place in turn, over sockets of the
//! host. Shown are the time of subscribing, each round with the share that went by multicast, and what the groups cost;
//! with `idle` also the processor time of federates that send nothing, after 80 s in which round trips are measured.

use std::net::UdpSocket;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use hyla_lrc::settings::Sources;
use hyla_lrc::{
    Activity, Delivery, FederateAmbassador, GroupMetrics, ParameterValues, RtiAmbassador,
};
use hyla_rti::RtiServer;
use hyla_types::{
    CallbackModel, DimensionHandleSet, InteractionClassHandle, ParameterHandle, RangeBounds,
    RegionHandle, RegionHandleSet, ResignAction,
};

const CONVOY: &str = include_str!("../../../hyla-conformance/foms/convoy-2025.xml");

/// Stretches of road that a federate listens on.
const STRETCHES: u32 = 5;

#[derive(Default)]
struct Heard(AtomicU64);

struct Ears(Arc<Heard>);

impl FederateAmbassador for Ears {
    fn receive_interaction(
        &mut self,
        _: InteractionClassHandle,
        _: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}

struct Federate {
    rti: RtiAmbassador,
    heard: Arc<Heard>,
    horn: InteractionClassHandle,
    tone: ParameterHandle,
}

impl Federate {
    fn join(fom: &str, name: &str, settings: &str) -> Self {
        let heard = Arc::new(Heard::default());
        let rti = RtiAmbassador::new();
        let ears = Box::new(Ears(heard.clone()));
        rti.connect(ears, CallbackModel::Immediate, settings)
            .expect("the RTI runs");
        let _exists = rti.create_federation_execution("road", &[fom], "");
        rti.join_federation_execution(Some(name), "listener", "road", &[])
            .expect("the federation exists");
        let horn = rti.interaction_class_handle("Horn").expect("in the FOM");
        let tone = rti.parameter_handle(horn, "Tone").expect("in the FOM");
        Self {
            rti,
            heard,
            horn,
            tone,
        }
    }

    fn region(&self, from: u32, to: u32) -> RegionHandle {
        let road = self.rti.dimension_handle("Road").expect("in the FOM");
        let dimensions = DimensionHandleSet::from([road]);
        let region = self.rti.create_region(&dimensions).expect("joined");
        let bounds = RangeBounds::new(from, to).expect("not empty");
        let set = self.rti.set_range_bounds(region, road, bounds);
        set.expect("within the road");
        region
    }

    fn listen(&self, stretches: &[(u32, u32)]) {
        let regions = stretches.iter().map(|(from, to)| self.region(*from, *to));
        let regions: RegionHandleSet = regions.collect();
        let rti = &self.rti;
        rti.commit_region_modifications(&regions)
            .expect("own regions");
        rti.subscribe_interaction_class_with_regions(self.horn, &regions, Activity::Active)
            .expect("the class has the dimension");
    }

    fn places(&self, count: u32) -> Vec<RegionHandle> {
        let publish = self.rti.publish_interaction_class(self.horn);
        publish.expect("in the FOM");
        let places: Vec<_> = (0..count).map(|at| self.region(at, at + 1)).collect();
        let all: RegionHandleSet = places.iter().copied().collect();
        let commit = self.rti.commit_region_modifications(&all);
        commit.expect("own regions");
        places
    }

    fn blow(&self, places: &[RegionHandle]) {
        for place in places {
            let region = RegionHandleSet::from([*place]);
            let sent = self.rti.send_interaction_with_regions(
                self.horn,
                &[(self.tone, &[7; 100])],
                &region,
                &[],
                None,
            );
            sent.expect("published");
        }
    }

    fn groups(&self) -> GroupMetrics {
        let all = self.rti.own_metrics().groups;
        let of = |metrics: &GroupMetrics| metrics.profile == "HLAreliable";
        all.into_iter().find(of).unwrap_or_default()
    }
}

/// How alike the interests of federates are.
#[derive(Clone, Copy, PartialEq)]
enum Interests {
    /// Companies of eight federates share what they listen to, but for one short stretch of each: 13 listeners at a place on average.
    Alike,
    /// Each federate on stretches of its own: five listeners.
    Scattered,
}

/// Federates of a company.
const COMPANY: u32 = 8;

/// The stretches of each federate; the same in each run.
fn stretches(interests: Interests, federates: u32, places: u32) -> Vec<Vec<(u32, u32)>> {
    let mut random = fastrand::Rng::with_seed(7);
    let listeners = match interests {
        Interests::Alike => 16,
        Interests::Scattered => 5,
    };
    let length = (places * listeners / federates / STRETCHES).clamp(1, places);
    let mut stretch = || {
        let from = random.u32(0..=places - length);
        (from, from + length)
    };
    let short = |(from, _)| (from, from + (length / COMPANY).max(1));
    let mut shared = Vec::new();
    let of_one = |number: u32| {
        if interests == Interests::Scattered {
            return (0..STRETCHES).map(|_| stretch()).collect();
        }
        if number.is_multiple_of(COMPANY) {
            shared = (1..STRETCHES).map(|_| stretch()).collect();
        }
        let own = short(stretch());
        shared.iter().copied().chain([own]).collect()
    };
    (0..federates).map(of_one).collect()
}

/// How long nothing is sent, to see what that costs.
const IDLE: Duration = Duration::from_secs(20);

/// For how long round trips are probed after metrics were read, at least.
const PROBED: Duration = Duration::from_secs(80);

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn in_parallel(federates: &[Federate], act: impl Fn(usize, &Federate) + Sync) {
    let barrier = Barrier::new(federates.len());
    let (act, barrier) = (&act, &barrier);
    std::thread::scope(|scope| {
        for (at, federate) in federates.iter().enumerate() {
            scope.spawn(move || {
                barrier.wait();
                act(at, federate);
            });
        }
    });
}

/// How reliable messages go.
#[derive(Clone, Copy)]
enum Way {
    Multicast,
    Streams,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u32> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let [count, places, senders] = match numbers[..] {
        [] => [64, 3000, 8],
        [count, places, senders] => [count, places, senders.min(count)],
        _ => {
            eprintln!(
                "usage: interests [alike|scattered] [streams|multicast] [idle] [FEDERATES GROUPS SENDERS]"
            );
            std::process::exit(2);
        }
    };
    let is_idle_shown = arguments.iter().any(|argument| argument == "idle");
    let is_chosen = |name: &str, other: &str| {
        let is_named = |name| arguments.iter().any(|argument| argument == name);
        is_named(name) || !is_named(other)
    };
    for (kind, other, interests) in [
        ("alike", "scattered", Interests::Alike),
        ("scattered", "alike", Interests::Scattered),
    ] {
        for (name, or, way) in [
            ("streams", "multicast", Way::Streams),
            ("multicast", "streams", Way::Multicast),
        ] {
            if is_chosen(kind, other) && is_chosen(name, or) {
                println!("{kind} interests, by {name}:");
                run(way, interests, [count, places, senders], is_idle_shown);
            }
        }
    }
}

fn run(way: Way, interests: Interests, [count, places, senders]: [u32; 3], is_idle_shown: bool) {
    let files = rustix::process::Resource::Nofile;
    let mut limit = rustix::process::getrlimit(files);
    limit.current = limit.maximum;
    let _as_it_is = rustix::process::setrlimit(files, limit);
    let settings = Sources::none().connect(String::new());
    let settings = settings.load().expect("no settings");
    let mut server = RtiServer::new(&settings).expect("a port");
    let loopback = "127.0.0.1:0".parse().expect("an address");
    let at = server.listen(loopback).expect("a port");
    let stop = server.stopper();
    let server = std::thread::spawn(move || server.run());
    let port = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let port = port.expect("a port").port();
    let settings =
        format!("rti.address = {at}; peer.in_process = false; peer.shared_memory = false");
    let settings = match way {
        Way::Streams => settings,
        Way::Multicast => format!(
            "{settings}; qos.HLAreliable.transport = reliable-multicast; qos.HLAreliable.ttl = 0; \
             qos.HLAreliable.groups = 239.254.9.0/24:{port}"
        ),
    };
    let fom = std::env::temp_dir().join(format!("hyla-interests-{}.xml", std::process::id()));
    let model = CONVOY
        .replace("<upperBound>100<", &format!("<upperBound>{places}<"))
        .replace("HLAbestEffort", "HLAreliable");
    std::fs::write(&fom, model).expect("a temporary file");
    let path = fom.to_string_lossy().into_owned();
    let federates: Vec<_> = (0..count)
        .map(|number| Federate::join(&path, &format!("federate {number}"), &settings))
        .collect();
    let _gone = std::fs::remove_file(fom);

    let stretches = stretches(interests, count, places);
    let listens = |at: &usize, place: u32| {
        let mut of = stretches[*at].iter();
        of.any(|(from, to)| (*from..*to).contains(&place))
    };
    let (speakers, _) = federates.split_at(senders as usize);
    // A federate does not receive what it sends.
    let expected = (0..federates.len()).map(|at| {
        let heard = (0..places).filter(|place| listens(&at, *place)).count() as u64;
        let others = u64::from(senders) - u64::from(at < senders as usize);
        heard * others
    });
    let expected: Vec<u64> = expected.collect();
    let own: Vec<Vec<RegionHandle>> = speakers.iter().map(|one| one.places(places)).collect();

    let begin = Instant::now();
    in_parallel(&federates, |at, federate| federate.listen(&stretches[at]));
    let subscribed = begin.elapsed();
    let mut rounds = 0_u64;
    let round = |rounds: u64| {
        in_parallel(speakers, |at, federate| federate.blow(&own[at]));
        let all = |(federate, expected): (&Federate, &u64)| {
            federate.heard.0.load(Ordering::Relaxed) >= expected * rounds
        };
        let deadline = Instant::now() + Duration::from_secs(60);
        while !federates.iter().zip(&expected).all(all) {
            assert!(Instant::now() < deadline, "messages are missing");
            std::thread::sleep(Duration::from_micros(200));
        }
    };
    let total = || {
        let all = speakers.iter().map(Federate::groups);
        all.fold((0, 0, 0), |sum, groups| {
            (
                sum.0 + groups.messages,
                sum.1 + groups.reached,
                sum.2 + groups.fallbacks,
            )
        })
    };
    println!("{count} federates, {places} groups of interest, {senders} senders");
    println!("subscribed after {:.0} ms", subscribed.as_secs_f64() * 1e3);
    let receivers = expected.iter().sum::<u64>() as f64;
    let mut best = f64::INFINITY;
    while rounds < 40 {
        let (before, start) = (total(), begin.elapsed());
        rounds += 1;
        round(rounds);
        let (after, end) = (total(), begin.elapsed());
        let by_groups = (after.1 - before.1) as f64 / receivers;
        best = best.min((end - start).as_secs_f64());
        println!(
            "round {rounds:2}: from {:6.0} to {:6.0} ms, {:5.1} % of the receivers by multicast, {:.1} to a datagram's message",
            start.as_secs_f64() * 1e3,
            end.as_secs_f64() * 1e3,
            by_groups * 100.0,
            (after.1 - before.1) as f64 / ((after.0 - before.0).max(1)) as f64,
        );
        if rounds >= 10 {
            break;
        }
    }
    let joined = federates.iter().map(|one| one.groups().joined);
    let joined = joined.max().unwrap_or_default();
    let sent = speakers.iter().map(|one| one.groups().groups).max();
    let unwanted = federates.iter().map(|one| one.groups().recovery);
    let unwanted: u64 = unwanted.flatten().map(|recovery| recovery.unwanted).sum();
    println!(
        "groups: at most {joined} joined by a federate, {} used by a sender; unwanted messages: {:.2} to one that is wanted; best round {:.0} ms",
        sent.unwrap_or_default(),
        unwanted as f64 / (receivers * rounds as f64),
        best * 1e3
    );
    if is_idle_shown {
        // A round now and then keeps the groups.
        for _ in 0..PROBED.as_secs() / IDLE.as_secs() {
            rounds += 1;
            round(rounds);
            std::thread::sleep(IDLE);
        }
        let before = processor_time();
        std::thread::sleep(IDLE);
        let idle = (processor_time() - before).as_secs_f64() / IDLE.as_secs_f64();
        println!(
            "idle: {:.3} % of a processor for a federate",
            idle * 100.0 / f64::from(count)
        );
    }
    in_parallel(&federates, |_, federate| {
        let action = ResignAction::NoAction;
        let _left = federate.rti.resign_federation_execution(action);
    });
    drop(federates);
    stop.stop();
    let _ended = server.join();
}
