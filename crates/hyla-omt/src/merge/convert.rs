//! A module of 2010 or 1.3 in a federation of 2025.

use crate::model::{ObjectModel, OmtEdition};
use std::collections::HashSet;

/// Converts a module of 2010 to 2025: the dimensions of attributes become dimensions of their
/// class, the one data type of a dimension becomes a list, removed switches are dropped. Rows of
/// the time table have the same position in both editions.
pub(super) fn to_2025(model: &mut ObjectModel) {
    model.edition = OmtEdition::Hla2025;
    for class in &mut model.object_classes {
        let of_attributes = class.attributes.iter_mut();
        let names = of_attributes.flat_map(|attribute| std::mem::take(&mut attribute.dimensions));
        let mut seen = HashSet::new();
        class.dimensions = names.filter(|name| seen.insert(name.clone())).collect();
    }
    for dimension in &mut model.dimensions {
        dimension
            .input_data_types
            .extend(dimension.data_type.take());
    }
    model.switches.convey_producing_federate = None;
}
