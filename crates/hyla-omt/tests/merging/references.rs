//! Names that one module uses and another declares.

use hyla_omt::model::OmtEdition::{Hla2010, Hla2025};
use hyla_omt::{OmtErrorKind, Rule, check_references};

use crate::documents::{
    attribute, interaction, interactions, object, objects, of, of_2010, of_2025, only,
};
use crate::{EDITIONS, merged};

#[test]
fn names_that_no_module_declares_are_found_after_all_are_merged() {
    let dimension = "<dimensions><dimension>D</dimension></dimensions>";
    let declared = "<dimensions><dimension><name>D</name></dimension></dimensions>";
    let uses = interactions(&interaction("I", dimension).replace(
        &format!("<transportation>HLAreliable</transportation><order>Receive</order>{dimension}"),
        &format!("{dimension}<transportation>Slow</transportation><order>Receive</order>"),
    ));
    let slow = "<transportations><transportation><name>Slow</name><reliable>No</reliable></transportation></transportations>";

    for edition in EDITIONS {
        let error = merged(edition, &[&of(edition, &uses)]).unwrap_err();
        let mut rules: Vec<Rule> = error.errors().map(|finding| finding.rule).collect();
        rules.sort_by_key(|rule| rule.id());
        assert_eq!(
            rules,
            [Rule::UnknownDimension, Rule::UnknownTransportation],
            "{error}"
        );
        assert_eq!(error.kind(), OmtErrorKind::Inconsistent);
        let later = of(edition, &format!("{declared}{slow}"));
        assert!(merged(edition, &[&of(edition, &uses), &later]).is_ok());
    }
}

#[test]
fn directed_interactions_need_their_interaction_class() {
    let uses = |name: &str| {
        of_2025(&objects(&object(
            "Food",
            &format!("<directedInteraction><name>{name}</name></directedInteraction>"),
        )))
    };
    let declares = of_2025(&interactions(&interaction("Eat", "")));

    assert_eq!(
        only(&merged(Hla2025, &[&uses("Eat")]).unwrap_err()).rule,
        Rule::UnknownInteraction
    );
    for name in ["Eat", "HLAinteractionRoot.Eat"] {
        let (model, _) = merged(Hla2025, &[&uses(name), &declares]).unwrap();
        let food = &model.object_classes[model.find_object_class("Food").unwrap()];
        assert_eq!(food.directed_interactions[0].name, name);
    }
}

#[test]
fn reference_types_need_their_class_and_attribute() {
    let refers = |class: &str, attribute: &str| {
        of_2025(&format!(
            "<dataTypes><referenceDataTypes><referenceDataType><name>R</name>\
             <representation>HLAoctet</representation><referenceClass>{class}</referenceClass>\
             <referencedAttribute>{attribute}</referencedAttribute></referenceDataType></referenceDataTypes></dataTypes>"
        ))
    };
    let declares = of_2025(&objects(&object(
        "Food",
        &format!("{}{}", attribute("Mass", "HLAoctet"), object("Drink", "")),
    )));
    let rules = |class: &str, attribute: &str| -> Vec<Rule> {
        let (_, warnings) = merged(Hla2025, &[&refers(class, attribute), &declares]).unwrap();
        warnings.iter().map(|warning| warning.rule).collect()
    };

    for class in ["Food", "Food.Drink", "HLAobjectRoot.Food.Drink"] {
        assert_eq!(rules(class, "Mass"), []);
        assert_eq!(rules(class, "HLAobjectInstanceName"), []);
        assert_eq!(rules(class, "Colour"), [Rule::UnknownAttribute]);
    }
    assert_eq!(rules("Drink", "Mass"), [Rule::UnknownAttribute]);
}

#[test]
fn unknown_data_types_and_incomplete_rows_are_warnings() {
    let text = of_2010(&objects(&object(
        "Food",
        "<attribute><name>A</name><dataType>Gone</dataType></attribute>",
    )));

    let (model, warnings) = merged(Hla2010, &[&text]).unwrap();

    let mut rules: Vec<&str> = warnings.iter().map(|warning| warning.rule.id()).collect();
    rules.sort_unstable();
    assert_eq!(
        rules,
        ["missing-element", "missing-element", "unknown-data-type"]
    );
    assert_eq!(check_references(&model), warnings);
}

