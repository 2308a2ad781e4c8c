//! Federation management (clause 4): connections, executions, membership.
#![expect(unsafe_code, reason = "C finds functions by their names")]

use std::mem::MaybeUninit;

use hyla_lrc::RtiAmbassador;
use hyla_types::{Credentials, RtiConfiguration};

use crate::borrowed::{hyla_bytes, hyla_module, hyla_modules, hyla_text, hyla_texts, optional};
use crate::call::{call, get, give, guarded};
use crate::callbacks::hyla_federate_ambassador;
use crate::enums::{given, hyla_callback_model, hyla_resign_action};
use crate::exception::hyla_exception;
use crate::fault::Result;
use crate::handle::hyla_federate_handle;
use crate::log;
use crate::owned::hyla_owned_configuration_result;
use crate::rti::hyla_rti;
use crate::telling::CFederate;

/// `connect` (4.2) with a settings string: `key = value` pairs separated by `;` that override `hyla.toml` and the
/// `HYLA_*` variables. The empty string means none. The settings `rti.user` and `rti.password_file` say with which
/// credentials. A null `ambassador` listens to nothing. The table is copied; its `dropped` is called also if
/// connecting fails.
///
/// Errors: `HYLA_ALREADY_CONNECTED`, `HYLA_CONNECTION_FAILED`, `HYLA_UNSUPPORTED_CALLBACK_MODEL`,
/// `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`; `HYLA_UNAUTHORIZED` and `HYLA_INVALID_CREDENTIALS` (2025; in 2010
/// the connection has failed); `HYLA_INVALID_LOCAL_SETTINGS_DESIGNATOR` (2010) for settings that do not parse;
/// `HYLA_RTI_INTERNAL_ERROR` if `log.file` cannot be written.
///
/// # Safety
/// `ambassador` is null or a table as its type says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_connect(
    rti: hyla_rti,
    ambassador: *const hyla_federate_ambassador,
    model: MaybeUninit<hyla_callback_model>,
    settings: hyla_text<'_>,
) -> hyla_exception {
    // SAFETY: the caller's promise.
    let federate = guarded(|| unsafe { CFederate::of(ambassador) });
    let federate = match federate {
        Ok(federate) => Box::new(federate),
        Err(exception) => return exception,
    };
    call(rti, |rti| {
        let settings = settings.read("settings")?;
        log::start(settings)?;
        rti.connect(federate, given(model)?, settings)
    })
}

/// `connect` (4.2, 2025) with a configuration and, if the RTI asks for them, credentials; null stands for those of
/// the settings, and `HLAnoCredentials` for none, independent of the settings. The result, which is to be freed, has the
/// part of the configuration that was used; settings that do not parse are no error there. For `ambassador` see
/// `hyla_connect`.
///
/// Errors: `HYLA_ALREADY_CONNECTED`, `HYLA_CONNECTION_FAILED`, `HYLA_UNSUPPORTED_CALLBACK_MODEL`,
/// `HYLA_UNAUTHORIZED`, `HYLA_INVALID_CREDENTIALS`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`;
/// `HYLA_RTI_INTERNAL_ERROR` if `log.file` cannot be written.
///
/// # Safety
/// `ambassador` is null or a table as its type says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyla_connect_with_configuration(
    rti: hyla_rti,
    ambassador: *const hyla_federate_ambassador,
    model: MaybeUninit<hyla_callback_model>,
    configuration: Option<&hyla_configuration<'_>>,
    credentials: Option<&hyla_credentials<'_>>,
    out: Option<&mut MaybeUninit<hyla_owned_configuration_result>>,
) -> hyla_exception {
    // SAFETY: the caller's promise.
    let federate = guarded(|| unsafe { CFederate::of(ambassador) });
    let federate = match federate {
        Ok(federate) => Box::new(federate),
        Err(exception) => return give(out, || Err(exception)),
    };
    get(rti, out, |rti| {
        let configuration = configuration.map(hyla_configuration::read).transpose()?;
        let configuration = configuration.unwrap_or_default();
        log::start(&configuration.additional_settings)?;
        let credentials = credentials.map(hyla_credentials::read).transpose()?;
        rti.connect_with_configuration(federate, given(model)?, &configuration, credentials)
    })
}

/// `disconnect` (4.3). Without a connection it does nothing. Never waits for other federates.
///
/// Errors: `HYLA_FEDERATE_IS_EXECUTION_MEMBER`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_disconnect(rti: hyla_rti) -> hyla_exception {
    call(rti, RtiAmbassador::disconnect)
}

/// `createFederationExecution` (4.5) with any number of FOM modules, which are paths of files or their URLs:
/// `file:///path`, `file://localhost/path`, `file:/path`. `time` names the logical time implementation; empty means
/// `HLAfloat64Time`.
///
/// Errors: `HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS`, `HYLA_COULD_NOT_OPEN_FOM`, `HYLA_ERROR_READING_FOM`,
/// `HYLA_INVALID_FOM`, `HYLA_INCONSISTENT_FOM` (2010: `...FDD`),
/// `HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY`, `HYLA_NOT_CONNECTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_create_federation_execution(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    fom_modules: hyla_texts<'_>,
    time: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.create_federation_execution(
            federation.read("federation")?,
            &fom_modules.read("fom_modules")?,
            time.read("time")?,
        )
    })
}

