//! Reading profiles.

use std::path::PathBuf;
use std::time::Duration;

use hyla_net::modules::{BundleSpec, ChecksumSpec, Distribution, ModuleSpec};
use hyla_net::{Late, Profile, Reliability, Resources, Scheduling, Transport, Wait, Wish};

use super::changed_recovery;
use super::table::FIELDS;
use crate::{Problem, Settings, Sources};

/// Reads `text` as the contents of a file, whose path is cut from the problems.
fn read(text: &str) -> Result<Settings, Vec<String>> {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("hyla-{}-qos-{number}.toml", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    let loaded = Sources::none().file(&path).load();
    std::fs::remove_file(&path).unwrap();
    let prefix = format!("{}:", path.display());
    loaded.map_err(|error| {
        let texts = error.problems().iter().map(Problem::to_string);
        texts.map(|text| text.replacen(&prefix, "", 1)).collect()
    })
}

fn connect(text: &str) -> Result<Settings, Vec<String>> {
    texts(&Sources::none().connect(text))
}

fn variable(text: &str) -> Result<Settings, Vec<String>> {
    texts(&Sources::none().variables(vec![("HYLA_QOS".to_owned(), text.to_owned())]))
}

fn texts(sources: &Sources) -> Result<Settings, Vec<String>> {
    sources
        .load()
        .map_err(|error| error.problems().iter().map(Problem::to_string).collect())
}

fn profile(settings: &Settings, name: &str) -> Profile {
    settings.qos.get(name).unwrap().clone()
}

#[test]
fn every_field_is_read_from_a_file() {
    let settings = read(
        r#"
        [qos.Command]
        reliability = "reliable"
        transport = "tcp"
        priority = 7
        deadline_us = 2_000
        late = "drop"
        resources = "dedicated"
        scheduling = "fifo:50"
        cpus = [1, 0]
        locked_bytes = 0x10_0000
        wait = "spin"
        modules = []
        "#,
    )
    .unwrap();

    assert_eq!(
        profile(&settings, "Command"),
        Profile {
            transport: Transport::Tcp,
            priority: 7,
            deadline: Some(Duration::from_millis(2)),
            late: Late::Drop,
            resources: Resources::Dedicated,
            scheduling: Scheduling::Fifo(50),
            cpus: vec![0, 1],
            locked_bytes: 1 << 20,
            wait: Wait::Spin,
            ..Profile::standard("Command", Reliability::Reliable)
        }
    );
}

#[test]
fn later_sources_change_single_fields_of_a_profile() {
    let path = std::env::temp_dir().join(format!("hyla-{}-qos-order.toml", std::process::id()));
    std::fs::write(
        &path,
        "[qos.A]\npriority = 1\ntransport = \"tcp\"\n[qos.B]\n",
    )
    .unwrap();
    let settings = Sources::none()
        .file(&path)
        .variables(vec![(
            "HYLA_QOS".to_owned(),
            "A.priority=2; qos.A.deadline_us=5; C.priority=3".to_owned(),
        )])
        .connect("qos.A.priority=4")
        .load()
        .unwrap();
    std::fs::remove_file(&path).unwrap();

    let a = profile(&settings, "A");
    assert_eq!((a.priority, a.transport), (4, Transport::Tcp));
    assert_eq!(a.deadline, Some(Duration::from_micros(5)));
    let b = Profile::standard("B", Reliability::Reliable);
    assert_eq!(profile(&settings, "B"), b);
    assert_eq!(profile(&settings, "C").priority, 3);
    assert_eq!(settings.qos.iter().count(), 3);
}

#[test]
fn lists_of_a_settings_string_are_separated_by_commas() {
    let settings = connect("qos.A.resources=dedicated; qos.A.cpus=0,2-3; qos.A.modules=").unwrap();
    assert_eq!(profile(&settings, "A").cpus, [0, 2, 3]);
}

#[test]
fn what_a_profile_does_not_say_the_object_model_does() {
    let settings =
        connect("qos.A.priority=1; qos.B.reliability=best-effort; process.wait=block").unwrap();
    let qos = &settings.qos;

    assert_eq!(
        qos.profile_for("A", false).reliability,
        Reliability::BestEffort
    );
    assert_eq!(
        qos.profile_for("A", true).reliability,
        Reliability::Reliable
    );
    assert_eq!(qos.profile_for("A", true).priority, 1);
    assert_eq!(
        qos.profile_for("B", true).reliability,
        Reliability::BestEffort
    );
    assert_eq!(
        qos.profile_for("Other", false),
        Profile {
            wait: Wait::Block,
            ..Profile::standard("Other", Reliability::BestEffort)
        }
    );
    assert_eq!(qos.get("Other"), None);
}

#[test]
fn the_standard_types_are_what_they_are_in_every_object_model() {
    let settings = connect("qos.HLAbestEffort.priority=1; qos.HLAreliable.priority=2").unwrap();
    let reliability = |name| profile(&settings, name).reliability;
    assert_eq!(reliability("HLAbestEffort"), Reliability::BestEffort);
    assert_eq!(reliability("HLAreliable"), Reliability::Reliable);

    let found = read("[qos.HLAreliable]\nreliability = \"best-effort\"\n").unwrap_err();
    assert!(
        found[0].starts_with("2:15: `qos.HLAreliable`: reliability cannot be best-effort: "),
        "{found:?}"
    );
}

#[test]
fn a_thread_waits_as_the_process_does_unless_its_profile_says_otherwise() {
    let text = "channel.yield_us=70; qos.A.resources=dedicated; qos.B.resources=dedicated; qos.B.wait=yield:2ms";
    let settings = connect(text).unwrap();
    assert_eq!(
        profile(&settings, "A").wait,
        Wait::Yield(Duration::from_micros(70))
    );
    assert_eq!(
        profile(&settings, "B").wait,
        Wait::Yield(Duration::from_millis(2))
    );
    assert_eq!(settings.wait(), Wait::Yield(Duration::from_micros(70)));
}

#[test]
fn an_unknown_field_is_named_with_its_place_and_its_neighbour() {
    let found = read("[qos.Command]\nprioritty = 7\ncolour = 1\n").unwrap_err();
    assert_eq!(
        found,
        [
            "3:1: there is no setting `qos.Command.colour`; docs/settings.md lists all of them",
            "2:1: there is no setting `qos.Command.prioritty`; the nearest is `qos.Command.priority`",
        ]
    );
    let found = connect("qos.Command.scheduler=normal\nqos.Command=1; qos.a.b.c.d=1").unwrap_err();
    assert_eq!(
        found[0],
        "settings string of connect, line 1: there is no setting `qos.Command.scheduler`; the nearest is \
         `qos.Command.scheduling`"
    );
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn a_value_that_does_not_fit_is_told_with_its_place_and_what_does() {
    let cases = [
        (
            "priority = 8",
            "2:12: `qos.A.priority` cannot be 8: it takes a whole number, 0 to 7",
        ),
        (
            "priority = \"7\"",
            "2:12: `qos.A.priority` cannot be \"7\": it takes a whole number, 0 to 7; write it without quotes",
        ),
        (
            "reliability = \"relaible\"",
            "2:15: `qos.A.reliability` cannot be \"relaible\": it takes reliable or best-effort; is `reliable` meant?",
        ),
        (
            "transport = \"rdma\"",
            "2:13: `qos.A.transport` cannot be \"rdma\": it takes auto, stream, shared-memory (or shm), tcp, udp, multicast or reliable-multicast",
        ),
        (
            "deadline_us = -1",
            "2:15: `qos.A.deadline_us` cannot be -1: it takes",
        ),
        (
            "late = \"keep\"",
            "2:8: `qos.A.late` cannot be \"keep\": it takes flag or drop",
        ),
        (
            "resources = true",
            "2:13: `qos.A.resources` cannot be true: it takes shared or dedicated",
        ),
        (
            "scheduling = \"fifo:100\"",
            "2:14: `qos.A.scheduling` cannot be \"fifo:100\": it takes normal, fifo:PRIORITY or rr:PRIORITY (1 to 99)",
        ),
        (
            "cpus = [-1]",
            "2:8: `qos.A.cpus` cannot be [-1]: it takes a list of processor numbers",
        ),
        (
            "locked_bytes = 1.5",
            "2:16: `qos.A.locked_bytes` cannot be 1.5: it takes",
        ),
        (
            "wait = \"yield:50\"",
            "2:8: `qos.A.wait` cannot be \"yield:50\": it takes block, yield:TIME",
        ),
        (
            "modules = 1",
            "2:11: `qos.A.modules` cannot be 1: it takes a list of modules",
        ),
    ];
    for (line, wanted) in cases {
        let found = read(&format!("[qos.A]\n{line}\n")).unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(wanted), "{found:?}\nwanted {wanted}");
    }
}

#[test]
fn a_profile_is_a_table_with_the_name_of_a_transportation_type() {
    assert_eq!(
        read("qos = 1\n").unwrap_err(),
        ["1:1: `qos` is in no table; a profile is a table: [qos.NAME]"]
    );
    assert_eq!(
        read("[qos]\npriority = 1\n").unwrap_err(),
        ["2:1: `qos.priority` is in no table; a profile is a table: [qos.NAME]"]
    );
    let found = read("[qos.\"a b\"]\npriority = 1\n").unwrap_err();
    assert!(
        found[0].starts_with("1:6: `a b` cannot be the name"),
        "{found:?}"
    );
    assert_eq!(found.len(), 1);
}

#[test]
fn variables_carry_profiles_in_one_variable() {
    assert_eq!(
        variable("A.priority=9\nA").unwrap_err(),
        [
            "environment variable HYLA_QOS: `qos.A.priority` cannot be \"9\": it takes a whole number, 0 to 7",
            "environment variable HYLA_QOS: `A` is not of the form key=value",
        ]
    );
    assert_eq!(
        variable("priority=9").unwrap_err(),
        [
            "environment variable HYLA_QOS: `priority` is not of the form NAME.KEY or NAME.MODULE.KEY"
        ]
    );
    let sources =
        Sources::none().variables(vec![("HYLA_QOS_A_PRIORITY".to_owned(), "1".to_owned())]);
    assert_eq!(
        sources.unknown_variables()[0].to_string(),
        "environment variable HYLA_QOS_A_PRIORITY: there is no setting `HYLA_QOS_A_PRIORITY`; the nearest is `HYLA_QOS`"
    );
}

#[test]
fn a_settings_string_gives_each_field_once() {
    assert_eq!(
        connect("qos.A.priority=1; qos.A.priority=2").unwrap_err(),
        ["settings string of connect, line 1: `qos.A.priority` is set a second time"]
    );
}

/// Settings, location of the error, and a part of the reason.
const CONTRADICTIONS: &[(&str, &str)] = &[
    (
        "scheduling = \"fifo:5\"",
        "2:14: `qos.A`: scheduling = fifo:5 without resources = dedicated: the profile has no thread of its own; \
         for the one that all share there is process.scheduling",
    ),
    (
        "cpus = [0]",
        "2:8: `qos.A`: cpus = 0 without resources = dedicated",
    ),
    (
        "wait = \"spin\"",
        "2:8: `qos.A`: wait = spin without resources = dedicated",
    ),
    (
        "locked_bytes = 4096",
        "2:16: `qos.A`: locked_bytes = 4096 without resources = dedicated: the profile has no thread of its own; \
         for the one that all share there is process.lock_memory",
    ),
    (
        "reliability = \"reliable\"\ntransport = \"udp\"",
        "3:13: `qos.A`: it is reliable, and transport = udp loses messages: add the module `retransmit`, or choose tcp",
    ),
    (
        "transport = \"udp\"",
        "2:13: `qos.A`: transport = udp loses messages, and whether the type is reliable is left to the object model: \
         say reliability = best-effort, or add the module `retransmit`",
    ),
    (
        "modules = [\"fragment\"]\ntransport = \"tcp\"",
        "2:11: `qos.A`: module `fragment` does nothing over a stream, which takes packets of any size: give it packet_bytes, \
         or leave it out, or say transport = udp",
    ),
    (
        "modules = [\"retransmit\"]\ntransport = \"shm\"",
        "2:11: `qos.A`: module `retransmit` does nothing over a stream, which loses nothing: leave it out, or add \
         `impair` after it, which does, or say transport = udp",
    ),
    (
        "modules = [\"retransmit\"]\nreliability = \"reliable\"",
        "2:11: `qos.A`: module `retransmit` does nothing over a stream",
    ),
    (
        "modules = [\"impair\"]\ntransport = \"tcp\"\nreliability = \"reliable\"\n[qos.A.impair]\nloss = 0.1",
        "2:11: `qos.A`: a reliable profile needs module `retransmit` in its chain, since `impair` loses, duplicates or reorders packets",
    ),
    (
        "modules = [\"impair\", \"retransmit\"]\ntransport = \"shm\"",
        "2:11: `qos.A`: module `retransmit` must come before `impair`",
    ),
    (
        "modules = [\"compress\"]\ntransport = \"stream\"",
        "2:11: `qos.A`: modules = compress with transport = stream: the stream",
    ),
    (
        "modules = [\"multicast-emulation\"]\ntransport = \"udp\"\nreliability = \"best-effort\"",
        "2:11: `qos.A`: module `multicast-emulation` makes copies for the members of a group: say transport = multicast",
    ),
    (
        "reliability = \"reliable\"\ntransport = \"multicast\"\ngroups = \"239.1.1.1:9\"",
        "3:13: `qos.A`: it is reliable, and transport = multicast is for best effort only: choose tcp",
    ),
    (
        "transport = \"multicast\"\ngroups = \"239.1.1.1:9\"",
        "2:13: `qos.A`: transport = multicast is for best effort only, and whether the type is reliable is left to the \
         object model: say reliability = best-effort",
    ),
    (
        "transport = \"multicast\"\nreliability = \"best-effort\"",
        "2:13: `qos.A`: transport = multicast without groups: give some, as in groups = \"239.192.0.0/24:17000\"",
    ),
    (
        "groups = \"239.1.1.1:9\"\ntransport = \"udp\"\nreliability = \"best-effort\"",
        "2:10: `qos.A`: groups is given with transport = udp: only multicast uses it",
    ),
    (
        "transport = \"multicast\"\nreliability = \"best-effort\"\ngroups = \"[ff15::]/120:9\"\n\
         interface = \"127.0.0.1\"",
        "5:13: `qos.A`: interface = 127.0.0.1 and groups = [ff15::]/120:9 are of different families of addresses",
    ),
    (
        "transport = \"multicast\"\nreliability = \"best-effort\"\ngroups = \"239.1.1.1:9\"\n\
         resources = \"dedicated\"",
        "5:13: `qos.A`: resources = dedicated with transport = multicast: groups are read by the federate's own thread",
    ),
    (
        "resources = \"dedicated\"\ntransport = \"stream\"",
        "2:13: `qos.A`: resources = dedicated with transport = stream: the stream",
    ),
    (
        "priority = 3\ntransport = \"stream\"",
        "2:12: `qos.A`: priority = 3 with transport = stream: the stream",
    ),
    (
        "transport = \"multicast\"\nreliability = \"best-effort\"\ngroups = \"239.1.1.1:9\"\nparity = 2",
        "5:10: `qos.A`: parity is given with transport = multicast: only reliable-multicast repairs losses",
    ),
    (
        "transport = \"tcp\"\nwindow = 64",
        "3:10: `qos.A`: window is given with transport = tcp: only multicast uses it",
    ),
    (
        "transport = \"reliable-multicast\"\ngroups = \"239.1.0.0/24:1\"",
        "2:13: `qos.A`: transport = reliable-multicast is for reliable types only, and whether the type is reliable is left",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"best-effort\"\ngroups = \"239.1.0.0/24:1\"",
        "2:13: `qos.A`: it is best effort, and transport = reliable-multicast loses nothing: choose multicast",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"",
        "2:13: `qos.A`: transport = reliable-multicast without groups: give some",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.1.0.0/24:1\"\ndeadline_us = 5",
        "5:15: `qos.A`: deadline_us with transport = reliable-multicast",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.1.0.0/24:1\"\nmodules = [\"bundle\"]",
        "5:11: `qos.A`: module `bundle` with transport = reliable-multicast, which bundles, splits, numbers and repeats by itself",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.1.0.0/24:1\"\nmodules = [\"compress\"]",
        "5:11: `qos.A`: module `compress` with transport = reliable-multicast, which sends packets of one length",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.1.0.0/24:1\"\nmodules = [\"checksum\"]",
        "5:11: `qos.A`: module `checksum` with transport = reliable-multicast, which has a keyed checksum over each datagram",
    ),
    (
        "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.1.0.0/24:1\"\n\
         resources = \"dedicated\"",
        "5:13: `qos.A`: resources = dedicated with transport = reliable-multicast: groups are read by the federate's",
    ),
    (
        "late = \"drop\"",
        "2:8: `qos.A`: late is given without deadline_us: nothing is ever late",
    ),
];

#[test]
fn what_does_not_go_together_is_refused_with_place_and_reason() {
    for (text, wanted) in CONTRADICTIONS {
        let found = read(&format!("[qos.A]\n{text}\n")).unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(wanted), "{found:?}\nwanted {wanted}");
    }
}

