//! `hyla top`: what the channels of federates do, live.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hyla_lrc::settings::RtiAddress;
use hyla_lrc::{ChannelMetrics, FederationMetrics, RtiAmbassador};
use hyla_types::FederateHandle;
use rustix::termios::tcgetwinsize;
use serde_json::{Value, json};

use super::ask;
use crate::settings_args::SettingsArgs;
use crate::terminal::{self, Colour, Painter};

/// Time between two looks.
const EVERY: Duration = Duration::from_secs(1);

/// Options of `hyla top`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Look at this federation execution only
    #[arg(long, value_name = "NAME")]
    federation: Option<String>,

    /// Ask this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Look at one second and end
    #[arg(long)]
    once: bool,

    /// Print a JSON array for other programs; without --once a line each second
    #[arg(long)]
    json: bool,
}

/// Shows a table each second until interrupted; the exit code is 1 if no RTI answers.
pub(crate) fn run(args: &Args) -> ExitCode {
    match watch(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla top: {error}");
            ExitCode::FAILURE
        }
    }
}

fn watch(args: &Args) -> Result<(), String> {
    let rti = ask::connect(&args.settings, args.rti.as_ref())?;
    let live = !args.once && !args.json && std::io::stdout().is_terminal();
    let painter = Painter::stdout();
    let mut before = Look::now(&rti, args.federation.as_deref())?;
    loop {
        std::thread::sleep(EVERY.saturating_sub(before.at.elapsed()));
        let look = Look::now(&rti, args.federation.as_deref())?;
        let federations = look.since(&before);
        let text = match (args.json, args.once) {
            (true, true) => format!("{:#}\n", json_of(&federations)),
            (true, false) => format!("{}\n", json_of(&federations)),
            (false, _) => table(&federations, painter),
        };
        let text = if live { on_screen(&text) } else { text };
        terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
        if args.once {
            return Ok(());
        }
        before = look;
    }
}

/// The metrics of one moment.
struct Look {
    at: Instant,
    federations: Vec<FederationMetrics>,
}

/// Names a channel: whose it is, where it leads, its profile, what carries it.
type Key<'a> = (&'a str, FederateHandle, FederateHandle, &'a str, &'a str);

fn key_of<'a>(
    federation: &'a str,
    federate: FederateHandle,
    channel: &'a ChannelMetrics,
) -> Key<'a> {
    (
        federation,
        federate,
        channel.peer,
        &channel.profile,
        &channel.transport,
    )
}

impl Look {
    fn now(rti: &RtiAmbassador, federation: Option<&str>) -> Result<Self, String> {
        let names = match federation {
            Some(name) => vec![name.to_owned()],
            None => {
                let running = rti.status().map_err(|exception| exception.message)?;
                running.into_iter().map(|status| status.name).collect()
            }
        };
        let at = Instant::now();
        let mut federations = Vec::new();
        for name in names {
            match rti.metrics(&name) {
                Ok(metrics) => federations.push(metrics),
                // Destroyed since it was listed.
                Err(_) if federation.is_none() && rti.status().is_ok() => {}
                Err(exception) => return Err(exception.message),
            }
        }
        Ok(Self { at, federations })
    }

    fn channels(&self) -> impl Iterator<Item = (Key<'_>, &ChannelMetrics)> {
        self.federations.iter().flat_map(|federation| {
            federation
                .reports
                .iter()
                .flat_map(move |(federate, report)| {
                    report.channels.iter().map(move |channel| {
                        (key_of(&federation.federation, *federate, channel), channel)
                    })
                })
        })
    }

    /// What has happened since another look.
    fn since(&self, before: &Self) -> Vec<Shown> {
        let seconds = (self.at - before.at).as_secs_f64().max(1e-3);
        let known: HashMap<Key<'_>, &ChannelMetrics> = before.channels().collect();
        let federations = self.federations.iter().map(|federation| {
            let mut rows = Vec::new();
            for (federate, report) in &federation.reports {
                for channel in &report.channels {
                    let key = key_of(&federation.federation, *federate, channel);
                    let earlier = known.get(&key).copied();
                    rows.push(Row {
                        federate: federation.name_of(*federate),
                        peer: federation.name_of(channel.peer),
                        rates: Rates::of(channel, earlier, seconds),
                        channel: channel.clone(),
                    });
                }
            }
            rows.sort_by(|a, b| b.rates.messages().total_cmp(&a.rates.messages()));
            Shown {
                federation: federation.federation.clone(),
                members: federation.members.len(),
                silent: federation.silent(),
                rows,
            }
        });
        federations.collect()
    }
}

