//! Bare multicast between hosts: one process sends as Hyla's batching counterpart does, others only count.
//!
//! ```text
//! bare_multicast receive 239.192.79.1:17079 10.79.0.2 128
//! bare_multicast send 239.192.79.1:17079 10.79.0.1 128 3 [RATE]
//! ```
//!
//! Each prints a line of JSON: messages, seconds from the first to the last, and microseconds of processor time for each message.
//! Receivers end after the last message, or a second without any.

use std::env::args;
use std::error::Error;
use std::time::{Duration, Instant};

use hyla_baselines::Wait;
use hyla_baselines::datagram::{self, Group};
use hyla_baselines::pipe::{self, Pipe};
use rustix::time::{ClockId, clock_gettime};

/// First bytes of the last message.
const LAST: [u8; 8] = [0xff; 8];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let of = |at: usize| arguments.get(at).map_or("", String::as_str);
    let group = Group {
        at: of(1).parse()?,
        interface: of(2).parse()?,
    };
    let bytes: usize = of(3).parse()?;
    let message = vec![0; bytes.max(LAST.len())];
    match of(0) {
        "receive" => receive(group, message),
        "send" => {
            let rate = of(5).parse().unwrap_or(0.0);
            send(group, message, of(4).parse()?, rate)
        }
        other => Err(format!("{other:?}: send or receive").into()),
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

fn say(role: &str, messages: u64, seconds: f64, used: Duration) {
    let each = used.as_secs_f64() * 1e6 / messages.max(1) as f64;
    let rate = messages as f64 / seconds.max(1e-9);
    println!(
        r#"{{"role":"{role}","messages":{messages},"seconds":{seconds:.3},"per_s":{rate:.0},"cpu_us_per_message":{each:.3}}}"#
    );
}

fn send(group: Group, mut message: Vec<u8>, seconds: f64, rate: f64) -> Result<(), Box<dyn Error>> {
    let mut out = Pipe::multicast(datagram::to_group(group)?, Wait::Batch)?.out;
    let (begin, before) = (Instant::now(), processor_time());
    let run = Duration::from_secs_f64(seconds);
    let sent = pipe::send_for(&mut *out, (run, rate), &mut message, |number, message| {
        message[..8].copy_from_slice(&number.to_le_bytes());
    })?;
    say(
        "sender",
        sent,
        begin.elapsed().as_secs_f64(),
        processor_time() - before,
    );
    message[..8].copy_from_slice(&LAST);
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(20));
        out.send(&message)?;
        out.flush()?;
    }
    Ok(())
}

fn receive(group: Group, mut message: Vec<u8>) -> Result<(), Box<dyn Error>> {
    let mut back = Pipe::multicast(datagram::member(group)?, Wait::Batch)?.back;
    let (mut received, mut span, mut before) = (0_u64, None, Duration::ZERO);
    let mut quiet = 0;
    loop {
        if !back.receive(&mut message, Duration::from_millis(100))? {
            quiet += 1;
            if received > 0 && quiet > 10 {
                break;
            }
            continue;
        }
        quiet = 0;
        if message.starts_with(&LAST) {
            break;
        }
        let now = Instant::now();
        let (first, _) = *span.get_or_insert_with(|| {
            before = processor_time();
            (now, now)
        });
        span = Some((first, now));
        received += 1;
    }
    let seconds = span.map_or(0.0, |(first, last)| (last - first).as_secs_f64());
    say("receiver", received, seconds, processor_time() - before);
    Ok(())
}
