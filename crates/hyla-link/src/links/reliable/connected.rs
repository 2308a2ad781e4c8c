//! Which of the asked members have channels to each other.

use hyla_types::FederateHandle;

use super::group::Asked;

/// Of the members that have heard a probe, those that have channels to each other, and those left out for that: one after
/// another, the member that lacks most channels.
pub(super) fn connected(
    own: Option<FederateHandle>,
    asked: &[Asked],
) -> (Vec<FederateHandle>, Vec<FederateHandle>) {
    let mut heard: Vec<_> = asked.iter().filter(|asked| asked.heard).collect();
    let mut apart = Vec::new();
    loop {
        let lacks = |one: &Asked| {
            let others = heard.iter().filter(|other| {
                one.unreached.contains(&other.peer) || other.unreached.contains(&one.peer)
            });
            let keeper = own.is_some_and(|own| one.unreached.contains(&own));
            others.count() + usize::from(keeper)
        };
        let worst = (0..heard.len()).max_by_key(|at| (lacks(heard[*at]), heard[*at].peer));
        match worst.filter(|at| lacks(heard[*at]) > 0) {
            Some(at) => apart.push(heard.remove(at).peer),
            None => return (heard.iter().map(|asked| asked.peer).collect(), apart),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(peer: u32, unreached: &[u32]) -> Asked {
        Asked {
            peer: FederateHandle::new(peer),
            unreached: unreached.iter().map(|h| FederateHandle::new(*h)).collect(),
            joined: true,
            heard: peer != 9,
            again: false,
        }
    }

    fn numbers(members: &[FederateHandle]) -> Vec<u32> {
        members.iter().map(|member| member.raw()).collect()
    }

    #[test]
    fn members_without_channels_to_each_other_are_not_in_one_group() {
        let own = Some(FederateHandle::new(1));
        let all = [
            asked(2, &[]),
            asked(3, &[5]),
            asked(4, &[5]),
            asked(5, &[3, 4]),
            asked(6, &[7]),
            asked(7, &[]),
            asked(8, &[1]),
            asked(9, &[2]),
        ];

        let (members, apart) = connected(own, &all);

        assert_eq!(numbers(&members), [2, 3, 4, 6]);
        assert_eq!(numbers(&apart), [5, 8, 7]);
    }
}
