//! One exchange, cut at each of its bytes in turn.

use super::client::ClientState;
use super::world::World;
use super::{limits, n};

/// Plays the exchange: calls, callbacks, heartbeats, and both sides writing at once. After
/// `to_server` or `to_client` bytes have passed in that direction the wire is cut, once.
struct Script {
    world: World,
    to_server: usize,
    to_client: usize,
    cut: bool,
}

impl Script {
    /// A wire that lets so many bytes pass each way; the numbers wrap around on the way.
    fn new(to_server: usize, to_client: usize) -> Self {
        Self {
            world: World::new(n(i32::MAX - 4), n(i32::MAX - 3), 50, limits()),
            to_server,
            to_client,
            cut: false,
        }
    }

    /// Passes the written bytes, up to the cut.
    fn pass(&mut self) {
        let (up, down) = (self.world.to_server.len(), self.world.to_client.len());
        if !self.cut && (up > self.to_server || down > self.to_client) {
            self.cut = true;
            // By turns the server learns of the cut at once, and only when the client comes back.
            let notice = (self.to_server ^ self.to_client) & 1 == 0;
            let (up, down) = (up.min(self.to_server), down.min(self.to_client));
            self.world.cut(up, down, notice);
            self.world.server_serves(1);
            self.world.server_calls_back(3);
            self.world.reconnect();
            return;
        }
        self.to_server -= if self.cut { 0 } else { up };
        self.to_client -= if self.cut { 0 } else { down };
        self.world.server_reads(up);
        self.world.client_reads(down);
    }

    fn play(&mut self) {
        for round in 0..6 {
            self.world.client.call();
            self.world.client.call();
            if round % 2 == 0 {
                self.world.client.heartbeat();
            }
            self.world.client_writes(2);
            self.world.server_calls_back(round);
            self.world.server_writes(usize::MAX, round % 3 == 0);
            self.pass();
            self.world.server_serves(2);
            self.world.server_calls_back(0);
            self.world.client_writes(2);
            self.world.server_writes(1, true);
            self.pass();
        }
        self.world.settle();
        self.world.check();
        assert_eq!(self.world.refused, None);
    }
}

/// So many bytes pass, either way, if the wire is not cut.
fn whole_exchange() -> (usize, usize) {
    let mut script = Script::new(1 << 20, 1 << 20);
    script.play();
    assert!(!script.cut);
    ((1 << 20) - script.to_server, (1 << 20) - script.to_client)
}

#[test]
fn a_cut_at_any_byte_towards_the_server_loses_nothing() {
    let (up, _) = whole_exchange();
    assert!(up > 500, "{up}");
    // The first 28 bytes start the session: who loses them starts another.
    for position in 28..up {
        let mut script = Script::new(position, 1 << 20);
        script.play();
        assert!(script.cut, "{position}");
        assert_eq!(script.world.session.counts().resumes, 1);
    }
}

#[test]
fn a_cut_at_any_byte_towards_the_client_loses_nothing() {
    let (_, down) = whole_exchange();
    assert!(down > 500, "{down}");
    for position in 28..down {
        let mut script = Script::new(1 << 20, position);
        script.play();
        assert!(script.cut, "{position}");
        assert_eq!(script.world.session.counts().resumes, 1);
    }
}

#[test]
fn a_cut_at_any_byte_of_the_resume_itself_loses_nothing() {
    for up in 0..150 {
        for down in (0..400).step_by(19) {
            let mut world = World::new(n(i32::MAX), n(i32::MAX), 50, limits());
            world.server_reads(usize::MAX);
            world.server_writes(1, false);
            world.client_reads(usize::MAX);
            for _ in 0..4 {
                world.client.call();
                world.server_calls_back(1);
            }
            world.client_writes(3);
            world.server_reads(70);
            world.server_serves(1);
            world.server_writes(3, false);
            world.cut(0, 60, true);

            world.reconnect();
            world.server_reads(up.min(32));
            world.server_writes(usize::MAX, false);
            world.client_reads(down);
            world.client_writes(usize::MAX);
            world.cut(up.saturating_sub(32), 0, up % 2 == 0);
            assert_eq!(world.client.state, ClientState::Dropped);

            world.settle();
            world.check();
        }
    }
}

#[test]
fn a_client_that_terminates_gets_its_goodbye_behind_all_else() {
    let mut world = World::new(n(0), n(0), 50, limits());
    world.server_reads(usize::MAX);
    world.server_writes(1, false);
    world.client_reads(usize::MAX);
    world.client.call();
    world.server_calls_back(0);
    world.client_writes(1);
    world.server_reads(usize::MAX);
    world.server_serves(1);
    world.client.terminate();
    world.client_writes(usize::MAX);

    world.server_reads(usize::MAX);
    world.server_writes(usize::MAX, true);
    world.client_reads(usize::MAX);
    assert!(world.terminated);
    assert!(world.session.is_over());
    assert_eq!(world.client.state, ClientState::Terminated);
    assert_eq!(world.client.answered, [0]);
    assert_eq!(world.client.callbacks, [0]);
    assert_eq!(world.session.next_output(), None);
}
