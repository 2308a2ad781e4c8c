//! A module of 2010 or 1.3 in a federation of 2025.

use crate::model::{ObjectModel, OmtEdition};
use std::collections::HashSet;

/// Says in the terms of 2025 what a module of 2010 says: the dimensions of attributes become dimensions of
/// their class, the one data type of a dimension becomes a list, a switch that is gone is dropped. Rows of the
/// time table have the same place in the model in both editions.
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
