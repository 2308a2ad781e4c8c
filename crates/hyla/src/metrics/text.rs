//! The text format of Prometheus, version 0.0.4: a line for each number.

use std::fmt::{Display, Write};

use hyla_lrc::{
    ChannelMetrics, FederationMetrics, GroupMetrics, NumberKind, ROUND_TRIP_BOUNDS_NS,
    RecoveryMetrics,
};
use hyla_rti::{Refusals, RtiMetrics};

/// Its `Content-Type`.
pub(super) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Labels with their values.
type Labels<'a> = [(&'a str, &'a str)];

/// A channel, whose it is and where it leads.
struct Row<'a> {
    federation: &'a str,
    federate: String,
    peer: String,
    channel: &'a ChannelMetrics,
}

/// A number of a channel: name, help, kind, and where it is found.
type Number = (&'static str, &'static str, Kind, fn(&ChannelMetrics) -> u64);

#[derive(Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

/// The numbers of each channel, but for drops and the histogram.
const CHANNEL: [Number; 10] = [
    (
        "hyla_channel_sent_messages_total",
        "Messages given to the channel.",
        Kind::Counter,
        |c| c.messages_sent,
    ),
    (
        "hyla_channel_received_messages_total",
        "Messages received from the channel.",
        Kind::Counter,
        |c| c.messages_received,
    ),
    (
        "hyla_channel_sent_bytes_total",
        "Bytes handed to the transport.",
        Kind::Counter,
        |c| c.bytes_sent,
    ),
    (
        "hyla_channel_received_bytes_total",
        "Bytes received from the transport.",
        Kind::Counter,
        |c| c.bytes_received,
    ),
    (
        "hyla_channel_queue_bytes",
        "Bytes queued for sending, now.",
        Kind::Gauge,
        |c| c.queue_bytes,
    ),
    (
        "hyla_channel_pressed_back_total",
        "Back-pressure events: a sender found more than channel.send_queue_bytes queued and had to wait.",
        Kind::Counter,
        |c| c.pressed_back,
    ),
    (
        "hyla_channel_held_back_milliseconds",
        "Duration of the current back-pressure on the sender; 0 without it.",
        Kind::Gauge,
        |c| c.held_ms,
    ),
    (
        "hyla_channel_sent_bundles_total",
        "Bundles sent; sent bytes divided by sent bundles is their mean size.",
        Kind::Counter,
        |c| c.bundles,
    ),
    (
        "hyla_channel_lost_messages_total",
        "Messages dropped at this end, all reasons together.",
        Kind::Counter,
        ChannelMetrics::total_dropped,
    ),
    (
        "hyla_channel_retransmitted_packets_total",
        "Packets retransmitted.",
        Kind::Counter,
        |c| c.retransmissions,
    ),
];

type GroupNumber = (&'static str, &'static str, Kind, fn(&GroupMetrics) -> u64);

const GROUPS: [GroupNumber; 9] = [
    (
        "hyla_groups",
        "Multicast groups that the federate sends to, now.",
        Kind::Gauge,
        |g| g.groups,
    ),
    (
        "hyla_groups_joined",
        "Multicast groups that the federate has joined, now.",
        Kind::Gauge,
        |g| g.joined,
    ),
    (
        "hyla_groups_messages_total",
        "Messages sent to groups, or copied for each receiver (multicast-emulation).",
        Kind::Counter,
        |g| g.messages,
    ),
    (
        "hyla_groups_reached_total",
        "Sum of the receivers of these messages.",
        Kind::Counter,
        |g| g.reached,
    ),
    (
        "hyla_groups_datagrams_total",
        "Datagrams with messages to groups.",
        Kind::Counter,
        |g| g.datagrams,
    ),
    (
        "hyla_groups_bytes_total",
        "Bytes of all datagrams to groups, probes included.",
        Kind::Counter,
        |g| g.bytes,
    ),
    (
        "hyla_groups_probes_total",
        "Probe datagrams, which test whether members receive a group.",
        Kind::Counter,
        |g| g.probes,
    ),
    (
        "hyla_groups_fallbacks_total",
        "Receivers that got a message by their lanes although its audience has a group.",
        Kind::Counter,
        |g| g.fallbacks,
    ),
    (
        "hyla_groups_unheard_total",
        "Times that a member did not receive a group, did not join it, or stopped receiving.",
        Kind::Counter,
        |g| g.unheard,
    ),
];

