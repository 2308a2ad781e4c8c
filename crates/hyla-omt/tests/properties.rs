//! Properties of reading, writing and merging on models made at random.
#![allow(clippy::unwrap_used)]

use hyla_omt::model::{
    Attribute, DefaultRange, Dimension, EnumeratedData, Enumerator, Field, FixedRecordData,
    InteractionClass, Note, ObjectClass, ObjectModel, OmtEdition, Order, Parameter,
    ResignDirective, ServiceUse, Sharing, SimpleData, Transportation, UpdateRate, UpdateType,
};
use hyla_omt::{Module, Strictness, extend, merge, mim, read_module, write};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn edition() -> impl Strategy<Value = OmtEdition> {
    prop_oneof![Just(OmtEdition::Hla2010), Just(OmtEdition::Hla2025)]
}

/// Text with all that needs escaping, without white space at its ends.
fn text() -> impl Strategy<Value = String> {
    "[a-z<>&\"'éΩ😀]([ -~\r\n\té]{0,20}[a-z<>&\"'é😀])?"
}

fn order() -> impl Strategy<Value = Option<Order>> {
    option::of(prop_oneof![Just(Order::Receive), Just(Order::TimeStamp)])
}

fn sharing() -> impl Strategy<Value = Option<Sharing>> {
    option::of(prop::sample::select(Sharing::ALL))
}

fn transportation() -> impl Strategy<Value = Option<String>> {
    option::of(prop_oneof![
        Just("HLAreliable".to_owned()),
        Just("HLAbestEffort".to_owned())
    ])
}

fn attribute() -> impl Strategy<Value = Attribute> {
    let update = option::of(prop::sample::select(UpdateType::ALL));
    (
        update,
        sharing(),
        transportation(),
        order(),
        option::of(text()),
    )
        .prop_map(
            |(update_type, sharing, transportation, order, semantics)| Attribute {
                data_type: Some("HLAoctet".to_owned()),
                update_type,
                sharing,
                transportation,
                order,
                semantics,
                ..Attribute::default()
            },
        )
}

/// Classes as a depth-first list: each has its depth below its predecessor, its text and its attributes.
fn object_classes(prefix: &'static str) -> impl Strategy<Value = Vec<ObjectClass>> {
    vec(
        (
            0_usize..4,
            sharing(),
            option::of(text()),
            vec(attribute(), 0..3),
        ),
        0..12,
    )
    .prop_map(move |rows| {
        let mut classes = vec![ObjectClass {
            name: "HLAobjectRoot".to_owned(),
            ..ObjectClass::default()
        }];
        let mut path = vec![0];
        for (index, (depth, sharing, semantics, mut attributes)) in rows.into_iter().enumerate() {
            path.truncate(path.len().min(depth + 1));
            for (number, attribute) in attributes.iter_mut().enumerate() {
                attribute.name = format!("{prefix}_a{index}_{number}");
            }
            let (name, parent) = (format!("{prefix}{index}"), path.last().copied());
            path.push(classes.len());
            classes.push(ObjectClass {
                name,
                parent,
                sharing,
                attributes,
                semantics,
                ..ObjectClass::default()
            });
        }
        classes
    })
}

fn interaction_classes(prefix: &'static str) -> impl Strategy<Value = Vec<InteractionClass>> {
    vec((transportation(), order(), 0_usize..3), 0..6).prop_map(move |rows| {
        let root = InteractionClass {
            name: "HLAinteractionRoot".to_owned(),
            ..InteractionClass::default()
        };
        let mut classes = vec![root];
        for (index, (transportation, order, parameters)) in rows.into_iter().enumerate() {
            let parameter = |number| Parameter {
                name: format!("{prefix}_p{index}_{number}"),
                data_type: Some("HLAoctet".to_owned()),
                ..Parameter::default()
            };
            classes.push(InteractionClass {
                name: format!("{prefix}{index}"),
                parent: Some(index / 2),
                parameters: (0..parameters).map(parameter).collect(),
                transportation,
                order,
                ..InteractionClass::default()
            });
        }
        depth_first(classes)
    })
}

/// The same classes in the order of a document.
fn depth_first(classes: Vec<InteractionClass>) -> Vec<InteractionClass> {
    let mut sorted: Vec<InteractionClass> = Vec::new();
    let mut stack = vec![(0, None)];
    while let Some((old, parent)) = stack.pop() {
        let new = sorted.len();
        sorted.push(InteractionClass {
            parent,
            ..classes[old].clone()
        });
        let children = (0..classes.len())
            .rev()
            .filter(|index| classes[*index].parent == Some(old));
        stack.extend(children.map(|index| (index, Some(new))));
    }
    sorted
}

