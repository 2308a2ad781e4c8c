//! Messages of groups that wait for the streams of their senders.

use hyla_core::secrets::Proof;
use hyla_multicast::{Config, GroupId, Key, Member, MemberId};
use hyla_net::{ChannelId, Endpoint, EndpointConfig, MAX_GROUP_FRAME_BYTES};

use super::super::receiving::MOST_HELD;
use super::*;
use crate::lanes::{
    Barrier, GroupHeader, LOSSY_TIMEOUT, LaneId, LinkFrame, Path, ReceiverEntry, SequenceNumbers,
    Wait, link_frame, put_entries, put_on_list,
};
use crate::links::groups::IdentifiedDatagram;
use crate::links::tests::called;

const TWO: FederateHandle = FederateHandle::new(2);
const THREE: FederateHandle = FederateHandle::new(3);
const LANE: LaneId = LaneId(1);

/// A member with streams from two others, and groups with both.
struct Stage {
    links: Links,
    now: Instant,
    /// Of members 2 and 3.
    channels: Vec<ChannelId>,
    endpoints: [Endpoint; 2],
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        let mut links = links(now);
        let [mut near, far] =
            [(); 2].map(|()| Endpoint::new(EndpointConfig::default()).expect("an endpoint"));
        let channels = [TWO, THREE].map(|peer| {
            let channel = near.connect(&far.in_process_address());
            called(&mut links, peer, &channel);
            channel.id()
        });
        Self {
            links,
            now,
            channels: channels.into(),
            endpoints: [near, far],
        }
    }

    /// Installs a group of all three.
    fn install(&mut self, id: u32, profile_name: &str) {
        let profile = profile(profile_name);
        let at = self.links.reliable_engine(&profile).expect("an engine");
        put_in_use(&mut self.links, at, id, &[1, 2, 3], self.now);
    }

    /// Messages of a member arrive in a group, in one datagram, behind a mark if there is one.
    fn arrive(&mut self, group: u32, from: FederateHandle, count: u8, mark: Option<u64>) {
        let config = Config {
            datagram_bytes: MAX_GROUP_FRAME_BYTES,
            ..Config::default()
        };
        let key = Key::new(&KEY);
        let engine = Member::new(config, MemberId(from.raw()), key.clone(), 1);
        let mut engine = engine.expect("sound parameters");
        let members = [1, 2, 3].map(MemberId);
        let id = GroupId(group);
        let installed = engine.install_with_key(self.now, id, &members, key);
        installed.expect("a new group");
        let mut waiting = Vec::new();
        put_on_list(&mut waiting, 0);
        for number in 0..count {
            let barrier = mark.map(|mark| Barrier {
                mark,
                waiting: &waiting,
            });
            let mut message = Vec::new();
            let header = GroupHeader {
                barrier,
                audience: None,
            };
            header.put(&mut message);
            message.push(number);
            let sent = engine.send(self.now, id, &message);
            assert!(sent.is_ok());
        }
        let mut datagram = Vec::new();
        engine.flush(self.now, id);
        while engine.poll_transmit(self.now, &mut datagram).is_some() {
            self.links.reliable_datagram(&datagram);
        }
    }

    /// Much of a member is held behind a mark in a group.
    fn hold(&mut self, group: u32, from: FederateHandle, mark: u64) {
        let held = vec![0; MOST_HELD];
        let incoming = self.links.incoming_mut(from).expect("a stream");
        let ordering = &mut incoming.ordering;
        ordering.group_message(group, Some(mark), Some(&held), Duration::ZERO);
    }

    fn held(&self, from: FederateHandle) -> usize {
        let incoming = self.links.incoming(from).expect("a stream");
        incoming.ordering.held_group_bytes()
    }

    /// The stream of member 2 brings a frame.
    fn stream_brings(&mut self, frame: &LinkFrame) {
        let mut bytes = Vec::new();
        link_frame(frame, &mut bytes);
        let channel = self.channels[0];
        let arrived = self.links.arrives(TWO, Path::Stream, channel, &bytes);
        assert!(matches!(arrived, Ok(None)));
    }

    /// Much of member 2 is held behind a fence that waits for a lane, and 19 more messages are left in the engine. Gives the
    /// channel of the lane.
    fn wait_for_lane(&mut self, reliability: Reliability) -> ChannelId {
        self.install(5, "Radio");
        self.hold(5, TWO, 1);
        self.arrive(5, TWO, 20, Some(1));
        let [near, far] = &mut self.endpoints;
        let channel = near.connect(&far.in_process_address());
        let reliable = reliability == Reliability::Reliable;
        let lane = Arc::new(Profile::standard("Lane", reliability));
        let incoming = self.links.incoming_mut(TWO).expect("a stream");
        incoming.expect(LANE, lane, reliable, !reliable, Proof::default());
        assert!(incoming.stands(LANE, &channel).is_some());
        let wait = match reliability {
            Reliability::Reliable => Wait::Met(LANE),
            Reliability::BestEffort => Wait::Count(LANE, 1),
        };
        let waits = vec![wait];
        self.stream_brings(&LinkFrame::Fence { number: 1, waits });
        self.stream_brings(&LinkFrame::GroupMark { group: 5, mark: 1 });
        assert_eq!(self.due(TWO), 0);
        channel.id()
    }

    /// Messages of a member that are due.
    fn due(&mut self, from: FederateHandle) -> usize {
        std::iter::from_fn(|| self.links.next_due(from)).count()
    }
}

