//! Whether the network carries multicast between hosts: the same command on each of them, at the same time.
//!
//! Each process joins a group of each profile, as a federate does, and says a few times a second who it is and whom it hears. So a host
//! also learns of others that do not reach it, and of others that it does not reach.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use hyla_net::{
    Endpoint, EndpointConfig, Event, GroupOptions, MAX_GROUP_FRAME_BYTES, MulticastGroup, Profile,
    Transport,
};
use hyla_settings::{Settings, interface_index};
use serde::{Deserialize, Serialize};

use super::network::own_interface;
use super::report::Finding;

const TOPIC: &str = "multicast between hosts";

/// Time between two datagrams; long ones and short ones take turns.
const EACH: Duration = Duration::from_millis(50);

/// Most hosts that are listened to.
const MOST: usize = 250;

const REMEDY: &str = "let switches and firewalls pass UDP to these groups (with IGMP or MLD snooping, a querier is needed), and see \
                      qos.NAME.interface and qos.NAME.ttl; until then such data goes to each of these hosts alone";

/// What a host says.
#[derive(Debug, Deserialize, Serialize)]
struct Hello {
    /// Name of the host, with the number of the process.
    name: String,
    /// The names of those that it hears.
    hears: Vec<String>,
}

/// What was heard of another host.
#[derive(Debug, Default)]
struct Heard {
    short: bool,
    long: bool,
    hears: BTreeSet<String>,
}

/// A group of a profile.
struct Tested {
    profile: String,
    at: SocketAddr,
    ttl: u8,
    group: MulticastGroup,
    heard: BTreeMap<String, Heard>,
}

/// Tests all profiles for that time.
pub(super) fn all(settings: &Settings, time: Duration) -> Vec<Finding> {
    let uses = |profile: &&Profile| {
        let transport = profile.transport;
        matches!(
            transport,
            Transport::Multicast | Transport::ReliableMulticast
        )
    };
    let profiles: Vec<_> = settings.qos.iter().filter(uses).collect();
    if profiles.is_empty() {
        return vec![Finding::warn(
            TOPIC,
            "not tested: no profile uses it",
            "set transport = multicast or reliable-multicast, and groups, in a section [qos.NAME]",
        )];
    }
    let mut endpoint = match Endpoint::new(EndpointConfig::default()) {
        Ok(endpoint) => endpoint,
        Err(error) => return vec![Finding::fail(TOPIC, format!("not tested: {error}"), "")],
    };
    let mut findings = Vec::new();
    let mut tested = Vec::new();
    for profile in profiles {
        match join(&mut endpoint, settings, profile) {
            Ok(one) => tested.push(one),
            Err(reason) => findings.push(Finding::fail(
                TOPIC,
                format!("qos.{}: {reason}", profile.name),
                REMEDY,
            )),
        }
    }
    let own = own_name();
    if let Err(error) = listen(&mut endpoint, &mut tested, &own, time) {
        return vec![Finding::fail(TOPIC, format!("not tested: {error}"), "")];
    }
    findings.extend(tested.iter().map(|tested| {
        let group = format!("qos.{}: {}, ttl {}", tested.profile, tested.at, tested.ttl);
        judge(&group, &own, &tested.heard)
    }));
    findings
}

fn own_name() -> String {
    let host = rustix::system::uname();
    format!(
        "{} ({})",
        host.nodename().to_string_lossy(),
        std::process::id()
    )
}

fn join(endpoint: &mut Endpoint, settings: &Settings, profile: &Profile) -> Result<Tested, String> {
    let groups = profile.multicast.groups.ok_or("it has no groups")?;
    let own = match profile.multicast.interface {
        Some(own) => own,
        None => own_interface(settings)?,
    };
    let mut options = GroupOptions {
        ttl: profile.multicast.ttl,
        priority: profile.priority,
        ..GroupOptions::default()
    };
    match own {
        IpAddr::V4(own) if groups.is_ipv4() => options.interface = Some(own),
        IpAddr::V6(_) if !groups.is_ipv4() => {
            options.interface_index = interface_index(own).unwrap_or(0);
        }
        _ => {}
    }
    let at = groups.group(0);
    let group = endpoint.join_group(at, options);
    let group = group.map_err(|error| format!("cannot join {at} on {own}: {error}"))?;
    Ok(Tested {
        profile: profile.name.clone(),
        at,
        ttl: options.ttl,
        group,
        heard: BTreeMap::new(),
    })
}

fn listen(
    endpoint: &mut Endpoint,
    tested: &mut [Tested],
    own: &str,
    time: Duration,
) -> io::Result<()> {
    let (start, mut is_long) = (Instant::now(), false);
    let mut next = start;
    while start.elapsed() < time && !tested.is_empty() {
        let now = Instant::now();
        if now >= next {
            for tested in &*tested {
                // Dropped if the socket is full, as any datagram may be.
                let _lost = tested.group.send(&hello(own, &tested.heard, is_long));
            }
            is_long = !is_long;
            next = now + EACH;
        }
        endpoint.poll(Some(next.saturating_duration_since(now)), &mut |event| {
            if let Event::GroupFrame { group, bytes, .. } = event
                && let Some(tested) = tested.iter_mut().find(|tested| tested.group.id() == group)
            {
                note(&mut tested.heard, bytes);
            }
        })?;
    }
    Ok(())
}