/// A model whose names start with `prefix`.
fn model(edition: OmtEdition, prefix: &'static str) -> impl Strategy<Value = ObjectModel> {
    let tables = (
        vec((option::of(1_u64..1000), any::<bool>()), 0..3),
        vec(any::<bool>(), 0..3),
        vec(1_u32..10_000, 0..3),
        vec(text(), 0..3),
    );
    let types = (
        vec(option::of(text()), 0..3),
        vec(vec(-5_i64..5, 0..3), 0..4),
        vec(option::of(text()), 0..4),
    );
    let switches = (
        option::of(any::<bool>()),
        option::of(prop::sample::select(ResignDirective::ALL)),
    );
    (
        object_classes(prefix),
        interaction_classes(prefix),
        tables,
        types,
        switches,
        option::of(text()),
    )
        .prop_map(
            move |(
                objects,
                interactions,
                (dimensions, transports, rates, notes),
                (simple, values, fields),
                switches,
                about,
            )| {
                let mut model = ObjectModel::new(edition);
                model.identification.description = about;
                model.object_classes = objects;
                model.interaction_classes = interactions;
                let name = |kind: &str, index: usize| format!("{prefix}_{kind}{index}");
                for (index, (upper_bound, excluded)) in dimensions.into_iter().enumerate() {
                    let range = upper_bound.map(|upper| DefaultRange::Range {
                        lower: upper / 2,
                        upper,
                    });
                    model.dimensions.push(Dimension {
                        name: name("d", index),
                        upper_bound,
                        value: if excluded {
                            Some(DefaultRange::Excluded)
                        } else {
                            range
                        },
                        ..Dimension::default()
                    });
                }
                for (index, reliable) in transports.into_iter().enumerate() {
                    model.transportations.push(Transportation {
                        name: name("t", index),
                        reliable,
                        ..Default::default()
                    });
                }
                for (index, rate) in rates.into_iter().enumerate() {
                    let rate_hz = f64::from(rate) / 7.0;
                    model.update_rates.push(UpdateRate {
                        name: name("r", index),
                        rate_hz,
                        ..Default::default()
                    });
                }
                for (index, text) in notes.into_iter().enumerate() {
                    let label = name("n", index);
                    if let Some(class) = model.object_classes.get_mut(index + 1) {
                        class.notes.push(label.clone());
                    }
                    model.notes.push(Note {
                        label,
                        semantics: Some(text),
                        ..Note::default()
                    });
                }
                for (index, units) in simple.into_iter().enumerate() {
                    let representation = Some("HLAoctet".to_owned());
                    let row = SimpleData {
                        name: name("s", index),
                        representation,
                        units,
                        ..Default::default()
                    };
                    model.data_types.simple.push(row);
                }
                let enumerators =
                    values
                        .into_iter()
                        .enumerate()
                        .map(|(index, values)| Enumerator {
                            name: name("e", index),
                            values: values
                                .iter()
                                .map(|value| (value + 100 * index as i64).to_string())
                                .collect(),
                            ..Enumerator::default()
                        });
                let enumerators = enumerators.collect();
                let row = EnumeratedData {
                    name: name("E", 0),
                    enumerators,
                    ..EnumeratedData::default()
                };
                model.data_types.enumerated.push(row);
                let fields = fields
                    .into_iter()
                    .enumerate()
                    .map(|(index, semantics)| Field {
                        name: name("f", index),
                        data_type: Some("HLAoctet".to_owned()),
                        semantics,
                        ..Field::default()
                    });
                let row = FixedRecordData {
                    name: name("F", 0),
                    fields: fields.collect(),
                    ..Default::default()
                };
                model.data_types.fixed_record.push(row);
                (
                    model.switches.auto_provide,
                    model.switches.automatic_resign_action,
                ) = switches;
                model.service_utilization.push(ServiceUse {
                    service: format!("{prefix}service"),
                    section: "4.2".to_owned(),
                    is_used: true,
                    ..ServiceUse::default()
                });
                model
            },
        )
}