#[test]
fn a_sender_whose_stream_stands_still_holds_up_itself_alone() {
    let mut stage = Stage::new();
    stage.install(5, "Radio");
    stage.hold(5, TWO, 1);

    stage.arrive(5, TWO, 20, Some(1));
    stage.arrive(5, THREE, 1, None);

    assert_eq!(stage.due(THREE), 1);
    assert_eq!(stage.due(TWO), 0);
    // However often messages are taken.
    for _ in 0..5 {
        stage.links.deliver_reliably();
    }
    let held = stage.held(TWO);
    assert!((MOST_HELD..MOST_HELD + 10).contains(&held), "{held}");

    stage.stream_brings(&LinkFrame::GroupMark { group: 5, mark: 1 });

    assert_eq!(stage.due(TWO), 21);
    assert_eq!(stage.held(TWO), 0);
}

/// Held messages wait for the stream, and the stream waits for a message behind them.
#[test]
fn messages_that_the_stream_waits_for_are_taken_however_much_is_held() {
    let mut stage = Stage::new();
    stage.install(5, "Radio");
    stage.install(6, "Video");
    stage.hold(6, TWO, 1);
    stage.arrive(6, TWO, 2, Some(1));
    let waits = vec![(5, 1)];
    stage.stream_brings(&LinkFrame::GroupFence { waits });
    stage.stream_brings(&LinkFrame::GroupMark { group: 6, mark: 1 });

    stage.arrive(5, TWO, 1, None);

    assert_eq!(stage.due(TWO), 1 + 1 + 2);
    assert_eq!(stage.held(TWO), 0);
}

/// The first message brings the stream to a fence that waits for the other engine, which was asked before.
#[test]
fn a_fence_behind_another_one_has_the_messages_of_an_earlier_engine_taken() {
    let mut stage = Stage::new();
    stage.install(5, "Radio");
    stage.install(6, "Video");
    stage.install(7, "Video");
    stage.hold(6, TWO, 1);
    stage.arrive(6, TWO, 1, Some(1));
    let fence = |group| LinkFrame::GroupFence {
        waits: vec![(group, 1)],
    };
    stage.stream_brings(&fence(7));
    stage.stream_brings(&fence(5));
    stage.stream_brings(&LinkFrame::GroupMark { group: 6, mark: 1 });
    stage.arrive(5, TWO, 1, None);
    assert!(stage.held(TWO) >= MOST_HELD);

    stage.arrive(7, TWO, 1, None);

    assert_eq!(stage.held(TWO), 0);
    assert_eq!(stage.due(TWO), 1 + 1 + 2);
}

#[test]
fn messages_are_taken_when_a_fence_of_the_stream_times_out() {
    let mut stage = Stage::new();
    stage.wait_for_lane(Reliability::BestEffort);

    stage.now += LOSSY_TIMEOUT;
    stage.links.at(stage.now);
    stage.links.turn_lanes(stage.now);

    assert_eq!(stage.due(TWO), 21);
}

#[test]
fn messages_are_taken_when_a_lane_that_the_stream_waits_for_ends() {
    let mut stage = Stage::new();
    let lane = stage.wait_for_lane(Reliability::Reliable);

    stage.links.lane_closed(TWO, lane);

    assert_eq!(stage.due(TWO), 21);
}

#[test]
fn messages_are_taken_when_a_multicast_datagram_lets_the_stream_go_on() {
    let mut stage = Stage::new();
    stage.wait_for_lane(Reliability::BestEffort);
    let entry = ReceiverEntry {
        receiver: 7,
        sequence: SequenceNumbers {
            fence: 0,
            number: 0,
            sent: 0,
        },
        run: 0,
    };
    let mut datagram = Vec::new();
    put_entries(0, &[entry], &mut datagram);
    datagram.extend_from_slice(b"message");
    let heard = IdentifiedDatagram {
        from: TWO,
        lane: LANE,
        receiver: 7,
        first: None,
    };

    let group = (ChannelId::from_raw(99), 0);
    let arrived = stage.links.arrives_in_group(group, &heard, &datagram);

    assert!(matches!(arrived, Ok(None)));
    assert_eq!(stage.due(TWO), 1 + 21);
}

#[test]
fn messages_are_taken_when_the_stream_of_their_sender_breaks() {
    let mut stage = Stage::new();
    stage.install(5, "Radio");
    stage.hold(5, TWO, 1);
    stage.arrive(5, TWO, 20, Some(1));

    stage.links.broke(TWO);

    let left = std::iter::from_fn(|| stage.links.next_leftover());
    assert_eq!(left.count(), 21);
}
