//! The merging rules of 2010 and 2025.
#![allow(clippy::unwrap_used)]

mod documents;

use documents::{
    attribute, interaction, interactions, module, object, objects, of, of_2010, of_2025, only,
    parameter,
};
use hyla_omt::model::OmtEdition::{self, Hla2010, Hla2025};
use hyla_omt::model::{ObjectModel, Sharing};
use hyla_omt::{
    Finding, Module, OmtError, OmtErrorKind, Rule, Severity, check_mim, check_references, extend,
    extend_reporting, merge_reporting, mim,
};

const EDITIONS: [OmtEdition; 2] = [Hla2010, Hla2025];

/// Merges documents with the standard MIM of an edition.
fn merged(edition: OmtEdition, texts: &[&str]) -> Result<(ObjectModel, Vec<Finding>), OmtError> {
    let modules: Vec<Module> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| module(&format!("{index}.xml"), text))
        .collect();
    let mut warnings = Vec::new();
    let model = merge_reporting(mim::standard(edition), &modules, &mut warnings)?;
    Ok((model, warnings))
}

/// Merges two modules that hold these tables; both may come first.
fn both_ways(
    edition: OmtEdition,
    a: &str,
    b: &str,
) -> [Result<(ObjectModel, Vec<Finding>), OmtError>; 2] {
    let (a, b) = (of(edition, a), of(edition, b));
    [merged(edition, &[&a, &b]), merged(edition, &[&b, &a])]
}

#[track_caller]
fn assert_agree(edition: OmtEdition, a: &str, b: &str) -> ObjectModel {
    let [one, other] = both_ways(edition, a, b);
    let (model, warnings) = one.unwrap_or_else(|error| panic!("{edition}: {error}"));
    assert_eq!(warnings, [], "{edition}");
    assert!(other.is_ok(), "{edition}: {}", other.unwrap_err());
    model
}

#[track_caller]
fn assert_conflict(edition: OmtEdition, a: &str, b: &str) -> Finding {
    let [one, other] = both_ways(edition, a, b);
    let error = one.expect_err("the modules contradict each other");
    assert_eq!(error.kind(), OmtErrorKind::Inconsistent, "{error}");
    assert_eq!(
        only(&other.expect_err("in this order too")).rule,
        Rule::Conflict
    );
    let finding = only(&error);
    assert_eq!(finding.rule, Rule::Conflict, "{error}");
    finding
}

/// Warns once and goes on with the first definition.
#[track_caller]
fn assert_remark(edition: OmtEdition, a: &str, b: &str) {
    for result in both_ways(edition, a, b) {
        let (_, warnings) = result.unwrap_or_else(|error| panic!("{edition}: {error}"));
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].severity, Severity::Warning);
    }
}

#[test]
fn scaffolding_gives_way_to_the_full_definition_of_a_class() {
    let scaffolding = objects(&object(
        "Food",
        &object("Drink", &attribute("Name", "HLAunicodeString")),
    ));
    let full = objects(&object("Food", &attribute("Mass", "HLAoctet")));

    for edition in EDITIONS {
        let model = assert_agree(edition, &scaffolding, &full);
        let food = &model.object_classes[model.find_object_class("Food").unwrap()];
        assert_eq!(food.attributes.len(), 1);
        assert!(model.find_object_class("Food.Drink").is_some());
    }
}

#[test]
fn equivalent_definitions_are_accepted_whatever_their_comments() {
    let first = objects(&object(
        "Food",
        &format!(
            "<semantics>Eat.</semantics>{}",
            attribute("Mass", "HLAoctet")
        ),
    ));
    let second = objects(&object(
        "Food",
        &attribute("Mass", "HLAoctet").replace("<order>", "\n <order>\n "),
    ));
    let parameters = |text: &str| {
        interactions(&interaction(
            "Serve",
            &format!("{text}{}", parameter("P", "HLAoctet")),
        ))
    };

    for edition in EDITIONS {
        assert_agree(edition, &first, &second);
        assert_agree(
            edition,
            &parameters(""),
            &parameters("<semantics>Bring.</semantics>"),
        );
    }
}

