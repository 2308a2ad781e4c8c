//! Each kind of sabotage is detected by the judge.

use hyla_sim::{ActionList, Config, Groups, Sabotage, World};

/// Number of worlds in which the sabotage was detected, and the first violation.
fn noticed(sabotage: Sabotage, groups: Groups) -> (usize, String) {
    noticed_in(12, sabotage, groups)
}

fn noticed_in(worlds: u64, sabotage: Sabotage, groups: Groups) -> (usize, String) {
    noticed_within(400, worlds, sabotage, groups)
}

fn noticed_within(
    steps: usize,
    worlds: u64,
    sabotage: Sabotage,
    groups: Groups,
) -> (usize, String) {
    let mut reasons = (0..worlds).filter_map(|seed| {
        let config = Config {
            sabotage: Some(sabotage),
            faults: false,
            groups,
            steps,
            ..Config::plain(seed)
        };
        World::new(seed, config).run().violation
    });
    let first = reasons.next().unwrap_or_default();
    (1 + reasons.count(), first)
}

fn is_noticed(sabotage: Sabotage, as_what: &str) {
    is_noticed_among(sabotage, Groups::NONE, as_what, 6);
}

fn is_noticed_among(sabotage: Sabotage, groups: Groups, as_what: &str, least: usize) {
    is_noticed_of(12, sabotage, groups, as_what, least);
}

#[track_caller]
fn is_noticed_of(worlds: u64, sabotage: Sabotage, groups: Groups, as_what: &str, least: usize) {
    let (count, reason) = noticed_in(worlds, sabotage, groups);

    assert!(
        reason.contains(as_what),
        "{sabotage:?} was noticed as: {reason}"
    );
    assert!(
        count >= least,
        "{sabotage:?} was noticed in {count} of {worlds} worlds only"
    );
}

#[test]
fn lanes_without_fences_are_noticed() {
    let noticed = (0..60).filter(|seed| {
        let config = Config {
            sabotage: Some(Sabotage::ForgetFences),
            faults: false,
            steps: 1500,
            ..Config::plain(*seed)
        };
        World::new(*seed, config).run().violation.is_some()
    });
    let count = noticed.count();

    assert!(count >= 15, "noticed in {count} of 60 worlds only");
}

#[test]
fn streams_that_do_not_wait_for_groups_are_noticed() {
    let run = |seed: u64, sabotage| {
        let config = Config {
            sabotage,
            ..Config::plain(seed).with_multicast()
        };
        World::new(seed, config).run().violation
    };
    // One world in twenty has a message that is late enough.
    let mut seeds = 2000..2100;
    let noticed = seeds.find(|seed| run(*seed, Some(Sabotage::ForgetGroupFences)).is_some());

    let seed = noticed.expect("noticed in one of a hundred worlds");
    assert_eq!(run(seed, None), None);
}

#[test]
fn a_dropped_frame_is_noticed() {
    is_noticed(Sabotage::DropFrame, "never received message");
}

#[test]
fn a_doubled_frame_is_noticed() {
    is_noticed(Sabotage::DoubleFrame, "it came before");
}

#[test]
fn two_frames_in_the_wrong_order_are_noticed() {
    let (count, _) = noticed(Sabotage::SwapFrames, Groups::NONE);

    assert!(count >= 6, "noticed in {count} of 12 worlds only");
}

#[test]
fn a_callback_after_the_removal_is_noticed() {
    is_noticed(
        Sabotage::RepeatAfterRemove,
        "the instance was removed before",
    );
}

#[test]
fn a_lost_log_entry_is_noticed() {
    is_noticed(Sabotage::LoseLogEntry, "protocol violation");
}

#[test]
fn a_lost_message_in_time_stamp_order_is_noticed() {
    let time = Groups::named("time").expect("a group");
    is_noticed_of(24, Sabotage::LoseStamped, time, "", 6);
}

#[test]
fn a_grant_one_step_too_early_is_noticed() {
    let time = Groups::named("time").expect("a group");
    is_noticed_of(
        24,
        Sabotage::PromiseTooMuch,
        time,
        "others may still send",
        6,
    );
}

#[test]
fn a_grant_that_never_comes_is_noticed() {
    let time = Groups::named("time").expect("a group");
    is_noticed_among(Sabotage::LoseTimeRequest, time, "waits", 4);
}

#[test]
fn two_owners_are_noticed() {
    let ownership = Groups::named("ownership").expect("a group");
    let (count, reason) = noticed_in(24, Sabotage::TwoOwners, ownership);

    assert!(reason.contains("own"), "{reason}");
    assert!(count >= 3, "noticed in {count} of 24 worlds only");
}

