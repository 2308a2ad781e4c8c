//! A client's settings as the server reads them. A session's member has the server's settings: all that
//! counts is the edition.

use hyla_fedpro_messages as fp;
use hyla_types::{ConfigurationResult, Edition};

/// The setting of a client's edition.
const API_VERSION: &str = "API.version";

/// The beginning of its value in a client of 2010. Clients of 2025 do not send the setting.
const OF_2010: &str = "IEEE 1516-2010";

/// Parsed settings.
pub(super) struct Given {
    pub(super) edition: Edition,
    /// Result for the client.
    pub(super) result: ConfigurationResult,
}

/// Reads a configuration; its settings are separated by line ends, commas or semicolons.
pub(super) fn read(configuration: Option<&fp::RtiConfiguration>) -> Given {
    let mut edition = Edition::Hla2025;
    let mut ignored = Vec::new();
    let nothing = fp::RtiConfiguration::default();
    let configuration = configuration.unwrap_or(&nothing);
    if !configuration.configuration_name.is_empty() {
        ignored.push(format!(
            "configuration {:?}",
            configuration.configuration_name
        ));
    }
    if !configuration.rti_address.is_empty() {
        ignored.push(format!("address {:?}", configuration.rti_address));
    }
    let separators = |c| matches!(c, '\n' | '\r' | ',' | ';');
    let settings = configuration.additional_settings.split(separators);
    for setting in settings.map(str::trim).filter(|text| !text.is_empty()) {
        match setting.split_once('=') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case(API_VERSION) => {
                if value.trim().starts_with(OF_2010) {
                    edition = Edition::Hla2010;
                }
            }
            Some((name, _)) => ignored.push(name.trim().to_owned()),
            None => ignored.push(setting.to_owned()),
        }
    }
    let message = if ignored.is_empty() {
        String::new()
    } else {
        let ignored = ignored.join(", ");
        format!("settings of the RTI belong to the server; ignored: {ignored}")
    };
    let result = ConfigurationResult {
        message,
        ..ConfigurationResult::default()
    };
    Given { edition, result }
}

#[cfg(test)]
mod tests {
    use hyla_types::AdditionalSettingsResultCode;

    use super::*;

    fn given(settings: &str) -> Given {
        read(Some(&fp::RtiConfiguration {
            additional_settings: settings.into(),
            ..Default::default()
        }))
    }

    #[test]
    fn a_client_of_2010_says_so() {
        for settings in [
            "API.version=IEEE 1516-2010",
            "API.version = IEEE 1516-2010, Java\nother=1",
            "a=b\nAPI.version=IEEE 1516-2010 anything",
        ] {
            assert_eq!(given(settings).edition, Edition::Hla2010, "{settings}");
        }
        for settings in [
            "",
            "API.version=",
            "API.version=IEEE 1516-2025",
            "x=IEEE 1516-2010",
        ] {
            assert_eq!(given(settings).edition, Edition::Hla2025, "{settings}");
        }
        assert_eq!(read(None).edition, Edition::Hla2025);
    }

    #[test]
    fn what_is_ignored_is_named_without_its_value() {
        let result = given("API.version=IEEE 1516-2010\nuser.password=secret,,plain").result;

        assert_eq!(
            result.additional_settings_result,
            AdditionalSettingsResultCode::SettingsIgnored
        );
        assert!(result.message.ends_with("ignored: user.password, plain"));
        assert_eq!(read(None).result, ConfigurationResult::default());
    }
}
