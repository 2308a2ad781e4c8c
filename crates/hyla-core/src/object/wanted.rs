//! Attributes that are wanted.

use std::collections::BTreeMap;

use hyla_types::AttributeHandle;

use crate::message::Rate;

/// Attributes of a class with active subscriptions, with the fastest rate.
pub(crate) type Wanted = BTreeMap<AttributeHandle, Rate>;
