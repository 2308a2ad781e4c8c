//! Streams of the bare machine: from the first process to its partners, from them to it, or there
//! and back.
//!
//! A receiver of several streams has a thread for each: bare carriers cannot wait for all of them
//! at once. Losses are determined at the end from the numbers of sent messages.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram as Recorded;
use hyla_baselines::pipe::{Incoming, Outgoing, Pipe};

use super::figures::{Figures, Scales, recorder};
use super::results::PartnerResults;
use super::work::{Head, LAST, QUIET, both_clocks, common_clock, end, nanos, wait_until};
use crate::job::{StreamRole, Work};
use crate::statistics::from_recorded;

/// Parameters of a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream {
    /// Role of the first process.
    pub(super) role: StreamRole,
    /// Messages per second of each sender; 0: unlimited.
    pub(super) rate_per_s: f64,
    pub(super) warm_up: Duration,
    pub(super) run: Duration,
    pub(super) trace_every: u32,
}

/// Runs the first process; gives the figures of all. `None` if a partner does not end in time.
pub(super) fn lead(
    pipes: Vec<Pipe>,
    message: &mut [u8],
    plan: Stream,
    partners: &PartnerResults,
    timeout: Duration,
) -> io::Result<Option<Vec<Figures>>> {
    let (mut outs, backs): (Vec<_>, Vec<_>) =
        pipes.into_iter().map(|pipe| (pipe.out, pipe.back)).unzip();
    match plan.role {
        StreamRole::Receiver => {
            let takers = ReceiverThreads::start(backs, message.len());
            let mut all = Vec::new();
            // Partners send as long as they need; one that ends early ends this process.
            while all.len() < partners.count {
                all.extend(partners.next(timeout));
            }
            let intake = takers.intake()?;
            let sent: f64 = all.iter().filter_map(|one| one.metrics.get("sent")).sum();
            all.push(intake.weighed(sent as u64, message.len(), "one_way"));
            Ok(Some(all))
        }
        StreamRole::Master => {
            let takers = ReceiverThreads::start(backs, message.len());
            let (mut figures, measured) = stream(&mut outs, message, plan)?;
            let Some(mut all) = end(&mut outs, message, measured, partners, timeout)? else {
                return Ok(None);
            };
            let expected = measured * partners.count as u64;
            let intake = takers.intake()?;
            let came = intake.figures(expected, message.len(), "round_trip");
            figures.metrics.extend(came.metrics);
            figures.histograms.extend(came.histograms);
            all.push(figures);
            Ok(Some(all))
        }
        StreamRole::Sender | StreamRole::Repeater | StreamRole::Both => {
            let (figures, measured) = stream(&mut outs, message, plan)?;
            let all = end(&mut outs, message, measured, partners, timeout)?;
            Ok(all.map(|mut all| {
                all.push(figures);
                all
            }))
        }
    }
}

/// Runs a partner. Partners that send wait for `go`, until all are ready.
pub(super) fn follow(
    pipe: &mut Pipe,
    message: &mut [u8],
    plan: Stream,
    go: impl FnOnce(),
) -> io::Result<Figures> {
    match plan.role {
        StreamRole::Receiver => {
            go();
            let outs = std::slice::from_mut(&mut pipe.out);
            let (figures, measured) = stream(outs, message, plan)?;
            Head::last(measured).write(message);
            pipe.out.send(message)?;
            pipe.out.flush()?;
            Ok(figures)
        }
        StreamRole::Master => repeat(pipe, message),
        StreamRole::Sender | StreamRole::Repeater | StreamRole::Both => {
            let mut intake = ReceivedCounts::new();
            let sent = intake.take(pipe.back.as_mut(), message, || false)?;
            Ok(intake.weighed(sent.unwrap_or_default(), message.len(), "one_way"))
        }
    }
}