#[test]
fn a_profile_of_reliable_multicast_has_parameters_of_recovery() {
    let text = "[qos.A]\ntransport = \"reliable-multicast\"\nreliability = \"reliable\"\n\
                groups = \"239.192.0.0/24:17000\"\nbytes_per_second = 50_000_000\nwindow = 4096\n\
                parity = 4\nstraggler_ms = 500\n";
    let settings = read(text).unwrap();

    let recovery = settings.qos.get("A").unwrap().multicast.recovery;
    assert_eq!(recovery.bytes_per_second, 50_000_000);
    assert_eq!((recovery.window, recovery.parity), (4096, 4));
    assert_eq!(recovery.straggler, Some(Duration::from_millis(500)));
}

#[test]
fn a_wish_is_one_of_four_words_and_leaves_what_other_parameters_say() {
    let text = "transport = \"reliable-multicast\"\nreliability = \"reliable\"\ngroups = \"239.192.0.0/24:17000\"\n";
    let with = |more: &str| read(&format!("[qos.A]\n{text}{more}\n"));
    let recovery = |more: &str| with(more).unwrap().qos.get("A").unwrap().multicast.recovery;
    for (word, wish) in [
        ("balance", Wish::Balance),
        ("throughput", Wish::Throughput),
        ("latency", Wish::Latency),
        ("steadiness", Wish::Steadiness),
    ] {
        assert_eq!(recovery(&format!("wish = \"{word}\"")).wish, wish);
    }
    assert_eq!(recovery("").wish, Wish::Balance);

    let found = with("wish = \"speed\"").unwrap_err();
    assert_eq!(
        found,
        [
            "5:8: `qos.A.wish` cannot be \"speed\": it takes balance, throughput, latency or steadiness"
        ]
    );
    let found = read("[qos.A]\nwish = \"latency\"\n").unwrap_err();
    assert_eq!(
        found,
        ["2:8: `qos.A`: wish is given with transport = auto: only multicast uses it"]
    );

    // The order does not matter.
    for both in [
        "wish = \"latency\"\nstraggler_ms = 500",
        "straggler_ms = 500\nwish = \"latency\"",
    ] {
        assert_eq!(recovery(both).straggler, Some(Duration::from_millis(500)));
    }
    assert_eq!(recovery("straggler_ms = \"auto\"").straggler, None);
    let variable = variable(
        "A.transport=reliable-multicast; A.reliability=reliable; A.groups=239.192.0.0/24:17000; A.wish=steadiness",
    );
    let profile = profile(&variable.unwrap(), "A");
    assert_eq!(profile.multicast.recovery.wish, Wish::Steadiness);
}

