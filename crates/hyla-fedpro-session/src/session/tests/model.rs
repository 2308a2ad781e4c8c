//! Any exchange over a wire that is cut anywhere, any number of times.

use proptest::prelude::*;

use super::client::ClientState;
use super::world::World;
use super::{limits, n};
use crate::session::{Bound, Limits, ResumeRefusal};

const RING: usize = 20;

#[derive(Clone, Debug)]
enum Step {
    Call,
    Heartbeat,
    CallBack(usize),
    ClientWrites(usize),
    ClientReads(usize),
    ServerReads(usize),
    ServerServes(usize),
    ServerWrites(usize, bool),
    Cut(usize, usize, bool),
    Reconnect,
}

fn step() -> impl Strategy<Value = Step> {
    let bytes = || prop_oneof![0_usize..100, Just(usize::MAX)];
    prop_oneof![
        6 => Just(Step::Call),
        1 => Just(Step::Heartbeat),
        6 => prop_oneof![8 => 0_usize..40, 1 => 0_usize..20_000].prop_map(Step::CallBack),
        4 => (1_usize..8).prop_map(Step::ClientWrites),
        4 => bytes().prop_map(Step::ClientReads),
        4 => bytes().prop_map(Step::ServerReads),
        3 => (1_usize..5).prop_map(Step::ServerServes),
        4 => (1_usize..5, any::<bool>()).prop_map(|(n, b)| Step::ServerWrites(n, b)),
        2 => (bytes(), bytes(), any::<bool>()).prop_map(|(s, c, n)| Step::Cut(s, c, n)),
        2 => Just(Step::Reconnect),
    ]
}

/// The first number of a direction: often such that the numbers wrap around on the way.
fn first() -> impl Strategy<Value = i32> {
    prop_oneof![Just(0), i32::MAX - 60..=i32::MAX]
}

/// Carries the steps out; `ahead` is how many messages the client may have under way.
fn run(world: &mut World, steps: Vec<Step>, ahead: usize) {
    for step in steps {
        match step {
            Step::Call => world.client.call(),
            Step::Heartbeat => world.client.heartbeat(),
            Step::CallBack(padding) => world.server_calls_back(padding),
            Step::ClientWrites(count) => {
                for _ in 0..count {
                    if world.ahead() < ahead {
                        world.client_writes(1);
                    }
                }
            }
            Step::ClientReads(bytes) => world.client_reads(bytes),
            Step::ServerReads(bytes) => world.server_reads(bytes),
            Step::ServerServes(count) => world.server_serves(count),
            Step::ServerWrites(count, batches) => world.server_writes(count, batches),
            Step::Cut(by_server, by_client, notice) => world.cut(by_server, by_client, notice),
            Step::Reconnect => world.reconnect(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_is_lost_or_doubled_however_often_the_wire_is_cut(
        client in first(),
        server in first(),
        steps in prop::collection::vec(step(), 1..150),
    ) {
        let mut world = World::new(n(client), n(server), RING, limits());
        // The ring must still hold the newest message that the server received.
        run(&mut world, steps, RING - 1);

        world.settle();
        prop_assert_eq!(world.refused, None);
        world.check();
    }

    #[test]
    fn what_cannot_be_made_good_is_refused_and_never_doubled(
        client in first(),
        server in first(),
        kept in 1_usize..6,
        steps in prop::collection::vec(step(), 1..150),
    ) {
        let history = Bound { messages: kept, bytes: 2000 };
        let mut world = World::new(n(client), n(server), 5, Limits { history, ..limits() });
        // As with any client, the first call has been answered before the next is made.
        world.client.call();
        world.settle();
        run(&mut world, steps, usize::MAX);

        world.settle();
        if world.client.state == ClientState::Refused {
            prop_assert_eq!(world.refused, Some(ResumeRefusal::NotEnoughMessages));
            let rises = |seen: &[u32]| seen.iter().copied().eq(0..seen.len() as u32);
            prop_assert!(rises(&world.calls));
            prop_assert!(rises(&world.client.answered));
            prop_assert!(rises(&world.client.callbacks));
        } else {
            world.check();
        }
    }
}
