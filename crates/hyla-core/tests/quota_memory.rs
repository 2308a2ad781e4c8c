//! The memory that a quota estimates, compared with what is allocated.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hyla_core::executive::{Rti, RtiConfig, SessionId, UserLimits};
use hyla_core::message::{
    FromRti, Greeting, MemberRequest, ModuleSource, Reply, RequestId, ToRti, decode_control,
};
use hyla_omt::Strictness;
use hyla_types::{
    AttributeHandleSet, Edition, FederateHandle, ObjectClassHandle, ObjectInstanceHandle,
};

struct Counting;

/// Bytes that are allocated now.
static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: passes every call on to the system's allocator unchanged.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const SESSION: SessionId = SessionId(1);

fn rti(memory_bytes: usize) -> Rti {
    let mut rti = Rti::new(RtiConfig {
        version: "test".into(),
        strictness: Strictness::Lenient,
        seed: 1.into(),
    });
    rti.limit_users(UserLimits {
        memory_bytes,
        ..UserLimits::NONE
    });
    let greeting = Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    };
    rti.handle_greeting_from(SESSION, &greeting, "address 10.0.0.1")
        .unwrap();
    let _ = answer(&mut rti);
    rti
}

/// The last answer: a refusal, or the handle of a federate that has joined.
fn answer(rti: &mut Rti) -> Result<Option<FederateHandle>, String> {
    let frames = std::iter::from_fn(|| rti.poll_transmit());
    let answers = frames.filter_map(|sent| match decode_control(&sent.frame).unwrap() {
        FromRti::Answer { outcome, .. } => Some(match outcome {
            Ok(Reply::Joined { handle, .. }) => Ok(Some(handle)),
            Ok(_) => Ok(None),
            Err(refusal) => Err(refusal.message),
        }),
        _ => None,
    });
    answers.last().unwrap_or(Ok(None))
}

fn create(rti: &mut Rti, module: &[u8]) -> Result<(), String> {
    let create = ToRti::Create {
        request: RequestId(1),
        federation: "Large".into(),
        modules: vec![ModuleSource {
            designator: "module.xml".into(),
            content: module.to_vec(),
        }],
        mim: None,
        time: String::new(),
    };
    rti.handle_message(SESSION, create).unwrap();
    answer(rti).map(|_| ())
}

/// Bytes that stay allocated.
fn growth<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.load(Relaxed);
    let made = make();
    (made, ALLOCATED.load(Relaxed) - before)
}

/// A model with so many classes below each other's root, each with so many attributes and parameters.
fn module(classes: usize, members: usize, name: &str, semantics: &str) -> Vec<u8> {
    let mut text = String::from(
        "<?xml version=\"1.0\"?><objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\">\
         <modelIdentification><name>Large</name><type>FOM</type><version>1</version>\
         <modificationDate>2026-01-01</modificationDate><securityClassification>U</securityClassification>\
         <description>D</description><poc><pocType>Sponsor</pocType></poc></modelIdentification>\
         <objects><objectClass><name>HLAobjectRoot</name>",
    );
    for class in 0..classes {
        let _ = write!(
            text,
            "<objectClass><name>{name}{class}</name><sharing>PublishSubscribe</sharing><semantics>{semantics}</semantics>"
        );
        for member in 0..members {
            let _ = write!(
                text,
                "<attribute><name>{name}{member}</name><dataType>HLAunicodeString</dataType><updateType>Static</updateType>\
                 <ownership>NoTransfer</ownership><sharing>PublishSubscribe</sharing><transportation>HLAreliable\
                 </transportation><order>Receive</order><semantics>{semantics}</semantics></attribute>"
            );
        }
        text.push_str("</objectClass>");
    }
    text.push_str(
        "</objectClass></objects><interactions><interactionClass><name>HLAinteractionRoot</name>",
    );
    for class in 0..classes {
        let _ = write!(
            text,
            "<interactionClass><name>{name}{class}</name><sharing>PublishSubscribe</sharing><transportation>HLAreliable\
             </transportation><order>Receive</order>"
        );
        for member in 0..members {
            let _ = write!(
                text,
                "<parameter><name>{name}{member}</name><dataType>HLAunicodeString</dataType></parameter>"
            );
        }
        text.push_str("</interactionClass>");
    }
    text.push_str("</interactionClass></interactions></objectModel>");
    text.into_bytes()
}

/// The estimate for that model, as a refusal states it.
fn estimate(module: &[u8]) -> usize {
    // The module by itself fits, what is made of it does not.
    let refusal = create(&mut rti(module.len()), module).unwrap_err();
    let (_, rest) = refusal.split_once("asks for ").unwrap();
    let (number, _) = rest.split_once(" more").unwrap();
    number.parse().unwrap()
}

// One test, since the counter covers the whole process.
#[test]
fn estimates_of_quotas_are_near_to_what_is_allocated() {
    // What is made once for all.
    let _first = create(&mut rti(usize::MAX), &module(1, 1, "C", ""));
    let long = "x".repeat(2000);
    for (what, module) in [
        ("classes without members", module(1000, 0, "C", "")),
        ("classes with members", module(200, 10, "Member", "text")),
        ("many members", module(2, 600, "M", "")),
        ("long names", module(100, 5, &long[..200], "")),
        ("much text", module(100, 5, "C", &long)),
    ] {
        let estimate = estimate(&module);
        let mut rti = rti(usize::MAX);
        let ((), measured) = growth(|| create(&mut rti, &module).unwrap());
        println!(
            "{what}: {} bytes of text, estimated {estimate}, measured {measured}, ratio {:.2}",
            module.len(),
            measured as f64 / estimate as f64
        );
        assert!(
            measured < estimate && estimate < 8 * measured,
            "{what}: estimated {estimate}, measured {measured}"
        );
    }

    const INSTANCES: u32 = 10_000;
    let mut rti = rti(usize::MAX);
    create(&mut rti, &module(2, 4, "C", "")).unwrap();
    let join = ToRti::Join {
        request: RequestId(2),
        name: None,
        federate_type: "test".into(),
        federation: "Large".into(),
        modules: Vec::new(),
        addresses: Vec::new(),
        host: String::new(),
    };
    rti.handle_message(SESSION, join).unwrap();
    let federate = answer(&mut rti).unwrap().unwrap();
    let (_, measured) = growth(|| {
        for index in 1..=INSTANCES {
            let object = ObjectInstanceHandle::of(federate, index);
            let registered = MemberRequest::Registered {
                object,
                class: ObjectClassHandle::new(1),
                name: format!("HLAobject-{}-{index}", object.registrant()),
                owned: AttributeHandleSet::new(),
            };
            rti.handle_message(SESSION, ToRti::Member(registered))
                .unwrap();
            while rti.poll_transmit().is_some() {}
        }
    });
    let each = measured / INSTANCES as usize;
    println!("an instance: estimated 320, measured {each}");
    assert!((80..320).contains(&each), "{each} bytes for each instance");
}