#[test]
fn a_profile_of_multicast_names_its_groups_and_moves_to_other_networks_by_one_word() {
    let groups = "[qos.A]\ntransport = \"multicast\"\nreliability = \"best-effort\"\n\
                  groups = \"239.192.0.0/24:17000\"\ninterface = \"127.0.0.1\"\nttl = 3\njoined = 5\n";
    let settings = read(groups).unwrap();
    let profile = settings.qos.get("A").unwrap();
    let multicast = profile.multicast;
    assert_eq!(
        multicast.groups.unwrap().to_string(),
        "239.192.0.0/24:17000"
    );
    assert_eq!(multicast.interface, Some("127.0.0.1".parse().unwrap()));
    assert_eq!((multicast.ttl, multicast.joined), (3, 5));
    assert!(!profile.emulates_multicast());

    let settings = read(&format!("{groups}modules = [\"multicast-emulation\"]\n")).unwrap();
    let profile = settings.qos.get("A").unwrap();
    assert!(profile.emulates_multicast());
    let lanes = profile.of_lanes();
    assert!(lanes.modules.is_empty() && !lanes.emulates_multicast());

    let found = read(&groups.replace("239.192", "10.192")).unwrap_err();
    assert!(
        found[0].contains("239.192.0.0/24:17000 or [ff15::]/120:17000"),
        "{found:?}"
    );
}

