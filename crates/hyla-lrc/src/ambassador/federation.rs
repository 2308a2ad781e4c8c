//! Federation management (clause 4).

use std::time::Instant;

use hyla_core::Result;
use hyla_core::message::ModuleSource;
use hyla_types::{
    AdditionalSettingsResultCode, CallbackModel, ConfigurationResult, Credentials, Exception,
    ExceptionKind, FederateHandle, ResignAction, RtiConfiguration, Service,
};

use super::RtiAmbassador;
use super::credentials::credentials_of;
use super::module_file;
use crate::engine::{Blocking, Connection};
use crate::report::Argument;
use crate::settings::{Settings, Sources};
use hyla_core::callback::FederateAmbassador;

/// The content of a module, read where the federate runs; the RTI gets the bytes.
fn module(designator: &str, role: ExceptionKind) -> Result<ModuleSource> {
    match module_file::read(designator) {
        Ok(content) => Ok(ModuleSource {
            designator: designator.to_owned(),
            content,
        }),
        Err(error) => Err(Exception::new(role, format!("{designator}: {error}"))),
    }
}

fn modules(designators: &[&str]) -> Result<Vec<ModuleSource>> {
    designators
        .iter()
        .map(|d| module(d, ExceptionKind::CouldNotOpenFOM))
        .collect()
}

impl RtiAmbassador {
    /// `connect` (4.2) with a settings string: `key = value` pairs separated by `;` that override
    /// `hyla.toml` and the `HYLA_*` variables. The empty string means none. The settings `rti.user` and
    /// `rti.password_file` say with which credentials.
    ///
    /// Any thread, not in callbacks. Callbacks run on the evoking thread with `CallbackModel::Evoked`, else on a thread of Hyla.
    /// Cost: reading the settings, a connection and a round trip to the RTI, at most `timeout.connect_ms`; in most process models a thread.
    ///
    /// # Errors
    /// `AlreadyConnected`, `ConnectionFailed`, `UnsupportedCallbackModel`,
    /// `CallNotAllowedFromWithinCallback`; `Unauthorized` and `InvalidCredentials` (2025; in 2010 the
    /// connection has failed); `InvalidLocalSettingsDesignator` (2010) for settings that
    /// do not parse.
    pub fn connect(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: &str,
    ) -> Result<()> {
        let sources = Sources::process().connect(settings);
        warn_of_unknown_variables(&sources);
        let loaded = sources.load().map_err(|error| {
            Exception::new(
                ExceptionKind::InvalidLocalSettingsDesignator,
                error.to_string(),
            )
        });
        let outcome = loaded.and_then(|settings| {
            let credentials = credentials_of(&settings)?;
            self.connect_as(federate, callbacks, settings, credentials)
        });
        let supplied: [&dyn Argument; 3] = [&(), &callbacks, &settings];
        self.engine()
            .finish_reported(Service::Connect, &supplied, outcome)
    }

    /// `connect` (4.2, 2025) with a configuration and, if the RTI asks for them, credentials; `None`
    /// stands for those of the settings, and [`Credentials::none`] for none, independent of the settings.
    /// The result names the used parts of the configuration; settings that do not parse are no error
    /// there.
    ///
    /// Threads and cost as [`Self::connect`].
    ///
    /// # Errors
    /// `AlreadyConnected`, `ConnectionFailed`, `UnsupportedCallbackModel`, `Unauthorized`,
    /// `InvalidCredentials`, `CallNotAllowedFromWithinCallback`.
    pub fn connect_with_configuration(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        configuration: &RtiConfiguration,
        credentials: Option<Credentials>,
    ) -> Result<ConfigurationResult> {
        let stated = credentials.clone();
        let outcome = configured(configuration).and_then(|(settings, result)| {
            let credentials = match credentials {
                Some(given) => Some(given),
                None => credentials_of(&settings)?,
            };
            self.connect_as(federate, callbacks, settings, credentials)?;
            Ok(result)
        });
        let supplied: [&dyn Argument; 4] = [&(), &callbacks, configuration, &stated];
        self.engine()
            .finish_reported(Service::Connect, &supplied, outcome)
    }

