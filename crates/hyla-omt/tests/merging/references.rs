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

#[test]
fn names_reserved_for_the_standard_are_warned_of() {
    let text = objects(&object("HLAmine", ""));

    for edition in EDITIONS {
        let (_, warnings) = merged(edition, &[&of(edition, &text)]).unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].rule, Rule::ReservedName);
    }
}
