//! IDL files of omniORB, from Debian's packages `omniorb-idl` and `omniidl`.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::{Path, PathBuf};

use hyla_idl::{Disk, Kind, Options};

const ROOT: &str = "/usr/share/idl/omniORB";

/// These files need others that no package contains: their own compiler rejects them, too.
const INCOMPLETE: [&str; 10] = [
    "COS/CosTSPortability.idl",
    "COS/DCE_CIOPSecurity.idl",
    "COS/NRService.idl",
    "COS/SECIOP.idl",
    "COS/SSLIOP.idl",
    "COS/Security.idl",
    "COS/SecurityAdmin.idl",
    "COS/SecurityLevel1.idl",
    "COS/SecurityLevel2.idl",
    "COS/SecurityReplaceable.idl",
];

/// These use local interfaces as types, which have no mapping.
const UNMAPPED: [&str; 2] = ["compression.idl", "ziop.idl"];

fn files(directory: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|end| end == "idl") {
            all.push(path);
        }
    }
}

fn options() -> Options {
    Options {
        include: vec![ROOT.into(), format!("{ROOT}/COS").into()],
        // Some check which compiler reads them.
        defines: vec!["__OMNIIDL__".to_owned()],
    }
}

#[test]
fn every_complete_file_of_omniorb_becomes_rust() {
    if !Path::new(ROOT).is_dir() {
        return hyla_test_skips::skipped("no IDL files of omniORB (package omniorb-idl)");
    }
    let mut all = Vec::new();
    files(Path::new(ROOT), &mut all);
    assert!(all.len() > 50, "{}", all.len());

    let mut wrong = Vec::new();
    for path in &all {
        let name = path.strip_prefix(ROOT).unwrap().to_str().unwrap();
        let read = hyla_idl::read_with(path.to_str().unwrap(), &Disk, &options());
        match read {
            Ok(_) if INCOMPLETE.contains(&name) => wrong.push(format!("{name} was accepted")),
            Ok(model) => match hyla_idl::rust::generate(&model) {
                Err(why) if !UNMAPPED.contains(&name) => wrong.push(format!("{name}: {why}")),
                Ok(_) if UNMAPPED.contains(&name) => wrong.push(format!("{name} has a mapping")),
                _ => {}
            },
            Err(findings) if !INCOMPLETE.contains(&name) => wrong.push(findings.to_string()),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_naming_service_of_omniorb_has_the_identifiers_of_the_standard() {
    if !Path::new(ROOT).is_dir() {
        return hyla_test_skips::skipped("no IDL files of omniORB (package omniorb-idl)");
    }
    let path = format!("{ROOT}/Naming.idl");
    let model = hyla_idl::read_with(&path, &Disk, &options()).unwrap();

    let id = |name: &str| {
        let found = model.find(name).unwrap_or_else(|| panic!("no {name}"));
        model[found].repository_id.as_str()
    };
    assert_eq!(id("CosNaming::Name"), "IDL:omg.org/CosNaming/Name:1.0");
    assert_eq!(
        id("CosNaming::NamingContext::NotFound"),
        "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0"
    );
    let ext = model.find("CosNaming::NamingContextExt").unwrap();
    let Kind::Interface(interface) = &model[ext].kind else {
        panic!("no interface")
    };
    assert_eq!(interface.operations.len(), 4);
    assert_eq!(
        model.ancestors(ext),
        [model.find("CosNaming::NamingContext").unwrap()]
    );
}
