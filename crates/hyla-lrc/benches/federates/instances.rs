//! Processor time of an update where each goes to another of 100 000 instances, beside updates of one instance of each federate.

use crate::federate::{Federate, wait};
use crate::processes::{Wire, serve};
use crate::registration::cpu_seconds;
use crate::spread;

const SENDERS: usize = 20;
/// Of each sender.
const INSTANCES: usize = 5_000;
/// Updates of one sender before the next one has its turn.
const TURN: usize = 100;
const ROUNDS: usize = 7;
/// Updates of each instance in a round.
const SWEEPS: usize = 10;

pub(crate) fn run() {
    let (settings, stop) = serve(Wire::Memory, "peer.in_process = false");
    let receiver = Federate::join("receiver", "Instances", &settings, |_| None);
    receiver.subscribe();
    let senders: Vec<_> = (0..SENDERS)
        .map(|number| {
            let sender =
                Federate::join(&format!("sender-{number}"), "Instances", &settings, |_| {
                    None
                });
            sender.publish();
            sender
        })
        .collect();
    let objects: Vec<Vec<_>> = senders
        .iter()
        .map(|sender| (0..INSTANCES).map(|_| sender.register()).collect())
        .collect();
    receiver.wait_discovered((SENDERS * INSTANCES) as u64);

    // Which instance has its turn: one of all, or always the first.
    let round = |choose: &dyn Fn(usize) -> usize| {
        let before = receiver.reflected();
        let cpu = cpu_seconds(std::process::id());
        let turns = SWEEPS * INSTANCES / TURN;
        for turn in 0..turns {
            for (sender, objects) in senders.iter().zip(&objects) {
                for at in turn * TURN..(turn + 1) * TURN {
                    sender.update(objects[choose(at)], &[at as u8; 128]);
                }
            }
        }
        let updates = (SENDERS * turns * TURN) as u64;
        wait("all reflections", || {
            receiver.reflected() >= before + updates
        });
        (cpu_seconds(std::process::id()) - cpu) * 1e9 / updates as f64
    };
    // 1 999 has no divisor in common with the count, so that each instance is met once in a sweep.
    for (order, step) in [("in order", 1), ("in no order", 1_999)] {
        let (mut hot, mut cold, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..=ROUNDS {
            let (one, all) = (round(&|_| 0), round(&|at| at * step % INSTANCES));
            if number > 0 {
                hot.push(one);
                cold.push(all);
                ratios.push(all / one);
            }
        }
        let ((hot, ..), (cold, ..)) = (spread(hot), spread(cold));
        let (ratio, least, most) = spread(ratios);
        println!(
            "instances              {SENDERS} senders to one receiver, 128 B, processor time per update: one instance each \
             {hot:.0} ns, {} {order} {cold:.0} ns, ratio {ratio:.2} ({least:.2}..{most:.2})",
            SENDERS * INSTANCES
        );
    }
    stop.stop();
}
