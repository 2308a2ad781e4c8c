//! The naming service as objects of a server.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::ToSocketAddrs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::exception::{Completion, SystemException, SystemKind};
use crate::naming::CosNaming::{
    Binding, BindingIteratorServant, BindingIteratorServer, BindingList, BindingType,
    NameComponent, NamingContext_AlreadyBound, NamingContext_CannotProceed,
    NamingContext_InvalidName, NamingContext_NotEmpty, NamingContext_NotFound,
    NamingContext_bind_Error, NamingContext_bind_context_Error,
    NamingContext_bind_new_context_Error, NamingContext_destroy_Error, NamingContext_rebind_Error,
    NamingContext_rebind_context_Error, NamingContext_resolve_Error, NamingContext_unbind_Error,
    NamingContextExt_InvalidAddress, NamingContextExt_resolve_str_Error,
    NamingContextExt_to_name_Error, NamingContextExt_to_string_Error,
    NamingContextExt_to_url_Error, NamingContextExtServant, NamingContextExtServer,
    NamingContextServant,
};
use crate::naming::tree::{Bound, ContextId, Key, NameError, Rebind, Tree};
use crate::naming::{InvalidName, file, parse_name, show_name};
use crate::reference::{ObjectUrl, Reference};
use crate::server::{Objects, Server, ServerSettings};

/// Key of the root context, the default of `corbaname:`.
const ROOT: &[u8] = b"NameService";
const CONTEXT_ID: &str = "IDL:omg.org/CosNaming/NamingContextExt:1.0";

/// Settings of a naming service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamingSettings {
    /// File that stores names; `None`: they end with the process. Each change writes the whole
    /// file.
    pub file: Option<PathBuf>,
    /// Most names and contexts. Default 100 000; each takes some hundred octets.
    pub names: usize,
    /// Most unfinished iterators; a further one ends the oldest. Default 100.
    pub iterators: usize,
    /// Settings of its server.
    pub server: ServerSettings,
}

impl Default for NamingSettings {
    fn default() -> Self {
        Self {
            file: None,
            names: 100_000,
            iterators: 100,
            server: ServerSettings::default(),
        }
    }
}

/// A naming service at an address. Dropping it shuts it down.
pub struct NamingService {
    server: Server,
    root: Reference,
}

impl fmt::Debug for NamingService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamingService")
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

impl NamingService {
    /// Listens at an address, usually port 2809, and reads the names of earlier runs.
    ///
    /// # Errors
    /// Those of the socket and of the file.
    pub fn listen(address: impl ToSocketAddrs, settings: NamingSettings) -> io::Result<Self> {
        let mut tree = Tree::new(settings.names);
        if let Some(path) = &settings.file {
            file::read(path, &mut tree)?;
        }
        let server = Server::listen(address, settings.server)?;
        let shared = Arc::new(Shared {
            objects: server.objects(),
            tree: Mutex::new(tree),
            file: settings.file,
            iterators: Mutex::default(),
            most_iterators: settings.iterators.max(1),
        });
        let contexts: Vec<_> = lock(&shared.tree).contexts().map(|(id, _)| id).collect();
        for id in contexts {
            shared.activate(id);
        }
        let root = shared.reference(0);
        Ok(Self { server, root })
    }

    /// The root context.
    pub fn root(&self) -> &Reference {
        &self.root
    }

    /// Stops as [`Server::shutdown`] does.
    pub fn shutdown(&mut self) {
        self.server.shutdown();
    }
}

struct Shared {
    objects: Objects,
    tree: Mutex<Tree>,
    file: Option<PathBuf>,
    /// Keys of iterators, the oldest first.
    iterators: Mutex<VecDeque<Vec<u8>>>,
    most_iterators: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn context_key(id: ContextId) -> Vec<u8> {
    match id {
        0 => ROOT.to_vec(),
        _ => format!("NameService/{id}").into_bytes(),
    }
}

/// Failure of an operation: one of its exceptions, or one of the ORB.
enum OperationError {
    Name(NameError),
    System(SystemException),
}

impl From<NameError> for OperationError {
    fn from(error: NameError) -> Self {
        Self::Name(error)
    }
}

impl From<InvalidName> for OperationError {
    fn from(_: InvalidName) -> Self {
        Self::Name(NameError::Invalid)
    }
}

impl Shared {
    fn reference(&self, id: ContextId) -> Reference {
        self.objects.reference(&context_key(id), CONTEXT_ID)
    }

    fn activate(self: &Arc<Self>, id: ContextId) -> Reference {
        let context = Context {
            id,
            shared: Arc::clone(self),
        };
        let servant = Arc::new(NamingContextExtServer(context));
        self.objects.activate(&context_key(id), servant)
    }

    /// Changes names and writes the file before the change becomes visible.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Tree) -> Result<T, NameError>,
    ) -> Result<T, OperationError> {
        let mut tree = lock(&self.tree);
        let value = change(&mut tree)?;
        if let Some(path) = &self.file {
            file::write(path, &tree).map_err(|error| {
                let kind = SystemKind::PersistStore;
                let reason = format!("{}: {error}", path.display());
                OperationError::System(SystemException::new(kind, 0, Completion::Yes, reason))
            })?;
        }
        Ok(value)
    }