/// The warnings of a model with these data types.
fn of_types(tables: &str) -> Vec<(Rule, String)> {
    let text = of_2010(&format!("<dataTypes>{tables}</dataTypes>"));
    let (_, warnings) = merged(Hla2010, &[&text]).unwrap();
    warnings
        .into_iter()
        .map(|warning| (warning.rule, warning.text))
        .collect()
}

fn record(name: &str, field: &str) -> String {
    format!(
        "<fixedRecordData><name>{name}</name><encoding>HLAfixedRecord</encoding>\
         <field><name>a</name><dataType>HLAoctet</dataType></field>\
         <field><name>b</name><dataType>{field}</dataType></field></fixedRecordData>"
    )
}

fn array(name: &str, element: &str, cardinality: &str) -> String {
    format!(
        "<arrayDataTypes><arrayData><name>{name}</name><dataType>{element}</dataType>\
         <cardinality>{cardinality}</cardinality><encoding>HLAvariableArray</encoding></arrayData></arrayDataTypes>"
    )
}

#[test]
fn records_that_contain_themselves_without_end_are_warned_of_once_for_each_cycle() {
    let records = |rows: &[String]| {
        format!(
            "<fixedRecordDataTypes>{}</fixedRecordDataTypes>",
            rows.concat()
        )
    };
    let itself = of_types(&records(&[record("A", "A")]));
    let through = of_types(&format!(
        "{}{}",
        array("C", "A", "[1..4]"),
        records(&[record("User", "A"), record("A", "B"), record("B", "C")])
    ));

    assert_eq!(itself.len(), 1, "{itself:#?}");
    assert_eq!(itself[0].0, Rule::RecursiveType);
    assert!(itself[0].1.ends_with("`A` contains `A`"), "{itself:#?}");
    assert_eq!(through.len(), 1, "{through:#?}");
    assert!(
        through[0]
            .1
            .ends_with("`C` contains `A` contains `B` contains `C`"),
        "{through:#?}"
    );
}

#[test]
fn a_tree_ends_where_its_arrays_are_empty_or_another_alternative_is_chosen() {
    let kind = "<enumeratedDataTypes><enumeratedData><name>Kind</name><representation>HLAoctet</representation>\
        <enumerator><name>Leaf</name><value>0</value></enumerator>\
        <enumerator><name>Branch</name><value>1</value></enumerator></enumeratedData></enumeratedDataTypes>";
    let variant = |leaf: &str| {
        format!(
            "{kind}<variantRecordDataTypes><variantRecordData><name>V</name><discriminant>k</discriminant>\
             <dataType>Kind</dataType>\
             <alternative><enumerator>Leaf</enumerator><name>l</name><dataType>{leaf}</dataType></alternative>\
             <alternative><enumerator>Branch</enumerator><name>b</name><dataType>V</dataType></alternative>\
             <encoding>HLAvariantRecord</encoding></variantRecordData></variantRecordDataTypes>"
        )
    };
    let tree = |cardinality: &str| {
        format!(
            "{}<fixedRecordDataTypes>{}</fixedRecordDataTypes>",
            array("Children", "Node", cardinality),
            record("Node", "Children")
        )
    };

    for finite in [variant("HLAoctet"), tree("Dynamic"), tree("[0..3]")] {
        assert_eq!(of_types(&finite), []);
    }
    for endless in [variant("V"), tree("3")] {
        let warnings = of_types(&endless);
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].0, Rule::RecursiveType);
    }
}

#[test]
fn representations_are_basic_data() {
    let simple = |representation: &str| {
        of_types(&format!(
            "<simpleDataTypes><simpleData><name>Mass</name><representation>{representation}</representation>\
             </simpleData></simpleDataTypes>"
        ))
    };
    let enumerated = |representation: &str| {
        of_types(&format!(
            "<enumeratedDataTypes><enumeratedData><name>Kind</name><representation>{representation}</representation>\
             <enumerator><name>A</name><value>0</value></enumerator></enumeratedData></enumeratedDataTypes>"
        ))
    };

    assert_eq!(simple("HLAfloat64BE"), []);
    assert_eq!(enumerated("HLAoctet"), []);
    for warnings in [simple("HLAunicodeString"), enumerated("HLAboolean")] {
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].0, Rule::Representation);
    }
    assert_eq!(simple("Gone")[0].0, Rule::UnknownDataType);
}

#[test]
fn names_reserved_for_the_standard_are_warned_of() {
    let text = objects(&object("HLAmine", ""));

    for edition in EDITIONS {
        let (_, warnings) = merged(edition, &[&of(edition, &text)]).unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].rule, Rule::ReservedName);
    }
}
