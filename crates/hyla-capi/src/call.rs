//! The one way from C into Rust and back: finds the ambassador, runs the service, ends panics, keeps the
//! words of a failure.
#![expect(
    unsafe_code,
    reason = "C finds functions by their names; the last message is lent to it"
)]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hyla_lrc::RtiAmbassador;
use hyla_types::Exception;

use crate::ambassadors;
use crate::borrowed::hyla_text;
use crate::exception::{hyla_exception, name_of};
use crate::fault::{Result, fault};
use crate::rti::hyla_rti;
use crate::to_c::ToC;

/// Target of a function's result.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

thread_local! {
    /// Words of the last failure of this thread.
    static LAST_MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

fn keep(exception: Exception) -> hyla_exception {
    // While a thread ends, there may be no place for the words any more.
    let _ = LAST_MESSAGE.try_with(|last| *last.borrow_mut() = exception.message);
    exception.kind.into()
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no words")
}

/// Runs what needs no ambassador. Nothing that it does reaches C but by its result.
pub(crate) fn guarded<T>(
    body: impl FnOnce() -> Result<T>,
) -> std::result::Result<T, hyla_exception> {
    // A panic may leave an ambassador's work half done; the ambassador guards its own state.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(outcome) => outcome.map_err(keep),
        Err(panic) => {
            let words = format!("a fault of Hyla: {}", words_of(&*panic));
            tracing::error!(federation = "-", federate = "-", "{words}");
            // Dropping what a panic carries may panic again.
            std::mem::forget(panic);
            Err(keep(fault(words)))
        }
    }
}

fn with<T>(
    rti: hyla_rti,
    service: impl FnOnce(&RtiAmbassador) -> Result<T>,
) -> std::result::Result<T, hyla_exception> {
    guarded(|| ambassadors::with(rti.id, service).unwrap_or_else(|| Err(no_ambassador(rti))))
}

pub(crate) fn no_ambassador(rti: hyla_rti) -> Exception {
    fault(match rti.id {
        0 => "rti: zero is no ambassador; make one with hyla_rti_new".to_owned(),
        id => format!("rti: {id:#x} is no ambassador: it was freed, or never made"),
    })
}

/// A service without a result.
pub(crate) fn call(
    rti: hyla_rti,
    service: impl FnOnce(&RtiAmbassador) -> Result<()>,
) -> hyla_exception {
    match with(rti, service) {
        Ok(()) => hyla_exception::HYLA_OK,
        Err(exception) => exception,
    }
}

/// A service with a result. Without a place for it the service is not called.
pub(crate) fn get<T: ToC>(
    rti: hyla_rti,
    out: Out<'_, T::C>,
    service: impl FnOnce(&RtiAmbassador) -> Result<T>,
) -> hyla_exception {
    give(out, || with(rti, |rti| Ok(service(rti)?.to_c())))
}

/// Puts the result of `body` into its place, or zeros if there is none.
pub(crate) fn give<T>(
    out: Out<'_, T>,
    body: impl FnOnce() -> std::result::Result<T, hyla_exception>,
) -> hyla_exception {
    let Some(out) = out else {
        return keep(fault("out: null, but the result needs a place"));
    };
    match body() {
        Ok(result) => {
            out.write(result);
            hyla_exception::HYLA_OK
        }
        Err(exception) => {
            *out = MaybeUninit::zeroed();
            exception
        }
    }
}

/// A service whose result may be absent. Null pointers stand for what the caller does not want to know.
pub(crate) fn get_optional<T: ToC>(
    rti: hyla_rti,
    out: Out<'_, T::C>,
    present: Out<'_, bool>,
    service: impl FnOnce(&RtiAmbassador) -> Result<Option<T>>,
) -> hyla_exception {
    let (result, exception) = match with(rti, |rti| Ok(service(rti)?.map(ToC::to_c))) {
        Ok(result) => (result, hyla_exception::HYLA_OK),
        Err(exception) => (None, exception),
    };
    if let Some(present) = present {
        present.write(result.is_some());
    }
    if let Some(out) = out {
        *out = result.map_or(MaybeUninit::zeroed(), MaybeUninit::new);
    }
    exception
}

