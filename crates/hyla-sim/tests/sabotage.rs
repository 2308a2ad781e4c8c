//! The judge can fail: each kind of faulty driver is noticed.

use hyla_sim::{Config, Sabotage, World};

/// Of a few worlds with a faulty driver, how many were noticed, and the first reason.
fn noticed(sabotage: Sabotage) -> (usize, String) {
    let mut reasons = (0..12).filter_map(|seed| {
        let config = Config {
            sabotage: Some(sabotage),
            faults: false,
            ..Config::plain(seed)
        };
        World::new(seed, config).run().violation
    });
    let first = reasons.next().unwrap_or_default();
    (1 + reasons.count(), first)
}

fn is_noticed(sabotage: Sabotage, as_what: &str) {
    let (count, reason) = noticed(sabotage);

    assert!(
        reason.contains(as_what),
        "{sabotage:?} was noticed as: {reason}"
    );
    assert!(
        count >= 6,
        "{sabotage:?} was noticed in {count} of 12 worlds only"
    );
}

#[test]
fn a_dropped_frame_is_noticed() {
    is_noticed(Sabotage::DropFrame, "never got message");
}

#[test]
fn a_doubled_frame_is_noticed() {
    is_noticed(Sabotage::DoubleFrame, "that came before");
}

#[test]
fn two_frames_in_the_wrong_order_are_noticed() {
    let (count, _) = noticed(Sabotage::SwapFrames);

    assert!(count >= 6, "noticed in {count} of 12 worlds only");
}

#[test]
fn a_callback_after_the_removal_is_noticed() {
    is_noticed(Sabotage::RepeatAfterRemove, "it was removed before");
}

#[test]
fn a_lost_log_entry_is_noticed() {
    is_noticed(Sabotage::LoseLogEntry, "protocol broken");
}
