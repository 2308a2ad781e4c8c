//! Tables and plots of a result, by its experiment and varied parameters.

use super::plot::{Scale, Unit};

/// Presentation of an experiment.
#[derive(Debug)]
pub(crate) struct Shown {
    /// As in the document.
    pub(crate) name: &'static str,
    /// For the heading.
    pub(crate) title: &'static str,
    /// The measurement, in a sentence or two.
    pub(crate) about: &'static str,
    /// Metrics with a column of the table, if measured.
    pub(crate) columns: &'static [&'static str],
    /// Plots, each drawn if the result has its data.
    pub(crate) plots: &'static [Drawing],
}

/// A possible plot of an experiment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drawing {
    /// Metrics of one kind over a parameter; drawn if the parameter has several values.
    Over {
        /// The parameter.
        parameter: &'static str,
        /// Metrics with a single series share a plot; others have one each.
        metrics: &'static [&'static str],
        /// Of the metrics.
        scale: Scale,
    },
    /// A metric of each point; drawn if no earlier [`Drawing::Over`] shows it.
    Each(&'static str),
    /// A histogram: frequency of values, and percentiles.
    Spread(&'static str),
    /// A metric by two parameters vertically and one horizontally.
    Matrix {
        /// Vertical.
        rows: [&'static str; 2],
        /// Horizontal.
        columns: &'static str,
        /// In the cells.
        metric: &'static str,
    },
}

/// Title and values of a parameter on an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// Title, with unit.
    pub(crate) title: &'static str,
    pub(crate) scale: Scale,
    pub(crate) unit: Unit,
}

const TRIPS: &[&str] = &[
    "round_trip_p50_us",
    "round_trip_p99_us",
    "round_trip_p999_us",
    "round_trip_max_us",
    "one_way_p50_us",
    "one_way_p99_us",
    "lost",
    "lost_share",
    "cpu_share",
];
const STREAMS: &[&str] = &[
    "sent_per_s",
    "delivered_per_s",
    "delivered_bytes_per_s",
    "lost_share",
    "one_way_p50_us",
    "one_way_p99_us",
    "one_way_max_us",
    "cpu_share",
    "peak_memory_bytes",
];
/// A master measures round trips of its messages.
const LOOPS: &[&str] = &[
    "sent_per_s",
    "delivered_per_s",
    "delivered_bytes_per_s",
    "lost_share",
    "round_trip_p50_us",
    "round_trip_p99_us",
    "round_trip_max_us",
    "one_way_p50_us",
    "one_way_p99_us",
    "cpu_share",
    "peak_memory_bytes",
];

const fn over(parameter: &'static str, metrics: &'static [&'static str]) -> Drawing {
    Drawing::Over {
        parameter,
        metrics,
        scale: Scale::Log,
    }
}

const fn loss_over(parameter: &'static str) -> Drawing {
    Drawing::Over {
        parameter,
        metrics: &["lost_share"],
        scale: Scale::Linear,
    }
}

const ROUND_TRIP: &[&str] = &["round_trip_p50_us", "round_trip_p99_us"];
const ONE_WAY: &[&str] = &["one_way_p50_us", "one_way_p99_us"];
const FIRST: &[&str] = &["first_delivery_p50_us", "first_delivery_p99_us"];
const INTERESTS: &[&str] = &[
    "sent_per_s",
    "delivered_per_s",
    "lost_share",
    "first_delivery_p50_us",
    "first_delivery_p99_us",
    "first_delivery_max_us",
    "one_way_p50_us",
    "one_way_p99_us",
    "cpu_share",
];
const RATE: &[&str] = &["delivered_per_s"];
const BYTES: &[&str] = &["delivered_bytes_per_s"];

/// Plots of a stream by number of participants and by size, with the histogram of ages.
macro_rules! stream_plots {
    ($federates:literal, $ages:literal) => {
        &[
            over($federates, RATE),
            over("bytes", RATE),
            over("bytes", BYTES),
            loss_over($federates),
            Drawing::Each("delivered_per_s"),
            Drawing::Spread($ages),
        ]
    };
}

const fn by_load(metric: &'static str) -> Drawing {
    Drawing::Matrix {
        rows: ["sender-load", "receiver-load"],
        columns: "bytes",
        metric,
    }
}

/// All experiments.
pub(crate) const SHOWN: &[Shown] = &[
    Shown {
        name: "latency",
        title: "Latency",
        about: "One federate updates an attribute, each of the others answers with an update of its own, and the round \
                trip ends with the last answer. One way is stated where sender and receiver have the same clock.",
        columns: TRIPS,
        plots: &[
            over("bytes", ROUND_TRIP),
            over("federates", ROUND_TRIP),
            over("bytes", ONE_WAY),
            over("network-load-mbit", ROUND_TRIP),
            over("compute-us", ROUND_TRIP),
            Drawing::Each("round_trip_p50_us"),
            Drawing::Each("round_trip_p99_us"),
            Drawing::Spread("round_trip"),
            Drawing::Spread("one_way"),
        ],
    },
    Shown {
        name: "send",
        title: "One sender",
        about: "One federate updates as fast as it can, or at a given rate; what arrives at the receivers is counted there.",
        columns: STREAMS,
        plots: stream_plots!("receivers", "one_way"),
    },
    Shown {
        name: "receive",
        title: "One receiver",
        about: "Several federates update, and one receives from all of them; what arrives is counted there.",
        columns: STREAMS,
        plots: stream_plots!("senders", "one_way"),
    },
    Shown {
        name: "loopback",
        title: "There and back",
        about: "A master sends, and repeaters send back what they receive, so that all send and receive at once.",
        columns: LOOPS,
        plots: stream_plots!("repeaters", "round_trip"),
    },
    Shown {
        name: "time-advance",
        title: "Time advance",
        about: "All federates regulate and are constrained, and advance together: in lock step, or from message to message.",
        columns: &[
            "grants_per_s",
            "grant_p50_us",
            "grant_p99_us",
            "grant_max_us",
            "cpu_share",
            "peak_memory_bytes",
        ],
        plots: &[
            over("federates", &["grants_per_s"]),
            over("federates", &["grant_p50_us", "grant_p99_us"]),
            over("lookahead", &["grants_per_s"]),
            Drawing::Each("grants_per_s"),
            Drawing::Spread("grant"),
        ],
    },
    Shown {
        name: "roundtrip-sizes",
        title: "Round trips of large values",
        about: "The round trip of one attribute, from kilobytes to megabytes.",
        columns: TRIPS,
        plots: &[
            over("bytes", ROUND_TRIP),
            loss_over("bytes"),
            Drawing::Each("round_trip_p50_us"),
            Drawing::Spread("round_trip"),
        ],
    },
    Shown {
        name: "bundling",
        title: "Bundling",
        about: "Throughput and latency against the time that messages gather and the size at which a bundle leaves, with \
                the adaptive mode, in which a message leaves at once while the wire is idle.",
        columns: STREAMS,
        plots: &[
            over("bundle-gap-us", RATE),
            over("bundle-gap-us", ONE_WAY),
            over("bundle-bytes", RATE),
            over("bundle-bytes", ONE_WAY),
            Drawing::Each("delivered_per_s"),
            Drawing::Each("one_way_p50_us"),
        ],
    },
    Shown {
        name: "load-matrix",
        title: "Latency under processor load",
        about: "Round trips while the processors of sender and receiver are kept busy to a given share.",
        columns: &[
            "one_way_mean_us",
            "round_trip_mean_us",
            "round_trip_p50_us",
            "round_trip_p99_us",
            "round_trip_max_us",
            "lost",
        ],
        plots: &[
            by_load("one_way_mean_us"),
            by_load("round_trip_mean_us"),
            by_load("round_trip_max_us"),
            Drawing::Spread("one_way"),
            Drawing::Spread("round_trip"),
        ],
    },
    Shown {
        name: "mixed",
        title: "Latency under a known load",
        about: "A stream of a given rate, of which some messages bear the time when they were to be sent; their latency is \
                measured at each receiver.",
        columns: STREAMS,
        plots: &[
            over("rate", ONE_WAY),
            over("rate", RATE),
            loss_over("rate"),
            over("bytes", ONE_WAY),
            Drawing::Each("one_way_p50_us"),
            Drawing::Each("one_way_p99_us"),
            Drawing::Spread("one_way"),
        ],
    },
    Shown {
        name: "scale",
        title: "Scale",
        about: "All send to all, with more and more federates, objects and regions.",
        columns: STREAMS,
        plots: &[
            over("federates", RATE),
            over("federates", ONE_WAY),
            over("federates", &["peak_memory_bytes"]),
            over("objects", RATE),
            over("objects", &["peak_memory_bytes"]),
            over("regions", RATE),
            loss_over("federates"),
            Drawing::Each("delivered_per_s"),
            Drawing::Spread("one_way"),
        ],
    },
    Shown {
        name: "interests",
        title: "Changing interests",
        about: "One federate updates objects in regions; receivers subscribe to further regions and unsubscribe again, while \
                messages flow. The first delivery is counted from the call that subscribes, and includes the wait for the next \
                update in the region.",
        columns: INTERESTS,
        plots: &[
            over("changes", FIRST),
            over("changes", RATE),
            over("changes", ONE_WAY),
            over("receivers", FIRST),
            loss_over("changes"),
            Drawing::Each("first_delivery_p50_us"),
            Drawing::Each("delivered_per_s"),
            Drawing::Spread("first_delivery"),
            Drawing::Spread("one_way"),
        ],
    },
    Shown {
        name: "wan",
        title: "Between sites",
        about: "Sites with delay, jitter, loss and bandwidth between them, as a scenario says.",
        columns: &[
            "round_trip_p50_us",
            "round_trip_p99_us",
            "one_way_p50_us",
            "one_way_p99_us",
            "delivered_per_s",
            "lost_share",
            "reordered",
            "doubled",
        ],
        plots: &[
            over("bytes", ROUND_TRIP),
            over("rate", ONE_WAY),
            loss_over("bytes"),
            Drawing::Each("round_trip_p50_us"),
            Drawing::Each("one_way_p50_us"),
            Drawing::Spread("round_trip"),
            Drawing::Spread("one_way"),
        ],
    },
    Shown {
        name: "register",
        title: "Registration and discovery",
        about: "One federate registers objects, and the others discover them.",
        columns: &[
            "registered_per_s",
            "discovered_per_s",
            "cpu_share",
            "peak_memory_bytes",
        ],
        plots: &[
            over("objects", &["registered_per_s", "discovered_per_s"]),
            over("federates", &["registered_per_s", "discovered_per_s"]),
            Drawing::Each("registered_per_s"),
            Drawing::Each("discovered_per_s"),
        ],
    },
];

/// Presentation of an experiment; unknown ones have only the table.
pub(crate) fn shown(experiment: &str) -> Option<&'static Shown> {
    SHOWN.iter().find(|shown| shown.name == experiment)
}

/// `name` on an axis.
pub(crate) fn parameter(name: &'static str) -> Parameter {
    let of = |title, scale, unit| Parameter { title, scale, unit };
    match name {
        "bytes" => of("size of the value", Scale::Log, Unit::Bytes),
        "bundle-bytes" => of("size of a bundle", Scale::Log, Unit::Bytes),
        "bundle-gap-us" => of("time that messages gather", Scale::Log, Unit::Time),
        "compute-us" => of(
            "computing of the federate in a cycle",
            Scale::Linear,
            Unit::Time,
        ),
        "network-load-mbit" => of("background load [Mbit/s]", Scale::Linear, Unit::Plain),
        "rate" => of("messages sent each second [1/s]", Scale::Log, Unit::Plain),
        "lookahead" => of("lookahead", Scale::Linear, Unit::Plain),
        other => of(other, Scale::Log, Unit::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Better;
    use crate::report::figure::figure;
    use crate::report::sample;

    #[test]
    fn every_experiment_is_shown_and_by_metrics_that_there_are() {
        for name in sample::EXPERIMENTS {
            let shown = shown(name).expect("a row of the table");
            let plotted = shown.plots.iter().flat_map(|plot| match plot {
                Drawing::Over { metrics, .. } => metrics.to_vec(),
                Drawing::Each(metric) | Drawing::Matrix { metric, .. } => vec![*metric],
                Drawing::Spread(_) => Vec::new(),
            });
            for metric in plotted.chain(shown.columns.iter().copied()) {
                assert_ne!(figure(metric).better, Better::Neither, "{name}: {metric}");
            }
        }
        assert_eq!(SHOWN.len(), sample::EXPERIMENTS.len());
    }
}
