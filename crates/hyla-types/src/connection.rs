//! Arguments and results of `connect`, and the entries of the lists of executions and members
//! (1516.1 clauses 4.2 and 4.7 to 4.10).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::enums::{AdditionalSettingsResultCode, RestoreStatus, SaveStatus};
use crate::handle::FederateHandle;

/// Proof of who connects (2025): a type and bytes that an authorizer of that type understands.
///
/// `Debug` shows the type alone, so that no password gets into a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credentials {
    /// Name of the type.
    pub type_name: String,
    /// Content, in the encoding of that type.
    pub data: Vec<u8>,
}

impl Credentials {
    /// Type name of [`Self::none`].
    pub const NO_CREDENTIALS: &str = "HLAnoCredentials";
    /// Type name of [`Self::plain_text_password`].
    pub const PLAIN_TEXT_PASSWORD: &str = "HLAplainTextPassword";

    /// `HLAnoCredentials`: what a `connect` without credentials stands for.
    #[must_use]
    pub fn none() -> Self {
        Self {
            type_name: Self::NO_CREDENTIALS.to_owned(),
            data: Vec::new(),
        }
    }

    /// Whether these are [`Self::none`], so that they keep nothing secret.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.type_name == Self::NO_CREDENTIALS && self.data.is_empty()
    }

    /// `HLAplainTextPassword`: the password as an HLAunicodeString, neither hashed nor encrypted.
    #[must_use]
    pub fn plain_text_password(password: &str) -> Self {
        let units: Vec<u16> = password.encode_utf16().collect();
        // A count that does not fit belongs to a password of eight gigabytes.
        let count = u32::try_from(units.len()).unwrap_or(u32::MAX);
        let mut data = Vec::with_capacity(4 + 2 * units.len());
        data.extend(count.to_be_bytes());
        data.extend(units.into_iter().flat_map(u16::to_be_bytes));
        Self {
            type_name: Self::PLAIN_TEXT_PASSWORD.to_owned(),
            data,
        }
    }

    /// The password of `HLAplainTextPassword` credentials.
    ///
    /// `None` for another type or content that is no HLAunicodeString.
    #[must_use]
    pub fn password(&self) -> Option<String> {
        if self.type_name != Self::PLAIN_TEXT_PASSWORD {
            return None;
        }
        let (count, text) = self.data.split_first_chunk::<4>()?;
        let count = usize::try_from(u32::from_be_bytes(*count)).ok()?;
        if text.len() % 2 != 0 || text.len() / 2 != count {
            return None;
        }
        let units: Vec<u16> = text
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        String::from_utf16(&units).ok()
    }
}

impl Default for Credentials {
    fn default() -> Self {
        Self::none()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("type_name", &self.type_name)
            .finish_non_exhaustive()
    }
}

/// RTI and settings of a connect (2025). Empty texts, the default, ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RtiConfiguration {
    /// Name of a configuration that the RTI keeps.
    pub configuration_name: String,
    /// Address of the RTI.
    pub rti_address: String,
    /// Settings in the RTI's own form.
    pub additional_settings: String,
}

/// Outcome of `connect` for the [`RtiConfiguration`] (2025).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationResult {
    /// Whether the named configuration is in force.
    pub configuration_used: bool,
    /// Whether the address given is the one connected to.
    pub address_used: bool,
    /// Outcome of the additional settings.
    pub additional_settings_result: AdditionalSettingsResultCode,
    /// More about it, for a person to read.
    pub message: String,
}

impl Default for ConfigurationResult {
    /// Nothing was asked for, nothing used.
    fn default() -> Self {
        Self {
            configuration_used: false,
            address_used: false,
            additional_settings_result: AdditionalSettingsResultCode::SettingsIgnored,
            message: String::new(),
        }
    }
}

/// A federation execution in the answer to `listFederationExecutions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationExecutionInformation {
    /// Name of the execution.
    pub federation_execution_name: String,
    /// Name of its time representation.
    pub logical_time_implementation_name: String,
}

/// A joined federate in the answer to `listFederationExecutionMembers` (2025).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationExecutionMemberInformation {
    /// Name of the federate.
    pub federate_name: String,
    /// Type of the federate.
    pub federate_type: String,
}

/// How far one federate is in a save, in the answer to `queryFederationSaveStatus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederateSaveStatus {
    /// The federate.
    pub federate: FederateHandle,
    /// How far it is.
    pub status: SaveStatus,
}

/// How far one federate is in a restore, in the answer to `queryFederationRestoreStatus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederateRestoreStatus {
    /// Its handle before the restore.
    pub pre_restore_handle: FederateHandle,
    /// Its handle after the restore; the same as before while no restore is going on.
    pub post_restore_handle: FederateHandle,
    /// How far it is.
    pub status: RestoreStatus,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_counted_and_written_in_utf_16_big_endian() {
        let credentials = Credentials::plain_text_password("aß");

        assert_eq!(credentials.data, [0, 0, 0, 2, 0, b'a', 0, 0xdf]);
        assert_eq!(credentials.password().as_deref(), Some("aß"));
    }

    #[test]
    fn a_password_of_wrong_length_or_type_is_none() {
        let truncated = Credentials {
            data: vec![0, 0, 0, 2, 0, b'a'],
            ..Credentials::plain_text_password("")
        };
        let half_a_unit = Credentials {
            data: vec![0, 0, 0, 1, 0],
            ..Credentials::plain_text_password("")
        };

        assert_eq!(truncated.password(), None);
        assert_eq!(half_a_unit.password(), None);
        assert_eq!(Credentials::none().password(), None);
        assert_eq!(
            Credentials::plain_text_password("").password().as_deref(),
            Some("")
        );
    }

    #[test]
    fn a_password_does_not_show_in_debug_output() {
        let shown = format!("{:?}", Credentials::plain_text_password("secret"));

        assert_eq!(
            shown,
            "Credentials { type_name: \"HLAplainTextPassword\", .. }"
        );
    }
}
