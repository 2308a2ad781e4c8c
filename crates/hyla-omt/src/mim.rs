//! The standard MIM: what every federation execution starts from (1516.1 clause 11).
//!
//! The files in `crates/hyla-omt/mim` are the source: names and structure of the standard, descriptions
//! of our own. They hold no switches, since for each switch the first module that gives it a value
//! decides and the MIM comes before every FOM module.

use std::sync::LazyLock;

use hyla_types::Edition;

use crate::model::OmtEdition;
use crate::{Module, Strictness, read_module};

/// Designator of the RTI's MIM; reserved, so that no caller's MIM may have it.
pub const HLA_STANDARD_MIM: &str = "HLAstandardMIM";

const STANDARD_2010: &[u8] = include_bytes!("../mim/HLAstandardMIM.xml");
const STANDARD_2025: &[u8] = include_bytes!("../mim/HLAstandardMIM-2025.xml");

/// A federate of an edition works with object models of that edition.
impl From<Edition> for OmtEdition {
    fn from(edition: Edition) -> Self {
        match edition {
            Edition::Hla2010 => Self::Hla2010,
            Edition::Hla2025 => Self::Hla2025,
        }
    }
}

/// Text of the standard MIM of that edition, an object model in UTF-8. HLA 1.3 shares that of 2010.
#[must_use]
pub fn standard_bytes(edition: impl Into<OmtEdition>) -> &'static [u8] {
    match edition.into() {
        OmtEdition::Hla2010 | OmtEdition::Hla13 => STANDARD_2010,
        OmtEdition::Hla2025 => STANDARD_2025,
    }
}

/// The standard MIM of that edition, with [`HLA_STANDARD_MIM`] as its designator.
///
/// Read at the first call and kept. HLA 1.3 shares that of 2010.
#[must_use]
pub fn standard(edition: impl Into<OmtEdition>) -> &'static Module {
    static OF_2010: LazyLock<Module> = LazyLock::new(|| own(OmtEdition::Hla2010));
    static OF_2025: LazyLock<Module> = LazyLock::new(|| own(OmtEdition::Hla2025));
    match edition.into() {
        OmtEdition::Hla2010 | OmtEdition::Hla13 => &OF_2010,
        OmtEdition::Hla2025 => &OF_2025,
    }
}

