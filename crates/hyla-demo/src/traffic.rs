//! Traffic advisories: which aircraft come too close.

use std::collections::BTreeMap;

use super::flight::{Coordinates, FlightState};
use super::vocabulary::Severity;

/// Aircraft further apart in height do not concern each other.
const VERTICAL_LIMIT_M: f64 = 300.0;
/// A nautical mile.
const MILE_M: f64 = 1_852.0;

/// One aircraft comes close to another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conflict {
    /// Index of the aircraft that gets the advice.
    pub(super) own: usize,
    /// Index of the other one.
    pub(super) intruder: usize,
    /// How urgent it is.
    pub(super) severity: Severity,
    /// How far the other one is.
    pub(super) distance_m: f64,
    /// In which direction, degrees from north over east.
    pub(super) bearing_deg: f64,
}

/// Advice so far; each pair is advised again only when it becomes more urgent.
#[derive(Debug, Default)]
pub(super) struct Watch {
    advised: BTreeMap<(usize, usize), Severity>,
}

impl Watch {
    /// Holds `states[own]` against the aircraft after it.
    pub(super) fn check(&mut self, own: usize, states: &[(usize, FlightState)]) -> Vec<Conflict> {
        let Some(from) = states.iter().position(|(index, _)| *index == own) else {
            return Vec::new();
        };
        let here = states[from].1;
        let mut found = Vec::new();
        for (intruder, there) in &states[from + 1..] {
            if (here.altitude - there.altitude).abs() > VERTICAL_LIMIT_M {
                continue;
            }
            let distance_m = here.at.distance_m(there.at);
            let Some(severity) = severity_at(distance_m) else {
                continue;
            };
            let pair = (own, *intruder);
            if self
                .advised
                .get(&pair)
                .is_some_and(|before| before.value() >= severity.value())
            {
                continue;
            }
            self.advised.insert(pair, severity);
            let bearing_deg = bearing(here.at, there.at);
            found.push(Conflict {
                own,
                intruder: *intruder,
                severity,
                distance_m,
                bearing_deg,
            });
        }
        found
    }
}

/// `None` where there is nothing to say.
fn severity_at(distance_m: f64) -> Option<Severity> {
    match distance_m / MILE_M {
        miles if miles < 1.5 => Some(Severity::Warning),
        miles if miles < 3.0 => Some(Severity::Caution),
        miles if miles < 5.0 => Some(Severity::Information),
        _ => None,
    }
}

fn bearing(from: Coordinates, to: Coordinates) -> f64 {
    let east = to.longitude - from.longitude;
    let y = east.sin() * to.latitude.cos();
    let x = from.latitude.cos() * to.latitude.sin()
        - from.latitude.sin() * to.latitude.cos() * east.cos();
    y.atan2(x).to_degrees().rem_euclid(360.0)
}

/// The advisory in words.
pub(super) fn words(conflict: &Conflict, intruder: &str) -> String {
    let miles = conflict.distance_m / MILE_M;
    format!(
        "traffic {intruder}, {miles:.1} NM, bearing {:03.0}",
        conflict.bearing_deg
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(north_m: f64, altitude: f64) -> FlightState {
        let (at, track) = Coordinates::of_degrees(50.0, 9.0).along(0.0, north_m);
        FlightState {
            at,
            track,
            altitude,
        }
    }

    #[test]
    fn a_pair_is_advised_once_and_again_when_it_comes_closer() {
        let mut watch = Watch::default();
        let at = |north_m| [(0, state(0.0, 10_000.0)), (1, state(north_m, 10_100.0))];

        let first = watch.check(0, &at(9_000.0));
        let again = watch.check(0, &at(8_900.0));
        let closer = watch.check(0, &at(5_000.0));

        assert_eq!(first[0].severity, Severity::Information);
        assert_eq!(
            words(&first[0], "ARB101"),
            "traffic ARB101, 4.9 NM, bearing 000"
        );
        assert!(again.is_empty());
        assert_eq!(closer[0].severity, Severity::Caution);
    }

    #[test]
    fn aircraft_at_different_levels_do_not_concern_each_other() {
        let states = [(0, state(0.0, 10_000.0)), (1, state(100.0, 10_610.0))];

        assert!(Watch::default().check(0, &states).is_empty());
    }
}
