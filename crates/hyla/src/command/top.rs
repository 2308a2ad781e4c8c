//! `hyla top`: what the channels of federates do, live.

mod screen;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hyla_lrc::{ChannelMetrics, FederationMetrics, GroupMetrics, RecoveryMetrics, RtiAmbassador};
use hyla_settings::RtiAddress;
use hyla_terminal::{Colour, Painter};
use hyla_types::FederateHandle;
use serde_json::{Value, json};

use super::ask;
use crate::settings_args::SettingsArgs;

/// Time between two looks.
const EVERY: Duration = Duration::from_secs(1);

/// Options of `hyla top`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Federation execution to show [default: all]
    #[arg(value_name = "FEDERATION")]
    federation: Option<String>,

    /// Ask this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Sort rows by this column
    #[arg(long, value_name = "COLUMN", default_value = "federate", value_parser = column)]
    sort: Column,

    /// Measure one second and end
    #[arg(long)]
    once: bool,

    /// Print a JSON array for other programs; without --once a line each second
    #[arg(long)]
    json: bool,
}

fn column(title: &str) -> Result<Column, String> {
    let known = Column::ALL
        .into_iter()
        .find(|column| column.title() == title);
    known.ok_or_else(|| {
        let titles = Column::ALL.map(Column::title).join(", ");
        format!("it takes a column: {titles}")
    })
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
    let painter = Painter::stdout();
    let (federation, sort) = (args.federation.clone(), args.sort);
    let mut before = Look::now(&rti, federation.as_deref())?;
    let mut look = move || {
        std::thread::sleep(EVERY.saturating_sub(before.at.elapsed()));
        let look = Look::now(&rti, federation.as_deref())?;
        let federations = look.since(&before, sort);
        before = look;
        Ok(federations)
    };
    let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if !args.once && !args.json && is_terminal {
        return screen::show(sort, look);
    }
    loop {
        let federations: Vec<Shown> = look()?;
        let text = match (args.json, args.once) {
            (true, true) => format!("{:#}\n", json_of(&federations)),
            (true, false) => format!("{}\n", json_of(&federations)),
            (false, _) => table(&federations, painter),
        };
        hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
        if args.once {
            return Ok(());
        }
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

    /// Changes since an earlier sample.
    fn since(&self, before: &Self, sort: Column) -> Vec<Shown> {
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
            rows.sort_by(|a, b| sort.compare(a, b));
            let held = federation.reports.iter().flat_map(|(federate, report)| {
                report.held_back_by.iter().map(|(by, ms)| Held {
                    federate: federation.name_of(*federate),
                    by: federation.name_of(*by),
                    ms: *ms,
                })
            });
            let mut held: Vec<Held> = held.filter(|held| held.ms >= HELD_LONG_MS).collect();
            held.sort_by(|a, b| (&a.federate, &a.by).cmp(&(&b.federate, &b.by)));
            let groups = federation.reports.iter().flat_map(|(federate, report)| {
                let groups = report.groups.iter();
                groups.map(|groups| (federation.name_of(*federate), groups.clone()))
            });
            Shown {
                groups: groups.collect(),
                late: late(&rows),
                held,
                federation: federation.federation.clone(),
                members: federation.members.len(),
                silent: federation.silent(),
                rows,
            }
        });
        federations.collect()
    }
}

/// A federation execution as it is shown.
struct Shown {
    federation: String,
    members: usize,
    silent: usize,
    /// Federates under back-pressure for long, by name.
    held: Vec<Held>,
    /// Channels with more late messages than their profile permits.
    late: Vec<String>,
    /// Multicast groups of federates, by profile.
    groups: Vec<(String, GroupMetrics)>,
    rows: Vec<Row>,
}

impl Shown {
    /// Lines above the table.
    fn notices(&self) -> impl Iterator<Item = String> {
        let held = self.held.iter().map(Held::words);
        let groups = self.groups.iter();
        let groups = groups.filter_map(|(federate, groups)| recovery_words(federate, groups));
        held.chain(self.late.iter().cloned()).chain(groups)
    }
}

