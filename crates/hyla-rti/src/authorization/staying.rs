//! Which connected callers may stay so, after the authorizer has changed.
//!
//! Decisions that cost nothing come first, then one slow decision at a time, so that questions of others are answered in between.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;

use hyla_core::executive::SessionId;
use hyla_types::{AuthorizationResultCode, Credentials};

use super::{Authorization, Authorizer, Caller};

/// Sessions that may be connected, and the checks that are left.
#[derive(Debug, Default)]
pub(super) struct Staying {
    connected: BTreeMap<Key, Sharers>,
    /// Credentials about which it is slow to decide, in the order of the checks.
    waiting: VecDeque<Key>,
    /// The last checks did not decide about all callers: they are asked about again.
    is_undecided: bool,
    /// So it was before, and the log says so.
    is_undecided_known: bool,
}

/// Type and content of credentials.
type Key = (String, Vec<u8>);

/// The sessions with the same credentials.
#[derive(Debug)]
struct Sharers {
    credentials: Credentials,
    /// Of the first of them.
    peer: Option<SocketAddr>,
    sessions: Vec<SessionId>,
}

impl Sharers {
    fn caller(&self) -> Caller<'_> {
        Caller::new(&self.credentials, self.peer)
    }
}

impl Staying {
    /// A session may be connected.
    pub(super) fn admit(
        &mut self,
        session: SessionId,
        credentials: Credentials,
        peer: Option<SocketAddr>,
    ) {
        let key = (credentials.type_name.clone(), credentials.data.clone());
        let sharers = self.connected.entry(key).or_insert_with(|| Sharers {
            credentials,
            peer,
            sessions: Vec::new(),
        });
        sharers.sessions.push(session);
    }

    /// A session has ended.
    pub(super) fn forget(&mut self, ended: SessionId) {
        self.connected.retain(|_, sharers| {
            sharers.sessions.retain(|session| *session != ended);
            !sharers.sessions.is_empty()
        });
    }

    /// Whether [`Self::check_next`] has something to do.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Begins to ask about all sessions if the authorizer has changed, or has not decided before. Sessions about which it decides at once
    /// are revoked here; the others wait for [`Self::check_next`].
    pub(super) fn begin(
        &mut self,
        authorizer: &mut dyn Authorizer,
        revoke: &mut dyn FnMut(SessionId),
    ) {
        let has_changed = authorizer.has_changed();
        // Checks that are under way end first.
        let asks_again = self.is_undecided && self.waiting.is_empty();
        if !has_changed && !asks_again {
            return;
        }
        self.is_undecided_known = std::mem::take(&mut self.is_undecided);
        let mut slow = BTreeSet::new();
        let mut connected = std::mem::take(&mut self.connected);
        connected.retain(|key, sharers| {
            let Some(said) = authorizer.authorize_to_stay_at_once(&sharers.caller()) else {
                slow.insert(key.clone());
                return true;
            };
            let stay = self.may_stay(authorizer, &said);
            if !stay {
                sharers.sessions.iter().copied().for_each(&mut *revoke);
            }
            stay
        });
        self.connected = connected;
        // Who has waited longest stays first, however often the authorizer changes.
        self.waiting.retain(|key| slow.remove(key));
        self.waiting.extend(slow);
    }

    /// Decides about the next credentials, if some wait.
    pub(super) fn check_next(
        &mut self,
        authorizer: &mut dyn Authorizer,
        revoke: &mut dyn FnMut(SessionId),
    ) {
        let Some(key) = self.waiting.pop_front() else {
            return;
        };
        let Some(sharers) = self.connected.remove(&key) else {
            return;
        };
        let said = authorizer.authorize_to_stay(&sharers.caller());
        if self.may_stay(authorizer, &said) {
            self.connected.insert(key, sharers);
        } else {
            sharers.sessions.into_iter().for_each(revoke);
        }
    }

