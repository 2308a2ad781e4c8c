//! The table of callbacks: its size, its gaps, its end, and what may be done inside.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;
use std::mem::offset_of;

use hyla_capi::*;

use crate::world::{
    EVOKED, FOM, Federate, IMMEDIATE, Seen, connect, federation, given, last_message, new_rti, ok,
    table, taken, text,
};

#[test]
fn a_federate_without_callbacks_misses_them_and_nothing_else() {
    let federation = federation();
    let deaf = Federate::joined("deaf", &federation, "", |_| {});
    let message = deaf.interaction_class("Message");
    ok(hyla_publish_interaction_class(deaf.rti, message));
    let active = given(hyla_activity::HYLA_ACTIVITY_ACTIVE);
    ok(hyla_subscribe_interaction_class(deaf.rti, message, active));
    ok(hyla_list_federation_executions(deaf.rti));

    taken(|out| hyla_evoke_multiple_callbacks(deaf.rti, 0.0, 0.2, out)).unwrap();

    assert!(deaf.seen.all().is_empty(), "{:?}", deaf.seen.all());
}

#[test]
fn null_is_a_federate_that_listens_to_nothing() {
    let rti = new_rti();
    let evoked = given(hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED);
    // SAFETY: null.
    let connected = unsafe {
        hyla_connect(
            rti,
            std::ptr::null(),
            evoked,
            text("rti.address = embedded"),
        )
    };

    ok(connected);
    ok(hyla_disconnect(rti));
    ok(hyla_rti_free(rti));
}

#[test]
fn the_context_is_given_back_once_when_the_connection_ends() {
    let (table, seen) = table();
    let rti = new_rti();
    ok(connect(rti, &table));
    assert_eq!(seen.times("dropped"), 0);
    ok(hyla_disconnect(rti));
    assert_eq!(seen.times("dropped"), 1);

    ok(connect(rti, &table));
    ok(hyla_rti_free(rti));
    assert_eq!(seen.times("dropped"), 2);
}

#[test]
fn the_context_is_given_back_once_when_connecting_fails() {
    let (table, seen) = table();
    let rti = new_rti();
    let evoked = given(hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED);

    // SAFETY: a table.
    let nonsense = unsafe { hyla_connect(rti, &table, evoked, text("rti.adress = x")) };
    assert_ne!(nonsense, hyla_exception::HYLA_OK);
    assert!(last_message().contains("rti.address"), "{}", last_message());
    assert_eq!(seen.times("dropped"), 1);

    assert_ne!(connect(hyla_rti { id: 0 }, &table), hyla_exception::HYLA_OK);
    assert_eq!(seen.times("dropped"), 2);

    ok(connect(rti, &table));
    assert_eq!(connect(rti, &table), hyla_exception::HYLA_ALREADY_CONNECTED);
    assert_eq!(seen.times("dropped"), 3);
    ok(hyla_rti_free(rti));
    assert_eq!(seen.times("dropped"), 4);
}

#[test]
fn a_table_without_its_size_is_refused_and_its_context_left_alone() {
    let (mut table, seen) = table();
    let rti = new_rti();
    for size in [
        0,
        8,
        offset_of!(hyla_federate_ambassador, connection_lost) - 1,
    ] {
        table.size = size;

        let refused = connect(rti, &table);

        assert_eq!(refused, hyla_exception::HYLA_RTI_INTERNAL_ERROR);
        assert!(last_message().contains("sizeof"), "{}", last_message());
    }
    assert!(seen.all().is_empty());
    ok(hyla_rti_free(rti));
}

