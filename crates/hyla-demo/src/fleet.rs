//! The aircraft of one flyer: registered, updated, advised.

use hyla_lrc::RtiAmbassador;
use hyla_omt::encoding::{AsciiString, encode, encode_onto};
use hyla_types::{Exception, ExceptionKind, ObjectInstanceHandle};

use super::clock::{monotonic_ns, utc_ns};
use super::flight::{Flight, FlightState};
use super::plan::Sector;
use super::traffic::{Conflict, Watch, words};
use super::vocabulary::{Stamp, Vocabulary};

/// An aircraft under way.
pub(super) struct Plane {
    flight: Flight,
    object: ObjectInstanceHandle,
    /// Number of its next update.
    sequence: u64,
}

impl Plane {
    pub(super) fn callsign(&self) -> &str {
        &self.flight.callsign
    }

    pub(super) fn object(&self) -> ObjectInstanceHandle {
        self.object
    }
}

/// All aircraft of a sector, and what was sent for them.
pub(super) struct Fleet {
    rti: RtiAmbassador,
    names: Vocabulary,
    sector: Sector,
    planes: Vec<Plane>,
    watch: Watch,
    updates: u64,
    advisories: u64,
    /// Kept from update to update, so that an update allocates nothing.
    position: Vec<u8>,
    tag: Vec<u8>,
}

impl Fleet {
    pub(super) fn new(rti: RtiAmbassador, names: Vocabulary, sector: Sector) -> Self {
        Self {
            rti,
            names,
            sector,
            planes: Vec::new(),
            watch: Watch::default(),
            updates: 0,
            advisories: 0,
            position: Vec::new(),
            tag: Vec::new(),
        }
    }

    /// Position updates sent.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// Advisories sent.
    pub(super) fn advisories(&self) -> u64 {
        self.advisories
    }

    /// Registers an aircraft, whose name is reserved, and sends what does not change.
    pub(super) fn register(&mut self, flight: Flight) -> Result<(), Exception> {
        let names = &self.names;
        let object = self
            .rti
            .register_object_instance(names.airliner, Some(&flight.callsign))?;
        let callsign = encode(&flight.callsign);
        let sector = encode(self.sector.name);
        let airline = ascii(self.sector.airline)?;
        let aircraft_type = ascii(flight.aircraft_type)?;
        let values = [
            (names.callsign, &callsign[..]),
            (names.sector, &sector),
            (names.airline, &airline),
            (names.aircraft_type, &aircraft_type),
        ];
        self.rti
            .update_attribute_values(object, &values, b"", None)?;
        self.planes.push(Plane {
            flight,
            object,
            sequence: 0,
        });
        Ok(())
    }

    /// Takes the last aircraft out; its instance remains to be deleted.
    pub(super) fn release_last(&mut self) -> Option<Plane> {
        self.planes.pop()
    }

    /// Updates every aircraft of this slice to where it is at `t_s`; `advise` has it look for traffic as well.
    pub(super) fn fly_slice(
        &mut self,
        slice: usize,
        slices: usize,
        t_s: f64,
        advise: bool,
    ) -> Result<(), Exception> {
        let states: Vec<(usize, FlightState)> = if advise {
            self.planes
                .iter()
                .map(|plane| plane.flight.state(t_s))
                .enumerate()
                .collect()
        } else {
            Vec::new()
        };
        for index in (slice..self.planes.len()).step_by(slices) {
            self.update(index, t_s)?;
            for conflict in self.watch.check(index, &states) {
                self.advise(&conflict, t_s)?;
            }
        }
        Ok(())
    }

    fn update(&mut self, index: usize, t_s: f64) -> Result<(), Exception> {
        let plane = &mut self.planes[index];
        self.position.clear();
        encode_onto(&plane.flight.position(t_s, utc_ns()), &mut self.position);
        self.tag.clear();
        let stamp = Stamp {
            sequence: plane.sequence,
            sent_ns: monotonic_ns(),
        };
        encode_onto(&stamp, &mut self.tag);
        let values = [(self.names.position, &self.position[..])];
        self.rti
            .update_attribute_values(plane.object, &values, &self.tag, None)?;
        plane.sequence += 1;
        self.updates += 1;
        Ok(())
    }

    fn advise(&mut self, conflict: &Conflict, t_s: f64) -> Result<(), Exception> {
        let names = &self.names.traffic;
        let now = utc_ns();
        let intruder = &self.planes[conflict.intruder].flight;
        let callsign = encode(&self.planes[conflict.own].flight.callsign);
        let text = encode(&words(conflict, &intruder.callsign));
        let severity = encode(&conflict.severity);
        let issued_at = encode(&now);
        let other = encode(&intruder.callsign);
        let other_position = encode(&intruder.position(t_s, now));
        let values = [
            (names.callsign, &callsign[..]),
            (names.text, &text),
            (names.severity, &severity),
            (names.issued_at, &issued_at),
            (names.intruder, &other),
            (names.intruder_position, &other_position),
        ];
        self.rti.send_interaction(names.class, &values, b"", None)?;
        self.advisories += 1;
        Ok(())
    }
}

fn ascii(text: &str) -> Result<Vec<u8>, Exception> {
    match AsciiString::new(text) {
        Ok(text) => Ok(encode(&text)),
        Err(error) => Err(Exception::new(
            ExceptionKind::RTIinternalError,
            format!("{text}: {error}"),
        )),
    }
}