#[test]
fn shared_memory_for_a_profile_needs_it_for_the_process() {
    let found = connect("peer.shared_memory=false; qos.A.transport=shm").unwrap_err();
    assert_eq!(
        found,
        [
            "settings string of connect, line 1: `qos.A`: transport = shared-memory, and peer.shared_memory is false"
        ]
    );
}

#[test]
fn the_one_thread_of_a_federate_has_settings_of_its_own() {
    let settings = connect(
        "process.scheduling=rr:3; process.cpus=0-1; process.lock_memory=true; process.wait=yield:1ms",
    )
    .unwrap();
    assert_eq!(settings.process.scheduling, Scheduling::RoundRobin(3));
    assert_eq!(settings.process.cpus, [0, 1]);
    assert!(settings.process.lock_memory);
    assert_eq!(settings.wait(), Wait::Yield(Duration::from_millis(1)));

    let found = connect("process.model=single; process.scheduling=fifo:1").unwrap_err();
    assert!(
        found[0].starts_with("process.model is single-threaded, and"),
        "{found:?}"
    );
    let found = connect("process.scheduling=fifo:0; process.wait=sping").unwrap_err();
    assert!(found[1].ends_with("is `spin` meant?"), "{found:?}");
}

#[test]
fn every_default_of_a_profile_is_read_as_itself() {
    let standard = Profile::standard("A", Reliability::Reliable);
    for field in FIELDS {
        let mut profile = standard.clone();
        let shown = field.value_in(&standard);
        let raw = crate::raw::Raw::Text(shown.clone());
        assert!(
            field.assign(&mut profile, &raw),
            "{}: {shown}",
            field.name()
        );
        assert_eq!(profile, standard, "{}", field.name());
    }
}

