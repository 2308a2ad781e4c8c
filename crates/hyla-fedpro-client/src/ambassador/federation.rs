//! Connecting, creating, joining and resigning (clause 4).

use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::Ordering;

use bytes::Bytes;
use hyla_core::callback::FederateAmbassador;
use hyla_core::message::ModuleSource;
use hyla_fedpro_messages as pb;
use hyla_types::{
    AdditionalSettingsResultCode, CallbackModel, ConfigurationResult, Credentials, Edition,
    Exception, ExceptionKind, FederateHandle, ResignAction, RtiConfiguration, Service,
    TimeImplementation,
};

use super::{Connection, FedProAmbassador, Result, locked};
use crate::client_session::ClientSession;
use crate::convert::{FromWire, broken, code};
use crate::transport::TransportKind;

/// A file module as the C++ clients send it, a URL if there is no such file.
fn module(designator: &str) -> pb::FomModule {
    let fom_module = match std::fs::read(designator) {
        Ok(content) => pb::fom_module::FomModule::File(pb::FileFomModule {
            name: designator.to_owned(),
            content: Bytes::from(content),
        }),
        Err(_) => pb::fom_module::FomModule::Url(designator.to_owned()),
    };
    pb::FomModule {
        fom_module: Some(fom_module),
    }
}

fn modules(designators: &[&str]) -> Option<pb::FomModuleSet> {
    Some(pb::FomModuleSet {
        fom_module: designators
            .iter()
            .map(|designator| module(designator))
            .collect(),
    })
}

/// Splits a settings string into the client's own settings, and the rest for the server.
fn split_settings(settings: &str) -> Result<(Option<TransportKind>, String)> {
    let (mut address, mut protocol, mut rest) = (None, "tcp", Vec::new());
    for piece in settings.split([',', ';', '\n']).map(str::trim) {
        match piece
            .split_once('=')
            .map(|(name, value)| (name.trim(), value.trim()))
        {
            Some(("crcAddress", value)) => address = Some(value),
            Some(("FedPro.connect.protocol", value)) => protocol = value,
            _ if piece.is_empty() => {}
            _ => rest.push(piece),
        }
    }
    let failed = |text: String| Exception::new(ExceptionKind::ConnectionFailed, text);
    let resolve = |address: &str| -> Result<SocketAddr> {
        let found = address
            .to_socket_addrs()
            .map_err(|e| failed(e.to_string()))?
            .next();
        found.ok_or_else(|| failed(format!("{address} has no address")))
    };
    let transport = match (address, protocol) {
        (None, _) => None,
        (Some(address), "websocket") => Some(TransportKind::WebSocket(resolve(address)?)),
        (Some(address), _) => Some(TransportKind::Tcp(resolve(address)?)),
    };
    Ok((transport, rest.join("\n")))
}

fn joined(result: Option<pb::JoinResult>) -> Result<(FederateHandle, TimeImplementation)> {
    let result = result.ok_or_else(|| broken("joined without a result"))?;
    let time = TimeImplementation::from_name(&result.logical_time_implementation_name);
    let time = time.map_err(|error| broken(error.to_string()))?;
    Ok((FederateHandle::from_wire(result.federate_handle)?, time))
}

impl FedProAmbassador {
    /// `connect` (4.2). The settings name the server (`crcAddress = host:port`) and the transport
    /// (`FedPro.connect.protocol = tcp` or `websocket`); what else they say is sent to it.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::connect`.
    pub fn connect(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: &str,
    ) -> Result<()> {
        let configuration = RtiConfiguration {
            additional_settings: settings.to_owned(),
            ..RtiConfiguration::default()
        };
        let connected = self.connect_to(federate, callbacks, &configuration, None);
        self.finish(Service::Connect, connected).map(drop)
    }

    /// `connect` (4.2, 2025) with a configuration and credentials.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::connect_with_configuration`.
    pub fn connect_with_configuration(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        configuration: &RtiConfiguration,
        credentials: Option<Credentials>,
    ) -> Result<ConfigurationResult> {
        let connected = self.connect_to(federate, callbacks, configuration, credentials);
        self.finish(Service::Connect, connected)
    }

    fn connect_to(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        configuration: &RtiConfiguration,
        credentials: Option<Credentials>,
    ) -> Result<ConfigurationResult> {
        self.check_outside_callback()?;
        if self.connection().is_ok() {
            let kind = ExceptionKind::AlreadyConnected;
            return Err(Exception::new(kind, "this ambassador is connected"));
        }
        let (transport, mut rest) = split_settings(&configuration.additional_settings)?;
        let failed = |text: String| Exception::new(ExceptionKind::ConnectionFailed, text);
        let transport = transport.ok_or_else(|| failed("no crcAddress".into()))?;
        let session = ClientSession::start(transport).map_err(|end| failed(end.0))?;
        *locked(&self.0.federate) = Some(federate);
        self.0.lost_told.store(false, Ordering::SeqCst);
        self.0.enabled.store(true, Ordering::SeqCst);
        let connection = Connection {
            session: session.clone(),
            callbacks,
        };
        *locked(&self.0.connection) = Some(connection);
        if self.0.edition == Edition::Hla2010 {
            rest = format!("API.version=IEEE 1516-2010\n{rest}");
        }
        let rti_configuration = Some(pb::RtiConfiguration {
            configuration_name: configuration.configuration_name.clone(),
            rti_address: String::new(),
            additional_settings: rest,
        });
        let answer = match credentials {
            None => self
                .exchange(pb::ConnectWithConfigurationRequest { rti_configuration })
                .map(|response| response.configuration_result),
            Some(credentials) => self
                .exchange(pb::ConnectWithConfigurationAndCredentialsRequest {
                    rti_configuration,
                    credentials: Some(pb::Credentials {
                        r#type: credentials.type_name,
                        data: Bytes::from(credentials.data),
                    }),
                })
                .map(|response| response.configuration_result),
        };
        let result = match answer {
            Ok(result) => result.unwrap_or_default(),
            Err(refused) => {
                *locked(&self.0.connection) = None;
                // Refused: whether the server agrees that it is over does not matter.
                let _ = session.terminate();
                return Err(refused);
            }
        };
        if callbacks == CallbackModel::Immediate {
            self.deliver_at_once(&session);
        }
        Ok(ConfigurationResult {
            configuration_used: result.configuration_used,
            address_used: result.address_used,
            additional_settings_result: code::<AdditionalSettingsResultCode>(
                result.additional_settings_result_code,
            )?,
            message: result.message,
        })
    }