/// A datagram; a long one has as many bytes as federates put into one.
fn hello(own: &str, heard: &BTreeMap<String, Heard>, is_long: bool) -> Vec<u8> {
    let mut hears: Vec<_> = heard.keys().cloned().collect();
    loop {
        let said = Hello {
            name: own.to_owned(),
            hears: hears.clone(),
        };
        let mut bytes = serde_json::to_vec(&said).unwrap_or_default();
        let most = if is_long {
            MAX_GROUP_FRAME_BYTES
        } else {
            MAX_GROUP_FRAME_BYTES / 2
        };
        if bytes.len() <= most || hears.is_empty() {
            if is_long {
                bytes.resize(MAX_GROUP_FRAME_BYTES.max(bytes.len()), b' ');
            }
            return bytes;
        }
        hears.pop();
    }
}

fn note(heard: &mut BTreeMap<String, Heard>, bytes: &[u8]) {
    let Ok(said) = serde_json::from_slice::<Hello>(bytes) else {
        return;
    };
    // What is printed is from the network.
    let is_plain = |name: &String| name.len() <= 300 && !name.chars().any(char::is_control);
    if !is_plain(&said.name) || (heard.len() >= MOST && !heard.contains_key(&said.name)) {
        return;
    }
    let of = heard.entry(said.name).or_default();
    match bytes.len() == MAX_GROUP_FRAME_BYTES {
        true => of.long = true,
        false => of.short = true,
    }
    of.hears
        .extend(said.hears.into_iter().filter(is_plain).take(MOST));
}

/// The finding about a group.
fn judge(group: &str, own: &str, heard: &BTreeMap<String, Heard>) -> Finding {
    let names = |names: Vec<&str>| names.join(", ");
    if heard.is_empty() {
        return Finding::warn(
            TOPIC,
            format!("{group}: nobody else was heard"),
            format!(
                "start hyla doctor --multicast with the same settings on the other hosts at the same time; if that was so, {REMEDY}"
            ),
        );
    }
    let of = |which: &dyn Fn(&Heard) -> bool| {
        let found = heard.iter().filter(|(_, heard)| which(heard));
        found.map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    let by_others = heard.values().flat_map(|heard| &heard.hears);
    let unheard: BTreeSet<_> = by_others
        .filter(|name| *name != own && !heard.contains_key(*name))
        .map(String::as_str)
        .collect();
    let deaf = of(&|heard| !heard.hears.contains(own));
    let short = of(&|heard| !heard.long);
    let mut problems = Vec::new();
    if !unheard.is_empty() {
        let unheard = names(unheard.into_iter().collect());
        problems.push(format!("others hear {unheard}, this host does not"));
    }
    if !deaf.is_empty() {
        problems.push(format!("not heard by {}", names(deaf)));
    }
    if !short.is_empty() {
        problems.push(format!(
            "of {} only short datagrams arrive, none of {MAX_GROUP_FRAME_BYTES} bytes",
            names(short)
        ));
    }
    let all = names(of(&|_| true));
    if problems.is_empty() {
        return Finding::ok(TOPIC, format!("{group}: to and from {all}"));
    }
    Finding::warn(
        TOPIC,
        format!("{group}: {}; heard: {all}", problems.join("; ")),
        REMEDY,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, hears: &[&str], is_long: bool) -> Vec<u8> {
        let heard = hears
            .iter()
            .map(|name| ((*name).to_owned(), Heard::default()));
        hello(name, &heard.collect(), is_long)
    }

    fn judged(said: &[Vec<u8>]) -> String {
        let mut heard = BTreeMap::new();
        said.iter().for_each(|said| note(&mut heard, said));
        let finding = judge("qos.Radio: GROUP", "me", &heard);
        super::super::report::render(&[finding], hyla_terminal::Painter::plain())
    }

    #[test]
    fn who_hears_whom_is_said() {
        let text = judged(&[said("a", &["me"], true), said("a", &["me"], false)]);
        assert!(text.contains("qos.Radio: GROUP: to and from a"), "{text}");

        let text = judged(&[said("a", &["me", "b"], true)]);
        assert!(
            text.contains("others hear b, this host does not; heard: a"),
            "{text}"
        );

        let text = judged(&[said("a", &[], true), said("b", &["me", "a"], true)]);
        assert!(text.contains("not heard by a; heard: a, b"), "{text}");

        let text = judged(&[said("a", &["me"], false)]);
        assert!(text.contains("of a only short datagrams arrive"), "{text}");

        let text = judged(&[]);
        assert!(text.contains("nobody else was heard"), "{text}");
    }

    #[test]
    fn datagrams_fit_however_many_are_heard_and_rubbish_is_ignored() {
        let names: Vec<_> = (0..MOST).map(|number| format!("host {number}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        assert_eq!(said("a", &names, true).len(), MAX_GROUP_FRAME_BYTES);
        assert!(said("a", &names, false).len() < MAX_GROUP_FRAME_BYTES);

        let text = judged(&[
            b"{}".to_vec(),
            vec![0xff; 30],
            said("a\x1b[2J", &["me"], true),
        ]);
        assert!(text.contains("nobody else was heard"), "{text}");
        let many: Vec<_> = (0..2 * MOST)
            .map(|n| said(&format!("{n}"), &[], false))
            .collect();
        let mut heard = BTreeMap::new();
        many.iter().for_each(|said| note(&mut heard, said));
        assert_eq!(heard.len(), MOST);
    }
}
