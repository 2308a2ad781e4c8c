//! Plans made from words.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use super::place::{Host, SampleNames, demands, place};
use super::*;
use crate::coordination::message::{self, AgentPresence};
use crate::job::{Load, StreamRole, Work};
use crate::result::Machine;

fn plan(name: &str, given: &[(&str, &str)]) -> Result<Plan, PlanError> {
    let given = given.iter().map(|(n, v)| ((*n).into(), (*v).into()));
    experiment(name)?.plan(&given.collect())
}

fn refused(name: &str, given: &[(&str, &str)]) -> String {
    plan(name, given).unwrap_err().to_string()
}

fn host(agent: &str, boot: &str, processors: u32) -> Host {
    Host {
        agent: agent.to_owned(),
        presence: AgentPresence {
            version: message::VERSION,
            machine: Machine {
                agent: agent.to_owned(),
                host: boot.to_owned(),
                cpu: "x".into(),
                cpus: processors,
                memory_bytes: 1 << 30,
                kernel: "k".into(),
                governor: "unknown".into(),
                clock_source: "tsc".into(),
                virtualization: String::new(),
                load: 0.0,
                busy: 0.0,
                boot: boot.to_owned(),
            },
            processors: (0..processors).collect(),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            federate: String::new(),
            local: true,
        },
    }
}

fn scenario() -> String {
    concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../bench/scenarios/two-sites.toml"
    )
    .to_owned()
}

#[test]
fn every_experiment_has_a_plan_without_any_parameter() {
    for experiment in EXPERIMENTS {
        let scenario = scenario();
        let mut given = BTreeMap::new();
        if experiment.name == "wan" {
            given.insert("scenario".to_owned(), scenario);
        }

        let plan = experiment.plan(&given).unwrap();

        assert!(!plan.points.is_empty(), "{}", experiment.name);
        let mut seen = Vec::new();
        for point in &plan.points {
            assert!(point.federates.len() >= 2, "{}", experiment.name);
            assert!(!seen.contains(&&point.parameters), "{}", experiment.name);
            seen.push(&point.parameters);
            place(point, &[host("a", "one", 2)]).unwrap_or_else(|problems| {
                panic!("{}: {problems:?}", experiment.name);
            });
        }
    }
}

#[test]
fn every_scenario_of_the_repository_can_be_read() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/scenarios");
    let files = std::fs::read_dir(directory).unwrap();
    for file in files {
        let path = file.unwrap().path();
        scenario::Scenario::read(&path).unwrap();
    }
}

#[test]
fn latency_has_one_sender_and_a_point_for_each_size() {
    let plan = plan("latency", &[("bytes", "64,8Ki"), ("federates", "3")]).unwrap();

    let sizes: Vec<_> = plan.points.iter().map(|point| point.bytes).collect();
    assert_eq!(sizes, [64, 8192]);
    let roles: Vec<_> = plan.points[0].federates.iter().map(|f| f.role).collect();
    assert_eq!(roles, [Role::Sender, Role::Receiver, Role::Receiver]);
    assert_eq!(plan.points[1].parameters["bytes"], 8192);
    assert_eq!(plan.points[1].parameters["federates"], 3);
    assert_eq!(plan.parameters["transport"], "auto");
    assert!(!plan.parameters.contains_key("bytes"));
}

#[test]
fn streams_cast_their_federates() {
    let roles = |name, given: &[(&str, &str)]| -> Vec<StreamRole> {
        let point = plan(name, given).unwrap().points.remove(0);
        let roles = point.federates.iter().map(|federate| match federate.work {
            Work::Stream { role, .. } => role,
            _ => panic!("{name} streams"),
        });
        roles.collect()
    };
    use StreamRole::*;

    assert_eq!(
        roles("send", &[("receivers", "2")]),
        [Sender, Receiver, Receiver]
    );
    assert_eq!(
        roles("receive", &[("senders", "2")]),
        [Receiver, Sender, Sender]
    );
    assert_eq!(roles("loopback", &[("repeaters", "1")]), [Master, Repeater]);
    assert_eq!(roles("mixed", &[("receivers", "1")]), [Sender, Receiver]);
    assert_eq!(roles("scale", &[("federates", "3")]), [Both, Both, Both]);
}

