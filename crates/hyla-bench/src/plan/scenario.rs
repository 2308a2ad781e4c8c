//! Scenarios of `wan`: sites and their links, in TOML.
//!
//! ```toml
//! name = "three continents"
//!
//! [[site]]
//! name = "Europe"
//! federates = 2
//! delay_ms = 40.0
//! jitter_ms = 3.0
//! distribution = "normal"
//! loss = 0.001
//! bandwidth_mbit = 100.0
//! ```
//!
//! The values of a site apply to everything that its federates send, also to federates of the same
//! site: the delay is one-way, so that a round trip between two sites takes the delays of both.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Sites and their links.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Its sites; at least one, with at least two federates in all.
    #[serde(rename = "site")]
    pub sites: Vec<Site>,
}

/// A site.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// How many federates are there.
    #[serde(default = "one")]
    pub federates: u32,
    /// One-way delay of its messages, in milliseconds.
    #[serde(default)]
    pub delay_ms: f64,
    /// Spread of delays, in milliseconds.
    #[serde(default)]
    pub jitter_ms: f64,
    /// Distribution of delays.
    #[serde(default)]
    pub distribution: Distribution,
    /// Share of packets lost.
    #[serde(default)]
    pub loss: f64,
    /// Rate limit of the site in Mbit/s; 0: unlimited.
    #[serde(default)]
    pub bandwidth_mbit: f64,
}

/// Distribution of delays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Distribution {
    /// Constant.
    Constant,
    /// Uniform.
    #[default]
    Uniform,
    /// Normal, with the jitter as standard deviation.
    Normal,
    /// Mostly little, sometimes much more.
    Pareto,
}

/// Why a scenario is unusable.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// None was given.
    #[error("wan needs --scenario FILE; there are examples in bench/scenarios")]
    Missing,
    /// The file cannot be read.
    #[error("scenario {}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        problem: String,
    },
}

fn one() -> u32 {
    1
}

impl Scenario {
    /// The scenario of a file.
    ///
    /// # Errors
    /// A file that is missing, not TOML, or inconsistent.
    pub fn read(path: &Path) -> Result<Self, ScenarioError> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        text.and_then(|text| Self::parse(&text))
            .map_err(|problem| ScenarioError::File {
                path: path.to_owned(),
                problem,
            })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let scenario: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for site in &scenario.sites {
            let Site { name, .. } = site;
            let durations = [("delay_ms", site.delay_ms), ("jitter_ms", site.jitter_ms)];
            for (key, value) in durations {
                if !(0.0..=60_000.0).contains(&value) {
                    return Err(format!("site {name}: {key} = {value}: 0 to 60000"));
                }
            }
            if !(0.0..=1.0).contains(&site.loss) {
                return Err(format!(
                    "site {name}: loss = {}: a share, 0 to 1",
                    site.loss
                ));
            }
            if !(0.0..=8e6).contains(&site.bandwidth_mbit) {
                let found = site.bandwidth_mbit;
                return Err(format!(
                    "site {name}: bandwidth_mbit = {found}: 0 to 8000000"
                ));
            }
        }
        let federates: u64 = scenario
            .sites
            .iter()
            .map(|site| u64::from(site.federates))
            .sum();
        if !(2..=4096).contains(&federates) {
            return Err(format!(
                "its sites have {federates} federates in all: 2 to 4096"
            ));
        }
        Ok(scenario)
    }

    /// The site of each federate: one of each site in turn, so that the first two are at two sites.
    pub fn places(&self) -> impl Iterator<Item = &Site> {
        let most = self.sites.iter().map(|site| site.federates).max();
        (0..most.unwrap_or_default())
            .flat_map(|round| self.sites.iter().filter(move |site| round < site.federates))
    }
}

impl Site {
    /// Fields of the profile for its federates.
    pub(super) fn lane(&self, reliable: bool, seed: u64) -> Vec<(String, String)> {
        let chain = if reliable {
            "bundle,fragment,retransmit,impair"
        } else {
            "bundle,fragment,impair"
        };
        let distribution = match self.distribution {
            _ if self.jitter_ms == 0.0 => "constant",
            Distribution::Constant => "constant",
            Distribution::Uniform => "uniform",
            Distribution::Normal => "normal",
            Distribution::Pareto => "pareto",
        };
        let us = |ms: f64| ((ms * 1e3).round() as u64).to_string();
        let bytes_per_second = (self.bandwidth_mbit * 1e6 / 8.0).round() as u64;
        let fields = [
            ("transport", "udp".to_owned()),
            ("modules", chain.to_owned()),
            ("impair.delay_us", us(self.delay_ms)),
            ("impair.jitter_us", us(self.jitter_ms)),
            ("impair.distribution", distribution.to_owned()),
            ("impair.loss", self.loss.to_string()),
            ("impair.bytes_per_second", bytes_per_second.to_string()),
            ("impair.seed", seed.to_string()),
        ];
        let fields = fields.into_iter();
        fields.map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn federates_are_dealt_to_the_sites_in_turn() {
        let text =
            "name = 'x'\n[[site]]\nname = 'a'\nfederates = 3\n[[site]]\nname = 'b'\ndelay_ms = 20";
        let scenario = Scenario::parse(text).unwrap();

        let names: Vec<_> = scenario.places().map(|site| site.name.as_str()).collect();

        assert_eq!(names, ["a", "b", "a", "a"]);
    }

    #[test]
    fn a_scenario_that_cannot_be_is_refused_with_the_site() {
        let refused = |line: &str| {
            let text = format!("name = 'x'\n[[site]]\nname = 'Oslo'\nfederates = 2\n{line}");
            Scenario::parse(&text).unwrap_err()
        };

        assert!(refused("loss = 2.0").contains("Oslo"));
        assert!(refused("delay_ms = -1.0").contains("delay_ms"));
        assert!(refused("dealy_ms = 1.0").contains("dealy_ms"));
        assert!(Scenario::parse("name = 'x'\nsite = []").is_err());
    }
}
