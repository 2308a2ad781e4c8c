//! A bound call with arguments of fixed size allocates nothing in steady state, neither at the client nor at the server.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use hyla_orb::cdr::{Cdr, Decoder, Encoder, Format, Limits, WString};
use hyla_orb::client::Client;
use hyla_orb::exception::SystemException;
use hyla_orb::qos::{Qos, Resources, Route};
use hyla_orb::server::{Server, ServerSettings};

mod more {
    include!("generated/more.rs");
}

use more::More;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: passes every call on to the system's allocator unchanged.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, SeqCst);
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Object;

impl More::FirstServant for Object {
    fn r#type(&self, number: i32) -> Result<i32, SystemException> {
        Ok(number + 1)
    }
}

impl More::LeftServant for Object {}

impl More::SecondServant for Object {
    fn how(&self) -> Result<More::Mode, SystemException> {
        Ok(More::Mode::quick)
    }

    fn set_how(&self, _: More::Mode) -> Result<(), SystemException> {
        Ok(())
    }
}

impl More::ThirdServant for Object {
    fn tree(
        &self,
        root: &More::Node,
        _: &mut More::Third_Choices,
    ) -> Result<(More::Node, More::Flag), More::Third_tree_Error> {
        Ok((root.clone(), More::Flag::how(More::Mode::slow)))
    }

    fn lay_flat(
        &self,
        all: &[More::Flat],
        _: &WString,
        _: &More::Few,
    ) -> Result<More::Flats, SystemException> {
        Ok(all.to_vec())
    }

    fn swap_names(&self, it: &More::Send, both: &mut More::S) -> Result<More::S, SystemException> {
        let before = both.clone();
        both.number = it.number;
        Ok(before)
    }

    fn pack(&self, _: &More::Node) -> Result<hyla_orb::any::Any, SystemException> {
        Ok(hyla_orb::any::Any::of(&1_i32).unwrap())
    }
}

// One test only, since the counter covers the whole process.
#[test]
fn a_bound_call_with_arguments_of_fixed_size_allocates_nothing() {
    let server = Server::listen("127.0.0.1:0", ServerSettings::default()).unwrap();
    let reference = server.activate(b"more", Arc::new(More::ThirdServer(Object)));
    let all = [Route::Iiop, Route::SharedMemory].map(|route| {
        [Resources::Shared, Resources::Dedicated].map(|resources| Qos {
            route,
            resources,
            ..Qos::default()
        })
    });
    for qos in all.into_iter().flatten() {
        let third: More::Third = Client::default().bind(&reference, &qos).unwrap();
        let calls = |count: i32| {
            for number in 0..count {
                assert_eq!(third.r#type(number).unwrap(), number + 1);
                assert_eq!(third.how().unwrap(), More::Mode::quick);
                third.set_how(More::Mode::slow).unwrap();
            }
        };
        calls(100);

        let before = ALLOCATIONS.load(SeqCst);
        calls(1000);
        assert_eq!(ALLOCATIONS.load(SeqCst) - before, 0, "{qos:?}");
    }

    let limits = Limits::default();
    let flat = |first| More::Flat {
        first,
        how: More::Mode::quick,
        on: [true, false, true],
        last: f64::from(first),
    };
    let mut out = Vec::with_capacity(64);
    let before = ALLOCATIONS.load(SeqCst);
    for first in 0..100 {
        out.clear();
        let mut to = Encoder::new(&mut out, Format::default(), &limits);
        flat(first).encode(&mut to);
        to.finish().unwrap();
        let mut from = Decoder::new(&out, 0, Format::default(), &limits);
        assert_eq!(More::Flat::decode(&mut from), Ok(flat(first)));
    }
    assert_eq!(ALLOCATIONS.load(SeqCst) - before, 0);

    // Allocating calls are counted.
    let third: More::Third = Client::default().bind(&reference, &Qos::default()).unwrap();
    let leaf = More::Node {
        value: 1,
        below: Vec::new(),
    };
    let before = ALLOCATIONS.load(SeqCst);
    third.pack(&leaf).unwrap();
    assert!(ALLOCATIONS.load(SeqCst) > before);
}