#[test]
fn changes_of_interest_are_shared_by_the_receivers() {
    let point = plan("interests", &[("changes", "1000"), ("receivers", "4")])
        .unwrap()
        .points
        .remove(0);

    let changes = point.federates.iter().map(|federate| match federate.work {
        Work::Stream { changes_per_s, .. } => changes_per_s,
        _ => panic!("it streams"),
    });
    assert_eq!(
        changes.collect::<Vec<_>>(),
        [0.0, 250.0, 250.0, 250.0, 250.0]
    );
    assert!(
        refused(
            "interests",
            &[("changes", "10"), ("regions-of-receiver", "399")]
        )
        .contains("needs two of them")
    );
}

#[test]
fn streams_of_every_shape_with_a_middle_have_their_bare_counterpart() {
    use StreamRole::*;
    for (name, role) in [
        ("send", Sender),
        ("receive", Receiver),
        ("loopback", Master),
    ] {
        for point in plan(name, &[]).unwrap().points {
            assert!(!point.baselines.is_empty(), "{name}");
            for baseline in point.baselines {
                assert_eq!(baseline.job.processes as usize, point.federates.len());
                assert!(
                    matches!(baseline.job.work, Work::Stream { role: found, .. } if found == role),
                    "{name}: {:?}",
                    baseline.job
                );
                assert_eq!(crate::baseline::check(&baseline.job), Ok(()));
            }
        }
    }
    let all_to_all = plan("scale", &[("baselines", "auto")]).unwrap();
    assert!(all_to_all.points.iter().all(|p| p.baselines.is_empty()));
    assert!(refused("scale", &[("baselines", "tcp-yielding")]).contains("use none"));
    assert!(refused("loopback", &[("baselines", "zeromq")]).contains("one sender or one receiver"));
    assert!(plan("receive", &[("baselines", "zeromq")]).is_ok());
    assert!(plan("send", &[("baselines", "zeromq")]).is_ok());
}

#[test]
fn a_fresh_federation_for_each_round_trip_has_one_of_them() {
    let plan = plan("roundtrip-sizes", &[("fresh", "yes"), ("bytes", "1Mi")]).unwrap();

    for point in plan.points {
        for federate in point.federates {
            assert!(matches!(
                federate.work,
                Work::RoundTrip {
                    samples: 1,
                    warm_up: 0,
                    bytes: 1_048_576,
                    ..
                }
            ));
        }
    }
}

#[test]
fn the_load_matrix_measures_bare_tcp_and_with_a_priority_under_the_same_loads() {
    let plan = plan(
        "load-matrix",
        &[("via", "hla,tcp"), ("rt-priority", "0,50"), ("bytes", "64")],
    )
    .unwrap();

    assert_eq!(plan.points.len(), 2 * 2 * 9);
    for point in &plan.points {
        let is_tcp = point.parameters["via"] == "tcp";
        let carrier = point.bare.as_ref().map(|bare| bare.name.as_str());
        assert_eq!(carrier, is_tcp.then_some("tcp-blocking"));
        assert_eq!(point.loads.len(), 2);
        assert_eq!(point.parameters["rt-priority"], point.priority);
        let bare = point.bare.iter();
        assert!(
            bare.into_iter()
                .all(|bare| bare.job.priority == point.priority)
        );
    }
}

#[test]
fn an_object_request_broker_is_measured_by_round_trips_of_two_beside_tcp_that_yields() {
    for name in ["latency", "load-matrix"] {
        let plan = plan(name, &[("via", "orb,tcp-yielding"), ("bytes", "64")]).unwrap();

        let level = |point: &PointPlan| {
            let bare = point.bare.as_ref().unwrap();
            assert_eq!(bare.job.carrier, bare.name);
            (point.parameters["via"].clone(), bare.name.clone())
        };
        let levels: std::collections::BTreeSet<_> = plan
            .points
            .iter()
            .map(|point| {
                let (via, name) = level(point);
                (via.to_string(), name)
            })
            .collect();
        let both = ["orb", "tcp-yielding"].map(|name| (format!("{name:?}"), name.to_owned()));
        assert_eq!(levels, both.into());
    }

    let three = plan("latency", &[("via", "orb"), ("federates", "3")]).unwrap_err();
    assert!(three.to_string().contains("--federates 2"), "{three}");
}

