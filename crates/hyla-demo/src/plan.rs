//! The flights: the same plan in every process, without messages.

use std::f64::consts::TAU;
use std::time::Duration;

use fastrand::Rng;
use hyla_terminal::number::whole;

use super::flight::{Coordinates, Flight};

/// The sectors; each has a federate that flies its aircraft, and its own airline.
pub(super) const SECTORS: [Sector; 3] = [
    Sector {
        name: "North",
        airline: "HYL",
        centre: (52.6, 9.0),
    },
    Sector {
        name: "Centre",
        airline: "ARB",
        centre: (50.1, 8.6),
    },
    Sector {
        name: "South",
        airline: "TRF",
        centre: (48.0, 11.0),
    },
];

/// Radius of a sector in which aircraft start.
const SECTOR_RADIUS_M: f64 = 110_000.0;
/// Least of the flight levels, and the distance between two.
const LOWEST_LEVEL_M: f64 = 8_840.0;
const LEVEL_STEP_M: f64 = 610.0;
/// Aircraft types, by turns.
const TYPES: [&str; 4] = ["A320", "B738", "E190", "A359"];

/// A part of the sky.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sector {
    /// Its name.
    pub(super) name: &'static str,
    /// Designator that its callsigns begin with.
    pub(super) airline: &'static str,
    /// Degrees north and east.
    centre: (f64, f64),
}

/// How much is flown: options of a command.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub struct Plan {
    /// How long aircraft fly, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
          value_parser = whole(1..=86_400_u32))]
    pub(super) seconds: u32,

    /// Number of aircraft, shared among three federates
    #[arg(long, value_name = "NUMBER", default_value_t = 300,
          value_parser = whole(6..=30_000_u32))]
    pub(super) aircraft: u32,

    /// Position updates of each aircraft per second
    #[arg(long, value_name = "HERTZ", default_value_t = 20,
          value_parser = whole(1..=1_000_u32))]
    pub(super) rate: u32,
}

impl Plan {
    /// Updates of one aircraft.
    pub(super) fn ticks(&self) -> u64 {
        u64::from(self.seconds) * u64::from(self.rate)
    }

    /// Updates in all, if no aircraft misses one during its handover.
    pub(super) fn updates(&self) -> u64 {
        self.ticks() * u64::from(self.aircraft)
    }

    /// Time from one update of an aircraft to its next.
    pub(super) fn period(&self) -> Duration {
        Duration::from_secs(1) / self.rate
    }

    /// Aircraft of the sector with this index.
    pub(super) fn aircraft_of(&self, sector: usize) -> u32 {
        let share = self.aircraft / 3;
        share + u32::from((sector as u32) < self.aircraft % 3)
    }

    /// The tick at which the first sector hands its last aircraft over to the second.
    pub(super) fn handover_tick(&self) -> u64 {
        self.ticks() * 2 / 5
    }

    /// Flights of one sector, in the order of their callsigns.
    pub(super) fn flights(&self, sector: usize) -> Vec<Flight> {
        let mut random = Rng::with_seed(0x4879_6c61 + sector as u64);
        let mut flights: Vec<Flight> = Vec::new();
        for index in 0..self.aircraft_of(sector) {
            let flight = match flights.last() {
                // Some meet the one before them on their way, so that there is something to advise.
                Some(other) if index % 10 == 1 => self.meeting(other, &mut random),
                _ => cruise(SECTORS[sector], &mut random),
            };
            let callsign = format!("{}{}", SECTORS[sector].airline, 100 + index);
            let aircraft_type = TYPES[index as usize % TYPES.len()];
            flights.push(Flight {
                callsign,
                aircraft_type,
                ..flight
            });
        }
        flights
    }

    /// A flight at the level of `other` that passes close to it during the exercise.
    fn meeting(&self, other: &Flight, random: &mut Rng) -> Flight {
        let at_s = f64::from(self.seconds) * between(random, 0.2, 0.9);
        let met = other.state(at_s);
        let (fix, _) = met
            .at
            .along(between(random, 0.0, TAU), between(random, 800.0, 8_000.0));
        Flight {
            fix,
            at_s,
            track: met.track + between(random, 1.0, TAU - 1.0),
            speed: between(random, 200.0, 250.0),
            altitude: met.altitude,
            ..other.clone()
        }
    }
}

/// A flight through a sector; every fifth one changes its level.
fn cruise(sector: Sector, random: &mut Rng) -> Flight {
    let (latitude, longitude) = sector.centre;
    let centre = Coordinates::of_degrees(latitude, longitude);
    // The root makes positions equally likely by area.
    let distance = SECTOR_RADIUS_M * random.f64().sqrt();
    let (fix, _) = centre.along(between(random, 0.0, TAU), distance);
    let climb = if random.f64() < 0.2 {
        between(random, -8.0, 8.0)
    } else {
        0.0
    };
    Flight {
        callsign: String::new(),
        aircraft_type: "",
        fix,
        at_s: 0.0,
        track: between(random, 0.0, TAU),
        speed: between(random, 200.0, 250.0),
        altitude: LOWEST_LEVEL_M + LEVEL_STEP_M * (random.f64() * 7.0).floor(),
        climb,
    }
}

fn between(random: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * random.f64()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const PLAN: Plan = Plan {
        seconds: 10,
        aircraft: 301,
        rate: 20,
    };

    #[test]
    fn every_aircraft_belongs_to_one_sector_and_has_a_callsign_of_its_own() {
        let flights: Vec<Flight> = (0..3).flat_map(|sector| PLAN.flights(sector)).collect();

        let callsigns: BTreeSet<&str> = flights.iter().map(|f| f.callsign.as_str()).collect();
        assert_eq!(flights.len(), 301);
        assert_eq!(callsigns.len(), 301);
    }

    #[test]
    fn speeds_and_altitudes_are_those_of_airliners() {
        for flight in (0..3).flat_map(|sector| PLAN.flights(sector)) {
            assert!((200.0..=250.0).contains(&flight.speed), "{flight:?}");
            for t in [0.0, 10.0] {
                let altitude = flight.state(t).altitude;
                assert!((8_000.0..14_000.0).contains(&altitude), "{flight:?}");
            }
        }
    }

    #[test]
    fn two_processes_make_the_same_plan() {
        let (one, other) = (PLAN.flights(2), PLAN.flights(2));

        assert!(
            one.iter()
                .zip(&other)
                .all(|(a, b)| a.fix == b.fix && a.callsign == b.callsign)
        );
    }
}
