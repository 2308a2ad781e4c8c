use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hyla_types::AuthorizationResultCode as Code;

use std::path::Path;

use super::*;
use crate::authorization::edit::{append, entry};

/// A users file of one test, its authorizer, and a clock.
struct World {
    path: PathBuf,
    seconds: Arc<AtomicU64>,
    /// Passwords that were checked: each check reads the clock once.
    checked: Arc<AtomicU64>,
    authorizer: FileAuthorizer,
}

fn hash(password: &str) -> String {
    let hash = cheap().hash_password(password.as_bytes());
    hash.unwrap().to_string()
}

fn users() -> String {
    let all = ["*".to_owned()];
    let actions = [Action::Create, Action::Join];
    let anna = entry(
        "anna",
        &hash("apple"),
        &actions,
        &all,
        &["Tower".to_owned()],
    );
    let shared = entry("shared", &hash("pear"), &[Action::Destroy], &all, &[]);
    let disabled = format!("[user.dora]\npassword = \"{}\"\n", hash("plum"));
    format!("password_only = \"shared\"\n{anna}{shared}{disabled}")
}

impl World {
    fn new(name: &str, text: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("hyla-{}-users-{name}.toml", std::process::id()));
        write(&path, text);
        let seconds = Arc::new(AtomicU64::new(1));
        let checked = Arc::new(AtomicU64::new(0));
        let (clock, check) = (Arc::clone(&seconds), Arc::clone(&checked));
        let clock = move || {
            check.fetch_add(1, Ordering::SeqCst);
            Duration::from_secs(clock.load(Ordering::SeqCst))
        };
        let authorizer = FileAuthorizer::with_clock(path.clone(), Box::new(clock)).unwrap();
        Self {
            path,
            seconds,
            checked,
            authorizer,
        }
    }

    fn connect(&mut self, credentials: &Credentials) -> Authorization {
        let caller = Caller::new(credentials, Some(([10, 0, 0, 1], 1).into()));
        self.authorizer.authorize_rti_operation(&caller)
    }

    fn connect_with(&mut self, text: &str) -> Authorization {
        self.connect(&Credentials::plain_text_password(text))
    }

    fn join(&mut self, text: &str, federate_type: &str) -> Authorization {
        let credentials = Credentials::plain_text_password(text);
        let caller = Caller::new(&credentials, None);
        self.authorizer
            .authorize_federate_operation(&caller, "F", "", federate_type)
    }

    fn stay(&mut self, text: &str) -> Code {
        let credentials = Credentials::plain_text_password(text);
        let caller = Caller::new(&credentials, Some(([10, 0, 0, 1], 1).into()));
        self.authorizer.authorize_to_stay(&caller).code
    }

    fn destroy(&mut self, text: &str) -> Code {
        let credentials = Credentials::plain_text_password(text);
        let caller = Caller::new(&credentials, None);
        let action = FederationAction::Destroy;
        self.authorizer
            .authorize_federation_operation(&caller, action, "F")
            .code
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Written beside first, so that the inode changes too.
fn write(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    let _ = std::fs::remove_file(&beside);
    append(&beside, text).unwrap();
    std::fs::rename(&beside, path).unwrap();
}

#[test]
fn users_prove_who_they_are_and_do_what_they_may() {
    let mut world = World::new("prove", &users());

    let said = world.connect_with("anna:apple");
    assert_eq!(said, Authorization::authorized().about("anna"));
    assert_eq!(world.join("anna:apple", "Tower").code, Code::Authorized);
    let said = world.join("anna:apple", "Flyer");
    assert_eq!(said.code, Code::Unauthorized);
    assert_eq!(said.message, "anna may not join \"F\" as \"Flyer\"");
    assert_eq!(world.destroy("anna:apple"), Code::Unauthorized);
    assert_eq!(world.destroy("shared:pear"), Code::Authorized);
    assert_eq!(world.connect_with("dora:plum").code, Code::Unauthorized);
}

#[test]
fn a_password_alone_is_that_of_the_user_named_for_it() {
    let mut world = World::new("alone", &users());
    assert_eq!(world.destroy("pear"), Code::Authorized);
    assert_eq!(world.connect_with("apple").code, Code::InvalidCredentials);

    let mut world = World::new("alone-nobody", "");
    assert_eq!(world.connect_with("pear").code, Code::InvalidCredentials);
}

#[test]
fn what_is_wrong_with_a_password_is_not_told() {
    let mut world = World::new("oracle", &users());

    let wrong = world.connect_with("anna:pear");
    let unknown = world.connect_with("berta:pear");

    assert_eq!(wrong.code, Code::InvalidCredentials);
    assert_eq!(wrong.message, unknown.message);
    assert_eq!(wrong.code, unknown.code);
    assert_eq!(wrong.user.as_deref(), Some("anna"));
}

#[test]
fn credentials_that_are_not_understood_are_invalid() {
    let mut world = World::new("types", &users());
    let ticket = Credentials {
        type_name: "Ticket".into(),
        data: vec![1],
    };
    let half = Credentials {
        data: vec![0, 0, 0, 9, 0],
        ..Credentials::plain_text_password("")
    };
    assert_eq!(world.connect(&ticket).code, Code::InvalidCredentials);
    assert_eq!(world.connect(&half).code, Code::InvalidCredentials);
}

#[test]
fn without_credentials_callers_have_the_grants_of_nobody() {
    let nobody = Credentials::none();
    let mut world = World::new("nobody-none", &users());
    assert_eq!(world.connect(&nobody).code, Code::Unauthorized);

    let text = "[[nobody.grant]]\nactions = [\"connect\"]\n";
    let mut world = World::new("nobody", text);
    assert_eq!(world.connect(&nobody).code, Code::Authorized);
    let caller = Caller::new(&nobody, None);
    let said = world
        .authorizer
        .authorize_federate_operation(&caller, "F", "", "Tower");
    assert_eq!(said.code, Code::Unauthorized);
}

#[test]
fn who_guesses_has_to_wait_and_existing_users_are_like_others() {
    for name in ["anna", "berta"] {
        let mut world = World::new(&format!("guess-{name}"), &users());
        for _ in 0..4 {
            let said = world.connect_with(&format!("{name}:pear"));
            assert_eq!(said.code, Code::InvalidCredentials);
        }
        let said = world.connect_with(&format!("{name}:apple"));
        assert_eq!(said.code, Code::Unauthorized);
        assert_eq!(
            said.message,
            "too many attempts have failed; try again in 1 s"
        );
        // Other users and connected sessions do not wait.
        assert_eq!(world.connect_with("shared:pear").code, Code::Authorized);
        assert_eq!(world.join("anna:apple", "Tower").code, Code::Authorized);
        assert_eq!(world.stay("anna:apple"), Code::Authorized);
        assert_eq!(world.stay("berta:apple"), Code::InvalidCredentials);

        world.seconds.fetch_add(1, Ordering::SeqCst);
        let said = world.connect_with(&format!("{name}:apple"));
        let right = name == "anna";
        assert_eq!(said.code == Code::Authorized, right, "{said:?}");
    }
}

#[test]
fn a_change_of_the_file_takes_effect_at_once() {
    let mut world = World::new("change", &users());
    assert_eq!(world.join("anna:apple", "Tower").code, Code::Authorized);

    write(&world.path, &users().replace("Tower", "Flyer"));
    assert_eq!(world.join("anna:apple", "Tower").code, Code::Unauthorized);
    assert_eq!(world.join("anna:apple", "Flyer").code, Code::Authorized);

    let changed = entry("anna", &hash("cherry"), &[Action::Join], &["*".into()], &[]);
    write(&world.path, &changed);
    assert_eq!(
        world.connect_with("anna:apple").code,
        Code::InvalidCredentials
    );
    assert_eq!(world.connect_with("anna:cherry").code, Code::Authorized);
}

#[test]
fn a_file_that_becomes_wrong_changes_nothing() {
    let mut world = World::new("wrong", &users());
    for text in ["[user", "[user.anna]\n"] {
        write(&world.path, text);
        assert_eq!(world.join("anna:apple", "Tower").code, Code::Authorized);
    }
    std::fs::remove_file(&world.path).unwrap();
    assert_eq!(world.join("anna:apple", "Tower").code, Code::Authorized);

    write(&world.path, "");
    let said = world.join("anna:apple", "Tower");
    assert_eq!(said.code, Code::InvalidCredentials);
}

#[cfg(unix)]
#[test]
fn a_file_that_everybody_can_write_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let world = World::new("writable", &users());
    let permissions = std::fs::Permissions::from_mode(0o602);
    std::fs::set_permissions(&world.path, permissions).unwrap();

    let error = FileAuthorizer::open(&world.path).err().unwrap().to_string();

    assert!(error.contains("chmod o-w"), "{error}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = FileAuthorizer::open("/nowhere/users.toml").err().unwrap();
    let error = error.to_string();
    assert!(error.starts_with("/nowhere/users.toml: cannot be read: "));
}

#[test]
fn hashes_for_the_file_have_salts_of_their_own() {
    let (one, other) = (hash("apple"), hash("apple"));
    assert_ne!(one, other);
    assert!(is("apple", &PasswordHash::new(&one).unwrap()));
    assert!(!is("apples", &PasswordHash::new(&one).unwrap()));
}

#[test]
fn who_may_join_or_remove_or_watch_sees_a_federation() {
    let all = ["Air*".to_owned()];
    let user = |name: &str, actions: &[Action]| entry(name, &hash("pear"), actions, &all, &[]);
    let text = [
        user("watcher", &[Action::Watch]),
        user("joiner", &[Action::Join]),
        user("remover", &[Action::Remove]),
        user("creator", &[Action::Create, Action::Destroy]),
        user("guest", &[Action::Connect]),
    ]
    .concat();
    let mut world = World::new("watch", &text);
    let mut watch = |name: &str, federation: &str| {
        let credentials = Credentials::plain_text_password(&format!("{name}:pear"));
        let caller = Caller::new(&credentials, None);
        let action = FederationAction::Watch;
        world
            .authorizer
            .authorize_federation_operation(&caller, action, federation)
    };

    for name in ["watcher", "joiner", "remover"] {
        assert_eq!(watch(name, "AirTraffic").code, Code::Authorized, "{name}");
        assert_eq!(watch(name, "Other").code, Code::Unauthorized, "{name}");
    }
    for name in ["creator", "guest"] {
        let refused = watch(name, "AirTraffic");
        assert_eq!(refused.code, Code::Unauthorized, "{name}");
        let text = refused.message;
        assert!(text.contains("actions watch, join and remove"), "{text}");
    }
}

#[test]
fn a_question_about_many_federations_proves_the_password_once() {
    let seen = ["Air*".to_owned()];
    let text = entry("watcher", &hash("pear"), &[Action::Watch], &seen, &[]);
    let mut world = World::new("watch-many", &text);
    assert_eq!(world.connect_with("watcher:pear").code, Code::Authorized);
    let mut federations: Vec<_> = (0..299).map(|n| format!("Air-{n}")).collect();
    federations.insert(150, "Other".to_owned());
    let mut watch = |password: &str| {
        let before = world.checked.load(Ordering::SeqCst);
        let credentials = Credentials::plain_text_password(password);
        let caller = Caller::new(&credentials, None);
        let said = world.authorizer.authorize_to_watch(&caller, &federations);
        let checked = world.checked.load(Ordering::SeqCst) - before;
        assert_eq!((said.len(), checked), (300, 1));
        said
    };

    for (federation, said) in federations.iter().zip(watch("watcher:pear")) {
        let may = said.code == Code::Authorized;
        assert_eq!(may, federation != "Other", "{federation}: {said:?}");
    }
    let refused = watch("watcher:apple");
    assert!(refused.iter().all(|it| it.code == Code::InvalidCredentials));
}
