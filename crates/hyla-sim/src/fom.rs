//! The object model of simulated federations, and the tables that the model of expectations uses.
//! The tables are written here rather than taken from the core, so that errors of the core show.

use std::collections::BTreeMap;

use hyla_core::member::Member;
use hyla_core::message::ModuleSource;
use hyla_types::{
    AttributeHandle, DimensionHandle, InteractionClassHandle, ObjectClassHandle, ParameterHandle,
    TransportationTypeHandle,
};

use crate::regions::Dimension;

/// A class: its name below the root, its parent in the table, and its own attributes or parameters.
struct Row {
    name: &'static str,
    parent: Option<usize>,
    /// Attribute or parameter, and whether it is sent reliably.
    adds: &'static [(&'static str, bool)],
    /// Interaction classes that may be directed at the class.
    directed: &'static [usize],
}

const fn row(
    name: &'static str,
    parent: Option<usize>,
    adds: &'static [(&'static str, bool)],
    directed: &'static [usize],
) -> Row {
    Row {
        name,
        parent,
        adds,
        directed,
    }
}

const OBJECTS: [Row; 8] = [
    row("HLAobjectRoot", None, &[], &[]),
    row(
        "Vehicle",
        Some(0),
        &[("place", true), ("speed", false)],
        &[2],
    ),
    row("Ship", Some(1), &[("draught", true)], &[]),
    row(
        "Ferry",
        Some(2),
        &[("guests", true), ("route", false)],
        &[3],
    ),
    row("Train", Some(1), &[("cars", true)], &[]),
    row("Signal", Some(0), &[("colour", true)], &[]),
    row("Lamp", Some(5), &[("power", false)], &[]),
    // Of the second module.
    row("Kite", Some(0), &[("height", true), ("string", true)], &[]),
];

const INTERACTIONS: [Row; 7] = [
    row("HLAinteractionRoot", None, &[], &[]),
    row("Report", Some(0), &[("who", true)], &[]),
    row("Order", Some(1), &[("what", true)], &[]),
    row("Haste", Some(2), &[("until", true)], &[]),
    row("Weather", Some(1), &[("wind", true)], &[]),
    row("Pulse", Some(0), &[("count", true)], &[]),
    // Of the second module.
    row("Gust", Some(0), &[("force", true)], &[]),
];

/// A dimension: name, upper bound, and default range.
type DimensionRow = (&'static str, u32, Option<(u32, u32)>);

const DIMENSIONS: [DimensionRow; 2] = [("Lane", 100, None), ("Depth", 20, Some((0, 5)))];

/// Dimensions that object classes add: class and dimension.
const OBJECT_DIMENSIONS: [(usize, usize); 3] = [(1, 0), (2, 1), (5, 0)];
/// All dimensions of interaction classes; none are inherited.
const INTERACTION_DIMENSIONS: [(usize, usize); 4] = [(1, 0), (2, 0), (2, 1), (3, 0)];

/// Designators of update rates.
pub(crate) const RATES: [&str; 2] = ["Slow", "Quick"];

/// Index of the second module's first class.
const SECOND_OBJECT: usize = 7;
const SECOND_INTERACTION: usize = 6;

/// Names of classes, in the order of the tables.
pub(crate) fn object_names() -> Vec<&'static str> {
    OBJECTS.iter().map(|row| row.name).collect()
}

pub(crate) fn interaction_names() -> Vec<&'static str> {
    INTERACTIONS.iter().map(|row| row.name).collect()
}

/// The privilege to delete, then names of attributes in the order of the tables. No two are equal.
pub(crate) fn attribute_names() -> Vec<&'static str> {
    let all = OBJECTS.iter().flat_map(|row| row.adds);
    [PRIVILEGE]
        .into_iter()
        .chain(all.map(|(name, _)| *name))
        .collect()
}

pub(crate) fn parameter_names() -> Vec<&'static str> {
    let all = INTERACTIONS.iter().flat_map(|row| row.adds);
    all.map(|(name, _)| *name).collect()
}

pub(crate) fn dimension_names() -> Vec<&'static str> {
    DIMENSIONS.iter().map(|(name, ..)| *name).collect()
}

