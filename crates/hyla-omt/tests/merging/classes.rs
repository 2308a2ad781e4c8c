//! Classes, attributes and parameters that several modules define.

use hyla_omt::model::OmtEdition::{Hla2010, Hla2025};
use hyla_omt::model::{Order, Sharing};
use hyla_omt::{Rule, Severity, Strictness, extend};

use crate::documents::{
    attribute, interaction, interactions, module, object, objects, of, of_2025, only, parameter,
};
use crate::{EDITIONS, assert_agree, assert_conflict, assert_remark, both_ways, merged, merged_as};

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
fn what_a_superclass_in_another_module_has_already_is_left_out_unless_strict() {
    let parent = objects(&object("Food", &attribute("Mass", "HLAoctet")));
    let child = objects(&object(
        "Food",
        &object("Drink", &attribute("Mass", "HLAunicodeString")),
    ));
    let interaction_parent = interactions(&interaction("Serve", &parameter("P", "HLAoctet")));
    let interaction_child = interactions(&interaction(
        "Serve",
        &interaction("Quickly", &parameter("P", "HLAoctet")),
    ));

    for edition in EDITIONS {
        let parent = of(edition, &format!("{parent}{interaction_parent}"));
        let child = of(edition, &format!("{child}{interaction_child}"));
        for texts in [[&parent, &child], [&child, &parent]] {
            let texts = texts.map(String::as_str);
            let (model, warnings) = merged(edition, &texts).unwrap();
            let found: Vec<_> = warnings
                .iter()
                .map(|found| (found.rule, found.severity, found.other.is_some()))
                .collect();
            let expected = (Rule::DuplicateName, Severity::Warning, true);
            assert_eq!(found, [expected; 2], "{warnings:#?}");
            let drink = model.find_object_class("Food.Drink").unwrap();
            assert!(model.object_classes[drink].attributes.is_empty());
            let food = &model.object_classes[model.find_object_class("Food").unwrap()];
            assert_eq!(food.attributes[0].data_type.as_deref(), Some("HLAoctet"));
            let quickly = model.find_interaction_class("Serve.Quickly").unwrap();
            assert!(model.interaction_classes[quickly].parameters.is_empty());

            let error = merged_as(Strictness::Strict, edition, &texts).unwrap_err();
            assert_eq!(error.errors().count(), 2, "{error}");
            assert!(
                error
                    .errors()
                    .all(|found| found.rule == Rule::DuplicateName)
            );
        }
    }
}

#[test]
fn an_attribute_with_handles_in_use_is_not_taken_away_by_a_later_superclass() {
    let parent = of_2025(&objects(&object("Food", &attribute("Mass", "HLAoctet"))));
    let child = of_2025(&objects(&object(
        "Food",
        &object("Drink", &attribute("Mass", "HLAoctet")),
    )));
    let (running, _) = merged(Hla2025, &[&child]).unwrap();

    let error = extend(&running, &[module("late.xml", &parent)]).unwrap_err();

    assert_eq!(only(&error).rule, Rule::DuplicateName);
}

#[test]
fn receive_order_of_the_right_to_delete_is_a_warning_unless_strict() {
    let own = objects(&attribute("HLAprivilegeToDeleteObject", "HLAtoken"))
        .replace("NoTransfer", "DivestAcquire");

    for edition in EDITIONS {
        let own = of(edition, &own);
        let (model, warnings) = merged(edition, &[&own]).unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:#?}");
        assert_eq!(warnings[0].rule, Rule::Conflict);
        assert!(
            warnings[0]
                .text
                .contains("`Receive` here and `TimeStamp` there"),
            "{}",
            warnings[0]
        );
        assert_eq!(
            model.object_classes[0].attributes[0].order,
            Some(Order::TimeStamp)
        );

        let error = merged_as(Strictness::Strict, edition, &[&own]).unwrap_err();
        assert_eq!(only(&error).rule, Rule::Conflict);
    }
}

