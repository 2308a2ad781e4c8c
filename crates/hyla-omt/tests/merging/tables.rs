//! Data types and the smaller tables.

use hyla_omt::model::OmtEdition::{Hla2010, Hla2025};
use hyla_omt::{Rule, Strictness, extend_reporting};

use crate::documents::{module, objects, of, of_2010};
use crate::{EDITIONS, assert_agree, assert_conflict, assert_remark, merged};

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

    let longer = extend_reporting(
        &model,
        &[module("j.xml", &on)],
        Strictness::Lenient,
        &mut warnings,
    )
    .unwrap();

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