/// Sends to all for the planned time; gives the number of measured messages.
fn stream(
    outs: &mut [Box<dyn Outgoing>],
    message: &mut [u8],
    plan: Stream,
) -> io::Result<(Figures, u64)> {
    let (begin, begin_common) = both_clocks();
    let mut scales = None;
    let mut measured = 0u64;
    for number in 0.. {
        let planned = if plan.rate_per_s > 0.0 {
            let planned = Duration::try_from_secs_f64(number as f64 / plan.rate_per_s);
            let planned = planned.unwrap_or(Duration::MAX);
            if planned < plan.warm_up + plan.run {
                if begin.elapsed() < planned {
                    // Flushes gathered messages before waiting for the next one.
                    outs.iter_mut().try_for_each(|out| out.flush())?;
                }
                wait_until(begin + planned);
            }
            planned
        } else {
            begin.elapsed()
        };
        // All messages planned within the time are sent, however late: otherwise a stall would
        // shorten the measurement.
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
        for out in outs.iter_mut() {
            out.send(message)?;
        }
        measured += u64::from(counts);
    }
    outs.iter_mut().try_for_each(|out| out.flush())?;
    let seconds = begin.elapsed().saturating_sub(plan.warm_up).as_secs_f64();
    let mut figures = Figures::default();
    let sent = measured as f64;
    if let Some(scales) = scales {
        scales.weigh(&mut figures.metrics);
        let each = scales.used().as_secs_f64() * 1e6 / sent.max(1.0);
        let name = "sender_cpu_us_per_message".to_owned();
        figures.metrics.insert(name, each);
    }
    let rest = [("sent", sent), ("sent_per_s", sent / seconds.max(1e-9))];
    let rest = rest.map(|(name, value)| (name.to_owned(), value));
    figures.metrics.extend(rest);
    Ok((figures, measured))
}

/// Echoes messages, including the last one.
fn repeat(pipe: &mut Pipe, message: &mut [u8]) -> io::Result<Figures> {
    let mut intake = ReceivedCounts::new();
    let sent = loop {
        if !pipe.back.has_more() {
            pipe.out.flush()?;
        }
        if !pipe.back.receive(message, QUIET)? {
            continue;
        }
        let head = Head::read(message);
        if head.number != LAST {
            intake.note(head);
        }
        pipe.out.send(message)?;
        if head.number == LAST {
            pipe.out.flush()?;
            break head.sent;
        }
    };
    let delivered = intake.delivered as f64;
    let mut figures = intake.weighed(sent, message.len(), "one_way");
    figures.metrics.insert("sent".into(), delivered);
    Ok(figures)
}

/// Received messages of one stream or several.
struct ReceivedCounts {
    delivered: u64,
    reordered: u64,
    /// The next number in order.
    next: u64,
    /// Times of the first and the last measured message.
    span: Option<(Instant, Instant)>,
    ages: Recorded<u64>,
    /// From the first measured message.
    scales: Option<Scales>,
}

impl ReceivedCounts {
    fn new() -> Self {
        Self {
            delivered: 0,
            reordered: 0,
            next: 0,
            span: None,
            ages: recorder(),
            scales: None,
        }
    }

    /// Receives until the last message, and gives its count of sent messages; or, if the last
    /// message may be lost, until nothing arrives after `is_over`.
    fn take(
        &mut self,
        back: &mut dyn Incoming,
        message: &mut [u8],
        is_over: impl Fn() -> bool,
    ) -> io::Result<Option<u64>> {
        loop {
            // Checked first: all messages sent by then are available.
            let over = is_over();
            if !back.receive(message, QUIET)? {
                if over {
                    return Ok(None);
                }
                continue;
            }
            let head = Head::read(message);
            if head.number == LAST {
                return Ok(Some(head.sent));
            }
            self.note(head);
        }
    }

    fn note(&mut self, head: Head) {
        if !head.measured {
            return;
        }
        let now = Instant::now();
        match &mut self.span {
            Some((_, last)) => *last = now,
            None => (self.span, self.scales) = (Some((now, now)), Some(Scales::new())),
        }
        self.delivered += 1;
        self.reordered += u64::from(head.number < self.next);
        self.next = self.next.max(head.number + 1);
        if head.sent > 0 {
            let age = common_clock().saturating_sub(head.sent);
            self.ages.saturating_record(age);
        }
    }

