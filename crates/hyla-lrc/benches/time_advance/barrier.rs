//! The bare barriers.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::process::Child;
use std::sync::Arc;
use std::time::Instant;

use hyla_baselines::Wait;
use hyla_baselines::barrier::{self, Barrier};
use hyla_baselines::meeting::{Member, Middle};
use hyla_baselines::memory::SharedMemory;

use crate::{line, rounds, slowest, spawn};

/// Both sides of each barrier wait so, that with the role that has it first as Hyla does.
pub(crate) const WAITS: [Wait; 2] = [Wait::Yield, Wait::Block];

/// A role and its wait, as arguments of a process.
fn role(name: &str, wait: Wait) -> String {
    format!("{name} {}", wait.name())
}

fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let at = listener.local_addr().expect("bound");
    (listener, at)
}

/// Microseconds for a round through one process in the middle, which is this one.
pub(crate) fn central_round(of: usize, wait: Wait) -> f64 {
    let (listener, at) = listen();
    let start = |i| spawn(&role("central", wait), &at.to_string(), i, of);
    let mut children: Vec<Child> = (0..of).map(start).collect();
    let mut middle = Middle::accept(&listener, of, wait).expect("the children call");
    for _ in 0..rounds(of) + rounds(of) / 10 {
        middle.serve().expect("the others go on");
    }
    slowest(&mut children)
}

/// Microseconds for a round in which each notifies each other.
pub(crate) fn mesh_round(of: usize, wait: Wait) -> f64 {
    let start = |i| spawn(&role("mesh", wait), "", i, of);
    let mut children: Vec<Child> = (0..of).map(start).collect();
    let addresses: Vec<String> = children.iter_mut().map(line).collect();
    for child in &mut children {
        let input = child.stdin.as_mut().expect("piped");
        writeln!(input, "{}", addresses.join(" ")).expect("it listens");
    }
    slowest(&mut children)
}

/// Microseconds for a round in shared memory.
pub(crate) fn memory_round(of: usize, wait: Wait) -> f64 {
    let memory = barrier::memory().expect("memory");
    let at = serde_json::to_string(&memory.address()).expect("numbers");
    let start = |i| spawn(&role("memory", wait), &at, i, of);
    let mut children: Vec<Child> = (0..of).map(start).collect();
    slowest(&mut children)
}

/// A process that takes part; `false` if this is no role of a barrier.
pub(crate) fn part(role: &str, at: &str, index: usize, of: usize) -> bool {
    let Some((role, wait)) = role.split_once(' ') else {
        return false;
    };
    let wait = WAITS.into_iter().find(|known| known.name() == wait);
    let wait = wait.expect("set by the parent");
    match role {
        "central" => {
            let at = at.parse().expect("an address");
            let mut member = Member::of_middle(at, wait).expect("the parent listens");
            measure(of, || member.meet().expect("the others go on"));
        }
        "mesh" => {
            let (listener, at) = listen();
            println!("{at}");
            let mut addresses = String::new();
            std::io::stdin().read_line(&mut addresses).expect("text");
            let addresses = addresses.split_whitespace();
            let addresses: Vec<SocketAddr> = addresses
                .map(|at| at.parse().expect("an address"))
                .collect();
            let after = of - index - 1;
            let member = Member::of_mesh(&listener, &addresses[..index], after, wait);
            let mut member = member.expect("the others listen");
            measure(of, || member.meet().expect("the others go on"));
        }
        "memory" => {
            let at = serde_json::from_str(at).expect("set by the parent");
            let memory = SharedMemory::open(at).expect("the parent holds it");
            let all = u32::try_from(of).expect("few processes");
            let mut barrier = Barrier::new(Arc::new(memory), all, wait);
            measure(of, || barrier.wait());
        }
        other => panic!("no barrier {other:?}"),
    }
    true
}

/// Runs the rounds and prints what one took.
pub(crate) fn measure(of: usize, mut round: impl FnMut()) {
    for _ in 0..rounds(of) / 10 {
        round();
    }
    let start = Instant::now();
    for _ in 0..rounds(of) {
        round();
    }
    println!(
        "{}",
        start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds(of))
    );
}