    /// What an answer means. A caller whose case cannot be decided stays, and is asked about again.
    fn may_stay(&mut self, authorizer: &dyn Authorizer, said: &Authorization) -> bool {
        match said.code {
            AuthorizationResultCode::Authorized => true,
            AuthorizationResultCode::AuthorizationError => {
                if !self.is_undecided_known {
                    tracing::warn!(
                        name = authorizer.name(),
                        "a connected caller stays until it can be decided: {}",
                        said.message
                    );
                }
                self.is_undecided = true;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use argon2::password_hash::PasswordHasher;

    use super::super::edit::{append, entry};
    use super::super::file::cheap;
    use super::super::{Action, FederationAction, FileAuthorizer};
    use super::*;

    /// Says the same about everyone.
    struct Same {
        has_changed: bool,
        says: Authorization,
    }

    impl Authorizer for Same {
        fn name(&self) -> String {
            "same".to_owned()
        }

        fn has_changed(&mut self) -> bool {
            std::mem::take(&mut self.has_changed)
        }

        fn authorize_rti_operation(&mut self, _: &Caller<'_>) -> Authorization {
            self.says.clone()
        }

        fn authorize_federation_operation(
            &mut self,
            _: &Caller<'_>,
            _: FederationAction,
            _: &str,
        ) -> Authorization {
            Authorization::authorized()
        }

        fn authorize_federate_operation(
            &mut self,
            _: &Caller<'_>,
            _: &str,
            _: &str,
            _: &str,
        ) -> Authorization {
            Authorization::authorized()
        }
    }

    type Step = fn(&mut Staying, &mut dyn Authorizer, &mut dyn FnMut(SessionId));

    fn revoked_by(
        step: Step,
        staying: &mut Staying,
        authorizer: &mut dyn Authorizer,
    ) -> Vec<SessionId> {
        let mut revoked = Vec::new();
        step(staying, authorizer, &mut |session| revoked.push(session));
        revoked
    }

    #[test]
    fn a_caller_stays_until_it_is_decided_and_is_asked_about_until_then() {
        let mut authorizer = Same {
            has_changed: true,
            says: Authorization::error("no file"),
        };
        let session = SessionId(7);
        let mut staying = Staying::default();
        staying.admit(session, Credentials::plain_text_password("a:b"), None);
        let mut round = |authorizer: &mut Same| {
            let mut revoked = revoked_by(Staying::begin, &mut staying, authorizer);
            revoked.extend(revoked_by(Staying::check_next, &mut staying, authorizer));
            revoked
        };

        assert_eq!(round(&mut authorizer), []);
        assert_eq!(round(&mut authorizer), []);
        authorizer.says = Authorization::invalid_credentials("removed");
        assert_eq!(round(&mut authorizer), [session]);
        assert_eq!(round(&mut authorizer), [], "it is cut once");
    }

    /// A users file of one test.
    struct UsersFile(PathBuf);

    impl UsersFile {
        fn new(name: &str, users: &[(String, String)]) -> Self {
            let name = format!("hyla-{}-staying-{name}.toml", std::process::id());
            let file = Self(std::env::temp_dir().join(name));
            file.write(users);
            file
        }

        /// Names and hashes.
        fn write(&self, users: &[(String, String)]) {
            let beside: &Path = &self.0.with_extension("new");
            let all = ["*".to_owned()];
            let entry =
                |(name, hash): &(String, String)| entry(name, hash, &[Action::Join], &all, &[]);
            append(beside, &users.iter().map(entry).collect::<String>()).unwrap();
            std::fs::rename(beside, &self.0).unwrap();
        }
    }

    impl Drop for UsersFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn user(name: &str, password: &str) -> (String, String) {
        let hash = cheap().hash_password(password.as_bytes()).unwrap();
        (name.to_owned(), hash.to_string())
    }

    #[test]
    fn removed_users_are_revoked_before_any_password_is_compared() {
        let stays = user("stays", "apple");
        let mut all = vec![stays.clone()];
        all.extend((0..100).map(|n| user(&format!("gone-{n}"), "apple")));
        all.extend(["changed-1", "changed-2"].map(|name| user(name, "apple")));
        let file = UsersFile::new("removed", &all);
        let mut authorizer = FileAuthorizer::open(&file.0).unwrap();
        let mut staying = Staying::default();
        for (n, (name, _)) in (0..).zip(&all) {
            let credentials = Credentials::plain_text_password(&format!("{name}:apple"));
            let said = authorizer.authorize_rti_operation(&Caller::new(&credentials, None));
            assert_eq!(said.code, AuthorizationResultCode::Authorized);
            staying.admit(SessionId(n), credentials, None);
        }
        let compared = authorizer.compared;
        assert_eq!(compared, 103);

        file.write(&[stays, user("changed-1", "pear"), user("changed-2", "apple")]);
        let mut revoked = revoked_by(Staying::begin, &mut staying, &mut authorizer);

        revoked.sort_unstable();
        assert_eq!(revoked, (1..=100).map(SessionId).collect::<Vec<_>>());
        assert_eq!(authorizer.compared, compared, "no password");
        // A password of which the hash is new has to be compared, one at a time.
        let next = revoked_by(Staying::check_next, &mut staying, &mut authorizer);
        assert_eq!(
            (next, authorizer.compared),
            (vec![SessionId(101)], compared + 1)
        );
        let next = revoked_by(Staying::check_next, &mut staying, &mut authorizer);
        assert_eq!((next, authorizer.compared), (vec![], compared + 2));
        assert!(!staying.has_waiting());
        let left: Vec<_> = staying
            .connected
            .values()
            .flat_map(|it| &it.sessions)
            .collect();
        assert_eq!(left.len(), 2);
    }

    #[test]
    fn who_waits_for_a_slow_decision_keeps_the_place_when_the_authorizer_changes_again() {
        let mut authorizer = Same {
            has_changed: true,
            says: Authorization::authorized(),
        };
        let mut staying = Staying::default();
        for (n, name) in ["b:", "c:", "d:"].into_iter().enumerate() {
            staying.admit(
                SessionId(n as u64),
                Credentials::plain_text_password(name),
                None,
            );
        }
        assert_eq!(
            revoked_by(Staying::begin, &mut staying, &mut authorizer),
            []
        );
        assert_eq!(
            revoked_by(Staying::check_next, &mut staying, &mut authorizer),
            []
        );

        authorizer.has_changed = true;
        authorizer.says = Authorization::invalid_credentials("removed");
        assert_eq!(
            revoked_by(Staying::begin, &mut staying, &mut authorizer),
            []
        );

        let order: Vec<_> = (0..4)
            .flat_map(|_| revoked_by(Staying::check_next, &mut staying, &mut authorizer))
            .collect();
        assert_eq!(order, [1, 2, 0].map(SessionId));
    }
}
