//! The authorizer of the setting `authorization.file`.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use hyla_types::Credentials;

use super::attempts::Attempts;
use super::source::{Stamp, read, stamp};
use super::users::{Action, Grant, Users, UsersFileError};
use super::{Authorization, Authorizer, Caller, FederationAction};

/// Users with password hashes and permissions, from a TOML file; `docs/authorization.md` describes
/// it.
///
/// The file is read again after a change. If it is invalid then, the previous content stays in
/// force and an error is logged.
///
/// Checking a password costs what its hash specifies, some 20 milliseconds and megabytes by
/// default, and every call is checked. A correct password is cached as a cheap hash, so that only
/// the first call is slow. Hashes are compared in constant time, and whether a user exists changes
/// neither answers nor their cost. After some failures, a user and an address must wait between
/// attempts to connect, longer each time.
pub struct FileAuthorizer {
    path: PathBuf,
    stamp: Stamp,
    users: Users,
    /// Checked in place of an unknown user's password.
    dummy: PasswordHash,
    proved: HashMap<String, VerifiedPassword>,
    attempts: Attempts,
    clock: Box<dyn Fn() -> Duration + Send>,
    /// The file was read again since the last question about it.
    is_new: bool,
    /// Passwords that were compared with hashes of the file, which is slow.
    pub(super) compared: u64,
}

/// A correct password for a hash of the file.
struct VerifiedPassword {
    of: PasswordHash,
    /// Of the same password, with its own salt; never leaves the process.
    cheap: PasswordHash,
}

/// Who a caller says it is.
enum Claim {
    Nobody,
    /// A user, and the password that shall prove it.
    User(String, String),
}

/// Identity of a caller.
enum Identity {
    Nobody,
    User(String),
}

/// Why a caller's password was rejected.
enum LoginFailure {
    Wrong,
    Failed(String),
}

/// Hashes a password for the file, with a new salt: the value of `password`.
///
/// # Errors
/// That of the system if it has no randomness.
pub fn hash_password(password: &str) -> Result<String, String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|e| e.to_string())
}

/// The cheapest hash: it never leaves the process.
pub(super) fn cheap() -> Argon2<'static> {
    let params = Params::new(Params::MIN_M_COST, 1, 1, None).expect("these parameters are valid");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn is(password: &str, hash: &PasswordHash) -> bool {
    // Verifying takes algorithm and cost from the hash and compares in constant time.
    cheap().verify_password(password.as_bytes(), hash).is_ok()
}

