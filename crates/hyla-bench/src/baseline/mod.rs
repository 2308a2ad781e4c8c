//! The same work without an RTI: the performance of the bare machine.
//!
//! The first process starts the others (this program again), they exchange messages over a bare
//! pipe or wait at a bare barrier of `hyla-baselines`, and the first reports figures under the
//! names that federates use.

mod figures;
mod flow;
mod orb;
mod partner;
mod results;
mod steps;
mod work;

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use figures::Figures;
use flow::stream_of;
use hyla_baselines::pipe::Pipe;
use hyla_baselines::{Counterpart, Medium, Wait, barrier, datagram, ring};
pub use orb::CARRIER as ORB;
use partner::{MeetingPoint, PartnerJob, Partners, bind};
use results::PartnerResults;
use steps::Steps;
use work::{RoundTrips, length};

use crate::job::{BaselineJob, Report, StreamRole, VERSION, Work};
use crate::lines;

/// Whether this program does it: a baseline of the bare machine, or the object request broker. Other names are other
/// engines.
#[must_use]
pub fn is_bare(carrier: &str) -> bool {
    carrier == ORB || carrier.parse::<Counterpart>().is_ok()
}

/// How long the first process waits for the others to connect.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Runs a baseline: reads one line, a [`BaselineJob`], from standard input.
///
/// It starts its partners itself, as the same program with the same arguments; they end with it. It
/// reports `joined`, `running` and `done`, or `failed` with a non-zero exit code. Counts are sums
/// over all processes, rates are medians over processes that have one. In round trips the first
/// process sends and the others answer; in a stream the first has the role of the job, and the
/// others are its counterpart. Messages have at least 24 bytes.
#[must_use]
pub fn run() -> ExitCode {
    let first = match lines::first::<serde_json::Value>("a baseline job") {
        Ok(first) => first,
        Err(reason) => return lines::failed(reason),
    };
    if first.get("part").is_some() {
        return match serde_json::from_value::<PartnerJob>(first) {
            Ok(part) => partner::run(&part),
            Err(error) => lines::failed(format!("not a part of a baseline: {error}")),
        };
    }
    let job = match serde_json::from_value::<BaselineJob>(first) {
        Ok(job) => job,
        Err(error) => return lines::failed(format!("not a baseline job: {error}")),
    };
    match check(&job).and_then(|()| lead(&job)) {
        Ok(figures) => {
            lines::say(&figures.report());
            ExitCode::SUCCESS
        }
        Err(reason) => lines::failed(reason),
    }
}

/// Whether a baseline can do `job` at all.
///
/// # Errors
/// The reason.
pub fn check(job: &BaselineJob) -> Result<(), String> {
    let carrier = job.carrier.as_str();
    if job.version != VERSION {
        return Err(format!(
            "the job is of version {}, and this program knows version {VERSION}: use the same hyla everywhere",
            job.version
        ));
    }
    if carrier == ORB {
        return orb::check(job);
    }
    let counterpart: Counterpart = carrier
        .parse()
        .map_err(|unknown: hyla_baselines::UnknownCounterpart| unknown.to_string())?;
    if job.processes < 2 {
        return Err(format!(
            "{} processes have nothing to say to each other: a baseline takes 2 or more",
            job.processes
        ));
    }
    let streams = matches!(job.work, Work::Stream { .. });
    let advances = match job.work {
        Work::Stream {
            role: StreamRole::Both | StreamRole::Repeater,
            ..
        } => {
            return Err(
                "a bare stream has one process in its middle: the first is sender, receiver or master"
                    .into(),
            );
        }
        Work::RoundTrip { .. } | Work::Stream { .. } => false,
        Work::TimeAdvance { .. } => true,
        Work::Register { .. } => {
            return Err("the bare machine knows no objects: registration has no baseline".into());
        }
        Work::Idle {} => return Err("idle federates have no baseline".into()),
    };
    if advances != (counterpart.medium == Medium::Barrier) {
        return Err(if advances {
            format!("baseline {carrier} carries messages: the baseline of advances is a barrier")
        } else {
            format!("baseline {carrier} is for advances only: take tcp, unix, udp or a ring")
        });
    }
    if !steps::fit(&job.work) {
        return Err(format!(
            "baseline {carrier}: the messages of a step are more than the {} bytes of a ring: take fewer, or smaller ones",
            ring::CAPACITY
        ));
    }
    if counterpart.wait == Wait::Batch && !streams {
        return Err(format!(
            "baseline {carrier} gathers messages, and a round trip has one: take the yielding or the blocking one"
        ));
    }
    let is_of_one_sender = matches!(
        job.work,
        Work::Stream {
            role: StreamRole::Sender,
            ..
        }
    );
    if counterpart.medium == Medium::Multicast && !is_of_one_sender {
        return Err(format!(
            "baseline {carrier} is for streams of one sender: its receivers do not answer"
        ));
    }
    let is_datagrams = matches!(counterpart.medium, Medium::Udp | Medium::Multicast);
    if is_datagrams && length(&job.work) > datagram::LARGEST {
        return Err(format!(
            "{} bytes do not fit into a datagram: {} is the most, so take tcp or a ring",
            length(&job.work),
            datagram::LARGEST
        ));
    }
    Ok(())
}

