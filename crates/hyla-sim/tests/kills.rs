//! Members are killed at every step of the agreement by which a group of reliable multicast is made, while it is used, and
//! while it ends. The judge of the world knows what each member that is left has to receive.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use hyla_sim::{ActionList, Outcome};

/// Members. The first and the fourth one send, and each of them makes a group.
const MEMBERS: u32 = 5;
/// Microseconds from one message of a sender to the next.
const EVERY: u64 = 500;
/// When the first message leaves.
const BEGINS: u64 = 100_000;
/// When the last message of the first part leaves.
const ENDS: u64 = 118_000;
/// Time from the last message to one that comes when groups have gone, since nobody used them.
const IDLE: u64 = 75_000_000;

/// A federation whose members send and receive interactions, and a line of its list more.
fn list(more: Option<(u64, String)>) -> ActionList {
    let mut lines = Vec::new();
    for member in 0..MEMBERS {
        let at = u64::from(member) * 1_000;
        lines.push((at, format!("{member} connect")));
        if member == 0 {
            lines.push((5_000, format!("{member} create federation=North time=-")));
        }
        let join =
            format!("{member} join federation=North name=m_{member} federate_type=sim sky=no");
        lines.push((20_000 + at, join));
        lines.push((
            40_000 + at,
            format!("{member} publish-interaction interaction=Report"),
        ));
        let subscribe = format!("{member} subscribe-interaction interaction=Report active=yes");
        lines.push((60_000 + at, subscribe));
    }
    for sender in [0_u32, 3] {
        let mut number = 0;
        let mut say = |at: u64, lines: &mut Vec<(u64, String)>| {
            number += 1;
            let what = "send interaction=Report parameters=who stamp=-";
            lines.push((at, format!("{sender} {what} label={sender}.{number}")));
        };
        let mut at = BEGINS + u64::from(sender) * 2_100;
        while at < ENDS {
            say(at, &mut lines);
            at += EVERY;
        }
        say(ENDS + IDLE, &mut lines);
        say(ENDS + IDLE + EVERY, &mut lines);
    }
    lines.extend(more);
    lines.sort_by_key(|(at, _)| *at);

    let mut text =
        "hyla-sim actions 1\ngroups none\nrti-seed 3\ndefault-delay 1000\nmulticast\n".to_owned();
    for member in 0..MEMBERS {
        let _ = writeln!(text, "process {member} 2025 immediate reachable");
    }
    for (at, line) in lines {
        let _ = writeln!(text, "{at} {line}");
    }
    text.parse().expect("a list")
}

fn passes(more: Option<(u64, String)>) -> Outcome {
    let outcome = list(more.clone()).replay(None, false);
    assert!(outcome.violation.is_none(), "{more:?}: {outcome}");
    outcome
}

/// Kills each of these members at each of these times, in steps of so many microseconds. What was under way from the killed one
/// arrives in part, by another lot each time. Gives how many frames the RTI relayed: those by which members agree on groups are
/// among them, so that runs differ if kills hit their agreement.
fn killed_at(times: Range<u64>, step: usize) -> BTreeSet<u64> {
    let mut relayed = BTreeSet::new();
    for (lot, at) in times.step_by(step).enumerate() {
        for member in [0, 1, 3] {
            let outcome = passes(Some((at, format!("{member} crash lot={lot}"))));
            assert_eq!(outcome.faults, 1, "nobody was killed at {at}");
            relayed.insert(outcome.relayed);
        }
    }
    relayed
}

#[test]
fn a_group_is_made_and_used_and_goes_when_nobody_is_killed() {
    let outcome = passes(None);

    assert!(outcome.by_groups > 10, "{}", outcome.by_groups);
}

/// The first and the fourth member invite the others, each to a group of its own, from the first message on; frames of the agreement
/// take a millisecond.
#[test]
fn whoever_invites_or_is_invited_is_killed_at_every_step_of_the_agreement() {
    let relayed = killed_at(BEGINS + 150..BEGINS + 14_000, 350);

    assert!(relayed.len() > 8, "{relayed:?}");
}

/// A minute after the last message the keeper retires its group; members report, and are told to forget it.
#[test]
fn whoever_retires_a_group_or_reports_is_killed_at_every_step_of_its_end() {
    let ends = BEGINS + 61_001_000;
    let relayed = killed_at(ends..ends + 6_000, 400);

    assert!(
        relayed.len() > 3,
        "kills miss the end of the group: {relayed:?}"
    );
}