/// `createFederationExecutionWithMIM` (4.5): the MIM is a file that contains the standard one.
///
/// Errors: as `hyla_create_federation_execution`, and `HYLA_DESIGNATOR_IS_HLA_STANDARD_MIM`,
/// `HYLA_COULD_NOT_OPEN_MIM`, `HYLA_ERROR_READING_MIM`, `HYLA_INVALID_MIM`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_create_federation_execution_with_mim(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    fom_modules: hyla_texts<'_>,
    mim: hyla_text<'_>,
    time: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.create_federation_execution_with_mim(
            federation.read("federation")?,
            &fom_modules.read("fom_modules")?,
            mim.read("mim")?,
            time.read("time")?,
        )
    })
}

/// `createFederationExecution` with modules whose content the caller has, not files.
///
/// Errors: as `hyla_create_federation_execution`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_create_federation_execution_from(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    fom_modules: hyla_modules<'_>,
    time: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.create_federation_execution_from(
            federation.read("federation")?,
            fom_modules.sources("fom_modules")?,
            time.read("time")?,
        )
    })
}

/// `createFederationExecutionWithMIM` with modules and a MIM whose content the caller has, not files.
///
/// Errors: as `hyla_create_federation_execution_with_mim`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_create_federation_execution_with_mim_from(
    rti: hyla_rti,
    federation: hyla_text<'_>,
    fom_modules: hyla_modules<'_>,
    mim: hyla_module<'_>,
    time: hyla_text<'_>,
) -> hyla_exception {
    call(rti, |rti| {
        rti.create_federation_execution_with_mim_from(
            federation.read("federation")?,
            fom_modules.sources("fom_modules")?,
            mim.source("mim")?,
            time.read("time")?,
        )
    })
}

/// `joinFederationExecution` in all its forms (4.9 in 2010, 4.11 in 2025). Without a name the RTI makes one.
///
/// Errors: `HYLA_FEDERATE_ALREADY_EXECUTION_MEMBER`, `HYLA_FEDERATION_EXECUTION_DOES_NOT_EXIST`,
/// `HYLA_FEDERATE_NAME_ALREADY_IN_USE`, the errors of FOM modules,
/// `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`, `HYLA_NOT_CONNECTED`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_join_federation_execution(
    rti: hyla_rti,
    name: Option<&hyla_text<'_>>,
    federate_type: hyla_text<'_>,
    federation: hyla_text<'_>,
    additional_fom_modules: hyla_texts<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.join_federation_execution(
            optional(name, "name")?,
            federate_type.read("federate_type")?,
            federation.read("federation")?,
            &additional_fom_modules.read("additional_fom_modules")?,
        )
    })
}

/// `joinFederationExecution` with modules whose content the caller has, not files.
///
/// Errors: as `hyla_join_federation_execution`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_join_federation_execution_from(
    rti: hyla_rti,
    name: Option<&hyla_text<'_>>,
    federate_type: hyla_text<'_>,
    federation: hyla_text<'_>,
    additional_fom_modules: hyla_modules<'_>,
    out: Option<&mut MaybeUninit<hyla_federate_handle>>,
) -> hyla_exception {
    get(rti, out, |rti| {
        rti.join_federation_execution_from(
            optional(name, "name")?,
            federate_type.read("federate_type")?,
            federation.read("federation")?,
            additional_fom_modules.sources("additional_fom_modules")?,
        )
    })
}

/// `resignFederationExecution` (4.10 in 2010, 4.12 in 2025). What was sent before reaches the other
/// federates, as far as they take it within `timeout.resign_ms`; a federate that has stopped does not hold
/// this one longer.
///
/// Errors: `HYLA_FEDERATE_OWNS_ATTRIBUTES`, `HYLA_OWNERSHIP_ACQUISITION_PENDING`,
/// `HYLA_FEDERATE_NOT_EXECUTION_MEMBER`, `HYLA_NOT_CONNECTED`, `HYLA_CALL_NOT_ALLOWED_FROM_WITHIN_CALLBACK`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_resign_federation_execution(
    rti: hyla_rti,
    action: MaybeUninit<hyla_resign_action>,
) -> hyla_exception {
    call(rti, |rti| rti.resign_federation_execution(given(action)?))
}

/// RTI and settings of a connect (2025). Empty texts ask for nothing.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct hyla_configuration<'a> {
    /// Name of a configuration that the RTI keeps.
    pub configuration_name: hyla_text<'a>,
    /// Address of the RTI.
    pub rti_address: hyla_text<'a>,
    /// Settings: `key = value` pairs separated by `;`.
    pub additional_settings: hyla_text<'a>,
}

/// Proof of who connects (2025): a type and bytes that an authorizer of that type understands.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_credentials<'a> {
    /// `HLAnoCredentials`, `HLAplainTextPassword` or another.
    pub type_name: hyla_text<'a>,
    /// Content, in the encoding of that type.
    pub data: hyla_bytes<'a>,
}

impl hyla_configuration<'_> {
    fn read(&self) -> Result<RtiConfiguration> {
        let own = |text: hyla_text<'_>| text.read("configuration").map(str::to_owned);
        Ok(RtiConfiguration {
            configuration_name: own(self.configuration_name)?,
            rti_address: own(self.rti_address)?,
            additional_settings: own(self.additional_settings)?,
        })
    }
}

impl hyla_credentials<'_> {
    fn read(&self) -> Result<Credentials> {
        Ok(Credentials {
            type_name: self.type_name.read("credentials")?.to_owned(),
            data: self.data.read("credentials")?.to_owned(),
        })
    }
}
