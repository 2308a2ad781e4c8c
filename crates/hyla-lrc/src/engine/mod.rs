//! The engine of one ambassador: the core's member, its channels and the threads that move them.
//!
//! One mutex guards the member and its links. It is held for the work of one service or one frame
//! and never across a system call or a callback.

mod admission;
mod arrive;
mod bind;
mod bounds;
mod call;
mod clear_password;
mod connect;
mod deliver;
mod embedded;
mod host;
mod hosted;
mod latency;
mod leading;
mod link_host;
mod readers;
mod refusals;
mod reporting;
mod usage;
mod work;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyla_core::Result;
use hyla_core::member::Member;
use hyla_core::message::{Reply, RequestId};
use hyla_net::network::Sockets;
use hyla_net::{Endpoint, Leadership, Profile, Remote};
use hyla_types::{Credentials, Edition, Exception, ExceptionKind, FederateHandle};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use call::Blocking;
pub use deliver::callback_failed;
#[cfg(unix)]
pub use hosted::MemberIo;
pub use hosted::{Host, Turn, Unanswered};
pub use hyla_link::BoundChannel;
pub(crate) use hyla_link::LinkSettings;

use link_host::LinkHost;
pub use usage::ServiceUsage;

use crate::settings::Settings;
use hyla_core::callback::FederateAmbassador;

/// The links of an ambassador, over channels.
pub(crate) type Links = hyla_link::Links<Sockets>;

/// Threads of the ambassador's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Process {
    /// In the federate's own calls.
    SingleThreaded,
    /// I/O on a thread of Hyla, or of the federate while that waits; callbacks where the federate evokes.
    AsynchronousIo,
    /// I/O and callbacks on a thread of Hyla.
    Immediate,
    /// I/O and callbacks in turns that a host gives, which runs many members.
    Hosted,
}

impl Process {
    /// Whether calls that wait have to do the I/O themselves meanwhile, since there is no thread of Hyla.
    fn pumps(self) -> bool {
        matches!(self, Self::SingleThreaded | Self::Hosted)
    }
}

/// State behind one mutex.
pub(crate) struct Core {
    pub(crate) member: Member,
    pub(crate) links: Links,
    answers: FxHashMap<RequestId, Result<Reply>>,
    /// Requests whose answers nobody waits for any longer.
    abandoned: FxHashSet<RequestId>,
    /// The RTI has taken the call.
    is_taken: bool,
    /// Answer of the RTI to the greeting.
    greeting: Option<Result<String>>,
    /// Why the connection ended, once it has.
    lost: Option<String>,
    warned_of_queue: bool,
    refusals: refusals::RefusalLog,
    /// Bytes of waiting callbacks beyond which other members are not read from (`limits.callback_queue_bytes`).
    callback_bytes: usize,
    /// Calls that wait for something that comes on streams: meanwhile these are read, however much waits.
    needs_streams: usize,
    /// Messages that came after their deadlines.
    pub(crate) late_messages: u64,
    /// The part of these that the federate gets a callback for.
    late_notices: VecDeque<(FederateHandle, Arc<Profile>, Duration)>,
    /// File of this membership's service reports, once there are any.
    report_file: Option<crate::report::ReportFile>,
    /// Its folder (`report.directory`).
    report_directory: std::path::PathBuf,
}

/// One ambassador's engine; shared by clones of the ambassador and its I/O thread.
pub(crate) struct Engine {
    edition: Edition,
    core: Mutex<Core>,
    /// Signalled when a callback is due, an answer came, or the connection ended.
    news: Condvar,
    /// Threads that wait for news.
    waiting: AtomicUsize,
    /// The polling thread of the endpoint, if a thread of Hyla and callers share it.
    leadership: Leadership,
    evoke_loop: leading::EvokeLoop,
    /// Held while a thread connects or disconnects: one at a time.
    connecting: Mutex<()>,
    /// The connection, while there is one.
    connection: Mutex<Option<Arc<Connection>>>,
    /// The federate's address, if it is a client of this process.
    caller: Mutex<Option<std::net::SocketAddr>>,
    federate: Mutex<Option<Box<dyn FederateAmbassador>>>,
    /// Number of the thread that is in a callback of this federate; 0 for none. Changed only while the federate is locked.
    calls_back_on: AtomicUsize,
    /// Callbacks that left the core before the federate was locked, and have not returned from it; raised only under the core's lock.
    taken: AtomicU32,
    usage: ServiceUsage,
    /// Reported calls and callbacks; see [`reporting`].
    reporting: AtomicU8,
    started: Instant,
    /// Forks before it was made.
    forks: u32,
    /// The engine replaces that of a parent in a forked child: all calls are refused.
    is_orphan: bool,
}

/// State from connect to disconnect.
pub(crate) struct Connection {
    pub(crate) settings: Settings,
    /// For further connections of the same federate.
    pub(crate) credentials: Option<Credentials>,
    pub(crate) process: Process,
    /// Polled by the thread that holds the lock: the I/O thread, or a caller (see [`leading`]).
    endpoint: Mutex<Endpoint>,
    /// Whether callers poll the endpoint while they wait, beside a thread of Hyla.
    shares_polling: bool,
    pub(crate) remote: Remote,
    /// Of the endpoint.
    #[cfg(unix)]
    descriptor: std::os::fd::RawFd,
    stop: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Threads that read lanes of a profile of their own.
    readers: Mutex<Vec<readers::ReaderThread>>,
    /// See [`Self::turn`].
    turns: Option<Mutex<()>>,
    /// Addresses for other members, best first.
    pub(crate) addresses: Vec<String>,
    /// Keeps the embedded RTI alive.
    _embedded: Option<Arc<embedded::EmbeddedRti>>,
    /// Keeps the RTI of this process informed of who is behind this member.
    _introduction: Option<embedded::Introduction>,
}

