//! Links through restores, calls and departures.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]

use std::time::{Duration, Instant};

use hyla_core::message::MemberInfo;
use hyla_core::outbox::{Frames, LinkEnd, MemberLinks};
use hyla_core::secrets::{Challenge, ExecutionId, LinkKey, Proof, Purpose, Token};
use hyla_net::{Address, Channel, ChannelId, Endpoint, EndpointConfig};
use hyla_types::{Edition, FederateHandle};

use super::link::LinkState;
use super::pending_callers::{ClaimStatus, UnverifiedCaller};
use super::testing::{Links, TestHost};
use super::{ChannelRole, LinkSettings};

const AGES: Duration = Duration::from_secs(1000);
const ME: FederateHandle = FederateHandle::new(1);
const PEER: FederateHandle = FederateHandle::new(7);

fn links() -> Links {
    Links::new(
        LinkSettings {
            direct: true,
            frame_bytes: 1 << 16,
            pending_bytes: 1 << 16,
            drain: AGES / 2,
            greet: AGES,
            appear: AGES,
            gathers: true,
            host: TestHost::shared(),
        },
        Instant::now(),
    )
}

/// The secret of any two members.
fn key() -> LinkKey {
    LinkKey::between(ExecutionId::new(1), &Token::default(), &Token::default())
}

/// A member has joined and called on this channel.
pub(super) fn called(links: &mut Links, from: FederateHandle, channel: &Channel) {
    let member = MemberInfo {
        handle: from,
        name: format!("{from:?}"),
        federate_type: "test".into(),
        edition: Edition::Hla2025,
        addresses: Vec::new(),
        token: Token::default(),
    };
    links.link_up(&member, key(), None);
    links.accept(channel.clone());
    let claim = UnverifiedCaller {
        from,
        to: ME,
        challenge: Challenge::default(),
        proof: Proof::default(),
        answer: Challenge::default(),
    };
    links.greeted(channel.id(), claim, ClaimStatus::Holds);
}

fn sends_to(links: &mut Links, federate: FederateHandle) -> Vec<ChannelId> {
    links.frame(federate, &mut |frame| frame.push(0));
    let mut dirty = Vec::new();
    links.take_dirty(&mut dirty);
    dirty.iter().map(Channel::id).collect()
}

#[test]
fn a_restore_that_gives_the_handle_of_a_departed_member_again_leaves_nothing_of_it() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let other = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let address = other.in_process_address();
    let (departed, living) = (FederateHandle::new(7), FederateHandle::new(9));
    for end in [LinkEnd::Drain, LinkEnd::Cut] {
        let mut links = links();
        let [old, new] = [(); 2].map(|()| endpoint.connect(&address));
        called(&mut links, departed, &old);
        called(&mut links, living, &new);
        links.take_dirty(&mut Vec::new());
        links.link_down(departed, end);

        // In the restored federation the living one has the handle of the departed.
        links.links_renamed(&[(ME, ME), (living, departed)]);
        let _broken = links.turn(Instant::now() + AGES);

        assert_eq!(links.role(old.id()), None);
        assert_eq!(links.role(new.id()), Some(ChannelRole::Stream(departed)));
        assert_eq!(sends_to(&mut links, departed), [new.id()]);
        assert_eq!(links.take_ended(), []);
        assert_eq!(links.next_deadline(), None);
    }
}

#[test]
fn the_end_of_a_channel_after_a_goodbye_is_no_break() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let other = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let peer = FederateHandle::new(7);
    for said_goodbye in [true, false] {
        let mut links = links();
        let channel = endpoint.connect(&other.in_process_address());
        called(&mut links, peer, &channel);
        links.closed(channel.id());
        links.frame(peer, &mut |frame| frame.push(0));

        links.part(|_| said_goodbye);

        links.frame(peer, &mut |frame| frame.push(0));
        let broken = links.turn(Instant::now() + AGES);
        if said_goodbye {
            assert_eq!((broken, links.dropped), (vec![], 2));
        } else {
            assert_eq!((broken, links.dropped), (vec![peer], 0));
        }
        // The log announces it at last.
        links.link_down(peer, LinkEnd::Drain);
        assert_eq!(links.take_ended(), [peer]);
    }
}

