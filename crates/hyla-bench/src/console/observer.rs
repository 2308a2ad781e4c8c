//! Events that a console reports to an observer.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::result::{Baseline, Note, Point, Sample};

/// Event of a run.
#[derive(Clone, Debug)]
pub enum RunUpdate<'a> {
    /// The RTI that coordinates; whether the console has started it.
    Rti {
        /// Its address.
        address: String,
        /// Whether it is the console's own.
        own: bool,
    },
    /// Waiting for agents.
    Waiting {
        /// Available agents.
        there: usize,
        /// Required agents.
        wanted: usize,
    },
    /// An agent takes part.
    Agent {
        /// Its name.
        name: &'a str,
        /// Its host.
        host: &'a str,
        /// How many processors it may use.
        processors: usize,
    },
    /// Everything is there; measuring begins.
    Begin {
        /// How many samples there will be.
        samples: u32,
    },
    /// A repetition of a point begins.
    Sample {
        /// Number of the sample, from 0.
        number: u32,
        /// Parameters of the point.
        parameters: &'a BTreeMap<String, Value>,
        /// Index of the repetition, from 0.
        repetition: u32,
    },
    /// Live figures of a federate.
    Live {
        /// The federate.
        federate: u32,
        /// Seconds since it began to measure; negative during warm-up.
        seconds: f64,
        /// Figures since its last such report.
        metrics: &'a BTreeMap<String, f64>,
    },
    /// The repetition is over.
    SampleOver {
        /// Its result.
        sample: &'a Sample,
    },
    /// The bare machine is measured.
    Baseline {
        /// Name of the baseline.
        name: &'a str,
    },
    /// All repetitions of a point are over.
    PointOver {
        /// Its result.
        point: &'a Point,
    },
    /// A note.
    Note(&'a Note),
}

impl RunUpdate<'_> {
    /// Name of the baseline for ratios of a point, for headings.
    pub fn first_baseline(point: &Point) -> Option<&Baseline> {
        point
            .baselines
            .iter()
            .find(|baseline| !baseline.summary.is_empty())
    }
}

/// Receives events of a run.
pub trait Observer {
    /// An event has occurred.
    fn see(&mut self, news: &RunUpdate<'_>);
}
