//! `use` lines of a Rust file: of names that may be used, those that are.

use std::collections::BTreeSet;

/// Names by the module that they come from, as `("crate::call", &["call", "get"])`.
pub type Names = (&'static str, &'static [&'static str]);

/// One `use` line for each module of which `code` uses a name, with an empty line between the standard library, other
/// crates and this one. Comments do not count.
#[must_use]
pub fn uses(code: &str, names: &[Names]) -> String {
    let words = words(code);
    let mut groups = [const { String::new() }; 3];
    for (module, names) in names {
        let names = names.iter().copied();
        let used: Vec<&str> = names.filter(|name| words.contains(name)).collect();
        let group = match module.split("::").next() {
            Some("std") => &mut groups[0],
            Some("crate" | "super") => &mut groups[2],
            _ => &mut groups[1],
        };
        match used[..] {
            [] => {}
            [one] => *group += &format!("use {module}::{one};\n"),
            _ => *group += &format!("use {module}::{{{}}};\n", used.join(", ")),
        }
    }
    let groups = groups.into_iter().filter(|lines| !lines.is_empty());
    groups.collect::<Vec<_>>().join("\n")
}

/// Words that stand alone: `b` of `a::b` and of `a.b` belongs to `a`.
fn words(code: &str) -> BTreeSet<&str> {
    let lines = code.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.starts_with("//"));
    lines.flat_map(words_of_line).collect()
}

fn words_of_line(line: &str) -> impl Iterator<Item = &str> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let words = line.split(move |c| !is_letter(c));
    words.filter(move |word| {
        let start = word.as_ptr().addr() - line.as_ptr().addr();
        !line[..start].ends_with("::") && !line[..start].ends_with('.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_in_code_are_imported() {
        let code = "/// As `get`, but B.\nfn f() { call(A.B, A::get) }";

        let used = uses(
            code,
            &[("crate::c", &["call", "get"]), ("d", &["B"]), ("e", &["A"])],
        );

        assert_eq!(used, "use e::A;\n\nuse crate::c::call;\n");
    }
}
