//! The C++ side, out of the library that `bindings/cpp/bench` makes.
#![expect(unsafe_code, reason = "calls functions of a library that is loaded")]

use std::ffi::{CString, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use super::{BYTES, FOM, Party, Pattern};

type Open = unsafe extern "C" fn(*const c_char, *const c_char, bool, bool) -> *mut c_void;
type Measure = unsafe extern "C" fn(*mut c_void, usize, usize, usize) -> f64;
type RoundTrips = unsafe extern "C" fn(*mut c_void, usize, usize, *mut f64) -> f64;
type Close = unsafe extern "C" fn(*mut c_void);

/// The functions of one edition's library.
pub(crate) struct Library {
    open: Open,
    evoked: Measure,
    stream: Measure,
    maps: Measure,
    round_trips: RoundTrips,
    close: Close,
}

impl Library {
    pub(crate) fn open(path: &Path) -> Self {
        let text = CString::new(path.as_os_str().as_bytes()).expect("a path has no zero byte");
        // SAFETY: the text ends with a zero byte; the library's initialisers are those of the C++ libraries.
        let handle = unsafe { libc::dlopen(text.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{} cannot be loaded", path.display());
        let find = |name: &str| {
            let text = CString::new(name).expect("a name has no zero byte");
            // SAFETY: the handle is that of a library, which is never closed.
            let symbol = unsafe { libc::dlsym(handle, text.as_ptr()) };
            assert!(!symbol.is_null(), "{} has no {name}", path.display());
            symbol
        };
        // SAFETY: bindings/cpp/bench/party.cpp declares the functions with these types.
        unsafe {
            Self {
                open: std::mem::transmute::<*mut c_void, Open>(find("bench_open")),
                evoked: std::mem::transmute::<*mut c_void, Measure>(find("bench_evoked")),
                stream: std::mem::transmute::<*mut c_void, Measure>(find("bench_stream")),
                maps: std::mem::transmute::<*mut c_void, Measure>(find("bench_maps")),
                round_trips: std::mem::transmute::<*mut c_void, RoundTrips>(find(
                    "bench_round_trips",
                )),
                close: std::mem::transmute::<*mut c_void, Close>(find("bench_close")),
            }
        }
    }

    pub(crate) fn federates(&self, pattern: Pattern, settings: &str) -> Federates<'_> {
        let settings = CString::new(settings).expect("settings have no zero byte");
        let fom = CString::new(FOM).expect("a path has no zero byte");
        let evoked = matches!(pattern, Pattern::Evoked);
        let answers = matches!(pattern, Pattern::RoundTrip);
        // SAFETY: both texts end with a zero byte and live until the call returns.
        let party = unsafe { (self.open)(settings.as_ptr(), fom.as_ptr(), evoked, answers) };
        assert!(!party.is_null(), "the federates in C++ could not join");
        Federates {
            library: self,
            party,
        }
    }
}

/// Two federates in C++.
pub(crate) struct Federates<'l> {
    library: &'l Library,
    party: *mut c_void,
}

impl Federates<'_> {
    fn measure(&self, what: Measure, count: usize, attributes: usize) -> Duration {
        // SAFETY: the party is open as long as this lives.
        let took = unsafe { what(self.party, count, attributes, BYTES) };
        assert!(took > 0.0, "the federates in C++ failed");
        Duration::from_secs_f64(took)
    }

    /// Maps of values, made and dropped.
    pub(crate) fn maps(&self, count: usize, attributes: usize) -> Duration {
        self.measure(self.library.maps, count, attributes)
    }
}

impl Party for Federates<'_> {
    fn evoked(&mut self, updates: usize, attributes: usize) -> Duration {
        self.measure(self.library.evoked, updates, attributes)
    }

    fn stream(&mut self, updates: usize) -> Duration {
        self.measure(self.library.stream, updates, 1)
    }

    fn round_trips(&mut self, count: usize) -> Vec<f64> {
        let mut each = vec![0.0; count];
        // SAFETY: the party is open as long as this lives, and there is room for so many figures.
        let done =
            unsafe { (self.library.round_trips)(self.party, count, BYTES, each.as_mut_ptr()) };
        assert!(done > 0.0, "the federates in C++ failed");
        each
    }
}

impl Drop for Federates<'_> {
    fn drop(&mut self) {
        // SAFETY: the party is open and not used any more.
        unsafe { (self.library.close)(self.party) };
    }
}
