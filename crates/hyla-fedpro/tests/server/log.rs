//! Names of federates in the log.

use std::io;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use hyla_fedpro::TransportKind;

use crate::raw::TIMEOUT;
use crate::world::{Talker, World};

static LINES: Mutex<String> = Mutex::new(String::new());

/// Writes to [`LINES`].
struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The line of the log that says this of a federation, once it is there.
fn line(federation: &str, words: &str) -> String {
    let end = Instant::now() + TIMEOUT;
    let federation = format!("federation=\"{federation}\"");
    loop {
        let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut found = lines.lines().filter(|line| line.contains(&federation));
        if let Some(line) = found.find(|line| line.contains(words)) {
            return line.to_owned();
        }
        assert!(Instant::now() < end, "no line with {words:?} in:\n{lines}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// From now on the log can be read.
fn keep() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(|| Log)
            .init();
    });
}

#[test]
fn a_federate_that_leaves_its_name_to_the_rti_is_called_by_it() {
    keep();
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_secs(600));
    let way = world.way(TransportKind::Tcp);
    let named = Talker::join(&way, "named", "tower");
    let unnamed = Talker::join_without_a_name(&way, "unnamed");

    named.client.cut();
    unnamed.client.cut();

    for (federation, name) in [("named", "tower"), ("unnamed", "talker-1")] {
        let line = line(federation, "the connection of a client is cut");
        assert!(line.contains(&format!("federate=\"{name}\"")), "{line}");
    }
}

#[test]
fn a_client_that_is_lost_after_it_has_resigned_takes_no_federate_with_it() {
    keep();
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_millis(100));
    let mut resigned = Talker::join(&world.way(TransportKind::Tcp), "resigned", "tower");
    resigned.resign();

    resigned.client.cut();

    world.until("the session to end", |counters| counters.sessions_lost == 1);
    line("-", "the session ends, no federate was joined: ");
    // No test has federates without names.
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let lost = |line: &&str| line.contains("its federate is lost");
    let mut lost = lines.lines().filter(lost);
    let wrong = lost
        .find(|line| line.contains("federation=\"-\"") || line.contains("federation=\"resigned\""));
    assert_eq!(wrong, None);
}

#[test]
fn a_connection_that_is_cut_without_the_farewell_of_tls_is_said_to_be_in_plain_words() {
    keep();
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_secs(600));
    for kind in [TransportKind::Tls, TransportKind::WebSocketSecure] {
        let federation = format!("cut over {kind}");
        let talker = Talker::join(&world.way(kind), &federation, "tower");

        talker.client.cut();

        let line = line(&federation, "the connection of a client is cut");
        let why = "is cut: the client ended TLS without a farewell; its session is kept";
        assert!(line.contains(why), "{line}");
    }
}
