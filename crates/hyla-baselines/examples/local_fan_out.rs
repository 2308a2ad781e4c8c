//! How several processes of one host best get the datagrams of a multicast group: by a socket each, or by one of them that has the socket
//! and passes the datagrams on in memory that all read.
//!
//! ```text
//! local_fan_out sockets|ring RECEIVERS BYTES SECONDS [RATE]
//! ```
//!
//! Prints a line of JSON: datagrams sent and received by the slowest in a second, processor time of all processes for each datagram, and
//! the median way to the last receiver. BYTES are those of a datagram; without RATE the sender is as fast as it can.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_baselines::datagram::{self, Group};
use hyla_baselines::memory::{MemoryAddress, SharedMemory};
use hyla_baselines::pipe::{self, Incoming, Pipe};
use hyla_baselines::{Wait, shared_ring};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Number in the last datagrams.
const LAST: u64 = u64::MAX;
const PATIENCE: Duration = Duration::from_millis(200);

/// The task of a receiver, passed to its process as an argument.
#[derive(Serialize, Deserialize)]
struct Task {
    group: Group,
    ring: Option<MemoryAddress>,
    index: usize,
    receivers: usize,
    bytes: usize,
}

/// The figures of a receiver, a line of its output.
#[derive(Serialize, Deserialize)]
struct Report {
    received: u64,
    seconds: f64,
    processor_us: f64,
    way_us: f64,
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let of = |at: usize| arguments.get(at).map_or("", String::as_str);
    if of(0) == "receive" {
        return receive(&serde_json::from_str(of(1))?);
    }
    let uses_ring = match of(0) {
        "sockets" => false,
        "ring" => true,
        other => return Err(format!("{other:?}: sockets or ring").into()),
    };
    let (receivers, bytes) = (of(1).parse()?, of(2).parse::<usize>()?.max(16));
    let rate: f64 = of(4).parse().unwrap_or(0.0);
    let memory = shared_ring::memory()?;
    let group = datagram::free_group()?;
    let mut children = Vec::new();
    for index in 0..receivers {
        let task = Task {
            group,
            ring: uses_ring.then(|| memory.address()),
            index,
            receivers,
            bytes,
        };
        children.push(start(&task)?);
    }
    let (sent, seconds, used) = send(group, bytes, of(3).parse()?, rate)?;
    let reports: Vec<Report> = children.into_iter().map(end).collect::<Outcome<_>>()?;
    let slowest = reports
        .iter()
        .map(|it| it.received as f64 / it.seconds.max(1e-9))
        .fold(f64::INFINITY, f64::min);
    let fewest = reports.iter().map(|it| it.received).min().unwrap_or(0);
    let processor = used + reports.iter().map(|it| it.processor_us).sum::<f64>();
    let way = reports.iter().map(|it| it.way_us).fold(0.0, f64::max);
    println!(
        r#"{{"way":"{}","receivers":{receivers},"bytes":{bytes},"sent_per_s":{:.0},"slowest_per_s":{slowest:.0},"lost":{},"processor_us_per_datagram":{:.2},"way_us":{way:.1}}}"#,
        of(0),
        sent as f64 / seconds,
        sent - fewest,
        processor / sent.max(1) as f64,
    );
    Ok(())
}

fn start(task: &Task) -> Outcome<(Child, BufReader<std::process::ChildStdout>)> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["receive", &serde_json::to_string(task)?])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut answers = BufReader::new(child.stdout.take().ok_or("no output")?);
    let mut ready = String::new();
    answers.read_line(&mut ready)?;
    Ok((child, answers))
}

fn end((mut child, mut answers): (Child, BufReader<std::process::ChildStdout>)) -> Outcome<Report> {
    let mut report = String::new();
    answers.read_line(&mut report)?;
    child.wait()?;
    Ok(serde_json::from_str(&report)?)
}

fn processor_us() -> f64 {
    let time = Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    time.as_secs_f64() * 1e6
}

