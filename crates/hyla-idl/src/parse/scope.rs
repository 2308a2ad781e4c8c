//! Scopes of names. Names that differ only in case collide.

use std::collections::HashMap;

use crate::model::{DefId, Kind};
use crate::parse::cursor::Name;
use crate::parse::{Parser, Reported};

/// Names of one module, interface, struct, union, exception, operation or value type, or of no module.
#[derive(Debug, Default)]
pub(super) struct Scope {
    parent: Option<usize>,
    pub(super) owner: Option<DefId>,
    names: HashMap<String, Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    spelling: String,
    what: NameMeaning,
}

/// Meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameMeaning {
    Definition(DefId),
    /// A member, operation, attribute or parameter.
    Member,
    /// A name of an enclosing scope that was used here: it must not be redefined.
    Used(DefId),
}

impl Parser {
    fn current(&self) -> usize {
        *self.stack.last().expect("the scope of no module stays")
    }

    /// Opens the scope of `owner`, or reopens it.
    pub(super) fn open(&mut self, owner: Option<DefId>, name: &str) {
        let parent = self.current();
        let known = owner.and_then(|owner| self.scope_of.get(&owner).copied());
        let scope = known.unwrap_or_else(|| {
            self.scopes.push(Scope {
                parent: Some(parent),
                owner,
                names: HashMap::new(),
            });
            let scope = self.scopes.len() - 1;
            if let Some(owner) = owner {
                self.scope_of.insert(owner, scope);
            }
            scope
        });
        self.stack.push(scope);
        let prefix = self.prefixed(name);
        self.prefixes.push(prefix);
    }

    pub(super) fn close(&mut self) {
        self.stack.pop();
        self.prefixes.pop();
    }

    /// Prefix of a repository identifier: from `#pragma prefix` and enclosing names.
    pub(super) fn prefixed(&self, name: &str) -> String {
        match self.prefixes.last().map(String::as_str) {
            None | Some("") => name.to_owned(),
            Some(prefix) => format!("{prefix}/{name}"),
        }
    }

    /// The definition of that name in the current scope.
    pub(super) fn here(&self, name: &str) -> Option<DefId> {
        let entry = self.scopes[self.current()]
            .names
            .get(&name.to_ascii_lowercase())?;
        match entry.what {
            NameMeaning::Definition(id) if entry.spelling == name => Some(id),
            _ => None,
        }
    }

    pub(super) fn owner(&self) -> Option<DefId> {
        self.scopes[self.current()].owner
    }

    /// The enclosing definition, also from the parameters of an operation.
    pub(super) fn nearest_owner(&self) -> Option<DefId> {
        let open = self.stack.iter().rev();
        open.filter_map(|&scope| self.scopes[scope].owner).next()
    }

    /// Enters a definition of the current scope.
    pub(super) fn enter(&mut self, name: &Name, id: DefId) {
        self.declare(name, NameMeaning::Definition(id));
    }

    /// Enters the name of a member, operation, attribute or parameter.
    pub(super) fn enter_member(&mut self, name: &Name) {
        self.declare(name, NameMeaning::Member);
    }

    fn declare(&mut self, name: &Name, what: NameMeaning) {
        let scope = self.current();
        let key = name.text.to_ascii_lowercase();
        // A member must not have the name of its scope.
        let own = self.scopes[scope]
            .owner
            .filter(|&owner| !matches!(self.model[owner].kind, Kind::Enum(_)))
            .map(|owner| self.model[owner].name.clone());
        if own.is_some_and(|own| own.eq_ignore_ascii_case(&name.text))
            && what != NameMeaning::Member
        {
            let message = format!("`{}` has the name of what surrounds it", name.text);
            self.wrong(name.at, message);
        }
        let entry = Entry {
            spelling: name.text.clone(),
            what,
        };
        if let Some(earlier) = self.scopes[scope].names.insert(key, entry) {
            let message = match earlier.what {
                NameMeaning::Used(id) => format!(
                    "`{}` was used before in this scope with another meaning: {}",
                    name.text,
                    self.model.scoped_name(id)
                ),
                _ if earlier.spelling == name.text => {
                    format!("`{}` is defined twice in this scope", name.text)
                }
                _ => format!(
                    "`{}` and `{}` differ only in case",
                    name.text, earlier.spelling
                ),
            };
            self.wrong(name.at, message);
        }
    }

