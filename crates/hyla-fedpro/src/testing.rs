//! For unit tests: an RTI, and clients of it without sockets.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::call_request::CallRequest as Request;
use hyla_fedpro_messages::call_response::CallResponse as Response;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_lrc::{Address, Host};
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::{Settings, Sources};
use prost::Message;

use crate::callback::Urgency;
use crate::service::Services;

/// A module with classes for everything.
pub(crate) const TRAFFIC: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

/// How long anything may take before a test fails.
const TIMEOUT: Duration = Duration::from_secs(30);

/// An RTI in this process; ends with the value.
pub(crate) struct Rti {
    here: Address,
    settings: Settings,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl Rti {
    pub(crate) fn start() -> Self {
        let settings = Sources::none()
            .connect("peer.in_process = true")
            .load()
            .unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let (here, stop) = (server.in_process_address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self {
            here,
            settings,
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap();
    }
}

/// A callback that was written, as `prost` reads it.
pub(crate) fn read(written: &dyn fp::Written) -> fp::CallbackRequest {
    let mut bytes = BytesMut::new();
    written.write(&mut bytes);
    assert_eq!(bytes.len(), written.length());
    fp::CallbackRequest::decode(bytes.freeze()).unwrap()
}

/// Callbacks of a client.
type Heard = Arc<Mutex<Vec<(Callback, Urgency)>>>;

/// A client: its services, and its callbacks so far.
pub(crate) struct Client {
    pub(crate) services: Services,
    heard: Heard,
}

impl Client {
    pub(crate) fn new(rti: &Rti) -> Self {
        let (here, settings) = (rti.here, rti.settings.clone());
        let host = move |rti: &hyla_lrc::RtiAmbassador, callbacks, credentials| {
            let host = Host {
                settings: settings.clone(),
                rti: here,
                wake: Arc::new(|| {}),
            };
            rti.connect_hosted(callbacks, host, credentials)
        };
        let heard = Heard::default();
        let ears = heard.clone();
        let sink = move |message: &dyn fp::Written, urgency| {
            // As the client gets it.
            let message = read(message).callback_request.unwrap();
            ears.lock().unwrap().push((message, urgency));
        };
        Self {
            services: Services::new(host, sink),
            heard,
        }
    }

    /// A client that is connected.
    pub(crate) fn connected(rti: &Rti, settings: &str) -> Self {
        let mut client = Self::new(rti);
        let request = fp::ConnectWithConfigurationRequest {
            rti_configuration: Some(fp::RtiConfiguration {
                additional_settings: settings.into(),
                ..Default::default()
            }),
        };
        let answer = client.call(Request::ConnectWithConfigurationRequest(request));
        assert!(
            matches!(answer, Response::ConnectWithConfigurationResponse(_)),
            "{answer:?}"
        );
        client
    }

    /// A client that is joined; the first creates the execution.
    pub(crate) fn joined(rti: &Rti, federation: &str, name: &str, settings: &str) -> Self {
        let mut client = Self::connected(rti, settings);
        client.call(Request::CreateFederationExecutionWithModulesAndTimeRequest(
            fp::CreateFederationExecutionWithModulesAndTimeRequest {
                federation_name: federation.into(),
                fom_modules: modules(&[TRAFFIC]),
                logical_time_implementation_name: "HLAinteger64Time".into(),
            },
        ));
        client.join(federation, name);
        client
    }

    pub(crate) fn join(&mut self, federation: &str, name: &str) -> fp::JoinResult {
        let request = fp::JoinFederationExecutionWithNameRequest {
            federate_name: name.into(),
            federate_type: "tester".into(),
            federation_name: federation.into(),
        };
        match self.call(Request::JoinFederationExecutionWithNameRequest(request)) {
            Response::JoinFederationExecutionWithNameResponse(joined) => joined.result.unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Calls a service with a request as it comes over the wire.
    pub(crate) fn call(&mut self, request: Request) -> Response {
        let call_request = Some(request);
        let bytes: Bytes = fp::CallRequest { call_request }.encode_to_vec().into();
        self.call_bytes(bytes)
    }

    /// The same with its bytes.
    pub(crate) fn call_bytes(&mut self, request: Bytes) -> Response {
        let request = fp::CallRequest::decode(request).unwrap();
        let response = self.services.serve(request).encode_to_vec();
        let response = fp::CallResponse::decode(&response[..]).unwrap();
        response.call_response.unwrap()
    }

    /// Gives the ambassador its turn.
    pub(crate) fn turn(&self) {
        self.services.ambassador().turn(usize::MAX, true);
    }

    /// Callbacks since the last call.
    pub(crate) fn heard(&self) -> Vec<(Callback, Urgency)> {
        self.turn();
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    /// Waits for a callback and gives what `wanted` makes of it; others are dropped.
    pub(crate) fn hear<T>(
        &self,
        others: &[&Self],
        mut wanted: impl FnMut(&Callback, Urgency) -> Option<T>,
    ) -> T {
        let end = Instant::now() + TIMEOUT;
        loop {
            for client in others {
                client.turn();
            }
            let mut heard = self.heard();
            let found = heard.iter().position(|(c, u)| wanted(c, *u).is_some());
            if let Some(at) = found {
                let rest = heard.split_off(at + 1);
                self.heard.lock().unwrap().splice(0..0, rest);
                let (callback, urgency) = &heard[at];
                return wanted(callback, *urgency).unwrap();
            }
            assert!(Instant::now() < end, "the callback did not come");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Modules as files.
pub(crate) fn modules(contents: &[&'static [u8]]) -> Option<fp::FomModuleSet> {
    let file = |(number, content): (usize, &&'static [u8])| fp::FomModule {
        fom_module: Some(fp::fom_module::FomModule::File(fp::FileFomModule {
            name: format!("module{number}.xml"),
            content: Bytes::from_static(content),
        })),
    };
    Some(fp::FomModuleSet {
        fom_module: contents.iter().enumerate().map(file).collect(),
    })
}

/// A request's answer, which has to be of that kind.
macro_rules! answer {
    ($client:expr, $request:ident { $($fields:tt)* } => $response:ident) => {{
        let request = hyla_fedpro_messages::$request { $($fields)* };
        let request = hyla_fedpro_messages::call_request::CallRequest::$request(request);
        match $client.call(request) {
            hyla_fedpro_messages::call_response::CallResponse::$response(response) => response,
            other => panic!("{other:?}"),
        }
    }};
}

/// A request's exception, by name.
macro_rules! refused {
    ($client:expr, $request:ident { $($fields:tt)* }) => {{
        let request = hyla_fedpro_messages::$request { $($fields)* };
        let request = hyla_fedpro_messages::call_request::CallRequest::$request(request);
        match $client.call(request) {
            hyla_fedpro_messages::call_response::CallResponse::ExceptionData(data) => data,
            other => panic!("{other:?}"),
        }
    }};
}

pub(crate) use {answer, refused};