/// A lock that a panic elsewhere cannot take away: the state behind it is consistent between calls.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// Whether it belongs to the process that this one was forked from: then its locks may be held for ever by threads that are
    /// not here, and what it shares with others is the parent's.
    #[inline]
    pub(crate) fn is_of_parent(&self) -> bool {
        self.forks != hyla_net::forks()
    }

    /// Stands in a forked child for an engine of the parent.
    #[cold]
    pub(crate) fn orphan(edition: Edition) -> &'static Arc<Self> {
        static ORPHANS: [OnceLock<Arc<Engine>>; 2] = [const { OnceLock::new() }; 2];
        let place = match edition {
            Edition::Hla2010 => 0,
            Edition::Hla2025 => 1,
        };
        ORPHANS[place].get_or_init(|| {
            let mut orphan = Self::new(edition);
            if let Some(engine) = Arc::get_mut(&mut orphan) {
                engine.is_orphan = true;
            }
            orphan
        })
    }

    /// `RTIinternalError` for calls of an ambassador of the parent.
    pub(crate) fn check_process(&self) -> Result<()> {
        if self.is_orphan {
            return Err(Exception::new(
                ExceptionKind::RTIinternalError,
                "this process was forked from the one that made the ambassador: make and connect another one here, or start \
                 processes by exec instead of fork",
            ));
        }
        Ok(())
    }

    pub(crate) fn new(edition: Edition) -> Arc<Self> {
        let settings = LinkSettings {
            direct: true,
            frame_bytes: 0,
            pending_bytes: 0,
            drain: Duration::ZERO,
            greet: Duration::ZERO,
            appear: Duration::ZERO,
            gathers: false,
            host: Arc::new(LinkHost::default()),
        };
        let links = Links::new(settings, Instant::now());
        Arc::new(Self {
            forks: hyla_net::forks(),
            is_orphan: false,
            edition,
            core: Mutex::new(Core {
                member: Member::new(edition),
                links,
                answers: FxHashMap::default(),
                abandoned: FxHashSet::default(),
                is_taken: false,
                greeting: None,
                lost: None,
                warned_of_queue: false,
                refusals: refusals::RefusalLog::default(),
                callback_bytes: usize::MAX,
                needs_streams: 0,
                late_messages: 0,
                late_notices: VecDeque::new(),
                report_file: None,
                report_directory: std::path::PathBuf::new(),
            }),
            news: Condvar::new(),
            waiting: AtomicUsize::new(0),
            leadership: Leadership::new(),
            evoke_loop: leading::EvokeLoop::default(),
            connecting: Mutex::new(()),
            connection: Mutex::new(None),
            caller: Mutex::new(None),
            federate: Mutex::new(None),
            calls_back_on: AtomicUsize::new(0),
            taken: AtomicU32::new(0),
            usage: ServiceUsage::new(),
            reporting: AtomicU8::new(0),
            started: Instant::now(),
        })
    }

    pub(crate) fn edition(&self) -> Edition {
        self.edition
    }

    pub(crate) fn usage(&self) -> &ServiceUsage {
        &self.usage
    }

    pub(crate) fn core(&self) -> MutexGuard<'_, Core> {
        locked(&self.core)
    }

    /// Time since this engine was made: the clock that the core is given.
    pub(crate) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn connection(&self) -> Result<Arc<Connection>> {
        self.check_process()?;
        locked(&self.connection)
            .clone()
            .ok_or_else(|| Exception::new(ExceptionKind::NotConnected, "connect to an RTI first"))
    }

    /// Makes waiting threads check again what they wait for.
    pub(crate) fn notify(&self) {
        self.notify_waiting();
        if self.leadership.is_led() && !self.leads_here() {
            self.interrupt_leader();
        }
    }

    /// The same for those that do not poll.
    fn notify_waiting(&self) {
        if self.waiting.load(Ordering::SeqCst) > 0 {
            drop(self.core());
            self.news.notify_all();
        }
    }

    /// Waits for news until `deadline` at the latest; the core is unlocked meanwhile. Returns at once if no caller leads
    /// where callers can: then the caller should.
    fn wait_for_news<'c>(
        &self,
        core: MutexGuard<'c, Core>,
        deadline: Instant,
        while_led: bool,
    ) -> MutexGuard<'c, Core> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.waiting.fetch_add(1, Ordering::SeqCst);
        if while_led && !self.leadership.is_led() {
            self.waiting.fetch_sub(1, Ordering::SeqCst);
            return core;
        }
        let woken = self
            .news
            .wait_timeout(core, left)
            .unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        woken.0
    }
}

impl Core {
    /// Federation and federate, for log lines.
    pub(crate) fn who(&self) -> (String, String) {
        let federation = self.member.federation().unwrap_or("-").to_owned();
        (federation, self.member.name().unwrap_or("-").to_owned())
    }
}