/// A federation execution as it is shown: the busiest channels first.
struct Shown {
    federation: String,
    members: usize,
    silent: usize,
    rows: Vec<Row>,
}

struct Row {
    federate: String,
    peer: String,
    rates: Rates,
    channel: ChannelMetrics,
}

/// What a channel did in a second.
#[derive(Clone, Copy)]
struct Rates {
    messages_out: f64,
    messages_in: f64,
    bytes_out: f64,
    bytes_in: f64,
}

impl Rates {
    fn of(now: &ChannelMetrics, before: Option<&ChannelMetrics>, seconds: f64) -> Self {
        let rate = |of: fn(&ChannelMetrics) -> u64| {
            // A channel made since then, perhaps in the place of another, has done all of it since then.
            let (now, before) = (of(now), before.map_or(0, of));
            #[allow(clippy::cast_precision_loss)] // shown with three digits
            let grown = now.checked_sub(before).unwrap_or(now) as f64;
            grown / seconds
        };
        Self {
            messages_out: rate(|c| c.messages_sent),
            messages_in: rate(|c| c.messages_received),
            bytes_out: rate(|c| c.bytes_sent),
            bytes_in: rate(|c| c.bytes_received),
        }
    }

    fn messages(self) -> f64 {
        self.messages_out + self.messages_in
    }
}

const HEADER: [&str; 13] = [
    "federate",
    "peer",
    "profile",
    "transport",
    "out/s",
    "in/s",
    "out MB/s",
    "in MB/s",
    "queue",
    "lost",
    "bundle",
    "p50",
    "p99",
];
const RIGHT: [usize; 9] = [4, 5, 6, 7, 8, 9, 10, 11, 12];