#[test]
fn a_shorter_table_is_one_of_an_older_program_and_a_longer_one_of_a_newer() {
    unsafe extern "C" fn report(context: *mut c_void, executions: hyla_federation_executions<'_>) {
        let _ = executions;
        Seen::of(context).note("report");
    }
    unsafe extern "C" fn never(_: *mut c_void, _: hyla_text<'_>) {
        unreachable!("beyond the size of the table");
    }
    let long = size_of::<hyla_federate_ambassador>() + 64;
    let short = offset_of!(hyla_federate_ambassador, federate_resigned);
    for (size, last) in [(short, None), (long, Some(()))] {
        let federation = federation();
        let (mut table, seen) = table();
        table.report_federation_executions = Some(report);
        if last.is_none() {
            table.federate_resigned = Some(never);
        }
        table.size = size;
        // As long as the longest one says.
        let mut memory = vec![0_u64; long.div_ceil(8)];
        // SAFETY: large enough, and aligned for pointers.
        unsafe {
            memory
                .as_mut_ptr()
                .cast::<hyla_federate_ambassador>()
                .write(table);
        };
        let rti = new_rti();
        let evoked = given(hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED);
        let at = memory.as_ptr().cast();
        // SAFETY: as many bytes of a table as it says.
        ok(unsafe { hyla_connect(rti, at, evoked, text("rti.address = embedded")) });
        drop(memory);
        let modules = [hyla_module {
            designator: text("traffic.xml"),
            content: hyla_bytes::new(FOM),
        }];
        ok(hyla_create_federation_execution_from(
            rti,
            text(&federation),
            hyla_modules::new(&modules),
            text(""),
        ));
        taken(|out| {
            let none = hyla_texts::default();
            hyla_join_federation_execution(rti, None, text("x"), text(&federation), none, out)
        })
        .unwrap();
        ok(hyla_list_federation_executions(rti));
        let federate = Federate { rti, seen };
        federate.sees("report");
    }
}

unsafe extern "C" fn nested(context: *mut c_void, _: hyla_interaction_class_handle) {
    let seen = Seen::of(context);
    let rti = seen.rti.lock().unwrap().unwrap();
    let refused = taken(|out| hyla_evoke_callback(rti, 0.0, out)).unwrap_err();
    seen.note(format!("told {refused:?}"));
}

unsafe extern "C" fn ends(context: *mut c_void, _: hyla_interaction_class_handle) {
    let seen = Seen::of(context);
    let rti = seen.rti.lock().unwrap().take().unwrap();
    let (first, second) = (hyla_rti_free(rti), hyla_rti_free(rti));
    seen.note(format!("told {first:?}, then {second:?}"));
}

/// A speaker that was told, in this callback, that somebody listens.
fn told_to_send(
    model: hyla_callback_model,
    callback: unsafe extern "C" fn(*mut c_void, hyla_interaction_class_handle),
) -> Federate {
    let federation = federation();
    let speaker = Federate::joined_as(model, "speaker", &federation, "", |table| {
        table.turn_interactions_on = Some(callback);
    });
    let listener = Federate::joined("listener", &federation, "", |_| {});
    let message = speaker.interaction_class("Message");
    ok(hyla_publish_interaction_class(speaker.rti, message));
    let active = given(hyla_activity::HYLA_ACTIVITY_ACTIVE);
    ok(hyla_subscribe_interaction_class(
        listener.rti,
        message,
        active,
    ));
    if model == EVOKED {
        speaker.sees("told");
    } else {
        speaker.seen.in_time("told");
    }
    speaker
}

#[test]
fn evoking_inside_a_callback_is_refused() {
    let speaker = told_to_send(EVOKED, nested);

    let refused = "told HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK";
    assert!(speaker.seen.has(refused), "{:?}", speaker.seen.all());
}

#[test]
fn an_ambassador_may_be_freed_inside_its_own_callback() {
    for model in [EVOKED, IMMEDIATE] {
        let speaker = told_to_send(model, ends);

        let freed = "told HYLA_OK, then HYLA_RTI_INTERNAL_ERROR";
        assert!(speaker.seen.has(freed), "{:?}", speaker.seen.all());
        speaker.seen.in_time("dropped");
        assert_eq!(speaker.seen.times("dropped"), 1);
    }
}

#[test]
fn a_thread_that_has_called_does_not_keep_the_connection() {
    let federate = Federate::joined("f", &federation(), "", |_| {});
    let other = Federate::joined("g", &federation(), "", |_| {});
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let (called, until_called) = std::sync::mpsc::channel();
    let (rti, another) = (federate.rti, other.rti);
    let caller = std::thread::spawn(move || {
        let root = text("HLAobjectRoot");
        let look = |rti| taken(|out| hyla_get_object_class_handle(rti, root, out)).map(drop);
        let before = [look(rti), look(another), look(rti)];
        called.send(before).unwrap();
        wait.recv().unwrap();
        [look(rti), look(another)]
    });
    assert_eq!(until_called.recv().unwrap(), [Ok(()); 3]);

    ok(hyla_rti_free(rti));
    assert_eq!(federate.seen.times("dropped"), 1);
    go_on.send(()).unwrap();

    let gone = Err(hyla_exception::HYLA_RTI_INTERNAL_ERROR);
    assert_eq!(caller.join().unwrap(), [gone, Ok(())]);
    ok(hyla_rti_free(another));
}