/// The page.
pub(super) fn page(metrics: &RtiMetrics) -> String {
    let mut page = Page(String::new());
    page.rti(metrics);
    page.federations(&metrics.federations);
    page.refused_seals(&metrics.federations);
    let rows: Vec<Row<'_>> = metrics.federations.iter().flat_map(rows).collect();
    page.channels(&rows);
    page.groups(&metrics.federations);
    page.0
}

fn rows(federation: &FederationMetrics) -> impl Iterator<Item = Row<'_>> {
    federation
        .reports
        .iter()
        .flat_map(move |(federate, report)| {
            report.channels.iter().map(move |channel| Row {
                federation: &federation.federation,
                federate: federation.name_of(*federate),
                peer: federation.name_of(channel.peer),
                channel,
            })
        })
}

struct Page(String);

impl Page {
    fn rti(&mut self, metrics: &RtiMetrics) {
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        self.head("hyla_build_info", "Version of the RTI.", Kind::Gauge);
        self.line("hyla_build_info", &version, 1);
        let relayed = &metrics.relayed;
        let numbers = [
            (
                "hyla_rti_sessions",
                "Connections to the RTI, of federates and tools, now.",
                Kind::Gauge,
                metrics.sessions,
            ),
            (
                "hyla_rti_relayed_messages_total",
                "Messages relayed between federates without a channel.",
                Kind::Counter,
                relayed.frames,
            ),
            (
                "hyla_rti_relayed_bytes_total",
                "Bytes relayed between federates without a channel.",
                Kind::Counter,
                relayed.bytes,
            ),
            (
                "hyla_rti_relayed_lost_messages_total",
                "Messages to relay whose receiver had left.",
                Kind::Counter,
                relayed.dropped,
            ),
            (
                "hyla_federations",
                "Federation executions.",
                Kind::Gauge,
                metrics.federations.len() as u64,
            ),
        ];
        for (name, help, kind, value) in numbers {
            self.head(name, help, kind);
            self.line(name, &[], value);
        }
        self.refusals(&metrics.refused);
    }

    fn refusals(&mut self, refused: &Refusals) {
        let name = "hyla_rti_refused_total";
        let help = "Callers, sessions and requests that the RTI refused or closed, by reason.";
        self.head(name, help, Kind::Counter);
        let reasons = [
            ("crowded", refused.crowded),
            ("descriptors", refused.descriptors),
            ("silent", refused.silent),
            ("foreign", refused.foreign),
            ("violation", refused.violation),
            ("unauthorized", refused.unauthorized),
            ("quota", refused.quota),
            ("http", refused.http),
            ("fedpro", refused.fedpro),
        ];
        for (reason, value) in reasons {
            self.line(name, &[("reason", reason)], value);
        }
        let name = "hyla_rti_suppressed_log_lines_total";
        let help = "Log lines about bad connections that were left out.";
        self.head(name, help, Kind::Counter);
        self.line(name, &[], refused.suppressed_lines);
    }

    fn federations(&mut self, federations: &[FederationMetrics]) {
        type OfFederation = fn(&FederationMetrics) -> usize;
        let numbers: [(_, _, OfFederation); 2] = [
            ("hyla_federates", "Joined federates.", |f| f.members.len()),
            (
                "hyla_federates_silent",
                "Joined federates that did not report metrics in time.",
                FederationMetrics::silent,
            ),
        ];
        for (name, help, value) in numbers {
            self.head(name, help, Kind::Gauge);
            for federation in federations {
                let labels = [("federation", &*federation.federation)];
                self.line(name, &labels, value(federation));
            }
        }
        type Count = fn(&hyla_lrc::MemberMetrics) -> u64;
        let counts: [(_, _, Count); 2] = [
            (
                "hyla_federate_undeliverable_messages_total",
                "Messages whose receiver had left, and best-effort messages without a channel.",
                |report| report.undeliverable,
            ),
            (
                "hyla_federate_refused_total",
                "Callers that were not who they said they were, and messages without the right to say them.",
                |report| report.refused,
            ),
        ];
        for (name, help, value) in counts {
            self.head(name, help, Kind::Counter);
            for federation in federations {
                for (federate, report) in &federation.reports {
                    let federate = federation.name_of(*federate);
                    let labels = [
                        ("federation", &*federation.federation),
                        ("federate", &*federate),
                    ];
                    self.line(name, &labels, value(report));
                }
            }
        }
    }

