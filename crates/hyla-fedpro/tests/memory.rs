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

/// A call that waits for the authorizer.
fn create() -> Call {
    Call::CreateFederationExecutionWithModulesRequest(CreateFederationExecutionWithModulesRequest {
        federation_name: "memory".into(),
        fom_modules: None,
    })
}

/// An RTI with this authorizer, and its server.
fn world_of(authorizer: &Hesitant) -> World {
    let authorizer = Box::new(authorizer.clone());
    World::with_rti(|_, _| {}, |rti| rti.set_authorizer(authorizer).unwrap())
}

/// Calls that wait behind another. A filler follows each: a message that is dropped when it has arrived.
struct WaitingCalls {
    calls: usize,
    /// Of each call.
    bytes: usize,
    /// Bytes of each filler.
    filler: usize,
}

impl WaitingCalls {
    /// Call and filler together fill the buffer of a read.
    const SMALL: Self = Self {
        calls: 400,
        bytes: 5_000,
        filler: 27_000,
    };

    /// Sends the calls and asserts that they keep little more than their bytes.
    fn send(&self, client: &mut Raw) {
        let tag = vec![7; self.bytes];
        // An answer to no callback.
        let mut filler = NO_NUMBER.to_be_bytes().to_vec();
        filler.resize(self.filler, 0);
        let (_, kept) = measured(|| {
            for _ in 0..self.calls {
                client.call(Call::SendInteractionRequest(SendInteractionRequest {
                    user_supplied_tag: tag.clone().into(),
                    ..SendInteractionRequest::default()
                }));
                client.send(Kind::CallbackResponse, &filler);
            }
            // Its answer comes after all has been read.
            client.heartbeat();
        });

        let bytes = self.calls * self.bytes;
        assert!(kept < bytes * 5 / 2, "{kept} bytes for {bytes}");
    }
}

fn calls_behind_one_in_progress_keep_little(calls: &WaitingCalls) {
    let _alone = alone();
    let authorizer = Hesitant::default();
    let world = world_of(&authorizer);
    let mut client = connected(&world);
    let create = client.call(create());
    authorizer.until(|gate| gate.is_asked);

    calls.send(&mut client);

    authorizer.change(|gate| gate.is_open = true);
    client.answer(create);
}

#[test]
fn calls_behind_one_in_progress_keep_little_more_than_their_bytes() {
    calls_behind_one_in_progress_keep_little(&WaitingCalls::SMALL);
}

#[test]
fn calls_behind_large_messages_keep_little_more_than_their_bytes() {
    calls_behind_one_in_progress_keep_little(&WaitingCalls {
        calls: 100,
        bytes: 30_000,
        filler: 300_000,
    });
}

#[test]
fn calls_behind_one_that_waits_for_a_thread_keep_little_more_than_their_bytes() {
    /// Threads for calls of one address.
    const SHARE: usize = 64;
    let _alone = alone();
    let authorizer = Hesitant::default();
    let world = world_of(&authorizer);
    // All connect before the first call: then the RTI waits for the authorizer.
    let mut clients: Vec<_> = (0..=SHARE).map(|_| connected(&world)).collect();
    let begin = |client: &mut Raw| {
        let call = client.call(create());
        // The call has a thread, or has requested one.
        client.heartbeat();
        call
    };
    let calls: Vec<_> = clients.iter_mut().map(begin).collect();

    WaitingCalls::SMALL.send(&mut clients[SHARE]);

    authorizer.change(|gate| gate.is_open = true);
    for (client, call) in clients.iter_mut().zip(calls) {
        client.answer(call);
    }
}
