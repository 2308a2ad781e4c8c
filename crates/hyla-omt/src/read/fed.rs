//! Reads the FED files of HLA 1.3 into the model of 1516.
//!
//! Roots and `privilegeToDelete` get their 1516 names. A routing space `S` with dimensions `D1`, `D2` becomes
//! the dimensions `S_D1` and `S_D2`, available for every attribute or interaction class that names `S`.
//! `Manager` and `RTIprivate` stay ordinary classes: a federate of 1.3 finds what its file names.

use super::fed_grammar;
use super::fed_tokens::{FedError, List, Word, parse};
use super::names;
use crate::model::{
    Attribute, Dimension, INTERACTION_ROOT, InteractionClass, OBJECT_ROOT, ObjectClass,
    ObjectModel, OmtEdition, Order, Origin, Parameter,
};
use std::collections::{HashMap, HashSet};

/// Extents of 1.3 are 32 bits wide.
const UPPER_BOUND: u64 = u32::MAX as u64;

/// Dimensions of each routing space.
type Spaces<'a> = HashMap<&'a str, Vec<String>>;

/// Reads a whole FED file. The second part of the result holds the places that stray from the grammar but do no
/// harm: text that belongs to nothing, comments of other languages.
pub(super) fn read(source: &str) -> Result<(ObjectModel, Vec<FedError>), FedError> {
    let (fed, mut strays) = parse(source)?;
    if !fed.is("FED") {
        return Err(fed.error("a FED file starts with `(FED`"));
    }
    let mut model = ObjectModel::new(OmtEdition::Hla13);
    check_version(&fed)?;
    let federation = fed
        .lists_named("Federation")
        .next()
        .and_then(|list| list.words().nth(1));
    model.identification.name = federation.map(|name| name.text.to_owned());
    let mut spaces = Spaces::new();
    for list in fed.lists_named("spaces") {
        read_spaces(list, &mut spaces, &mut model.dimensions)?;
    }
    let objects = one(&fed, "objects")?;
    let roots: Vec<_> = objects.lists_named("class").collect();
    let root = single_root(objects, &roots, "ObjectRoot")?;
    object_class(
        root,
        None,
        &spaces,
        &mut HashSet::new(),
        &mut model.object_classes,
    )?;
    let interactions = one(&fed, "interactions")?;
    let roots: Vec<_> = interactions.lists_named("class").collect();
    let root = single_root(interactions, &roots, "InteractionRoot")?;
    interaction_class(
        root,
        None,
        &spaces,
        &mut HashSet::new(),
        &mut model.interaction_classes,
    )?;
    fed_grammar::check(&fed, &mut strays);
    strays.sort_by_key(|stray| (stray.line, stray.column));
    Ok((model, strays))
}

fn check_version(fed: &List<'_>) -> Result<(), FedError> {
    let Some(list) = fed.lists_named("FEDversion").next() else {
        return Err(fed.error("`(FEDversion v1.3)` is missing"));
    };
    let version = list
        .words()
        .nth(1)
        .map(|word| word.text.to_ascii_lowercase());
    match version.as_deref() {
        Some("v1.3" | "1.3" | "v1_3" | "1_3") => Ok(()),
        _ => Err(list.error("the version of the FED format has to be v1.3")),
    }
}

fn one<'l, 'a>(fed: &'l List<'a>, keyword: &str) -> Result<&'l List<'a>, FedError> {
    let mut lists = fed.lists_named(keyword);
    let Some(list) = lists.next() else {
        return Err(fed.error(format!("`({keyword} ...)` is missing")));
    };
    match lists.next() {
        Some(second) => Err(second.error(format!("a second `({keyword} ...)`"))),
        None => Ok(list),
    }
}

fn single_root<'l, 'a>(
    table: &List<'a>,
    roots: &[&'l List<'a>],
    expected: &str,
) -> Result<&'l List<'a>, FedError> {
    match roots {
        [root] if name(root)?.text == expected => Ok(root),
        [root] => Err(root.error(format!("the root class has to be `{expected}`"))),
        [] => Err(table.error(format!("the root class `{expected}` is missing"))),
        [_, second, ..] => Err(second.error("a second root class")),
    }
}

fn read_spaces<'a>(
    list: &List<'a>,
    spaces: &mut Spaces<'a>,
    dimensions: &mut Vec<Dimension>,
) -> Result<(), FedError> {
    let mut names: HashSet<String> = dimensions.iter().map(|known| known.name.clone()).collect();
    for space in list.lists_named("space") {
        let space_name = name(space)?;
        let mut of_space: Vec<String> = Vec::new();
        for dimension in space.lists_named("dimension") {
            let full_name = format!("{}_{}", space_name.text, name(dimension)?.text);
            if !names.insert(full_name.clone()) {
                return Err(dimension.error(format!("dimension `{full_name}` is defined twice")));
            }
            of_space.push(full_name.clone());
            dimensions.push(Dimension {
                name: full_name,
                upper_bound: Some(UPPER_BOUND),
                origin: origin(dimension),
                ..Dimension::default()
            });
        }
        if spaces.insert(space_name.text, of_space).is_some() {
            return Err(space.error(format!(
                "routing space `{}` is defined twice",
                space_name.text
            )));
        }
    }
    Ok(())
}

