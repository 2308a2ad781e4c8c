//! Which groups a message takes to its receivers.

use hyla_types::FederateHandle;

/// Cost of a message on one stream, and of its copy for one group, in messages that a member receives without being meant.
const STREAM: usize = 8;
const COPY: usize = 4;

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

/// Serves these receivers, in the order of their handles, by groups, given with their members but the sender in the same
/// order: one after another, the group that saves most compared with streams. Returns the parts, and the receivers that
/// take streams. Cost: receivers and members of all groups, for each part.
pub(super) fn cover<'g>(
    to: &[FederateHandle],
    groups: impl Iterator<Item = (u32, &'g [FederateHandle])> + Clone,
) -> (Vec<Part>, Vec<FederateHandle>) {
    let (mut parts, mut rest) = (Vec::new(), to.to_vec());
    while rest.len() >= FEWEST {
        let saved = groups.clone().filter_map(|(group, members)| {
            let gain = common(&rest, members).count();
            let cost = COPY + members.len() - gain;
            let saved = (gain * STREAM).checked_sub(cost)?;
            (gain >= FEWEST && saved > 0).then_some((saved, std::cmp::Reverse(group), members))
        });
        let Some((_, std::cmp::Reverse(group), members)) = saved.max_by_key(|(s, g, _)| (*s, *g))
        else {
            break;
        };
        let receivers: Vec<_> = common(&rest, members).collect();
        rest.retain(|receiver| receivers.binary_search(receiver).is_err());
        let all = receivers.len() == members.len();
        parts.push(Part {
            group,
            receivers,
            all,
        });
    }
    (parts, rest)
}

/// What is in both, of two lists in order.
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
        groups: &[(u32, Vec<FederateHandle>)],
    ) -> (Vec<(u32, Vec<u32>)>, Vec<u32>) {
        let numbers =
            |handles: &[FederateHandle]| handles.iter().map(|h| h.raw()).collect::<Vec<_>>();
        let groups = groups.iter().map(|(group, members)| (*group, &members[..]));
        let (parts, rest) = cover(&handles(to.iter().copied()), groups);
        let parts = parts
            .iter()
            .map(|part| (part.group, numbers(&part.receivers)));
        (parts.collect(), numbers(&rest))
    }

    #[test]
    fn the_group_of_exactly_the_receivers_is_the_cheapest() {
        let groups = [
            (1, handles(2..=9)),
            (2, handles(2..=4)),
            (3, handles(2..=3)),
            (4, handles(2..=4)),
        ];
        assert_eq!(
            covered(&[2, 3, 4], &groups),
            (vec![(2, vec![2, 3, 4])], vec![])
        );
    }

    #[test]
    fn regions_share_the_receivers_and_each_gets_one_copy() {
        let groups = [
            (1, handles(2..=9)),
            (2, handles(8..=20)),
            (3, handles(30..=33)),
        ];
        let (parts, rest) = covered(&[2, 3, 4, 8, 9, 10, 11, 12, 33], &groups);
        assert_eq!(parts, [(1, vec![2, 3, 4, 8, 9]), (2, vec![10, 11, 12])]);
        assert_eq!(rest, [33]);
    }

    #[test]
    fn few_receivers_of_a_large_group_take_streams() {
        let groups = [(1, handles(2..=65))];
        assert_eq!(covered(&[2, 3, 4, 5], &groups).0, []);
        let eight: Vec<u32> = (2..=9).collect();
        assert_eq!(covered(&eight, &groups).0, [(1, eight.clone())]);
        assert_eq!(covered(&[2], &[(1, handles(2..=3))]).1, [2]);
    }

    #[test]
    fn all_members_are_told_from_some() {
        let members = handles(2..=5);
        let groups = || [(1, &members[..])].into_iter();
        assert!(cover(&members, groups()).0[0].all);
        assert!(!cover(&members[..3], groups()).0[0].all);
    }
}