    /// Connects with settings made by the caller, and with the credentials that they name.
    ///
    /// Threads and cost as [`Self::connect`].
    ///
    /// # Errors
    /// As [`Self::connect`].
    pub fn connect_with_settings(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: Settings,
    ) -> Result<()> {
        let credentials = credentials_of(&settings);
        let outcome = credentials.and_then(|c| self.connect_as(federate, callbacks, settings, c));
        self.engine()
            .finish_reported(Service::Connect, &[&(), &callbacks], outcome)
    }

    fn connect_as(
        &self,
        federate: Box<dyn FederateAmbassador>,
        callbacks: CallbackModel,
        settings: Settings,
        credentials: Option<Credentials>,
    ) -> Result<()> {
        self.engine().check_outside_callback(Service::Connect)?;
        self.engine()
            .connect(Some(federate), callbacks, settings, credentials)
    }

    /// `disconnect` (4.3). Without a connection it does nothing. Never waits for other federates.
    ///
    /// Any thread, not in callbacks. Ends the threads of the connection; at most a callback in progress is waited for.
    ///
    /// # Errors
    /// `FederateIsExecutionMember`, `CallNotAllowedFromWithinCallback`.
    pub fn disconnect(&self) -> Result<()> {
        let engine = self.engine();
        let outcome = engine
            .check_outside_callback(Service::Disconnect)
            .and_then(|()| engine.disconnect());
        engine.finish_reported(Service::Disconnect, &[], outcome)
    }

    /// `createFederationExecution` (4.5) with any number of FOM modules, which are paths of files or
    /// their URLs: `file:///path`, `file://localhost/path`, `file:/path`.
    /// `time` names the logical time implementation; empty means `HLAfloat64Time`. For one of federates' own it is the
    /// text of a [`hyla_types::TimeName`].
    ///
    /// Any thread. Reads the files here, then a round trip to the RTI, which reads and merges the modules: milliseconds for a
    /// large object model. In a callback of the immediate model it takes effect later.
    ///
    /// # Errors
    /// `FederationExecutionAlreadyExists`, `CouldNotOpenFOM`, `ErrorReadingFOM`, `InvalidFOM`,
    /// `InconsistentFOM` (2010: `...FDD`), `CouldNotCreateLogicalTimeFactory`, `NotConnected`.
    pub fn create_federation_execution(
        &self,
        federation: &str,
        fom_modules: &[&str],
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecution;
        self.create(service, federation, modules(fom_modules), Ok(None), time)
    }

    /// `createFederationExecutionWithMIM` (4.5): the MIM is a file that contains the standard one.
    ///
    /// Threads and cost as [`Self::create_federation_execution`].
    ///
    /// # Errors
    /// As [`Self::create_federation_execution`], and `DesignatorIsHLAstandardMIM`,
    /// `CouldNotOpenMIM`, `ErrorReadingMIM`, `InvalidMIM`.
    pub fn create_federation_execution_with_mim(
        &self,
        federation: &str,
        fom_modules: &[&str],
        mim: &str,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecutionWithMim;
        let mim = if mim == hyla_omt::mim::HLA_STANDARD_MIM {
            Ok(ModuleSource {
                designator: mim.to_owned(),
                content: Vec::new(),
            })
        } else {
            module(mim, ExceptionKind::CouldNotOpenMIM)
        };
        self.create(
            service,
            federation,
            modules(fom_modules),
            mim.map(Some),
            time,
        )
    }

    /// `createFederationExecution` with modules whose content the caller has, not files.
    ///
    /// Threads and cost as [`Self::create_federation_execution`], without files.
    ///
    /// # Errors
    /// As [`Self::create_federation_execution`].
    pub fn create_federation_execution_from(
        &self,
        federation: &str,
        fom_modules: Vec<ModuleSource>,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecution;
        self.create(service, federation, Ok(fom_modules), Ok(None), time)
    }