fn object_class<'a>(
    list: &List<'a>,
    parent: Option<usize>,
    spaces: &Spaces<'a>,
    inherited: &mut HashSet<String>,
    classes: &mut Vec<ObjectClass>,
) -> Result<(), FedError> {
    let mut own = Vec::new();
    let mut attributes = Vec::new();
    for item in list.lists_named("attribute") {
        let attribute = attribute(item, spaces)?;
        note_member(item, &attribute.name, inherited, &mut own)?;
        attributes.push(attribute);
    }
    let index = classes.len();
    classes.push(ObjectClass {
        name: class_name(list, parent, "ObjectRoot", OBJECT_ROOT)?,
        parent,
        attributes,
        origin: origin(list),
        ..ObjectClass::default()
    });
    check_siblings(list)?;
    for subclass in list.lists_named("class") {
        object_class(subclass, Some(index), spaces, inherited, classes)?;
    }
    own.iter().for_each(|name| {
        inherited.remove(name);
    });
    Ok(())
}

fn attribute<'a>(list: &List<'a>, spaces: &Spaces<'a>) -> Result<Attribute, FedError> {
    let words: Vec<Word<'a>> = list.words().collect();
    let [_, _, transportation_word, order_word, space @ ..] = words.as_slice() else {
        return Err(list.error("an attribute needs a name, a transportation and an order"));
    };
    let name = match name(list)?.text {
        "privilegeToDelete" => "HLAprivilegeToDeleteObject",
        other => other,
    };
    Ok(Attribute {
        name: name.to_owned(),
        dimensions: dimensions(space.first(), spaces)?,
        transportation: Some(transportation(transportation_word)?),
        order: Some(order(order_word)?),
        origin: origin(list),
        ..Attribute::default()
    })
}

fn interaction_class<'a>(
    list: &List<'a>,
    parent: Option<usize>,
    spaces: &Spaces<'a>,
    inherited: &mut HashSet<String>,
    classes: &mut Vec<InteractionClass>,
) -> Result<(), FedError> {
    let words: Vec<Word<'a>> = list.words().collect();
    let [_, _, transportation_word, order_word, space @ ..] = words.as_slice() else {
        return Err(list.error("an interaction class needs a name, a transportation and an order"));
    };
    let mut own = Vec::new();
    let mut parameters = Vec::new();
    for item in list.lists_named("parameter") {
        let name = name(item)?.text;
        note_member(item, name, inherited, &mut own)?;
        parameters.push(Parameter {
            name: name.to_owned(),
            origin: origin(item),
            ..Parameter::default()
        });
    }
    let index = classes.len();
    classes.push(InteractionClass {
        name: class_name(list, parent, "InteractionRoot", INTERACTION_ROOT)?,
        parent,
        parameters,
        dimensions: dimensions(space.first(), spaces)?,
        transportation: Some(transportation(transportation_word)?),
        order: Some(order(order_word)?),
        origin: origin(list),
        ..InteractionClass::default()
    });
    check_siblings(list)?;
    for subclass in list.lists_named("class") {
        interaction_class(subclass, Some(index), spaces, inherited, classes)?;
    }
    own.iter().for_each(|name| {
        inherited.remove(name);
    });
    Ok(())
}

fn class_name(
    list: &List<'_>,
    parent: Option<usize>,
    old_root: &str,
    new_root: &str,
) -> Result<String, FedError> {
    let name = name(list)?.text;
    let name = if parent.is_none() && name == old_root {
        new_root
    } else {
        name
    };
    Ok(name.to_owned())
}

/// The name behind the keyword.
fn name<'a>(list: &List<'a>) -> Result<Word<'a>, FedError> {
    let Some(name) = list.words().nth(1) else {
        return Err(list.error(format!(
            "`({}` without a name",
            list.keyword().unwrap_or_default()
        )));
    };
    if !names::is_nc_name(name.text) || name.text.contains('.') {
        return Err(name.error(format!("`{}` is no name", name.text)));
    }
    Ok(name)
}

fn note_member(
    list: &List<'_>,
    name: &str,
    inherited: &mut HashSet<String>,
    own: &mut Vec<String>,
) -> Result<(), FedError> {
    if !inherited.insert(name.to_owned()) {
        return Err(list.error(format!(
            "`{name}` is defined in this class or a superclass already"
        )));
    }
    own.push(name.to_owned());
    Ok(())
}

fn check_siblings(list: &List<'_>) -> Result<(), FedError> {
    let mut seen = HashSet::new();
    for subclass in list.lists_named("class") {
        let name = name(subclass)?;
        if !seen.insert(name.text) {
            return Err(name.error(format!("class `{}` is defined twice", name.text)));
        }
    }
    Ok(())
}