#[test]
fn a_second_definition_with_other_attributes_is_a_conflict_in_2010_and_a_union_in_2025() {
    let mass = objects(&object("Food", &attribute("Mass", "HLAoctet")));
    let name = objects(&object("Food", &attribute("Name", "HLAunicodeString")));
    let left = interactions(&interaction("Serve", &parameter("P", "HLAoctet")));
    let right = interactions(&interaction("Serve", &parameter("Q", "HLAoctet")));

    let finding = assert_conflict(Hla2010, &mass, &name);
    assert!(
        finding.text.contains("`Name`") && finding.text.contains("`Mass`"),
        "{}",
        finding.text
    );
    assert_conflict(Hla2010, &left, &right);
    let model = assert_agree(Hla2025, &mass, &name);
    assert_eq!(
        model.object_classes[model.find_object_class("Food").unwrap()]
            .attributes
            .len(),
        2
    );
    let model = assert_agree(Hla2025, &left, &right);
    let serve = model.find_interaction_class("Serve").unwrap();
    assert_eq!(model.interaction_classes[serve].parameters.len(), 2);
}

#[test]
fn attributes_that_disagree_are_a_conflict_that_names_both_places() {
    let octet = objects(&object("Food", &attribute("Mass", "HLAoctet")));
    let text = objects(&object("Food", &attribute("Mass", "HLAunicodeString")));

    for edition in EDITIONS {
        let finding = assert_conflict(edition, &octet, &text);
        assert_eq!(finding.place.module, "1.xml");
        assert_eq!(finding.place.line, 2);
        let other = finding.other.unwrap();
        assert_eq!((other.module.as_str(), other.line), ("0.xml", 2));
        assert_eq!(
            finding.element,
            "objects/objectClass[HLAobjectRoot.Food]/attribute[Mass]"
        );
        assert_eq!(
            finding.text,
            "data type is `HLAunicodeString` here and `HLAoctet` there"
        );
        assert_conflict(edition, &octet, &octet.replace("Receive", "TimeStamp"));
        assert_conflict(
            edition,
            &octet,
            &octet.replace("HLAreliable", "HLAbestEffort"),
        );
    }
}

#[test]
fn what_changes_nothing_at_run_time_is_a_conflict_in_2025_only() {
    let first = objects(&object("Food", &attribute("Mass", "HLAoctet")));
    let second = first.replace("NoTransfer", "Divest");

    assert_remark(Hla2010, &first, &second);
    assert_conflict(Hla2025, &first, &second);
}

#[test]
fn parts_that_one_module_leaves_out_come_from_the_other() {
    let full = objects(&object("Food", &attribute("Mass", "HLAoctet")));
    let name_only = objects(&object("Food", "<attribute><name>Mass</name></attribute>"));
    let na = full.replace("HLAoctet", "NA");

    for edition in EDITIONS {
        for other in [&name_only, &na] {
            for result in both_ways(edition, &full, other) {
                let (model, _) = result.unwrap_or_else(|error| panic!("{error}"));
                let mass =
                    &model.object_classes[model.find_object_class("Food").unwrap()].attributes[0];
                assert_eq!(mass.data_type.as_deref(), Some("HLAoctet"));
                assert_eq!(mass.transportation.as_deref(), Some("HLAreliable"));
            }
        }
    }
}

#[test]
fn interaction_classes_have_to_agree_in_transportation_and_order() {
    let first = interactions(&interaction("Serve", ""));

    for edition in EDITIONS {
        assert_conflict(edition, &first, &first.replace("Receive", "TimeStamp"));
        assert_conflict(
            edition,
            &first,
            &first.replace("HLAreliable", "HLAbestEffort"),
        );
    }
}

#[test]
fn what_modules_say_of_the_interaction_root_is_no_conflict() {
    let root = interactions("<transportation>HLAbestEffort</transportation><order>Receive</order>");

    for edition in EDITIONS {
        let (_, warnings) = merged(edition, &[&of(edition, &root)]).unwrap();
        assert!(
            warnings
                .iter()
                .all(|warning| warning.rule == Rule::Conflict),
            "{warnings:#?}"
        );
    }
}