const PRIVILEGE: &str = "HLAprivilegeToDeleteObject";

fn full_name(rows: &[Row], at: usize) -> String {
    match rows[at].parent {
        Some(parent) => format!("{}.{}", full_name(rows, parent), rows[at].name),
        None => rows[at].name.to_owned(),
    }
}

fn state_dimensions(out: &mut String, at: usize, adds: &[(usize, usize)]) {
    let names: Vec<_> = adds.iter().filter(|(class, _)| *class == at).collect();
    if names.is_empty() {
        return;
    }
    out.push_str("<dimensions>");
    for (_, dimension) in names {
        let name = DIMENSIONS[*dimension].0;
        out.push_str(&format!("<dimension>{name}</dimension>"));
    }
    out.push_str("</dimensions>");
}

fn dimensions() -> String {
    let mut out = String::from("<dimensions>");
    for (name, upper, default) in DIMENSIONS {
        let value = default.map_or("Excluded".to_owned(), |(from, to)| {
            format!("[{from}..{to})")
        });
        out.push_str(&format!(
            "<dimension><name>{name}</name><inputDataTypes><dataType>HLAinteger32BE</dataType>\
             </inputDataTypes><inputDataDescription>NA</inputDataDescription>\
             <upperBound>{upper}</upperBound><normalization>linear</normalization>\
             <outputDataSemantics>NA</outputDataSemantics><value>{value}</value></dimension>"
        ));
    }
    out.push_str("</dimensions>");
    out
}

fn objects(out: &mut String, at: usize, which: &dyn Fn(usize) -> bool) {
    let class = &OBJECTS[at];
    out.push_str(&format!("<objectClass><name>{}</name>", class.name));
    out.push_str("<sharing>PublishSubscribe</sharing>");
    for interaction in class.directed {
        let name = full_name(&INTERACTIONS, *interaction);
        out.push_str(&format!(
            "<directedInteraction><name>{name}</name><sharing>PublishSubscribe</sharing></directedInteraction>"
        ));
    }
    state_dimensions(out, at, &OBJECT_DIMENSIONS);
    for (name, reliable) in class.adds {
        let transportation = if *reliable {
            "HLAreliable"
        } else {
            "HLAbestEffort"
        };
        out.push_str(&format!(
            "<attribute><name>{name}</name><dataType>HLAopaqueData</dataType>\
             <updateType>Conditional</updateType><updateCondition>any</updateCondition>\
             <ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>\
             <transportation>{transportation}</transportation><order>Receive</order></attribute>"
        ));
    }
    for (child, _) in OBJECTS
        .iter()
        .enumerate()
        .filter(|(c, r)| r.parent == Some(at) && which(*c))
    {
        objects(out, child, which);
    }
    out.push_str("</objectClass>");
}

fn interactions(out: &mut String, at: usize, which: &dyn Fn(usize) -> bool) {
    let class = &INTERACTIONS[at];
    out.push_str(&format!("<interactionClass><name>{}</name>", class.name));
    out.push_str("<sharing>PublishSubscribe</sharing>");
    state_dimensions(out, at, &INTERACTION_DIMENSIONS);
    let transportation = if at == 5 {
        "HLAbestEffort"
    } else {
        "HLAreliable"
    };
    out.push_str(&format!(
        "<transportation>{transportation}</transportation><order>Receive</order>"
    ));
    for (name, _) in class.adds {
        out.push_str(&format!(
            "<parameter><name>{name}</name><dataType>HLAopaqueData</dataType></parameter>"
        ));
    }
    let children = INTERACTIONS.iter().enumerate();
    for (child, _) in children.filter(|(c, r)| r.parent == Some(at) && which(*c)) {
        interactions(out, child, which);
    }
    out.push_str("</interactionClass>");
}

