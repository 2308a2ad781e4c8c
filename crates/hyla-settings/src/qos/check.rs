//! Contradictions within a profile.

use hyla_net::modules::{
    Chain, ChainError, Facts, MAX_MESSAGE_BYTES, ModuleSpec, make_sense_on_streams,
};
use hyla_net::{Reliability, Resources, Scheduling, Transport};

use super::super::model::Settings;
use super::super::problem::{Origin, Problem};
use super::draft::DraftProfile;
use super::{RELIABLE, table};

/// Adds the errors of `draft` to `problems`.
pub(super) fn all(draft: &DraftProfile, settings: &Settings, problems: &mut Vec<Problem>) {
    let name = &draft.profile.name;
    let mut refuse = |origin: &Origin, what: String| {
        problems.push(Problem::Inconsistent {
            origin: origin.clone(),
            what: format!("`qos.{name}`: {what}"),
        });
    };
    reliability(draft, &mut refuse);
    transport(draft, settings, &mut refuse);
    multicast(draft, &mut refuse);
    thread(draft, &mut refuse);
    chain(draft, &mut refuse);
    if draft.profile.deadline.is_none() {
        for key in ["late", "admit", "hardness"] {
            if let Some(origin) = draft.given(key) {
                let what = format!("{key} is given without deadline_us: nothing is ever late");
                refuse(origin, what);
            }
        }
    }
}

/// Payload of an Ethernet datagram with IPv6.
const DATAGRAM_BYTES: usize = 1_452;

type Refuse<'r> = dyn FnMut(&Origin, String) + 'r;

fn reliability(draft: &DraftProfile, refuse: &mut Refuse<'_>) {
    let profile = &draft.profile;
    let reliable = profile.reliability == Reliability::Reliable;
    if profile.name == RELIABLE && !reliable {
        refuse(
            draft.origin_of("reliability"),
            "reliability cannot be best-effort: this type is reliable in every object model"
                .to_owned(),
        );
    }
    let transport = value(draft, "transport");
    if profile.transport == Transport::Multicast && reliable {
        let what = if draft.given("reliability").is_some() || profile.name == RELIABLE {
            format!(
                "it is reliable, and transport = {transport} is for best effort only: choose tcp"
            )
        } else {
            format!(
                "transport = {transport} is for best effort only, and whether the type is reliable is left to the \
                 object model: say reliability = best-effort"
            )
        };
        refuse(draft.origin_of("transport"), what);
        return;
    }
    let is_said = draft.given("reliability").is_some() || profile.name == RELIABLE;
    if profile.transport == Transport::ReliableMulticast && !(reliable && is_said) {
        let what = if is_said {
            "it is best effort, and transport = reliable-multicast loses nothing: choose multicast"
        } else {
            "transport = reliable-multicast is for reliable types only, and whether the type is reliable is left to the \
             object model: say reliability = reliable"
        };
        refuse(draft.origin_of("transport"), what.to_owned());
        return;
    }
    if profile.transport != Transport::Udp || !reliable || has(draft, "retransmit") {
        return;
    }
    let what = if draft.given("reliability").is_some() || profile.name == RELIABLE {
        format!(
            "it is reliable, and transport = {transport} loses messages: add the module `retransmit`, or choose tcp"
        )
    } else {
        format!(
            "transport = {transport} loses messages, and whether the type is reliable is left to the object model: \
             say reliability = best-effort, or add the module `retransmit`"
        )
    };
    refuse(draft.origin_of("transport"), what);
}

fn transport(draft: &DraftProfile, settings: &Settings, refuse: &mut Refuse<'_>) {
    let profile = &draft.profile;
    if profile.transport == Transport::SharedMemory && !settings.peer.shared_memory {
        refuse(
            draft.origin_of("transport"),
            "transport = shared-memory, and peer.shared_memory is false".to_owned(),
        );
    }
    if profile.transport == Transport::Stream {
        let mut needs_lane = |key: &str, asked: bool| {
            if asked {
                refuse(
                    draft.origin_of(key),
                    format!(
                        "{key} = {} with transport = stream: the stream that two members share keeps its order and \
                         has no modules and no thread of a profile; choose another transport",
                        value(draft, key)
                    ),
                );
            }
        };
        needs_lane("resources", profile.resources == Resources::Dedicated);
        needs_lane("priority", profile.priority > 0);
        needs_lane("modules", !profile.modules.is_empty());
    }
}