#[test]
fn sharing_is_documentation() {
    let publish = objects(&object("Food", "<sharing>Publish</sharing>"));
    let neither = objects(&object("Food", "<sharing>Neither</sharing>"));
    let subscribe = objects(&object("Food", "<sharing>Subscribe</sharing>"));

    for edition in EDITIONS {
        let model = assert_agree(edition, &neither, &publish);
        let food = model.find_object_class("Food").unwrap();
        assert_eq!(model.object_classes[food].sharing, Some(Sharing::Publish));
        assert_remark(edition, &publish, &subscribe);
    }
}

#[test]
fn new_subclasses_may_be_added_anywhere_even_below_mom_classes() {
    let below = objects(&object(
        "HLAmanager",
        &object("HLAfederate", &object("Mine", "")),
    ));

    for edition in EDITIONS {
        let (model, warnings) = merged(edition, &[&of(edition, &below)]).unwrap();
        assert_eq!(warnings, []);
        assert!(
            model
                .find_object_class("HLAmanager.HLAfederate.Mine")
                .is_some()
        );
    }
}

#[test]
fn an_attribute_of_a_superclass_in_another_module_is_not_declared_again() {
    let parent = of_2025(&objects(&object("Food", &attribute("Mass", "HLAoctet"))));
    let child = of_2025(&objects(&object(
        "Food",
        &object("Drink", &attribute("Mass", "HLAoctet")),
    )));

    for texts in [[&parent, &child], [&child, &parent]] {
        let finding = only(&merged(Hla2025, &texts.map(String::as_str)).unwrap_err());
        assert_eq!(finding.rule, Rule::DuplicateName);
        assert!(finding.other.is_some());
    }
}

#[test]
fn rows_of_the_smaller_tables_have_to_agree() {
    let dimension =
        "<dimensions><dimension><name>D</name><upperBound>9</upperBound></dimension></dimensions>";
    let transportation = "<transportations><transportation><name>T</name><reliable>Yes</reliable></transportation></transportations>";
    let rate = "<updateRates><updateRate><name>R</name><rate>5</rate></updateRate></updateRates>";
    let point = "<synchronizations><synchronizationPoint><label>S</label><capability>Register</capability>\
                 </synchronizationPoint></synchronizations>";
    let tag = "<tags><sendReceiveTag><dataType>HLAoctet</dataType></sendReceiveTag></tags>";

    for edition in EDITIONS {
        for (table, change, to) in [
            (dimension, "9", "8"),
            (transportation, "Yes", "No"),
            (rate, "5", "6"),
            (point, "Register", "Achieve"),
            (tag, "HLAoctet", "HLAboolean"),
        ] {
            assert_agree(edition, table, table);
            let finding = assert_conflict(
                edition,
                table,
                &table.replacen(&format!(">{change}<"), &format!(">{to}<"), 1),
            );
            assert!(finding.text.contains(to), "{}", finding.text);
        }
    }
    let (old, new) = (
        "<time><timeStamp><dataType>T</dataType></timeStamp></time>",
        "logicalTime",
    );
    let old = old.replace(">T<", ">HLAinteger64Time<");
    assert_conflict(
        Hla2010,
        &old,
        &old.replace("HLAinteger64Time", "HLAfloat64Time"),
    );
    let new = old.replace("timeStamp", new);
    assert_conflict(
        Hla2025,
        &new,
        &new.replace("HLAinteger64Time", "HLAfloat64Time"),
    );
    assert_agree(Hla2025, &new, &new.replace("HLAinteger64Time", "NA"));
}

#[test]
fn the_first_module_that_names_a_switch_decides() {
    let on = "<switches><autoProvide isEnabled='true'/></switches>";
    let off =
        "<switches><autoProvide isEnabled='false'/><serviceReporting isEnabled='true'/></switches>";

    for edition in EDITIONS {
        let (model, warnings) = merged(edition, &[&of(edition, on), &of(edition, off)]).unwrap();
        assert_eq!(model.switches.auto_provide, Some(true));
        assert_eq!(model.switches.service_reporting, Some(true));
        assert_eq!(warnings.len(), 1);
        assert_eq!(
            (warnings[0].rule, warnings[0].place.module.as_str()),
            (Rule::Ignored, "1.xml")
        );
    }
}