impl FileAuthorizer {
    /// Opens a users file.
    ///
    /// # Errors
    /// All its errors, with lines; or it is unreadable, or writable by everybody.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, UsersFileError> {
        let started = Instant::now();
        Self::with_clock(path.into(), Box::new(move || started.elapsed()))
    }

    fn with_clock(
        path: PathBuf,
        clock: Box<dyn Fn() -> Duration + Send>,
    ) -> Result<Self, UsersFileError> {
        let (stamp, users, dummy) = read(&path)?;
        Ok(Self {
            path,
            stamp,
            users,
            dummy,
            proved: HashMap::new(),
            attempts: Attempts::default(),
            clock,
            is_new: false,
            compared: 0,
        })
    }

    /// Reads the file again if it has changed.
    fn refresh(&mut self) {
        let found = std::fs::metadata(&self.path).map(|m| stamp(&m));
        if found.as_ref().is_ok_and(|stamp| *stamp == self.stamp) {
            return;
        }
        match read(&self.path) {
            Ok((stamp, users, dummy)) => {
                let change = users.changes_since(&self.users);
                tracing::info!(
                    target: "audit", federation = "-", federate = "-", action = "users",
                    file = %self.path.display(), users = users.by_name.len(),
                    added = change.added, removed = change.removed, changed = change.changed,
                    "the users file was read again"
                );
                self.proved.retain(|name, proof| {
                    let user = users.by_name.get(name);
                    user.is_some_and(|user| user.hash == proof.of)
                });
                (self.stamp, self.users, self.dummy) = (stamp, users, dummy);
                self.is_new = true;
            }
            Err(error) => {
                // Logged once for each change. A missing file has no stamp.
                let stamp = found.unwrap_or_default();
                if stamp != self.stamp {
                    self.stamp = stamp;
                    tracing::error!(
                        target: "audit", federation = "-", federate = "-", %error,
                        "the users file cannot be used; its earlier content stays in force"
                    );
                }
            }
        }
    }

    /// Reads credentials.
    fn claim(&self, credentials: &Credentials) -> Result<Claim, Authorization> {
        match credentials.type_name.as_str() {
            Credentials::NO_CREDENTIALS => Ok(Claim::Nobody),
            Credentials::PLAIN_TEXT_PASSWORD => {
                let Some(text) = credentials.password() else {
                    let what = "the credentials are not an HLAunicodeString";
                    return Err(Authorization::invalid_credentials(what));
                };
                if let Some((name, password)) = text.split_once(':') {
                    return Ok(Claim::User(name.to_owned(), password.to_owned()));
                }
                match &self.users.password_only {
                    Some(name) => Ok(Claim::User(name.clone(), text)),
                    None => Err(Authorization::invalid_credentials(
                        "the credentials name no user: write NAME:PASSWORD",
                    )),
                }
            }
            other => Err(Authorization::invalid_credentials(format!(
                "unknown type of credentials {other:?}; supported are {} and {}",
                Credentials::PLAIN_TEXT_PASSWORD,
                Credentials::NO_CREDENTIALS
            ))),
        }
    }

    /// Identifies the caller.
    fn identify(&mut self, caller: &Caller<'_>, limit: Limit) -> Result<Identity, Authorization> {
        match self.claim(caller.credentials)? {
            Claim::Nobody => Ok(Identity::Nobody),
            Claim::User(name, password) => match self.check(&name, &password, caller.peer, limit) {
                Ok(()) => Ok(Identity::User(name)),
                Err(refusal) => Err(refusal.about(name)),
            },
        }
    }

    /// Whether the password is the user's.
    fn check(
        &mut self,
        name: &str,
        password: &str,
        peer: Option<SocketAddr>,
        limit: Limit,
    ) -> Result<(), Authorization> {
        let peer: Option<IpAddr> = peer.map(|at| at.ip());
        let now = (self.clock)();
        if limit == Limit::Counted
            && let Some(wait) = self.attempts.wait(now, name, peer)
        {
            let seconds = wait.as_millis().div_ceil(1000);
            return Err(Authorization::unauthorized(format!(
                "too many attempts have failed; try again in {seconds} s"
            )));
        }
        match self.prove(name, password) {
            Ok(()) => {
                if limit == Limit::Counted {
                    self.attempts.succeeded(name);
                }
                Ok(())
            }
            Err(LoginFailure::Wrong) => {
                if limit == Limit::Counted {
                    self.attempts.failed(now, name, peer);
                }
                let what = "the user or the password is wrong";
                Err(Authorization::invalid_credentials(what))
            }
            Err(LoginFailure::Failed(why)) => Err(Authorization::error(format!(
                "passwords cannot be checked: {why}"
            ))),
        }
    }

    /// Whether this password has been compared with the hash in the file before.
    fn is_proved(&self, name: &str, password: &str) -> bool {
        let proof = self.proved.get(name);
        proof.is_some_and(|proof| is(password, &proof.cheap))
    }

    fn prove(&mut self, name: &str, password: &str) -> Result<(), LoginFailure> {
        if self.is_proved(name, password) {
            return Ok(());
        }
        let user = self.users.by_name.get(name);
        self.compared += 1;
        // An unknown user costs as much as a known one.
        let right = is(password, user.map_or(&self.dummy, |user| &user.hash));
        let Some(user) = user.filter(|_| right) else {
            return Err(LoginFailure::Wrong);
        };
        let cheap = cheap()
            .hash_password(password.as_bytes())
            .map_err(|error| LoginFailure::Failed(error.to_string()))?;
        let of = user.hash.clone();
        self.proved
            .insert(name.to_owned(), VerifiedPassword { of, cheap });
        Ok(())
    }

    /// Checks the grants of the caller.
    fn judge(
        &mut self,
        caller: &Caller<'_>,
        limit: Limit,
        wish: &str,
        allows: impl Fn(&Grant) -> bool,
    ) -> Authorization {
        self.refresh();
        match self.identify(caller, limit) {
            Ok(identity) => self.permit(&identity, wish, allows),
            Err(refusal) => refusal,
        }
    }

    /// Checks the grants of who is identified.
    fn permit(
        &self,
        identity: &Identity,
        wish: &str,
        allows: impl Fn(&Grant) -> bool,
    ) -> Authorization {
        match identity {
            Identity::Nobody if self.users.nobody.iter().any(&allows) => {
                Authorization::authorized()
            }
            Identity::Nobody => Authorization::unauthorized(format!(
                "credentials are required to {wish}; the settings rti.user and rti.password_file say who you are"
            )),
            Identity::User(name) => {
                let user = self.users.by_name.get(name);
                let said = if user.is_some_and(|user| user.grants.iter().any(&allows)) {
                    Authorization::authorized()
                } else {
                    Authorization::unauthorized(format!("{name} may not {wish}"))
                };
                said.about(name)
            }
        }
    }

    fn permit_to_watch(&self, identity: &Identity, federation: &str) -> Authorization {
        let wish = format!(
            "watch {federation:?}; a grant with one of the actions watch, join and remove permits it"
        );
        self.permit(identity, &wish, |grant| grant.allows_watch(federation))
    }
}