/// The words of the last failure of the calling thread; empty if there was none. Valid until the thread
/// calls another function of Hyla.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_last_message() -> hyla_text<'static> {
    let lent = LAST_MESSAGE.try_with(|last| {
        let last = last.borrow();
        // SAFETY: the words stay where they are until this thread's next failure, and C keeps them no longer.
        unsafe { hyla_text::of(last.as_ptr().cast(), last.len()) }
    });
    lent.unwrap_or_default()
}

/// The standard's name of an exception, ended by a zero byte; valid for ever. A number that is no exception
/// has the name `unknown exception`.
#[unsafe(no_mangle)]
pub extern "C" fn hyla_exception_name(exception: MaybeUninit<hyla_exception>) -> *const c_char {
    name_of(crate::borrowed::number(exception)).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambassador::{hyla_rti_free, hyla_rti_new};
    use crate::enums::hyla_edition;

    fn made() -> hyla_rti {
        let mut rti = MaybeUninit::uninit();
        let edition = MaybeUninit::new(hyla_edition::HYLA_EDITION_2025);
        assert_eq!(
            hyla_rti_new(edition, Some(&mut rti)),
            hyla_exception::HYLA_OK
        );
        // SAFETY: written, since the call succeeded.
        unsafe { rti.assume_init() }
    }

    fn last_message() -> String {
        hyla_last_message().read("message").unwrap().to_owned()
    }

    #[test]
    fn a_panic_ends_at_the_border() {
        let rti = made();

        let outcome = call(rti, |_| panic!("out of {}", "luck"));

        assert_eq!(outcome, hyla_exception::HYLA_RTI_INTERNAL_ERROR);
        assert_eq!(last_message(), "a fault of Hyla: out of luck");
        assert_eq!(call(rti, |_| Ok(())), hyla_exception::HYLA_OK);
        hyla_rti_free(rti);
    }

    #[test]
    fn a_panic_whose_words_panic_again_ends_there_too() {
        struct Restless;
        impl Drop for Restless {
            fn drop(&mut self) {
                panic!("again");
            }
        }

        let outcome = guarded::<()>(|| std::panic::panic_any(Restless));

        assert_eq!(outcome, Err(hyla_exception::HYLA_RTI_INTERNAL_ERROR));
        assert_eq!(last_message(), "a fault of Hyla: no words");
    }

    #[test]
    fn the_place_of_a_result_that_failed_is_zeroed() {
        let rti = made();
        let (mut out, mut present) = (MaybeUninit::new(7_u64), MaybeUninit::new(true));
        let refused = || fault("no");

        get(rti, Some(&mut out), |_| Err::<u64, _>(refused()));
        // SAFETY: initialized from the start.
        assert_eq!(unsafe { out.assume_init() }, 0);

        out.write(7);
        get_optional(rti, Some(&mut out), Some(&mut present), |_| {
            Err::<Option<u64>, _>(refused())
        });
        // SAFETY: initialized from the start.
        unsafe { assert_eq!((out.assume_init(), present.assume_init()), (0, false)) };
        hyla_rti_free(rti);
    }

    #[test]
    fn without_a_place_for_the_result_the_service_is_not_called() {
        let rti = made();

        let outcome = get::<u64>(rti, None, |_| unreachable!("nobody can be told"));

        assert_eq!(outcome, hyla_exception::HYLA_RTI_INTERNAL_ERROR);
        assert!(last_message().contains("null"), "{}", last_message());
        hyla_rti_free(rti);
    }

    #[test]
    fn words_belong_to_the_thread_and_survive_success() {
        let rti = made();
        call(rti, |_| Err(fault("here")));
        call(rti, |_| Ok(()));

        let elsewhere = std::thread::spawn(last_message).join().unwrap();

        assert_eq!((last_message().as_str(), elsewhere.as_str()), ("here", ""));
        hyla_rti_free(rti);
    }
}
