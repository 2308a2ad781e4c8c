//! The users file; `docs/authorization.md` explains it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use argon2::Params;
use argon2::password_hash::phc::PasswordHash;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::pattern::Pattern;
use hyla_settings::{closest, origin_at};

/// Most memory for checking one password. More is a mistake in the file.
const MOST_KIB: u32 = 1 << 20;

/// Actions of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Connect. Every grant includes it.
    Connect,
    /// Create federation executions.
    Create,
    /// Join them.
    Join,
    /// Destroy them.
    Destroy,
    /// Remove federates from them with a tool.
    Remove,
    /// See them with tools: addresses and transports of their federates, times, metrics, latency.
    Watch,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 6] = [
        Self::Connect,
        Self::Create,
        Self::Join,
        Self::Destroy,
        Self::Remove,
        Self::Watch,
    ];

    /// Its word in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Create => "create",
            Self::Join => "join",
            Self::Destroy => "destroy",
            Self::Remove => "remove",
            Self::Watch => "watch",
        }
    }

    /// The action with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == word)
    }
}

/// All errors of a users file, or why it cannot be read.
#[derive(Debug)]
pub struct UsersFileError {
    problems: Vec<String>,
}

impl UsersFileError {
    pub(super) fn of(problem: String) -> Self {
        Self {
            problems: vec![problem],
        }
    }
}

impl fmt::Display for UsersFileError {
    /// One line per problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for UsersFileError {}

/// The content of the file.
#[derive(Debug, Default)]
pub(super) struct Users {
    pub(super) by_name: BTreeMap<String, User>,
    /// For callers without credentials.
    pub(super) nobody: Vec<Grant>,
    /// User for a password without a name.
    pub(super) password_only: Option<String>,
}

#[derive(Debug, PartialEq)]
pub(super) struct User {
    pub(super) hash: PasswordHash,
    pub(super) grants: Vec<Grant>,
}

#[derive(Debug, PartialEq)]
pub(super) struct Grant {
    actions: Vec<Action>,
    federations: Vec<Pattern>,
    federate_types: Vec<Pattern>,
}

/// Names of users that differ between two contents of the file, with commas.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) added: String,
    pub(super) removed: String,
    /// Password or grants; `nobody` for callers without credentials.
    pub(super) changed: String,
}

impl Users {
    /// Differences to an earlier content.
    pub(super) fn changes_since(&self, before: &Self) -> Changes {
        let missing = |from: &Self, of: &Self| {
            let names = of
                .by_name
                .keys()
                .filter(|it| !from.by_name.contains_key(*it));
            names.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let mut changed: Vec<&str> = self
            .by_name
            .iter()
            .filter(|(name, user)| before.by_name.get(*name).is_some_and(|it| it != *user))
            .map(|(name, _)| name.as_str())
            .collect();
        if self.nobody != before.nobody {
            changed.push("nobody");
        }
        Changes {
            added: missing(before, self),
            removed: missing(self, before),
            changed: changed.join(", "),
        }
    }
}

impl Grant {
    /// Whether it permits an action on a federation.
    pub(super) fn allows(&self, action: Action, federation: &str) -> bool {
        self.actions.contains(&action) && self.federations.iter().any(|p| p.fits(federation))
    }

    /// Whether it permits watching: who may join it, or remove its federates, sees it as well.
    pub(super) fn allows_watch(&self, federation: &str) -> bool {
        let actions = [Action::Watch, Action::Join, Action::Remove];
        actions
            .iter()
            .any(|action| self.allows(*action, federation))
    }

    /// Whether it permits joining.
    pub(super) fn allows_join(&self, federation: &str, federate_type: &str) -> bool {
        let fits = |p: &Pattern| p.fits(federate_type);
        self.allows(Action::Join, federation) && self.federate_types.iter().any(fits)
    }
}

impl Users {
    /// Parses `text`, the content of the file at `path`.
    pub(super) fn parse(path: &Path, text: &str) -> Result<Self, UsersFileError> {
        let mut reader = Reader {
            path,
            text,
            problems: Vec::new(),
        };
        let (document, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let at = error.span().map_or(text.len(), |span| span.start);
            reader.wrong(at, error.message().replace('\n', "; "));
        }
        let mut users = Self::default();
        if errors.is_empty() {
            reader.users(document.get_ref(), &mut users);
        }
        if reader.problems.is_empty() {
            Ok(users)
        } else {
            Err(UsersFileError {
                problems: reader.problems,
            })
        }
    }
}

/// Whether it is a valid user name: the first colon separates name and password.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(':') && !name.chars().any(char::is_control)
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    problems: Vec<String>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn wrong(&mut self, at: usize, what: impl fmt::Display) {
        let origin = origin_at(self.path, self.text, at);
        self.problems.push(format!("{origin}: {what}"));
    }

