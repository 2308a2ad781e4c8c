//! The measuring loops: the same for every carrier.

use std::io;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::barrier::Barrier;
use super::figures::{Figures, Metrics, Scales, recorder};
use super::pipe::Pipe;
use crate::statistics::from_recorded;

/// Bytes that the head of a message takes; shorter values are sent with as many.
pub(super) const HEAD: usize = 24;
/// The number of a message that ends it all. Its second word is how many were measured.
const LAST: u64 = u64::MAX;
/// How often the last message is sent where it may get lost, and how long the other side waits for it then.
const LAST_AGAIN: Duration = Duration::from_millis(20);
/// What a side waits at most where messages may get lost and none is due.
const QUIET: Duration = Duration::from_millis(100);

/// The head of a message: its number, when it was to be sent (0 if it does not say), and whether it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    number: u64,
    sent: u64,
    measured: bool,
}

impl Head {
    fn write(self, message: &mut [u8]) {
        message[..8].copy_from_slice(&self.number.to_le_bytes());
        message[8..16].copy_from_slice(&self.sent.to_le_bytes());
        message[16..24].copy_from_slice(&u64::from(self.measured).to_le_bytes());
    }

    fn read(message: &[u8]) -> Self {
        let word = |at: usize| {
            let bytes = message[at..at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        Self {
            number: word(0),
            sent: word(8),
            measured: word(16) != 0,
        }
    }
}

/// The clock that all processes of a host have in common, in nanoseconds.
fn common_clock() -> u64 {
    let now = Duration::try_from(clock_gettime(ClockId::Monotonic)).unwrap_or_default();
    nanos(now)
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Waits for a planned time: asleep while it is far, awake for the end of it, since a sleep ends late.
fn wait_until(planned: Instant) {
    const AWAKE: Duration = Duration::from_micros(150);
    loop {
        let left = planned.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        if left > AWAKE {
            std::thread::sleep(left - AWAKE);
        } else {
            std::thread::yield_now();
        }
    }
}

/// How round trips are to be measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTrips {
    pub(super) warm_up: u32,
    pub(super) samples: u32,
    pub(super) interval: Duration,
    pub(super) lost_after: Duration,
}

/// Sends to each and waits for all answers, over and over.
pub(super) fn round_trips(
    pipes: &mut [Box<dyn Pipe>],
    message: &mut [u8],
    plan: RoundTrips,
) -> io::Result<Figures> {
    let mut times = recorder();
    let mut lost = 0u64;
    let mut answer = vec![0; message.len()];
    let mut begin = Instant::now();
    let mut scales = Scales::new();
    for number in 0..u64::from(plan.warm_up) + u64::from(plan.samples) {
        let measured = number.checked_sub(u64::from(plan.warm_up));
        if measured == Some(0) {
            (begin, scales) = (Instant::now(), Scales::new());
        }
        let start = if plan.interval.is_zero() {
            Instant::now()
        } else {
            // Counted from when it was planned: a stall counts against all that it held up.
            let turn = measured.unwrap_or(number);
            let planned = begin + Duration::from_nanos(nanos(plan.interval).saturating_mul(turn));
            wait_until(planned);
            planned
        };
        let head = Head {
            number,
            sent: 0,
            measured: measured.is_some(),
        };
        head.write(message);
        for pipe in pipes.iter_mut() {
            pipe.send(message)?;
        }
        let until = Instant::now() + plan.lost_after;
        let mut missing = 0;
        for pipe in pipes.iter_mut() {
            missing += u64::from(!answered(pipe.as_mut(), &mut answer, number, until)?);
        }
        if measured.is_some() {
            if missing == 0 {
                times.saturating_record(nanos(start.elapsed()));
            }
            lost += missing;
        }
    }
    let mut figures = Figures::default();
    scales.weigh(&mut figures.metrics);
    let all = f64::from(plan.samples) * pipes.len() as f64;
    let rest = [
        ("round_trips", times.len() as f64),
        ("lost", lost as f64),
        (
            "lost_share",
            if all > 0.0 { lost as f64 / all } else { 0.0 },
        ),
    ];
    let rest = rest.map(|(name, value)| (name.to_owned(), value));
    figures.metrics.extend(rest);
    let times = from_recorded(&times);
    figures.histograms.insert("round_trip".into(), times);
    Ok(figures)
}

/// Waits for the answer of that number; older ones, which were taken for lost, are passed over.
fn answered(
    pipe: &mut dyn Pipe,
    answer: &mut [u8],
    number: u64,
    until: Instant,
) -> io::Result<bool> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        // A few lengths only, since each new one costs a system call.
        let left = Duration::from_millis(nanos(left).div_ceil(1_000_000) / 10 * 10 + 10);
        if !pipe.receive(answer, left)? {
            return Ok(false);
        }
        if Head::read(answer).number == number {
            return Ok(true);
        }
        if Instant::now() > until {
            return Ok(false);
        }
    }
}

