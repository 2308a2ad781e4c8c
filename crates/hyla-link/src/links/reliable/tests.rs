//! Reliable multicast of one member that never reaches another one.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests may read the clock, and use endpoints of their own process"
)]

mod ending;
mod held;
mod invited;

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_net::{GroupOptions, Profile, Reliability, Transport};
use hyla_types::FederateHandle;

use super::engine::RoutePart;
use super::group::{Agreement, Asked, ReliableGroup};
use crate::lanes::GroupFrame;
use crate::links::testing::{Links, TestHost};
use crate::links::{LinkEnvironment, LinkSettings};

const ME: FederateHandle = FederateHandle::new(1);
const KEY: [u8; 16] = [7; 16];
const AGES: Duration = Duration::from_secs(100_000);

fn links(now: Instant) -> Links {
    links_of(ME, TestHost::shared(), now)
}

fn links_of(own: FederateHandle, host: Arc<dyn LinkEnvironment>, now: Instant) -> Links {
    let mut links = Links::new(
        LinkSettings {
            direct: true,
            frame_bytes: 1 << 16,
            pending_bytes: 1 << 16,
            drain: AGES,
            greet: AGES,
            appear: AGES,
            gathers: true,
            host,
        },
        now,
    );
    links.joined_as(Some(own));
    links
}

fn profile(name: &str) -> Arc<Profile> {
    let mut profile = Profile::standard(name, Reliability::Reliable);
    profile.transport = Transport::ReliableMulticast;
    profile.multicast.groups = "239.1.0.0/30:7000".parse().ok();
    Arc::new(profile)
}

/// A group of these members, made by this one, that is in use.
fn put_in_use(links: &mut Links, engine: usize, id: u32, members: &[u32], now: Instant) {
    let address = "239.1.0.1:7000".parse().expect("an address");
    let members = members.iter().copied().map(FederateHandle::new).collect();
    let ready = Agreement::Ready;
    let group = ReliableGroup::new(engine, (address, KEY), ME, members, ready, now);
    links.reliable.groups.insert(id, group);
    links.install(id).expect("a new group");
}

fn send(links: &mut Links, profile: &Arc<Profile>, now: Instant) {
    let receivers = [2, 3, 4].map(FederateHandle::new);
    links.now = now;
    links.send_reliably(&receivers, profile, b"message");
}

/// On a busy machine each tick is late, so that sixty of them take longer than a minute.
#[test]
fn sets_of_receivers_are_measured_until_they_are_forgotten_also_without_a_group() {
    let mut now = Instant::now();
    let (mut links, profile) = (links(now), profile("Radio"));
    for _ in 0..3 {
        send(&mut links, &profile, now);
    }
    let mut seconds = 0;
    while let Some(at) = links.reliable.next_tick {
        now = at + Duration::from_millis(20);
        links.now = now;
        links.turn_reliable(now);
        seconds += 1;
        assert!(seconds < 100, "it never rests");
        if seconds < 30 {
            send(&mut links, &profile, now);
            assert!(!links.reliable.engines[0].regions.is_empty());
        }
    }
    assert!(seconds >= 30 + 59, "{seconds}");
    assert!(links.reliable.engines[0].regions.is_empty());

    for _ in 0..3 {
        send(&mut links, &profile, now);
    }

    assert!(!links.reliable.engines[0].regions.is_empty());
    assert!(links.reliable.next_tick.is_some());
}

#[test]
fn a_probe_counts_only_with_the_seal_of_its_group() {
    let now = Instant::now();
    let (mut links, profile) = (links(now), profile("Radio"));
    send(&mut links, &profile, now);
    let keeper = FederateHandle::new(2);
    let invited = Agreement::Invited {
        joined: true,
        heard: false,
        until: now + AGES,
    };
    let address = "239.1.0.1:7000".parse().expect("an address");
    let members = vec![ME, keeper];
    let group = ReliableGroup::new(0, (address, [7; 16]), keeper, members, invited, now);
    links.reliable.groups.insert(5, group);
    let is_heard = |links: &Links| match &links.reliable.groups[&5].agreement {
        Agreement::Invited { heard, .. } => *heard,
        other => panic!("{other:?}"),
    };
    let mut probe = vec![super::agreement::PROBE, 5, 0, 0, 0];

    links.reliable_datagram(&probe);
    hyla_multicast::Key::new(&[8; 16]).seal(&mut probe);
    links.reliable_datagram(&probe);
    assert!(!is_heard(&links));
    assert_eq!(links.reliable.engines[0].counts.forged_probes, 2);

    probe.truncate(5);
    hyla_multicast::Key::new(&[7; 16]).seal(&mut probe);
    links.reliable_datagram(&probe);
    assert!(is_heard(&links));
}

