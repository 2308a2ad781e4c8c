//! Allocations of an update from client to client, between the bytes of its request and those of the
//! reflection: the list of values that the request is decoded into.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use fp::call_request::CallRequest as Request;
use fp::call_response::CallResponse as Response;
use hyla_fedpro::service::Services;
use hyla_fedpro_messages as fp;
use hyla_lrc::Host;
use hyla_rti::RtiServer;
use hyla_settings::Sources;
use prost::Message;

/// How a reflection begins: the key of field 31, a message.
const REFLECTION: [u8; 2] = [0xfa, 0x01];

const FOM: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

/// Counts allocations of each thread: the RTI has one of its own.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is passed on unchanged to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `realloc`'s contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A client whose callbacks are encoded and counted.
fn client(server: &RtiServer, reflected: &Arc<AtomicU64>) -> Services {
    let settings = Sources::none().connect("peer.in_process = true").load();
    let (settings, here) = (settings.unwrap(), server.in_process_address());
    let host = move |rti: &hyla_lrc::RtiAmbassador, callbacks, credentials| {
        let host = Host {
            settings: settings.clone(),
            rti: here,
            wake: Arc::new(|| {}),
        };
        rti.connect_hosted(callbacks, host, credentials)
    };
    let reflected = reflected.clone();
    let mut written = BytesMut::with_capacity(4096);
    Services::new(host, move |message: &dyn fp::Written, _| {
        written.clear();
        message.write(&mut written);
        if written.starts_with(&REFLECTION) {
            reflected.fetch_add(1, Ordering::SeqCst);
        }
    })
}

fn call(client: &mut Services, request: Request) -> Response {
    let call_request = Some(request);
    let response = client.serve(fp::CallRequest { call_request });
    let response = response.call_response.unwrap();
    assert!(
        !matches!(response, Response::ExceptionData(_)),
        "{response:?}"
    );
    response
}

fn join(client: &mut Services, name: &str) {
    call(client, Request::ConnectRequest(fp::ConnectRequest {}));
    let module = fp::FomModule {
        fom_module: Some(fp::fom_module::FomModule::File(fp::FileFomModule {
            name: "traffic.xml".into(),
            content: Bytes::from_static(FOM),
        })),
    };
    // The first creates it.
    let _ = client.serve(fp::CallRequest {
        call_request: Some(Request::CreateFederationExecutionRequest(
            fp::CreateFederationExecutionRequest {
                federation_name: "allocation".into(),
                fom_module: Some(module),
            },
        )),
    });
    let joined = fp::JoinFederationExecutionWithNameRequest {
        federate_name: name.into(),
        federate_type: "tester".into(),
        federation_name: "allocation".into(),
    };
    call(
        client,
        Request::JoinFederationExecutionWithNameRequest(joined),
    );
}

#[test]
fn an_update_costs_a_handful_of_allocations() {
    let settings = Sources::none().connect("peer.in_process = true").load();
    let server = RtiServer::new(&settings.unwrap()).unwrap();
    let reflected = Arc::new(AtomicU64::new(0));
    let (mut sender, mut receiver) = (client(&server, &reflected), client(&server, &reflected));
    let stop = server.stopper();
    let rti = std::thread::spawn(move || server.run().unwrap());
    join(&mut sender, "sender");
    join(&mut receiver, "receiver");

    let class = fp::GetObjectClassHandleRequest {
        object_class_name: "Vehicle".into(),
    };
    let Response::GetObjectClassHandleResponse(class) =
        call(&mut sender, Request::GetObjectClassHandleRequest(class))
    else {
        panic!()
    };
    let names = ["Name", "Speed"];
    let attributes: Vec<fp::AttributeHandle> = names
        .map(|name| {
            let asked = fp::GetAttributeHandleRequest {
                object_class: class.result.clone(),
                attribute_name: name.into(),
            };
            match call(&mut sender, Request::GetAttributeHandleRequest(asked)) {
                Response::GetAttributeHandleResponse(told) => told.result.unwrap(),
                other => panic!("{other:?}"),
            }
        })
        .to_vec();
    let set = Some(fp::AttributeHandleSet {
        attribute_handle: attributes.clone(),
    });
    call(
        &mut receiver,
        Request::SubscribeObjectClassAttributesRequest(fp::SubscribeObjectClassAttributesRequest {
            object_class: class.result.clone(),
            attributes: set.clone(),
        }),
    );
    call(
        &mut sender,
        Request::PublishObjectClassAttributesRequest(fp::PublishObjectClassAttributesRequest {
            object_class: class.result.clone(),
            attributes: set,
        }),
    );
    let registered = fp::RegisterObjectInstanceRequest {
        object_class: class.result,
    };
    let Response::RegisterObjectInstanceResponse(object) = call(
        &mut sender,
        Request::RegisterObjectInstanceRequest(registered),
    ) else {
        panic!()
    };
    let value = |attribute_handle| fp::AttributeHandleValue {
        attribute_handle: Some(attribute_handle),
        value: Bytes::from_static(&[7; 100]),
    };
    let update = fp::UpdateAttributeValuesRequest {
        object_instance: object.result,
        attribute_values: Some(fp::AttributeHandleValueMap {
            attribute_handle_value: attributes.into_iter().map(value).collect(),
        }),
        user_supplied_tag: Bytes::from_static(b"tag"),
    };
    let update: Bytes = fp::CallRequest {
        call_request: Some(Request::UpdateAttributeValuesRequest(update)),
    }
    .encode_to_vec()
    .into();

    let mut written = BytesMut::with_capacity(4096);
    let mut exchange = || {
        let before = reflected.load(Ordering::SeqCst);
        let end = Instant::now() + Duration::from_secs(30);
        let request = fp::CallRequest::decode(update.clone()).unwrap();
        let response = sender.serve(request);
        written.clear();
        response.encode(&mut written).unwrap();
        loop {
            sender.ambassador().turn(16, true);
            receiver.ambassador().turn(16, true);
            if reflected.load(Ordering::SeqCst) > before {
                return;
            }
            assert!(Instant::now() < end, "an update did not arrive");
            std::thread::yield_now();
            // Before the subscription is known, nothing is sent.
            if before == 0 {
                sender.serve(fp::CallRequest::decode(update.clone()).unwrap());
            }
        }
    };
    for _ in 0..1000 {
        exchange();
    }
    let before = ALLOCATIONS.get();
    for _ in 0..1000 {
        exchange();
    }
    let each = (ALLOCATIONS.get() - before) as f64 / 1000.0;

    println!("{each} allocations for each update");
    // The list of values that the request is decoded into.
    assert!(each < 2.0, "{each} allocations for each update");
    drop((sender, receiver));
    stop.stop();
    rti.join().unwrap();
}
