//! Groups of services that the programs of a world use besides clauses 4 to 6.

use std::fmt;

/// Groups of services. Each can be left out, so that one finding does not hide another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Clause 8: regulation, constraint, advances.
    pub time: bool,
    /// Clause 7: ownership transfers.
    pub ownership: bool,
    /// Clauses 4.14 to 4.19: synchronization points.
    pub points: bool,
    /// Clause 9: regions.
    pub regions: bool,
    /// Clauses 4.16 to 4.35: saves and restores.
    pub saves: bool,
    /// More directed interactions than in other worlds. Seeds do not choose this group.
    pub directed: bool,
}

impl Groups {
    /// Federation, declaration and object management alone.
    pub const NONE: Self = Self {
        time: false,
        ownership: false,
        points: false,
        regions: false,
        saves: false,
        directed: false,
    };

    /// Parses the names of groups; `None` for an unknown name.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let mut groups = Self::NONE;
        for name in text.split('+') {
            match name {
                "none" => {}
                "time" => groups.time = true,
                "ownership" => groups.ownership = true,
                "points" => groups.points = true,
                "regions" => groups.regions = true,
                "saves" => groups.saves = true,
                "directed" => groups.directed = true,
                _ => return None,
            }
        }
        Some(groups)
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.time, "time"),
            (self.ownership, "ownership"),
            (self.points, "points"),
            (self.regions, "regions"),
            (self.saves, "saves"),
            (self.directed, "directed"),
        ];
        all.into_iter()
            .filter_map(|(has, name)| has.then_some(name))
    }

    /// Groups from the bits of a seed: every combination within 32 consecutive seeds.
    #[must_use]
    pub const fn of(seed: u64) -> Self {
        let bits = seed ^ 0b0011;
        Self {
            time: bits & 1 != 0,
            ownership: bits & 2 != 0,
            points: bits & 4 != 0,
            regions: bits & 8 != 0,
            saves: bits & 16 != 0,
            directed: false,
        }
    }
}

/// As [`Groups::named`] reads it.
impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.names().collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join("+"))
    }
}
