//! Questions of tools to a running RTI.

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_settings::{ProcessModel, RtiAddress, Settings};
use hyla_types::CallbackModel;

use crate::settings_args::SettingsArgs;

/// A connection to the RTI of the settings, or to that one; a text for the user if there is none.
pub(super) fn connect(
    settings: &SettingsArgs,
    rti: Option<&RtiAddress>,
) -> Result<RtiAmbassador, String> {
    let sources = settings.sources();
    for unknown in sources.unknown_variables() {
        eprintln!("warning: {unknown}");
    }
    let mut settings = sources.load().map_err(|error| error.to_string())?;
    if let Some(rti) = rti {
        settings.rti.address = rti.clone();
    }
    if settings.rti.address == RtiAddress::Embedded {
        return Err("rti.address = embedded: such an RTI lives inside a federate and cannot be asked from outside; \
             name a server with --rti HOST:PORT"
            .into());
    }
    connect_to_ask(settings)
}

/// Connects for requests only, which need neither threads nor a listener for other federates.
pub(crate) fn connect_to_ask(mut settings: Settings) -> Result<RtiAmbassador, String> {
    settings.process.model = ProcessModel::SingleThreaded;
    settings.peer.direct = false;
    let rti = RtiAmbassador::new();
    rti.connect_with_settings(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        settings,
    )
    .map_err(|exception| exception.message)?;
    Ok(rti)
}
