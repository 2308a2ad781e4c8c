//! Names of IDL as names of Rust.

use crate::model::{DefId, Kind, Model};

const RESERVED: [&str; 41] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "try", "type", "unsafe", "use",
];
const MORE: [&str; 7] = [
    "typeof", "unsized", "virtual", "where", "while", "yield", "true",
];
/// These have no raw form.
const NEVER: [&str; 4] = ["self", "Self", "super", "crate"];

/// A valid Rust name.
pub(super) fn escape(name: &str) -> String {
    if NEVER.contains(&name) {
        return format!("{name}_");
    }
    if RESERVED.contains(&name) || MORE.contains(&name) {
        return format!("r#{name}");
    }
    name.to_owned()
}

/// Name of a definition within its module: prefixed with the names of other enclosing definitions.
pub(super) fn flat(model: &Model, id: DefId) -> String {
    let mut parts = vec![model[id].name.as_str()];
    let mut parent = model[id].parent;
    while let Some(id) = parent.filter(|&id| !matches!(model[id].kind, Kind::Module(_))) {
        parts.push(&model[id].name);
        parent = model[id].parent;
    }
    parts.reverse();
    escape(&parts.join("_"))
}

/// Modules around a definition, the outermost first.
pub(super) fn modules(model: &Model, id: DefId) -> Vec<DefId> {
    let mut around = Vec::new();
    let mut parent = model[id].parent;
    while let Some(id) = parent {
        if matches!(model[id].kind, Kind::Module(_)) {
            around.push(id);
        }
        parent = model[id].parent;
    }
    around.reverse();
    around
}
