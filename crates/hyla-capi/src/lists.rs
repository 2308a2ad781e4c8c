//! Lists that callbacks lend.

use std::marker::PhantomData;

use hyla_types::{
    FederateRestoreStatus, FederateSaveStatus, FederationExecutionInformation,
    FederationExecutionMemberInformation,
};

use crate::borrowed::hyla_text;
use crate::enums::{hyla_restore_status, hyla_save_status};
use crate::handle::{Handle, hyla_federate_handle};

/// A federation execution.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federation_execution<'a> {
    /// Name of the execution.
    pub federation_execution_name: hyla_text<'a>,
    /// Name of its time representation.
    pub logical_time_implementation_name: hyla_text<'a>,
}

/// Federation executions.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federation_executions<'a> {
    data: *const hyla_federation_execution<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_federation_execution<'a>]>,
}

/// A joined federate (2025).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federation_execution_member<'a> {
    /// Name of the federate.
    pub federate_name: hyla_text<'a>,
    /// Type of the federate.
    pub federate_type: hyla_text<'a>,
}

/// Joined federates (2025).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federation_execution_members<'a> {
    data: *const hyla_federation_execution_member<'a>,
    length: usize,
    lent: PhantomData<&'a [hyla_federation_execution_member<'a>]>,
}

/// How far one federate is in a save.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federate_save_status {
    /// The federate.
    pub federate: hyla_federate_handle,
    /// How far it is.
    pub status: hyla_save_status,
}

/// How far each federate is in a save.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federate_save_statuses<'a> {
    data: *const hyla_federate_save_status,
    length: usize,
    lent: PhantomData<&'a [hyla_federate_save_status]>,
}

/// How far one federate is in a restore.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federate_restore_status {
    /// Its handle before the restore.
    pub pre_restore_handle: hyla_federate_handle,
    /// Its handle after the restore; the same as before while no restore is going on.
    pub post_restore_handle: hyla_federate_handle,
    /// How far it is.
    pub status: hyla_restore_status,
}

/// How far each federate is in a restore.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hyla_federate_restore_statuses<'a> {
    data: *const hyla_federate_restore_status,
    length: usize,
    lent: PhantomData<&'a [hyla_federate_restore_status]>,
}

macro_rules! lent {
    ($name:ident, $element:ty) => {
        impl<'a> $name<'a> {
            /// Lends what is there.
            #[must_use]
            pub const fn new(elements: &'a [$element]) -> Self {
                Self {
                    data: elements.as_ptr().cast(),
                    length: elements.len(),
                    lent: PhantomData,
                }
            }
        }
    };
}

lent!(hyla_federation_executions, hyla_federation_execution<'a>);
lent!(
    hyla_federation_execution_members,
    hyla_federation_execution_member<'a>
);
lent!(hyla_federate_save_statuses, hyla_federate_save_status);
lent!(hyla_federate_restore_statuses, hyla_federate_restore_status);

pub(crate) fn execution(of: &FederationExecutionInformation) -> hyla_federation_execution<'_> {
    hyla_federation_execution {
        federation_execution_name: hyla_text::new(&of.federation_execution_name),
        logical_time_implementation_name: hyla_text::new(&of.logical_time_implementation_name),
    }
}

pub(crate) fn member(
    of: &FederationExecutionMemberInformation,
) -> hyla_federation_execution_member<'_> {
    hyla_federation_execution_member {
        federate_name: hyla_text::new(&of.federate_name),
        federate_type: hyla_text::new(&of.federate_type),
    }
}

pub(crate) fn save_status(of: &FederateSaveStatus) -> hyla_federate_save_status {
    hyla_federate_save_status {
        federate: of.federate.number(),
        status: of.status.into(),
    }
}

pub(crate) fn restore_status(of: &FederateRestoreStatus) -> hyla_federate_restore_status {
    hyla_federate_restore_status {
        pre_restore_handle: of.pre_restore_handle.number(),
        post_restore_handle: of.post_restore_handle.number(),
        status: of.status.into(),
    }
}