/// A line about reliable multicast of a federate, if it has sent or received any.
fn recovery_words(federate: &str, groups: &GroupMetrics) -> Option<String> {
    let recovery = groups.recovery.as_ref()?;
    if groups.datagrams + recovery.packets_received == 0 {
        return None;
    }
    #[allow(clippy::cast_precision_loss)] // shown with three digits
    let mean = |sum: u64, count: u64| span((sum as f64 * 1e3 / count.max(1) as f64) as u64);
    let repairs = recovery.repairs_from_sender
        + recovery.repairs_from_partners
        + recovery.repairs_from_parity;
    #[allow(clippy::cast_precision_loss)] // shown with three digits
    let short = |value: u64| number(value as f64);
    let mut words = format!(
        "{federate}, groups of {}: {} packets out, {} in; {} repaired ({} by senders, {} by partners, {} by parity)",
        groups.profile,
        short(groups.datagrams),
        short(recovery.packets_received),
        short(repairs),
        short(recovery.repairs_from_sender),
        short(recovery.repairs_from_partners),
        short(recovery.repairs_from_parity),
    );
    if repairs > 0 {
        words += &format!(" in {}", mean(recovery.repair_us, repairs));
    }
    if recovery.token_rounds > 0 {
        words += &format!(", token {}", mean(recovery.token_us, recovery.token_rounds));
    }
    if recovery.rate > 0 {
        #[allow(clippy::cast_precision_loss)] // shown with three digits
        let (rate, loss) = (recovery.rate as f64 / 1e6, recovery.loss_ppm as f64 / 1e4);
        words += &format!(", at most {rate:.1} MB/s, {loss:.2} % lost");
    }
    if recovery.redundancy_ppm > 0 {
        #[allow(clippy::cast_precision_loss)] // shown with three digits
        let redundancy = recovery.redundancy_ppm as f64 / 1e4;
        words += &format!(", {redundancy:.2} % sent besides");
    }
    if recovery.regions > 0 {
        words += &format!(", {} regions", recovery.regions);
    }
    if recovery.partitions > 0 {
        words += &format!(", {} partitions", recovery.partitions);
    }
    if recovery.on_streams > 0 {
        words += &format!(", {} on streams", recovery.on_streams);
    }
    Some(words)
}

/// Lines about channels with more late messages than their profile permits.
fn late(rows: &[Row]) -> Vec<String> {
    let late = rows.iter().filter_map(|row| {
        let deadline = row.channel.deadline?;
        let (found, permitted) = (deadline.late_share(), deadline.permitted_share());
        (found > permitted).then(|| {
            format!(
                "{:.2} % of the messages from {} to {} by {} arrive late; {:.2} % are permitted (qos.{}.hardness)",
                found * 100.0,
                row.peer,
                row.federate,
                row.channel.profile,
                permitted * 100.0,
                row.channel.profile
            )
        })
    });
    late.collect()
}

/// From so many milliseconds on it is shown who holds a federate back; the log names it then, too.
const HELD_LONG_MS: u64 = 1_000;

/// A federate that waits since another does not take what it sends.
struct Held {
    federate: String,
    by: String,
    ms: u64,
}

impl Held {
    fn words(&self) -> String {
        let Self { federate, by, ms } = self;
        format!(
            "{federate} waits for {by}, which has not received its messages for {}",
            span(ms * 1_000_000)
        )
    }
}

struct Row {
    federate: String,
    peer: String,
    rates: Rates,
    channel: ChannelMetrics,
}

/// Rates of a channel, for each second.
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
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Federate,
    Peer,
    Profile,
    Transport,
    Out,
    In,
    OutBytes,
    InBytes,
    Queue,
    Held,
    Lost,
    Bundle,
    P50,
    P99,
}