#[test]
fn a_conflict_names_the_module_that_brought_the_parameters_not_the_one_with_the_class_alone() {
    let scaffolding = of(Hla2010, &interactions(&interaction("Serve", "")));
    let full = of(
        Hla2010,
        &interactions(&interaction("Serve", &parameter("P", "HLAoctet"))),
    );
    let other = of(
        Hla2010,
        &interactions(&interaction("Serve", &parameter("Q", "HLAoctet"))),
    );

    let finding = only(&merged(Hla2010, &[&scaffolding, &full, &other]).unwrap_err());

    assert_eq!(finding.place.module, "2.xml");
    assert_eq!(finding.other.unwrap().module, "1.xml");
}

#[test]
fn a_conflict_names_the_module_that_brought_the_attributes_not_the_one_with_the_class_alone() {
    let scaffolding = of(Hla2010, &objects(&object("Food", "")));
    let full = of(
        Hla2010,
        &objects(&object("Food", &attribute("Mass", "HLAoctet"))),
    );
    let other = of(
        Hla2010,
        &objects(&object("Food", &attribute("Name", "HLAoctet"))),
    );

    let finding = only(&merged(Hla2010, &[&scaffolding, &full, &other]).unwrap_err());

    assert_eq!(finding.place.module, "2.xml");
    assert_eq!(finding.other.unwrap().module, "1.xml");
}

#[test]
fn other_dimensions_of_an_interaction_are_a_conflict_in_2010_and_united_in_2025() {
    let declared = "<dimensions><dimension><name>D</name></dimension><dimension><name>E</name></dimension></dimensions>";
    let with = |dimension: &str| {
        let used = format!("<dimensions><dimension>{dimension}</dimension></dimensions>");
        let class = interaction("Serve", "")
            .replace("<transportation>", &format!("{used}<transportation>"));
        format!("{}{declared}", interactions(&class))
    };

    let finding = assert_conflict(Hla2010, &with("D"), &with("E"));

    assert_eq!(finding.text, "dimensions are `E` here and `D` there");
    let model = assert_agree(Hla2025, &with("D"), &with("E"));
    let serve = model.find_interaction_class("Serve").unwrap();
    assert_eq!(model.interaction_classes[serve].dimensions, ["D", "E"]);
    assert_agree(Hla2010, &with("D"), &with("D"));
}

#[test]
fn dimensions_of_an_attribute_that_one_definition_leaves_out_are_a_conflict_in_2010() {
    let declared = "<dimensions><dimension><name>D</name></dimension></dimensions>";
    let with = |used: &str| {
        let attribute = attribute("Mass", "HLAoctet")
            .replace("<transportation>", &format!("{used}<transportation>"));
        format!("{}{declared}", objects(&object("Food", &attribute)))
    };
    let used = with("<dimensions><dimension>D</dimension></dimensions>");

    let finding = assert_conflict(Hla2010, &used, &with(""));

    assert_eq!(finding.text, "dimensions are none here and `D` there");
    assert_conflict(Hla2010, &with(""), &used);
    assert_agree(Hla2010, &used, &used);
}

#[test]
fn the_sharing_of_a_directed_interaction_comes_from_the_module_that_states_it() {
    let with = |sharing: &str| {
        let directed =
            format!("<directedInteraction><name>Serve</name>{sharing}</directedInteraction>");
        format!(
            "{}{}",
            objects(&object("Food", &directed)),
            interactions(&interaction("Serve", ""))
        )
    };
    let (silent, publish) = (with(""), with("<sharing>Publish</sharing>"));

    for result in both_ways(Hla2025, &silent, &publish) {
        let (model, warnings) = result.unwrap();
        assert_eq!(warnings, []);
        let food = &model.object_classes[model.find_object_class("Food").unwrap()];
        let [directed] = food.directed_interactions.as_slice() else {
            panic!("{:#?}", food.directed_interactions);
        };
        assert_eq!(directed.sharing, Some(Sharing::Publish));
    }
    let subscribe = with("<sharing>Subscribe</sharing>");
    assert_remark(Hla2025, &publish, &subscribe);
}