    /// Resolves a scoped name: parts between `::`, from the outermost scope if `is_global`.
    pub(super) fn look_up(&mut self, parts: &[Name], is_global: bool) -> Result<DefId, Reported> {
        let (first, rest) = parts.split_first().expect("a name has a part");
        let mut found = if is_global {
            self.inside(0, first)?
        } else {
            let mut scope = Some(self.current());
            let mut found = None;
            while let (None, Some(at)) = (found, scope) {
                found = self.inside(at, first)?;
                scope = self.scopes[at].parent;
            }
            if let Some(id) = found {
                self.remember(first, id);
            }
            found
        };
        let mut last = first;
        for part in rest {
            let Some(id) = found else { break };
            last = part;
            let Some(&scope) = self.scope_of.get(&self.behind_alias(id)) else {
                let message = format!("`{}` contains no names", self.model.scoped_name(id));
                return Err(self.wrong(part.at, message));
            };
            found = self.inside(scope, part)?;
        }
        found.ok_or_else(|| {
            let message = format!("`{}` is not defined", last.text);
            self.wrong(last.at, message)
        })
    }

    fn behind_alias(&self, id: DefId) -> DefId {
        match self.model.resolve(&crate::Type::Named(id)) {
            crate::Type::Named(id) => *id,
            _ => id,
        }
    }

    /// Records a name found outside, which must not be redefined here.
    fn remember(&mut self, name: &Name, id: DefId) {
        let scope = self.current();
        let key = name.text.to_ascii_lowercase();
        let entry = Entry {
            spelling: name.text.clone(),
            what: NameMeaning::Used(id),
        };
        self.scopes[scope].names.entry(key).or_insert(entry);
    }

    /// A name of one scope, including inherited ones of an interface.
    fn inside(&mut self, scope: usize, name: &Name) -> Result<Option<DefId>, Reported> {
        let entry = self.scopes[scope]
            .names
            .get(&name.text.to_ascii_lowercase());
        match entry.cloned() {
            Some(Entry {
                what: NameMeaning::Used(id) | NameMeaning::Definition(id),
                spelling,
            }) => {
                if spelling != name.text {
                    let message = format!("`{}` is defined as `{spelling}`", name.text);
                    self.wrong(name.at, message);
                }
                return Ok(Some(id));
            }
            Some(Entry {
                what: NameMeaning::Member,
                ..
            }) => {
                let message = format!(
                    "`{}` is a member, parameter, operation or attribute here, not a type or constant",
                    name.text
                );
                return Err(self.wrong(name.at, message));
            }
            None => {}
        }
        let Some(owner) = self.scopes[scope].owner else {
            return Ok(None);
        };
        let mut found: Option<DefId> = None;
        let mut hidden = Vec::new();
        for base in self.model.ancestors(owner) {
            let Some(id) = self.inherited(base, name) else {
                continue;
            };
            // Definitions of a nearer interface hide those that it inherits.
            if hidden.contains(&base) {
                continue;
            }
            if found.is_some_and(|earlier| earlier != id) {
                let message = format!("`{}` is inherited with two meanings", name.text);
                self.wrong(name.at, message);
            }
            hidden.extend(self.model.ancestors(base));
            found = found.or(Some(id));
        }
        Ok(found)
    }

    /// A definition in an inherited interface; mere uses there do not count.
    fn inherited(&self, base: DefId, name: &Name) -> Option<DefId> {
        let names = &self.scopes[*self.scope_of.get(&base)?].names;
        match names.get(&name.text.to_ascii_lowercase())?.what {
            NameMeaning::Definition(id) => Some(id),
            NameMeaning::Member | NameMeaning::Used(_) => None,
        }
    }
}