/// A member that is called, and a frame for it.
fn calls(links: &mut Links, peer: FederateHandle, at: &Endpoint) {
    let member = MemberInfo {
        handle: peer,
        name: "peer".into(),
        federate_type: "test".into(),
        edition: Edition::Hla2025,
        addresses: vec![at.in_process_address().to_string()],
        token: Token::default(),
    };
    links.link_up(&member, key(), Some(ME));
    links.frame(peer, &mut |frame| frame.push(0));
}

/// The channel on which a member is called.
fn call_of(links: &Links, peer: FederateHandle) -> Channel {
    match &links.peers[&peer].state {
        LinkState::Calling(_, call) => call.channel.clone(),
        way => panic!("{way:?}"),
    }
}

#[test]
fn who_leaves_before_the_welcome_has_said_the_rest_to_a_member_that_was_greeted() {
    let endpoint = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let mut other = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let rti = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let to_rti = other.connect(&rti.in_process_address());
    for greeted in [false, true] {
        let mut links = links();
        links.open(to_rti.clone(), endpoint.remote());
        calls(&mut links, PEER, &other);
        let called = call_of(&links, PEER);
        let id = called.id();
        links.opened(id);
        if greeted {
            links.challenged(PEER, id, &Challenge::default());
        }

        links.leave_execution();

        // The call; the greeting and the rest.
        let said = if greeted { 3 } else { 1 };
        assert_eq!(called.counters().frames_sent, said);
        assert_eq!(links.role(id), None);
    }
}

#[test]
fn what_waits_for_the_welcome_goes_by_the_rti_if_the_member_turns_the_caller_away() {
    let mut endpoint = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let other = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let rti = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
    let to_rti = endpoint.connect(&rti.in_process_address());
    for welcomed in [false, true] {
        let mut links = links();
        links.open(to_rti.clone(), endpoint.remote());
        calls(&mut links, PEER, &other);
        let called = call_of(&links, PEER);
        let id = called.id();
        let before = to_rti.counters().frames_sent;

        links.opened(id);
        links.challenged(PEER, id, &Challenge::default());
        assert_eq!(
            called.counters().frames_sent,
            2,
            "the call, the greeting and nothing else"
        );
        if welcomed {
            let LinkState::Calling(_, call) = &links.peers[&PEER].state else {
                panic!("no call");
            };
            let proof = key().prove(Purpose::Welcome, (PEER, ME), &call.challenge);
            assert_eq!(links.welcomed(PEER, id, &proof), Ok(()));
            assert_eq!(called.counters().frames_sent, 3);
            assert_eq!(to_rti.counters().frames_sent, before);
        } else {
            links.closed(id);
            links.take_dirty(&mut Vec::new());
            let relayed = to_rti.counters().frames_sent - before;
            assert_eq!(relayed, 2, "that there is a relay now, and the frame");
        }
    }
}

/// Callers that nobody knows yet, each with its channel.
struct Strangers {
    links: Links,
    endpoint: Endpoint,
    at: Endpoint,
}

impl Strangers {
    fn new() -> Self {
        let endpoint = || Endpoint::new(EndpointConfig::default()).expect("an endpoint");
        Self {
            links: links(),
            endpoint: endpoint(),
            at: endpoint(),
        }
    }

    /// Claims to be that member, which the log has not reported.
    fn claim(&mut self, from: u32) -> ChannelId {
        self.claim_at(self.at.in_process_address(), from)
    }

    /// As [`Self::claim`], from that address.
    fn claim_at(&mut self, address: Address, from: u32) -> ChannelId {
        let channel = self.endpoint.connect(&address);
        let id = channel.id();
        self.links.accept(channel);
        let claim = UnverifiedCaller {
            from: FederateHandle::new(from),
            to: ME,
            challenge: Challenge::default(),
            proof: Proof::default(),
            answer: Challenge::default(),
        };
        self.links.greeted(id, claim, ClaimStatus::Open);
        id
    }