#[test]
fn modules_have_parameters_in_a_table_of_their_own() {
    let settings = read(
        "[qos.A]\nmodules = [\"bundle\", \"checksum\"]\ntransport = \"udp\"\nreliability = \"best-effort\"\n\
         [qos.A.bundle]\nbytes = 4_096\nadaptive = false\n",
    )
    .unwrap();
    let wanted = [
        ModuleSpec::Bundle(BundleSpec {
            bytes: Some(4_096),
            adaptive: false,
            ..BundleSpec::default()
        }),
        ModuleSpec::Checksum(ChecksumSpec::default()),
    ];
    assert_eq!(profile(&settings, "A").modules, wanted);

    let text = "qos.A.bundle.bytes=4_096; qos.A.modules=bundle,checksum; qos.A.bundle.adaptive=false; \
         qos.A.transport=udp; qos.A.reliability=best-effort";
    assert_eq!(profile(&connect(text).unwrap(), "A").modules, wanted);
}

#[test]
fn an_unknown_module_is_named_with_its_neighbour() {
    assert_eq!(
        read("[qos.A]\nmodules = [\"checksum\", \"bundel\"]\n").unwrap_err(),
        ["2:11: `qos.A` has no protocol module `bundel`; the nearest is `bundle`"]
    );
    let found = read("[qos.A.bundel]\nbytes = 1\n").unwrap_err();
    assert!(
        found[0].ends_with(": `qos.A` has no protocol module `bundel`; the nearest is `bundle`"),
        "{found:?}"
    );
    let found = connect("qos.A.modules=zip").unwrap_err();
    assert!(
        found[0].contains("has no protocol module `zip`; there are bundle, fragment, rate-limit"),
        "{found:?}"
    );
}

