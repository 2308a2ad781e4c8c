//! The schemas as a table: which elements an element may hold, how often, in which edition.

use Occurs::{Absent, Many, ManyInOmt, Once, OnceInOmt, Optional};

/// How often a child element may occur. The DIF schema, which every module has to follow, asks for little;
/// the OMT schema, which complete models follow, asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occurs {
    /// Not in this edition.
    Absent,
    /// At most once.
    Optional,
    /// Exactly once in OMT, at most once in DIF.
    OnceInOmt,
    /// Exactly once.
    Once,
    /// Any number.
    Many,
    /// At least once in OMT, any number in DIF.
    ManyInOmt,
}

/// Allowed content of an element.
#[derive(Debug)]
pub(super) struct Shape {
    /// Child elements in the order of the schema; empty for elements that hold text.
    pub(super) children: &'static [Child],
    /// Elements of any name may occur here (the service utilization table).
    pub(super) open: bool,
}

impl Shape {
    /// Whether the element holds text and nothing else.
    pub(super) fn is_text(&self) -> bool {
        self.children.is_empty() && !self.open
    }
}

/// One child element of a [`Shape`].
#[derive(Debug)]
pub(super) struct Child {
    pub(super) name: &'static str,
    pub(super) shape: &'static Shape,
    pub(super) in_2010: Occurs,
    pub(super) in_2025: Occurs,
}

const fn of(children: &'static [Child]) -> Shape {
    Shape {
        children,
        open: false,
    }
}

const fn child(
    name: &'static str,
    shape: &'static Shape,
    in_2010: Occurs,
    in_2025: Occurs,
) -> Child {
    Child {
        name,
        shape,
        in_2010,
        in_2025,
    }
}

/// A child of the same cardinality in both editions that holds text.
const fn text(name: &'static str, occurs: Occurs) -> Child {
    child(name, &TEXT, occurs, occurs)
}

/// A child of the same cardinality in both editions.
const fn part(name: &'static str, shape: &'static Shape, occurs: Occurs) -> Child {
    child(name, shape, occurs, occurs)
}

static TEXT: Shape = of(&[]);

/// `objectModel`.
pub(super) static OBJECT_MODEL: Shape = of(&[
    part("modelIdentification", &IDENTIFICATION, Optional),
    part("serviceUtilization", &SERVICES, Optional),
    part("objects", &OBJECTS, Optional),
    part("interactions", &INTERACTIONS, Optional),
    part("dimensions", &DIMENSIONS, Optional),
    part("time", &TIME, Optional),
    part("tags", &TAGS, Optional),
    part("synchronizations", &SYNCHRONIZATIONS, Optional),
    part("transportations", &TRANSPORTATIONS, Optional),
    part("switches", &SWITCHES, Optional),
    part("updateRates", &UPDATE_RATES, Optional),
    part("dataTypes", &DATA_TYPES, Optional),
    part("notes", &NOTES, Optional),
]);

static SERVICES: Shape = Shape {
    children: &[],
    open: true,
};

static IDENTIFICATION: Shape = of(&[
    text("name", OnceInOmt),
    text("type", OnceInOmt),
    text("version", OnceInOmt),
    text("modificationDate", OnceInOmt),
    text("securityClassification", OnceInOmt),
    child("copyright", &TEXT, Absent, Optional),
    text("releaseRestriction", Many),
    text("purpose", Optional),
    text("applicationDomain", Optional),
    text("description", OnceInOmt),
    text("useLimitation", Optional),
    text("useHistory", Many),
    part("keyword", &KEYWORD, Many),
    part("poc", &POC, ManyInOmt),
    part("reference", &REFERENCE, Many),
    text("other", Optional),
    text("glyph", Optional),
]);

static KEYWORD: Shape = of(&[text("taxonomy", Optional), text("keywordValue", OnceInOmt)]);

static POC: Shape = of(&[
    text("pocType", OnceInOmt),
    text("pocName", Optional),
    text("pocOrg", Optional),
    text("pocTelephone", Many),
    text("pocEmail", Many),
]);

static REFERENCE: Shape = of(&[text("type", OnceInOmt), text("identification", OnceInOmt)]);

static OBJECTS: Shape = of(&[part("objectClass", &OBJECT_CLASS, OnceInOmt)]);