fn multicast(draft: &DraftProfile, refuse: &mut Refuse<'_>) {
    let profile = &draft.profile;
    let is_reliable = profile.transport == Transport::ReliableMulticast;
    if profile.transport != Transport::Multicast && !is_reliable {
        for key in table::MULTICAST.into_iter().chain(table::RECOVERY) {
            if let Some(origin) = draft.given(key) {
                let transport = value(draft, "transport");
                refuse(
                    origin,
                    format!("{key} is given with transport = {transport}: only multicast uses it"),
                );
            }
        }
        return;
    }
    if !is_reliable {
        for key in table::RECOVERY {
            if let Some(origin) = draft.given(key) {
                refuse(
                    origin,
                    format!(
                        "{key} is given with transport = multicast: only reliable-multicast repairs losses"
                    ),
                );
            }
        }
    }
    if profile.resources == Resources::Dedicated {
        refuse(
            draft.origin_of("resources"),
            format!(
                "resources = dedicated with transport = {}: groups are read by the federate's own thread; choose {}, or \
                 shared resources",
                value(draft, "transport"),
                if is_reliable { "tcp" } else { "udp" }
            ),
        );
    }
    if is_reliable && let Some(origin) = draft.given("deadline_us") {
        refuse(
            origin,
            "deadline_us with transport = reliable-multicast: its messages do not say when they were sent; choose tcp"
                .to_owned(),
        );
    }
    let is_idle = |name: &&'static str| *name != "impair";
    let mut modules = profile.modules.iter().map(ModuleSpec::name);
    if is_reliable && let Some(module) = modules.find(is_idle) {
        refuse(
            draft.origin_of("modules"),
            format!(
                "module `{module}` with transport = reliable-multicast, which {}: leave it out; only `impair` is possible, for \
                 tests",
                done_by_reliable_multicast(module)
            ),
        );
    }
    let Some(groups) = profile.multicast.groups else {
        if !profile.emulates_multicast() {
            refuse(
                draft.origin_of("transport"),
                format!(
                    "transport = {} without groups: give some, as in groups = \"239.192.0.0/24:17000\"",
                    value(draft, "transport")
                ),
            );
        }
        return;
    };
    if let Some(interface) = profile.multicast.interface
        && interface.is_ipv4() != groups.is_ipv4()
    {
        refuse(
            draft.origin_of("interface"),
            format!(
                "interface = {interface} and groups = {groups} are of different families of addresses"
            ),
        );
    }
}

/// Why a module has no place under reliable multicast.
fn done_by_reliable_multicast(module: &str) -> &'static str {
    match module {
        "compress" => {
            "sends packets of one length, from which lost ones are restored, and leaves values from 16 KiB on, which compression \
             would shrink most, to the streams (for slow links choose transport = tcp with `compress`)"
        }
        "checksum" => "has a keyed checksum over each datagram",
        "rate-limit" => "paces by itself (bytes_per_second limits it)",
        "multicast-emulation" => "serves members without multicast by streams",
        _ => "bundles, splits, numbers and repeats by itself",
    }
}

fn thread(draft: &DraftProfile, refuse: &mut Refuse<'_>) {
    let profile = &draft.profile;
    if profile.resources == Resources::Dedicated {
        return;
    }
    let asked = [
        ("scheduling", profile.scheduling != Scheduling::Normal),
        ("cpus", !profile.cpus.is_empty()),
        ("locked_bytes", profile.locked_bytes > 0),
        ("wait", draft.given("wait").is_some()),
    ];
    for (key, asked) in asked {
        if asked {
            let instead = match key {
                "locked_bytes" => "process.lock_memory".to_owned(),
                key => format!("process.{key}"),
            };
            refuse(
                draft.origin_of(key),
                format!(
                    "{key} = {} without resources = dedicated: the profile has no thread of its own; for the one that \
                     all share there is {instead}",
                    value(draft, key)
                ),
            );
        }
    }
}

fn chain(draft: &DraftProfile, refuse: &mut Refuse<'_>) {
    let mut last = "";
    for (module, origin) in draft.idle_parameters() {
        if module != last {
            refuse(
                origin,
                format!("parameters of `{module}` are given, and modules does not name it"),
            );
        }
        last = module;
    }
    // `retransmit` is reported above.
    let lossless = Facts {
        max_packet_bytes: MAX_MESSAGE_BYTES,
        lossy: false,
        reliability: draft.profile.reliability,
    };
    let datagrams = Facts {
        max_packet_bytes: DATAGRAM_BYTES,
        lossy: true,
        ..lossless
    };
    let best_effort = draft.profile.reliability == Reliability::BestEffort;
    let as_modelled = draft.given("reliability").is_none() && draft.profile.name != RELIABLE;
    let lossy = Facts {
        reliability: Reliability::BestEffort,
        ..datagrams
    };
    let wires: &[Facts] = match draft.profile.transport {
        Transport::Udp | Transport::Multicast => &[datagrams],
        // Checked above.
        Transport::ReliableMulticast => return,
        Transport::Auto if best_effort || as_modelled => &[lossless, lossy],
        _ => &[lossless],
    };
    let datagrams_only = *wires == [datagrams];
    // For multicast, the lanes to single members.
    let modules = draft.profile.of_lanes().modules;
    let refused = wires
        .iter()
        .filter_map(|facts| Chain::new(&modules, *facts).err())
        .find(|error| !(datagrams_only && matches!(error, ChainError::NotReliable(_))));
    if let Some(error) = refused {
        let hint = if as_modelled && matches!(error, ChainError::NotReliable(_)) {
            ", or reliability = best-effort where the object model may say so"
        } else {
            ""
        };
        refuse(draft.origin_of("modules"), format!("{error}{hint}"));
        return;
    }
    if has(draft, "multicast-emulation") && draft.profile.transport != Transport::Multicast {
        let what = "module `multicast-emulation` makes copies for the members of a group: say transport = multicast";
        refuse(draft.origin_of("modules"), what.to_owned());
    } else if wires == [lossless]
        && let Err(error) = make_sense_on_streams(&draft.profile.modules)
    {
        let hint = match draft.profile.transport {
            Transport::Stream => return,
            _ => ", or say transport = udp",
        };
        refuse(draft.origin_of("modules"), format!("{error}{hint}"));
    }
}

fn has(draft: &DraftProfile, module: &str) -> bool {
    draft
        .profile
        .modules
        .iter()
        .any(|spec| spec.name() == module)
}

fn value(draft: &DraftProfile, key: &str) -> String {
    table::find(key)
        .map(|field| field.value_in(&draft.profile))
        .unwrap_or_default()
}