/// A member that is tried again every 32 s would otherwise take the group from its region for 2 s each time.
#[test]
fn a_member_that_failed_before_holds_up_the_others_for_a_quarter_of_a_second() {
    let now = Instant::now();
    for again in [true, false] {
        let (mut links, profile) = (links(now), profile("Radio"));
        send(&mut links, &profile, now);
        let [one, other] = [2, 3].map(FederateHandle::new);
        let asked = |peer, again| Asked {
            peer,
            unreached: Vec::new(),
            joined: true,
            heard: false,
            again,
        };
        let inviting = Agreement::Inviting {
            asked: vec![asked(one, false), asked(other, again)],
            joined: true,
            until: now + Duration::from_secs(2),
            next_probe: None,
            gap: Duration::from_millis(5),
        };
        let address = "239.1.0.1:7000".parse().expect("an address");
        let members = vec![ME, one, other];
        let group = ReliableGroup::new(0, (address, [7; 16]), ME, members, inviting, now);
        links.reliable.groups.insert(5, group);
        let deadline = |links: &Links| links.reliable.groups[&5].deadline();
        links.check_all_heard(5);
        assert_eq!(deadline(&links), Some(now + Duration::from_secs(2)));

        links.group_said(one, GroupFrame::Heard { group: 5 });

        let wanted = Duration::from_millis(if again { 250 } else { 2_000 });
        assert_eq!(deadline(&links), Some(now + wanted));
    }
}

#[test]
fn numbers_of_groups_begin_anew_and_leave_out_those_in_use() {
    let now = Instant::now();
    let (mut links, profile) = (links(now), profile("Radio"));
    send(&mut links, &profile, now);
    let first = links.reliable.next_number(ME);
    let address = "239.1.0.1:7000".parse().expect("an address");
    let group = ReliableGroup::new(0, (address, [7; 16]), ME, vec![ME], Agreement::Ready, now);
    links.reliable.groups.insert(first, group);

    let numbers = (0..0x1_0000).map(|_| links.reliable.next_number(ME));

    assert!(numbers.into_iter().all(|number| number != first));
}

#[test]
fn a_further_group_at_a_joined_address_takes_no_room() {
    let (mut links, addresses) = (links(Instant::now()), ["239.1.0.1:7000", "239.1.0.2:7000"]);
    let [one, other] = addresses.map(|at| at.parse().expect("an address"));
    links.reliable.addresses.join(one, GroupOptions::default());

    let rooms = |most| [one, other].map(|at| links.reliable.addresses.have_room_for(at, most));

    assert_eq!(rooms(1), [true, false]);
    assert_eq!(rooms(2), [true, true]);
}

/// The thread that reads is woken for what a call has left behind. It would sleep past the time at which the message leaves.
#[test]
fn a_message_that_waits_for_others_is_left_behind_with_its_deadline() {
    let mut now = Instant::now();
    let (mut links, profile) = (links(now), profile("Radio"));
    let at = links.reliable_engine(&profile).expect("an engine");
    put_in_use(&mut links, at, 5, &[1, 2, 3], now);
    let part = RoutePart {
        group: 5,
        audience: None,
        places: [1, 2].into(),
    };
    links.send_in_group(at, &part, b"leaves at once");
    links.take_dirty(&mut Vec::new());
    links.take_dirty_groups(&mut Vec::new());
    let before = links.next_deadline().expect("a heartbeat");
    assert!(!links.is_left_behind());

    now += Duration::from_micros(20);
    links.now = now;
    links.send_in_group(at, &part, b"waits for others");

    assert!(!links.is_dirty());
    assert!(links.is_left_behind());
    assert!(links.take_earlier_deadline());
    assert!(links.next_deadline() < Some(before));
}