#[test]
fn a_point_that_does_not_end_is_noticed() {
    let points = Groups::named("points").expect("a group");
    is_noticed_among(Sabotage::LoseArrival, points, "arrived", 6);
}

#[test]
fn regions_seen_too_small_are_noticed() {
    let regions = Groups::named("regions").expect("a group");
    let (count, reason) = noticed_within(1000, 60, Sabotage::ShrinkRegions, regions);

    assert!(reason.contains("never received message"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 60 worlds only");
}

#[test]
fn regions_that_nobody_looks_at_are_noticed() {
    let regions = Groups::named("regions").expect("a group");
    let (count, reason) = noticed_within(1000, 12, Sabotage::IgnoreRegions, regions);

    assert!(reason.contains("overlap"), "{reason}");
    assert!(count >= 3, "noticed in {count} of 12 worlds only");
}

#[test]
fn a_save_that_does_not_end_is_noticed() {
    let saves = Groups::named("saves").expect("a group");
    is_noticed_among(Sabotage::LoseSaveAnswer, saves, "the save does not end", 6);
}

#[test]
fn a_message_before_the_declarations_that_precede_it_is_noticed() {
    let (count, reason) = noticed_in(40, Sabotage::ForgetPositions, Groups::NONE);

    assert!(reason.contains("declaration"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 40 worlds only");
}

#[test]
fn a_declaration_that_returns_before_everyone_has_applied_it_is_noticed() {
    is_noticed(Sabotage::ConfirmTooMuch, "have not applied it");
}

#[test]
fn a_restore_of_another_state_is_noticed() {
    let saves = Groups::named("saves").expect("a group");
    let (count, reason) = noticed_in(150, Sabotage::OldFile, saves);

    assert!(reason.contains("restored"), "{reason}");
    assert!(count >= 2, "noticed in {count} of 150 worlds only");
}

#[test]
fn what_comes_into_scope_twice_is_noticed() {
    is_noticed(Sabotage::ScopeTwice, "already in scope");
}

#[test]
fn what_comes_into_scope_untold_is_noticed() {
    is_noticed(Sabotage::LoseScope, "scope");
}

#[test]
fn updates_turned_on_twice_are_noticed() {
    is_noticed(Sabotage::UpdatesTwice, "the last advisory");
}

#[test]
fn updates_that_are_not_turned_on_are_noticed() {
    is_noticed(Sabotage::LoseUpdates, "");
}

#[test]
fn a_request_for_values_that_reaches_an_owner_twice_is_noticed() {
    let (sabotage, reason) = (Sabotage::RequestsTwice, "it was asked before");
    is_noticed_of(24, sabotage, Groups::NONE, reason, 6);
}

#[test]
fn a_request_for_values_that_does_not_reach_an_owner_is_noticed() {
    let (count, reason) = noticed_in(40, Sabotage::LoseRequests, Groups::NONE);

    assert!(reason.contains("was never asked for"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 40 worlds only");
}

/// The same in worlds in which federates are lost.
fn noticed_among_lost(sabotage: Sabotage) -> (usize, String) {
    let mut reasons = (0..120).filter_map(|seed| {
        let config = Config {
            sabotage: Some(sabotage),
            ..Config::plain(seed)
        };
        World::new(seed, config).run().violation
    });
    let first = reasons.next().unwrap_or_default();
    (1 + reasons.count(), first)
}

#[test]
fn an_instance_of_the_rti_that_is_not_told_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::LoseManaged);

    assert!(reason.contains("of the RTI"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_lost_federate_that_is_reported_twice_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::ReportsTwice);

    assert!(reason.contains("every lost federate"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_lost_federate_that_is_not_reported_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::LoseReports);

    assert!(reason.contains("lost federate"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_federate_that_reads_no_more_from_others_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::StayPaused);

    let expected = ["never received", "back-pressure", "at a quiet point"];
    assert!(expected.iter().any(|e| reason.contains(e)), "{reason}");
    assert!(count >= 4, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_declaration_that_waits_for_ever_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::WaitForEver);

    assert!(reason.contains("returns only now"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn an_answer_that_is_lost_when_a_client_comes_back_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::LoseAnswerOnResume);

    assert!(reason.contains("answered"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_callback_that_comes_twice_when_a_client_comes_back_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::CallBackTwiceOnResume);

    assert!(reason.contains("again, expected"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

#[test]
fn a_call_of_a_client_that_is_carried_out_twice_is_noticed() {
    is_noticed_of(
        24,
        Sabotage::CarryOutTwice,
        Groups::NONE,
        "the host carried out call",
        6,
    );
}

#[test]
fn a_ghost_that_never_ends_is_noticed() {
    let (count, reason) = noticed_among_lost(Sabotage::KeepGhosts);

    assert!(reason.contains("its session continues"), "{reason}");
    assert!(count >= 6, "noticed in {count} of 120 worlds only");
}

/// Too rare for random worlds: a list shows the fault with the sabotage, and nothing without it.
#[track_caller]
fn is_noticed_in(list: &str, sabotage: Sabotage, as_what: &str) {
    let list: ActionList = list.parse().expect("a list");

    let reason = list.replay(Some(sabotage), false).violation;

    let reason = reason.unwrap_or_default();
    assert!(reason.contains(as_what), "{reason}");
    assert_eq!(list.replay(None, false).violation, None);
}

#[test]
fn a_message_by_the_rti_that_overtakes_the_rest_of_a_stream_is_noticed() {
    let list = include_str!("found/through-the-rti-behind-a-stream.txt");
    is_noticed_in(list, Sabotage::OvertakeStream, "came before");
}

#[test]
fn a_torn_file_that_is_restored_is_noticed() {
    let list = include_str!("found/torn-file.txt");
    is_noticed_in(list, Sabotage::ReadTornFile, "nothing was loaded");
}

#[test]
fn what_exists_and_is_not_told_again_behind_a_broken_channel_is_noticed() {
    let list = include_str!("found/discovery-lost-with-a-channel.txt");
    is_noticed_in(list, Sabotage::ForgetCensus, "should have discovered");

    let list = include_str!("found/removal-lost-with-a-channel.txt");
    is_noticed_in(list, Sabotage::ForgetCensus, "still knows");
}

#[test]
fn a_save_that_is_lost_after_it_was_reported_is_noticed() {
    let list = include_str!("found/save-whose-name-is-not-flushed.txt");
    is_noticed_in(list, Sabotage::ForgetDirectory, "was reported as stored");

    let list = include_str!("found/save-whose-directory-is-not-flushed.txt");
    is_noticed_in(list, Sabotage::ForgetParent, "was reported as stored");
}

#[test]
fn a_save_that_gives_way_to_a_part_of_another_one_is_noticed() {
    let list = include_str!("found/save-that-gives-way-to-another.txt");
    is_noticed_in(list, Sabotage::FlushFileLate, "was replaced by a torn file");
}

#[test]
fn a_sender_that_the_rti_holds_back_for_ever_is_noticed() {
    let list = include_str!("found/held-back-by-the-rti.txt");
    is_noticed_in(list, Sabotage::StayPressed, "back-pressure");
}

/// The same in worlds whose lanes over datagrams have protocol modules.
#[track_caller]
fn is_noticed_on_lanes(sabotage: Sabotage, as_what: [&str; 2], least: usize) {
    let reasons = (0..60).filter_map(|seed| {
        let config = Config {
            sabotage: Some(sabotage),
            modules: true,
            ..Config::plain(seed)
        };
        World::new(seed, config).run().violation
    });
    let expected = |reason: &String| as_what.iter().any(|what| reason.contains(what));
    let count = reasons.filter(expected).count();

    assert!(
        count >= least,
        "{sabotage:?} was noticed in {count} of 60 worlds only"
    );
}

#[test]
fn a_datagram_that_is_given_up_is_noticed() {
    let expected = ["earlier ones", "never came out of the chain"];
    is_noticed_on_lanes(Sabotage::GiveUpLost, expected, 12);
}

#[test]
fn a_message_put_together_of_two_is_noticed() {
    let expected = ["was never sent", "never came out of the chain"];
    is_noticed_on_lanes(Sabotage::MixFragments, expected, 4);
}

#[test]
fn a_datagram_that_is_doubled_or_overtaken_is_noticed() {
    let expected = ["put out a frame twice", "earlier ones"];
    is_noticed_on_lanes(Sabotage::ForgetSequence, expected, 4);
}

#[test]
fn best_effort_that_is_lost_behind_its_wire_is_noticed() {
    let expected = ["earlier ones", "never came out of the chain"];
    is_noticed_on_lanes(Sabotage::DropWhole, expected, 4);
}

#[test]
fn what_waits_for_ever_in_front_of_a_chain_is_noticed() {
    let expected = ["never came out of the chain", "back-pressure"];
    is_noticed_on_lanes(Sabotage::StayFull, expected, 2);
}

#[test]
fn best_effort_that_is_dropped_although_there_is_room_is_noticed() {
    let (count, reason) = noticed_in(40, Sabotage::DropWithRoom, Groups::NONE);

    assert!(reason.contains("never received message"), "{reason}");
    assert!(count >= 4, "noticed in {count} of 40 worlds only");
}
