//! Quotas: what one user may hold of an RTI, so that others keep their share.
//!
//! A user is what the authorizer calls it, or else the origin of its connection: an address, or a user of the host. Each
//! execution notes who brought what; requests that wait count for their sender.

use std::fmt;
use std::sync::Arc;

use hyla_types::{Exception, ExceptionKind, FederateHandle, ResignAction};
use rustc_hash::{FxHashMap, FxHashSet};

use super::account::Account;
use super::authorization::Waiting;
use super::rti::Rti;
use super::session::SessionId;
use super::{Executive, NoticeLevel, RtiNotice};
use crate::Result;
use crate::federation::Models;
use crate::message::{FederationRequest, MemberRequest, RequestId, ToRti};

/// Name of a user, as in `user anna` or `address 10.0.0.7`.
pub(crate) type User = Arc<str>;

/// Beginning of the user whom the authorizer has named.
pub(super) const NAMED: &str = "user ";

/// Accounts of users without sessions that are remembered.
const SPARE_ACCOUNTS: usize = 1024;

/// Limits of what each user may hold of an RTI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserLimits {
    /// Federation executions that it created.
    pub federations: usize,
    /// Modules that it brought into federation executions; equal ones of one execution count once.
    pub modules: usize,
    /// Bytes of these modules.
    pub module_bytes: usize,
    /// Bytes of memory: modules, the object models made of them, all that federates have the RTI keep, requests that wait.
    pub memory_bytes: usize,
}

impl UserLimits {
    /// No limits.
    pub const NONE: Self = Self {
        federations: usize::MAX,
        modules: usize::MAX,
        module_bytes: usize::MAX,
        memory_bytes: usize::MAX,
    };
}

/// Resources of one user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) federations: usize,
    pub(crate) modules: usize,
    pub(crate) module_bytes: usize,
    pub(crate) memory_bytes: usize,
}

impl Usage {
    fn add(&mut self, other: Self) {
        *self = self.plus(other);
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            federations: self.federations + other.federations,
            modules: self.modules + other.modules,
            module_bytes: self.module_bytes + other.module_bytes,
            memory_bytes: self.memory_bytes + other.memory_bytes,
        }
    }

    /// Resources of a request while it waits. Most modules of joins are there already: until they are read, only their memory
    /// counts.
    pub(super) fn of_waiting(message: &ToRti) -> Self {
        match message {
            ToRti::Create { modules, mim, .. } => {
                let given = || modules.iter().chain(mim);
                let bytes = given().map(|module| module.content.len()).sum();
                Self {
                    federations: 1,
                    modules: given().count(),
                    module_bytes: bytes,
                    memory_bytes: bytes,
                }
            }
            ToRti::Join { modules, .. } => Self {
                memory_bytes: modules.iter().map(|module| module.content.len()).sum(),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// Resources of an execution's models, less those that it had before a join.
    pub(super) fn of_models(models: &Models, before: Option<&Models>) -> Self {
        let (count, bytes) = models.size();
        let (known, known_bytes) = before.map_or((0, 0), Models::size);
        let memory = before.map_or(0, Models::memory_bytes);
        Self {
            federations: 0,
            modules: count.saturating_sub(known),
            module_bytes: bytes.saturating_sub(known_bytes),
            memory_bytes: models.memory_bytes().saturating_sub(memory),
        }
    }
}

/// A limit that a request exceeds.
struct Excess<'a> {
    user: &'a str,
    what: &'static str,
    held: usize,
    more: usize,
    limit: usize,
    setting: &'static str,
    remedy: &'static str,
}

impl fmt::Display for Excess<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            user,
            what,
            held,
            more,
            limit,
            setting,
            remedy,
        } = self;
        write!(
            f,
            "{user} holds {held} {what} and asks for {more} more; the limit of a user is {limit} ({setting}): {remedy}"
        )
    }
}

/// Quotas of an RTI.
#[derive(Debug)]
pub(super) struct Quotas {
    limits: UserLimits,
    refused: u64,
    /// Bytes of memory of each user.
    accounts: FxHashMap<User, Account>,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            limits: UserLimits::NONE,
            refused: 0,
            accounts: FxHashMap::default(),
        }
    }
}

impl Rti {
    /// Limits what each user may hold; without, there are no limits.
    pub fn limit_users(&mut self, limits: UserLimits) {
        self.quotas.limits = limits;
    }

    /// Requests that were refused, and federates that were removed, since their users held too much.
    #[must_use]
    pub fn refused_over_quota(&self) -> u64 {
        self.quotas.refused
    }

    /// The user of a session, as in `user anna` or `address 10.0.0.7`.
    #[must_use]
    pub fn user_of(&self, session: SessionId) -> Arc<str> {
        let state = self.sessions.get(&session);
        state.map_or_else(|| "nobody".into(), |state| Arc::clone(&state.user))
    }