fn module(
    name: &str,
    which_object: &dyn Fn(usize) -> bool,
    which_interaction: &dyn Fn(usize) -> bool,
    rest: &str,
) -> ModuleSource {
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2025\">\
         <modelIdentification><name>{name}</name><type>FOM</type><version>1.0</version>\
         <modificationDate>2026-01-01</modificationDate>\
         <securityClassification>Unclassified</securityClassification>\
         <description>Of the simulation.</description>\
         <poc><pocType>Primary author</pocType><pocOrg>The Hyla project</pocOrg></poc>\
         </modelIdentification><objects>"
    );
    objects(&mut xml, 0, which_object);
    xml.push_str("</objects><interactions>");
    interactions(&mut xml, 0, which_interaction);
    xml.push_str("</interactions>");
    xml.push_str(rest);
    xml.push_str("</objectModel>");
    ModuleSource {
        designator: name.to_owned(),
        content: xml.into_bytes(),
    }
}

/// The FOM module with which every federation is created.
pub(crate) fn first_module() -> ModuleSource {
    module(
        "Harbour",
        &|class| class < SECOND_OBJECT,
        &|class| class < SECOND_INTERACTION,
        &(dimensions() + REST),
    )
}

/// Switches and rates of the first module.
const REST: &str = "<switches><autoProvide isEnabled=\"false\"/><attributeScopeAdvisory isEnabled=\"true\"/>\
         <attributeRelevanceAdvisory isEnabled=\"true\"/>\
         <objectClassRelevanceAdvisory isEnabled=\"true\"/>\
         <interactionRelevanceAdvisory isEnabled=\"true\"/>\
         <automaticResignAction resignAction=\"CancelThenDeleteThenDivest\"/></switches>\
         <updateRates><updateRate><name>Slow</name><rate>2.0</rate></updateRate>\
         <updateRate><name>Quick</name><rate>40.0</rate></updateRate></updateRates>";

/// A FOM module that some federates provide when they join.
pub(crate) fn second_module() -> ModuleSource {
    module(
        "Sky",
        &|class| class >= SECOND_OBJECT,
        &|class| class >= SECOND_INTERACTION,
        "",
    )
}

/// An object class as the model of expectations sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObjectRow {
    pub(crate) handle: ObjectClassHandle,
    /// Nearest class first, itself included.
    pub(crate) lineage: Vec<ObjectClassHandle>,
    /// Available attributes without the privilege to delete, and whether they are reliable.
    pub(crate) attributes: BTreeMap<AttributeHandle, bool>,
    pub(crate) directed: Vec<InteractionClassHandle>,
    pub(crate) dimensions: Vec<DimensionHandle>,
}

/// An interaction class as the model of expectations sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InteractionRow {
    pub(crate) handle: InteractionClassHandle,
    pub(crate) lineage: Vec<InteractionClassHandle>,
    pub(crate) parameters: Vec<ParameterHandle>,
    pub(crate) dimensions: Vec<DimensionHandle>,
}

/// The tables with the handles of one federation execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schema {
    pub(crate) objects: Vec<ObjectRow>,
    pub(crate) interactions: Vec<InteractionRow>,
    pub(crate) privilege: AttributeHandle,
    pub(crate) reliable: TransportationTypeHandle,
    pub(crate) best_effort: TransportationTypeHandle,
    pub(crate) dimensions: Vec<Dimension>,
    /// The privilege to delete, then all attributes in the order of the tables.
    pub(crate) attributes: Vec<AttributeHandle>,
    /// All parameters in the order of the tables.
    pub(crate) parameters: Vec<ParameterHandle>,
}

