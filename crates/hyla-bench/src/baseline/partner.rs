//! The other processes of a baseline: this program again, with a first line that makes it a
//! partner.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use hyla_baselines::barrier::Barrier;
use hyla_baselines::datagram::{self, Group};
use hyla_baselines::memory::{MemoryAddress, SharedMemory};
use hyla_baselines::pipe::Pipe;
use hyla_baselines::{Counterpart, UnknownCounterpart, peer};
use serde::{Deserialize, Serialize};

use super::figures::Figures;
use super::flow::{self, stream_of};
use super::orb;
use super::results::PartnerResults;
use super::steps::{RingPlaces, Steps};
use super::work::{self, length};
use crate::job::{BaselineJob, Report, Work};
use crate::lines;

/// Job of a partner: the first line of its standard input. It lives until that ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartnerJob {
    /// Its number, from 1.
    pub(super) part: u32,
    /// Connection to the first process.
    pub(super) place: MeetingPoint,
    pub(super) job: BaselineJob,
}

/// How two processes are connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MeetingPoint {
    /// The first process listens here.
    Tcp(SocketAddr),
    /// The first process listens here, under an abstract name.
    Unix(String),
    /// The first process receives datagrams here.
    Udp(SocketAddr),
    /// The first process sends to this multicast group.
    Multicast(Group),
    /// A ring to the partner and a ring back.
    Rings {
        there: MemoryAddress,
        back: MemoryAddress,
    },
    /// A barrier for all, and rings to and from all others for the messages of a step, if there are any.
    Barrier {
        at: MemoryAddress,
        rings: Vec<RingPlaces>,
    },
    /// The partner listens for calls.
    Calls,
}

/// Runs a partner; the process ends with its standard input. A line there starts it, if it waits
/// for one.
pub(super) fn run(part: &PartnerJob) -> ExitCode {
    let input = lines::rest();
    let (told, go) = mpsc::channel();
    thread::spawn(move || {
        while input.recv().is_ok() {
            // A partner that started by itself does not listen.
            let _ = told.send(());
        }
        std::process::exit(0);
    });
    match act(part, &go) {
        Ok(figures) => {
            lines::say(&figures.report());
            // The first process may repeat the last message; it ends this one.
            loop {
                thread::park();
            }
        }
        Err(reason) => lines::failed(reason),
    }
}

fn act(part: &PartnerJob, go: &Receiver<()>) -> Result<Figures, String> {
    bind(&part.job, part.part)?;
    crate::load::prioritize(part.job.priority)?;
    let broken = |error: io::Error| {
        let carrier = &part.job.carrier;
        format!("part {} over {carrier}: {error}", part.part)
    };
    let here = || {
        lines::say(&Report::Joined {
            rti: orb::described(&part.job.carrier),
            pid: std::process::id(),
        });
    };
    if part.place == MeetingPoint::Calls {
        let listening = |at| lines::say(&Report::Listening { at });
        return orb::serve(&part.job.work, listening).map_err(broken);
    }
    let Counterpart { wait, .. } = part
        .job
        .carrier
        .parse()
        .map_err(|unknown: UnknownCounterpart| unknown.to_string())?;
    let mut pipe = match &part.place {
        MeetingPoint::Calls => return Err("calls have no pipe".into()),
        MeetingPoint::Barrier { at, rings } => {
            let memory = SharedMemory::open(*at).map_err(broken)?;
            let barrier = Barrier::new(Arc::new(memory), part.job.processes, wait);
            let steps = Steps::new(barrier, rings, &part.job.work, wait);
            let mut steps = steps.map_err(broken)?;
            here();
            let Work::TimeAdvance {
                warm_up, grants, ..
            } = part.job.work
            else {
                return Err("a barrier is for advances only".into());
            };
            return Ok(work::advances(&mut steps, warm_up, grants));
        }
        MeetingPoint::Tcp(at) => {
            let mut stream = TcpStream::connect(at).map_err(broken)?;
            let number = part.part.to_le_bytes();
            stream.write_all(&number).map_err(broken)?;
            Pipe::tcp(stream, wait).map_err(broken)?
        }
        MeetingPoint::Unix(name) => {
            let stream = peer::call_unix(name).map_err(broken)?;
            Pipe::unix(stream, wait)
        }
        MeetingPoint::Udp(to) => {
            let socket = UdpSocket::bind((to.ip(), 0)).map_err(broken)?;
            socket.connect(to).map_err(broken)?;
            let at = socket.local_addr().map_err(broken)?;
            let pipe = Pipe::udp(socket, wait).map_err(broken)?;
            lines::say(&Report::Listening { at });
            pipe
        }
        MeetingPoint::Multicast(group) => {
            let socket = datagram::member(*group).map_err(broken)?;
            Pipe::multicast(socket, wait).map_err(broken)?
        }
        MeetingPoint::Rings { there, back } => {
            let memory = |address| SharedMemory::open(address).map(Arc::new).map_err(broken);
            let (there, back) = (memory(*there)?, memory(*back)?);
            Pipe::rings(back, there, wait).map_err(broken)?
        }
    };
    here();
    let mut message = vec![0; length(&part.job.work)];
    let figures = match stream_of(&part.job.work) {
        Some(stream) => flow::follow(&mut pipe, &mut message, stream, || {
            // Without the first process this one ends by itself.
            let _ = go.recv();
        }),
        None => work::echo(&mut pipe, &mut message),
    };
    figures.map_err(broken)
}

