//! Null exchanges in shared memory, side by side: a bare ring, a channel of Hyla, a call of the broker. Nanoseconds, and ratios to
//! the bare ring within a round.

use hyla_baselines::peer::{Does, Peer};
use hyla_baselines::{Counterpart, Medium};
use hyla_orb::client::{Client, Stub};
use hyla_orb::qos::{Qos, Route};

use crate::strings::Study::Strings;
use crate::{Objects, REPLY, REQUEST, channel, times};

const CALLS: u32 = 50_000;

/// Rounds of all, in turns.
pub(crate) fn run(plain: &Objects, dedicated: &Objects, full: &Qos, rounds: usize) {
    let mut rows: Vec<(&str, Vec<f64>)> = Vec::new();
    for _ in 0..rounds {
        let in_memory = |qos: Qos| Qos {
            route: Route::SharedMemory,
            ..qos
        };
        for (at, (name, time)) in [
            ("bare ring", bare()),
            ("channel", channel::times_of(CALLS as usize)[0] * 1e3),
            ("broker, shared", broker(plain, &in_memory(Qos::default()))),
            (
                "broker, own connection",
                broker(plain, &in_memory(Qos::dedicated())),
            ),
            (
                "broker, full QoS",
                broker(dedicated, &in_memory(full.clone())),
            ),
        ]
        .into_iter()
        .enumerate()
        {
            if rows.len() <= at {
                rows.push((name, Vec::new()));
            }
            rows[at].1.push(time);
        }
    }
    let bare = rows[0].1.clone();
    for (name, times) in &rows {
        let ratios = times.iter().zip(&bare).map(|(time, bare)| time / bare);
        let [time, ratio] = [times.clone(), ratios.collect()].map(summary);
        println!(
            "{name:<24} {:>6.0} ns ({:.0} to {:.0})   {:.2} ({:.2} to {:.2})",
            time[1], time[0], time[2], ratio[1], ratio[0], ratio[2]
        );
    }
}

/// Least, median and greatest.
fn summary(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [
        values[0],
        values[values.len() / 2],
        values[values.len() - 1],
    ]
}

#[expect(clippy::cast_precision_loss, reason = "times of calls are short")]
fn bare() -> f64 {
    let counterpart = Counterpart {
        medium: Medium::Ring,
        wait: hyla_baselines::Wait::Yield,
    };
    let does = Does::Answer {
        bytes: REQUEST,
        answer: REPLY,
    };
    let mut peer = Peer::start(counterpart, does).unwrap();
    let mut times = Vec::with_capacity(CALLS as usize);
    peer.round_trips(200, |_| ()).unwrap();
    peer.round_trips(CALLS, |time| times.push(time.as_nanos() as f64))
        .unwrap();
    summary(times)[1]
}

fn broker(objects: &Objects, qos: &Qos) -> f64 {
    let strings: Strings = Client::default().bind(&objects.strings, qos).unwrap();
    let body = || {
        strings.binding().adopt_thread().unwrap();
        times(CALLS as usize, || strings.ask_nothing().unwrap())[0] * 1e3
    };
    std::thread::scope(|scope| scope.spawn(body).join().unwrap())
}

/// Null calls by shared memory for a profiler.
#[expect(clippy::cast_precision_loss, reason = "a count of calls")]
pub(crate) fn profile(objects: &Objects, calls: usize) {
    let qos = Qos {
        route: Route::SharedMemory,
        ..Qos::dedicated()
    };
    let strings: Strings = Client::default().bind(&objects.strings, &qos).unwrap();
    let start = std::time::Instant::now();
    (0..calls).for_each(|_| strings.ask_nothing().unwrap());
    println!(
        "{:.0} ns for each call",
        start.elapsed().as_secs_f64() * 1e9 / calls as f64
    );
}