/// Sends back all that comes, until the last message.
pub(super) fn echo(pipe: &mut dyn Pipe, message: &mut [u8]) -> io::Result<Figures> {
    let mut scales = Scales::new();
    let mut warm = true;
    loop {
        if !pipe.receive(message, QUIET)? {
            continue;
        }
        let head = Head::read(message);
        if head.number == LAST {
            let mut figures = Figures::default();
            scales.weigh(&mut figures.metrics);
            return Ok(figures);
        }
        if head.measured && warm {
            (scales, warm) = (Scales::new(), false);
        }
        pipe.send(message)?;
    }
}

/// How a stream is to flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    /// Messages a second; 0 for as many as possible.
    pub(super) rate_per_s: f64,
    pub(super) warm_up: Duration,
    pub(super) run: Duration,
    pub(super) trace_every: u32,
}

/// Sends to all for the time that is planned.
pub(super) fn stream(
    pipes: &mut [Box<dyn Pipe>],
    message: &mut [u8],
    plan: Stream,
) -> io::Result<(Figures, u64)> {
    let begin = Instant::now();
    let begin_common = common_clock();
    let mut scales = None;
    let mut measured = 0u64;
    for number in 0.. {
        let planned = if plan.rate_per_s > 0.0 {
            let planned = Duration::try_from_secs_f64(number as f64 / plan.rate_per_s);
            let planned = planned.unwrap_or(Duration::MAX);
            if planned < plan.warm_up + plan.run {
                wait_until(begin + planned);
            }
            planned
        } else {
            begin.elapsed()
        };
        // What was planned within the time is sent, however late: else a stall would shorten what is measured.
        if planned >= plan.warm_up + plan.run {
            break;
        }
        let counts = planned >= plan.warm_up;
        if counts && scales.is_none() {
            scales = Some(Scales::new());
        }
        let traced = plan.trace_every > 0 && number % u64::from(plan.trace_every) == 0;
        let head = Head {
            number,
            sent: if traced {
                begin_common.saturating_add(nanos(planned)).max(1)
            } else {
                0
            },
            measured: counts,
        };
        head.write(message);
        for pipe in pipes.iter_mut() {
            pipe.send(message)?;
        }
        measured += u64::from(counts);
    }
    let seconds = begin.elapsed().saturating_sub(plan.warm_up).as_secs_f64();
    let mut figures = Figures::default();
    if let Some(scales) = scales {
        scales.weigh(&mut figures.metrics);
    }
    let sent = measured as f64;
    let rest = [("sent", sent), ("sent_per_s", sent / seconds.max(1e-9))];
    let rest = rest.map(|(name, value)| (name.to_owned(), value));
    figures.metrics.extend(rest);
    Ok((figures, measured))
}

/// Says that this was all; `done` says whether all have understood, where this may get lost.
pub(super) fn end(
    pipes: &mut [Box<dyn Pipe>],
    message: &mut [u8],
    measured: u64,
    mut done: impl FnMut(Duration) -> bool,
) -> io::Result<()> {
    let head = Head {
        number: LAST,
        sent: measured,
        measured: false,
    };
    head.write(message);
    for pipe in pipes.iter_mut() {
        pipe.send(message)?;
    }
    while !done(LAST_AGAIN) {
        for pipe in pipes.iter_mut().filter(|pipe| pipe.may_lose()) {
            pipe.send(message)?;
        }
    }
    Ok(())
}

/// Takes and counts what comes, until the last message.
pub(super) fn take(pipe: &mut dyn Pipe, message: &mut [u8]) -> io::Result<Figures> {
    let mut scales = None;
    let mut times = recorder();
    let (mut delivered, mut reordered, mut next) = (0u64, 0u64, 0u64);
    let mut first = Instant::now();
    let mut last = first;
    let sent = loop {
        if !pipe.receive(message, QUIET)? {
            continue;
        }
        let head = Head::read(message);
        if head.number == LAST {
            break head.sent;
        }
        if !head.measured {
            continue;
        }
        last = Instant::now();
        if scales.is_none() {
            (scales, first) = (Some(Scales::new()), last);
        }
        delivered += 1;
        reordered += u64::from(head.number < next);
        next = next.max(head.number + 1);
        if head.sent > 0 {
            times.saturating_record(common_clock().saturating_sub(head.sent));
        }
    };
    let mut metrics = Metrics::new();
    if let Some(scales) = scales {
        scales.weigh(&mut metrics);
    }
    let seconds = (last - first).as_secs_f64();
    if delivered > 1 && seconds > 0.0 {
        // From the first to the last there is one less than there are.
        let rate = (delivered - 1) as f64 / seconds;
        metrics.insert("delivered_per_s".into(), rate);
        let bytes = rate * message.len() as f64;
        metrics.insert("delivered_bytes_per_s".into(), bytes);
    }
    metrics.insert("delivered".into(), delivered as f64);
    metrics.insert("lost".into(), sent.saturating_sub(delivered) as f64);
    metrics.insert("reordered".into(), reordered as f64);
    let mut figures = Figures {
        metrics,
        ..Figures::default()
    };
    if !times.is_empty() {
        let times = from_recorded(&times);
        figures.histograms.insert("one_way".into(), times);
    }
    Ok(figures)
}

