//! Reports of federates to the program that shows the demo: values in one process, JSON lines between processes.

use serde::{Deserialize, Serialize};

/// One piece of news.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub(super) enum Report {
    /// How far a federate has come.
    Stage {
        /// Its name.
        federate: String,
        /// Its present stage.
        stage: Stage,
    },
    /// Updates that a flyer has sent so far.
    Sent {
        /// Name of the flyer.
        federate: String,
        /// Position updates.
        updates: u64,
    },
    /// Updates that the air picture has received so far.
    Received(Snapshot),
    /// The last word of the air picture.
    Result(Totals),
    /// A federate cannot go on.
    Failed {
        /// Its name.
        federate: String,
        /// Why, and what helps.
        error: String,
    },
    /// A federate has left in order.
    Left {
        /// Its name.
        federate: String,
        /// Whether it was the one that destroyed the federation execution.
        destroyed: bool,
    },
}

/// Stages in the life of a federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Member of the federation execution.
    Joined,
    /// Its aircraft are registered, or all are discovered.
    Ready,
    /// Updates flow.
    Flying,
    /// The last update is sent or received.
    Ended,
}

/// The air picture while it runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Snapshot {
    /// Aircraft known now.
    pub(super) aircraft: u64,
    /// Position updates received.
    pub(super) updates: u64,
    /// Advisories received.
    pub(super) advisories: u64,
    /// One-way latency so far.
    pub(super) latency: Latency,
    /// The last advisory in words.
    pub(super) last_advisory: Option<String>,
}

/// One-way latency from update to reflection, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Latency {
    pub(super) p50_us: f64,
    pub(super) p99_us: f64,
    pub(super) p999_us: f64,
    pub(super) max_us: f64,
}

/// Totals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Totals {
    /// Position updates that flyers sent, received here, and the difference.
    pub(super) updates_sent: u64,
    pub(super) updates_received: u64,
    pub(super) updates_lost: u64,
    /// Updates whose number did not follow the one before.
    pub(super) out_of_sequence: u64,
    pub(super) advisories_sent: u64,
    pub(super) advisories_received: u64,
    pub(super) handovers_sent: u64,
    pub(super) handovers_received: u64,
    /// Instances discovered and removed again.
    pub(super) discovered: u64,
    pub(super) removed: u64,
    pub(super) latency: Latency,
}

impl Totals {
    /// Whether everything that was sent came, once and in order.
    pub(super) fn is_complete(&self) -> bool {
        self.updates_lost == 0
            && self.out_of_sequence == 0
            && self.updates_sent == self.updates_received
            && self.advisories_sent == self.advisories_received
            && self.handovers_sent == self.handovers_received
            && self.discovered == self.removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_survives_its_way_through_a_line_of_json() {
        for report in [
            Report::Stage {
                federate: "North".into(),
                stage: Stage::Flying,
            },
            Report::Received(Snapshot {
                last_advisory: Some("a\nb".into()),
                ..Snapshot::default()
            }),
            Report::Result(Totals::default()),
        ] {
            let line = serde_json::to_string(&report).unwrap();

            assert!(!line.contains('\n'));
            assert_eq!(serde_json::from_str::<Report>(&line).unwrap(), report);
        }
    }

    #[test]
    fn a_total_with_anything_missing_is_not_complete() {
        let complete = Totals {
            updates_sent: 5,
            updates_received: 5,
            ..Totals::default()
        };
        assert!(complete.is_complete());

        assert!(
            !Totals {
                updates_lost: 1,
                ..complete.clone()
            }
            .is_complete()
        );
        assert!(
            !Totals {
                out_of_sequence: 1,
                ..complete.clone()
            }
            .is_complete()
        );
        assert!(
            !Totals {
                advisories_sent: 1,
                ..complete
            }
            .is_complete()
        );
    }
}