fn transportation(word: &Word<'_>) -> Result<String, FedError> {
    match word.text.to_ascii_lowercase().as_str() {
        "reliable" => Ok("HLAreliable".to_owned()),
        "best_effort" => Ok("HLAbestEffort".to_owned()),
        _ => Err(word.error(format!(
            "`{}` is neither `reliable` nor `best_effort`",
            word.text
        ))),
    }
}

fn order(word: &Word<'_>) -> Result<Order, FedError> {
    match word.text.to_ascii_lowercase().as_str() {
        "receive" => Ok(Order::Receive),
        "timestamp" => Ok(Order::TimeStamp),
        _ => Err(word.error(format!(
            "`{}` is neither `receive` nor `timestamp`",
            word.text
        ))),
    }
}

fn dimensions<'a>(space: Option<&Word<'a>>, spaces: &Spaces<'a>) -> Result<Vec<String>, FedError> {
    let Some(space) = space else {
        return Ok(Vec::new());
    };
    match spaces.get(space.text) {
        Some(dimensions) => Ok(dimensions.clone()),
        None => Err(space.error(format!("routing space `{}` is not declared", space.text))),
    }
}

fn origin(list: &List<'_>) -> Origin {
    Origin {
        module: 0,
        line: list.line,
        column: list.column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUSHI: &str = r#"
;; a small federation
(FED
  (Federation "Restaurant") (FEDversion v1.3)
  (Federate "fed" "Public") (unknown (thing))
  (spaces (space Area (dimension X) (dimension Y)))
  (objects
    (class ObjectRoot
      (attribute privilegeToDelete RELIABLE timestamp)
      (class RTIprivate)
      (class Food (sec_level "Public")
        (class Drink (attribute flavor reliable receive))
        (attribute timestamp best_effort Receive Area))))
  (interactions
    (class InteractionRoot BEST_EFFORT RECEIVE
      (class Serve reliable timestamp Area (parameter waiter) (parameter guest)))))
"#;

    fn refused(change: &str, to: &str) -> FedError {
        let source = SUSHI.replace(change, to);
        assert_ne!(source, SUSHI, "the change applies");
        read(&source).unwrap_err()
    }

    #[test]
    fn a_fed_file_becomes_a_model_of_1516() {
        let (model, _) = read(SUSHI).unwrap();

        assert_eq!(model.edition, OmtEdition::Hla13);
        assert_eq!(model.identification.name.as_deref(), Some("Restaurant"));
        let root = &model.object_classes[0];
        assert_eq!(
            (root.name.as_str(), root.attributes[0].name.as_str()),
            ("HLAobjectRoot", "HLAprivilegeToDeleteObject")
        );
        let food = &model.object_classes[model.find_object_class("Food").unwrap()];
        assert_eq!(food.attributes[0].name, "timestamp");
        assert_eq!(food.attributes[0].dimensions, ["Area_X", "Area_Y"]);
        assert_eq!(
            food.attributes[0].transportation.as_deref(),
            Some("HLAbestEffort")
        );
        assert!(model.find_object_class("Food.Drink").is_some());
        let serve = &model.interaction_classes[model.find_interaction_class("Serve").unwrap()];
        assert_eq!(serve.order, Some(Order::TimeStamp));
        assert_eq!(serve.parameters.len(), 2);
        assert_eq!(model.dimensions[1].upper_bound, Some(4_294_967_295));
        assert_eq!((serve.origin.line, serve.origin.column), (16, 7));
    }

    #[test]
    fn errors_of_a_fed_file_name_their_place() {
        let error = refused("best_effort Receive Area", "best_effort Receive Sea");

        assert_eq!((error.line, error.column), (13, 50));
        assert!(error.text.contains("`Sea`"), "{}", error.text);
    }

    #[test]
    fn what_the_grammar_forbids_is_refused() {
        assert!(
            refused("reliable receive", "fast receive")
                .text
                .contains("`fast`")
        );
        assert!(
            refused("reliable receive", "reliable soon")
                .text
                .contains("`soon`")
        );
        assert!(
            refused("(class Food", "((class Food")
                .text
                .contains("never closed")
        );
        assert!(
            refused("(parameter guest)))))", "(parameter guest))))))")
                .text
                .contains("behind")
        );
        assert!(refused("\"Restaurant\"", "\"Restaurant").text.len() > 5);
        assert!(refused("v1.3", "v9").text.contains("version"));
        assert!(refused("guest", "waiter").text.contains("already"));
        assert!(refused("flavor", "timestamp").text.contains("already"));
        assert!(
            refused("(class RTIprivate)", "(class Food)")
                .text
                .contains("twice")
        );
        assert!(read(&"(".repeat(1000)).unwrap_err().text.contains("nested"));
    }
}