    /// `createFederationExecutionWithMIM` with modules and a MIM whose content the caller has, not
    /// files.
    ///
    /// Threads and cost as [`Self::create_federation_execution`], without files.
    ///
    /// # Errors
    /// As [`Self::create_federation_execution_with_mim`].
    pub fn create_federation_execution_with_mim_from(
        &self,
        federation: &str,
        fom_modules: Vec<ModuleSource>,
        mim: ModuleSource,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecutionWithMim;
        self.create(service, federation, Ok(fom_modules), Ok(Some(mim)), time)
    }

    fn create(
        &self,
        service: Service,
        federation: &str,
        modules: Result<Vec<ModuleSource>>,
        mim: Result<Option<ModuleSource>>,
        time: &str,
    ) -> Result<()> {
        let designators = |all: &[ModuleSource]| -> Vec<String> {
            all.iter().map(|m| m.designator.clone()).collect()
        };
        let foms = modules.as_deref().ok().map(designators);
        let given_mim = mim.as_ref().ok().and_then(Option::as_ref);
        let given_mim = given_mim.map(|m| m.designator.clone());
        let mut supplied: Vec<&dyn Argument> = vec![&federation, &foms];
        if service == Service::CreateFederationExecutionWithMim {
            supplied.push(&given_mim);
        }
        supplied.push(&time);
        self.engine()
            .ask(service, Blocking::Anywhere, &supplied, |member, links| {
                if !member.is_connected() {
                    return Err(crate::engine::Engine::not_connected());
                }
                member.create_federation_execution(federation, modules?, mim?, time, links)
            })?;
        Ok(())
    }

    /// `joinFederationExecution` in all its forms (4.9 in 2010, 4.11 in 2025). Without a name the RTI
    /// makes one.
    ///
    /// Any thread, not in callbacks. Reads the files here, then a round trip to the RTI, whose answer has the object model and the
    /// state of the federation. Channels to the other members are made afterwards, while the federate runs.
    ///
    /// # Errors
    /// `FederateAlreadyExecutionMember`, `FederationExecutionDoesNotExist`,
    /// `FederateNameAlreadyInUse`, the errors of FOM modules, `CallNotAllowedFromWithinCallback`,
    /// `NotConnected`.
    pub fn join_federation_execution(
        &self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        additional_fom_modules: &[&str],
    ) -> Result<FederateHandle> {
        let named = &additional_fom_modules;
        let modules = || modules(additional_fom_modules);
        self.join(name, federate_type, federation, named, modules)
    }

    /// `joinFederationExecution` with modules whose content the caller has, not files.
    ///
    /// Threads and cost as [`Self::join_federation_execution`], without files.
    ///
    /// # Errors
    /// As [`Self::join_federation_execution`].
    pub fn join_federation_execution_from(
        &self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        additional_fom_modules: Vec<ModuleSource>,
    ) -> Result<FederateHandle> {
        let designators = additional_fom_modules.iter().map(|m| m.designator.clone());
        let named: Vec<String> = designators.collect();
        let modules = || Ok(additional_fom_modules);
        self.join(name, federate_type, federation, &named, modules)
    }

    fn join(
        &self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        named: &dyn Argument,
        modules: impl FnOnce() -> Result<Vec<ModuleSource>>,
    ) -> Result<FederateHandle> {
        let service = Service::JoinFederationExecution;
        let engine = self.engine();
        let addresses = engine.connection().map(|c| c.addresses.clone());
        engine.ask(
            service,
            Blocking::OutsideCallbacks,
            &[&name, &federate_type, &federation, named],
            |member, links| {
                if !member.is_connected() {
                    return Err(crate::engine::Engine::not_connected());
                }
                let modules = modules()?;
                let addresses = addresses?;
                member.join_federation_execution(
                    name,
                    federate_type,
                    federation,
                    modules,
                    addresses,
                    links,
                )
            },
        )?;
        self.engine()
            .core()
            .member
            .handle()
            .ok_or_else(|| Exception::new(ExceptionKind::RTIinternalError, "removed while joining"))
    }

