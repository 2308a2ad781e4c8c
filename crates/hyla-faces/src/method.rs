//! Services by the names of their methods.

use hyla_types::{Argument, Direction, Service, ServiceTableGroup, Signature, Value};

use crate::source::snake_case;

/// A service by one of its signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The service.
    pub service: Service,
    /// The longest signature, or that of the other form.
    pub signature: &'static Signature,
    /// Whether it is that of the other form.
    pub is_other_form: bool,
}

/// The files that services are spread over: the groups of the standard, the longest of them in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Creating, joining, resigning, destroying.
    Federation,
    /// Synchronization points.
    Synchronization,
    /// Saving and restoring.
    Saving,
    /// Clause 5.
    Declaration,
    /// Clause 6.
    Object,
    /// Clause 7.
    Ownership,
    /// Clause 8.
    Time,
    /// Clause 9.
    Ddm,
    /// Clause 10: names, handles, dimensions.
    Support,
    /// Clause 10: switches.
    Switches,
    /// Clause 10: letting callbacks through.
    CallbackControl,
    /// Handles from bytes.
    Decode,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 12] = [
        Self::Federation,
        Self::Synchronization,
        Self::Saving,
        Self::Declaration,
        Self::Object,
        Self::Ownership,
        Self::Time,
        Self::Ddm,
        Self::Support,
        Self::Switches,
        Self::CallbackControl,
        Self::Decode,
    ];

    /// The name of its file.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Federation => "federation",
            Self::Synchronization => "synchronization",
            Self::Saving => "saving",
            Self::Declaration => "declaration",
            Self::Object => "object",
            Self::Ownership => "ownership",
            Self::Time => "time",
            Self::Ddm => "ddm",
            Self::Support => "support",
            Self::Switches => "switches",
            Self::CallbackControl => "callback_control",
            Self::Decode => "decode",
        }
    }

    /// Title of the group.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Federation => "Federation management (clause 4).",
            Self::Synchronization => "Synchronization points (clause 4).",
            Self::Saving => "Save and restore (clause 4).",
            Self::Declaration => "Declaration management (clause 5).",
            Self::Object => "Object management (clause 6).",
            Self::Ownership => "Ownership management (clause 7).",
            Self::Time => "Time management (clause 8).",
            Self::Ddm => "Data distribution management (clause 9).",
            Self::Support => "Support services (clause 10).",
            Self::Switches => "Switches (clause 10).",
            Self::CallbackControl => "Control of callbacks (clause 10).",
            Self::Decode => "Handles from the bytes that `encode` wrote.",
        }
    }

    /// Group of a service or callback.
    #[must_use]
    pub fn of(service: Service) -> Self {
        let name = service.to_string();
        match service.info().group {
            ServiceTableGroup::Federation if name.contains("ynchroniz") => Self::Synchronization,
            ServiceTableGroup::Federation if name.contains("Save") => Self::Saving,
            ServiceTableGroup::Federation if name.contains("Restore") => Self::Saving,
            ServiceTableGroup::Federation if name.ends_with("Saved") => Self::Saving,
            ServiceTableGroup::Federation => Self::Federation,
            ServiceTableGroup::Declaration => Self::Declaration,
            ServiceTableGroup::Object => Self::Object,
            ServiceTableGroup::Ownership => Self::Ownership,
            ServiceTableGroup::Time => Self::Time,
            ServiceTableGroup::Ddm => Self::Ddm,
            ServiceTableGroup::Support if name.ends_with("Switch") => Self::Switches,
            ServiceTableGroup::Support => Self::Support,
            ServiceTableGroup::CallbackControl => Self::CallbackControl,
            ServiceTableGroup::ApiSpecific if service == Service::GetTimeFactory => Self::Support,
            ServiceTableGroup::ApiSpecific => Self::Decode,
        }
    }
}

impl Method {
    /// Services that a federate calls, in the order of the table.
    pub fn services() -> impl Iterator<Item = Self> {
        Self::all(Direction::ToRti)
    }

    /// Callbacks, in the order of the table.
    pub fn callbacks() -> impl Iterator<Item = Self> {
        Self::all(Direction::ToFederate)
    }

    fn all(direction: Direction) -> impl Iterator<Item = Self> {
        let rows = Service::ALL.iter().map(|service| service.info());
        let rows = rows.filter(move |row| row.direction == direction);
        rows.flat_map(|row| {
            let forms = row.signatures.iter().enumerate();
            forms.map(|(nth, signature)| Self {
                service: row.service,
                signature,
                is_other_form: nth > 0,
            })
        })
    }

    /// Its arguments.
    #[must_use]
    pub const fn arguments(&self) -> &'static [Argument] {
        self.signature.arguments
    }

    /// Its result.
    #[must_use]
    pub const fn result(&self) -> Option<Value> {
        self.signature.result
    }

    /// Its name in snake case, as C has it.
    #[must_use]
    pub fn name(&self) -> String {
        if self.is_other_form {
            return other_form(self.service).to_owned();
        }
        snake_case(&format!("{:?}", self.service))
    }

    /// Its name in Rust, which has no `get`.
    #[must_use]
    pub fn rust_name(&self) -> String {
        let name = self.name();
        name.strip_prefix("get_").unwrap_or(&name).to_owned()
    }
}

/// The name of the second signature.
fn other_form(service: Service) -> &'static str {
    match service {
        Service::RequestAttributeValueUpdate => "request_class_attribute_value_update",
        Service::GetAvailableDimensionsForObjectClass => {
            "get_available_dimensions_for_class_attribute"
        }
        other => unreachable!("{other} has one signature"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_services_have_the_same_name() {
        let names: Vec<_> = Method::services().map(|m| m.rust_name()).collect();
        let different: BTreeSet<_> = names.iter().collect();

        assert_eq!(names.len(), different.len());
        assert!(names.len() > 150, "{}", names.len());
    }
}