#[test]
fn the_load_matrix_has_nine_loads_of_eight_sizes() {
    let plan = plan("load-matrix", &[]).unwrap();

    assert_eq!(plan.points.len(), 72);
    assert_eq!(plan.points[0].loads.len(), 2);
}

#[test]
fn transports_are_settings_of_hyla() {
    let of = |given: &[(&str, &str)]| {
        let mut given = given.to_vec();
        given.push(("bytes", "64"));
        let point = plan("latency", &given).unwrap().points.remove(0);
        (point.federates[0].settings.clone(), point.transportation)
    };

    assert_eq!(of(&[]), ("rti.address={rti}".into(), "HLAreliable".into()));
    let (settings, transportation) = of(&[("transport", "tcp")]);
    assert!(settings.contains("peer.shared_memory=false"), "{settings}");
    assert_eq!(transportation, "HLAreliable");
    let (settings, transportation) = of(&[("transport", "udp"), ("bundle-gap-us", "100")]);
    assert!(settings.contains("qos.HylaBenchBestEffort.transport=udp"));
    assert!(settings.contains("qos.HylaBenchBestEffort.bundle.gap_us=100"));
    assert_eq!(transportation, "HylaBenchBestEffort");
    let (settings, _) = of(&[("transport", "udp"), ("qos", "reliable")]);
    assert!(settings.contains("modules=bundle,fragment,retransmit"));
    let (settings, _) = of(&[
        ("bundle-gap-us", "100"),
        ("process-model", "single-threaded"),
    ]);
    assert!(settings.contains("channel.bundle_gap_us=100"));
    assert!(settings.contains("process.model=single-threaded"));
    let (settings, transportation) = of(&[("profile", "priority=7; resources=dedicated")]);
    assert!(settings.contains("qos.HylaBenchReliable.priority=7"));
    assert_eq!(transportation, "HylaBenchReliable");
}

#[test]
fn settings_of_every_transport_are_settings_that_hyla_reads() {
    let given = [
        ("transport", "auto,shm,tcp,udp,relay"),
        ("qos", "reliable,best-effort"),
        ("bytes", "64"),
    ];
    let wan = plan("wan", &[("scenario", &scenario())]).unwrap();
    for point in plan("latency", &given)
        .unwrap()
        .points
        .iter()
        .chain(&wan.points)
    {
        for federate in &point.federates {
            let settings = federate.settings.replace(RTI, "127.0.0.1:1");
            let sources = hyla_settings::Sources::none().connect(settings.clone());
            let loaded = sources.load().unwrap_or_else(|e| panic!("{settings}: {e}"));
            for demand in loaded.demands() {
                hyla_lrc::admit(&demand).unwrap_or_else(|e| panic!("{settings}: {e}"));
            }
        }
    }
}

#[test]
fn every_site_of_a_scenario_sends_by_its_own_way() {
    let plan = plan("wan", &[("scenario", &scenario()), ("bytes", "64")]).unwrap();

    let federates = &plan.points[0].federates;
    assert_ne!(federates[0].settings, federates[1].settings);
    for federate in federates {
        assert!(federate.settings.contains("retransmit,impair"));
        assert!(federate.settings.contains("impair.delay_us"));
    }
    assert!(!plan.points[1].federates[0].settings.contains("retransmit"));
}