static OBJECT_CLASS: Shape = of(&[
    text("name", Once),
    text("sharing", Optional),
    child("directedInteraction", &DIRECTED_INTERACTION, Absent, Many),
    child("dimensions", &DIMENSION_NAMES, Absent, Optional),
    text("semantics", Optional),
    part("attribute", &ATTRIBUTE, Many),
    part("objectClass", &OBJECT_CLASS, Many),
]);

static DIRECTED_INTERACTION: Shape = of(&[text("name", Once), text("sharing", Optional)]);

static DIMENSION_NAMES: Shape = of(&[text("dimension", Many)]);

static ATTRIBUTE: Shape = of(&[
    text("name", Once),
    text("dataType", OnceInOmt),
    text("updateType", OnceInOmt),
    text("updateCondition", Optional),
    child("valueRequired", &TEXT, Absent, Optional),
    text("ownership", OnceInOmt),
    text("sharing", OnceInOmt),
    child("dimensions", &DIMENSION_NAMES, Optional, Absent),
    text("transportation", OnceInOmt),
    text("order", OnceInOmt),
    text("semantics", Optional),
]);

static INTERACTIONS: Shape = of(&[part("interactionClass", &INTERACTION_CLASS, OnceInOmt)]);

// Modules repeat the superclasses of what they add; asking for all fields there, as the OMT schema does for
// complete models, would condemn every modular FOM. The merged model is asked instead.
static INTERACTION_CLASS: Shape = of(&[
    text("name", Once),
    text("sharing", Optional),
    part("dimensions", &DIMENSION_NAMES, Optional),
    text("transportation", Optional),
    text("order", Optional),
    text("semantics", Optional),
    part("parameter", &PARAMETER, Many),
    part("interactionClass", &INTERACTION_CLASS, Many),
]);

static PARAMETER: Shape = of(&[
    text("name", Once),
    text("dataType", OnceInOmt),
    text("semantics", Optional),
]);

static DIMENSIONS: Shape = of(&[part("dimension", &DIMENSION, Many)]);

static DIMENSION: Shape = of(&[
    text("name", Once),
    child("dataType", &TEXT, OnceInOmt, Absent),
    child("inputDataTypes", &INPUT_DATA_TYPES, Absent, OnceInOmt),
    child("inputDataDescription", &TEXT, Absent, OnceInOmt),
    text("upperBound", Optional),
    text("normalization", OnceInOmt),
    child("outputDataSemantics", &TEXT, Absent, OnceInOmt),
    text("value", Optional),
]);

static INPUT_DATA_TYPES: Shape = of(&[text("dataType", Many)]);

static TIME: Shape = of(&[
    child("timeStamp", &TYPE_USE, Optional, Absent),
    child("lookahead", &TYPE_USE, Optional, Absent),
    child("logicalTime", &TYPE_USE, Absent, Optional),
    child("logicalTimeInterval", &TYPE_USE, Absent, Optional),
]);

static TYPE_USE: Shape = of(&[text("dataType", OnceInOmt), text("semantics", Optional)]);

static TAGS: Shape = of(&[
    part("updateReflectTag", &TYPE_USE, Optional),
    part("sendReceiveTag", &TYPE_USE, Optional),
    part("deleteRemoveTag", &TYPE_USE, Optional),
    part("divestitureRequestTag", &TYPE_USE, Optional),
    part("divestitureCompletionTag", &TYPE_USE, Optional),
    part("acquisitionRequestTag", &TYPE_USE, Optional),
    part("requestUpdateTag", &TYPE_USE, Optional),
]);

static SYNCHRONIZATIONS: Shape = of(&[part("synchronizationPoint", &SYNCHRONIZATION_POINT, Many)]);

static SYNCHRONIZATION_POINT: Shape = of(&[
    text("label", Once),
    text("dataType", Optional),
    text("capability", OnceInOmt),
    text("semantics", Optional),
]);

static TRANSPORTATIONS: Shape = of(&[part("transportation", &TRANSPORTATION, Many)]);

static TRANSPORTATION: Shape = of(&[
    text("name", Once),
    text("reliable", OnceInOmt),
    text("semantics", Optional),
]);

