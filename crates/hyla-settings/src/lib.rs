//! The settings of Hyla: the RTI initialization data (RID) of the standard.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | [`Settings`], one struct per section, with the defaults |
//! | [`address`], [`choice`] | types of values that are not numbers |
//! | [`interface`] | names and choice of network interfaces |
//! | [`parameter`] | a setting, a field of a profile, a parameter of a module or of an experiment |
//! | [`table`] | every setting with its unit, accepted values and purpose |
//! | [`qos`] | profiles of transportation types: the sections `[qos.NAME]` |
//! | [`sources`] | [`Sources`]: sources of values and their precedence |
//! | [`problem`] | errors of values and names, with their locations |
//! | [`document`] | `docs/settings.md`, generated from the table |
//! | [`caller_protocol`] | other protocols on Hyla's ports, and the setting that names the right port |
//!
//! A setting is a row of [`table::SETTINGS`], which determines its name in `hyla.toml`, its
//! `HYLA_*` variable, its parser and its documentation.
//!
//! ```
//! use hyla_settings::{RtiAddress, Sources};
//!
//! let settings = Sources::none().connect("rti.address=embedded; timeout.call_ms=500").load()?;
//!
//! assert_eq!(settings.rti.address, RtiAddress::Embedded);
//! assert_eq!(settings.timeout.call.as_millis(), 500);
//! # Ok::<(), hyla_settings::SettingsError>(())
//! ```
#![forbid(unsafe_code)]

pub mod address;
pub mod caller_protocol;
pub mod choice;
mod demand;
pub mod document;
mod endpoint;
mod file;
mod foreign;
pub mod interface;
pub mod model;
pub mod parameter;
mod parameter_value;
pub mod problem;
pub mod qos;
mod raw;
mod security;
pub mod sources;
pub mod table;
mod thread;

pub use address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
pub use choice::{LogFormat, LogLevel, OtherMachine, ProcessModel, RtiSecurity};
pub use endpoint::endpoint_config;
pub use file::origin_at;
pub use foreign::ForeignDesignators;
pub use interface::{InterfaceChoice, OwnAddress, Prefix, interface_index, own_addresses};
pub use model::{
    AuthorizationSettings, ChannelSettings, FedProSettings, FomSettings, LatencySettings,
    LimitSettings, LogSettings, OrbSettings, PeerSettings, ProcessSettings, ReportSettings,
    RtiSettings, SaveSettings, Settings, TimeSettings, TimeoutSettings,
};
pub use parameter::Parameter;
pub use problem::closest;
pub use problem::{Origin, Problem, SettingsError};
pub use qos::Profiles;
pub use raw::Raw;
pub use security::{SecurityError, tls_client, tls_server};
pub use sources::Sources;
