//! A bound call allocates nothing in steady state, neither at the client nor at the server: calls with a reply, oneway calls, with
//! and without a priority, by every route.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use hyla_orb::cdr::{Cdr, Decoder, Encoder, Format, Limits, WString};
use hyla_orb::client::Client;
use hyla_orb::exception::SystemException;
use hyla_orb::qos::{Qos, Resources, Route};
use hyla_orb::server::{Flow, Server, ServerSettings, ThreadPolicy};

mod more {
    include!("generated/more.rs");
}
mod strings {
    include!("../benches/study/strings.rs");
}

use more::More;
use strings::Study::{Strings, StringsServant, StringsServer};

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

#[derive(Default)]
struct Listener {
    told: AtomicU64,
}

impl StringsServant for Arc<Listener> {
    fn tell_nothing(&self) -> Result<(), SystemException> {
        self.told.fetch_add(1, SeqCst);
        Ok(())
    }

    fn tell(&self, text: &str) -> Result<(), SystemException> {
        self.told.fetch_add(text.len() as u64, SeqCst);
        Ok(())
    }

    fn ask_nothing(&self) -> Result<(), SystemException> {
        Ok(())
    }

    fn ask(&self, text: &str) -> Result<u32, SystemException> {
        Ok(u32::try_from(text.len()).unwrap())
    }

    fn echo(&self, text: &str) -> Result<String, SystemException> {
        Ok(text.to_owned())
    }
}

/// Oneway calls and calls, each with and without a priority, by every route and thread policy.
fn strings() {
    for threads in [ThreadPolicy::PerConnection, ThreadPolicy::Single] {
        let settings = ServerSettings {
            threads,
            flow: Flow::Network,
            ..ServerSettings::default()
        };
        let server = Server::listen("127.0.0.1:0", settings).unwrap();
        let listener = Arc::new(Listener::default());
        let servant = Arc::new(StringsServer(Arc::clone(&listener)));
        let reference = server.activate(b"strings", servant);
        for (route, resources, priority) in [
            (Route::Iiop, Resources::Shared, None),
            (Route::Iiop, Resources::Dedicated, Some(20_000)),
            (Route::SharedMemory, Resources::Shared, Some(20_000)),
            (Route::SharedMemory, Resources::Dedicated, None),
            (Route::Tcp, Resources::Dedicated, Some(20_000)),
            (Route::Udp, Resources::Dedicated, Some(20_000)),
        ] {
            let qos = Qos {
                route,
                resources,
                priority,
                ..Qos::default()
            };
            let strings: Strings = Client::default().bind(&reference, &qos).unwrap();
            let text = "x".repeat(54);
            let calls = |count: usize| {
                for _ in 0..count {
                    // Bundles that fill up, and some that leave by themselves.
                    (0..20).for_each(|_| strings.tell_nothing().unwrap());
                    strings.tell(&text).unwrap();
                    assert_eq!(strings.ask(&text).unwrap(), 54);
                }
                strings.ask_nothing().unwrap();
            };
            calls(100);

            let measured = || {
                let before = ALLOCATIONS.load(SeqCst);
                calls(200);
                ALLOCATIONS.load(SeqCst) - before
            };
            let told = listener.told.load(SeqCst);
            let mut runs = 0;
            let mut allocates_nothing = || {
                runs += 1;
                measured() == 0
            };
            // The buffers of a burst on the network grow to the largest one, whose size is a matter of timing. An allocation of
            // each call would be seen in every run.
            let most = match route {
                Route::Tcp | Route::Udp => 50,
                _ => 1,
            };
            assert!(
                (0..most).any(|_| allocates_nothing()),
                "{threads:?} {qos:?}"
            );
            if route != Route::Udp {
                let told = listener.told.load(SeqCst) - told;
                assert_eq!(told, runs * 200 * 74, "{threads:?} {qos:?}");
            }
        }
    }
}

// One test only, since the counter covers the whole process.
#[test]
fn a_bound_call_with_arguments_of_fixed_size_allocates_nothing() {
    strings();
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
