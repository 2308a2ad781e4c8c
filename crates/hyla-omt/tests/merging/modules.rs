//! Combinations of modules: MIMs, editions, and modules that come again.

use hyla_omt::model::ObjectModel;
use hyla_omt::model::OmtEdition::{Hla2010, Hla2025};
use hyla_omt::{OmtErrorKind, Rule, check_mim, extend, mim};

use crate::documents::{attribute, module, object, objects, of, of_2010, of_2025, only};
use crate::{EDITIONS, merged};

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