    /// The name that the authorizer gave the user of a session.
    #[must_use]
    pub fn user_name(&self, session: SessionId) -> Option<&str> {
        self.sessions.get(&session)?.user.strip_prefix(NAMED)
    }

    /// Resources of the user in executions.
    fn held_by(&self, user: &User) -> Usage {
        let mut usage = Usage::default();
        for execution in self.executions.values() {
            usage.federations += usize::from(execution.creator == *user);
            if let Some(brought) = execution.brought.get(user) {
                usage.add(*brought);
            }
        }
        usage
    }

    /// Resources of the user's requests that wait for the authorizer, or for their modules to be read.
    fn waiting_of(&self, user: &User) -> Usage {
        let mut usage = Usage::default();
        let is_theirs =
            |session: &SessionId| self.sessions.get(session).is_some_and(|s| s.user == *user);
        for open in self.authorization.open.values() {
            if let Waiting::Message(message) = &open.what
                && is_theirs(&open.session)
            {
                usage.add(Usage::of_waiting(message));
            }
        }
        let behind = self.authorization.behind.iter();
        for (session, messages) in behind.chain(&self.reading.behind) {
            if is_theirs(session) {
                messages
                    .iter()
                    .for_each(|message| usage.add(Usage::of_waiting(message)));
            }
        }
        usage.add(self.reading.held_by(user));
        usage
    }

    /// Whether the user of a session has room for a request that has just come, before anything is done for it. `Err` has the
    /// request and the refusal.
    pub(super) fn check_arrival(
        &mut self,
        session: SessionId,
        message: &ToRti,
    ) -> std::result::Result<(), (RequestId, Exception)> {
        let request = match message {
            ToRti::Create { request, .. } => *request,
            ToRti::Join {
                request, modules, ..
            } if !modules.is_empty() => *request,
            _ => return Ok(()),
        };
        if self.quotas.limits == UserLimits::NONE {
            return Ok(());
        }
        let outcome = self.check(session, Usage::of_waiting(message));
        outcome.map_err(|refusal| (request, refusal))
    }

    /// Whether the user of a session may hold that much more in executions; its memory is charged if so.
    pub(super) fn check_quota(&mut self, session: SessionId, more: Usage) -> Result<()> {
        if self.quotas.limits == UserLimits::NONE {
            return Ok(());
        }
        self.check(session, more)
    }

    fn check(&mut self, session: SessionId, more: Usage) -> Result<()> {
        let user = &self.user_of(session);
        let held = self.held_by(user).plus(self.waiting_of(user));
        let limits = &self.quotas.limits;
        let rows = [
            Excess {
                user,
                what: "federation executions",
                held: held.federations,
                more: more.federations,
                limit: limits.federations,
                setting: "rti.limit_federations",
                remedy: "destroy some that nobody needs",
            },
            Excess {
                user,
                what: "modules",
                held: held.modules,
                more: more.modules,
                limit: limits.modules,
                setting: "rti.limit_modules",
                remedy: "merge modules, or destroy federation executions",
            },
            Excess {
                user,
                what: "bytes of modules",
                held: held.module_bytes,
                more: more.module_bytes,
                limit: limits.module_bytes,
                setting: "rti.limit_module_bytes",
                remedy: "use smaller modules, or destroy federation executions",
            },
        ];
        let is_exceeded =
            |row: &Excess<'_>| row.more > 0 && row.held.saturating_add(row.more) > row.limit;
        let excess = match rows.into_iter().find(is_exceeded) {
            Some(excess) => excess,
            None => match self.charge_memory(user, more.memory_bytes) {
                Ok(()) => return Ok(()),
                Err(held) => Excess {
                    user,
                    what: "bytes of memory",
                    held,
                    more: more.memory_bytes,
                    limit: self.quotas.limits.memory_bytes,
                    setting: "rti.limit_memory_bytes",
                    remedy: "use smaller modules, destroy federation executions, or wait until others are read",
                },
            },
        };
        let text = excess.to_string();
        self.note_refusal(session, None, &text);
        Err(Exception::new(ExceptionKind::RTIinternalError, text))
    }

    /// Charges the account of a user. `Err` has what it holds, if so much more does not fit.
    fn charge_memory(&mut self, user: &User, more: usize) -> std::result::Result<(), usize> {
        let limit = self.quotas.limits.memory_bytes;
        if limit == usize::MAX || more == 0 {
            return Ok(());
        }
        if let Some(account) = self.quotas.accounts.get_mut(user)
            && account.charge(more, limit)
        {
            return Ok(());
        }
        let held = self.held_by(user).plus(self.waiting_of(user)).memory_bytes;
        let kept: usize = self.executions.values().map(|it| it.kept_for(user)).sum();
        let held = held.saturating_add(kept);
        self.forget_accounts();
        let account = self.quotas.accounts.entry(Arc::clone(user)).or_default();
        if account.enter(held, more, limit) {
            Ok(())
        } else {
            Err(held)
        }
    }