    fn users(&mut self, document: &DeTable<'_>, users: &mut Users) {
        let mut of_password_only = 0;
        for (key, value) in document {
            match key.get_ref().as_ref() {
                "password_only" => {
                    of_password_only = value.span().start;
                    users.password_only = self.text_of(value, "password_only", "a user's name");
                }
                "nobody" => {
                    let what = "`nobody` is a section with grants: [[nobody.grant]]";
                    if let Some(keys) = self.table(value, what) {
                        for (key, value) in keys {
                            match key.get_ref().as_ref() {
                                "grant" => users.nobody = self.grants(value),
                                other => self.unknown(key.span().start, other, &["grant"]),
                            }
                        }
                    }
                }
                "user" => {
                    let what = "users are sections: [user.NAME]";
                    for (name, value) in self.table(value, what).into_iter().flatten() {
                        if !is_name(name.get_ref()) {
                            let what = "a user's name has at least one character, no colon and no \
                                        control characters";
                            self.wrong(name.span().start, what);
                        }
                        if let Some(user) = self.user(name.get_ref(), name.span().start, value) {
                            users.by_name.insert(name.get_ref().to_string(), user);
                        }
                    }
                }
                other => {
                    let known = ["user", "nobody", "password_only"];
                    self.unknown(key.span().start, other, &known);
                }
            }
        }
        if let Some(name) = &users.password_only
            && self.problems.is_empty()
            && !users.by_name.contains_key(name)
        {
            let what = format!("there is no user `{name}`");
            self.wrong(of_password_only, what);
        }
    }

    fn user(&mut self, name: &str, at: usize, value: &Value<'_>) -> Option<User> {
        let keys = self.table(value, "users are sections: [user.NAME]")?;
        let (mut hash, mut grants) = (None, Vec::new());
        let mut has_password = false;
        for (key, value) in keys {
            match key.get_ref().as_ref() {
                "password" => {
                    has_password = true;
                    hash = self.hash(value);
                }
                "grant" => grants = self.grants(value),
                other => self.unknown(key.span().start, other, &["password", "grant"]),
            }
        }
        if !has_password {
            let what = format!("the user `{name}` has no `password`; `hyla user hash` makes one");
            self.wrong(at, what);
        }
        let hash = hash?;
        Some(User { hash, grants })
    }

    /// Errors do not quote the value, which may be a plain password.
    fn hash(&mut self, value: &Value<'_>) -> Option<PasswordHash> {
        let hash = value
            .get_ref()
            .as_str()
            .and_then(|text| PasswordHash::new(text).ok())
            .filter(|hash| hash.algorithm.as_str() == "argon2id" && hash.version == Some(0x13))
            .filter(|hash| hash.salt.is_some() && hash.hash.is_some());
        let params = hash.as_ref().and_then(|hash| Params::try_from(hash).ok());
        match params.map(|params| params.m_cost()) {
            Some(0..=MOST_KIB) => return hash,
            Some(_) => self.wrong(
                value.span().start,
                format!("to check this password takes more memory than m={MOST_KIB} allows"),
            ),
            None => self.wrong(
                value.span().start,
                "`password` is not a hash of the form $argon2id$v=19$...; `hyla user hash` makes one",
            ),
        }
        None
    }

    fn grants(&mut self, value: &Value<'_>) -> Vec<Grant> {
        let what = "grants are a list of sections: [[user.NAME.grant]] or [[nobody.grant]]";
        let Some(items) = value.get_ref().as_array() else {
            self.wrong(value.span().start, what);
            return Vec::new();
        };
        let items: Vec<_> = items.iter().collect();
        items
            .into_iter()
            .filter_map(|item| self.grant(item, what))
            .collect()
    }