fn table(federations: &[Shown], painter: Painter) -> String {
    if federations.is_empty() {
        return "no federation execution\n".to_owned();
    }
    let texts = federations.iter().map(|shown| {
        let mut text = painter.paint(Colour::Green, &shown.federation);
        text += &format!("  {} federates", shown.members);
        if shown.silent > 0 {
            let silent = format!(", {} of them did not answer", shown.silent);
            text += &painter.paint(Colour::Yellow, silent);
        }
        text.push('\n');
        if !shown.rows.is_empty() {
            let mut rows = vec![HEADER.map(str::to_owned)];
            rows.extend(shown.rows.iter().map(cells));
            text += &terminal::columns(&rows, &RIGHT, painter);
        }
        text
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn cells(row: &Row) -> [String; 13] {
    let (channel, rates) = (&row.channel, row.rates);
    let trips = &channel.round_trips;
    let latency = |ns| match trips.samples() {
        0 => "-".to_owned(),
        _ => span(ns),
    };
    #[allow(clippy::cast_precision_loss)] // shown with three digits
    let (queue, lost) = (channel.queue_bytes as f64, channel.total_dropped() as f64);
    [
        row.federate.clone(),
        row.peer.clone(),
        channel.profile.clone(),
        channel.transport.clone(),
        number(rates.messages_out),
        number(rates.messages_in),
        format!("{:.2}", rates.bytes_out / 1e6),
        format!("{:.2}", rates.bytes_in / 1e6),
        number(queue),
        number(lost),
        number(channel.mean_bundle_bytes()),
        latency(trips.p50_ns),
        latency(trips.p99_ns),
    ]
}

/// A number with three digits.
fn number(value: f64) -> String {
    let scaled = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    match scaled.iter().find(|(unit, _)| value >= 0.9995 * unit) {
        Some((unit, letter)) => digits(value / unit) + letter,
        None => format!("{value:.0}"),
    }
}

/// A span of time with three digits.
fn span(ns: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // shown with three digits
    let ns = ns as f64;
    let units = [(1e9, " s"), (1e6, " ms"), (1e3, " us")];
    match units.iter().find(|(unit, _)| ns >= 0.9995 * unit) {
        Some((unit, name)) => digits(ns / unit) + name,
        None => format!("{ns:.0} ns"),
    }
}

fn digits(value: f64) -> String {
    match value {
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// The text in the place of what stood on the terminal, as much as fits.
fn on_screen(text: &str) -> String {
    let (lines, columns) = tcgetwinsize(std::io::stdout())
        .map_or((24, 80), |size| (size.ws_row.max(2), size.ws_col.max(20)));
    let mut screen = "\x1b[H".to_owned();
    for line in text.lines().take(usize::from(lines) - 1) {
        screen += &cut(line, usize::from(columns));
        screen += "\x1b[K\n";
    }
    screen + "\x1b[J"
}

/// The first characters of a line, without cutting a colour in two.
fn cut(line: &str, columns: usize) -> String {
    let (mut kept, mut width, mut in_code) = (String::new(), 0, false);
    for letter in line.chars() {
        in_code |= letter == '\x1b';
        if in_code || width < columns {
            kept.push(letter);
        }
        width += usize::from(!in_code);
        in_code &= letter != 'm';
    }
    kept
}

fn json_of(federations: &[Shown]) -> Value {
    let all = federations.iter().map(|shown| {
        json!({
            "federation": shown.federation,
            "federates": shown.members,
            "silent": shown.silent,
            "channels": shown.rows.iter().map(row_json).collect::<Value>(),
        })
    });
    all.collect()
}

fn row_json(row: &Row) -> Value {
    let (channel, rates) = (&row.channel, row.rates);
    let trips = &channel.round_trips;
    let dropped = channel.dropped.iter();
    let dropped = dropped.map(|(reason, count)| (reason.clone(), json!(count)));
    json!({
        "federate": row.federate,
        "peer": row.peer,
        "profile": channel.profile,
        "transport": channel.transport,
        "sent": {
            "messages": channel.messages_sent,
            "bytes": channel.bytes_sent,
            "messages_per_second": rates.messages_out,
            "bytes_per_second": rates.bytes_out,
        },
        "received": {
            "messages": channel.messages_received,
            "bytes": channel.bytes_received,
            "messages_per_second": rates.messages_in,
            "bytes_per_second": rates.bytes_in,
        },
        "queue_bytes": channel.queue_bytes,
        "pressed_back": channel.pressed_back,
        "held_ms": channel.held_ms,
        "bundles": channel.bundles,
        "mean_bundle_bytes": channel.mean_bundle_bytes(),
        "dropped": dropped.collect::<serde_json::Map<_, _>>(),
        "retransmissions": channel.retransmissions,
        "round_trip_ns": {
            "samples": trips.samples(),
            "p50": trips.p50_ns,
            "p99": trips.p99_ns,
            "max": trips.max_ns,
        },
    })
}

#[cfg(test)]
mod tests {
    use hyla_lrc::{MemberMetrics, RoundTrips};

    use super::*;

    fn channel(peer: u32, sent: u64) -> ChannelMetrics {
        ChannelMetrics {
            peer: FederateHandle::new(peer),
            profile: "stream".into(),
            transport: "tcp".into(),
            messages_sent: sent,
            messages_received: 0,
            bytes_sent: sent * 100,
            bytes_received: 0,
            queue_bytes: 2_500,
            pressed_back: 0,
            held_ms: 0,
            bundles: sent / 2,
            dropped: Vec::new(),
            retransmissions: 0,
            round_trips: RoundTrips {
                counts: vec![1],
                p50_ns: 900,
                p99_ns: 1_234_000,
                ..RoundTrips::default()
            },
        }
    }

    fn look(at: Instant, channels: Vec<ChannelMetrics>) -> Look {
        let one = FederateHandle::new(1);
        let report = MemberMetrics {
            channels,
            undeliverable: 0,
            held_back_by: Vec::new(),
            groups: Vec::new(),
        };
        let members = ["one", "two", "three"].map(str::to_owned).into_iter();
        let members = members
            .zip(1..)
            .map(|(name, raw)| (FederateHandle::new(raw), name));
        Look {
            at,
            federations: vec![FederationMetrics {
                federation: "Race".into(),
                members: members.collect(),
                reports: vec![(one, report)],
            }],
        }
    }

    #[test]
    fn the_busiest_channel_is_first_and_the_silent_are_counted() {
        let at = Instant::now();
        let before = look(at, vec![channel(2, 100)]);
        let after = look(
            at + Duration::from_secs(2),
            vec![channel(2, 120), channel(3, 4_000)],
        );

        let text = table(&after.since(&before), Painter::plain());

        let expected = "\
Race  3 federates, 2 of them did not answer
  federate  peer   profile  transport  out/s  in/s  out MB/s  in MB/s  queue  lost  bundle     p50      p99
  one       three  stream   tcp        2.00k     0      0.20     0.00  2.50k     0     200  900 ns  1.23 ms
  one       two    stream   tcp           10     0      0.00     0.00  2.50k     0     200  900 ns  1.23 ms
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_channel_in_the_place_of_another_counts_from_zero() {
        let (now, before) = (channel(2, 30), channel(2, 100));

        assert_eq!(Rates::of(&now, Some(&before), 1.0).messages_out, 30.0);
    }

    #[test]
    fn what_does_not_fit_the_terminal_is_cut_but_colours_end() {
        assert_eq!(cut("\x1b[36mfederate\x1b[0m", 3), "\x1b[36mfed\x1b[0m");
    }
}
