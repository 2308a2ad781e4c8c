//! The calls of a step without coordination. Each process meets the others at the bare barrier that yields, then asks for time and evokes
//! the grant, in the single-threaded model. Its federate is alone in its federation and neither regulates nor is constrained, so that
//! nobody has to agree. The difference to the bare barrier is what the two calls cost.

use std::process::Child;
use std::sync::Arc;
use std::time::Duration;

use hyla_baselines::Wait;
use hyla_baselines::barrier::{self, Barrier};
use hyla_baselines::memory::SharedMemory;
use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, Edition};

use crate::barrier::{self as bare, measure};
use crate::{RUNS, line, lock_step, slowest, spawn, spread};

/// A row for each size: a round of the barrier alone, and with the calls.
pub(crate) fn table(sizes: &[usize]) {
    println!("| federates | yielding barrier | the same with the calls of a step | ratio |");
    println!("|---|---|---|---|");
    for &of in sizes {
        let (mut bares, mut both, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let bare = bare::memory_round(of, Wait::Yield);
            let with_calls = round(of);
            bares.push(bare);
            both.push(with_calls);
            ratios.push(with_calls / bare);
        }
        let (bare, both) = (spread(bares, 1), spread(both, 1));
        println!("| {of} | {bare} | {both} | {} |", spread(ratios, 2));
    }
}

/// Microseconds for a round of so many processes.
fn round(of: usize) -> f64 {
    let memory = barrier::memory().expect("memory");
    let memory = serde_json::to_string(&memory.address()).expect("numbers");
    let mut rti = spawn("rti", "", 0, of);
    let at = format!("{memory} rti.address = {}", line(&mut rti));
    let mut children: Vec<Child> = (0..of).map(|i| spawn("calls", &at, i, of)).collect();
    let slowest = slowest(&mut children);
    rti.kill().expect("it serves until it is ended");
    let _ = rti.wait();
    slowest
}

/// A process that takes part.
pub(crate) fn part(at: &str, index: usize, of: usize) {
    let (memory, settings) = at.split_once(' ').expect("set by the parent");
    let memory = serde_json::from_str(memory).expect("set by the parent");
    let memory = SharedMemory::open(memory).expect("the parent holds it");
    let all = u32::try_from(of).expect("few processes");
    let mut barrier = Barrier::new(Arc::new(memory), all, Wait::Yield);
    let rti = RtiAmbassador::of_edition(Edition::Hla2010);
    let settings = format!("{settings}; process.model = single-threaded");
    rti.connect(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        &settings,
    )
    .expect("connects");
    let federation = format!("calls {index}");
    rti.create_federation_execution_from(&federation, vec![lock_step::fom()], "")
        .expect("creates");
    rti.join_federation_execution(None, "bench", &federation, &[])
        .expect("joins");
    let mut step = 0;
    measure(of, || {
        barrier.wait();
        step += 1;
        rti.time_advance_request(lock_step::at(step))
            .expect("advances");
        rti.evoke_callback(Duration::ZERO).expect("evokes");
    });
}