#[test]
fn calls_on_other_threads_end_well_or_are_refused_when_the_ambassador_is_freed() {
    for _ in 0..20 {
        let federate = Federate::joined("f", &federation(), "", |_| {});
        let rti = federate.rti;
        let callers: Vec<_> = (0..3)
            .map(|_| {
                std::thread::spawn(move || {
                    let root = text("HLAobjectRoot");
                    let look = || taken(|out| hyla_get_object_class_handle(rti, root, out));
                    let mut calls = 0_u32;
                    loop {
                        match look() {
                            Ok(_) => calls += 1,
                            // From here on there is no ambassador, in every case of the call in progress.
                            Err(refused) => return (calls, refused, look().unwrap_err()),
                        }
                    }
                })
            })
            .collect();
        std::thread::yield_now();

        ok(hyla_rti_free(rti));

        for caller in callers {
            let (_, refused, again) = caller.join().unwrap();
            assert_eq!(again, hyla_exception::HYLA_RTI_INTERNAL_ERROR);
            // The ambassador is gone, or was about to go while the call was in progress.
            let gone = [
                hyla_exception::HYLA_RTI_INTERNAL_ERROR,
                hyla_exception::HYLA_NOT_CONNECTED,
                hyla_exception::HYLA_FEDERATE_NOT_EXECUTION_MEMBER,
            ];
            assert!(gone.contains(&refused), "{refused:?}");
        }
        assert_eq!(federate.seen.times("dropped"), 1);
    }
}

#[test]
fn a_callback_that_fails_is_reported_as_failed_and_the_next_one_as_it_is() {
    unsafe extern "C" fn reserved(context: *mut c_void, name: hyla_text<'_>) {
        let name = name.read("name").unwrap();
        if name == "bad" {
            ok(hyla_callback_failed(text("std::bad_alloc: no room")));
        }
        if name == "worse" {
            // SAFETY: two bytes, which are not UTF-8.
            let unreadable = unsafe { hyla_text::of(c"\xff\xff".as_ptr(), 2) };
            let refused = hyla_callback_failed(unreadable);
            assert_eq!(refused, hyla_exception::HYLA_RTI_INTERNAL_ERROR);
        }
        Seen::of(context).note(name);
    }
    let folder = std::env::temp_dir().join(format!("hyla-failing-{}", std::process::id()));
    let settings = format!("report.directory = {}", folder.display());
    // Not in a callback: it does nothing.
    ok(hyla_callback_failed(text("nothing")));
    let federation = federation();
    let federate = Federate::joined_with(EVOKED, "failing", &federation, "", &settings, |table| {
        table.object_instance_name_reservation_succeeded = Some(reserved);
    });
    ok(hyla_set_send_service_reports_to_file_switch(
        federate.rti,
        true,
    ));
    ok(hyla_set_service_reporting_switch(federate.rti, true));

    for name in ["good", "bad", "worse", "better"] {
        ok(hyla_reserve_object_instance_name(federate.rti, text(name)));
        federate.sees(name);
    }

    let file = std::fs::read_dir(&folder).unwrap().next().unwrap();
    let reports = std::fs::read_to_string(file.unwrap().path()).unwrap();
    let of_callback = |line: &&str| {
        let line = line.to_lowercase();
        line.contains("\"objectinstancenamereservationsucceeded\"")
    };
    let reports: Vec<_> = reports.lines().filter(of_callback).collect();
    let succeeded: Vec<_> = reports
        .iter()
        .map(|line| line.contains("\"success\":true"))
        .collect();
    assert_eq!(succeeded, [true, false, false, true], "{reports:?}");
    let failed = reports[1];
    assert!(failed.contains("FederateInternalError"), "{failed}");
    assert!(failed.contains("std::bad_alloc: no room"), "{failed}");
    std::fs::remove_dir_all(&folder).unwrap();
}