#[test]
fn a_parameter_that_is_wrong_is_told_as_any_other_setting() {
    let found = read("[qos.A.bundle]\nbites = 1\nbytes = 0\nadaptive = 1\n").unwrap_err();
    assert_eq!(
        found,
        [
            "4:12: `qos.A.bundle.adaptive` cannot be 1: it takes true or false",
            "2:1: there is no setting `qos.A.bundle.bites`; the nearest is `qos.A.bundle.bytes`",
            "3:9: `qos.A.bundle.bytes` cannot be 0: it takes auto or a whole number of bytes, 1 to 67108864",
        ]
    );
    let found = read("[qos.A]\ngap_us = 1\n").unwrap_err();
    assert_eq!(
        found,
        ["2:1: there is no setting `qos.A.gap_us`; the nearest is `qos.A.bundle.gap_us`"]
    );
    let found = read(
        "[qos.A]\nmodules = [\"checksum\"]\ntransport = \"udp\"\nreliability = \"best-effort\"\n[qos.A.bundle]\nbytes = 9\n",
    )
    .unwrap_err();
    assert_eq!(
        found,
        ["6:9: `qos.A`: parameters of `bundle` are given, and modules does not name it"]
    );
}

#[test]
fn a_chain_that_cannot_work_is_refused_with_the_reason() {
    let found = read("[qos.A]\nmodules = [\"fragment\", \"bundle\"]\n").unwrap_err();
    assert!(
        found[0].starts_with(
            "2:11: `qos.A`: module `bundle` must come before `fragment` (a chain is named"
        ),
        "{found:?}"
    );
    let found = read("[qos.A]\nmodules = [\"bundle\", \"bundle\"]\n").unwrap_err();
    assert_eq!(
        found,
        ["2:11: `qos.A`: module `bundle` is in the chain twice; once is enough"]
    );
    let found = read("[qos.A]\nmodules = [\"bundle\"]\ntransport = \"stream\"\n").unwrap_err();
    assert!(
        found[0].starts_with("2:11: `qos.A`: modules = bundle with transport = stream"),
        "{found:?}"
    );
}

