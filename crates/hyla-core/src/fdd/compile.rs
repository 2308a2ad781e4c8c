//! From a merged object model to handles.

use hyla_omt::model::{DefaultRange, ObjectModel, Order};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, DimensionHandleSet,
    InteractionClassHandle, ObjectClassHandle, OrderType, ParameterHandle, ParameterHandleSet,
    RangeBounds, TransportationTypeHandle,
};

use super::{
    Attribute, Dimension, Fdd, InteractionClass, Names, ObjectClass, Parameter, Switches,
    Transportation, UnusableModel, UpdateRate,
};

/// Upper bound of a dimension whose bound the object model leaves to the RTI.
const FREE_UPPER_BOUND: u32 = u32::MAX;
const PRIVILEGE_TO_DELETE: &str = "HLAprivilegeToDeleteObject";

fn unusable(element: impl Into<String>, problem: impl Into<String>) -> UnusableModel {
    UnusableModel {
        element: element.into(),
        problem: problem.into(),
    }
}

fn order_of(order: Option<Order>) -> OrderType {
    match order {
        Some(Order::TimeStamp) => OrderType::TimeStamp,
        Some(Order::Receive) | None => OrderType::Receive,
    }
}

fn handle_at(position: usize) -> u32 {
    u32::try_from(position + 1).expect("object models are bounded far below 2^32 elements")
}

impl Fdd {
    /// Gives handles to everything in a merged, reference-checked model.
    ///
    /// `earlier` is the FDD that this model extends: what it names keeps its handle.
    ///
    /// # Errors
    /// [`UnusableModel`] if the model lacks what the services cannot do without (roots, the
    /// privilege to delete, a reliable transportation) or names what it does not define.
    pub fn compile(model: &ObjectModel, earlier: Option<&Fdd>) -> Result<Self, UnusableModel> {
        let transportations: Vec<_> = model
            .transportations
            .iter()
            .map(|t| Transportation {
                name: t.name.clone(),
                reliable: t.reliable,
            })
            .collect();
        let dimensions = model
            .dimensions
            .iter()
            .map(dimension)
            .collect::<Result<Vec<_>, _>>()?;
        let mut fdd = Self {
            object_classes: Vec::with_capacity(model.object_classes.len()),
            attributes: earlier.map(|e| e.attributes.clone()).unwrap_or_default(),
            interaction_classes: Vec::with_capacity(model.interaction_classes.len()),
            parameters: earlier.map(|e| e.parameters.clone()).unwrap_or_default(),
            dimensions,
            transportations,
            update_rates: model
                .update_rates
                .iter()
                .map(|r| UpdateRate {
                    name: r.name.clone(),
                    rate_hz: r.rate_hz,
                })
                .collect(),
            switches: earlier
                .map_or_else(|| Switches::from(&model.switches), |e| e.switches.clone()),
            privilege_to_delete: AttributeHandle::new(0),
            names: Names::default(),
        };
        fdd.compile_interaction_classes(model)?;
        fdd.compile_object_classes(model)?;
        fdd.privilege_to_delete = fdd
            .object_classes
            .first()
            .and_then(|root| {
                root.attributes
                    .iter()
                    .find(|&a| fdd.attribute(a).name == PRIVILEGE_TO_DELETE)
            })
            .ok_or_else(|| unusable("HLAobjectRoot", "has no HLAprivilegeToDeleteObject"))?;
        fdd.index_names();
        Ok(fdd)
    }

    fn compile_object_classes(&mut self, model: &ObjectModel) -> Result<(), UnusableModel> {
        for (position, class) in model.object_classes.iter().enumerate() {
            let handle = ObjectClassHandle::new(handle_at(position));
            let path = model.object_class_path(position);
            let above = class
                .parent
                .and_then(|p| self.object_classes.get(p))
                .cloned();
            let mut lineage = vec![handle];
            let mut attributes = AttributeHandleSet::new();
            let mut dimensions = self.dimension_set(&path, &class.dimensions)?;
            let mut stated_dimensions = dimensions.clone();
            let mut directed_interactions = hyla_types::InteractionClassHandleSet::new();
            if let Some(above) = above {
                lineage.extend(&above.lineage);
                attributes = above.attributes;
                dimensions.extend(&above.dimensions);
                stated_dimensions.extend(&above.stated_dimensions);
                directed_interactions = above.directed_interactions;
            }
            for attribute in &class.attributes {
                let element = format!("{path}.{}", attribute.name);
                let known = attributes
                    .iter()
                    .chain(self.declared_at(handle))
                    .find(|&a| self.attribute(a).name == attribute.name);
                let stated = self.dimension_set(&element, &attribute.dimensions)?;
                dimensions.extend(&stated);
                if let Some(inherited) = known.filter(|&a| self.attribute(a).class != handle) {
                    attributes.insert(inherited);
                    continue;
                }
                let transportation =
                    self.transportation_named(&element, attribute.transportation.as_deref())?;
                let row = Attribute {
                    name: attribute.name.clone(),
                    class: handle,
                    transportation,
                    order: order_of(attribute.order),
                    dimensions: stated,
                };
                let index = match known {
                    // A later module may have filled in what the earlier ones left out.
                    Some(kept) => {
                        let index = kept.raw() as usize - 1;
                        self.attributes[index] = row;
                        index
                    }
                    None => {
                        self.attributes.push(row);
                        self.attributes.len() - 1
                    }
                };
                attributes.insert(AttributeHandle::new(handle_at(index)));
            }
            for directed in &class.directed_interactions {
                let index = model
                    .find_interaction_class(&directed.name)
                    .ok_or_else(|| {
                        unusable(
                            &path,
                            format!("directs {} which is not defined", directed.name),
                        )
                    })?;
                directed_interactions.insert(InteractionClassHandle::new(handle_at(index)));
            }
            self.object_classes.push(ObjectClass {
                name: path,
                lineage,
                attributes,
                dimensions,
                stated_dimensions,
                directed_interactions,
            });
        }
        Ok(())
    }