#[test]
fn a_join_changes_no_switches() {
    let on = of_2010("<switches><autoProvide isEnabled='true'/></switches>");
    let (model, _) = merged(Hla2010, &[&of_2010("")]).unwrap();
    let mut warnings = Vec::new();

    let longer = extend_reporting(&model, &[module("j.xml", &on)], &mut warnings).unwrap();

    assert_eq!(longer.switches, model.switches);
    assert_eq!(
        warnings
            .iter()
            .map(|warning| warning.rule)
            .collect::<Vec<_>>(),
        [Rule::Ignored]
    );
}

fn enumerated(enumerators: &[(&str, &str)]) -> String {
    let rows: String = enumerators
        .iter()
        .map(|(name, value)| {
            format!("<enumerator><name>{name}</name><value>{value}</value></enumerator>")
        })
        .collect();
    format!(
        "<dataTypes><enumeratedDataTypes><enumeratedData><name>E</name>\
         <representation>HLAinteger32BE</representation>{rows}</enumeratedData></enumeratedDataTypes></dataTypes>"
    )
}

#[test]
fn enumerations_grow_in_2025_only() {
    let (one, two) = (
        enumerated(&[("A", "1")]),
        enumerated(&[("A", "01"), ("B", "2")]),
    );

    assert_agree(Hla2010, &two, &enumerated(&[("B", "2"), ("A", "1")]));
    assert_conflict(Hla2010, &one, &two);
    let model = assert_agree(Hla2025, &one, &two);
    let grown = model
        .data_types
        .enumerated
        .iter()
        .find(|row| row.name == "E")
        .unwrap();
    assert_eq!(grown.enumerators.len(), 2);
    assert_conflict(Hla2025, &one, &enumerated(&[("A", "2")]));
    assert_conflict(Hla2025, &one, &enumerated(&[("B", "1")]));
}

fn variant(encoding: &str, alternatives: &[(&str, &str)]) -> String {
    let rows: String = alternatives
        .iter()
        .map(|(name, of)| {
            format!(
                "<alternative><enumerator>{name}</enumerator><name>{name}</name><dataType>{of}</dataType></alternative>"
            )
        })
        .collect();
    format!(
        "<dataTypes><variantRecordDataTypes><variantRecordData><name>V</name><discriminant>d</discriminant>\
         <dataType>HLAboolean</dataType>{rows}<encoding>{encoding}</encoding></variantRecordData>\
         </variantRecordDataTypes></dataTypes>"
    )
}

#[test]
fn only_extendable_variant_records_grow() {
    let one = [("HLAtrue", "HLAoctet")];
    let two = [("HLAtrue", "HLAoctet"), ("HLAfalse", "HLAoctet")];
    let other = [("HLAtrue", "HLAbyte")];

    for edition in EDITIONS {
        let plain = |alternatives| variant("HLAvariantRecord", alternatives);
        assert_agree(edition, &plain(&one), &plain(&one));
        assert_conflict(edition, &plain(&one), &plain(&two));
        assert_conflict(edition, &plain(&one), &plain(&other));
    }
    let extendable = |alternatives| variant("HLAextendableVariantRecord", alternatives);
    let model = assert_agree(Hla2025, &extendable(&one), &extendable(&two));
    assert_eq!(
        model
            .data_types
            .variant_record
            .iter()
            .find(|v| v.name == "V")
            .unwrap()
            .alternatives
            .len(),
        2
    );
    assert_conflict(Hla2025, &extendable(&one), &extendable(&other));
}

