//! Groups that others ask this member to join.

use hyla_core::fdd::Transportation;
use hyla_core::outbox::Lanes;
use hyla_core::secrets::Challenge;
use hyla_net::{Endpoint, EndpointConfig};
use hyla_types::TransportationTypeHandle;

use super::super::agreement::{AGREED_WITHIN, INVITED_FOR};
use super::super::invited::MOST_OF_MAKER;
use super::*;

/// A host whose transportation types use reliable multicast, at two addresses at most.
#[derive(Debug, Default)]
struct GroupHost(TestHost);

impl LinkEnvironment for GroupHost {
    fn profile_for(&self, name: &str, _fom_reliable: bool) -> Profile {
        let mut profile = Profile::clone(&profile(name));
        profile.multicast.joined = 2;
        profile
    }

    fn wall_clock(&self) -> u64 {
        0
    }

    fn challenge(&self) -> Challenge {
        self.0.challenge()
    }
}

/// A member that others ask.
struct Stage {
    links: Links,
    now: Instant,
    _endpoint: Endpoint,
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        let mut endpoint = Endpoint::new(EndpointConfig::default()).expect("an endpoint");
        let mut links = links_of(ME, Arc::new(GroupHost::default()), now);
        let to_rti = endpoint.connect(&endpoint.in_process_address());
        links.open(to_rti, endpoint.remote());
        let radio = Transportation {
            name: "Radio".into(),
            reliable: true,
        };
        let handle = TransportationTypeHandle::new(1);
        links.transportation_types(&mut [(handle, &radio)].into_iter());
        Self {
            links,
            now,
            _endpoint: endpoint,
        }
    }

    /// A member asks for a group at an address of the range.
    fn invite(&mut self, from: u32, group: u32, address: u32) -> Result<bool, String> {
        let from = FederateHandle::new(from);
        let address = format!("239.1.0.{address}:7000");
        let (group, members) = ((group, [7; 16]), vec![ME, from]);
        let links = &mut self.links;
        links.invited(from, group, "Radio", &address, members)
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.links.now = self.now;
        self.links.turn_reliable(self.now);
    }
}

#[test]
fn an_invitation_that_nothing_follows_ends_and_leaves_its_address() {
    let mut stage = Stage::new();
    assert_eq!(stage.invite(2, 1, 1), Ok(false));
    assert_eq!(stage.invite(2, 2, 2), Ok(false));
    assert!(stage.invite(3, 3, 3).is_err());
    // Until then their keeper waits for its members, and a frame may be late.
    let kept = 2 * AGREED_WITHIN;
    stage.pass(kept);
    assert!(stage.invite(3, 3, 3).is_err());

    stage.pass(INVITED_FOR - kept);

    assert_eq!(stage.invite(3, 3, 3), Ok(false));
    assert_eq!(stage.links.reliable.groups.len(), 1);
}

#[test]
fn one_member_alone_makes_no_more_groups_than_it_may_need() {
    let mut stage = Stage::new();
    for group in 1..=MOST_OF_MAKER as u32 {
        assert_eq!(stage.invite(2, group, 1), Ok(false));
    }

    let refused = stage.invite(2, 1_000, 1);

    let reason = format!("it is in {MOST_OF_MAKER} groups of that member already");
    assert_eq!(refused, Err(reason));
    assert_eq!(stage.invite(3, 1_000, 1), Ok(false));
}
