//! Clients in a federation of an RTI of this process.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use bytes::Bytes;
use hyla_fedpro::FedProServer;
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::Sources;

use crate::client::{Client, Party};

const FOM: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2025.xml");

/// Server or relay between the clients.
struct Between {
    fedpro: Option<FedProServer>,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Between {
    fn drop(&mut self) {
        if let Some(fedpro) = self.fedpro.take() {
            fedpro.stop();
        }
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Clients of which each has registered a car that all others have discovered.
pub(crate) fn party(count: usize) -> Party {
    let settings = "fedpro.tcp = 127.0.0.1:0; rti.listen = 127.0.0.1:0";
    let settings = Sources::none().connect(settings).load().unwrap();
    let server = RtiServer::new(&settings).unwrap();
    let fedpro = FedProServer::start(&settings, server.in_process_address()).unwrap();
    let at = fedpro.addresses()[0].1;
    let between = Between {
        fedpro: Some(fedpro),
        stop: server.stopper(),
        thread: Some(std::thread::spawn(move || server.run().unwrap())),
    };
    let mut clients: Vec<_> = (0..count).map(|at_| joined(at, at_)).collect();
    for client in &mut clients {
        for _ in 1..count {
            client.hear(|heard| {
                matches!(heard, CallbackRequest::DiscoverObjectInstance(_)).then_some(())
            });
        }
    }
    Party {
        clients,
        _between: Box::new(between),
    }
}

fn joined(at: SocketAddr, number: usize) -> Client {
    let mut client = Client::connect(at);
    client.call(pb::ConnectRequest {});
    let module = pb::FomModule {
        fom_module: Some(pb::fom_module::FomModule::File(pb::FileFomModule {
            name: "traffic.xml".to_owned(),
            content: Bytes::from_static(FOM),
        })),
    };
    if number == 0 {
        client.call(pb::CreateFederationExecutionRequest {
            federation_name: "bench".to_owned(),
            fom_module: Some(module),
        });
    }
    client.call(pb::JoinFederationExecutionWithNameRequest {
        federate_name: format!("federate {number}"),
        federate_type: "bench".to_owned(),
        federation_name: "bench".to_owned(),
    });
    let class = client.call(pb::GetObjectClassHandleRequest {
        object_class_name: "Vehicle.Car".to_owned(),
    });
    let object_class = class.result;
    let attribute = client.call(pb::GetAttributeHandleRequest {
        object_class: object_class.clone(),
        attribute_name: "Speed".to_owned(),
    });
    let attributes = Some(pb::AttributeHandleSet {
        attribute_handle: attribute.result.iter().cloned().collect(),
    });
    client.call(pb::PublishObjectClassAttributesRequest {
        object_class: object_class.clone(),
        attributes: attributes.clone(),
    });
    client.call(pb::SubscribeObjectClassAttributesRequest {
        object_class: object_class.clone(),
        attributes,
    });
    let object = client.call(pb::RegisterObjectInstanceRequest { object_class });
    client.object = object.result;
    client.attribute = attribute.result;
    client
}