    /// `disconnect` (4.3).
    ///
    /// # Errors
    /// `FederateIsExecutionMember`, `CallNotAllowedFromWithinCallback`.
    pub fn disconnect(&self) -> Result<()> {
        let disconnected = self.check_outside_callback().and_then(|()| {
            let Ok(connection) = self.connection() else {
                return Ok(());
            };
            self.exchange(pb::DisconnectRequest {})?;
            *locked(&self.0.connection) = None;
            let ended = connection.session.terminate();
            drop(locked(&self.0.federate).take());
            ended.map_err(|end| broken(end.0))
        });
        self.finish(Service::Disconnect, disconnected)
    }

    /// `createFederationExecution` (4.5) from files.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::create_federation_execution`.
    pub fn create_federation_execution(
        &self,
        federation: &str,
        fom_modules: &[&str],
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecution;
        self.tell(
            service,
            pb::CreateFederationExecutionWithModulesAndTimeRequest {
                federation_name: federation.to_owned(),
                fom_modules: modules(fom_modules),
                logical_time_implementation_name: time.to_owned(),
            },
        )
    }

    /// The same with a MIM of the caller's.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::create_federation_execution_with_mim`.
    pub fn create_federation_execution_with_mim(
        &self,
        federation: &str,
        fom_modules: &[&str],
        mim: &str,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecution;
        self.tell(
            service,
            pb::CreateFederationExecutionWithMimAndTimeRequest {
                federation_name: federation.to_owned(),
                fom_modules: modules(fom_modules),
                mim_module: Some(module(mim)),
                logical_time_implementation_name: time.to_owned(),
            },
        )
    }

    /// The same from modules in memory.
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::create_federation_execution_from`.
    pub fn create_federation_execution_from(
        &self,
        federation: &str,
        fom_modules: Vec<ModuleSource>,
        time: &str,
    ) -> Result<()> {
        let module = |source: ModuleSource| pb::FomModule {
            fom_module: Some(pb::fom_module::FomModule::File(pb::FileFomModule {
                name: source.designator,
                content: Bytes::from(source.content),
            })),
        };
        let service = Service::CreateFederationExecution;
        self.tell(
            service,
            pb::CreateFederationExecutionWithModulesAndTimeRequest {
                federation_name: federation.to_owned(),
                fom_modules: Some(pb::FomModuleSet {
                    fom_module: fom_modules.into_iter().map(module).collect(),
                }),
                logical_time_implementation_name: time.to_owned(),
            },
        )
    }

    /// Returns once the RTI has dealt with everything asked for so far, and what it said until then has
    /// come: it is asked in vain to destroy an execution, which it answers at any time.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn status(&self) -> Result<()> {
        let nobody = pb::DestroyFederationExecutionRequest {
            federation_name: "an execution that does not exist".to_owned(),
        };
        match self.exchange(nobody) {
            Err(exception) if exception.kind != ExceptionKind::FederationExecutionDoesNotExist => {
                Err(exception)
            }
            _ => Ok(()),
        }
    }

    /// `joinFederationExecution` (4.9 in 2010, 4.11 in 2025).
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::join_federation_execution`.
    pub fn join_federation_execution(
        &self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        additional_fom_modules: &[&str],
    ) -> Result<FederateHandle> {
        let joining = || {
            self.check_outside_callback()?;
            let (federate_type, federation_name) =
                (federate_type.to_owned(), federation.to_owned());
            let additional_fom_modules = modules(additional_fom_modules);
            let result = match name {
                Some(name) => {
                    let request = pb::JoinFederationExecutionWithNameAndModulesRequest {
                        federate_name: name.to_owned(),
                        federate_type,
                        federation_name,
                        additional_fom_modules,
                    };
                    self.exchange(request)?.result
                }
                None => {
                    let request = pb::JoinFederationExecutionWithModulesRequest {
                        federate_type,
                        federation_name,
                        additional_fom_modules,
                    };
                    self.exchange(request)?.result
                }
            };
            let (handle, time) = joined(result)?;
            *locked(&self.0.time) = time;
            Ok(handle)
        };
        self.finish(Service::JoinFederationExecution, joining())
    }

    /// `resignFederationExecution` (4.10 in 2010, 4.12 in 2025).
    ///
    /// # Errors
    /// As `hyla_lrc::RtiAmbassador::resign_federation_execution`.
    pub fn resign_federation_execution(&self, action: ResignAction) -> Result<()> {
        let resign_action = action.code();
        let resigned = self
            .check_outside_callback()
            .and_then(|()| self.exchange(pb::ResignFederationExecutionRequest { resign_action }));
        let service = Service::ResignFederationExecution;
        self.finish(service, resigned).map(drop)
    }
}
