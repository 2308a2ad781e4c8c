//! Round trips and advances: the same measuring loops for every carrier.

use std::io;
use std::time::{Duration, Instant};

use hyla_baselines::pipe::{Incoming, Outgoing, Pipe};
use rustix::time::{ClockId, clock_gettime};

use super::figures::{Figures, Scales, recorder};
use super::results::PartnerResults;
use super::steps::Steps;
use crate::job::Work;
use crate::statistics::from_recorded;

/// Bytes of a message's header; shorter values are padded to it.
pub(super) const HEAD: usize = 24;
/// Number of the last message. Its second word is the number of measured messages.
pub(super) const LAST: u64 = u64::MAX;
/// Interval of repetitions of the last message where it may be lost, and the other side's timeout
/// for it.
const LAST_AGAIN: Duration = Duration::from_millis(20);
/// Longest wait where messages may be lost and none is due.
pub(super) const QUIET: Duration = Duration::from_millis(100);

/// Header of a message: its number, its planned time (0 if none), and whether it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) number: u64,
    pub(super) sent: u64,
    pub(super) measured: bool,
}

impl Head {
    /// Header of the final message.
    pub(super) fn last(measured: u64) -> Self {
        Self {
            number: LAST,
            sent: measured,
            measured: false,
        }
    }

    pub(super) fn write(self, message: &mut [u8]) {
        message[..8].copy_from_slice(&self.number.to_le_bytes());
        message[8..16].copy_from_slice(&self.sent.to_le_bytes());
        message[16..24].copy_from_slice(&u64::from(self.measured).to_le_bytes());
    }