    fn refused_seals(&mut self, federations: &[FederationMetrics]) {
        let name = "hyla_federate_refused_seals_total";
        let help = "Datagrams and records of channels between federates that were not sealed as they have to be.";
        self.head(name, help, Kind::Counter);
        for federation in federations {
            for (federate, report) in &federation.reports {
                let federate = federation.name_of(*federate);
                for (reason, count) in &report.refused_seals {
                    let labels = [
                        ("federation", &*federation.federation),
                        ("federate", &*federate),
                        ("reason", reason),
                    ];
                    self.line(name, &labels, *count);
                }
            }
        }
    }

    fn channels(&mut self, rows: &[Row<'_>]) {
        for (name, help, kind, value) in CHANNEL {
            self.head(name, help, kind);
            for row in rows {
                self.line(name, &row.labels(), value(row.channel));
            }
        }
        let name = "hyla_channel_dropped_messages_total";
        self.head(
            name,
            "Messages dropped at this end, by reason.",
            Kind::Counter,
        );
        for row in rows {
            for (reason, count) in &row.channel.dropped {
                self.line(name, &with(&row.labels(), "reason", reason), count);
            }
        }
        self.deadlines(rows);
        let name = "hyla_channel_round_trip_seconds";
        let help =
            "Round-trip time (latency) of sampled messages; sampled only while metrics are read.";
        self.head(name, help, Kind::Histogram);
        for row in rows {
            self.histogram(name, row);
        }
    }

    /// Only of channels whose profile has a deadline.
    fn deadlines(&mut self, rows: &[Row<'_>]) {
        let of = |row: &&Row<'_>| row.channel.deadline;
        let timed: Vec<_> = rows.iter().filter(|row| of(row).is_some()).collect();
        let name = "hyla_channel_timed_messages_total";
        let help = "Messages received by a profile with a deadline.";
        self.head(name, help, Kind::Counter);
        for row in &timed {
            self.line(name, &row.labels(), of(row).map_or(0, |d| d.messages));
        }
        let name = "hyla_channel_late_messages_total";
        self.head(
            name,
            "Messages received after their deadline.",
            Kind::Counter,
        );
        for row in &timed {
            self.line(name, &row.labels(), of(row).map_or(0, |d| d.late));
        }
        let name = "hyla_channel_permitted_late_ratio";
        let help = "Share of late messages that the profile permits: 1 - hardness.";
        self.head(name, help, Kind::Gauge);
        for row in &timed {
            let permitted = of(row).map_or(0.0, |d| d.permitted_share());
            self.line(name, &row.labels(), (permitted * 1e6).round() / 1e6);
        }
    }

    fn groups(&mut self, federations: &[FederationMetrics]) {
        let mut rows = Vec::new();
        for federation in federations {
            for (federate, report) in &federation.reports {
                let groups = report.groups.iter();
                rows.extend(groups.map(|groups| GroupRow {
                    federation: &federation.federation,
                    federate: federation.name_of(*federate),
                    groups,
                }));
            }
        }
        for (name, help, kind, value) in GROUPS {
            self.head(name, help, kind);
            for row in &rows {
                self.line(name, &row.labels(), value(row.groups));
            }
        }
        let name = "hyla_groups_dropped_datagrams_total";
        let help = "Datagrams to groups dropped at this end, by reason.";
        self.head(name, help, Kind::Counter);
        for row in &rows {
            for (reason, count) in &row.groups.dropped {
                self.line(name, &with(&row.labels(), "reason", reason), count);
            }
        }
        self.recovery(&rows);
    }

    /// Only of profiles with reliable multicast.
    fn recovery(&mut self, rows: &[GroupRow<'_>]) {
        for number in RecoveryMetrics::NUMBERS {
            let (name, kind) = match number.kind {
                NumberKind::Counter => {
                    (format!("hyla_groups_{}_total", number.name), Kind::Counter)
                }
                NumberKind::Gauge => (format!("hyla_groups_{}", number.name), Kind::Gauge),
            };
            self.head(&name, number.about, kind);
            for row in rows {
                if let Some(recovery) = &row.groups.recovery {
                    self.line(&name, &row.labels(), (number.of)(recovery));
                }
            }
        }
    }

    fn histogram(&mut self, name: &str, row: &Row<'_>) {
        let (labels, trips) = (row.labels(), &row.channel.round_trips);
        let bucket = format!("{name}_bucket");
        let mut below = 0;
        for (bound, count) in ROUND_TRIP_BOUNDS_NS.iter().zip(&trips.counts) {
            below += count;
            let bound = seconds(*bound).to_string();
            self.line(&bucket, &with(&labels, "le", &bound), below);
        }
        self.line(&bucket, &with(&labels, "le", "+Inf"), trips.samples());
        self.line(&format!("{name}_sum"), &labels, seconds(trips.sum_ns));
        self.line(&format!("{name}_count"), &labels, trips.samples());
    }

    fn head(&mut self, name: &str, help: &str, kind: Kind) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &Labels<'_>, value: impl Display) {
        self.0.push_str(name);
        for (at, (label, value)) in labels.iter().enumerate() {
            self.0.push(if at == 0 { '{' } else { ',' });
            self.0.push_str(label);
            self.0.push_str("=\"");
            for letter in value.chars() {
                match letter {
                    '\\' => self.0.push_str("\\\\"),
                    '"' => self.0.push_str("\\\""),
                    '\n' => self.0.push_str("\\n"),
                    other => self.0.push(other),
                }
            }
            self.0.push('"');
        }
        if !labels.is_empty() {
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }
}

/// The groups of one federate and profile.
struct GroupRow<'a> {
    federation: &'a str,
    federate: String,
    groups: &'a GroupMetrics,
}

impl GroupRow<'_> {
    fn labels(&self) -> [(&str, &str); 3] {
        [
            ("federation", self.federation),
            ("federate", &self.federate),
            ("profile", &self.groups.profile),
        ]
    }
}

impl Row<'_> {
    fn labels(&self) -> [(&str, &str); 5] {
        [
            ("federation", self.federation),
            ("federate", &self.federate),
            ("peer", &self.peer),
            ("profile", &self.channel.profile),
            ("transport", &self.channel.transport),
        ]
    }
}

