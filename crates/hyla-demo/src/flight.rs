//! One flight: a leg along a great circle at constant speed, level or in a gentle climb or descent.

use super::vocabulary::{DeadReckonedPosition, DeadReckoning, Velocity, WorldPosition};

/// Mean radius of the Earth; good to 0.3 % for a sector of a few hundred kilometres.
const EARTH_RADIUS_M: f64 = 6_371_000.0;

/// A position on the sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinates {
    /// Radians, north positive.
    pub(super) latitude: f64,
    /// Radians, east positive.
    pub(super) longitude: f64,
}

impl Coordinates {
    pub(super) fn of_degrees(latitude: f64, longitude: f64) -> Self {
        Self {
            latitude: latitude.to_radians(),
            longitude: longitude.to_radians(),
        }
    }

    /// Position after `distance_m` along the great circle that leaves here on `track`, and the track there. A
    /// negative distance goes back.
    pub(super) fn along(self, track: f64, distance_m: f64) -> (Self, f64) {
        let delta = distance_m / EARTH_RADIUS_M;
        let (sin_lat, cos_lat) = self.latitude.sin_cos();
        let (sin_delta, cos_delta) = delta.sin_cos();
        let latitude = (sin_lat * cos_delta + cos_lat * sin_delta * track.cos()).asin();
        let longitude = self.longitude
            + (track.sin() * sin_delta * cos_lat).atan2(cos_delta - sin_lat * latitude.sin());
        // sin(track) cos(latitude) is the same everywhere on a great circle.
        let east = track.sin() * cos_lat;
        let north = cos_lat * cos_delta * track.cos() - sin_lat * sin_delta;
        (
            Self {
                latitude,
                longitude,
            },
            east.atan2(north),
        )
    }

    /// Distance along the surface.
    pub(super) fn distance_m(self, other: Self) -> f64 {
        let north = (other.latitude - self.latitude) / 2.0;
        let east = (other.longitude - self.longitude) / 2.0;
        let square =
            north.sin().powi(2) + self.latitude.cos() * other.latitude.cos() * east.sin().powi(2);
        2.0 * EARTH_RADIUS_M * square.sqrt().min(1.0).asin()
    }
}

/// A leg, given by where the aircraft is at one moment.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    /// Callsign, which is also the name of the object instance.
    pub(super) callsign: String,
    /// Type designator.
    pub(super) aircraft_type: &'static str,
    /// Position at `at_s`.
    pub(super) fix: Coordinates,
    /// Seconds of the exercise at which it is there.
    pub(super) at_s: f64,
    /// Track at the fix, radians from north over east.
    pub(super) track: f64,
    /// Speed over ground, m/s.
    pub(super) speed: f64,
    /// Altitude at the fix, m.
    pub(super) altitude: f64,
    /// Rate of climb, m/s; negative in a descent.
    pub(super) climb: f64,
}

/// Position and motion of an aircraft.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlightState {
    pub(super) at: Coordinates,
    pub(super) track: f64,
    pub(super) altitude: f64,
}

impl Flight {
    /// State at `t_s` seconds of the exercise.
    pub(super) fn state(&self, t_s: f64) -> FlightState {
        let since = t_s - self.at_s;
        let (at, track) = self.fix.along(self.track, self.speed * since);
        FlightState {
            at,
            track,
            altitude: self.altitude + self.climb * since,
        }
    }

    /// The same as goes into the federation, stamped with `utc_ns`.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the object model asks for float32"
    )]
    pub(super) fn position(&self, t_s: f64, utc_ns: i64) -> DeadReckonedPosition {
        let FlightState {
            at,
            track,
            altitude,
        } = self.state(t_s);
        DeadReckonedPosition {
            position: WorldPosition {
                latitude: at.latitude.to_degrees(),
                longitude: at.longitude.to_degrees(),
                altitude: altitude as f32,
            },
            velocity: Velocity {
                north: (self.speed * track.cos()) as f32,
                east: (self.speed * track.sin()) as f32,
                up: self.climb as f32,
            },
            time_stamp: utc_ns,
            algorithm: DeadReckoning::ConstantVelocity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flight() -> Flight {
        Flight {
            callsign: "HYL100".into(),
            aircraft_type: "A320",
            fix: Coordinates::of_degrees(50.0, 9.0),
            at_s: 10.0,
            track: 1.0,
            speed: 230.0,
            altitude: 10_000.0,
            climb: -5.0,
        }
    }

    #[test]
    fn an_aircraft_covers_its_speed_each_second_and_is_at_its_fix_in_time() {
        let flight = flight();

        let (before, after) = (flight.state(9.0), flight.state(10.0));

        assert!((before.at.distance_m(after.at) - 230.0).abs() < 0.01);
        assert!(after.at.distance_m(flight.fix) < 0.01);
        assert!((before.altitude - after.altitude - 5.0).abs() < 1e-9);
    }

    #[test]
    fn velocity_is_the_derivative_of_the_position() {
        let flight = flight();

        let (a, b) = (flight.position(500.0, 0), flight.position(501.0, 0));

        let metres_per_degree = EARTH_RADIUS_M.to_radians();
        let north = (b.position.latitude - a.position.latitude) * metres_per_degree;
        let east = (b.position.longitude - a.position.longitude)
            * metres_per_degree
            * a.position.latitude.to_radians().cos();
        assert!((north - f64::from(a.velocity.north)).abs() < 0.1, "{north}");
        assert!((east - f64::from(a.velocity.east)).abs() < 0.1, "{east}");
    }
}