/// A clock that all processes of the host share, in nanoseconds.
fn clock() -> u64 {
    let now = Duration::try_from(clock_gettime(ClockId::Monotonic)).unwrap_or_default();
    u64::try_from(now.as_nanos()).unwrap_or(0)
}

fn send(group: Group, bytes: usize, seconds: f64, rate: f64) -> Outcome<(u64, f64, f64)> {
    let mut out = Pipe::multicast(datagram::to_group(group)?, Wait::Batch)?.out;
    let mut message = vec![0; bytes];
    let (begin, before) = (Instant::now(), processor_us());
    let run = Duration::from_secs_f64(seconds);
    let sent = pipe::send_for(&mut *out, (run, rate), &mut message, |number, message| {
        message[..8].copy_from_slice(&number.to_le_bytes());
        message[8..16].copy_from_slice(&clock().to_le_bytes());
    })?;
    let (seconds, used) = (begin.elapsed().as_secs_f64(), processor_us() - before);
    message[..8].copy_from_slice(&LAST.to_le_bytes());
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(20));
        out.send(&message)?;
        out.flush()?;
    }
    Ok((sent, seconds, used))
}

/// Counts datagrams and how long they took.
struct Counter {
    received: u64,
    begin: Option<(Instant, f64)>,
    last: Instant,
    ways: Vec<u64>,
    is_over: bool,
}

impl Counter {
    fn take(&mut self, message: &[u8]) {
        let number = |at: usize| {
            let bytes = message[at..at + 8].try_into().unwrap_or_default();
            u64::from_le_bytes(bytes)
        };
        if number(0) == LAST {
            self.is_over = true;
            return;
        }
        self.begin
            .get_or_insert_with(|| (Instant::now(), processor_us()));
        self.received += 1;
        if self.received.is_multiple_of(16) {
            self.last = Instant::now();
            self.ways.push(clock().saturating_sub(number(8)));
        }
    }

    fn report(mut self) -> Report {
        self.ways.sort_unstable();
        let way = self.ways.get(self.ways.len() / 2).copied().unwrap_or(0);
        let (begin, before) = self.begin.unwrap_or((self.last, processor_us()));
        Report {
            received: self.received,
            seconds: (self.last - begin).as_secs_f64(),
            processor_us: processor_us() - before,
            way_us: way as f64 / 1e3,
        }
    }
}

fn receive(task: &Task) -> Outcome<()> {
    let memory = task.ring.map(SharedMemory::open).transpose()?.map(Arc::new);
    let mut message = vec![0; task.bytes];
    let mut counter = Counter {
        received: 0,
        begin: None,
        last: Instant::now(),
        ways: Vec::new(),
        is_over: false,
    };
    match memory {
        // The first one has the socket, and reads what it passes on from there.
        Some(memory) if task.index > 0 => {
            let index = task.index - 1;
            let mut ring = shared_ring::Reader::new(memory, index, task.bytes, Wait::Batch);
            println!("ready");
            while !counter.is_over {
                if ring.read(&mut message, PATIENCE) {
                    counter.take(&message);
                }
            }
        }
        memory => {
            let mut socket = socket(task.group)?;
            let readers = task.receivers - 1;
            let mut ring = memory
                .filter(|_| readers > 0)
                .map(|memory| shared_ring::Writer::new(memory, readers, task.bytes));
            println!("ready");
            while !counter.is_over {
                if !socket.receive(&mut message, PATIENCE)? {
                    continue;
                }
                if let Some(ring) = &mut ring {
                    ring.write(&message);
                    if !socket.has_more() {
                        ring.publish();
                    }
                }
                counter.take(&message);
            }
            if let Some(ring) = &mut ring {
                ring.publish();
            }
        }
    }
    let mut out = std::io::stdout();
    writeln!(out, "{}", serde_json::to_string(&counter.report())?)?;
    Ok(())
}

fn socket(group: Group) -> Outcome<Box<dyn Incoming>> {
    Ok(Pipe::multicast(datagram::member(group)?, Wait::Batch)?.back)
}