    pub(super) fn read(message: &[u8]) -> Self {
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

/// The clock shared by all processes of a host, in nanoseconds.
pub(super) fn common_clock() -> u64 {
    let now = Duration::try_from(clock_gettime(ClockId::Monotonic)).unwrap_or_default();
    nanos(now)
}

/// Both clocks at one moment: the common one not later than the other. The first reading in a process takes tens of microseconds.
pub(super) fn both_clocks() -> (Instant, u64) {
    const NEAR: u64 = 500;
    let mut tries = 0;
    loop {
        let common = common_clock();
        let now = Instant::now();
        tries += 1;
        if common_clock().saturating_sub(common) < NEAR || tries == 100 {
            return (now, common);
        }
    }
}

pub(super) fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Waits for a planned time: sleeps first, then polls, since a sleep ends late.
pub(super) fn wait_until(planned: Instant) {
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

/// Parameters of round trips.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundTrips {
    pub(super) warm_up: u32,
    pub(super) samples: u32,
    pub(super) interval: Duration,
    pub(super) lost_after: Duration,
}

/// Sends to each and waits for all answers, repeatedly.
pub(super) fn round_trips(
    pipes: &mut [Pipe],
    message: &mut [u8],
    plan: RoundTrips,
) -> io::Result<Figures> {
    let mut times = recorder();
    let mut lost = 0u64;
    let mut answer = vec![0; message.len()];
    let (mut begin, mut begin_common) = both_clocks();
    let mut scales = Scales::new();
    for number in 0..u64::from(plan.warm_up) + u64::from(plan.samples) {
        let measured = number.checked_sub(u64::from(plan.warm_up));
        if measured == Some(0) {
            (begin, begin_common) = both_clocks();
            scales = Scales::new();
        }
        let (start, sent) = if plan.interval.is_zero() {
            (Instant::now(), common_clock())
        } else {
            // Counted from the planned time: a stall counts against all delayed messages.
            let turn = measured.unwrap_or(number);
            let after = nanos(plan.interval).saturating_mul(turn);
            let planned = begin + Duration::from_nanos(after);
            wait_until(planned);
            (planned, begin_common.saturating_add(after))
        };
        let head = Head {
            number,
            sent,
            measured: measured.is_some(),
        };
        head.write(message);
        for pipe in pipes.iter_mut() {
            pipe.out.send(message)?;
        }
        let until = Instant::now() + plan.lost_after;
        let mut missing = 0;
        for pipe in pipes.iter_mut() {
            missing += u64::from(!answered(pipe.back.as_mut(), &mut answer, number, until)?);
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

/// Waits for the answer with that number; skips older ones, which count as lost.
fn answered(
    back: &mut dyn Incoming,
    answer: &mut [u8],
    number: u64,
    until: Instant,
) -> io::Result<bool> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        // Few distinct lengths, since each new one costs a system call.
        let left = Duration::from_millis(nanos(left).div_ceil(1_000_000) / 10 * 10 + 10);
        if !back.receive(answer, left)? {
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

/// Echoes messages until the last one, and measures their latency.
pub(super) fn echo(pipe: &mut Pipe, message: &mut [u8]) -> io::Result<Figures> {
    let mut scales = Scales::new();
    let mut ways = recorder();
    let mut warm = true;
    loop {
        if !pipe.back.receive(message, QUIET)? {
            continue;
        }
        let arrived = common_clock();
        let head = Head::read(message);
        if head.number == LAST {
            let mut figures = Figures::default();
            scales.weigh(&mut figures.metrics);
            if !ways.is_empty() {
                let ways = from_recorded(&ways);
                figures.histograms.insert("one_way".into(), ways);
            }
            return Ok(figures);
        }
        if head.measured && warm {
            (scales, warm) = (Scales::new(), false);
        }
        pipe.out.send(message)?;
        if head.measured {
            ways.saturating_record(arrived.saturating_sub(head.sent));
        }
    }
}

/// Sends the last message to the partners, and waits for their figures; repeats it where it may be
/// lost. `None` if a partner does not end in time.
pub(super) fn end(
    outs: &mut [Box<dyn Outgoing>],
    message: &mut [u8],
    measured: u64,
    partners: &PartnerResults,
    timeout: Duration,
) -> io::Result<Option<Vec<Figures>>> {
    Head::last(measured).write(message);
    for out in outs.iter_mut() {
        out.send(message)?;
        out.flush()?;
    }
    let (mut all, late) = (Vec::new(), Instant::now() + timeout);
    loop {
        all.extend(partners.next(LAST_AGAIN));
        if all.len() >= partners.count {
            return Ok(Some(all));
        }
        if Instant::now() > late {
            return Ok(None);
        }
        for out in outs.iter_mut().filter(|out| out.may_lose()) {
            out.send(message)?;
            out.flush()?;
        }
    }
}

/// Takes that many steps together with the others.
pub(super) fn advances(steps: &mut Steps, warm_up: u32, grants: u32) -> Figures {
    for _ in 0..warm_up {
        steps.take();
    }
    let mut times = recorder();
    let (scales, begin) = (Scales::new(), Instant::now());
    for _ in 0..grants {
        let asked = Instant::now();
        steps.take();
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

/// Pipes of tests.
#[cfg(test)]
pub(super) mod script {
    use std::collections::VecDeque;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Gives the scripted messages, and loses some as scripted.
    pub(in super::super) struct Script(VecDeque<Option<Vec<u8>>>);

    /// Records sent messages.
    struct Sent(Arc<Mutex<Vec<Head>>>);

    impl Script {
        /// A pipe that gives these messages, and a record of those sent.
        pub(in super::super) fn pipe(
            coming: impl IntoIterator<Item = Option<Vec<u8>>>,
        ) -> (Pipe, Arc<Mutex<Vec<Head>>>) {
            let sent = Arc::new(Mutex::new(Vec::new()));
            let pipe = Pipe {
                out: Box::new(Sent(sent.clone())),
                back: Box::new(Self(coming.into_iter().collect())),
            };
            (pipe, sent)
        }
    }

    impl Outgoing for Sent {
        fn send(&mut self, message: &[u8]) -> io::Result<()> {
            self.0.lock().unwrap().push(Head::read(message));
            Ok(())
        }

        fn may_lose(&self) -> bool {
            true
        }
    }

    impl Incoming for Script {
        fn receive(&mut self, message: &mut [u8], _: Duration) -> io::Result<bool> {
            match self.0.pop_front() {
                Some(Some(came)) => {
                    message.copy_from_slice(&came);
                    Ok(true)
                }
                Some(None) => Ok(false),
                None => Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    pub(in super::super) fn message(number: u64, sent: u64, measured: bool) -> Option<Vec<u8>> {
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
}

/// Bytes of each message.
pub(super) fn length(work: &Work) -> usize {
    match *work {
        Work::RoundTrip { bytes, .. } | Work::Stream { bytes, .. } => (bytes as usize).max(HEAD),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::script::{Script, message};
    use super::*;

    #[test]
    fn an_answer_that_does_not_come_is_lost_and_one_that_comes_late_is_passed_over() {
        let (pipe, _) = Script::pipe([
            message(0, 0, false),
            None,
            message(1, 0, true),
            message(2, 0, true),
        ]);
        let plan = RoundTrips {
            warm_up: 1,
            samples: 2,
            interval: Duration::ZERO,
            lost_after: Duration::from_secs(10),
        };

        let figures = round_trips(&mut [pipe], &mut [0; 32], plan).unwrap();

        assert_eq!(figures.metrics["round_trips"], 1.0);
        assert_eq!(figures.metrics["lost"], 1.0);
        assert_eq!(figures.metrics["lost_share"], 0.5);
        let histogram = &figures.histograms["round_trip"];
        assert_eq!(crate::statistics::total(histogram), 1);
    }

    #[test]
    fn an_echo_answers_until_the_last_message_and_tells_of_the_measured_ways() {
        let now = common_clock();
        let (mut pipe, sent) = Script::pipe([
            message(0, now, false),
            message(1, now, true),
            message(LAST, 0, false),
        ]);

        let figures = echo(&mut pipe, &mut [0; 32]).unwrap();

        let numbers: Vec<u64> = sent
            .lock()
            .unwrap()
            .iter()
            .map(|head| head.number)
            .collect();
        assert_eq!(numbers, [0, 1]);
        let ways = &figures.histograms["one_way"];
        assert_eq!(crate::statistics::total(ways), 1);
    }
}