#[test]
fn the_bare_machine_does_the_same_work() {
    let names = |name, given: &[(&str, &str)]| -> Vec<String> {
        let point = plan(name, given).unwrap().points.remove(0);
        point.baselines.into_iter().map(|b| b.name).collect()
    };

    assert_eq!(
        names("latency", &[]),
        ["ring-yielding", "ring-blocking", "tcp-yielding"]
    );
    assert_eq!(
        names("send", &[]),
        [
            "ring-batching",
            "ring-yielding",
            "ring-blocking",
            "tcp-batching"
        ]
    );
    assert_eq!(
        names("latency", &[("transport", "tcp"), ("wait", "block")]),
        ["tcp-blocking", "tcp-yielding"]
    );
    assert_eq!(
        names("send", &[("transport", "udp")]),
        ["udp-batching", "udp-yielding", "udp-blocking"]
    );
    let of_blocking = |rate| {
        let choice = [("transport", "tcp"), ("wait", "block"), ("rate", rate)];
        names("send", &choice)
    };
    assert_eq!(
        of_blocking("1000"),
        ["tcp-blocking", "tcp-batching", "tcp-yielding"]
    );
    assert_eq!(
        of_blocking("0"),
        ["tcp-batching", "tcp-yielding", "tcp-blocking"]
    );
    assert_eq!(
        names("time-advance", &[]),
        ["barrier-yielding", "barrier-blocking"]
    );
    assert_eq!(names("latency", &[("baselines", "none")]), [""; 0]);
    assert_eq!(
        names("latency", &[("baselines", "unix-blocking,zeromq")]),
        ["unix-blocking", "zeromq"]
    );
    let point = plan("send", &[("receivers", "3")])
        .unwrap()
        .points
        .remove(0);
    assert_eq!(point.baselines[0].job.processes, 4);
}

#[test]
fn what_does_not_go_together_is_refused_in_words() {
    assert!(refused("latncy", &[]).contains("there are latency, send"));
    assert!(refused("latency", &[("grants", "5")]).contains("no parameter"));
    assert!(refused("latency", &[("transport", "inproc")]).contains("process of its own"));
    assert!(refused("latency", &[("adaptive", "no")]).contains("--transport udp"));
    let both = [("process-model", "immediate"), ("callbacks", "evoked")];
    assert!(refused("latency", &both).contains("--callbacks immediate"));
    let both = [("designator", "crcHost=x"), ("transport", "tcp")];
    assert!(refused("latency", &both).contains("--transport"));
    assert!(refused("latency", &[("repetitions", "1,2")]).contains("one value"));
    assert!(refused("latency", &[("baselines", "barrier-yielding")]).contains("time-advance"));
    assert!(refused("latency", &[("baselines", "tcp")]).contains("tcp-yielding"));
    assert!(refused("latency", &[("baselines", "ring-futex")]).contains("ring-blocking"));
    assert!(refused("latency", &[("baselines", "tcp-batching")]).contains("for streams"));
    assert!(refused("time-advance", &[("baselines", "tcp-yielding")]).contains("a barrier"));
    assert!(refused("register", &[("baselines", "tcp-yielding")]).contains("use none"));
    assert!(refused("wan", &[]).contains("bench/scenarios"));
    assert!(refused("wan", &[("scenario", "/nowhere.toml")]).contains("/nowhere.toml"));
    assert!(refused("latency", &[("pin", "first")]).contains("--pin first"));
}

