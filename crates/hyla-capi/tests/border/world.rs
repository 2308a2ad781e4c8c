//! Federates in C, as far as Rust can be C: callbacks are plain functions with a context.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hyla_capi::*;

/// An object model with a class of each kind.
pub(crate) const FOM: &[u8] = include_bytes!("../../../hyla-conformance/foms/traffic-2025.xml");

/// Nothing that the tests wait for takes this long.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Recorded callbacks, in words.
#[derive(Default)]
pub(crate) struct Seen {
    /// The ambassador that callbacks may call.
    pub(crate) rti: Mutex<Option<hyla_rti>>,
    words: Mutex<Vec<String>>,
}

impl Seen {
    /// The one behind a callback's context.
    pub(crate) fn of<'a>(context: *mut c_void) -> &'a Self {
        // SAFETY: every context in these tests is a `Seen` that is never freed.
        unsafe { &*context.cast::<Self>() }
    }

    pub(crate) fn note(&self, words: impl Into<String>) {
        self.words.lock().unwrap().push(words.into());
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.words.lock().unwrap().clone()
    }

    /// Waits for something that happens on another thread.
    pub(crate) fn in_time(&self, start: &str) {
        let end = Instant::now() + TIMEOUT;
        while !self.has(start) {
            assert!(Instant::now() < end, "no {start} in {:?}", self.all());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn has(&self, start: &str) -> bool {
        self.all().iter().any(|words| words.starts_with(start))
    }

    pub(crate) fn times(&self, start: &str) -> usize {
        let words = self.all();
        words
            .iter()
            .filter(|words| words.starts_with(start))
            .count()
    }
}

/// A federate and what it saw. It is freed with its ambassador.
pub(crate) struct Federate {
    pub(crate) rti: hyla_rti,
    pub(crate) seen: &'static Seen,
}

/// The value that a successful call wrote.
pub(crate) fn taken<T>(
    call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> hyla_exception,
) -> Result<T, hyla_exception> {
    let mut place = MaybeUninit::zeroed();
    match call(Some(&mut place)) {
        // SAFETY: written, since the call succeeded.
        hyla_exception::HYLA_OK => Ok(unsafe { place.assume_init() }),
        refused => Err(refused),
    }
}

/// Holds a call to success, with the words of its failure.
pub(crate) fn ok(outcome: hyla_exception) {
    assert_eq!(outcome, hyla_exception::HYLA_OK, "{}", last_message());
}

pub(crate) fn last_message() -> String {
    hyla_last_message().read("message").unwrap().to_owned()
}

pub(crate) fn text(words: &str) -> hyla_text<'_> {
    hyla_text::new(words)
}

pub(crate) fn given<E>(value: E) -> MaybeUninit<E> {
    MaybeUninit::new(value)
}

/// A number that is no value of the enumerated type, or is one: what C could pass.
pub(crate) fn numbered<E>(number: i32) -> MaybeUninit<E> {
    assert_eq!(size_of::<E>(), size_of::<i32>());
    let mut value = MaybeUninit::<E>::uninit();
    // SAFETY: as large as an i32, and nobody takes it for a value before it was looked at.
    unsafe { value.as_mut_ptr().cast::<i32>().write(number) };
    value
}

pub(crate) fn new_rti() -> hyla_rti {
    taken(|out| hyla_rti_new(given(hyla_edition::HYLA_EDITION_2025), out)).unwrap()
}

/// A table that notes when it is dropped, and its context.
pub(crate) fn table() -> (hyla_federate_ambassador, &'static Seen) {
    unsafe extern "C" fn dropped(context: *mut c_void) {
        Seen::of(context).note("dropped");
    }
    let seen: &'static Seen = Box::leak(Box::default());
    let mut table = hyla_federate_ambassador::none();
    table.context = std::ptr::from_ref(seen).cast_mut().cast();
    table.dropped = Some(dropped);
    (table, seen)
}

pub(crate) fn connect(rti: hyla_rti, table: &hyla_federate_ambassador) -> hyla_exception {
    connect_as(EVOKED, rti, table, "")
}

pub(crate) const EVOKED: hyla_callback_model = hyla_callback_model::HYLA_CALLBACK_MODEL_EVOKED;
pub(crate) const IMMEDIATE: hyla_callback_model =
    hyla_callback_model::HYLA_CALLBACK_MODEL_IMMEDIATE;

fn connect_as(
    model: hyla_callback_model,
    rti: hyla_rti,
    table: &hyla_federate_ambassador,
    settings: &str,
) -> hyla_exception {
    let settings = format!("rti.address = embedded; {settings}");
    // SAFETY: a table.
    unsafe { hyla_connect(rti, table, given(model), text(&settings)) }
}

/// A name that no other test uses.
pub(crate) fn federation() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("Border {}", COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Federate {
    /// A federate with these callbacks that has joined; it creates the execution if there is none.
    pub(crate) fn joined(
        name: &str,
        federation: &str,
        time: &str,
        callbacks: impl FnOnce(&mut hyla_federate_ambassador),
    ) -> Self {
        Self::joined_as(EVOKED, name, federation, time, callbacks)
    }

    /// The same with either callback model.
    pub(crate) fn joined_as(
        model: hyla_callback_model,
        name: &str,
        federation: &str,
        time: &str,
        callbacks: impl FnOnce(&mut hyla_federate_ambassador),
    ) -> Self {
        Self::joined_with(model, name, federation, time, "", callbacks)
    }

    /// The same with settings.
    pub(crate) fn joined_with(
        model: hyla_callback_model,
        name: &str,
        federation: &str,
        time: &str,
        settings: &str,
        callbacks: impl FnOnce(&mut hyla_federate_ambassador),
    ) -> Self {
        let (mut table, seen) = table();
        callbacks(&mut table);
        let rti = new_rti();
        *seen.rti.lock().unwrap() = Some(rti);
        ok(connect_as(model, rti, &table, settings));
        let modules = [hyla_module {
            designator: text("traffic.xml"),
            content: hyla_bytes::new(FOM),
        }];
        let created = hyla_create_federation_execution_from(
            rti,
            text(federation),
            hyla_modules::new(&modules),
            text(time),
        );
        if created != hyla_exception::HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS {
            ok(created);
        }
        let name = text(name);
        taken(|out| {
            hyla_join_federation_execution(
                rti,
                Some(&name),
                text("test"),
                text(federation),
                hyla_texts::default(),
                out,
            )
        })
        .unwrap();
        Self { rti, seen }
    }

    /// Evokes until the federate has seen something.
    pub(crate) fn sees(&self, start: &str) {
        let end = Instant::now() + TIMEOUT;
        while !self.seen.has(start) {
            taken(|out| hyla_evoke_callback(self.rti, 0.05, out)).unwrap();
            assert!(Instant::now() < end, "no {start} in {:?}", self.seen.all());
        }
    }

    pub(crate) fn object_class(&self, name: &str) -> hyla_object_class_handle {
        taken(|out| hyla_get_object_class_handle(self.rti, text(name), out)).unwrap()
    }

    pub(crate) fn attribute(
        &self,
        class: hyla_object_class_handle,
        name: &str,
    ) -> hyla_attribute_handle {
        taken(|out| hyla_get_attribute_handle(self.rti, class, text(name), out)).unwrap()
    }

    pub(crate) fn interaction_class(&self, name: &str) -> hyla_interaction_class_handle {
        taken(|out| hyla_get_interaction_class_handle(self.rti, text(name), out)).unwrap()
    }
}

impl Drop for Federate {
    fn drop(&mut self) {
        let _ = hyla_rti_free(self.rti);
    }
}