fn own(edition: OmtEdition) -> Module {
    read_module(
        HLA_STANDARD_MIM,
        standard_bytes(edition),
        Strictness::Lenient,
    )
    .expect("the MIM is part of this crate and a test reads it")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::encoding::dynamic::test_files::{Element, shared};

    const BOTH: [OmtEdition; 2] = [OmtEdition::Hla2010, OmtEdition::Hla2025];

    fn read(edition: OmtEdition) -> Element {
        Element::parse(str::from_utf8(standard_bytes(edition)).unwrap())
    }

    /// Number of elements that are rows of a table, by name.
    fn rows(file: &Element) -> BTreeMap<&str, usize> {
        let mut rows = BTreeMap::new();
        for element in file.descendants() {
            if !element.part("name").is_empty() {
                *rows.entry(element.name.as_str()).or_default() += 1;
            }
        }
        rows
    }

    /// The element with that path of names below the root class.
    fn class<'e>(file: &'e Element, table: &str, path: &str) -> &'e Element {
        let table = file
            .children
            .iter()
            .find(|child| child.name == table)
            .unwrap();
        path.split('.').fold(table, |at, name| {
            at.children
                .iter()
                .find(|child| child.part("name") == name)
                .unwrap()
        })
    }

    #[test]
    fn the_reader_finds_nothing_to_complain_of_in_either_mim() {
        for edition in BOTH {
            let strict = read_module(
                HLA_STANDARD_MIM,
                standard_bytes(edition),
                Strictness::Strict,
            )
            .unwrap();
            assert_eq!(strict.warnings, []);

            let module = standard(edition);
            assert_eq!(module.designator, HLA_STANDARD_MIM);
            assert_eq!(module.model.edition, edition);
            assert_eq!(module.model, strict.model);
        }
        assert!(std::ptr::eq(
            standard(OmtEdition::Hla13),
            standard(OmtEdition::Hla2010)
        ));
    }

    #[test]
    fn the_reader_sees_every_row_of_both_mims() {
        for (edition, expected) in BOTH.into_iter().zip([
            [4, 45, 85, 101, 2, 2, 13, 10, 0, 9, 17, 4, 0],
            [4, 59, 93, 126, 5, 2, 20, 13, 2, 11, 28, 5, 0],
        ]) {
            let model = &standard(edition).model;
            let types = &model.data_types;
            let found = [
                model.object_classes.len(),
                model
                    .object_classes
                    .iter()
                    .map(|class| class.attributes.len())
                    .sum(),
                model.interaction_classes.len(),
                model
                    .interaction_classes
                    .iter()
                    .map(|class| class.parameters.len())
                    .sum(),
                model.dimensions.len(),
                model.transportations.len(),
                types.basic.len(),
                types.simple.len(),
                types.reference.len(),
                types.enumerated.len(),
                types.array.len(),
                types.fixed_record.len(),
                types.variant_record.len(),
            ];
            assert_eq!(found, expected, "{edition}");
        }
    }

    #[test]
    fn the_mim_of_2010_has_every_row_of_the_standard() {
        let expected = [
            ("arrayData", 17),
            ("attribute", 45),
            ("basicData", 13),
            ("dimension", 2),
            ("enumeratedData", 9),
            ("fixedRecordData", 4),
            ("interactionClass", 85),
            ("objectClass", 4),
            ("parameter", 101),
            ("simpleData", 10),
            ("transportation", 2),
        ];
        let file = read(OmtEdition::Hla2010);
        let mut rows = rows(&file);
        rows.retain(|name, _| !matches!(*name, "modelIdentification" | "field" | "enumerator"));

        assert_eq!(rows.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_mim_of_2025_has_every_row_of_the_standard() {
        let expected = [
            ("arrayData", 28),
            ("attribute", 59),
            ("basicData", 20),
            ("dimension", 5),
            ("enumeratedData", 11),
            ("fixedRecordData", 5),
            ("interactionClass", 93),
            ("objectClass", 4),
            ("parameter", 126),
            ("referenceDataType", 2),
            ("simpleData", 13),
            ("transportation", 2),
        ];
        let file = read(OmtEdition::Hla2025);
        let mut rows = rows(&file);
        rows.retain(|name, _| !matches!(*name, "modelIdentification" | "field" | "enumerator"));

        assert_eq!(rows.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_editions_differ_where_the_standard_does() {
        let (old, new) = (read(OmtEdition::Hla2010), read(OmtEdition::Hla2025));

        let handle = "HLAobjectRoot.HLAmanager.HLAfederate.HLAfederateHandle";
        assert_eq!(class(&old, "objects", handle).part("dataType"), "HLAhandle");
        assert_eq!(
            class(&new, "objects", handle).part("dataType"),
            "HLAfederateHandle"
        );

        let federate = "HLAobjectRoot.HLAmanager.HLAfederate";
        let dimensions = |element: &Element| element.all("dimensions").count();
        assert_eq!(dimensions(class(&old, "objects", federate)), 0);
        assert_eq!(dimensions(class(&old, "objects", handle)), 1);
        assert_eq!(dimensions(class(&new, "objects", federate)), 1);
        assert_eq!(dimensions(class(&new, "objects", handle)), 0);

        let report = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport";
        let invocation = format!("{report}.HLAreportServiceInvocation");
        let parameters = |file: &Element| {
            class(file, "interactions", &invocation)
                .all("parameter")
                .count()
        };
        assert_eq!((parameters(&old), parameters(&new)), (6, 7));
    }

    #[test]
    fn only_the_right_to_delete_and_the_interaction_root_are_time_stamped() {
        for file in BOTH.map(read) {
            let stamped: Vec<_> = file
                .descendants()
                .into_iter()
                .filter(|element| element.part("order") == "TimeStamp")
                .map(|element| element.part("name"))
                .collect();
            assert_eq!(
                stamped,
                ["HLAprivilegeToDeleteObject", "HLAinteractionRoot"]
            );
        }
    }

    #[test]
    fn the_mim_leaves_the_switches_to_the_fom() {
        for file in BOTH.map(read) {
            assert_eq!(file.all("switches").count(), 0);
        }
    }

    #[test]
    fn every_class_attribute_parameter_and_type_is_described() {
        for file in BOTH.map(read) {
            for element in file.descendants() {
                let described = matches!(
                    element.name.as_str(),
                    "objectClass"
                        | "interactionClass"
                        | "attribute"
                        | "parameter"
                        | "transportation"
                        | "simpleData"
                        | "enumeratedData"
                        | "arrayData"
                        | "fixedRecordData"
                );
                let name = element.part("name");
                assert!(
                    !described || name.is_empty() || !element.part("semantics").is_empty(),
                    "{name}"
                );
            }
        }
    }

    /// The dimensions of a class, attribute or interaction, as the table of facts writes them.
    fn dimensions(element: &Element) -> String {
        let names = element.all("dimensions").flat_map(|list| &list.children);
        names
            .map(|name| name.text.as_str())
            .collect::<Vec<_>>()
            .join(",")
    }

    #[test]
    fn classes_and_their_members_are_as_the_table_of_facts_says() {
        let Some(path) = shared("hla/mim.tsv") else {
            return;
        };
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let rows: Vec<BTreeMap<&str, &str>> = lines
            .map(|line| header.iter().copied().zip(line).collect())
            .collect();

        let mut compared = 0;
        for edition in BOTH {
            let file = read(edition);
            let year = if edition == OmtEdition::Hla2010 {
                "2010"
            } else {
                "2025"
            };
            for row in &rows {
                let table = match row["kind"] {
                    "objectClass" | "attribute" => "objects",
                    "interactionClass" | "parameter" => "interactions",
                    _ => continue,
                };
                if row[format!("in_{year}").as_str()] != "y" {
                    continue;
                }
                let found = class(&file, table, row["path"]);
                let path = row["path"];
                assert_eq!(found.name, row["kind"], "{path}");
                assert_eq!(
                    found.part("dataType"),
                    row[format!("datatype_{year}").as_str()],
                    "{path}"
                );
                assert_eq!(
                    dimensions(found),
                    row[format!("dimensions_{year}").as_str()],
                    "{path}"
                );
                for (part, column) in [
                    ("sharing", "sharing"),
                    ("updateType", "update_type"),
                    ("ownership", "ownership"),
                    ("transportation", "transportation"),
                    ("order", "order"),
                ] {
                    assert_eq!(found.part(part), row[column], "{path} {part}");
                }
                compared += 1;
            }
        }
        assert_eq!(compared, 4 + 45 + 85 + 101 + 4 + 59 + 93 + 126);
    }
}