#[test]
fn harm_done_to_a_reliable_profile_has_to_be_made_good() {
    let found = read("[qos.A]\nmodules = [\"impair\"]\n[qos.A.impair]\nloss = 0.3\n").unwrap_err();
    assert_eq!(
        found,
        [
            "2:11: `qos.A`: a reliable profile needs module `retransmit` in its chain, since `impair` loses, duplicates or reorders packets, or \
          reliability = best-effort where the object model may say so"
        ]
    );
    let text = "qos.A.modules=retransmit,impair; qos.A.impair.loss=0.3; qos.A.impair.distribution=pareto; qos.A.transport=udp";
    let modules = profile(&connect(text).unwrap(), "A").modules;
    let ModuleSpec::Impair(impair) = &modules[1] else {
        panic!("{modules:?}");
    };
    assert_eq!(impair.loss, 0.3);
    assert_eq!(impair.distribution, Distribution::Pareto);

    let found = connect("qos.A.modules=impair; qos.A.impair.loss=1.5").unwrap_err();
    assert!(
        found[0].ends_with("`qos.A.impair.loss` cannot be \"1.5\": it takes a number from 0 to 1"),
        "{found:?}"
    );
    let text = "qos.A.modules=retransmit; qos.A.retransmit.min_timeout_us=9_000; qos.A.retransmit.max_timeout_us=8_000";
    let found = connect(text).unwrap_err();
    assert!(
        found[0].contains("module `retransmit`: max_timeout is 8ms; it may be 9ms to 60s"),
        "{found:?}"
    );
}