#[test]
fn data_types_have_to_agree_in_kind_and_content() {
    let simple = |name: &str, of: &str| {
        format!(
            "<dataTypes><simpleDataTypes><simpleData><name>{name}</name><representation>{of}</representation>\
             <units>m</units></simpleData></simpleDataTypes></dataTypes>"
        )
    };
    let array = |of: &str, cardinality: &str| {
        format!(
            "<dataTypes><arrayDataTypes><arrayData><name>X</name><dataType>{of}</dataType>\
             <cardinality>{cardinality}</cardinality><encoding>HLAfixedArray</encoding></arrayData>\
             </arrayDataTypes></dataTypes>"
        )
    };
    let record = |field: &str, of: &str| {
        format!(
            "<dataTypes><fixedRecordDataTypes><fixedRecordData><name>X</name><encoding>HLAfixedRecord</encoding>\
             <field><name>{field}</name><dataType>{of}</dataType></field></fixedRecordData></fixedRecordDataTypes>\
             </dataTypes>"
        )
    };

    for edition in EDITIONS {
        let x = simple("X", "HLAoctet");
        assert_agree(edition, &x, &x);
        assert_remark(edition, &x, &x.replace(">m<", ">km<"));
        assert_conflict(edition, &x, &simple("X", "HLAinteger16BE"));
        assert_conflict(edition, &x, &array("HLAoctet", "3"));
        assert_conflict(edition, &array("HLAoctet", "3"), &array("HLAoctet", "4"));
        assert_conflict(edition, &array("HLAoctet", "3"), &array("HLAbyte", "3"));
        assert_agree(edition, &record("a", "HLAoctet"), &record("a", "HLAoctet"));
        assert_conflict(edition, &record("a", "HLAoctet"), &record("b", "HLAoctet"));
        assert_conflict(edition, &record("a", "HLAoctet"), &record("a", "HLAbyte"));
    }
}

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

#[test]
fn a_module_that_is_loaded_again_adds_nothing() {
    for edition in EDITIONS {
        let text = of(edition, &objects(&object("Food", "")));
        let (once, _) = merged(edition, &[&text]).unwrap();

        let (twice, warnings) = merged(edition, &[&text, &text]).unwrap();
        let again = extend(&once, &[module("other-name.xml", &text)]).unwrap();

        assert_eq!(warnings, []);
        assert_eq!((&twice, &again), (&once, &once));
        assert_eq!((twice.sources.0.len(), again.sources.0.len()), (2, 2));
    }
}

#[test]
fn a_mim_among_the_modules_is_accepted() {
    for edition in EDITIONS {
        let mim = mim::standard(edition);
        let text = std::str::from_utf8(&mim.content).unwrap();
        let edited = text.replace("Neither</sharing>", "Neither</sharing> ");

        for text in [text, &edited] {
            let (model, warnings) = merged(edition, &[text]).unwrap();
            assert_eq!(warnings, []);
            assert_eq!(model.object_classes.len(), mim.model.object_classes.len());
        }
    }
}

#[test]
fn a_mim_of_ones_own_has_to_contain_the_standard_one() {
    for edition in EDITIONS {
        let standard = mim::standard(edition);
        let text = std::str::from_utf8(&standard.content).unwrap();
        let more = text.replacen(
            "</objectClass>",
            &format!("{}</objectClass>", object("Mine", "")),
            1,
        );
        assert!(check_mim(&module("mim.xml", &more), standard).is_ok());

        for (change, to) in [
            (
                "<name>HLAfederateHost</name>",
                "<name>HLAfederateHosts</name>",
            ),
            ("<name>HLAbestEffort</name>", "<name>Fast</name>"),
            ("<name>HLAunicodeString</name>", "<name>Text</name>"),
        ] {
            assert!(text.contains(change), "{change}");
            let error =
                check_mim(&module("mim.xml", &text.replace(change, to)), standard).unwrap_err();
            assert_eq!(error.kind(), OmtErrorKind::NotValid);
            assert!(
                error
                    .errors()
                    .all(|finding| finding.rule == Rule::IncompleteMim),
                "{error}"
            );
        }
    }
    let error = check_mim(mim::standard(Hla2010), mim::standard(Hla2025)).unwrap_err();
    assert_eq!(only(&error).rule, Rule::Edition);
}

#[test]
fn labels_of_notes_stay_unique() {
    let with_note = |text: &str| {
        of_2010(&format!(
            "{}<notes><note><label>n</label><semantics>{text}</semantics></note></notes>",
            objects(&format!(
                "<objectClass notes='n'><name>{text}</name></objectClass>"
            ))
        ))
    };

    let (model, _) = merged(Hla2010, &[&with_note("One"), &with_note("Two")]).unwrap();

    let labels: Vec<&str> = model.notes.iter().map(|note| note.label.as_str()).collect();
    assert_eq!(labels, ["n", "n_2"]);
    let two = &model.object_classes[model.find_object_class("Two").unwrap()];
    assert_eq!(two.notes, ["n_2"]);
}