fn models(
    prefixes: [&'static str; 2],
) -> impl Strategy<Value = (OmtEdition, ObjectModel, ObjectModel)> {
    edition().prop_flat_map(move |edition| {
        (
            Just(edition),
            model(edition, prefixes[0]),
            model(edition, prefixes[1]),
        )
    })
}

fn module(name: &str, model: &ObjectModel) -> Module {
    read_module(name, write(model).as_bytes(), Strictness::Lenient).unwrap()
}

/// Content of a merged model, independent of the order of its rows.
fn sorted(model: &ObjectModel) -> Vec<String> {
    let mut said = Vec::new();
    for (index, class) in model.object_classes.iter().enumerate() {
        let class = ObjectClass {
            parent: None,
            ..class.clone()
        };
        said.push(format!("{} {class:?}", model.object_class_path(index)));
    }
    for (index, class) in model.interaction_classes.iter().enumerate() {
        let class = InteractionClass {
            parent: None,
            ..class.clone()
        };
        said.push(format!("{} {class:?}", model.interaction_class_path(index)));
    }
    said.extend(model.dimensions.iter().map(|row| format!("{row:?}")));
    said.extend(model.transportations.iter().map(|row| format!("{row:?}")));
    said.extend(model.update_rates.iter().map(|row| format!("{row:?}")));
    said.extend(
        model
            .data_types
            .names()
            .map(|(name, kind, _)| format!("{name} {kind:?}")),
    );
    said.extend(model.notes.iter().map(|row| format!("{row:?}")));
    said.extend(
        model
            .service_utilization
            .iter()
            .map(|row| format!("{row:?}")),
    );
    // Origins have the number of the module, which follows the order.
    let place = |said: &String| {
        said.split("origin: Origin")
            .map(|part| {
                part.strip_prefix(" { module: ")
                    .and_then(|rest| rest.split_once('}'))
                    .map_or(part, |(_, rest)| rest)
            })
            .collect::<Vec<_>>()
            .concat()
    };
    let mut said: Vec<String> = said.iter().map(place).collect();
    said.sort();
    said
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_model_survives_being_written_and_read((_, model, _) in models(["A", "B"])) {
        let text = write(&model);

        let read = read_module("m.xml", text.as_bytes(), Strictness::Lenient).unwrap();

        prop_assert_eq!(&read.warnings, &[]);
        prop_assert_eq!(read.model, model);
    }

    #[test]
    fn merging_a_module_twice_changes_nothing((edition, model, _) in models(["A", "B"])) {
        let one = module("one.xml", &model);
        // Another file with the same content as a model.
        let same = read_module("same.xml", format!("{}<!-- -->", write(&model)).as_bytes(), Strictness::Lenient).unwrap();

        let once = merge(mim::standard(edition), std::slice::from_ref(&one)).unwrap();
        let mut twice = merge(mim::standard(edition), &[one, same]).unwrap();

        let reference = twice.identification.references.pop().unwrap();
        prop_assert_eq!(reference.identification.as_deref(), Some("same.xml"));
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn the_order_of_modules_without_common_names_does_not_matter((edition, a, b) in models(["A", "B"])) {
        let (a, b) = (module("a.xml", &a), module("b.xml", &b));

        let one = merge(mim::standard(edition), &[a.clone(), b.clone()]).unwrap();
        let other = merge(mim::standard(edition), &[b, a]).unwrap();

        prop_assert_eq!(sorted(&one), sorted(&other));
    }

    #[test]
    fn a_join_moves_nothing_that_was_there((edition, a, b) in models(["A", "B"])) {
        let (a, b) = (module("a.xml", &a), module("b.xml", &b));
        let before = merge(mim::standard(edition), std::slice::from_ref(&a)).unwrap();

        let after = extend(&before, std::slice::from_ref(&b)).unwrap();

        for (old, new) in before.object_classes.iter().zip(&after.object_classes) {
            prop_assert_eq!((&old.name, old.parent), (&new.name, new.parent));
            prop_assert!(new.attributes.starts_with(&old.attributes));
        }
        for (old, new) in before.interaction_classes.iter().zip(&after.interaction_classes) {
            prop_assert_eq!((&old.name, old.parent), (&new.name, new.parent));
        }
        prop_assert!(after.dimensions.starts_with(&before.dimensions));
        prop_assert!(after.transportations.starts_with(&before.transportations));
        let mut at_once = merge(mim::standard(edition), &[a, b]).unwrap();
        at_once.switches = before.switches.clone();
        prop_assert_eq!(after, at_once);
    }

    #[test]
    fn models_of_the_same_names_merge_or_are_refused_but_never_panic((edition, a, b) in models(["A", "A"])) {
        let (a, b) = (module("a.xml", &a), module("b.xml", &b));

        if let Err(error) = merge(mim::standard(edition), &[a, b]) {
            prop_assert!(error.errors().all(|finding| finding.place.line > 0), "{}", error);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in vec(any::<u8>(), 0..300)) {
        let _ = read_module("m", &bytes, Strictness::Strict);
    }

    #[test]
    fn random_markup_never_panics(text in "(<[/!?]?[a-z:]{0,3}( [a-z:]{0,6}=?['\"]?)?[/?]?>|[&;()a-z\"'\\[\\]]|<!\\[CDATA\\[|&#x?[0-9a-f]{0,6};){0,40}") {
        for start in ["", "(FED ", "<objectModel>", "<?xml version='1.0'?>"] {
            let _ = read_module("m", format!("{start}{text}").as_bytes(), Strictness::Lenient);
        }
    }

    #[test]
    fn damaged_modules_never_panic((_, model, _) in models(["A", "B"]), cut in any::<prop::sample::Index>(), byte: u8, how in 0..3) {
        let mut bytes = write(&model).into_bytes();
        let (whole, at) = (bytes.len(), cut.index(bytes.len()));
        match how {
            0 => bytes.truncate(at),
            1 => bytes[at] = byte,
            _ => bytes.insert(at, byte),
        }
        let damaged = read_module("m", &bytes, Strictness::Lenient);
        // Without its last line end a document is still complete.
        if how == 0 && at + 1 < whole {
            prop_assert!(damaged.is_err());
        } else if let Ok(module) = damaged {
            let _ = merge(mim::standard(OmtEdition::Hla2025), &[module]);
        }
    }
}