#[test]
fn modules_are_taken_by_every_way_that_a_lane_may_have() {
    for transport in ["tcp", "shm", "auto"] {
        let settings = read(&format!(
            "[qos.A]\ntransport = \"{transport}\"\nreliability = \"reliable\"\n\
             modules = [\"bundle\", \"compress\", \"fragment\", \"retransmit\", \"rate-limit\", \"checksum\", \
             \"impair\"]\n[qos.A.fragment]\npacket_bytes = 1400\n[qos.A.impair]\nloss = 0.3\n"
        ));
        let profile = settings.unwrap().qos.profile_for("A", true);
        assert_eq!(profile.modules.len(), 7, "{transport}");
    }
    // Left to the object model: possibly over UDP, where it has a default size.
    read("[qos.A]\nmodules = [\"fragment\"]\n").unwrap();
}

#[test]
fn wish_rate_and_patience_of_reliable_multicast_change_at_run_time_and_nothing_else() {
    let mut profile = Profile::standard("Bulk", Reliability::Reliable);
    let patience = Some(Duration::from_millis(300));
    profile.multicast.recovery.straggler = patience;
    let changed = |key, value| changed_recovery(&profile, key, value);

    let recovery = changed("bytes_per_second", "5000000");
    assert_eq!(recovery.unwrap().bytes_per_second, 5_000_000);
    let recovery = changed("straggler_ms", "50").unwrap();
    assert_eq!(recovery.straggler, Some(Duration::from_millis(50)));
    assert_eq!(changed("straggler_ms", "auto").unwrap().straggler, None);
    let recovery = changed("wish", "latency").unwrap();
    assert_eq!(
        (recovery.wish, recovery.straggler),
        (Wish::Latency, patience)
    );
    for (key, value, problem) in [
        ("window", "64", "cannot be changed while it runs"),
        ("parity", "2", "cannot be changed while it runs"),
        (
            "speed",
            "2",
            "is no parameter; it takes: wish, bytes_per_second, straggler_ms",
        ),
        (
            "wish",
            "speed",
            "HylaValue: \"speed\" does not fit wish, which is balance, throughput, latency or steadiness",
        ),
        (
            "bytes_per_second",
            "7",
            "HylaValue: \"7\" does not fit bytes_per_second",
        ),
    ] {
        let said = changed(key, value).unwrap_err();
        assert!(said.contains(problem), "{said}");
    }
}
