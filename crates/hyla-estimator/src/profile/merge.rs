//! Merging of profiles measured on the same machines.

use std::collections::BTreeMap;

use super::document::Key;
use super::{Difference, Document, Entry, Severity, differences};

/// Why profiles cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// No profiles.
    #[error("there is no profile to merge")]
    Nothing,
    /// Different widths of bins.
    #[error("bins of {0} us and of {1} us cannot be merged")]
    BinWidth(u64, u64),
    /// Different numbers of machines.
    #[error("one profile is of {0} machines, another of {1}")]
    Machines(usize, usize),
    /// Different machines.
    #[error("{}: one profile has {}, another {}", .0.what, .0.profile, .0.here)]
    Machine(Difference),
    /// The same messages twice: intervals would be narrower than they allow.
    #[error("two of the profiles have the same messages of {0}")]
    Twice(String),
    /// Different RTIs.
    #[error("one profile is of {0}, another of {1}")]
    Rti(String, String),
}

/// Merges the messages of all profiles. Date and machines are those of the latest.
///
/// # Errors
/// [`MergeError`] for different RTIs, machines or bins.
pub fn merge(profiles: &[Document]) -> Result<Document, MergeError> {
    let first = profiles
        .iter()
        .max_by(|a, b| a.measured.cmp(&b.measured))
        .ok_or(MergeError::Nothing)?;
    let mut entries: BTreeMap<Key, Entry> = BTreeMap::new();
    for (at, profile) in profiles.iter().enumerate() {
        same(first, profile)?;
        distinct(&profiles[..at], profile)?;
        for entry in &profile.entries {
            entries
                .entry(entry.key())
                .and_modify(|held| *held = together(held, entry))
                .or_insert_with(|| entry.clone());
        }
    }
    Ok(Document {
        entries: entries.into_values().collect(),
        ..first.clone()
    })
}

fn same(first: &Document, other: &Document) -> Result<(), MergeError> {
    if first.bin_us != other.bin_us {
        return Err(MergeError::BinWidth(first.bin_us, other.bin_us));
    }
    if first.rti != other.rti {
        return Err(MergeError::Rti(first.rti.clone(), other.rti.clone()));
    }
    if first.machines.len() != other.machines.len() {
        return Err(MergeError::Machines(
            first.machines.len(),
            other.machines.len(),
        ));
    }
    let pairs = first.machines.iter().zip(&other.machines);
    let mut found = pairs.flat_map(|(a, b)| differences(a, b));
    match found.find(|difference| difference.weight == Severity::Refusal) {
        Some(difference) => Err(MergeError::Machine(difference)),
        None => Ok(()),
    }
}

/// Checks that none of the profiles has messages of another one.
fn distinct(before: &[Document], profile: &Document) -> Result<(), MergeError> {
    let has = |other: &Document| {
        let mut entries = profile.entries.iter();
        other.measured == profile.measured && entries.any(|entry| other.entries.contains(entry))
    };
    if before.iter().any(has) {
        return Err(MergeError::Twice(profile.measured.clone()));
    }
    Ok(())
}

fn together(a: &Entry, b: &Entry) -> Entry {
    let log_bins = if a.log_bins.is_empty() || b.log_bins.is_empty() {
        // Both together are only as precise as the coarser one.
        Vec::new()
    } else {
        added(&a.log_bins, &b.log_bins)
    };
    let samples = a.samples + b.samples;
    let mix = |x: f64, y: f64| (x * a.samples as f64 + y * b.samples as f64) / samples as f64;
    Entry {
        samples,
        mean_us: mix(a.mean_us, b.mean_us),
        // The bins no longer contain the exact percentile: the greater one is safe.
        p99_us: a.p99_us.max(b.p99_us),
        max_us: a.max_us.max(b.max_us),
        bins: added(&a.bins, &b.bins),
        log_bins,
        ..a.clone()
    }
}

fn added(a: &[(u64, u64)], b: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut bins: BTreeMap<u64, u64> = a.iter().copied().collect();
    for (number, count) in b {
        *bins.entry(*number).or_default() += count;
    }
    bins.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::document::tests::{document, entry};
    use super::*;

    #[test]
    fn messages_of_the_same_combination_are_added_and_others_kept() {
        let one = document(vec![entry(64, &[(0, 3), (5, 1)])]);
        let other = document(vec![entry(64, &[(0, 1), (9, 1)]), entry(128, &[(2, 2)])]);

        let merged = merge(&[one, other]).unwrap();

        let merged = Document::read(&merged.to_json()).unwrap();
        assert_eq!(merged.entries.len(), 2);
        assert_eq!(merged.entries[0].samples, 6);
        assert_eq!(merged.entries[0].bins, [(0, 4), (5, 1), (9, 1)]);
        assert_eq!(merged.entries[0].max_us, 1000.0);
        assert_eq!(merged.entries[1].samples, 2);
    }

    #[test]
    fn logarithmic_bins_are_kept_if_both_have_them() {
        let plain = entry(64, &[(0, 3)]);
        let mut fine = plain.clone();
        fine.log_bins = vec![(499, 3)];
        let of = |entry: &Entry| document(vec![entry.clone()]);

        let mut later = of(&fine);
        later.measured = "2026-11-23T09:04:20Z".to_owned();
        let both = merge(&[of(&fine), later]).unwrap();
        let one = merge(&[of(&fine), of(&plain)]).unwrap();

        assert_eq!(both.entries[0].log_bins, [(499, 6)]);
        assert_eq!(one.entries[0].log_bins, []);
        assert_eq!(one.entries[0].bins, [(0, 6)]);
    }

    #[test]
    fn the_same_messages_are_not_merged_twice() {
        let one = document(vec![entry(64, &[(0, 3)])]);
        let other = document(vec![entry(128, &[(0, 3)]), entry(64, &[(1, 3)])]);

        assert!(merge(&[one.clone(), other.clone()]).is_ok());
        for twice in [
            vec![one.clone(), one.clone()],
            vec![one.clone(), other, one],
        ] {
            let refused = merge(&twice).unwrap_err();
            assert!(matches!(refused, MergeError::Twice(_)), "{refused}");
        }
    }

    #[test]
    fn what_is_of_another_machine_or_rti_is_not_merged() {
        let one = document(vec![entry(64, &[(0, 3)])]);
        let changed = |change: fn(&mut Document)| {
            let mut other = one.clone();
            change(&mut other);
            merge(&[one.clone(), other]).unwrap_err().to_string()
        };

        assert!(changed(|d| d.machines[0].cpu = "other".to_owned()).contains("processor"));
        assert!(changed(|d| d.rti = "other".to_owned()).contains("other"));
        assert!(changed(|d| d.bin_us = 50).contains("50 us"));
        assert!(changed(|d| d.machines.clear()).contains("machines"));
        assert!(matches!(merge(&[]), Err(MergeError::Nothing)));
    }
}