impl Schema {
    /// Looks up all names; classes of a module that nobody has provided are left out.
    pub(crate) fn look_up(member: &Member) -> Option<Self> {
        let mut schema = Self {
            objects: Vec::new(),
            interactions: Vec::new(),
            privilege: AttributeHandle::new(0),
            reliable: member.transportation_type_handle("HLAreliable").ok()?,
            best_effort: member.transportation_type_handle("HLAbestEffort").ok()?,
            dimensions: Vec::new(),
            attributes: Vec::new(),
            parameters: Vec::new(),
        };
        for (name, upper, default) in DIMENSIONS {
            let handle = member.dimension_handle(name).ok()?;
            schema.dimensions.push(Dimension {
                handle,
                upper,
                default,
            });
        }
        for (at, class) in INTERACTIONS.iter().enumerate() {
            let Ok(handle) = member.interaction_class_handle(&full_name(&INTERACTIONS, at)) else {
                continue;
            };
            let (lineage, parameters) = walk(&INTERACTIONS, at, |row, name| match name {
                Some((name, _)) => member.parameter_handle(handle, name).ok().map(Found::Part),
                None => {
                    let name = full_name(&INTERACTIONS, row);
                    member
                        .interaction_class_handle(&name)
                        .ok()
                        .map(Found::Class)
                }
            })?;
            for (name, _) in class.adds {
                let parameter = member.parameter_handle(handle, name).ok()?;
                schema.parameters.push(parameter);
            }
            schema.interactions.push(InteractionRow {
                handle,
                lineage,
                parameters,
                dimensions: schema.stated(&INTERACTION_DIMENSIONS, at),
            });
        }
        for (at, row) in OBJECTS.iter().enumerate() {
            let Ok(handle) = member.object_class_handle(&full_name(&OBJECTS, at)) else {
                continue;
            };
            schema.privilege = member.attribute_handle(handle, PRIVILEGE).ok()?;
            if schema.attributes.is_empty() {
                schema.attributes.push(schema.privilege);
            }
            for (name, _) in row.adds {
                let attribute = member.attribute_handle(handle, name).ok()?;
                schema.attributes.push(attribute);
            }
            let (lineage, attributes) = walk(&OBJECTS, at, |row, name| match name {
                Some((name, reliable)) => {
                    let attribute = member.attribute_handle(handle, name).ok()?;
                    Some(Found::Part((attribute, reliable)))
                }
                None => member
                    .object_class_handle(&full_name(&OBJECTS, row))
                    .ok()
                    .map(Found::Class),
            })?;
            let attributes = attributes.into_iter().collect();
            let directed = row
                .directed
                .iter()
                .map(|i| schema.interactions[*i].handle)
                .collect();
            schema.objects.push(ObjectRow {
                handle,
                lineage,
                attributes,
                directed,
                dimensions: schema.available(at),
            });
        }
        Some(schema)
    }

    fn stated(&self, adds: &[(usize, usize)], at: usize) -> Vec<DimensionHandle> {
        let own = adds.iter().filter(|(class, _)| *class == at);
        own.map(|(_, dimension)| self.dimensions[*dimension].handle)
            .collect()
    }

    /// Dimensions of an object class, inherited ones included.
    fn available(&self, at: usize) -> Vec<DimensionHandle> {
        let mut found = self.stated(&OBJECT_DIMENSIONS, at);
        if let Some(parent) = OBJECTS[at].parent {
            found.extend(self.available(parent));
        }
        found
    }

    pub(crate) fn object(&self, class: ObjectClassHandle) -> Option<&ObjectRow> {
        self.objects.iter().find(|row| row.handle == class)
    }

    pub(crate) fn interaction(&self, class: InteractionClassHandle) -> Option<&InteractionRow> {
        self.interactions.iter().find(|row| row.handle == class)
    }

    /// Whether the attribute is available at the class.
    pub(crate) fn has(&self, class: ObjectClassHandle, attribute: AttributeHandle) -> bool {
        attribute == self.privilege
            || self
                .object(class)
                .is_some_and(|row| row.attributes.contains_key(&attribute))
    }
}

enum Found<C, P> {
    Class(C),
    Part(P),
}

/// Lineage and parts of a class, inherited ones included.
fn walk<C, P>(
    rows: &[Row],
    at: usize,
    look: impl Fn(usize, Option<(&'static str, bool)>) -> Option<Found<C, P>>,
) -> Option<(Vec<C>, Vec<P>)> {
    let (mut lineage, mut parts) = (Vec::new(), Vec::new());
    let mut next = Some(at);
    while let Some(row) = next {
        if let Found::Class(class) = look(row, None)? {
            lineage.push(class);
        }
        for part in rows[row].adds {
            if let Found::Part(part) = look(row, Some(*part))? {
                parts.push(part);
            }
        }
        next = rows[row].parent;
    }
    Some((lineage, parts))
}