#[test]
fn federates_go_to_the_agents_in_turn_and_each_has_its_processor() {
    let plan = plan(
        "send",
        &[("receivers", "3"), ("pin", "auto"), ("bytes", "64")],
    )
    .unwrap();
    let hosts = [host("a", "one", 2), host("b", "two", 2)];

    let placement = place(&plan.points[0], &hosts).unwrap();
    let names = SampleNames {
        federation: "F".into(),
        seed: 9,
    };
    let jobs = placement.jobs(&plan, &plan.points[0], &names);

    assert_eq!(placement.agents, [0, 1, 0, 1]);
    assert_eq!(placement.cpus, [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!(jobs[3].index, 3);
    assert_eq!(jobs[3].federates, 4);
    assert_eq!(jobs[3].cpu, Some(1));
    assert_eq!(jobs[3].federation, "F");
    assert!(
        placement.baselines(&plan.points[0]).is_empty(),
        "a baseline is of one machine"
    );
}

#[test]
fn more_bound_federates_than_processors_are_refused_before_anything_starts() {
    let plan = plan("send", &[("receivers", "1,4"), ("pin", "auto")]).unwrap();

    // Two agents of one machine do not double its processors.
    let hosts = [host("a", "one", 2), host("b", "one", 2)];
    let problems = demands(&plan, &hosts).unwrap_err().join("\n");

    assert!(problems.contains("each of 5 federates"), "{problems}");
    assert!(problems.contains("has 2"), "{problems}");
}

#[test]
fn a_processor_that_is_not_there_is_refused() {
    let plan = plan("latency", &[("pin", "0,64")]).unwrap();

    let problems = demands(&plan, &[host("a", "one", 2)]).unwrap_err();

    assert!(problems[0].contains("processor 64"), "{problems:?}");
}

#[test]
fn groups_are_beside_bare_multicast_and_each_federate_loses_other_datagrams() {
    let given = [
        ("transport", "reliable-multicast"),
        ("receivers", "2"),
        ("bytes", "128"),
        ("loss", "0.1"),
        ("loss-burst", "5"),
    ];
    let plan = plan("send", &given).unwrap();
    let point = &plan.points[0];

    assert_eq!(point.baselines[0].name, "multicast-batching");
    assert_eq!(point.transportation, "HylaBenchReliable");
    let settings = point.federates.iter().map(|federate| &federate.settings);
    let settings: Vec<_> = settings.collect();
    for part in [
        "transport=reliable-multicast",
        "groups=239.",
        "modules=impair",
    ] {
        assert!(settings[0].contains(part), "{}", settings[0]);
    }
    // Bursts of five that begin with each fortieth or so.
    assert!(
        settings[0].contains("impair.burst_end=0.2"),
        "{}",
        settings[0]
    );
    assert!(
        settings[0].contains("impair.burst_begin=0.0222"),
        "{}",
        settings[0]
    );
    assert_ne!(settings[1], settings[2], "they have other seeds");
}

#[test]
fn multicast_of_another_reliability_and_losses_of_tcp_are_refused() {
    for given in [
        [("transport", "multicast"), ("qos", "reliable")],
        [("transport", "reliable-multicast"), ("qos", "best-effort")],
        [("transport", "tcp"), ("loss", "0.1")],
    ] {
        assert!(plan("send", &given).is_err(), "{given:?}");
    }
}

#[test]
fn shared_memory_between_machines_is_refused() {
    let plan = plan("latency", &[("transport", "shm")]).unwrap();

    let problems = demands(&plan, &[host("a", "one", 2), host("b", "two", 2)]).unwrap_err();

    assert!(problems[0].contains("2 machines"), "{problems:?}");
}

#[test]
fn loads_are_beside_the_federates_that_they_are_for() {
    let given = [
        ("sender-load", "0.5"),
        ("receiver-load", "0.9"),
        ("bytes", "64"),
    ];
    let bound = plan("latency", &[&given[..], &[("pin", "1,0")]].concat()).unwrap();
    let free = plan("latency", &given).unwrap();
    let one = [host("a", "one", 4)];

    let bound = place(&bound.points[0], &one).unwrap().processor_loads;
    let free = place(&free.points[0], &one).unwrap().processor_loads;

    let told = |loads: &[(usize, Load)]| -> Vec<(f64, u32, Option<u32>)> {
        let told = loads.iter().map(|(_, load)| match load {
            Load::Processor {
                share,
                threads,
                cpu,
                ..
            } => (*share, *threads, *cpu),
            _ => panic!("no other load was asked for"),
        });
        told.collect()
    };
    assert_eq!(told(&bound), [(0.5, 1, Some(1)), (0.9, 1, Some(0))]);
    // None is bound: one load for the machine that both share.
    assert_eq!(told(&free), [(0.9, 4, None)]);
}

#[test]
fn agents_are_told_what_their_machine_will_have_to_do() {
    let given = [
        ("receivers", "1,3"),
        ("bytes", "64,8Ki"),
        ("transport", "tcp"),
    ];
    let plan = plan("send", &given).unwrap();

    let demands = demands(&plan, &[host("a", "one", 2), host("b", "two", 2)]).unwrap();

    assert_eq!(demands[0].federates, 2);
    assert_eq!(demands[0].members, 4);
    assert_eq!(demands[1].bytes, 8192);
    assert_eq!(demands[1].settings.len(), 1);
    assert!(demands[1].settings_are_hyla);
}
