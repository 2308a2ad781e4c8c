//! Connecting, creating, joining and resigning (clause 4).

use hyla_fedpro_messages as fp;
use hyla_types::{FederateHandle, Service};

use super::serve::{Result, serve};
use super::{Services, settings};
use crate::convert::module::{ModuleKind, source, sources};
use crate::convert::{Field, ToField};

/// Outcome of a join.
struct Joined {
    federate: FederateHandle,
    /// As the federation calls it.
    time: String,
}

impl ToField<Option<fp::JoinResult>> for Joined {
    fn field(self) -> Option<fp::JoinResult> {
        Some(fp::JoinResult {
            federate_handle: self.federate.field(),
            logical_time_implementation_name: self.time,
        })
    }
}

impl Services {
    fn create(
        &mut self,
        federation: &str,
        modules: Result<Vec<hyla_lrc::ModuleSource>>,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecution;
        let modules = modules.map_err(|error| self.refuse_before_join(service, error))?;
        let rti = &self.rti;
        rti.create_federation_execution_from(federation, modules, time)
    }

    /// A set of modules; its hints about the client's library are recorded.
    fn modules(&mut self, set: Option<&fp::FomModuleSet>) -> Result<Vec<hyla_lrc::ModuleSource>> {
        let given = set.map_or(&[][..], |set| &set.fom_module);
        self.detector.modules(given);
        sources(set)
    }

    fn create_with_mim(
        &mut self,
        federation: &str,
        set: Option<&fp::FomModuleSet>,
        mim: Option<&fp::FomModule>,
        time: &str,
    ) -> Result<()> {
        let service = Service::CreateFederationExecutionWithMim;
        self.detector.modules(mim.map_or(&[], std::slice::from_ref));
        let modules = self.modules(set);
        let mim = source(mim.unwrap_or(&fp::FomModule::default()), ModuleKind::Mim);
        let given = modules.and_then(|modules| Ok((modules, mim?)));
        let (modules, mim) = given.map_err(|error| self.refuse_before_join(service, error))?;
        let rti = &self.rti;
        rti.create_federation_execution_with_mim_from(federation, modules, mim, time)
    }

    fn join(
        &mut self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        set: Option<&fp::FomModuleSet>,
    ) -> Result<Joined> {
        let service = Service::JoinFederationExecution;
        let modules = self.modules(set);
        let modules = modules.map_err(|error| self.refuse_before_join(service, error))?;
        let rti = &self.rti;
        let federate =
            rti.join_federation_execution_from(name, federate_type, federation, modules)?;
        let implementation = rti.time_factory()?;
        self.time = Some(implementation);
        self.detector.joined();
        Ok(Joined {
            federate,
            time: rti.time_name()?.name().to_owned(),
        })
    }
}

serve! {
    ConnectRequest => ConnectResponse { configuration_result } |s, _|
        s.connect(None, None);
    ConnectWithCredentialsRequest => ConnectWithCredentialsResponse { configuration_result } |s, m|
        s.connect(None, m.credentials.value());
    ConnectWithConfigurationRequest
        => ConnectWithConfigurationResponse { configuration_result } |s, m|
        s.connect(m.rti_configuration.as_ref(), None);
    ConnectWithConfigurationAndCredentialsRequest
        => ConnectWithConfigurationAndCredentialsResponse { configuration_result } |s, m|
        s.connect(m.rti_configuration.as_ref(), m.credentials.value());
    DisconnectRequest => DisconnectResponse {} |s, _| {
        s.rti.disconnect()?;
        s.connected = false;
        s.time = None;
        Ok(())
    };
    CreateFederationExecutionRequest => CreateFederationExecutionResponse {} |s, m| {
        s.detector.created(None);
        s.detector.modules(m.fom_module.as_slice());
        let module = source(&m.fom_module.unwrap_or_default(), ModuleKind::Fom).map(|one| vec![one]);
        s.create(&m.federation_name, module, "")
    };
    CreateFederationExecutionWithTimeRequest => CreateFederationExecutionWithTimeResponse {} |s, m| {
        s.detector.created(Some(&m.logical_time_implementation_name));
        s.detector.modules(m.fom_module.as_slice());
        let module = source(&m.fom_module.unwrap_or_default(), ModuleKind::Fom).map(|one| vec![one]);
        s.create(&m.federation_name, module, &m.logical_time_implementation_name)
    };
    CreateFederationExecutionWithModulesRequest
        => CreateFederationExecutionWithModulesResponse {} |s, m| {
        s.detector.created(None);
        let modules = s.modules(m.fom_modules.as_ref());
        s.create(&m.federation_name, modules, "")
    };
    CreateFederationExecutionWithModulesAndTimeRequest
        => CreateFederationExecutionWithModulesAndTimeResponse {} |s, m| {
        s.detector.created(Some(&m.logical_time_implementation_name));
        let modules = s.modules(m.fom_modules.as_ref());
        s.create(&m.federation_name, modules, &m.logical_time_implementation_name)
    };
    CreateFederationExecutionWithMimRequest => CreateFederationExecutionWithMimResponse {} |s, m| {
        s.detector.created(None);
        let (modules, mim) = (m.fom_modules.as_ref(), m.mim_module.as_ref());
        s.create_with_mim(&m.federation_name, modules, mim, "")
    };
    CreateFederationExecutionWithMimAndTimeRequest
        => CreateFederationExecutionWithMimAndTimeResponse {} |s, m| {
        s.detector.created(Some(&m.logical_time_implementation_name));
        let (modules, mim) = (m.fom_modules.as_ref(), m.mim_module.as_ref());
        s.create_with_mim(&m.federation_name, modules, mim, &m.logical_time_implementation_name)
    };
    JoinFederationExecutionRequest => JoinFederationExecutionResponse { result } |s, m|
        s.join(None, &m.federate_type, &m.federation_name, None);
    JoinFederationExecutionWithModulesRequest
        => JoinFederationExecutionWithModulesResponse { result } |s, m| {
        let modules = m.additional_fom_modules.as_ref();
        s.join(None, &m.federate_type, &m.federation_name, modules)
    };
    JoinFederationExecutionWithNameRequest
        => JoinFederationExecutionWithNameResponse { result } |s, m|
        s.join(Some(&m.federate_name), &m.federate_type, &m.federation_name, None);
    JoinFederationExecutionWithNameAndModulesRequest
        => JoinFederationExecutionWithNameAndModulesResponse { result } |s, m| {
        let (name, modules) = (Some(&m.federate_name[..]), m.additional_fom_modules.as_ref());
        s.join(name, &m.federate_type, &m.federation_name, modules)
    };
    ResignFederationExecutionRequest => ResignFederationExecutionResponse {} |s, m| {
        let action = s.resign_action(Service::ResignFederationExecution, m.resign_action)?;
        s.rti.resign_federation_execution(action)?;
        s.time = None;
        Ok(())
    };
}

impl Services {
    /// Connects with the server's settings. The client's say of which edition it is.
    fn connect(
        &mut self,
        configuration: Option<&fp::RtiConfiguration>,
        credentials: Option<hyla_types::Credentials>,
    ) -> Result<hyla_types::ConfigurationResult> {
        let given = settings::read(configuration);
        if !self.connected {
            self.become_of(given.edition);
        }
        let callbacks = (self.callbacks)(self.rti.edition(), self.lookup.clone());
        (self.host)(&self.rti, callbacks, credentials)?;
        self.connected = true;
        Ok(given.result)
    }
}
