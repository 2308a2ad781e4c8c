//! One report of a service invocation (1516.1 clause 11).

use hyla_types::{Edition, Service};

/// An argument as a report states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedArgument {
    /// `HLAargumentType`.
    pub kind: i32,
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

/// One invocation of a service or callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceReport {
    /// The service.
    pub service: Service,
    /// Supplied arguments.
    pub supplied: Vec<ReportedArgument>,
    /// Returned value; `None` for nothing.
    pub returned: Option<ReportedArgument>,
    /// Why it failed; `None` if it succeeded.
    pub exception: Option<String>,
}

impl ServiceReport {
    /// Name of the service as `HLAservice` states it: in 2010 that of the API, in 2025 its title in
    /// upper camel case.
    #[must_use]
    pub fn service_name(service: Service, edition: Edition) -> String {
        let name = service.name(edition);
        let name = name.map_or_else(|| service.to_string(), str::to_owned);
        match edition {
            Edition::Hla2010 => name,
            Edition::Hla2025 => {
                let mut letters = name.chars();
                let first = letters.next().map(|c| c.to_ascii_uppercase());
                first.into_iter().chain(letters).collect()
            }
        }
    }
}