#[test]
fn services_are_used_when_any_module_says_so() {
    let table = |used: &str| {
        of_2010(&format!(
            "<serviceUtilization><connect section='4.2' isCallback='false' isUsed='{used}'/></serviceUtilization>"
        ))
    };

    let (model, _) = merged(Hla2010, &[&table("false"), &table("true")]).unwrap();

    assert_eq!(model.service_utilization.len(), 1);
    assert!(model.service_utilization[0].is_used);
}

#[test]
fn older_modules_are_converted_in_a_federation_of_2025() {
    let old = of_2010(&format!(
        "{}<dimensions><dimension><name>D</name><dataType>HLAboolean</dataType></dimension></dimensions>\
         <switches><conveyProducingFederate isEnabled='true'/></switches>",
        objects(&object(
            "Food",
            &attribute("Mass", "HLAoctet").replace(
                "<transportation>",
                "<dimensions><dimension>D</dimension></dimensions><transportation>"
            )
        ))
    ));

    let (model, warnings) = merged(Hla2025, &[&old]).unwrap();

    assert_eq!(warnings, []);
    let food = &model.object_classes[model.find_object_class("Food").unwrap()];
    assert_eq!(food.dimensions, ["D"]);
    assert!(food.attributes[0].dimensions.is_empty());
    let dimension = model.dimensions.iter().find(|row| row.name == "D").unwrap();
    assert_eq!(
        (
            dimension.data_type.as_deref(),
            dimension.input_data_types.as_slice()
        ),
        (None, &["HLAboolean".to_owned()][..])
    );
    assert_eq!(model.switches.convey_producing_federate, None);
}

#[test]
fn the_mim_of_2010_in_a_module_gives_way_to_that_of_2025() {
    let text = std::str::from_utf8(&mim::standard(Hla2010).content).unwrap();

    let (model, warnings) = merged(Hla2025, &[text]).unwrap();

    assert!(!warnings.is_empty());
    let type_of_state = |model: &ObjectModel| {
        let class = model.find_object_class("HLAmanager.HLAfederate").unwrap();
        let attributes = &model.object_classes[class].attributes;
        attributes
            .iter()
            .map(|a| (a.name.clone(), a.data_type.clone()))
            .take(20)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        type_of_state(&model),
        type_of_state(&mim::standard(Hla2025).model)
    );
}

#[test]
fn a_module_of_2025_cannot_join_a_federation_of_2010() {
    let error = merged(Hla2010, &[&of_2025("")]).unwrap_err();

    assert_eq!(
        (error.kind(), only(&error).rule),
        (OmtErrorKind::NotValid, Rule::Edition)
    );
}

#[test]
fn a_fed_file_merges_with_the_mim_of_2010() {
    let fed = "(FED (Federation S) (FEDversion v1.3) (spaces (space A (dimension X)))\n\
               (objects (class ObjectRoot (attribute privilegeToDelete reliable receive)\n\
               (class Food (attribute mass best_effort receive A))))\n\
               (interactions (class InteractionRoot best_effort receive (class Eat reliable timestamp (parameter p)))))";

    for edition in EDITIONS {
        let (model, warnings) = merged(edition, &[fed]).unwrap();
        assert!(
            warnings
                .iter()
                .all(|warning| warning.rule == Rule::Conflict),
            "{warnings:#?}"
        );
        assert!(
            model.find_object_class("Food").is_some()
                && model.find_interaction_class("Eat").is_some()
        );
    }
}

#[test]
fn a_failing_merge_leaves_the_model_as_it_was() {
    let (model, _) = merged(
        Hla2010,
        &[&of_2010(&objects(&object(
            "A",
            &attribute("X", "HLAoctet"),
        )))],
    )
    .unwrap();
    let before = model.clone();
    let bad = module(
        "bad.xml",
        &of_2010(&objects(&object("A", &attribute("Y", "HLAoctet")))),
    );

    assert!(extend(&model, &[bad]).is_err());

    assert_eq!(model, before);
}
