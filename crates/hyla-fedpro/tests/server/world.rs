//! An RTI with a server of the Federate Protocol, and federates that reach it by single frames.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use bytes::Bytes;
use hyla_fedpro::{FedProCounters, FedProServer, TransportKind};
use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_fedpro_messages::fom_module::FomModule as Content;
use hyla_fedpro_messages::{
    ConnectRequest, CreateFederationExecutionWithModulesRequest, DisconnectRequest, FileFomModule,
    FomModule, FomModuleSet, GetInteractionClassHandleRequest, InteractionClassHandle,
    JoinFederationExecutionRequest, JoinFederationExecutionWithNameRequest, LogicalTime,
    PublishInteractionClassRequest, QueryGaltRequest, ResignFederationExecutionRequest,
    SendInteractionRequest, SendInteractionWithTimeRequest, SubscribeInteractionClassRequest,
};
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::{FedProAddress, Settings};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::raw::{Raw, TIMEOUT, Target};

const TRAFFIC: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2025.xml");

/// An RTI with a server of the Federate Protocol.
pub(crate) struct World {
    pub(crate) server: Option<FedProServer>,
    /// The RTI's address for federates without the Federate Protocol.
    pub(crate) rti_address: SocketAddr,
    roots: RootCertStore,
    stop: RtiStop,
    rti: Option<JoinHandle<()>>,
    files: PathBuf,
}

impl World {
    pub(crate) fn new() -> Self {
        Self::with(|_, _| {})
    }

    /// A world with all transports, whose settings `change` changes; it may put files into the directory.
    pub(crate) fn with(change: impl FnOnce(&mut Settings, &PathBuf)) -> Self {
        Self::with_rti(change, |_| {})
    }

    /// The same; `prepare` gets the RTI before it runs.
    pub(crate) fn with_rti(
        change: impl FnOnce(&mut Settings, &PathBuf),
        prepare: impl FnOnce(&mut RtiServer),
    ) -> Self {
        static WORLDS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let world = WORLDS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let files =
            std::env::temp_dir().join(format!("hyla-fedpro-{}-{world}", std::process::id()));
        std::fs::create_dir_all(&files).unwrap();
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (certificate, key) = (files.join("server.pem"), files.join("server-key.pem"));
        std::fs::write(&certificate, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).unwrap();

        let mut settings = Settings::default();
        let anywhere = FedProAddress::At("127.0.0.1:0".parse().unwrap());
        settings.rti.listen = vec!["127.0.0.1:0".parse().unwrap()];
        settings.fedpro.tcp = anywhere.clone();
        settings.fedpro.tls = anywhere.clone();
        settings.fedpro.websocket = anywhere.clone();
        settings.fedpro.websocket_secure = anywhere;
        settings.fedpro.certificate = Some(certificate);
        settings.fedpro.key = Some(key);
        change(&mut settings, &files);
        let mut rti = RtiServer::new(&settings).unwrap();
        prepare(&mut rti);
        let rti_address = rti.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let server = FedProServer::start(&settings, rti.in_process_address()).unwrap();
        let stop = rti.stopper();
        let rti = std::thread::spawn(move || rti.run().unwrap());
        Self {
            server: Some(server),
            rti_address,
            roots,
            stop,
            rti: Some(rti),
            files,
        }
    }

    pub(crate) fn server(&self) -> &FedProServer {
        self.server.as_ref().unwrap()
    }

    fn address(&self, kind: TransportKind) -> SocketAddr {
        let all = self.server().addresses();
        all.iter().find(|(served, _)| *served == kind).unwrap().1
    }

    /// How a client without a certificate reaches it.
    pub(crate) fn way(&self, kind: TransportKind) -> Target {
        self.way_of(kind, None)
    }

    /// How a client reaches it.
    pub(crate) fn way_of(
        &self,
        kind: TransportKind,
        certificate: Option<(CertificateDer<'static>, PrivateKeyDer<'static>)>,
    ) -> Target {
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(self.roots.clone());
        let config = match certificate {
            Some((chain, key)) => builder.with_client_auth_cert(vec![chain], key).unwrap(),
            None => builder.with_no_client_auth(),
        };
        Target {
            kind,
            at: self.address(kind),
            tls: kind.is_secure().then(|| Arc::new(config)),
            from: None,
        }
    }