    fn grant(&mut self, value: &Value<'_>, what: &str) -> Option<Grant> {
        let keys = self.table(value, what)?;
        let at = value.span().start;
        let (mut actions, mut federations, mut federate_types) = (None, None, None);
        for (key, value) in keys {
            match key.get_ref().as_ref() {
                "actions" => actions = self.actions(value),
                "federations" => federations = self.patterns(value, "federations"),
                "federate_types" => federate_types = self.patterns(value, "federate_types"),
                other => {
                    let known = ["actions", "federations", "federate_types"];
                    self.unknown(key.span().start, other, &known);
                }
            }
        }
        let Some(actions) = actions else {
            let misspelt = keys.iter().any(|(key, _)| key.get_ref() == "actions");
            if !misspelt {
                self.wrong(at, format!("a grant has `actions`: {}", words()));
            }
            return None;
        };
        if federations.is_none() && actions.iter().any(|a| *a != Action::Connect) {
            let what = "a grant has `federations`: a list of names, in which * matches anything";
            self.wrong(at, what);
        }
        if federate_types.is_some() && !actions.contains(&Action::Join) {
            let what = "`federate_types` say who may join, and `join` is not among the `actions`";
            self.wrong(at, what);
        }
        Some(Grant {
            actions,
            federations: federations.unwrap_or_default(),
            federate_types: federate_types.unwrap_or_else(|| vec![Pattern::new("*")]),
        })
    }

    fn actions(&mut self, value: &Value<'_>) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        for (word, at) in self.list(value, "actions")? {
            match Action::from_word(&word) {
                Some(action) => actions.push(action),
                None => {
                    let nearest = closest(&word, Action::ALL.into_iter().map(Action::name));
                    let nearest = nearest.map(|n| format!("; is `{n}` meant?"));
                    let nearest = nearest.unwrap_or_default();
                    let what = format!("there is no action `{word}`, but {}{nearest}", words());
                    self.wrong(at, what);
                }
            }
        }
        Some(actions)
    }

    fn patterns(&mut self, value: &Value<'_>, key: &str) -> Option<Vec<Pattern>> {
        let words = self.list(value, key)?;
        Some(
            words
                .into_iter()
                .map(|(word, _)| Pattern::new(word))
                .collect(),
        )
    }

    /// The texts of a non-empty list, each with its location.
    fn list(&mut self, value: &Value<'_>, key: &str) -> Option<Vec<(String, usize)>> {
        let items = value.get_ref().as_array().filter(|items| !items.is_empty());
        let texts = items.and_then(|items| {
            items
                .iter()
                .map(|item| Some((item.get_ref().as_str()?.to_owned(), item.span().start)))
                .collect()
        });
        if texts.is_none() {
            let what = format!("`{key}` is a list of one or more texts");
            self.wrong(value.span().start, what);
        }
        texts
    }

    fn text_of(&mut self, value: &Value<'_>, key: &str, what: &str) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.wrong(value.span().start, format!("`{key}` is {what}"));
        }
        text
    }

    fn table<'v, 'i>(&mut self, value: &'v Value<'i>, what: &str) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong(value.span().start, what);
        }
        table
    }

    fn unknown(&mut self, at: usize, found: &str, known: &[&str]) {
        let nearest = closest(found, known.iter().copied());
        let nearest = nearest.map(|n| format!("; is `{n}` meant?"));
        let nearest = nearest.unwrap_or_default();
        self.wrong(
            at,
            format!(
                "there is no key `{found}` here, but {}{nearest}",
                known.join(", ")
            ),
        );
    }
}