fn with<'a>(labels: &Labels<'a>, name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    labels.iter().copied().chain([(name, value)]).collect()
}

#[allow(clippy::cast_precision_loss)] // 104 days of nanoseconds are exact
fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use hyla_lrc::{DeadlineMetrics, MemberMetrics, RoundTrips};
    use hyla_types::FederateHandle;

    use super::*;

    fn metrics() -> RtiMetrics {
        let mut counts = vec![0; ROUND_TRIP_BOUNDS_NS.len() + 1];
        (counts[4], counts[22]) = (2, 1);
        let channel = ChannelMetrics {
            peer: FederateHandle::RTI,
            profile: "stream".into(),
            transport: "tcp".into(),
            messages_sent: 12,
            messages_received: 7,
            bytes_sent: 640,
            bytes_received: 320,
            queue_bytes: 0,
            pressed_back: 0,
            held_ms: 0,
            bundles: 4,
            dropped: vec![("rate-limit".into(), 3)],
            retransmissions: 0,
            deadline: None,
            round_trips: RoundTrips {
                counts,
                sum_ns: 12_000_030_000,
                ..RoundTrips::default()
            },
        };
        let report = MemberMetrics {
            channels: vec![channel],
            undeliverable: 0,
            refused: 0,
            refused_seals: Vec::new(),
            held_back_by: Vec::new(),
            groups: vec![GroupMetrics {
                profile: "HLAbestEffort".into(),
                reached: 9,
                dropped: vec![("refused".into(), 5)],
                recovery: Some(RecoveryMetrics {
                    repairs_from_partners: 7,
                    rate: 25_000_000,
                    ..RecoveryMetrics::default()
                }),
                ..GroupMetrics::default()
            }],
        };
        let (one, two) = (FederateHandle::new(1), FederateHandle::new(2));
        RtiMetrics {
            sessions: 2,
            federations: vec![FederationMetrics {
                federation: "a \"b\" \\c\nd".into(),
                members: vec![(one, "one".into()), (two, "two".into())],
                reports: vec![(one, report)],
            }],
            ..RtiMetrics::default()
        }
    }

    #[test]
    fn names_of_federations_cannot_break_the_page() {
        let page = page(&metrics());

        let line = r#"hyla_federates_silent{federation="a \"b\" \\c\nd"} 1"#;
        assert!(page.lines().any(|l| l == line), "{page}");
    }

    #[test]
    fn a_histogram_counts_upwards_and_ends_with_all_samples() {
        let page = page(&metrics());

        let buckets = page
            .lines()
            .filter(|l| l.starts_with("hyla_channel_round_trip_seconds_bucket"));
        let values: Vec<&str> = buckets.filter_map(|l| l.rsplit(' ').next()).collect();
        assert_eq!(values.len(), ROUND_TRIP_BOUNDS_NS.len() + 1);
        assert_eq!(
            (values[3], values[4], values[21], values[22]),
            ("0", "2", "2", "3")
        );
        assert!(page.contains(r#"le="0.00002"} 2"#), "{page}");
        assert!(page.contains("} 12.00003\n"), "{page}");
    }

    #[test]
    fn late_messages_stand_beside_what_is_permitted() {
        let mut metrics = metrics();
        metrics.federations[0].reports[0].1.channels[0].deadline = Some(DeadlineMetrics {
            messages: 200,
            late: 3,
            hardness: 99.9,
        });

        let page = page(&metrics);

        let value = |name: &str| {
            let mut lines = page
                .lines()
                .filter(|line| line.starts_with(&format!("{name}{{")));
            lines
                .next()
                .and_then(|line| line.rsplit(' ').next().map(str::to_owned))
        };
        for (name, expected) in [
            ("hyla_channel_timed_messages_total", "200"),
            ("hyla_channel_late_messages_total", "3"),
            ("hyla_channel_permitted_late_ratio", "0.001"),
        ] {
            assert_eq!(value(name).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn what_was_done_with_groups_is_told_for_each_profile() {
        let page = page(&metrics());

        let of = r#"federate="one",profile="HLAbestEffort""#;
        for (name, rest, value) in [
            ("hyla_groups_reached_total", "", 9),
            (
                "hyla_groups_dropped_datagrams_total",
                ",reason=\"refused\"",
                5,
            ),
            ("hyla_groups_repairs_from_partners_total", "", 7),
            ("hyla_groups_rate", "", 25_000_000),
        ] {
            let line = format!("{of}{rest}}} {value}");
            assert!(
                page.lines()
                    .any(|l| l.starts_with(name) && l.ends_with(&line)),
                "{page}"
            );
        }
    }

    #[test]
    fn each_number_of_recovery_is_described_in_the_docs() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/metrics.md");
        let page = std::fs::read_to_string(page).unwrap();

        for number in RecoveryMetrics::NUMBERS {
            assert!(
                page.contains(&format!("`{}`", number.name)),
                "{}",
                number.name
            );
        }
    }

    #[test]
    fn every_number_has_its_help_and_its_type_before_it() {
        let page = page(&metrics());

        for line in page.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap_or_default();
            let family = ["_bucket", "_sum", "_count"]
                .iter()
                .find_map(|suffix| name.strip_suffix(suffix))
                .unwrap_or(name);
            let before = page.split(line).next().unwrap_or_default();
            assert!(before.contains(&format!("# TYPE {family} ")), "{line}");
        }
    }
}