    /// `resignFederationExecution` (4.10 in 2010, 4.12 in 2025). What was sent before reaches the
    /// other federates, as far as they take it in time; a federate that has stopped does not hold this one longer.
    ///
    /// Any thread, not in callbacks. A round trip to the RTI, and waits of at most `timeout.resign_ms` each: for acknowledgements of groups,
    /// for streams to receivers that have none yet, and at last for what streams have to write and, in the immediate
    /// model, for a callback in progress on another thread.
    ///
    /// # Errors
    /// `FederateOwnsAttributes`, `OwnershipAcquisitionPending`, `FederateNotExecutionMember`,
    /// `NotConnected`, `CallNotAllowedFromWithinCallback`.
    pub fn resign_federation_execution(&self, action: ResignAction) -> Result<()> {
        let engine = self.engine();
        let connection = engine.connection().ok();
        let until = |connection: &Connection| Instant::now() + connection.settings.timeout.resign;
        if let Some(connection) = &connection
            && engine.may_resign(action)
        {
            engine.let_groups_flow(connection, until(connection));
            // The others accept no stream of a federate that has left.
            engine.let_streams_open(connection, until(connection));
        }
        let outcome = engine.resign(action);
        match outcome {
            Err(refused) if engine.core().member.is_joined() && is_refusal(&refused) => {
                return Err(refused);
            }
            // Confirmed, or the RTI does not answer: either way this federate is out.
            _ => {}
        }
        let deadline = connection.as_deref().map(until);
        if let Some((connection, deadline)) = connection.as_deref().zip(deadline) {
            engine.let_flow(connection, deadline);
        }
        {
            let mut core = engine.core();
            let core = &mut *core;
            core.member.resigned(&mut core.links);
            core.links.leave_execution();
        }
        engine.finish_callbacks(deadline);
        outcome.map(|_| ())
    }
}

/// A misspelt variable has no effect, which somebody may wonder about.
fn warn_of_unknown_variables(sources: &Sources) {
    for unknown in sources.unknown_variables() {
        tracing::warn!(federation = "-", federate = "-", "{unknown}");
    }
}

/// Exceptions by which a resignation is refused, as opposed to ones by which it went wrong.
fn is_refusal(exception: &Exception) -> bool {
    matches!(
        exception.kind,
        ExceptionKind::FederateOwnsAttributes
            | ExceptionKind::OwnershipAcquisitionPending
            | ExceptionKind::CallNotAllowedFromWithinCallback
            | ExceptionKind::InvalidResignAction
    )
}

/// Settings from a configuration of 2025, and what was used of it.
fn configured(configuration: &RtiConfiguration) -> Result<(Settings, ConfigurationResult)> {
    let mut result = ConfigurationResult::default();
    let sources = Sources::process().rti_address(configuration.rti_address.clone());
    warn_of_unknown_variables(&sources);
    let base = sources
        .load()
        .map_err(|error| Exception::new(ExceptionKind::ConnectionFailed, error.to_string()))?;
    result.address_used = sources.uses_rti_address(&base);
    if configuration.additional_settings.is_empty() {
        return Ok((base, result));
    }
    let additional = configuration.additional_settings.clone();
    match sources.connect(additional).load() {
        Ok(settings) => {
            result.additional_settings_result = AdditionalSettingsResultCode::SettingsApplied;
            Ok((settings, result))
        }
        Err(error) => {
            result.additional_settings_result = AdditionalSettingsResultCode::SettingsFailedToParse;
            result.message = error.to_string();
            Ok((base, result))
        }
    }
}