/// What a caller who is connected asks for.
const STAY: &str = "stay connected";

/// Whether failures count: the credentials of a session stay the same, so only their first use is a
/// login attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Counted,
    Free,
}

impl Authorizer for FileAuthorizer {
    fn name(&self) -> String {
        format!("file {}", self.path.display())
    }

    fn has_changed(&mut self) -> bool {
        self.refresh();
        std::mem::take(&mut self.is_new)
    }

    fn authorize_rti_operation(&mut self, caller: &Caller<'_>) -> Authorization {
        self.judge(caller, Limit::Counted, "connect", |_| true)
    }

    fn authorize_to_stay(&mut self, caller: &Caller<'_>) -> Authorization {
        self.judge(caller, Limit::Free, STAY, |_| true)
    }

    fn authorize_to_stay_at_once(&mut self, caller: &Caller<'_>) -> Option<Authorization> {
        self.refresh();
        let identity = match self.claim(caller.credentials) {
            Ok(Claim::Nobody) => Identity::Nobody,
            // The caller was known, so that the time of this answer says nothing.
            Ok(Claim::User(name, _)) if !self.users.by_name.contains_key(&name) => {
                let what = "the user is not in the users file any more";
                return Some(Authorization::invalid_credentials(what).about(name));
            }
            Ok(Claim::User(name, password)) if self.is_proved(&name, &password) => {
                Identity::User(name)
            }
            Ok(Claim::User(..)) => return None,
            Err(refusal) => return Some(refusal),
        };
        Some(self.permit(&identity, STAY, |_| true))
    }

    fn authorize_federation_operation(
        &mut self,
        caller: &Caller<'_>,
        action: FederationAction,
        federation: &str,
    ) -> Authorization {
        let (action, wish) = match action {
            FederationAction::Watch => {
                let federation = [federation.to_owned()];
                let mut said = self.authorize_to_watch(caller, &federation);
                return said.pop().expect("one decision for one federation");
            }
            FederationAction::Create => (Action::Create, "create"),
            FederationAction::Destroy => (Action::Destroy, "destroy"),
            FederationAction::RemoveFederate => (Action::Remove, "remove federates from"),
        };
        let wish = format!("{wish} {federation:?}");
        self.judge(caller, Limit::Free, &wish, |grant| {
            grant.allows(action, federation)
        })
    }

    fn authorize_to_watch(
        &mut self,
        caller: &Caller<'_>,
        federations: &[String],
    ) -> Vec<Authorization> {
        self.refresh();
        // A password is proved once for all of them.
        let identity = self.identify(caller, Limit::Free);
        let each = federations.iter().map(|federation| match &identity {
            Ok(identity) => self.permit_to_watch(identity, federation),
            Err(refusal) => refusal.clone(),
        });
        each.collect()
    }

    fn authorize_federate_operation(
        &mut self,
        caller: &Caller<'_>,
        federation: &str,
        _: &str,
        federate_type: &str,
    ) -> Authorization {
        let wish = format!("join {federation:?} as {federate_type:?}");
        self.judge(caller, Limit::Free, &wish, |grant| {
            grant.allows_join(federation, federate_type)
        })
    }
}

#[cfg(test)]
mod tests;