    fn add(&mut self, other: Self) {
        self.delivered += other.delivered;
        self.reordered += other.reordered;
        let is_first = match (self.span, other.span) {
            (Some((first, _)), Some((other_first, _))) => other_first < first,
            (mine, _) => mine.is_none(),
        };
        if is_first {
            self.scales = other.scales;
        }
        self.span = match (self.span, other.span) {
            (Some(mine), Some(others)) => Some((mine.0.min(others.0), mine.1.max(others.1))),
            (mine, others) => mine.or(others),
        };
        self.ages.add(other.ages).expect("all have the same bounds");
    }

    /// Figures for `expected` messages of that length; `ages` names the metric of message age.
    fn figures(self, expected: u64, length: usize, ages: &str) -> Figures {
        let mut figures = Figures::default();
        let seconds = self.span.map_or(0.0, |(first, last)| {
            last.duration_since(first).as_secs_f64()
        });
        let mut add = |name: &str, value: f64| figures.metrics.insert(name.to_owned(), value);
        if self.delivered > 1 && seconds > 0.0 {
            // Intervals from the first to the last message.
            let rate = (self.delivered - 1) as f64 / seconds;
            add("delivered_per_s", rate);
            add("delivered_bytes_per_s", rate * length as f64);
        }
        add("delivered", self.delivered as f64);
        add("lost", expected.saturating_sub(self.delivered) as f64);
        add("reordered", self.reordered as f64);
        if !self.ages.is_empty() {
            let histogram = from_recorded(&self.ages);
            figures.histograms.insert(ages.to_owned(), histogram);
        }
        figures
    }

    /// The same, with the resources of this process since the first measured message.
    fn weighed(mut self, expected: u64, length: usize, ages: &str) -> Figures {
        let (scales, delivered) = (self.scales.take(), self.delivered);
        let mut figures = self.figures(expected, length, ages);
        if let Some(scales) = scales {
            scales.weigh(&mut figures.metrics);
            let each = scales.used().as_secs_f64() * 1e6 / delivered.max(1) as f64;
            let name = "receiver_cpu_us_per_message".to_owned();
            figures.metrics.insert(name, each);
        }
        figures
    }
}

/// A thread for each sender.
struct ReceiverThreads {
    threads: Vec<thread::JoinHandle<io::Result<ReceivedCounts>>>,
    /// No more messages are sent.
    ended: Arc<AtomicBool>,
}

impl ReceiverThreads {
    fn start(backs: Vec<Box<dyn Incoming>>, length: usize) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let threads = backs.into_iter().map(|mut back| {
            let ended = Arc::clone(&ended);
            thread::spawn(move || {
                let (mut intake, mut message) = (ReceivedCounts::new(), vec![0; length]);
                intake.take(back.as_mut(), &mut message, || ended.load(Acquire))?;
                Ok(intake)
            })
        });
        Self {
            threads: threads.collect(),
            ended,
        }
    }

    /// All received messages, after all senders have finished.
    fn intake(self) -> io::Result<ReceivedCounts> {
        self.ended.store(true, Release);
        let mut all = ReceivedCounts::new();
        for taker in self.threads {
            all.add(taker.join().expect("taking messages does not panic")?);
        }
        Ok(all)
    }
}

