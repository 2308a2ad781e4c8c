//! Authorization (clause 4 in 2025). In 2010 the credentials come from the settings, and refusals have
//! other names.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use argon2::password_hash::PasswordHasher;
use argon2::{Argon2, Params};
use hyla_lrc::settings::Sources;
use hyla_lrc::{
    Authorization, Authorizer, Caller, FederateAmbassador, FederationAction,
    NullFederateAmbassador, RtiAmbassador, RtiServer, RtiStop,
};
use hyla_types::{
    Credentials, Edition, Exception, ExceptionKind, FederationExecutionInformation, ResignAction,
    RtiConfiguration,
};

use crate::world::{Wiring, World, raises, scenarios};

/// An RTI of its own for one scenario: the one of the world has no authorizer, and the embedded one is
/// shared. Files that it needs go with it.
struct Guarded {
    settings: String,
    directory: std::path::PathBuf,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

impl Guarded {
    /// An RTI with the users of this text, in which `HASH(password)` stands for a hash.
    fn by_file(world: &World, users: &str) -> Self {
        let directory = directory(world);
        let mut text = String::new();
        let mut rest = users;
        while let Some((before, after)) = rest.split_once("HASH(") {
            let (password, after) = after.split_once(')').unwrap();
            text += &format!("{before}\"{}\"", hash(password));
            rest = after;
        }
        let path = directory.join("users.toml");
        std::fs::write(&path, text + rest).unwrap();
        let settings = format!("authorization.file = {}", path.display());
        let settings = Sources::none().connect(settings).load().unwrap();
        Self::serve(world, directory, RtiServer::new(&settings).unwrap())
    }

    fn by(world: &World, authorizer: impl Authorizer + 'static) -> Self {
        let settings = Sources::none().load().unwrap();
        let mut server = RtiServer::new(&settings).unwrap();
        server.set_authorizer(Box::new(authorizer)).unwrap();
        Self::serve(world, directory(world), server)
    }

    fn serve(world: &World, directory: std::path::PathBuf, mut server: RtiServer) -> Self {
        let at = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        let (_, rest) = world.settings().split_once(';').unwrap();
        Self {
            settings: format!("rti.address = {at};{rest}"),
            directory,
            stop,
            thread: Some(thread),
        }
    }

    fn connect(
        &self,
        world: &World,
        password: Option<&str>,
        federate: Box<dyn FederateAmbassador>,
    ) -> Result<RtiAmbassador, Exception> {
        let rti = world.ambassador();
        let callbacks = world.callbacks();
        match (world.edition, password) {
            (Edition::Hla2010, Some(password)) => {
                static NEXT: AtomicU64 = AtomicU64::new(0);
                let number = NEXT.fetch_add(1, Ordering::Relaxed);
                let path = self.directory.join(format!("password-{number}"));
                std::fs::write(&path, password).unwrap();
                let file = path.display();
                let settings = format!("{}; rti.password_file = {file}", self.settings);
                rti.connect(federate, callbacks, &settings)?;
            }
            (Edition::Hla2010, None) => rti.connect(federate, callbacks, &self.settings)?,
            (Edition::Hla2025, password) => {
                let configuration = RtiConfiguration {
                    additional_settings: self.settings.clone(),
                    ..RtiConfiguration::default()
                };
                let credentials = password.map(Credentials::plain_text_password);
                rti.connect_with_configuration(federate, callbacks, &configuration, credentials)?;
            }
        }
        Ok(rti)
    }

