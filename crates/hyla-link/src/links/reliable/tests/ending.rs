//! How groups end at several members.

use std::collections::BTreeMap;

use hyla_core::message::relayed_together;
use hyla_multicast::GroupId;

use super::*;
use crate::lanes::LinkFrame;

/// Members of one group, by their handles.
struct Members(BTreeMap<u32, Links>);

impl Members {
    /// The first one made the group, which is in use.
    fn new(members: &[u32]) -> Self {
        let now = Instant::now();
        let all = members.iter().map(|own| {
            let handle = FederateHandle::new(*own);
            let mut links = links_of(handle, TestHost::shared(), now);
            let at = links.reliable_engine(&profile("Radio"));
            put_in_use(&mut links, at.expect("an engine"), 5, members, now);
            (*own, links)
        });
        Self(all.collect())
    }

    /// Messages of a member about groups since the last call, to members that are still there.
    fn said(&mut self, by: u32) -> Vec<(u32, GroupFrame)> {
        let mut said = Vec::new();
        let links = self.0.get_mut(&by).expect("a member");
        links.relays.take(|bytes| {
            // Without a frame there is no batch.
            let all = relayed_together(bytes).into_iter().flatten();
            for (frame, to) in all {
                let Ok(LinkFrame::Group(frame)) = LinkFrame::decode(frame) else {
                    panic!("another frame");
                };
                said.extend(to.map(|to| (to.raw(), frame.clone())));
            }
        });
        said.retain(|(to, _)| self.0.contains_key(to));
        said
    }

    /// Carries messages about groups until there are none.
    fn settle(&mut self) {
        let members: Vec<_> = self.0.keys().copied().collect();
        while members.iter().any(|by| self.passes_on(*by)) {}
    }

    /// Carries the messages of one member about groups; whether there were any.
    fn passes_on(&mut self, by: u32) -> bool {
        let said = self.said(by);
        let any = !said.is_empty();
        for (to, frame) in said {
            let links = self.0.get_mut(&to).expect("a member");
            links.group_said(FederateHandle::new(by), frame);
        }
        any
    }

    fn retire(&mut self, by: u32) {
        let links = self.0.get_mut(&by).expect("a member");
        links.say_to_all(5, &GroupFrame::Retire { group: 5 });
        links.retire_group(5, vec![FederateHandle::new(2), FederateHandle::new(3)]);
    }

    /// A member gets to know that another one is gone.
    fn loses(&mut self, member: u32, gone: u32) {
        let links = self.0.get_mut(&member).expect("a member");
        links.reliable_member_gone(FederateHandle::new(gone));
    }

    fn has_group(&self, member: u32) -> bool {
        self.0[&member].reliable.groups.contains_key(&5)
    }

    fn uses_group(&self, member: u32) -> bool {
        let group = self.0[&member].reliable.groups.get(&5);
        group.is_some_and(ReliableGroup::is_ready)
    }
}

/// The second one is the next keeper, and gets to know the loss of the first one earlier than the third one, or later.
#[test]
fn a_retired_group_goes_after_the_loss_of_its_keeper_whoever_notices_first() {
    for first in [2, 3] {
        for knows in [true, false] {
            let mut members = Members::new(&[1, 2, 3]);
            members.retire(1);
            let retired = members.said(1);
            for (to, frame) in retired {
                if to == 2 || knows {
                    let links = members.0.get_mut(&to).expect("a member");
                    links.group_said(ME, frame);
                }
            }
            // They have reported to the first one.
            members.0.remove(&1);
            members.settle();

            for member in [first, 5 - first] {
                members.loses(member, 1);
                members.settle();
            }

            let left = [2, 3].map(|member| members.has_group(member));
            assert_eq!(left, [false, false], "{first} first, retired: {knows}");
        }
    }
}

/// The loss of the keeper came between the frames that put the group in use. The next keeper ends a group that it does not use
/// yet; otherwise all use it.
#[test]
fn a_group_that_one_member_does_not_use_yet_is_in_use_or_ends_after_the_loss_of_its_keeper() {
    for first in [2, 3] {
        for installed in [2, 3] {
            let mut members = Members::new(&[1, 2, 3]);
            let links = members.0.get_mut(&installed).expect("a member");
            let group = links.reliable.groups.get_mut(&5).expect("a group");
            group.agreement = Agreement::Installed;
            members.0.remove(&1);

            for member in [first, 5 - first] {
                members.loses(member, 1);
                members.settle();
            }

            let has = [2, 3].map(|member| members.has_group(member));
            let uses = [2, 3].map(|member| members.uses_group(member));
            let stays = installed == 3;
            let what = format!("{first} first, installed: {installed}");
            assert_eq!((has, uses), ([stays; 2], [stays; 2]), "{what}");
        }
    }
}

#[test]
fn messages_that_wait_for_a_group_end_with_its_last_other_member() {
    let mut members = Members::new(&[1, 2]);
    let links = members.0.get_mut(&1).expect("a member");
    put_in_use(links, 0, 6, &[1, 3, 4], links.now);
    let waiting = &mut links.reliable.engines[0].waiting;
    waiting.push_back((GroupId(5), b"to member 2".to_vec()));
    waiting.push_back((GroupId(6), b"to members 3 and 4".to_vec()));
    links.reliable.look_for_blocks();

    links.member_left_group(5, FederateHandle::new(2));

    let waits = |links: &Links| -> Vec<_> {
        let waiting = links.reliable.engines[0].waiting.iter();
        waiting.map(|(group, _)| group.0).collect()
    };
    assert_eq!(waits(links), [6]);
    links.pump_engine(0);
    assert!(waits(links).is_empty() && !links.waits_for_groups());
}
