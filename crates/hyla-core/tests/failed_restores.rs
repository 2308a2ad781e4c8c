//! Log of an RTI about restores that fail.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_core::executive::{NoticeLevel, Rti, RtiConfig, SessionId};
use hyla_core::federation::{StorageOutcome, StorageRequest};
use hyla_core::message::{FederationRequest, Greeting, MemberRequest, RequestId, ToRti};
use hyla_omt::Strictness;
use hyla_types::Edition;

#[test]
fn a_restore_whose_file_cannot_be_read_is_a_warning() {
    let session = SessionId(1);
    let mut rti = Rti::new(RtiConfig {
        version: "test".into(),
        strictness: Strictness::Lenient,
        seed: 1.into(),
    });
    let greeting = Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    };
    rti.handle_greeting(session, &greeting).unwrap();
    let create = ToRti::Create {
        request: RequestId(1),
        federation: "Fed".into(),
        modules: Vec::new(),
        mim: None,
        time: String::new(),
    };
    let join = ToRti::Join {
        request: RequestId(2),
        name: None,
        federate_type: "test".into(),
        federation: "Fed".into(),
        modules: Vec::new(),
        addresses: Vec::new(),
        host: String::new(),
    };
    let label = "noon".to_owned();
    let restore = MemberRequest::Federation(FederationRequest::RequestRestore { label });
    for message in [create, join, ToRti::Member(restore)] {
        rti.handle_message(session, message).unwrap();
    }
    while rti.poll_notice().is_some() {}

    let Some(StorageRequest::Load { ticket }) = rti.poll_storage() else {
        panic!("nothing is loaded");
    };
    rti.handle_storage(&ticket, StorageOutcome::Failed("no such file".into()));

    let notice = rti.poll_notice().unwrap();
    assert_eq!(notice.level, NoticeLevel::Warning, "{notice:?}");
    assert!(
        notice
            .text
            .contains("\"noon\" is not restored: no such file"),
        "{notice:?}"
    );
}
