//! Reports whose exclusions take several datagrams.

use crate::ids::MemberId;
use crate::wire::Exclusion;

/// The parts of a report that have come so far, in their order. Of one that misses a part nothing is used: the next report follows
/// soon.
#[derive(Debug, Default)]
pub(super) struct ReportParts {
    /// The next part: the maker and the number of its report, and the number of the part.
    next: Option<(MemberId, u64, u16)>,
    excluded: Vec<Exclusion>,
}

/// The number of the part, if there are several, and the exclusions without it.
pub(super) fn taken_apart<'e>(
    exclusions: impl Iterator<Item = &'e Exclusion> + Clone,
) -> (Option<(u16, u16)>, Vec<Exclusion>) {
    let part = exclusions.clone().find_map(Exclusion::part);
    let named = exclusions.filter(|exclusion| exclusion.part().is_none());
    (part, named.copied().collect())
}

impl ReportParts {
    /// All that a report excludes, once all its parts have come. `members`: those of the group; there are not as many parts.
    pub(super) fn all(
        &mut self,
        (from, number): (MemberId, u64),
        part: Option<(u16, u16)>,
        excluded: Vec<Exclusion>,
        members: usize,
    ) -> Option<Vec<Exclusion>> {
        let next = self.next.take();
        let Some((part, parts)) = part else {
            return Some(excluded);
        };
        if part == 0 {
            self.excluded.clear();
        } else if next != Some((from, number, part)) {
            return None;
        }
        if part >= parts || usize::from(parts) > members {
            return None;
        }
        self.excluded.extend(excluded);
        if part + 1 == parts {
            return Some(std::mem::take(&mut self.excluded));
        }
        self.next = Some((from, number.wrapping_add(1), part + 1));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exclusion(member: u32) -> Exclusion {
        Exclusion {
            sender: None,
            member: MemberId(member),
            reason: 0,
        }
    }

    #[test]
    fn a_report_counts_once_all_its_parts_have_come() {
        let [one, other] = [1, 2].map(MemberId);
        let mut parts = ReportParts::default();
        let mut take = |from, number, part| {
            let all = parts.all((from, number), part, vec![exclusion(9)], 4);
            all.map(|all| all.len())
        };

        assert_eq!(take(one, 1, None), Some(1));
        assert_eq!(take(one, 2, Some((0, 3))), None);
        assert_eq!(take(one, 3, Some((1, 3))), None);
        assert_eq!(take(one, 4, Some((2, 3))), Some(3));
        // The second part is lost.
        assert_eq!(take(one, 5, Some((0, 3))), None);
        assert_eq!(take(one, 7, Some((2, 3))), None);
        // It is of another report.
        assert_eq!(take(one, 8, Some((0, 2))), None);
        assert_eq!(take(other, 9, Some((1, 2))), None);
        assert_eq!(take(one, 10, Some((1, 2))), None);
        // There are no such parts.
        assert_eq!(take(one, 11, Some((0, 0))), None);
        assert_eq!(take(one, 12, Some((u16::MAX, u16::MAX))), None);
        assert_eq!(take(one, 13, Some((0, 5))), None);
        assert_eq!(take(one, 14, Some((1, 5))), None);
    }
}