    fn connected(&self, world: &World, password: &str) -> RtiAmbassador {
        self.connect(world, Some(password), Box::new(NullFederateAmbassador))
            .unwrap()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn directory(world: &World) -> std::path::PathBuf {
    let name = format!(
        "hyla-authorization-{}-{}",
        std::process::id(),
        world.federation
    );
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).unwrap();
    directory
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

/// Says the same to everything but connect.
struct Always(fn(&'static str) -> Authorization);

impl Authorizer for Always {
    fn name(&self) -> String {
        "always".into()
    }

    fn authorize_rti_operation(&mut self, caller: &Caller<'_>) -> Authorization {
        assert!(caller.peer.is_some_and(|peer| peer.ip().is_loopback()));
        Authorization::authorized()
    }

    fn authorize_federation_operation(
        &mut self,
        _: &Caller<'_>,
        _: FederationAction,
        _: &str,
    ) -> Authorization {
        self.0("as always")
    }

    fn authorize_federate_operation(
        &mut self,
        _: &Caller<'_>,
        _: &str,
        _: &str,
        _: &str,
    ) -> Authorization {
        self.0("as always")
    }
}

/// Creates a federation execution when it hears which there are.
struct Creator {
    rti: RtiAmbassador,
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
    fn connecting_takes_credentials_that_prove_something(world) {
        let rti = Guarded::by_file(world, USERS);
        let connect = |password| rti.connect(world, password, Box::new(NullFederateAmbassador));

        let outcome = connect(None);
        raises(world, refusal(world, ExceptionKind::Unauthorized), outcome);
        for wrong in ["owner:pear", "nobody:apple", "apple", ""] {
            // An empty file has no password, so there the settings refuse.
            let outcome = connect(Some(wrong));
            raises(world, refusal(world, ExceptionKind::InvalidCredentials), outcome);
        }
        let owner = connect(Some("owner:apple")).unwrap();
        let guest = connect(Some("pear")).unwrap();

        owner.disconnect().unwrap();
        guest.disconnect().unwrap();
    }

    /// 4.2
    fn a_refused_connect_can_be_repeated(world) {
        let rti = Guarded::by_file(world, USERS);
        let ambassador = world.ambassador();
        let mut settings = Sources::none().connect(&*rti.settings).load().unwrap();
        let mut connect = |password: &str| {
            let path = rti.directory.join("password");
            std::fs::write(&path, password).unwrap();
            settings.rti.user = "owner".into();
            settings.rti.password_file = Some(path);
            ambassador.connect_with_settings(
                Box::new(NullFederateAmbassador),
                world.callbacks(),
                settings.clone(),
            )
        };

        raises(world, refusal(world, ExceptionKind::InvalidCredentials), connect("pear"));
        connect("apple").unwrap();

        ambassador.disconnect().unwrap();
    }

    /// 4.5, 4.6, 4.11
    fn a_user_does_what_it_may(world) {
        let rti = Guarded::by_file(world, USERS);
        let name = world.federation.as_str();
        let (owner, guest) = (rti.connected(world, "owner:apple"), rti.connected(world, "pear"));
        let fom = world.fom("traffic");
        let unauthorized = ExceptionKind::Unauthorized;

        let outcome = guest.create_federation_execution(name, &[&fom], "");
        raises(world, unauthorized, outcome);
        let file = match world.edition {
            Edition::Hla2010 => "HLAstandardMIM.xml",
            Edition::Hla2025 => "HLAstandardMIM-2025.xml",
        };
        let mim = format!("{}/../hyla-omt/mim/{file}", env!("CARGO_MANIFEST_DIR"));
        let outcome = guest.create_federation_execution_with_mim(name, &[&fom], &mim, "");
        raises(world, unauthorized, outcome);
        let outcome = owner.create_federation_execution("other", &[&fom], "");
        raises(world, unauthorized, outcome);
        owner.create_federation_execution(name, &[&fom], "").unwrap();
        raises(world, unauthorized, guest.destroy_federation_execution(name));
        let outcome = guest.join_federation_execution(Some("g"), "thief", name, &[]);
        raises(world, unauthorized, outcome);
        guest.join_federation_execution(Some("g"), "visitor", name, &[]).unwrap();
        owner.join_federation_execution(Some("o"), "anything", name, &[]).unwrap();
        assert!(guest.remove_federate(name, "o", "").is_err());
        let federations = guest.status().unwrap();
        assert_eq!(federations[0].members.len(), 2);

        for rti in [&guest, &owner] {
            rti.resign_federation_execution(ResignAction::NoAction).unwrap();
        }
        owner.destroy_federation_execution(name).unwrap();
        guest.disconnect().unwrap();
        owner.disconnect().unwrap();
    }

    /// 4.5, 4.6, 4.11: there InvalidCredentials is no exception of theirs.
    fn every_verdict_has_its_exception(world) {
        for (verdict, kind) in [
            (Authorization::unauthorized as fn(&'static str) -> _, ExceptionKind::Unauthorized),
            (Authorization::invalid_credentials, ExceptionKind::Unauthorized),
            (Authorization::error, ExceptionKind::RTIinternalError),
        ] {
            let guarded = Guarded::by(world, Always(verdict));
            let rti = guarded.connected(world, "whoever");
            let name = world.federation.as_str();

            let outcome = rti.create_federation_execution(name, &[&world.fom("traffic")], "");
            assert!(outcome.as_ref().is_err_and(|e| e.message.contains("as always")), "{outcome:?}");
            raises(world, kind, outcome);
            raises(world, kind, rti.destroy_federation_execution(name));
            raises(world, kind, rti.join_federation_execution(None, "tester", name, &[]));

            rti.disconnect().unwrap();
        }
    }

    /// 4.5: a callback that creates has the RTI asked over a further connection of the same federate.
    fn credentials_hold_for_calls_inside_callbacks(world) {
        let guarded = Guarded::by_file(world, USERS);
        let (outcome, told) = channel();
        let rti = guarded.connected(world, "owner:apple");
        rti.disconnect().unwrap();
        let creator = Creator {
            rti: rti.clone(),
            federation: world.federation.clone(),
            outcome,
        };
        let file = guarded.directory.join("password");
        std::fs::write(&file, "apple").unwrap();
        let file = file.display();
        let settings =
            format!("{}; rti.user = owner; rti.password_file = {file}", guarded.settings);
        rti.connect(Box::new(creator), world.callbacks(), &settings).unwrap();

        rti.list_federation_executions().unwrap();
        let watchdog = std::time::Instant::now() + Duration::from_secs(60);
        let created = loop {
            assert!(std::time::Instant::now() < watchdog, "no callback");
            if !matches!(world.wiring, Wiring::Immediate | Wiring::Embedded) {
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
