//! Memory that a client can make the server take.
#![allow(clippy::unwrap_used, reason = "test code")]

#[allow(dead_code, reason = "other tests share it")]
#[path = "server/raw.rs"]
mod raw;
#[allow(dead_code, reason = "other tests share it")]
#[path = "server/world.rs"]
mod world;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use hyla_fedpro::TransportKind;
use hyla_fedpro_client::{Kind, NO_NUMBER};
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::{
    CallRequest, ConnectRequest, CreateFederationExecutionWithModulesRequest, ParameterHandleValue,
    ParameterHandleValueMap, SendInteractionRequest,
};
use hyla_rti::{Authorization, Authorizer, Caller, FederationAction};
use prost::Message as _;

use raw::Raw;
use world::{World, got};

/// Bytes allocated by this process, and the most since [`measured`].
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

fn count(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

// SAFETY: every call is passed on unchanged to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps `realloc`'s contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time: they count the same bytes.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most bytes that there were more than before, and those that stay.
fn measured(what: impl FnOnce()) -> (usize, usize) {
    let before = LIVE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    what();
    let more = |bytes: usize| bytes.saturating_sub(before);
    let peak = more(PEAK.load(Ordering::Relaxed));
    (peak, more(LIVE.load(Ordering::Relaxed)))
}

fn connected(world: &World) -> Raw {
    let mut client = Raw::start(&world.way(TransportKind::Tcp));
    got!(
        client.ask(Call::ConnectRequest(ConnectRequest {})),
        ConnectResponse
    );
    client
}

#[test]
fn a_call_of_very_many_small_parts_is_refused_and_takes_little_memory() {
    /// Two bytes each, of which a message of 64 bytes would be made.
    const PARTS: usize = 450_000;
    let _alone = alone();
    let world = World::with(|settings, _| settings.fedpro.max_message_bytes = 1 << 20);
    let mut client = connected(&world);
    let call = CallRequest {
        call_request: Some(Call::SendInteractionRequest(SendInteractionRequest {
            parameter_values: Some(ParameterHandleValueMap {
                parameter_handle_value: vec![ParameterHandleValue::default(); PARTS],
            }),
            ..SendInteractionRequest::default()
        })),
    };
    let payload = call.encode_to_vec();
    drop(call);
    assert!(payload.len() < 1 << 20);

    let mut answer = None;
    let (peak, _) = measured(|| {
        let number = client.send(Kind::CallRequest, &payload);
        answer = Some(client.answer(number));
    });

    let refusal = got!(answer.unwrap(), ExceptionData);
    assert_eq!(refusal.exception_name, "RTIinternalError");
    let details = refusal.details;
    assert!(details.contains("fedpro.max_message_bytes"), "{details}");
    assert!(peak < 16 << 20, "{peak} bytes");
}

/// An authorizer that decides about federations once a test lets it.
#[derive(Default)]
struct Gate {
    is_asked: bool,
    is_open: bool,
}

#[derive(Clone, Default)]
struct Hesitant(Arc<(Mutex<Gate>, Condvar)>);

impl Hesitant {
    fn change(&self, change: impl FnOnce(&mut Gate)) {
        change(&mut self.0.0.lock().unwrap());
        self.0.1.notify_all();
    }

    fn until(&self, holds: impl Fn(&Gate) -> bool) {
        let gate = self.0.0.lock().unwrap();
        let _gate = self.0.1.wait_while(gate, |gate| !holds(gate)).unwrap();
    }
}

impl Authorizer for Hesitant {
    fn name(&self) -> String {
        "hesitant".into()
    }

    fn authorize_rti_operation(&mut self, _: &Caller<'_>) -> Authorization {
        Authorization::authorized()
    }

    fn authorize_federation_operation(
        &mut self,
        _: &Caller<'_>,
        _: FederationAction,
        _: &str,
    ) -> Authorization {
        self.change(|gate| gate.is_asked = true);
        self.until(|gate| gate.is_open);
        Authorization::authorized()
    }

    fn authorize_federate_operation(
        &mut self,
        _: &Caller<'_>,
        _: &str,
        _: &str,
        _: &str,
    ) -> Authorization {
        Authorization::authorized()
    }
}

#[test]
fn calls_that_wait_keep_little_more_than_their_bytes() {
    const CALLS: usize = 800;
    const BYTES: usize = 5_000;
    /// With the call, it fills what one read can take.
    const FILLER: usize = 27_000;
    let _alone = alone();
    let authorizer = Hesitant::default();
    let world = World::with_rti(
        |_, _| {},
        |rti| rti.set_authorizer(Box::new(authorizer.clone())).unwrap(),
    );
    let mut client = connected(&world);
    let create = client.call(Call::CreateFederationExecutionWithModulesRequest(
        CreateFederationExecutionWithModulesRequest {
            federation_name: "memory".into(),
            fom_modules: None,
        },
    ));
    authorizer.until(|gate| gate.is_asked);

    let tag = vec![7; BYTES];
    // An answer to no callback: it is dropped when it has come.
    let mut filler = NO_NUMBER.to_be_bytes().to_vec();
    filler.resize(FILLER, 0);
    let (_, kept) = measured(|| {
        for _ in 0..CALLS {
            client.call(Call::SendInteractionRequest(SendInteractionRequest {
                user_supplied_tag: tag.clone().into(),
                ..SendInteractionRequest::default()
            }));
            client.send(Kind::CallbackResponse, &filler);
        }
        // All has been read.
        client.heartbeat();
    });

    authorizer.change(|gate| gate.is_open = true);
    let most = CALLS * BYTES * 5 / 2;
    assert!(kept < most, "{kept} bytes for {}", CALLS * BYTES);
    client.answer(create);
}
