//! The settings of Hyla: what the standard calls the RTI initialization data (RID).
//!
//! | module | what is there |
//! |---|---|
//! | [`model`] | [`Settings`], one struct per section, with the defaults |
//! | [`address`], [`choice`] | the types of values that are not numbers |
//! | [`interface`] | how an interface of this host is named and chosen |
//! | [`parameter`] | what a setting is, and a field of a profile, and a parameter of a module or of an experiment |
//! | [`table`] | every setting with its unit, its accepted values and what it is for |
//! | [`qos`] | profiles of transportation types: the sections `[qos.NAME]` |
//! | [`sources`] | [`Sources`]: where values come from and which of them wins |
//! | [`problem`] | what is wrong with a value or a name, and where it stands |
//! | [`document`] | `docs/settings.md`, written from the table |
//! | [`stranger`] | other protocols on Hyla's ports, and which setting names the right port |
//!
//! A setting is a row of [`table::SETTINGS`]: its name in `hyla.toml`, its `HYLA_*` variable, its
//! parser and its documentation all follow from that row.
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
pub mod choice;
mod demand;
pub mod document;
mod endpoint;
mod file;
mod foreign;
pub mod interface;
pub mod model;
pub mod parameter;
pub mod problem;
pub mod qos;
mod raw;
mod slot;
pub mod sources;
pub mod stranger;
pub mod table;
mod thread;

pub use address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
pub use choice::{LogFormat, LogLevel, ProcessModel};
pub use endpoint::endpoint_config;
pub use file::origin_at;
pub use foreign::ForeignDesignators;
pub use interface::{InterfaceChoice, OwnAddress, Prefix, interface_index, own_addresses};
pub use model::{
    AuthorizationSettings, ChannelSettings, FedProSettings, FomSettings, LimitSettings,
    LogSettings, PeerSettings, ProcessSettings, ReportSettings, RtiSettings, SaveSettings,
    Settings, TimeSettings, TimeoutSettings,
};
pub use parameter::Parameter;
pub use problem::closest;
pub use problem::{Origin, Problem, SettingsError};
pub use qos::Profiles;
pub use raw::Raw;
pub use sources::Sources;
