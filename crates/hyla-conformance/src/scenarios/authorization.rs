//! Authorization (clause 4 in 2025). In 2010 the credentials come from the settings, and refusals have
//! other names.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use argon2::password_hash::PasswordHasher;
use argon2::{Argon2, Params};
use hyla_core::callback::{FederateAmbassador, NullFederateAmbassador};
use hyla_types::{
    CallbackModel, Credentials, Edition, Exception, ExceptionKind, FederationExecutionInformation,
    ResignAction, RtiConfiguration,
};

use crate::scenarios::scenarios;
use crate::world::{World, raises};
use crate::{Rti, Server};

/// An RTI with users, of its own for one scenario; files that it needs go with it.
struct Guarded {
    server: Box<dyn Server>,
    /// Settings of the federates.
    settings: String,
    directory: PathBuf,
}

impl Guarded {
    fn new(world: &World) -> Self {
        let name = format!(
            "hyla-authorization-{}-{}",
            std::process::id(),
            world.federation
        );
        let directory = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("users.toml");
        write_users(&file, USERS);
        let settings = format!("authorization.file = {}", file.display());
        let (server, settings) = world
            .face
            .start(world.face.with_a_server(world.wiring), &settings);
        Self {
            server,
            settings,
            directory,
        }
    }

    /// The setting of a file with that password.
    fn password_file(&self, password: &str) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = self.directory.join(format!("password-{number}"));
        std::fs::write(&path, password).unwrap();
        format!("rti.password_file = {}", path.display())
    }

    fn connect(
        &self,
        world: &World,
        rti: &Rti,
        password: Option<&str>,
        federate: Box<dyn FederateAmbassador>,
    ) -> Result<(), Exception> {
        let callbacks = world.callbacks();
        match (world.edition, password) {
            (Edition::Hla2010, Some(password)) => {
                let settings = format!("{}; {}", self.settings, self.password_file(password));
                rti.connect(federate, callbacks, &settings)
            }
            (Edition::Hla2010, None) => rti.connect(federate, callbacks, &self.settings),
            (Edition::Hla2025, password) => {
                let configuration = RtiConfiguration {
                    additional_settings: self.settings.clone(),
                    ..RtiConfiguration::default()
                };
                let credentials = password.map(Credentials::plain_text_password);
                rti.connect_with_configuration(federate, callbacks, &configuration, credentials)
                    .map(drop)
            }
        }
    }

    fn connected(&self, world: &World, password: &str) -> Rti {
        let rti = world.ambassador();
        let federate = Box::new(NullFederateAmbassador);
        self.connect(world, &rti, Some(password), federate).unwrap();
        rti
    }

    /// Owner and guest, after the owner has created the federation execution.
    fn with_a_federation(&self, world: &World) -> (Rti, Rti) {
        let owner = self.connected(world, "owner:apple");
        let fom = world.fom("traffic");
        owner
            .create_federation_execution(&world.federation, &[&fom], "")
            .unwrap();
        (owner, self.connected(world, "pear"))
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.server.stop();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Writes a file of users, in which `HASH(password)` stands for a hash.
fn write_users(path: &std::path::Path, users: &str) {
    let mut text = String::new();
    let mut rest = users;
    while let Some((before, after)) = rest.split_once("HASH(") {
        let (password, after) = after.split_once(')').unwrap();
        text += &format!("{before}\"{}\"", hash(password));
        rest = after;
    }
    // Beside first: nobody reads half of it.
    let beside = path.with_extension("new");
    std::fs::write(&beside, text + rest).unwrap();
    std::fs::rename(&beside, path).unwrap();
}

fn hash(password: &str) -> String {
    let cheap = Argon2::from(Params::new(Params::MIN_M_COST, 1, 1, None).unwrap());
    cheap
        .hash_password(password.as_bytes())
        .unwrap()
        .to_string()
}

/// Two users: one may do everything, the other only join.
const USERS: &str = "
password_only = \"guest\"
[user.owner]
password = HASH(apple)
[[user.owner.grant]]
actions = [\"create\", \"join\", \"destroy\", \"remove\"]
federations = [\"Conformance-*\"]
[user.guest]
password = HASH(pear)
[[user.guest.grant]]
actions = [\"join\"]
federations = [\"Conformance-*\"]
federate_types = [\"visitor\"]
";

/// Creates a federation execution when it gets the list of executions.
struct Creator {
    rti: Rti,
    federation: String,
    outcome: Sender<Result<(), Exception>>,
}

impl FederateAmbassador for Creator {
    fn report_federation_executions(&mut self, _: &[FederationExecutionInformation]) {
        let outcome = self
            .rti
            .create_federation_execution(&self.federation, &[], "");
        self.outcome.send(outcome).unwrap();
    }
}

fn refusal(world: &World, kind: ExceptionKind) -> ExceptionKind {
    match world.edition {
        Edition::Hla2010 => ExceptionKind::ConnectionFailed,
        Edition::Hla2025 => kind,
    }
}

scenarios! {
    /// 4.2
    fn connecting_without_credentials_is_refused(world) {
        let guarded = Guarded::new(world);
        let rti = world.ambassador();

        let outcome = guarded.connect(world, &rti, None, Box::new(NullFederateAmbassador));

        raises(world, refusal(world, ExceptionKind::Unauthorized), outcome);
    }

    /// 4.2: an empty file has no password, so that with credentials of 2010 the last is refused by the settings.
    fn connecting_with_wrong_credentials_is_refused(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let rti = world.ambassador();

        for wrong in ["owner:pear", "nobody:apple", "apple", ""] {
            let outcome =
                guarded.connect(world, &rti, Some(wrong), Box::new(NullFederateAmbassador));
            raises(world, refusal(world, ExceptionKind::InvalidCredentials), outcome);
        }
    }

    /// 4.2
    fn connecting_takes_a_user_with_its_password_or_a_password_alone(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let rti = world.ambassador();

        for right in ["owner:apple", "pear"] {
            let nobody = Box::new(NullFederateAmbassador);
            guarded.connect(world, &rti, Some(right), nobody).unwrap();
            rti.disconnect().unwrap();
        }
    }

    /// 4.5
    fn a_user_creates_only_if_it_may(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let name = world.federation.as_str();
        let guest = guarded.connected(world, "pear");
        let fom = world.fom("traffic");

        let outcome = guest.create_federation_execution(name, &[&fom], "");
        raises(world, ExceptionKind::Unauthorized, outcome);
        let file = match world.edition {
            Edition::Hla2010 => "HLAstandardMIM.xml",
            Edition::Hla2025 => "HLAstandardMIM-2025.xml",
        };
        let mim = format!("{}/../hyla-omt/mim/{file}", env!("CARGO_MANIFEST_DIR"));
        let outcome = guest.create_federation_execution_with_mim(name, &[&fom], &mim, "");
        raises(world, ExceptionKind::Unauthorized, outcome);
        guest.disconnect().unwrap();
    }

    /// 4.5
    fn a_user_creates_only_federations_that_are_granted(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let name = world.federation.as_str();
        let owner = guarded.connected(world, "owner:apple");
        let fom = world.fom("traffic");

        let outcome = owner.create_federation_execution("other", &[&fom], "");
        raises(world, ExceptionKind::Unauthorized, outcome);
        owner.create_federation_execution(name, &[&fom], "").unwrap();

        owner.destroy_federation_execution(name).unwrap();
        owner.disconnect().unwrap();
    }

    /// 4.6
    fn a_user_destroys_only_if_it_may(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let (owner, guest) = guarded.with_a_federation(world);
        let name = world.federation.as_str();

        raises(world, ExceptionKind::Unauthorized, guest.destroy_federation_execution(name));
        owner.destroy_federation_execution(name).unwrap();

        guest.disconnect().unwrap();
        owner.disconnect().unwrap();
    }

    /// 4.9 in 2010, 4.11 in 2025
    fn a_user_joins_only_as_the_types_that_are_granted(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let (owner, guest) = guarded.with_a_federation(world);
        let name = world.federation.as_str();

        let outcome = guest.join_federation_execution(Some("g"), "thief", name, &[]);
        raises(world, ExceptionKind::Unauthorized, outcome);
        guest.join_federation_execution(Some("g"), "visitor", name, &[]).unwrap();
        owner.join_federation_execution(Some("o"), "anything", name, &[]).unwrap();

        for rti in [&guest, &owner] {
            rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        }
        owner.destroy_federation_execution(name).unwrap();
        guest.disconnect().unwrap();
        owner.disconnect().unwrap();
    }

    /// Removing federates is no service of the standard, and not everybody's right.
    fn a_tool_removes_federates_if_its_user_may(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let name = world.federation.as_str();
        let guest = guarded.connected(world, "pear");
        let tool = |password| {
            let tool = hyla_lrc::RtiAmbassador::new();
            let nobody = Box::new(NullFederateAmbassador);
            let file = guarded.password_file(password);
            let settings = format!("{}; {file}", guarded.server.address());
            tool.connect(nobody, CallbackModel::Evoked, &settings).unwrap();
            tool
        };
        let (owner, thief) = (tool("owner:apple"), tool("pear"));
        owner.create_federation_execution(name, &[], "").unwrap();
        guest.join_federation_execution(Some("g"), "visitor", name, &[]).unwrap();

        assert!(thief.remove_federate(name, "g", "").is_err());
        assert_eq!(thief.status().unwrap()[0].members.len(), 1);
        owner.remove_federate(name, "g", "").unwrap();
        assert_eq!(thief.status().unwrap()[0].members.len(), 0);
    }

    /// 4.5: what an authorizer does not believe any more is unauthorized; InvalidCredentials belongs to
    /// connect alone.
    fn a_user_that_is_changed_does_not_need_to_connect_again_to_notice(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let name = world.federation.as_str();
        let owner = guarded.connected(world, "owner:apple");
        let create = || owner.create_federation_execution(name, &[&world.fom("traffic")], "");

        write_users(&guarded.directory.join("users.toml"), &USERS.replace("apple", "cherry"));
        raises(world, ExceptionKind::Unauthorized, create());
        write_users(&guarded.directory.join("users.toml"), USERS);
        create().unwrap();

        owner.destroy_federation_execution(name).unwrap();
        owner.disconnect().unwrap();
    }

    /// 4.5: a callback that creates has the RTI asked over a further connection of the same federate.
    fn credentials_hold_for_calls_inside_callbacks(world) {
        if !world.face.has_credentials(world.edition) {
            return;
        }
        let guarded = Guarded::new(world);
        let rti = world.ambassador();
        let (outcome, told) = channel();
        let creator = Creator {
            rti: rti.clone(),
            federation: world.federation.clone(),
            outcome,
        };
        guarded.connect(world, &rti, Some("owner:apple"), Box::new(creator)).unwrap();

        rti.list_federation_executions().unwrap();
        let watchdog = Instant::now() + Duration::from_secs(60);
        let created = loop {
            assert!(Instant::now() < watchdog, "no callback");
            if world.callbacks() == CallbackModel::Evoked {
                rti.evoke_callback(Duration::from_millis(50)).unwrap();
            }
            if let Ok(outcome) = told.recv_timeout(Duration::from_millis(10)) {
                break outcome;
            }
        };

        created.unwrap();
        rti.destroy_federation_execution(&world.federation).unwrap();
        rti.disconnect().unwrap();
    }
}
