//! Many sessions, and sessions that end in the middle of everything.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

use hyla_fedpro::TransportKind;
use hyla_fedpro_client::Kind;

use crate::raw::TIMEOUT;
use crate::world::{Talker, World};

const CROWD: usize = 200;

/// Meeting point of the crowd. Unlike a barrier of the library, it does not wait for ever for a failed client.
#[derive(Default)]
struct Meeting {
    there: Mutex<usize>,
    came: Condvar,
}

impl Meeting {
    fn wait(&self) {
        let mut there = self.there.lock().unwrap();
        *there += 1;
        self.came.notify_all();
        while *there < CROWD {
            let (now, waited) = self.came.wait_timeout(there, TIMEOUT * 3).unwrap();
            assert!(!waited.timed_out(), "{} of {CROWD} came", *now);
            there = now;
        }
    }
}

#[test]
fn two_hundred_sessions_join_one_federation_and_all_hear_all() {
    let world = World::new();
    let way = world.way(TransportKind::Tcp);
    let (joined, said) = (Meeting::default(), Meeting::default());
    // The execution is there before the crowd comes.
    let first = Talker::join(&way, "crowd", "first");

    std::thread::scope(|scope| {
        for n in 0..CROWD {
            let (way, joined, said) = (&way, &joined, &said);
            scope.spawn(move || {
                let mut talker = Talker::join(way, "crowd", &format!("talker {n}"));
                talker.publish();
                talker.subscribe();
                joined.wait();
                talker.sync();
                talker.say(&n.to_be_bytes());
                let mut heard: Vec<usize> = (1..CROWD)
                    .map(|_| usize::from_be_bytes(talker.hear()[..].try_into().unwrap()))
                    .collect();
                said.wait();
                heard.sort_unstable();
                let others: Vec<usize> = (0..CROWD).filter(|other| *other != n).collect();
                assert_eq!(heard, others);
                talker.leave();
            });
        }
    });

    first.leave();
    world.until("all to leave", |counters| counters.sessions == 0);
    let did = world.server().counters();
    assert_eq!(did.sessions_begun, CROWD as u64 + 1);
    assert_eq!((did.callbacks_dropped, did.sessions_lost), (0, 0));
}

#[test]
fn a_client_that_ends_in_the_middle_of_everything_resigns_when_its_time_is_over() {
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_millis(100));
    let way = world.way(TransportKind::Tcp);
    let mut witness = Talker::join(&way, "cut", "witness");
    witness.subscribe();
    let mut victim = Talker::join(&way, "cut", "victim");
    victim.publish();
    victim.sync();
    for n in 0..100_u32 {
        let call = victim.saying(&n.to_be_bytes());
        victim.client.call(call);
    }
    victim.client.cut();

    world.until("the victim to be lost", |counters| {
        counters.sessions_lost == 1
    });

    // Its name is free again, and the witness goes on.
    let mut again = Talker::join(&way, "cut", "victim");
    again.publish();
    again.sync();
    again.say(b"again");
    while witness.hear() != "again" {}
    again.leave();
    witness.leave();
}

#[test]
fn a_farewell_without_resign_resigns() {
    let world = World::new();
    let way = world.way(TransportKind::Tcp);
    let mut one = Talker::join(&way, "farewell", "one");
    one.publish();

    one.client.terminate();

    Talker::join(&way, "farewell", "one").leave();
}

#[test]
fn connections_cut_at_any_moment_leave_nothing_behind() {
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::ZERO);
    let way = world.way(TransportKind::Tcp);
    let mut random = fastrand::Rng::with_seed(3);
    for n in 0..30 {
        let mut talker = Talker::join(&way, "cuts", &format!("{n}"));
        talker.publish();
        talker.subscribe();
        for _ in 0..random.u32(..20) {
            let call = talker.saying(&[0; 1000]);
            talker.client.call(call);
        }
        match random.u32(..4) {
            0 => talker.client.cut(),
            1 => drop(talker),
            2 => {
                talker.client.write(&[0, 0, 1]);
                talker.client.cut();
            }
            _ => {
                talker.client.send(Kind::TerminateSession, &[]);
            }
        }
    }

    world.until("all sessions to end", |counters| counters.sessions == 0);
    Talker::join(&way, "cuts", "last").leave();
}

#[test]
fn a_server_that_ends_resigns_its_federates_and_leaves_others_alone() {
    let mut world = World::new();
    let talker = Talker::join(&world.way(TransportKind::Tcp), "ends", "one");

    world.server.take().unwrap().stop();

    let mut client = talker.client;
    let mut last = None;
    while let Some(frame) = client.frame() {
        last = Some(frame.kind);
    }
    assert_eq!(last, Some(Kind::CallbackRequest), "the connection is lost");
}