/// The stream that a work is, if it is one.
pub(super) fn stream_of(work: &Work) -> Option<Stream> {
    match *work {
        Work::Stream {
            role,
            rate_per_s,
            warm_up_ms,
            run_ms,
            trace_every,
            ..
        } => Some(Stream {
            role,
            rate_per_s,
            warm_up: Duration::from_millis(warm_up_ms),
            run: Duration::from_millis(run_ms),
            trace_every,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::work::script::{Script, message};
    use super::*;
    use std::sync::atomic::AtomicI64;
    use std::sync::atomic::Ordering::Relaxed;

    const PLAN: Stream = Stream {
        role: StreamRole::Sender,
        rate_per_s: 1000.0,
        warm_up: Duration::from_millis(10),
        run: Duration::from_millis(20),
        trace_every: 5,
    };

    #[test]
    fn a_receiver_counts_what_was_measured_and_learns_at_the_end_what_it_missed() {
        let now = common_clock();
        let (mut pipe, _) = Script::pipe([
            message(0, now, false),
            message(2, now, true),
            message(1, 0, true),
            None,
            message(5, now, true),
            message(LAST, 6, false),
        ]);

        let figures = follow(&mut pipe, &mut [0; 32], PLAN, || {}).unwrap();

        let metrics = &figures.metrics;
        assert_eq!((metrics["delivered"], metrics["lost"]), (3.0, 3.0));
        assert_eq!(metrics["reordered"], 1.0);
        let histogram = &figures.histograms["one_way"];
        assert_eq!(crate::statistics::total(histogram), 2);
    }

    /// Remembers the least age of a message that is sent.
    struct Ages(Arc<AtomicI64>);

    impl Outgoing for Ages {
        fn send(&mut self, message: &[u8]) -> io::Result<()> {
            let age = common_clock() as i64 - Head::read(message).sent as i64;
            self.0.fetch_min(age, Relaxed);
            Ok(())
        }
    }

    /// Otherwise a message seems to arrive before it was sent.
    #[test]
    fn a_message_is_not_stamped_with_a_time_to_come() {
        let least = Arc::new(AtomicI64::new(i64::MAX));
        let plan = Stream {
            rate_per_s: 0.0,
            trace_every: 1,
            ..PLAN
        };

        stream(
            &mut [Box::new(Ages(Arc::clone(&least)))],
            &mut [0; 32],
            plan,
        )
        .unwrap();

        let least = least.load(Relaxed);
        assert!((0..i64::MAX).contains(&least), "{least} ns");
    }

    #[test]
    fn a_repeater_sends_back_all_that_comes_and_the_last_message() {
        let (mut pipe, sent) = Script::pipe([
            message(0, 0, false),
            message(1, 7, true),
            None,
            message(LAST, 2, false),
        ]);
        let plan = Stream {
            role: StreamRole::Master,
            ..PLAN
        };

        let figures = follow(&mut pipe, &mut [0; 32], plan, || {}).unwrap();

        let numbers: Vec<_> = sent
            .lock()
            .unwrap()
            .iter()
            .map(|head| head.number)
            .collect();
        assert_eq!(numbers, [0, 1, LAST]);
        let metrics = &figures.metrics;
        assert_eq!((metrics["sent"], metrics["delivered"]), (1.0, 1.0));
        assert_eq!(metrics["lost"], 1.0);
    }

    #[test]
    fn a_paced_stream_sends_what_was_planned_within_its_time_and_says_how_much_it_was() {
        let (mut pipe, sent) = Script::pipe([]);
        let plan = Stream {
            role: StreamRole::Receiver,
            ..PLAN
        };
        let mut went = false;

        let figures = follow(&mut pipe, &mut [0; 32], plan, || went = true).unwrap();

        assert!(went);
        assert_eq!(figures.metrics["sent"], 20.0);
        let last = *sent.lock().unwrap().last().unwrap();
        assert_eq!((last.number, last.sent), (LAST, 20));
    }

    #[test]
    fn what_several_have_taken_is_one_intake_from_the_first_to_the_last() {
        let head = |number| Head {
            number,
            sent: 0,
            measured: true,
        };
        let (mut one, mut other) = (ReceivedCounts::new(), ReceivedCounts::new());
        one.note(head(0));
        other.note(head(0));
        other.note(head(1));
        one.note(head(1));
        let span = (one.span.unwrap().0, one.span.unwrap().1);

        let mut all = ReceivedCounts::new();
        all.add(other);
        all.add(one);

        assert_eq!(all.span, Some(span));
        assert_eq!((all.delivered, all.reordered), (4, 0));
        assert!(all.scales.is_some());
        assert_eq!(all.figures(5, 100, "one_way").metrics["lost"], 1.0);
    }
}
