//! Name patterns with `*`.

/// A pattern: `*` matches any characters, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(String);

impl Pattern {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether it matches that name. Cost: the product of the lengths at worst.
    pub(super) fn fits(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else {
            return false;
        };
        let Some(last) = parts.next_back() else {
            return rest.is_empty();
        };
        // Matching each part at its first position leaves most for later parts.
        for part in parts {
            let Some(at) = rest.find(part) else {
                return false;
            };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_star_a_pattern_is_a_name() {
        assert!(Pattern::new("Air").fits("Air"));
        assert!(!Pattern::new("Air").fits("Airs"));
        assert!(!Pattern::new("Air").fits("air"));
        assert!(Pattern::new("").fits(""));
        assert!(!Pattern::new("").fits("a"));
    }

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "Größe"),
            ("Air*", "Air"),
            ("Air*", "AirTraffic"),
            ("*Air", "FairAir"),
            ("A*i*c", "Aircraftic"),
            ("a*b*a", "aba"),
            ("**", "x"),
            ("*ß*", "Größe"),
        ] {
            assert!(Pattern::new(pattern).fits(name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("Air*", "FairAir"),
            ("*Air", "Airs"),
            ("a*a", "a"),
            ("a*b*a", "aa"),
            ("ab*ba", "aba"),
            ("A*i*c", "Aic "),
        ] {
            assert!(!Pattern::new(pattern).fits(name), "{pattern} {name}");
        }
    }
}
