//! Bands of processor load.

use std::fmt;

use super::Load;

/// A third of the processor load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// 0 to 33 %.
    Low,
    /// 34 to 66 %.
    Middle,
    /// 67 to 100 %.
    High,
}

/// All bands, in ascending order.
pub const BANDS: [Band; 3] = [Band::Low, Band::Middle, Band::High];

/// Load between [`Band::Low`] and [`Band::Middle`].
const FIRST_EDGE: f64 = 0.335;
/// Load between [`Band::Middle`] and [`Band::High`].
const SECOND_EDGE: f64 = 0.665;

impl Band {
    /// The band that contains `load`.
    #[must_use]
    pub fn of(load: Load) -> Self {
        match load.share() {
            share if share < FIRST_EDGE => Self::Low,
            share if share < SECOND_EDGE => Self::Middle,
            _ => Self::High,
        }
    }

    /// Least and greatest load in per cent, as profiles name the band.
    #[must_use]
    pub fn per_cent(self) -> (u32, u32) {
        match self {
            Self::Low => (0, 33),
            Self::Middle => (34, 66),
            Self::High => (67, 100),
        }
    }

    /// The band of that name in a profile.
    #[must_use]
    pub fn named(per_cent: (u32, u32)) -> Option<Self> {
        BANDS.into_iter().find(|band| band.per_cent() == per_cent)
    }

    /// Position among [`BANDS`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    fn edges(self) -> (f64, f64) {
        match self {
            Self::Low => (0.0, FIRST_EDGE),
            Self::Middle => (FIRST_EDGE, SECOND_EDGE),
            Self::High => (SECOND_EDGE, 1.0),
        }
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.per_cent();
        write!(f, "{low}-{high} %")
    }
}

/// How far a load must leave its band before the band changes, so that a load at an edge does not
/// cause endless measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hysteresis {
    /// Distance from the edge of the band, as a share of the processor; 0.03 by default.
    pub margin: f64,
}

impl Default for Hysteresis {
    fn default() -> Self {
        Self { margin: 0.03 }
    }
}

impl Hysteresis {
    /// The band of `load` after the band `held`.
    #[must_use]
    pub fn next(self, held: Option<Band>, load: Load) -> Band {
        let Some(held) = held else {
            return Band::of(load);
        };
        let (low, high) = held.edges();
        if load.share() < low - self.margin || load.share() >= high + self.margin {
            Band::of(load)
        } else {
            held
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(share: f64) -> Load {
        Load::new(share).unwrap()
    }

    #[test]
    fn each_per_cent_lies_in_the_band_that_names_it() {
        for per_cent in 0..=100 {
            let band = Band::of(load(f64::from(per_cent) / 100.0));
            let (low, high) = band.per_cent();

            assert!((low..=high).contains(&per_cent), "{per_cent} in {band}");
        }
        assert_eq!(Band::named((34, 66)), Some(Band::Middle));
        assert_eq!(Band::named((0, 50)), None);
    }

    #[test]
    fn a_load_that_swings_about_an_edge_stays_in_its_band() {
        let hysteresis = Hysteresis::default();
        let mut band = hysteresis.next(None, load(0.30));
        let mut changes = 0;

        for turn in 0..100 {
            let next = hysteresis.next(Some(band), load(if turn % 2 == 0 { 0.35 } else { 0.32 }));
            changes += u32::from(next != band);
            band = next;
        }

        assert_eq!((band, changes), (Band::Low, 0));
    }

    #[test]
    fn a_load_beyond_the_margin_changes_the_band_at_once() {
        let hysteresis = Hysteresis::default();

        assert_eq!(hysteresis.next(Some(Band::Low), load(0.37)), Band::Middle);
        assert_eq!(hysteresis.next(Some(Band::Low), load(0.9)), Band::High);
        assert_eq!(hysteresis.next(Some(Band::High), load(0.64)), Band::High);
        assert_eq!(hysteresis.next(Some(Band::High), load(0.63)), Band::Middle);
        assert_eq!(hysteresis.next(Some(Band::High), load(0.0)), Band::Low);
    }
}
