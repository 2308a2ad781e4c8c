//! Object models of the field and our own: every file is read, the files of each folder are merged, and the
//! result survives being written and read.

#![allow(clippy::unwrap_used)]

use hyla_omt::model::{ObjectModel, OmtEdition};
use hyla_omt::{
    Finding, Module, Rule, Strictness, check_mim, extend, merge, merge_reporting, mim, read_file,
    read_module, write,
};
use std::path::{Path, PathBuf};

/// A folder of modules that is shared between projects, if it is at hand.
fn shared(folder: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("HYLA_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("foms").join(folder);
    if !folder.is_dir() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        hyla_test_skips::skipped(format!("no object models {name} (HYLA_SHARED)"));
        return None;
    }
    Some(folder)
}

fn modules(folder: &Path, strictness: Strictness) -> Vec<Module> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "xml"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files
        .iter()
        .map(|file| read_file(file, strictness).unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

fn merged(modules: &[Module], edition: OmtEdition, warnings: &mut Vec<Finding>) -> ObjectModel {
    let read: Vec<Finding> = modules
        .iter()
        .flat_map(|module| module.warnings.clone())
        .collect();
    warnings.extend(read);
    merge_reporting(
        mim::standard(edition),
        modules,
        Strictness::Lenient,
        warnings,
    )
    .unwrap_or_else(|e| panic!("{e}"))
}

/// The written text says the same as the model. Classes that came with later modules are at the end of a
/// merged model, but below their superclass in a document; a second writing shows that nothing else moved.
fn assert_survives_being_written(model: &ObjectModel) {
    let text = write(model);
    let again = read_module("written", text.as_bytes(), Strictness::Lenient).unwrap();
    assert_eq!(again.warnings, []);
    assert!(write(&again.model) == text);
    if model.sources.0.len() == 1 {
        assert!(again.model == *model, "{:?}", model.sources);
    }
}

#[test]
fn rpr_2_0_is_read_and_merged_without_a_warning() {
    let Some(folder) = shared("rpr2") else { return };
    let mut warnings = Vec::new();

    let modules = modules(&folder, Strictness::Lenient);
    let model = merged(&modules, OmtEdition::Hla2010, &mut warnings);

    assert_eq!(warnings, []);
    assert_eq!(model.sources.0.len(), 15);
    let aircraft = "BaseEntity.PhysicalEntity.Platform.Aircraft";
    let aircraft = model.find_object_class(aircraft).expect("RPR has aircraft");
    let attributes: usize = model
        .object_class_chain(aircraft)
        .map(|index| model.object_classes[index].attributes.len())
        .sum();
    assert!(attributes > 30, "{attributes}");
    assert_survives_being_written(&model);
    for module in &modules {
        assert_survives_being_written(&module.model);
    }
}

#[test]
fn netn_of_hla_4_lacks_only_what_its_rpr_modules_define() {
    let Some(folder) = shared("netn-hla4") else {
        return;
    };
    let mut warnings = Vec::new();

    let model = merged(
        &modules(&folder, Strictness::Lenient),
        OmtEdition::Hla2025,
        &mut warnings,
    );

    let expected = [Rule::UnknownDataType, Rule::MissingElement];
    assert!(
        warnings
            .iter()
            .all(|warning| expected.contains(&warning.rule)),
        "{warnings:#?}"
    );
    assert!(
        model.object_classes[0]
            .attributes
            .iter()
            .any(|attribute| attribute.name == "UniqueId")
    );
    assert_survives_being_written(&model);
}

#[test]
fn modules_of_2010_are_converted_in_a_federation_of_2025() {
    let (Some(netn), Some(rpr)) = (shared("netn-hla4"), shared("rpr2")) else {
        return;
    };
    let mut all = modules(&rpr, Strictness::Lenient);
    all.extend(modules(&netn, Strictness::Lenient));

    let model = merge(mim::standard(OmtEdition::Hla2025), &all).unwrap_or_else(|e| panic!("{e}"));

    assert_eq!(model.edition, OmtEdition::Hla2025);
    assert!(model.find_object_class("BaseEntity").is_some());
    assert!(
        model
            .find_object_class("METOC_EnvironmentCondition")
            .is_some()
    );
    assert!(merge(mim::standard(OmtEdition::Hla2010), &all).is_err());
}

#[test]
fn joining_one_by_one_gives_what_creating_with_all_gives_and_moves_nothing() {
    let Some(folder) = shared("rpr2") else { return };
    let modules = modules(&folder, Strictness::Lenient);
    let at_once = merge(mim::standard(OmtEdition::Hla2010), &modules).unwrap();

    // The order of the modules is that in which each finds what it refers to.
    let mut model = merge(mim::standard(OmtEdition::Hla2010), &modules[..1]).unwrap();
    for module in &modules[1..] {
        let longer = extend(&model, std::slice::from_ref(module)).unwrap();
        for (index, class) in model.object_classes.iter().enumerate() {
            assert_eq!(
                longer.object_class_path(index),
                model.object_class_path(index)
            );
            let known = class
                .attributes
                .iter()
                .zip(&longer.object_classes[index].attributes);
            assert!(known.into_iter().all(|(old, new)| old.name == new.name));
        }
        model = longer;
    }

    // Switches count at creation only, and one module of RPR states nothing else.
    model.switches = at_once.switches.clone();
    assert!(model == at_once);
    assert!(
        extend(&model, &modules).unwrap() == model,
        "modules that are loaded again add nothing"
    );
}

#[test]
fn our_own_modules_and_mims_have_no_faults_even_for_a_strict_reader() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../foms/air-traffic");
    let modules = modules(&folder, Strictness::Strict);
    let mut warnings = Vec::new();

    let model = merged(&modules, OmtEdition::Hla2010, &mut warnings);

    assert_eq!(warnings, []);
    assert_survives_being_written(&model);
    for edition in [OmtEdition::Hla2010, OmtEdition::Hla2025] {
        let mim = mim::standard(edition);
        assert_eq!(mim.warnings, []);
        let alone = merged(&[], edition, &mut warnings);
        assert_eq!(warnings, []);
        assert_survives_being_written(&alone);
        assert_survives_being_written(&mim.model);
        assert!(check_mim(mim, mim).is_ok());
        let strict = read_module("mim", &mim.content, Strictness::Strict);
        assert!(strict.is_ok(), "{}", strict.unwrap_err());
    }
}