/// Work of the first process.
fn lead(job: &BaselineJob) -> Result<Figures, String> {
    let mut partners = Partners::new();
    let meeting = Rendezvous::arrange(job, &mut partners)?;
    // After the partners have started, since they would inherit the binding.
    bind(job, 0)?;
    crate::load::prioritize(job.priority)?;
    lines::say(&Report::Joined {
        rti: orb::described(&job.carrier),
        pid: std::process::id(),
    });
    let broken = |error| format!("over {}: {error}", job.carrier);
    lines::say(&Report::Running {});
    partners.go();
    let guarded = partners.guard();
    let mut message = vec![0x5a; length(&job.work)];
    let mut all = Vec::new();
    match (meeting, &job.work) {
        (
            Rendezvous::Barrier(mut steps),
            Work::TimeAdvance {
                warm_up, grants, ..
            },
        ) => {
            all.push(work::advances(&mut steps, *warm_up, *grants));
            while all.len() <= guarded.count {
                let figures = guarded.next(TIMEOUT);
                all.push(figures.ok_or("a part of the baseline does not come to an end")?);
            }
        }
        (Rendezvous::Pipes(pipes), work @ (Work::RoundTrip { .. } | Work::Stream { .. })) => {
            let figures = converse(pipes, &mut message, work, &guarded).map_err(broken)?;
            all = figures.ok_or("a part of the baseline does not come to an end")?;
        }
        (Rendezvous::Barrier(_) | Rendezvous::Pipes(_), _) => {
            return Err(format!("baseline {} cannot do this work", job.carrier));
        }
    }
    guarded.finish();
    Ok(Figures::together(&all))
}

/// Runs the first process over pipes; gives the figures of all. `None` if a partner does not end.
fn converse(
    pipes: Vec<Pipe>,
    message: &mut [u8],
    work: &Work,
    partners: &PartnerResults,
) -> std::io::Result<Option<Vec<Figures>>> {
    if let Some(stream) = stream_of(work) {
        return flow::lead(pipes, message, stream, partners, TIMEOUT);
    }
    let Work::RoundTrip {
        warm_up,
        samples,
        interval_us,
        lost_after_ms,
        ..
    } = *work
    else {
        return Err(std::io::ErrorKind::Unsupported.into());
    };
    let plan = RoundTrips {
        warm_up,
        samples,
        interval: Duration::from_micros(interval_us),
        lost_after: Duration::from_millis(lost_after_ms),
    };
    let mut pipes = pipes;
    let figures = work::round_trips(&mut pipes, message, plan)?;
    let mut outs: Vec<_> = pipes.into_iter().map(|pipe| pipe.out).collect();
    let all = work::end(&mut outs, message, 0, partners, TIMEOUT)?;
    Ok(all.map(|mut all| {
        all.push(figures);
        all
    }))
}

/// Meeting point of the processes.
enum Rendezvous {
    Pipes(Vec<Pipe>),
    Barrier(Steps),
}