    fn waits(&self, channel: ChannelId) -> bool {
        self.links.role(channel).is_some()
    }
}

#[test]
fn a_stranger_who_claims_handles_pushes_out_its_own_callers() {
    let mut strangers = Strangers::new();
    let member = strangers.claim(100);

    let claims: Vec<_> = (0..2000).map(|n| strangers.claim(200 + n % 20)).collect();

    assert!(strangers.waits(member));
    let kept = claims.iter().filter(|id| strangers.waits(**id)).count();
    assert_eq!(kept, 63);
    assert_eq!(strangers.links.refused_callers(), 2000 - 63);
}

#[test]
fn a_handle_that_strangers_claim_is_free_for_the_member() {
    let mut strangers = Strangers::new();
    let claims: Vec<_> = (0..50).map(|_| strangers.claim(100)).collect();

    let member = strangers.claim(100);

    assert!(strangers.waits(member));
    let kept = claims.iter().filter(|id| strangers.waits(**id)).count();
    assert_eq!(kept, 7);
}

#[test]
fn a_stranger_at_one_address_pushes_out_nobody_at_another() {
    let mut strangers = Strangers::new();
    // Nobody listens there: the callers do not get further than their claims.
    let [here, there] = ["127.0.0.1:9", "127.0.0.2:9"].map(|at| Address::Tcp(at.parse().unwrap()));
    let members: Vec<_> = (100..108).map(|n| strangers.claim_at(here, n)).collect();

    // Each handle is claimed once, but those of members, too.
    for handle in (200..1200).chain([100; 50]) {
        strangers.claim_at(there, handle);
    }

    assert!(members.iter().all(|member| strangers.waits(*member)));
}

#[test]
fn callers_that_are_not_verified_have_a_limit_together_and_who_has_most_gives_way() {
    let mut strangers = Strangers::new();
    let queue = strangers.links.settings.pending_bytes;
    let member = strangers.claim(100);
    assert!(strangers.links.hold_back(member, b"the rest"));
    let claims: Vec<_> = (0..40).map(|n| strangers.claim(200 + n)).collect();

    for id in &claims {
        for _ in 0..10 {
            strangers.links.hold_back(*id, &vec![0; queue]);
        }
    }

    assert!(strangers.waits(member));
    let kept = claims.iter().filter(|id| strangers.waits(**id)).count();
    assert!((1..=6).contains(&kept), "{kept}");
    assert_eq!(strangers.links.refused_callers(), 40 - kept as u64);
}

#[test]
fn short_frames_of_callers_that_are_not_verified_count_with_what_they_cost() {
    let mut strangers = Strangers::new();
    let queue = strangers.links.settings.pending_bytes;
    let stranger = strangers.claim(200);

    // One byte each.
    let mut frames = 0;
    while strangers.waits(stranger) {
        assert!(frames < queue, "frames without a limit");
        strangers.links.hold_back(stranger, b"x");
        frames += 1;
    }

    assert_eq!(strangers.links.refused_callers(), 1);
}

#[test]
fn callers_that_do_not_prove_their_claim_in_time_are_refused() {
    let mut strangers = Strangers::new();
    let claims = [100, 200].map(|handle| strangers.claim(handle));
    let silent = strangers
        .endpoint
        .connect(&strangers.at.in_process_address());
    strangers.links.accept(silent.clone());
    // Its claim stands although it has gone.
    strangers.links.closed(claims[1]);

    let _broken = strangers.links.turn(Instant::now() + AGES);

    assert_eq!(strangers.links.refused_callers(), 3);
    assert!(!strangers.waits(claims[0]));
    assert!(!strangers.waits(silent.id()));
    assert_eq!(strangers.links.next_deadline(), None);
}
