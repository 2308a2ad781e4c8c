//! Settings of Hyla for the parameters of transport, quality of service, bundling and process
//! model.

use super::error::PlanError;
use super::parameter::Choice;

/// Settings of a point's federates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The local settings designator; [`RTI`] stands for the address of the RTI.
    pub(super) settings: String,
    /// The transportation type.
    pub(super) transportation: String,
    /// Whether all federates must be on one host.
    pub(super) one_host: bool,
    /// Fields of the profile of that type.
    pub(super) fields: Vec<(String, String)>,
}

/// Stands in settings for the address at which federates find the RTI.
pub const RTI: &str = "{rti}";

/// Groups of federates, if `--profile` names no others.
const GROUPS: &str = "239.192.61.0/28:17061";

/// Transportation types of `foms/HylaBenchWork.xml` for profiles of their own.
const RELIABLE: &str = "HylaBenchReliable";
const BEST_EFFORT: &str = "HylaBenchBestEffort";

/// The setting of a point; `lane` has fields of the profile that the experiment requires, including
/// `modules` for a longer chain than usual.
pub(super) fn setting(choice: &Choice, lane: &[(String, String)]) -> Result<Setting, PlanError> {
    let transport = choice.text("transport");
    let best_effort = match choice.text("qos") {
        "auto" => matches!(transport, "udp" | "multicast"),
        word => word == "best-effort",
    };
    let designator = choice.text("designator");
    if !designator.is_empty() {
        return foreign(choice, designator, best_effort);
    }
    if transport == "inproc" {
        return Err(PlanError::Contradiction(
            "--transport inproc: a measuring federate is a process of its own, which can be bound, weighed and killed; \
             shm is the nearest between processes"
                .into(),
        ));
    }
    let mut settings = vec![("rti.address".to_owned(), RTI.to_owned())];
    let mut set = |key: &str, value: &str| settings.push((key.to_owned(), value.to_owned()));
    match transport {
        "shm" => set("peer.shared_memory", "true"),
        "tcp" | "udp" | "multicast" | "reliable-multicast" => {
            set("peer.shared_memory", "false");
        }
        "relay" => set("peer.direct", "false"),
        _ => {}
    }
    process(choice, &mut set)?;

    let mut fields = Vec::new();
    let mut field = |key: &str, value: String| fields.push((key.to_owned(), value));
    let groups = matches!(transport, "multicast" | "reliable-multicast");
    let reliability = if best_effort {
        "best-effort"
    } else {
        "reliable"
    };
    let datagrams = transport == "udp" || lane.iter().any(|(key, _)| key == "modules");
    if groups {
        if best_effort != (transport == "multicast") {
            return Err(PlanError::Contradiction(format!(
                "--transport {transport} with --qos {}: multicast is best effort, reliable-multicast reliable",
                choice.text("qos")
            )));
        }
        field("transport", transport.into());
        field("groups", GROUPS.into());
        field("reliability", reliability.into());
    } else if datagrams {
        field("transport", "udp".into());
        field("reliability", reliability.into());
        let chain = if best_effort {
            "bundle,fragment"
        } else {
            "bundle,fragment,retransmit"
        };
        field("modules", chain.into());
        bundle(choice, |key, value| field(&format!("bundle.{key}"), value));
    } else {
        if choice.text("adaptive") == "no" {
            return Err(PlanError::Contradiction(format!(
                "--adaptive no with --transport {transport}: only bundles of datagrams can wait for their time while \
                 the wire is idle; use --transport udp"
            )));
        }
        let key = |key: &str| format!("channel.bundle_{key}");
        bundle_numbers(choice, |name, value| set(&key(name), &value));
        if transport == "tcp" && best_effort {
            field("transport", "tcp".into());
            field("reliability", "best-effort".into());
        }
    }
    for (key, value) in lane {
        replace(&mut fields, key, value);
    }
    for given in choice.text("profile").split(';').map(str::trim) {
        if given.is_empty() {
            continue;
        }
        let Some((key, value)) = given.split_once('=') else {
            return Err(PlanError::Contradiction(format!(
                "--profile: {given:?} has no `=`; fields of profiles are in docs/settings.md, under [qos.NAME]"
            )));
        };
        replace(&mut fields, key.trim(), value.trim());
    }
    let transportation = match (fields.is_empty(), best_effort) {
        (true, false) => "HLAreliable",
        (true, true) => "HLAbestEffort",
        (false, false) => RELIABLE,
        (false, true) => BEST_EFFORT,
    };
    settings.extend(fields.iter().map(|(key, value)| {
        let key = format!("qos.{transportation}.{key}");
        (key, value.clone())
    }));
    let mut text: Vec<_> = settings
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let further = choice.text("settings");
    if !further.is_empty() {
        text.push(further.to_owned());
    }
    Ok(Setting {
        settings: text.join("; "),
        transportation: transportation.to_owned(),
        one_host: transport == "shm",
        fields,
    })
}

/// Another RTI does not know Hyla's settings.
fn foreign(choice: &Choice, designator: &str, best_effort: bool) -> Result<Setting, PlanError> {
    for (name, usual) in super::parameter::EVERYWHERE {
        let of_hyla = [
            "transport",
            "profile",
            "process-model",
            "wait",
            "bundle-bytes",
            "bundle-gap-us",
            "adaptive",
            "settings",
        ];
        let value = choice.get(name).and_then(|value| value.as_str());
        if of_hyla.contains(name) && value != Some(usual) {
            return Err(PlanError::Contradiction(format!(
                "--{name} with --designator: another RTI gets nothing but the designator; omit --{name}"
            )));
        }
    }
    let transportation = if best_effort {
        "HLAbestEffort"
    } else {
        "HLAreliable"
    };
    Ok(Setting {
        settings: designator.to_owned(),
        transportation: transportation.to_owned(),
        one_host: false,
        fields: Vec::new(),
    })
}

fn process(choice: &Choice, set: &mut impl FnMut(&str, &str)) -> Result<(), PlanError> {
    let (model, callbacks) = (choice.text("process-model"), choice.text("callbacks"));
    if model == "immediate" && callbacks == "evoked" {
        return Err(PlanError::Contradiction(
            "--process-model immediate with --callbacks evoked: its callbacks come on a thread of the RTI; use \
             --callbacks immediate"
                .into(),
        ));
    }
    if !matches!(model, "auto" | "immediate") && callbacks == "immediate" {
        return Err(PlanError::Contradiction(format!(
            "--process-model {model} with --callbacks immediate: its callbacks come when they are evoked; use \
             --process-model immediate"
        )));
    }
    if model != "auto" {
        set("process.model", model);
    }
    if choice.text("wait") != "auto" {
        set("process.wait", choice.text("wait"));
    }
    Ok(())
}

fn bundle_numbers(choice: &Choice, mut set: impl FnMut(&str, String)) {
    for (name, key) in [("bundle-bytes", "bytes"), ("bundle-gap-us", "gap_us")] {
        if let Some(number) = choice.count_or_auto(name) {
            set(key, number.to_string());
        }
    }
}

fn bundle(choice: &Choice, mut set: impl FnMut(&str, String)) {
    bundle_numbers(choice, &mut set);
    match choice.text("adaptive") {
        "yes" => set("adaptive", "true".into()),
        "no" => set("adaptive", "false".into()),
        _ => {}
    }
}

fn replace(fields: &mut Vec<(String, String)>, key: &str, value: &str) {
    fields.retain(|(known, _)| known != key);
    fields.push((key.to_owned(), value.to_owned()));
}