impl Rendezvous {
    /// Starts the partners, and waits until all are connected.
    fn arrange(job: &BaselineJob, partners: &mut Partners) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("baseline {}: {error}", job.carrier);
        let numbers = 1..job.processes;
        let start = |partners: &mut Partners, part, place| {
            let job = job.clone();
            partners.start(&PartnerJob { part, place, job })
        };
        let here = |report| matches!(report, Report::Joined { .. }).then_some(());
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listening = |report| match report {
            Report::Listening { at } => Some(at),
            _ => None,
        };
        if job.carrier == ORB {
            for part in numbers {
                start(partners, part, MeetingPoint::Calls)?;
            }
            let addresses = partners.each(TIMEOUT, listening)?;
            let pipes = addresses.into_iter().map(|at| orb::call(at, &job.work));
            return Ok(Self::Pipes(pipes.collect::<Result<_, String>>()?));
        }
        let Counterpart { medium, wait } = job
            .carrier
            .parse()
            .map_err(|unknown: hyla_baselines::UnknownCounterpart| unknown.to_string())?;
        match medium {
            Medium::Tcp => {
                let listener = TcpListener::bind(loopback).map_err(cannot)?;
                // All connect before the first is accepted.
                let queue = i32::try_from(job.processes).unwrap_or(i32::MAX);
                let longer = socket2::SockRef::from(&listener).listen(queue);
                longer.map_err(cannot)?;
                let at = listener.local_addr().map_err(cannot)?;
                for part in numbers {
                    start(partners, part, MeetingPoint::Tcp(at))?;
                }
                partners.each(TIMEOUT, here)?;
                let mut pipes: Vec<(u32, Pipe)> = Vec::new();
                for _ in 1..job.processes {
                    let (mut stream, _) = listener.accept().map_err(cannot)?;
                    let mut number = [0; 4];
                    stream.read_exact(&mut number).map_err(cannot)?;
                    let pipe = Pipe::tcp(stream, wait).map_err(cannot)?;
                    pipes.push((u32::from_le_bytes(number), pipe));
                }
                pipes.sort_by_key(|(number, _)| *number);
                let pipes = pipes.into_iter().map(|(_, pipe)| pipe);
                Ok(Self::Pipes(pipes.collect()))
            }
            Medium::Unix => {
                let (listener, name) = hyla_baselines::peer::listen_unix().map_err(cannot)?;
                for part in numbers {
                    start(partners, part, MeetingPoint::Unix(name.clone()))?;
                }
                partners.each(TIMEOUT, here)?;
                // The order of partners does not matter.
                let pipes = (1..job.processes).map(|_| {
                    let (stream, _) = listener.accept()?;
                    Ok(Pipe::unix(stream, wait))
                });
                let pipes = pipes.collect::<std::io::Result<Vec<_>>>();
                Ok(Self::Pipes(pipes.map_err(cannot)?))
            }
            Medium::Udp => {
                let mut sockets = Vec::new();
                for part in numbers {
                    let socket = UdpSocket::bind(loopback).map_err(cannot)?;
                    let at = socket.local_addr().map_err(cannot)?;
                    start(partners, part, MeetingPoint::Udp(at))?;
                    sockets.push(socket);
                }
                let addresses = partners.each(TIMEOUT, listening)?;
                let pipes = sockets.into_iter().zip(addresses).map(|(socket, at)| {
                    socket.connect(at)?;
                    Pipe::udp(socket, wait)
                });
                let pipes = pipes.collect::<std::io::Result<Vec<_>>>();
                Ok(Self::Pipes(pipes.map_err(cannot)?))
            }
            Medium::Multicast => {
                let group = datagram::free_group().map_err(cannot)?;
                for part in numbers {
                    start(partners, part, MeetingPoint::Multicast(group))?;
                }
                partners.each(TIMEOUT, here)?;
                // One for all: what it sends, each receives.
                let socket = datagram::to_group(group).map_err(cannot)?;
                let pipe = Pipe::multicast(socket, wait).map_err(cannot)?;
                Ok(Self::Pipes(vec![pipe]))
            }
            Medium::Barrier => {
                let memory = Arc::new(barrier::memory().map_err(cannot)?);
                let memories = steps::memories(&job.work, job.processes).map_err(cannot)?;
                for part in numbers {
                    let rings = steps::places(&memories, part);
                    let at = memory.address();
                    start(partners, part, MeetingPoint::Barrier { at, rings })?;
                }
                partners.each(TIMEOUT, here)?;
                let rings = steps::places(&memories, 0);
                let barrier = barrier::Barrier::new(memory, job.processes, wait);
                let steps = Steps::new(barrier, &rings, &job.work, wait);
                Ok(Self::Barrier(steps.map_err(cannot)?))
            }
            Medium::Ring => {
                let mut pipes = Vec::new();
                for part in numbers {
                    let memory = || ring::memory().map(Arc::new).map_err(cannot);
                    let (there, back) = (memory()?, memory()?);
                    let place = MeetingPoint::Rings {
                        there: there.address(),
                        back: back.address(),
                    };
                    start(partners, part, place)?;
                    let rings = Pipe::rings(there, back, wait);
                    pipes.push(rings.map_err(cannot)?);
                }
                partners.each(TIMEOUT, here)?;
                Ok(Self::Pipes(pipes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(carrier: &str, work: Work) -> BaselineJob {
        BaselineJob {
            version: VERSION,
            carrier: carrier.into(),
            work,
            processes: 2,
            cpus: vec![],
            priority: 0,
        }
    }

    fn round_trip(bytes: u32) -> Work {
        Work::RoundTrip {
            bytes,
            warm_up: 0,
            samples: 1,
            interval_us: 0,
            lost_after_ms: 100,
        }
    }

    #[test]
    fn counterparts_yield_and_move_as_much_at_once_as_an_endpoint_by_default() {
        let defaults = hyla_net::EndpointConfig::default();

        let waits = hyla_net::Wait::Yield(hyla_baselines::wait::YIELD_FOR);
        assert_eq!(defaults.wait, waits);
        let of_calls = hyla_net::Wait::from(hyla_orb::qos::Wait::default());
        assert_eq!(of_calls, waits);
        assert_eq!(defaults.bundle_bytes, hyla_baselines::WRITE_BYTES);
        assert_eq!(defaults.ring_bytes, ring::CAPACITY);
    }

    #[test]
    fn what_a_baseline_cannot_do_is_said_in_words() {
        let register = Work::Register {
            objects: 1,
            named: false,
        };
        let alone = BaselineJob {
            processes: 1,
            ..job("tcp-yielding", round_trip(8))
        };
        let three_by_calls = BaselineJob {
            processes: 3,
            ..job(ORB, round_trip(8))
        };
        let later = BaselineJob {
            version: 99,
            ..job("tcp-yielding", round_trip(8))
        };
        let all_to_all = Work::Stream {
            role: StreamRole::Both,
            bytes: 8,
            objects: 1,
            regions: 0,
            regions_of_receiver: 0,
            changes_per_s: 0.0,
            rate_per_s: 1.0,
            warm_up_ms: 0,
            run_ms: 1,
            trace_every: 0,
        };
        for (job, word) in [
            (job("tcp-yielding", all_to_all), "in its middle"),
            (job("pigeon", round_trip(8)), "pigeon"),
            (job("ring-batching", round_trip(8)), "gathers"),
            (job("barrier-yielding", round_trip(8)), "advances only"),
            (job("udp-blocking", round_trip(65_508)), "65508 bytes"),
            (job("multicast-blocking", round_trip(8)), "do not answer"),
            (three_by_calls, "2 processes"),
            (job(ORB, register.clone()), "round trips"),
            (job("tcp-yielding", register), "registration"),
            (job("tcp-yielding", Work::Idle {}), "idle"),
            (alone, "2 or more"),
            (later, "version 99"),
        ] {
            let reason = check(&job).unwrap_err();
            assert!(reason.contains(word), "{reason}");
        }
        assert_eq!(check(&job("udp-blocking", round_trip(65_507))), Ok(()));
        assert_eq!(check(&job(ORB, round_trip(65_508))), Ok(()));
    }
}
