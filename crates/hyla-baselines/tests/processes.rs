//! Counterparts between two processes: the other one is this program again.
#![allow(clippy::unwrap_used, reason = "a test ends where something fails")]

use hyla_baselines::peer::{Does, Peer, run_if_peer};
use hyla_baselines::{Counterpart, Medium};

/// The argument of a process that measures without [`run_if_peer`].
const FORGETS: &str = "forgets";

fn main() {
    if std::env::args().nth(1).as_deref() == Some(FORGETS) {
        let refused = Peer::start("unix-blocking".parse().unwrap(), Does::Echo { bytes: 1 }).err();
        let is_refused =
            refused.is_some_and(|error| error.kind() == std::io::ErrorKind::Unsupported);
        std::process::exit(i32::from(!is_refused));
    }
    run_if_peer();
    // The names of the tests, for those who ask for a list of them.
    let names = [
        "every_counterpart_sends_back_what_it_was_sent",
        "every_counterpart_without_loss_takes_all_of_a_stream",
        "what_cannot_be_done_is_refused",
        "a_program_that_does_not_know_it_is_a_peer_starts_no_peers_of_its_own",
    ];
    if std::env::args().any(|argument| argument == "--list") {
        names.iter().for_each(|name| println!("{name}: test"));
        return;
    }
    // A counterpart that loses a message would wait for ever.
    std::thread::spawn(|| {
        std::thread::sleep(std::time::Duration::from_secs(600));
        eprintln!("a counterpart still waits after ten minutes");
        std::process::exit(1);
    });
    let tests: [fn(); 4] = [round_trips, streams, refusals, forgotten];
    for (name, test) in names.into_iter().zip(tests) {
        test();
        println!("test {name} ... ok");
    }
}

fn round_trips() {
    let answers = |one: &Counterpart| !matches!(one.medium, Medium::Multicast | Medium::Barrier);
    for counterpart in Counterpart::all().filter(answers) {
        let echoes = [1, 128, 20_000].map(|bytes| Does::Echo { bytes });
        let answers = [(84, 24), (24, 84)].map(|(bytes, answer)| Does::Answer { bytes, answer });
        for does in echoes.into_iter().chain(answers) {
            let mut peer = Peer::start(counterpart, does).unwrap();
            let mut trips = 0;

            // The peer compares received with sent bytes.
            let done = peer.round_trips(200, |_| trips += 1);

            assert!(done.is_ok(), "{counterpart}, {does:?}: {done:?}");
            assert_eq!(trips, 200, "{counterpart}");
        }
    }
}

fn streams() {
    let lossless =
        |one: &Counterpart| matches!(one.medium, Medium::Ring | Medium::Tcp | Medium::Unix);
    for counterpart in Counterpart::all().filter(lossless) {
        for (bytes, count) in [(128, 20_000), (64 << 10, 100), (1 << 20, 5)] {
            let mut peer = Peer::start(counterpart, Does::Take { bytes, count }).unwrap();

            // The peer answers when all have come, and only then.
            for _ in 0..2 {
                let took = peer.stream();
                assert!(took.is_ok(), "{counterpart}, {bytes} bytes: {took:?}");
            }
        }
    }
}

fn refusals() {
    let echo = Does::Echo { bytes: 1 };
    let take = Does::Take { bytes: 1, count: 1 };
    for (name, does) in [
        ("barrier-blocking", echo),
        ("multicast-blocking", echo),
        ("udp-yielding", take),
    ] {
        let refused = Peer::start(name.parse().unwrap(), does).err();
        let kind = refused.map(|error| error.kind());
        assert_eq!(kind, Some(std::io::ErrorKind::Unsupported), "{name}");
    }
    let mut peer = Peer::start("unix-blocking".parse().unwrap(), take).unwrap();
    assert!(peer.round_trips(1, |_| ()).is_err());
}

fn forgotten() {
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .arg(FORGETS)
        .env("HYLA_BASELINE_PEER", "a task")
        .status();
    assert!(status.unwrap().success());
}