    pub(crate) fn until(&self, what: &str, holds: impl Fn(&FedProCounters) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !holds(&self.server().counters()) {
            assert!(
                Instant::now() < end,
                "waited in vain for {what}: {:?}",
                self.server().counters()
            );
            std::thread::yield_now();
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
        self.stop.stop();
        self.rti.take().unwrap().join().unwrap();
        // Leftovers are in the directory for temporary files.
        let _ = std::fs::remove_dir_all(&self.files);
    }
}

/// Asserts which answer came.
macro_rules! got {
    ($answer:expr, $variant:ident) => {
        match $answer {
            Answer::$variant(value) => value,
            other => panic!("{other:?}, not {}", stringify!($variant)),
        }
    };
}
pub(crate) use got;

/// A client, connected and joined, that sends and receives messages.
pub(crate) struct Talker {
    pub(crate) client: Raw,
    message: Option<InteractionClassHandle>,
}

impl Talker {
    /// A client that is connected, and the federation, which whoever comes first creates.
    fn connect(way: &Target, federation: &str) -> Raw {
        let mut client = Raw::start(way);
        got!(
            client.ask(Call::ConnectRequest(ConnectRequest {})),
            ConnectResponse
        );
        client.ask(Call::CreateFederationExecutionWithModulesRequest(
            CreateFederationExecutionWithModulesRequest {
                federation_name: federation.into(),
                fom_modules: Some(FomModuleSet {
                    fom_module: vec![FomModule {
                        fom_module: Some(Content::File(FileFomModule {
                            name: "traffic.xml".into(),
                            content: Bytes::from_static(TRAFFIC),
                        })),
                    }],
                }),
            },
        ));
        client
    }

    /// Joins and leaves the name to the RTI.
    pub(crate) fn join_without_a_name(way: &Target, federation: &str) -> Self {
        let mut client = Self::connect(way, federation);
        let joined = client.ask(Call::JoinFederationExecutionRequest(
            JoinFederationExecutionRequest {
                federate_type: "talker".into(),
                federation_name: federation.into(),
            },
        ));
        got!(joined, JoinFederationExecutionResponse);
        let message = None;
        Self { client, message }
    }

    pub(crate) fn join(way: &Target, federation: &str, name: &str) -> Self {
        let mut client = Self::connect(way, federation);
        let joined = client.ask(Call::JoinFederationExecutionWithNameRequest(
            JoinFederationExecutionWithNameRequest {
                federate_name: name.into(),
                federate_type: "talker".into(),
                federation_name: federation.into(),
            },
        ));
        got!(joined, JoinFederationExecutionWithNameResponse);
        let mut talker = Self {
            client,
            message: None,
        };
        talker.message = talker.look_up("Message");
        talker
    }

    fn look_up(&mut self, class: &str) -> Option<InteractionClassHandle> {
        let answer = self.client.ask(Call::GetInteractionClassHandleRequest(
            GetInteractionClassHandleRequest {
                interaction_class_name: class.into(),
            },
        ));
        got!(answer, GetInteractionClassHandleResponse).result
    }

    pub(crate) fn publish(&mut self) {
        let interaction_class = self.message.clone();
        let request = PublishInteractionClassRequest { interaction_class };
        let answer = self
            .client
            .ask(Call::PublishInteractionClassRequest(request));
        got!(answer, PublishInteractionClassResponse);
    }

    pub(crate) fn subscribe(&mut self) {
        let interaction_class = self.message.clone();
        let request = SubscribeInteractionClassRequest { interaction_class };
        let answer = self
            .client
            .ask(Call::SubscribeInteractionClassRequest(request));
        got!(answer, SubscribeInteractionClassResponse);
        self.sync();
    }

    /// Waits for the RTI: who does so after another's subscription has done so knows of it.
    pub(crate) fn sync(&mut self) {
        let answer = self.client.ask(Call::QueryGaltRequest(QueryGaltRequest {}));
        got!(answer, QueryGaltResponse);
    }

    /// Call that sends an interaction with the tag.
    pub(crate) fn saying(&self, tag: &[u8]) -> Call {
        Call::SendInteractionRequest(SendInteractionRequest {
            interaction_class: self.message.clone(),
            parameter_values: None,
            user_supplied_tag: Bytes::copy_from_slice(tag),
        })
    }

    /// Call that sends an interaction with a time stamp.
    pub(crate) fn stamping(&self, time: f64) -> Call {
        Call::SendInteractionWithTimeRequest(SendInteractionWithTimeRequest {
            interaction_class: self.message.clone(),
            parameter_values: None,
            user_supplied_tag: Bytes::new(),
            time: Some(LogicalTime {
                data: Bytes::copy_from_slice(&time.to_be_bytes()),
            }),
        })
    }

    pub(crate) fn say(&mut self, tag: &[u8]) {
        let call = self.saying(tag);
        got!(self.client.ask(call), SendInteractionResponse);
    }

    /// The tag of the next message.
    pub(crate) fn hear(&mut self) -> Bytes {
        loop {
            match self.client.callback().callback_request {
                Some(Callback::ReceiveInteraction(heard)) => return heard.user_supplied_tag,
                // Whether anybody listens.
                Some(Callback::TurnInteractionsOn(_) | Callback::TurnInteractionsOff(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) fn resign(&mut self) {
        let resign = Call::ResignFederationExecutionRequest(ResignFederationExecutionRequest {
            resign_action: 0,
        });
        got!(self.client.ask(resign), ResignFederationExecutionResponse);
    }

    /// Leaves as clients do.
    pub(crate) fn leave(mut self) {
        self.resign();
        let disconnect = Call::DisconnectRequest(DisconnectRequest {});
        got!(self.client.ask(disconnect), DisconnectResponse);
        self.client.terminate();
    }
}
