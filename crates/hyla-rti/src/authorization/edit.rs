//! Adding users to the file.

use std::fs::File;
use std::path::Path;

use super::source::{content, unreadable};
use super::users::{Action, Users, UsersFileError, is_name};

/// Adds a user to the file, which is created if missing, readable by its owner only. The user gets
/// a grant of these actions on these federations for these types of federates; without types, for
/// all.
///
/// # Errors
/// An invalid or existing name, a file that is or would be invalid, or an error of the system. Then
/// nothing has changed.
pub fn add_user(
    path: &Path,
    name: &str,
    hash: &str,
    actions: &[Action],
    federations: &[String],
    federate_types: &[String],
) -> Result<(), UsersFileError> {
    let entry = entry(name, hash, actions, federations, federate_types);
    let before = match std::fs::metadata(path) {
        Ok(_) => content(path)?.1,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(unreadable(path, &error)),
    };
    let taken = Users::parse(path, &before)?.by_name.contains_key(name);
    if taken || !is_name(name) {
        let why = if taken {
            "the user exists already"
        } else {
            "no user can be called so: a name has no colon and no control characters"
        };
        let shown = path.display();
        return Err(UsersFileError::of(format!("{shown}: {name:?}: {why}")));
    }
    let gap = if before.is_empty() { "" } else { "\n" };
    let end = if before.is_empty() || before.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let added = format!("{end}{gap}{entry}");
    Users::parse(path, &format!("{before}{added}"))?;
    append(path, &added).map_err(|error| UsersFileError::of(format!("{}: {error}", path.display())))
}

/// Entry of a user in the file.
pub(super) fn entry(
    name: &str,
    hash: &str,
    actions: &[Action],
    federations: &[String],
    federate_types: &[String],
) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let list = |words: Vec<&str>| {
        let words: Vec<String> = words.into_iter().map(quoted).collect();
        format!("[{}]", words.join(", "))
    };
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let name = if name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    };
    let hash = quoted(hash);
    let actions = list(actions.iter().map(|action| action.name()).collect());
    let federations = list(federations.iter().map(String::as_str).collect());
    let mut entry = format!(
        "[user.{name}]\npassword = {hash}\n\n\
         [[user.{name}.grant]]\nactions = {actions}\nfederations = {federations}\n"
    );
    if !federate_types.is_empty() {
        let types = list(federate_types.iter().map(String::as_str).collect());
        entry.push_str(&format!("federate_types = {types}\n"));
    }
    entry
}

pub(super) fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authorization::hash_password;

    #[test]
    fn users_are_added_one_after_the_other_and_never_twice() {
        let path =
            std::env::temp_dir().join(format!("hyla-{}-users-added.toml", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let hash = hash_password("apple").unwrap();
        let add = |name: &str, hash: &str| {
            let federations = ["Air*".to_owned()];
            let types = ["Tower \"1\"".to_owned()];
            add_user(&path, name, hash, &[Action::Join], &federations, &types)
        };

        add("anna", &hash).unwrap();
        add("o.l\"e", &hash).unwrap();
        let before = std::fs::read_to_string(&path).unwrap();
        for name in ["anna", "a:b", ""] {
            assert!(add(name, &hash).is_err(), "{name}");
        }
        assert!(add("berta", "plain").is_err());

        assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
        let users = Users::parse(&path, &before).unwrap();
        let names: Vec<_> = users.by_name.keys().collect();
        assert_eq!(names, ["anna", "o.l\"e"]);
        assert!(users.by_name["anna"].grants[0].allows_join("AirTraffic", "Tower \"1\""));
        std::fs::remove_file(&path).unwrap();
    }
}