/// The partners, at the first process. They end when this is dropped.
#[derive(Debug)]
pub(super) struct Partners {
    children: Vec<(Child, Option<ChildStdin>)>,
    reports: Receiver<(u32, Option<Report>)>,
    sender: Sender<(u32, Option<Report>)>,
}

impl Partners {
    pub(super) fn new() -> Self {
        let (sender, reports) = mpsc::channel();
        Self {
            children: Vec::new(),
            reports,
            sender,
        }
    }

    pub(super) fn start(&mut self, part: &PartnerJob) -> Result<(), String> {
        let number = part.part;
        let cannot =
            |error: io::Error| format!("part {number} of the baseline cannot be started: {error}");
        let mut child = Command::new(std::env::current_exe().map_err(cannot)?)
            .args(std::env::args_os().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        self.children.push((child, input));
        let (Some((_, Some(input))), Some(output)) = (self.children.last_mut(), output) else {
            return Err(format!("part {number} of the baseline has no streams"));
        };
        let line = serde_json::to_string(part).map_err(|error| cannot(io::Error::other(error)))?;
        writeln!(input, "{line}").map_err(cannot)?;
        let sender = self.sender.clone();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let report = line.ok().and_then(|line| serde_json::from_str(&line).ok());
                // Anything other than a report counts as the end.
                let ended = report.is_none();
                if sender.send((number, report)).is_err() || ended {
                    return;
                }
            }
            let _nobody_waits = sender.send((number, None));
        });
        Ok(())
    }

    /// The next report of any partner within that time.
    ///
    /// # Errors
    /// The reason of a partner that failed or has ended.
    pub(super) fn report(&self, within: Duration) -> Result<Option<(u32, Report)>, String> {
        match self.reports.recv_timeout(within) {
            Ok((_, Some(Report::Failed { reason }))) => Err(reason),
            Ok((part, Some(report))) => Ok(Some((part, report))),
            Ok((part, None)) => Err(format!("part {part} of the baseline ended early")),
            Err(_) => Ok(None),
        }
    }

    /// Waits for one report from each that `wanted` accepts.
    ///
    /// # Errors
    /// The reason of a partner that failed, has ended, or exceeded the timeout.
    pub(super) fn each<T>(
        &self,
        within: Duration,
        wanted: impl Fn(Report) -> Option<T>,
    ) -> Result<Vec<T>, String> {
        let mut had: Vec<Option<T>> = self.children.iter().map(|_| None).collect();
        while let Some(silent) = had.iter().position(Option::is_none) {
            let Some((part, report)) = self.report(within)? else {
                return Err(format!(
                    "part {} of the baseline says nothing for {} s",
                    silent + 1,
                    within.as_secs()
                ));
            };
            let place = had.get_mut(part as usize - 1);
            if let (Some(place), Some(value)) = (place, wanted(report)) {
                *place = Some(value);
            }
        }
        Ok(had.into_iter().flatten().collect())
    }

    /// Starts all.
    pub(super) fn go(&mut self) {
        for (_, input) in &mut self.children {
            if let Some(input) = input {
                // Reports show a partner that has ended.
                let _ = writeln!(input, "go");
            }
        }
    }

    /// Makes this process fail as soon as a partner does: rings and barriers would wait for ever.
    /// Gives the partners' reports.
    pub(super) fn guard(self) -> PartnerResults {
        let (sender, figures) = mpsc::channel();
        let count = self.children.len();
        let guard = thread::spawn(move || {
            let mut done = 0;
            while done < count {
                match self.report(Duration::from_secs(3600)) {
                    Ok(Some((
                        _,
                        Report::Done {
                            metrics,
                            histograms,
                            ..
                        },
                    ))) => {
                        done += 1;
                        let figures = Figures {
                            metrics,
                            histograms,
                        };
                        if sender.send(figures).is_err() {
                            break;
                        }
                    }
                    Ok(_) => {}
                    Err(reason) => {
                        lines::failed(reason);
                        // The partners end with their standard inputs.
                        std::process::exit(1);
                    }
                }
            }
            // Ends the partners.
            drop(self);
        });
        PartnerResults::new(figures, count, guard)
    }
}

impl Drop for Partners {
    fn drop(&mut self) {
        for (_, input) in &mut self.children {
            *input = None;
        }
        for (child, _) in &mut self.children {
            let _ended = child.wait();
        }
    }
}

/// Binds this process, which is that part, to its processor.
pub(super) fn bind(job: &BaselineJob, part: u32) -> Result<(), String> {
    match job.cpus.len() {
        0 => Ok(()),
        count => crate::load::bind(job.cpus[part as usize % count]),
    }
}