/// Meets the others so many times.
pub(super) fn advances(barrier: &mut Barrier, warm_up: u32, grants: u32) -> Figures {
    for _ in 0..warm_up {
        barrier.wait();
    }
    let mut times = recorder();
    let (scales, begin) = (Scales::new(), Instant::now());
    for _ in 0..grants {
        let asked = Instant::now();
        barrier.wait();
        times.saturating_record(nanos(asked.elapsed()));
    }
    let seconds = begin.elapsed().as_secs_f64();
    let mut figures = Figures::default();
    scales.weigh(&mut figures.metrics);
    let grants = f64::from(grants);
    figures.metrics.insert("grants".into(), grants);
    if seconds > 0.0 {
        let rate = grants / seconds;
        figures.metrics.insert("grants_per_s".into(), rate);
    }
    let times = from_recorded(&times);
    figures.histograms.insert("grant".into(), times);
    figures
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Gives out what was put in, and loses what it is told to.
    #[derive(Default)]
    struct Script {
        coming: VecDeque<Option<Vec<u8>>>,
        sent: Vec<Head>,
    }

    impl Pipe for Script {
        fn send(&mut self, message: &[u8]) -> io::Result<()> {
            self.sent.push(Head::read(message));
            Ok(())
        }

        fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
            match self.coming.pop_front() {
                Some(Some(came)) => {
                    message.copy_from_slice(&came);
                    Ok(true)
                }
                Some(None) => Ok(false),
                None => Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }

        fn may_lose(&self) -> bool {
            true
        }
    }

    fn message(number: u64, sent: u64, measured: bool) -> Option<Vec<u8>> {
        let mut bytes = vec![0; 32];
        let head = Head {
            number,
            sent,
            measured,
        };
        head.write(&mut bytes);
        assert_eq!(Head::read(&bytes), head);
        Some(bytes)
    }

    #[test]
    fn an_answer_that_does_not_come_is_lost_and_one_that_comes_late_is_passed_over() {
        let answers = [
            message(0, 0, false),
            None,
            message(1, 0, true),
            message(2, 0, true),
        ];
        let script = Script {
            coming: answers.into(),
            ..Script::default()
        };
        let plan = RoundTrips {
            warm_up: 1,
            samples: 2,
            interval: Duration::ZERO,
            lost_after: Duration::from_secs(10),
        };

        let figures = round_trips(&mut [Box::new(script)], &mut [0; 32], plan).unwrap();

        assert_eq!(figures.metrics["round_trips"], 1.0);
        assert_eq!(figures.metrics["lost"], 1.0);
        assert_eq!(figures.metrics["lost_share"], 0.5);
        let histogram = &figures.histograms["round_trip"];
        assert_eq!(crate::statistics::total(histogram), 1);
    }

    #[test]
    fn a_receiver_counts_what_was_measured_and_learns_at_the_end_what_it_missed() {
        let now = common_clock();
        let coming = [
            message(0, now, false),
            message(2, now, true),
            message(1, 0, true),
            None,
            message(5, now, true),
            message(LAST, 6, false),
        ];
        let mut script = Script {
            coming: coming.into(),
            ..Script::default()
        };

        let figures = take(&mut script, &mut [0; 32]).unwrap();

        let metrics = &figures.metrics;
        assert_eq!((metrics["delivered"], metrics["lost"]), (3.0, 3.0));
        assert_eq!(metrics["reordered"], 1.0);
        let histogram = &figures.histograms["one_way"];
        assert_eq!(crate::statistics::total(histogram), 2);
    }

    #[test]
    fn an_echo_answers_until_the_last_message() {
        let coming = [
            message(0, 0, false),
            message(1, 0, true),
            message(LAST, 0, false),
        ];
        let mut script = Script {
            coming: coming.into(),
            ..Script::default()
        };

        echo(&mut script, &mut [0; 32]).unwrap();

        let numbers: Vec<u64> = script.sent.iter().map(|head| head.number).collect();
        assert_eq!(numbers, [0, 1]);
    }

    #[test]
    fn a_paced_stream_sends_what_was_planned_within_its_time() {
        let plan = Stream {
            rate_per_s: 1000.0,
            warm_up: Duration::from_millis(10),
            run: Duration::from_millis(20),
            trace_every: 5,
        };

        let (figures, measured) =
            stream(&mut [Box::new(Script::default())], &mut [0; 32], plan).unwrap();

        assert_eq!(measured, 20);
        assert_eq!(figures.metrics["sent"], 20.0);
    }
}