    /// Forgets accounts of users without sessions, once these are many. A user that comes back is counted again.
    fn forget_accounts(&mut self) {
        if self.quotas.accounts.len() > 2 * self.sessions.len() + SPARE_ACCOUNTS {
            let users: FxHashSet<&User> = self.sessions.values().map(|s| &s.user).collect();
            self.quotas.accounts.retain(|user, _| users.contains(user));
        }
    }

    /// Counts a refusal. The log has the first, second, fourth and so on of each session.
    pub(super) fn note_refusal(
        &mut self,
        session: SessionId,
        federation: Option<&str>,
        text: &str,
    ) {
        self.quotas.refused += 1;
        let Some(state) = self.sessions.get_mut(&session) else {
            return;
        };
        state.over_quota += 1;
        if state.over_quota.is_power_of_two() {
            self.notices.push_back(RtiNotice {
                federation: federation.map(str::to_owned),
                federate: None,
                level: NoticeLevel::Warning,
                text: format!("{text}; {} refusals of this session", state.over_quota),
            });
        }
    }

    /// Charges the user of a member with what its request makes the RTI keep. Such requests are not answered, so while the user has no
    /// room, the member that has most is removed with what it has kept; if this is the one that asks, the request is not carried out.
    /// Instead of a state without room, the save is given up.
    pub(super) fn has_room_for(
        &mut self,
        session: SessionId,
        federation: &str,
        federate: FederateHandle,
        request: &MemberRequest,
    ) -> bool {
        let limit = self.quotas.limits.memory_bytes;
        let execution = self.executions.get(federation);
        let member = execution.and_then(|it| Some((it, it.members.get(&federate)?)));
        let Some((execution, member)) = member.filter(|_| limit != usize::MAX) else {
            return true;
        };
        let more = execution.kept_bytes_of(request);
        if more == 0 {
            return true;
        }
        let (name, user) = (member.info.name.clone(), Arc::clone(&member.user));
        let is_state = matches!(
            request,
            MemberRequest::Federation(FederationRequest::StatePart { .. })
        );
        while let Err(held) = self.charge_memory(&user, more) {
            let text = format!(
                "{user} holds {held} bytes of memory, about, with what its federates have the RTI keep, and {name:?} asks for {more} \
                 more; the limit of a user is {limit} (rti.limit_memory_bytes)"
            );
            if is_state {
                self.note_refusal(session, Some(federation), &text);
                self.in_execution(federation, |execution, out, _| execution.give_up_save(out));
                return false;
            }
            let Some(largest) = self.largest_of(&user, (federation, federate, more)) else {
                return false;
            };
            self.remove_over_quota(&largest, &text);
            if largest.is(federation, federate) {
                return false;
            }
        }
        true
    }

    /// Of all members of the user the one for which most is kept; one of them asks for more, which counts.
    fn largest_of(
        &self,
        user: &User,
        (of, asker, more): (&str, FederateHandle, usize),
    ) -> Option<Holder> {
        let all = self.executions.iter().flat_map(|(federation, execution)| {
            let each = execution.kept_for_each(user).into_iter();
            each.filter_map(move |(federate, bytes)| {
                let asked = if federation == of && federate == asker {
                    more
                } else {
                    0
                };
                Some(Holder {
                    bytes: bytes.saturating_add(asked),
                    federation: federation.clone(),
                    federate,
                    session: execution.members.get(&federate)?.session,
                })
            })
        });
        all.max_by_key(|holder| (holder.bytes, holder.session))
    }

    /// Removes a member with the instances that it may delete: left behind, they would still count for its user.
    fn remove_over_quota(&mut self, holder: &Holder, text: &str) {
        let reason = format!(
            "{text}; this federate has most, {} bytes with what it asks for",
            holder.bytes
        );
        self.note_refusal(holder.session, Some(&holder.federation), &reason);
        self.with_execution(&holder.federation, |execution, batch, notices| {
            let action = ResignAction::CancelThenDeleteThenDivest;
            execution.remove_by(holder.federate, action, &reason, batch, notices);
        });
        if let Some(state) = self.sessions.get_mut(&holder.session) {
            state.joined = None;
        }
    }
}

/// A member, and the bytes that the RTI keeps for it.
struct Holder {
    bytes: usize,
    federation: String,
    federate: FederateHandle,
    session: SessionId,
}

impl Holder {
    fn is(&self, federation: &str, federate: FederateHandle) -> bool {
        self.federation == federation && self.federate == federate
    }
}

impl Executive {
    /// Notes what a user brings.
    pub(super) fn charge(&mut self, user: &User, usage: Usage) {
        self.brought.entry(Arc::clone(user)).or_default().add(usage);
    }
}
