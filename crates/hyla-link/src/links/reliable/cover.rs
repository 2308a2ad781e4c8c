//! Which groups a message takes to its receivers.

use hyla_types::FederateHandle;

/// Fewest receivers of a group: one alone is served by its stream.
pub(super) const FEWEST: usize = 2;

/// Receivers that one group serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) group: u32,
    pub(super) receivers: Vec<FederateHandle>,
    /// They are all members but the sender.
    pub(super) all: bool,
}

/// A group that is in use, with its members but the sender in the order of their handles.
pub(super) type Candidate = (u32, Vec<FederateHandle>);

/// Serves these receivers, in the order of their handles, by the groups of the regions that they are in; where a region has no group
/// yet, by groups of nobody but receivers in it. Returns the parts, and the receivers that take streams.
///
/// Members of a region are served by its group even one at a time: messages to a member on changing ways wait for each other.
pub(super) fn cover(
    to: &[FederateHandle],
    regions: &[&[FederateHandle]],
    groups: &[Candidate],
) -> (Vec<Part>, Vec<FederateHandle>) {
    let (mut parts, mut rest) = (Vec::new(), to.to_vec());
    for region in regions {
        let mut here: Vec<_> = common(to, region).collect();
        while let Some(group) = group_for(region, groups).or_else(|| largest_of(&here, groups))
            && !here.is_empty()
        {
            let receivers: Vec<_> = common(&here, &group.1).collect();
            let is_served = |receiver: &FederateHandle| receivers.binary_search(receiver).is_ok();
            here.retain(|receiver| !is_served(receiver));
            rest.retain(|receiver| !is_served(receiver));
            parts.push(Part {
                group: group.0,
                all: receivers == group.1,
                receivers,
            });
        }
    }
    (parts, rest)
}

/// The largest group of nobody but receivers.
fn largest_of<'g>(receivers: &[FederateHandle], groups: &'g [Candidate]) -> Option<&'g Candidate> {
    let is_within = |(_, members): &&Candidate| {
        members.len() >= FEWEST && common(receivers, members).count() == members.len()
    };
    let within = groups.iter().filter(is_within);
    within.max_by_key(|(id, members)| (members.len(), u32::MAX - *id))
}

/// The group that serves a region: it has all its members, and few others.
pub(super) fn group_for<'g>(
    region: &[FederateHandle],
    groups: &'g [Candidate],
) -> Option<&'g Candidate> {
    let serves = |(_, members): &&Candidate| {
        members.len() <= most_members(region.len())
            && common(region, members).count() == region.len()
    };
    let serving = groups.iter().filter(serves);
    serving.min_by_key(|(id, members)| (members.len(), *id))
}

/// Most members of a group, without the sender, that serves a region of so many.
fn most_members(region: usize) -> usize {
    region + region / 4
}

/// Members of both of two sorted lists.
pub(super) fn common<'l>(
    one: &'l [FederateHandle],
    other: &'l [FederateHandle],
) -> impl Iterator<Item = FederateHandle> + 'l {
    let mut other = other.iter().copied().peekable();
    one.iter().copied().filter(move |item| {
        while other.next_if(|next| next < item).is_some() {}
        other.peek() == Some(item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handles(numbers: impl IntoIterator<Item = u32>) -> Vec<FederateHandle> {
        numbers.into_iter().map(FederateHandle::new).collect()
    }

    /// Parts and rest, as numbers.
    fn covered(
        to: &[u32],
        regions: &[Vec<FederateHandle>],
        groups: &[Candidate],
    ) -> (Vec<(u32, Vec<u32>)>, Vec<u32>) {
        let numbers = |handles: &[FederateHandle]| -> Vec<u32> {
            handles.iter().map(|handle| handle.raw()).collect()
        };
        let regions: Vec<_> = regions.iter().map(|region| &region[..]).collect();
        let (parts, rest) = cover(&handles(to.iter().copied()), &regions, groups);
        let parts = parts.iter();
        let parts = parts.map(|part| (part.group, numbers(&part.receivers)));
        (parts.collect(), numbers(&rest))
    }

    #[test]
    fn each_receiver_in_a_region_is_served_by_its_group() {
        let regions = [handles(2..=9), handles(10..=20), handles(21..=23)];
        let groups = [
            (1, handles(2..=9)),
            (2, handles(10..=20)),
            (3, handles(30..=33)),
        ];
        let (parts, rest) = covered(&[2, 3, 4, 10, 22, 30, 31], &regions, &groups);
        assert_eq!(parts, [(1, vec![2, 3, 4]), (2, vec![10])]);
        // Of the third region, and of none.
        assert_eq!(rest, [22, 30, 31]);
    }

    #[test]
    fn a_region_may_use_a_group_with_few_others_and_gets_only_its_own_by_it() {
        let regions = [handles(2..=9), handles(10..=12)];
        let groups = [
            (1, handles(2..=12)),
            (2, handles(2..=11)),
            (3, handles(2..=10)),
        ];
        let (parts, rest) = covered(&[2, 3, 10], &regions, &groups);
        assert_eq!((parts, rest), (vec![(3, vec![2, 3])], vec![10]));
        let far = [(1, handles(2..=12))];
        assert!(covered(&[2, 3], &regions, &far).0.is_empty());
    }

    #[test]
    fn a_region_without_a_group_uses_the_largest_ones_of_nobody_else() {
        let groups = [
            (1, handles(2..=4)),
            (2, handles(2..=3)),
            (3, handles(5..=6)),
            (4, handles(6..=8)),
            (5, handles(20..=21)),
        ];
        let to = [2, 3, 4, 5, 6, 7, 20, 21];
        let (parts, rest) = covered(&to, &[handles(2..=12)], &groups);
        assert_eq!(parts, [(1, vec![2, 3, 4]), (3, vec![5, 6])]);
        // Those of no region take streams.
        assert_eq!(rest, [7, 20, 21]);
    }

    #[test]
    fn all_members_are_told_from_some() {
        let members = handles(2..=5);
        let groups = [(1, members.clone())];
        assert!(cover(&members, &[&members], &groups).0[0].all);
        assert!(!cover(&members[..3], &[&members], &groups).0[0].all);
    }
}
