//! What a console tells whoever looks on.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::result::{Baseline, Note, Point, Sample};

/// Something to show, while a run goes on.
#[derive(Clone, Debug)]
pub enum News<'a> {
    /// The RTI that coordinates; whether the console has started it.
    Rti {
        /// Its address.
        address: String,
        /// Whether it is the console's own.
        own: bool,
    },
    /// Agents are waited for, as many as these; that many are there.
    Waiting {
        /// How many there are.
        there: usize,
        /// How many are wanted.
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
        /// Which repetition, from 0.
        repetition: u32,
    },
    /// Live figures of a federate.
    Live {
        /// The federate.
        federate: u32,
        /// Seconds since it began to measure; negative during warm-up.
        seconds: f64,
        /// Figures of the time since its last such report.
        metrics: &'a BTreeMap<String, f64>,
    },
    /// The repetition is over.
    SampleOver {
        /// What came out.
        sample: &'a Sample,
    },
    /// The bare machine is measured.
    Baseline {
        /// What it is.
        name: &'a str,
    },
    /// All repetitions of a point are over.
    PointOver {
        /// What came out.
        point: &'a Point,
    },
    /// Something to know.
    Note(&'a Note),
}

impl News<'_> {
    /// Name of the baseline that ratios of a point are made with, for headings.
    pub fn first_baseline(point: &Point) -> Option<&Baseline> {
        point
            .baselines
            .iter()
            .find(|baseline| !baseline.summary.is_empty())
    }
}

/// Looks on.
pub trait Observer {
    /// Something has happened.
    fn see(&mut self, news: &News<'_>);
}