fn words() -> String {
    Action::ALL.map(Action::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$bkoxQUhHSG1qSGxrajFoMw";

    fn read(text: &str) -> Result<Users, Vec<String>> {
        let text = text.replace("HASH", &format!("\"{HASH}\""));
        Users::parse(Path::new("users.toml"), &text).map_err(|error| error.problems)
    }

    #[test]
    fn users_have_grants() {
        let users = read(
            "password_only = \"anna\"\n\
             [user.anna]\npassword = HASH\n\
             [[user.anna.grant]]\nactions = [\"create\", \"join\"]\nfederations = [\"Air*\", \"Sea\"]\n\
             federate_types = [\"Tower\"]\n\
             [[user.anna.grant]]\nactions = [\"destroy\"]\nfederations = [\"*\"]\n\
             [user.\"o.l'e\"]\npassword = HASH\n\
             [[nobody.grant]]\nactions = [\"connect\"]\n",
        )
        .unwrap();

        let [first, second] = &users.by_name["anna"].grants[..] else {
            panic!("{users:?}");
        };
        assert!(first.allows(Action::Create, "AirTraffic"));
        assert!(!first.allows(Action::Create, "Seas"));
        assert!(!first.allows(Action::Destroy, "Sea"));
        assert!(first.allows_join("Sea", "Tower"));
        assert!(!first.allows_join("Sea", "Flyer"));
        assert!(second.allows(Action::Destroy, "anything"));
        assert!(!second.allows_join("anything", "Tower"));
        assert!(users.by_name["o.l'e"].grants.is_empty());
        assert_eq!(users.nobody.len(), 1);
        assert_eq!(users.password_only.as_deref(), Some("anna"));
    }

    #[test]
    fn all_that_is_wrong_is_told_with_its_line() {
        let problems = read(
            "[user.anna]\npasword = HASH\n\
             [user.berta]\npassword = \"secret\"\n\
             [user.\"a:b\"]\npassword = HASH\n\
             [[user.dora.grant]]\nactions = [\"jion\", \"create\"]\nfederations = [\"*\"]\n\
             [[user.dora.grant]]\nfederations = []\n\
             [[nobody.grant]]\nactions = [\"create\"]\nfederate_types = [\"x\"]\n\
             [users.x]\n",
        )
        .unwrap_err();

        let expected = [
            "users.toml:2:1: there is no key `pasword` here, but password, grant; is `password` meant?",
            "users.toml:1:7: the user `anna` has no `password`; `hyla user hash` makes one",
            "users.toml:4:12: `password` is not a hash of the form $argon2id$v=19$...; `hyla user hash` makes one",
            "users.toml:5:7: a user's name has at least one character, no colon and no control characters",
            "users.toml:8:12: there is no action `jion`, but connect, create, join, destroy, remove, watch; is `join` meant?",
            "users.toml:11:15: `federations` is a list of one or more texts",
            "users.toml:10:1: a grant has `actions`: connect, create, join, destroy, remove, watch",
            "users.toml:7:8: the user `dora` has no `password`; `hyla user hash` makes one",
            "users.toml:12:1: a grant has `federations`: a list of names, in which * matches anything",
            "users.toml:12:1: `federate_types` say who may join, and `join` is not among the `actions`",
            "users.toml:15:2: there is no key `users` here, but user, nobody, password_only; is `user` meant?",
        ];
        let mut sorted = problems.clone();
        sorted.sort();
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        assert_eq!(sorted, expected, "{problems:#?}");
        assert!(!problems.join("").contains("secret"));
    }

    #[test]
    fn a_password_without_a_name_belongs_to_a_user_that_is_there() {
        let problems = read("password_only = \"berta\"\n[user.anna]\npassword = HASH\n");

        assert_eq!(
            problems.unwrap_err(),
            ["users.toml:1:17: there is no user `berta`"]
        );
    }

    #[test]
    fn hashes_of_other_kinds_are_refused() {
        for other in [
            "",
            "plain",
            "$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$bkoxQUhHSG1qSGxrajFoMw",
            "$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$bkoxQUhHSG1qSGxrajFoMw",
            "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ",
            "$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHQ$bkoxQUhHSG1qSGxrajFoMw",
            "$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$bkoxQUhHSG1qSGxrajFoMw",
        ] {
            let problems = read(&format!("[user.anna]\npassword = \"{other}\"\n")).unwrap_err();
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].starts_with("users.toml:2:12: "), "{problems:?}");
        }
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_line() {
        let problems = read("[user.anna]\npassword = \n").unwrap_err();
        assert!(problems[0].starts_with("users.toml:2:1"), "{problems:?}");
    }
}