    fn compile_interaction_classes(&mut self, model: &ObjectModel) -> Result<(), UnusableModel> {
        for (position, class) in model.interaction_classes.iter().enumerate() {
            let handle = InteractionClassHandle::new(handle_at(position));
            let path = model.interaction_class_path(position);
            let above = class
                .parent
                .and_then(|p| self.interaction_classes.get(p))
                .cloned();
            let mut lineage = vec![handle];
            let mut parameters = ParameterHandleSet::new();
            if let Some(above) = above {
                lineage.extend(&above.lineage);
                parameters = above.parameters;
            }
            for parameter in &class.parameters {
                let known = (1..).zip(&self.parameters).find_map(|(number, p)| {
                    let own = p.class == handle && p.name == parameter.name;
                    own.then(|| ParameterHandle::new(number))
                });
                let parameter_handle = known.unwrap_or_else(|| {
                    self.parameters.push(Parameter {
                        name: parameter.name.clone(),
                        class: handle,
                    });
                    ParameterHandle::new(handle_at(self.parameters.len() - 1))
                });
                parameters.insert(parameter_handle);
            }
            let transportation =
                self.transportation_named(&path, class.transportation.as_deref())?;
            let dimensions = self.dimension_set(&path, &class.dimensions)?;
            self.interaction_classes.push(InteractionClass {
                name: path,
                lineage,
                parameters,
                transportation,
                order: order_of(class.order),
                dimensions,
            });
        }
        Ok(())
    }

    fn declared_at(&self, class: ObjectClassHandle) -> impl Iterator<Item = AttributeHandle> + '_ {
        (1..)
            .zip(&self.attributes)
            .filter(move |(_, a)| a.class == class)
            .map(|(number, _)| AttributeHandle::new(number))
    }

    /// The transportation of that name; the reliable default where the model states none.
    fn transportation_named(
        &self,
        element: &str,
        name: Option<&str>,
    ) -> Result<TransportationTypeHandle, UnusableModel> {
        let name = name.unwrap_or("HLAreliable");
        let position = self
            .transportations
            .iter()
            .position(|t| t.name == name)
            .ok_or_else(|| {
                unusable(
                    element,
                    format!("uses transportation {name} which is not defined"),
                )
            })?;
        Ok(TransportationTypeHandle::new(handle_at(position)))
    }

    fn dimension_set(
        &self,
        element: &str,
        names: &[String],
    ) -> Result<DimensionHandleSet, UnusableModel> {
        names
            .iter()
            .map(|name| {
                let position = self
                    .dimensions
                    .iter()
                    .position(|d| &d.name == name)
                    .ok_or_else(|| {
                        unusable(
                            element,
                            format!("uses dimension {name} which is not defined"),
                        )
                    })?;
                Ok(DimensionHandle::new(handle_at(position)))
            })
            .collect()
    }

    /// Rebuilds the indexes by name; needed after decoding.
    pub fn index_names(&mut self) {
        self.names.object_classes = (1..)
            .zip(&self.object_classes)
            .map(|(number, c)| (c.name.clone(), ObjectClassHandle::new(number)))
            .collect();
        self.names.interaction_classes = (1..)
            .zip(&self.interaction_classes)
            .map(|(number, c)| (c.name.clone(), InteractionClassHandle::new(number)))
            .collect();
    }
}

fn dimension(stated: &hyla_omt::model::Dimension) -> Result<Dimension, UnusableModel> {
    let upper_bound = match stated.upper_bound {
        None => FREE_UPPER_BOUND,
        Some(bound) => u32::try_from(bound)
            .ok()
            .filter(|&b| b > 0)
            .ok_or_else(|| unusable(&stated.name, format!("has the upper bound {bound}")))?,
    };
    let default_range = match &stated.value {
        None => RangeBounds::new(0, upper_bound).ok(),
        Some(DefaultRange::Excluded) => None,
        Some(DefaultRange::Range { lower, upper }) => {
            let bounds = u32::try_from(*lower).ok().zip(u32::try_from(*upper).ok());
            let range = bounds.and_then(|(lower, upper)| RangeBounds::new(lower, upper).ok());
            Some(range.filter(|r| r.upper() <= upper_bound).ok_or_else(|| {
                unusable(
                    &stated.name,
                    format!("has the default range [{lower}..{upper})"),
                )
            })?)
        }
    };
    Ok(Dimension {
        name: stated.name.clone(),
        upper_bound,
        default_range,
    })
}