    fn to_reference(&self, bound: Bound) -> Reference {
        match bound {
            Bound::Object(reference) | Bound::Foreign(reference) => reference,
            Bound::Context(id) => self.reference(id),
        }
    }

    /// A context in a client's argument: of this service, or of another one.
    fn context_of(&self, reference: &Reference) -> Result<Bound, OperationError> {
        if reference.is_nil() {
            let kind = SystemKind::BadParam;
            let reason = "a context is needed, not the reference to nothing";
            return Err(OperationError::System(SystemException::new(
                kind,
                0,
                Completion::No,
                reason,
            )));
        }
        let Some(key) = self.objects.own_key(reference) else {
            return Ok(Bound::Foreign(reference.clone()));
        };
        let tree = lock(&self.tree);
        let mut contexts = tree.contexts();
        let found = contexts.find(|(id, _)| context_key(*id) == key);
        found
            .map(|(id, _)| Bound::Context(id))
            .ok_or(OperationError::Name(NameError::Gone))
    }
}

fn system(error: &NameError) -> SystemException {
    match error {
        NameError::Full => {
            let reason = "the naming service has as many names or contexts as it may have";
            SystemException::new(SystemKind::ImpLimit, 0, Completion::No, reason)
        }
        _ => SystemException::object_not_exist(),
    }
}

/// Converts a failure to the error of an operation; the list has the exceptions that are not common
/// to all.
macro_rules! raises {
    ($error:ident $(, $extra:ident => $exception:expr)*) => {
        impl From<OperationError> for $error {
            fn from(wrong: OperationError) -> Self {
                match wrong {
                    OperationError::Name(NameError::NotFound(why, rest_of_name)) => {
                        NamingContext_NotFound { why, rest_of_name }.into()
                    }
                    OperationError::Name(NameError::CannotProceed(cxt, rest_of_name)) => {
                        NamingContext_CannotProceed { cxt, rest_of_name }.into()
                    }
                    OperationError::Name(NameError::Invalid) => NamingContext_InvalidName {}.into(),
                    $(OperationError::Name(NameError::$extra) => $exception.into(),)*
                    OperationError::Name(other) => Self::System(system(&other)),
                    OperationError::System(exception) => Self::System(exception),
                }
            }
        }
    };
}

raises!(NamingContext_bind_Error, AlreadyBound => NamingContext_AlreadyBound {});
raises!(NamingContext_bind_context_Error, AlreadyBound => NamingContext_AlreadyBound {});
raises!(NamingContext_bind_new_context_Error, AlreadyBound => NamingContext_AlreadyBound {});
raises!(NamingContext_rebind_Error);
raises!(NamingContext_rebind_context_Error);
raises!(NamingContext_resolve_Error);
raises!(NamingContext_unbind_Error);
raises!(NamingContextExt_resolve_str_Error);

/// One context.
struct Context {
    id: ContextId,
    shared: Arc<Shared>,
}

impl Context {
    fn bind_as(
        &self,
        name: &[NameComponent],
        bound: Bound,
        rebind: Rebind,
    ) -> Result<(), OperationError> {
        self.shared
            .change(|tree| tree.bind(self.id, name, bound, rebind))
    }

    fn find(&self, name: &[NameComponent]) -> Result<Reference, OperationError> {
        let bound = lock(&self.shared.tree).resolve(self.id, name)?;
        Ok(self.shared.to_reference(bound))
    }
}

impl NamingContextServant for Context {
    fn bind(&self, n: &[NameComponent], obj: &Reference) -> Result<(), NamingContext_bind_Error> {
        Ok(self.bind_as(n, Bound::Object(obj.clone()), Rebind::No)?)
    }

    fn rebind(
        &self,
        n: &[NameComponent],
        obj: &Reference,
    ) -> Result<(), NamingContext_rebind_Error> {
        Ok(self.bind_as(n, Bound::Object(obj.clone()), Rebind::Yes)?)
    }

    fn bind_context(
        &self,
        n: &[NameComponent],
        nc: &Reference,
    ) -> Result<(), NamingContext_bind_context_Error> {
        let bound = self.shared.context_of(nc)?;
        Ok(self.bind_as(n, bound, Rebind::No)?)
    }

    fn rebind_context(
        &self,
        n: &[NameComponent],
        nc: &Reference,
    ) -> Result<(), NamingContext_rebind_context_Error> {
        let bound = self.shared.context_of(nc)?;
        Ok(self.bind_as(n, bound, Rebind::Yes)?)
    }

    fn resolve(&self, n: &[NameComponent]) -> Result<Reference, NamingContext_resolve_Error> {
        Ok(self.find(n)?)
    }

    fn unbind(&self, n: &[NameComponent]) -> Result<(), NamingContext_unbind_Error> {
        Ok(self.shared.change(|tree| tree.unbind(self.id, n))?)
    }

    fn new_context(&self) -> Result<Reference, SystemException> {
        let made = self.shared.change(Tree::new_context);
        let id = made.map_err(|wrong| match wrong {
            OperationError::Name(error) => system(&error),
            OperationError::System(exception) => exception,
        })?;
        Ok(self.shared.activate(id))
    }