impl Column {
    const ALL: [Self; 14] = [
        Self::Federate,
        Self::Peer,
        Self::Profile,
        Self::Transport,
        Self::Out,
        Self::In,
        Self::OutBytes,
        Self::InBytes,
        Self::Queue,
        Self::Held,
        Self::Lost,
        Self::Bundle,
        Self::P50,
        Self::P99,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Federate => "federate",
            Self::Peer => "peer",
            Self::Profile => "profile",
            Self::Transport => "transport",
            Self::Out => "out/s",
            Self::In => "in/s",
            Self::OutBytes => "out MB/s",
            Self::InBytes => "in MB/s",
            Self::Queue => "queue",
            Self::Held => "held",
            Self::Lost => "lost",
            Self::Bundle => "bundle",
            Self::P50 => "p50",
            Self::P99 => "p99",
        }
    }

    /// Whether its cells are right-aligned.
    fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Federate | Self::Peer | Self::Profile | Self::Transport
        )
    }

    /// The order of rows: words by the alphabet, numbers from the greatest down. Rows that are equal in the column
    /// have the order of their names, so that they keep their places.
    fn compare(self, a: &Row, b: &Row) -> Ordering {
        let names = |row: &'_ Row| {
            let channel = &row.channel;
            (
                row.federate.clone(),
                row.peer.clone(),
                channel.profile.clone(),
                channel.transport.clone(),
            )
        };
        let down = |of: fn(&Row) -> f64| of(b).total_cmp(&of(a));
        #[allow(clippy::cast_precision_loss)] // compared as they are shown
        let first = match self {
            Self::Federate => Ordering::Equal,
            Self::Peer => a.peer.cmp(&b.peer),
            Self::Profile => a.channel.profile.cmp(&b.channel.profile),
            Self::Transport => a.channel.transport.cmp(&b.channel.transport),
            Self::Out => down(|row| row.rates.messages_out),
            Self::In => down(|row| row.rates.messages_in),
            Self::OutBytes => down(|row| row.rates.bytes_out),
            Self::InBytes => down(|row| row.rates.bytes_in),
            Self::Queue => down(|row| row.channel.queue_bytes as f64),
            Self::Held => down(|row| row.channel.held_ms as f64),
            Self::Lost => down(|row| row.channel.total_dropped() as f64),
            Self::Bundle => down(|row| row.channel.mean_bundle_bytes()),
            Self::P50 => down(|row| row.channel.round_trips.p50_ns as f64),
            Self::P99 => down(|row| row.channel.round_trips.p99_ns as f64),
        };
        first.then_with(|| names(a).cmp(&names(b)))
    }
}

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
        for notice in shown.notices() {
            text += &painter.paint(Colour::Yellow, notice);
            text.push('\n');
        }
        if !shown.rows.is_empty() {
            let mut rows = vec![Column::ALL.map(|column| column.title().to_owned())];
            rows.extend(shown.rows.iter().map(cells));
            let right = (0..rows[0].len()).filter(|at| Column::ALL[*at].is_number());
            text += &hyla_terminal::columns(&rows, &right.collect::<Vec<_>>(), painter);
        }
        text
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn cells(row: &Row) -> [String; 14] {
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
        match channel.held_ms {
            0 => "-".to_owned(),
            ms => span(ms * 1_000_000),
        },
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

fn json_of(federations: &[Shown]) -> Value {
    let all = federations.iter().map(|shown| {
        json!({
            "federation": shown.federation,
            "federates": shown.members,
            "silent": shown.silent,
            "held_back": shown.held.iter().map(held_json).collect::<Value>(),
            "groups": shown.groups.iter().map(groups_json).collect::<Value>(),
            "channels": shown.rows.iter().map(row_json).collect::<Value>(),
        })
    });
    all.collect()
}

fn held_json(held: &Held) -> Value {
    json!({"federate": held.federate, "by": held.by, "ms": held.ms})
}

fn groups_json((federate, groups): &(String, GroupMetrics)) -> Value {
    let recovery = groups.recovery.as_ref().map(|recovery| {
        let numbers = RecoveryMetrics::NUMBERS.iter();
        let numbers = numbers.map(|number| (number.name.to_owned(), json!((number.of)(recovery))));
        numbers.collect::<serde_json::Map<_, _>>()
    });
    let dropped = groups.dropped.iter();
    let dropped = dropped.map(|(reason, count)| (reason.clone(), json!(count)));
    json!({
        "federate": federate,
        "profile": groups.profile,
        "groups": groups.groups,
        "joined": groups.joined,
        "messages": groups.messages,
        "reached": groups.reached,
        "datagrams": groups.datagrams,
        "bytes": groups.bytes,
        "probes": groups.probes,
        "fallbacks": groups.fallbacks,
        "unheard": groups.unheard,
        "dropped": dropped.collect::<serde_json::Map<_, _>>(),
        "recovery": recovery,
    })
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
        "deadline": channel.deadline.map(|deadline| json!({
            "messages": deadline.messages,
            "late": deadline.late,
            "permitted_share": deadline.permitted_share(),
        })),
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
    use hyla_lrc::{DeadlineMetrics, MemberMetrics, RoundTrips};

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
            deadline: None,
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
            refused: 0,
            refused_seals: Vec::new(),
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
    fn recovery_of_groups_is_described_above_the_table() {
        let at = Instant::now();
        let mut now = look(at, vec![channel(2, 100)]);
        now.federations[0].reports[0].1.groups = vec![GroupMetrics {
            profile: "HLAreliable".into(),
            datagrams: 1_500,
            recovery: Some(RecoveryMetrics {
                repairs_from_partners: 4,
                repair_us: 4_800,
                token_rounds: 10,
                token_us: 25_000,
                rate: 25_000_000,
                loss_ppm: 12_500,
                regions: 2,
                partitions: 3,
                redundancy_ppm: 15_000,
                on_streams: 1,
                ..RecoveryMetrics::default()
            }),
            ..GroupMetrics::default()
        }];

        let shown = now.since(&look(at, Vec::new()), Column::Federate);

        let notice = "one, groups of HLAreliable: 1.50k packets out, 0 in; 4 repaired (0 by senders, 4 by partners, 0 by \
                      parity) in 1.20 ms, token 2.50 ms, at most 25.0 MB/s, 1.25 % lost, 1.50 % sent besides, 2 regions, 3 partitions, \
                      1 on streams";
        let table = table(&shown, Painter::plain());
        assert!(table.contains(notice), "{table}");
        let json = json_of(&shown);
        assert_eq!(json[0]["groups"][0]["recovery"]["repairs_from_partners"], 4);
    }

    #[test]
    fn a_channel_with_more_late_messages_than_permitted_is_named_above_the_table() {
        let at = Instant::now();
        let with = |late| {
            let mut channel = channel(2, 100);
            channel.profile = "Command".into();
            channel.deadline = Some(DeadlineMetrics {
                messages: 1_000,
                late,
                hardness: 99.0,
            });
            look(at, vec![channel]).since(&look(at, Vec::new()), Column::Federate)
        };

        let (many, few) = (with(25), with(5));

        let notice = "2.50 % of the messages from two to one by Command arrive late; 1.00 % are permitted \
                      (qos.Command.hardness)";
        assert!(table(&many, Painter::plain()).contains(notice));
        assert_eq!(few[0].late, [""; 0]);
        assert_eq!(json_of(&few)[0]["channels"][0]["deadline"]["late"], 5);
    }

    #[test]
    fn rows_are_sorted_as_asked_and_the_silent_are_counted() {
        let at = Instant::now();
        let before = look(at, vec![channel(2, 100)]);
        let mut after = look(
            at + Duration::from_secs(2),
            vec![channel(2, 120), channel(3, 4_000)],
        );
        let report = &mut after.federations[0].reports[0].1;
        report.channels[1].held_ms = 3_210;
        // Less than a second is how senders and receivers take turns.
        report.held_back_by = vec![
            (FederateHandle::new(3), 3_210),
            (FederateHandle::new(2), 999),
        ];

        let text = table(&after.since(&before, Column::Out), Painter::plain());

        let expected = "\
Race  3 federates, 2 of them did not answer
one waits for three, which has not received its messages for 3.21 s
  federate  peer   profile  transport  out/s  in/s  out MB/s  in MB/s  queue    held  lost  bundle     p50      p99
  one       three  stream   tcp        2.00k     0      0.20     0.00  2.50k  3.21 s     0     200  900 ns  1.23 ms
  one       two    stream   tcp           10     0      0.00     0.00  2.50k       -     0     200  900 ns  1.23 ms
";
        assert_eq!(text, expected);
        let json = json_of(&after.since(&before, Column::Out));
        assert_eq!(
            json[0]["held_back"],
            json!([{"federate": "one", "by": "three", "ms": 3_210}])
        );
    }

    #[test]
    fn a_channel_in_the_place_of_another_counts_from_zero() {
        let (now, before) = (channel(2, 30), channel(2, 100));

        assert_eq!(Rates::of(&now, Some(&before), 1.0).messages_out, 30.0);
    }

    /// A federation execution with a channel to each of these peers, which sent so many messages in a second.
    pub(super) fn shown(peers: &[(&str, u64)]) -> Vec<Shown> {
        let rows = peers.iter().map(|(peer, sent)| {
            let channel = channel(2, *sent);
            Row {
                federate: "one".into(),
                peer: (*peer).to_owned(),
                rates: Rates::of(&channel, None, 1.0),
                channel,
            }
        });
        vec![Shown {
            federation: "Race".into(),
            groups: Vec::new(),
            members: 2,
            silent: 0,
            held: Vec::new(),
            late: Vec::new(),
            rows: rows.collect(),
        }]
    }

    #[test]
    fn rows_of_the_same_rate_keep_the_order_of_their_names() {
        let at = Instant::now();
        let before = look(at, vec![channel(3, 100), channel(2, 100)]);
        let after = look(at + EVERY, vec![channel(3, 100), channel(2, 100)]);

        for sort in Column::ALL {
            let shown = after.since(&before, sort);
            let peers: Vec<&str> = shown[0].rows.iter().map(|row| row.peer.as_str()).collect();
            assert_eq!(peers, ["three", "two"], "{}", sort.title());
        }
    }

    #[test]
    fn a_column_that_is_none_is_answered_with_those_there_are() {
        assert_eq!(column("out/s"), Ok(Column::Out));
        assert!(column("speed").unwrap_err().contains("queue, held, lost"));
    }
}
