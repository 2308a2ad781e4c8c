//! Data types without finite values, since each value would contain another one.

use crate::model::{DataTypeKind, DataTypes, Origin};
use std::collections::{HashMap, HashSet};

/// A type that contains itself endlessly.
pub(super) struct Cycle<'m> {
    pub(super) name: &'m str,
    pub(super) kind: DataTypeKind,
    pub(super) origin: Origin,
    /// Path from the type through its parts back to it.
    pub(super) steps: String,
}

/// Minimal parts of a type's value.
enum Parts<'m> {
    /// A value of each of these types.
    All(Vec<&'m str>),
    /// A value of one of these types.
    OneOf(Vec<&'m str>),
}

impl<'m> Parts<'m> {
    fn of(&self) -> &[&'m str] {
        match self {
            Self::All(types) | Self::OneOf(types) => types,
        }
    }
}

/// One cycle for each set of types that contain each other without end. An array that may be empty and an
/// alternative that contains something else end a recursion, as in trees.
pub(super) fn endless(types: &DataTypes) -> Vec<Cycle<'_>> {
    let parts = parts(types);
    let mut finite: HashSet<&str> = HashSet::new();
    let is_finite = |finite: &HashSet<&str>, name: &str| {
        // Basic data, simple types and undefined names are not among the parts.
        finite.contains(name) || !parts.contains_key(name)
    };
    // Each type waits for its parts; a type that turns out to be finite wakes those that contain it.
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, parts) in &parts {
        for part in parts.of() {
            users.entry(part).or_default().push(name);
        }
    }
    let mut waiting: Vec<&str> = parts.keys().copied().collect();
    while let Some(name) = waiting.pop() {
        let now_finite = match &parts[name] {
            Parts::All(types) => types.iter().all(|part| is_finite(&finite, part)),
            Parts::OneOf(types) => types.iter().any(|part| is_finite(&finite, part)),
        };
        if now_finite && finite.insert(name) {
            let users = users.get(name).into_iter().flatten();
            waiting.extend(users.filter(|user| !finite.contains(*user)));
        }
    }
    let rows: HashMap<&str, (DataTypeKind, Origin)> = types
        .names()
        .map(|(name, kind, origin)| (name, (kind, origin)))
        .collect();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut cycles = Vec::new();
    for (name, ..) in types.names() {
        if is_finite(&finite, name) || seen.contains(name) {
            continue;
        }
        // Every infinite type contains another one: the path ends in a cycle.
        let mut way = vec![name];
        let mut places = HashMap::from([(name, 0)]);
        seen.insert(name);
        let mut at = name;
        while let Some(next) = parts[at]
            .of()
            .iter()
            .find(|part| !is_finite(&finite, part))
            .copied()
        {
            if let Some(&start) = places.get(next) {
                let steps = way[start..].iter().chain([&next]);
                // A message shows some of them.
                let shown: Vec<String> = steps.take(10).map(|step| format!("`{step}`")).collect();
                let (kind, origin) = rows[next];
                cycles.push(Cycle {
                    name: next,
                    kind,
                    origin,
                    steps: shown.join(" contains "),
                });
                break;
            }
            if !seen.insert(next) {
                // Leads to a known cycle.
                break;
            }
            places.insert(next, way.len());
            way.push(next);
            at = next;
        }
    }
    cycles
}

fn parts(types: &DataTypes) -> HashMap<&str, Parts<'_>> {
    let mut parts: HashMap<&str, Parts<'_>> = HashMap::new();
    for row in &types.array {
        let element = row.data_type.as_deref().filter(|_| {
            let cardinality = row.cardinality.as_deref().unwrap_or("Dynamic");
            !cardinality.split(',').any(may_be_zero)
        });
        parts.insert(&row.name, Parts::All(element.into_iter().collect()));
    }
    for row in &types.fixed_record {
        let fields = row.fields.iter();
        let fields = fields.filter_map(|field| field.data_type.as_deref());
        parts.insert(&row.name, Parts::All(fields.collect()));
    }
    for row in &types.variant_record {
        let alternatives = row.alternatives.iter();
        let alternatives: Vec<&str> = alternatives
            .map(|row| row.data_type.as_deref().unwrap_or("NA"))
            .collect();
        // A discriminant without alternatives is a value.
        let rule = if alternatives.is_empty() {
            Parts::All
        } else {
            Parts::OneOf
        };
        parts.insert(&row.name, rule(alternatives));
    }
    parts
}

fn may_be_zero(cardinality: &str) -> bool {
    let cardinality = cardinality.trim();
    let least = match cardinality.strip_prefix('[') {
        Some(range) => range.split("..").next().unwrap_or_default().trim(),
        None => cardinality,
    };
    // `Dynamic`, and what is not understood.
    least.parse::<u64>().map_or(true, |least| least == 0)
}