    fn bind_new_context(
        &self,
        n: &[NameComponent],
    ) -> Result<Reference, NamingContext_bind_new_context_Error> {
        let id = self.shared.change(|tree| {
            let id = tree.new_context()?;
            // A context that could not be bound leaves no trace.
            let bound = tree.bind(self.id, n, Bound::Context(id), Rebind::No);
            bound.inspect_err(|_| drop(tree.destroy(id)))?;
            Ok(id)
        })?;
        Ok(self.shared.activate(id))
    }

    fn destroy(&self) -> Result<(), NamingContext_destroy_Error> {
        match self.shared.change(|tree| tree.destroy(self.id)) {
            Ok(()) => {}
            Err(OperationError::Name(NameError::NotEmpty)) => {
                return Err(NamingContext_NotEmpty {}.into());
            }
            Err(OperationError::Name(error)) => return Err(system(&error).into()),
            Err(OperationError::System(exception)) => return Err(exception.into()),
        }
        self.shared.objects.deactivate(&context_key(self.id));
        Ok(())
    }

    fn list(&self, how_many: u32) -> Result<(BindingList, Reference), SystemException> {
        let list = lock(&self.shared.tree)
            .list(self.id)
            .map_err(|error| system(&error))?;
        let mut left: VecDeque<_> = list.into_iter().map(binding).collect();
        let first = take(&mut left, how_many);
        if left.is_empty() {
            return Ok((first, Reference::nil()));
        }
        let iterator = Arc::new(ListIterator {
            left: Mutex::new(left),
            key: Mutex::default(),
            shared: Arc::clone(&self.shared),
        });
        let servant = Arc::new(BindingIteratorServer(Arc::clone(&iterator)));
        let reference = self.shared.objects.activate_transient(servant);
        let key = self.shared.objects.own_key(&reference).unwrap_or_default();
        lock(&iterator.key).clone_from(&key);
        let mut open = lock(&self.shared.iterators);
        open.push_back(key);
        if open.len() > self.shared.most_iterators {
            let oldest = open.pop_front().unwrap_or_default();
            self.shared.objects.deactivate(&oldest);
        }
        Ok((first, reference))
    }
}

impl NamingContextExtServant for Context {
    fn to_string(&self, n: &[NameComponent]) -> Result<String, NamingContextExt_to_string_Error> {
        if n.is_empty() {
            return Err(NamingContext_InvalidName {}.into());
        }
        Ok(show_name(n))
    }

    fn to_name(&self, sn: &str) -> Result<Vec<NameComponent>, NamingContextExt_to_name_Error> {
        parse_name(sn).map_err(|InvalidName| NamingContext_InvalidName {}.into())
    }

    fn to_url(&self, addr: &str, sn: &str) -> Result<String, NamingContextExt_to_url_Error> {
        if parse_name(sn).is_err() {
            return Err(NamingContext_InvalidName {}.into());
        }
        let place: Result<ObjectUrl, _> = format!("corbaname:{addr}").parse();
        match place {
            Ok(ObjectUrl::Name {
                addresses,
                key,
                name,
            }) if name.is_empty() => {
                let name = sn.to_owned();
                Ok(ObjectUrl::Name {
                    addresses,
                    key,
                    name,
                }
                .to_string())
            }
            _ => Err(NamingContextExt_InvalidAddress {}.into()),
        }
    }

    fn resolve_str(&self, sn: &str) -> Result<Reference, NamingContextExt_resolve_str_Error> {
        let name = parse_name(sn).map_err(OperationError::from)?;
        Ok(self.find(&name)?)
    }
}

fn binding(((id, kind), is_context): (Key, bool)) -> Binding {
    Binding {
        binding_name: vec![NameComponent { id, kind }],
        binding_type: if is_context {
            BindingType::ncontext
        } else {
            BindingType::nobject
        },
    }
}

fn take(left: &mut VecDeque<Binding>, how_many: u32) -> BindingList {
    let count = usize::try_from(how_many)
        .unwrap_or(usize::MAX)
        .min(left.len());
    left.drain(..count).collect()
}

/// The rest of a list.
struct ListIterator {
    left: Mutex<VecDeque<Binding>>,
    key: Mutex<Vec<u8>>,
    shared: Arc<Shared>,
}

impl BindingIteratorServant for Arc<ListIterator> {
    fn next_one(&self) -> Result<(bool, Binding), SystemException> {
        let next = lock(&self.left).pop_front();
        let nothing = || binding(((String::new(), String::new()), false));
        Ok((next.is_some(), next.unwrap_or_else(nothing)))
    }

    fn next_n(&self, how_many: u32) -> Result<(bool, BindingList), SystemException> {
        let list = take(&mut lock(&self.left), how_many);
        Ok((!list.is_empty(), list))
    }

    fn destroy(&self) -> Result<(), SystemException> {
        let key = lock(&self.key).clone();
        lock(&self.shared.iterators).retain(|open| *open != key);
        self.shared.objects.deactivate(&key);
        Ok(())
    }
}