static SWITCHES: Shape = of(&[
    text("autoProvide", Optional),
    text("conveyRegionDesignatorSets", Optional),
    child("conveyProducingFederate", &TEXT, Optional, Absent),
    text("attributeScopeAdvisory", Optional),
    text("attributeRelevanceAdvisory", Optional),
    text("objectClassRelevanceAdvisory", Optional),
    text("interactionRelevanceAdvisory", Optional),
    text("serviceReporting", Optional),
    text("exceptionReporting", Optional),
    text("delaySubscriptionEvaluation", Optional),
    child("nonRegulatedGrant", &TEXT, Absent, Optional),
    text("automaticResignAction", Optional),
    child("allowRelaxedDDM", &TEXT, Absent, Optional),
    child("advisoriesUseKnownClass", &TEXT, Absent, Optional),
    child("sendServiceReportsToFile", &TEXT, Absent, Optional),
]);

static UPDATE_RATES: Shape = of(&[part("updateRate", &UPDATE_RATE, Many)]);

static UPDATE_RATE: Shape = of(&[
    text("name", Once),
    text("rate", OnceInOmt),
    text("semantics", Optional),
]);

static DATA_TYPES: Shape = of(&[
    part("basicDataRepresentations", &BASIC_TYPES, Optional),
    part("simpleDataTypes", &SIMPLE_TYPES, Optional),
    child("referenceDataTypes", &REFERENCE_TYPES, Absent, Optional),
    part("enumeratedDataTypes", &ENUMERATED_TYPES, Optional),
    part("arrayDataTypes", &ARRAY_TYPES, Optional),
    part("fixedRecordDataTypes", &FIXED_RECORD_TYPES, Optional),
    part("variantRecordDataTypes", &VARIANT_RECORD_TYPES, Optional),
]);

static BASIC_TYPES: Shape = of(&[part("basicData", &BASIC, Many)]);

static BASIC: Shape = of(&[
    text("name", Once),
    text("size", OnceInOmt),
    text("interpretation", OnceInOmt),
    text("endian", OnceInOmt),
    text("encoding", OnceInOmt),
]);

static SIMPLE_TYPES: Shape = of(&[part("simpleData", &SIMPLE, Many)]);

static SIMPLE: Shape = of(&[
    text("name", Once),
    text("representation", OnceInOmt),
    text("units", Optional),
    text("resolution", Optional),
    text("accuracy", Optional),
    text("semantics", Optional),
]);

static REFERENCE_TYPES: Shape = of(&[part("referenceDataType", &REFERENCE_TYPE, Many)]);

static REFERENCE_TYPE: Shape = of(&[
    text("name", Once),
    text("representation", OnceInOmt),
    text("referenceClass", OnceInOmt),
    text("referencedAttribute", OnceInOmt),
    text("semantics", Optional),
]);

static ENUMERATED_TYPES: Shape = of(&[part("enumeratedData", &ENUMERATED, Many)]);

static ENUMERATED: Shape = of(&[
    text("name", Once),
    text("representation", OnceInOmt),
    text("semantics", Optional),
    part("enumerator", &ENUMERATOR, Many),
]);

static ENUMERATOR: Shape = of(&[text("name", Once), text("value", ManyInOmt)]);

static ARRAY_TYPES: Shape = of(&[part("arrayData", &ARRAY, Many)]);

static ARRAY: Shape = of(&[
    text("name", Once),
    text("dataType", OnceInOmt),
    text("cardinality", OnceInOmt),
    text("encoding", OnceInOmt),
    text("semantics", Optional),
]);

static FIXED_RECORD_TYPES: Shape = of(&[part("fixedRecordData", &FIXED_RECORD, Many)]);

static FIXED_RECORD: Shape = of(&[
    text("name", Once),
    text("encoding", OnceInOmt),
    text("semantics", Optional),
    part("field", &FIELD, Many),
]);

static FIELD: Shape = of(&[
    text("name", Once),
    text("dataType", OnceInOmt),
    text("semantics", Optional),
]);

static VARIANT_RECORD_TYPES: Shape = of(&[part("variantRecordData", &VARIANT_RECORD, Many)]);

static VARIANT_RECORD: Shape = of(&[
    text("name", Once),
    text("discriminant", OnceInOmt),
    text("dataType", OnceInOmt),
    part("alternative", &ALTERNATIVE, Many),
    text("encoding", OnceInOmt),
    text("semantics", Optional),
]);

static ALTERNATIVE: Shape = of(&[
    text("enumerator", OnceInOmt),
    text("name", Optional),
    text("dataType", Optional),
    text("semantics", Optional),
]);

static NOTES: Shape = of(&[part("note", &NOTE, Many)]);

static NOTE: Shape = of(&[text("label", Once), text("semantics", Optional)]);
