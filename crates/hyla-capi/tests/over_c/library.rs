//! Addresses of the functions.
#![expect(unsafe_code, reason = "calls the functions as C does")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::path::Path;

use hyla_capi::{hyla_exception, hyla_text};
use hyla_types::Exception;

use super::{Result, function};

/// A library that implements `hyla.h`.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// Handle of the loader; null for functions that are linked into the test.
    loaded: *mut c_void,
    /// Prefix of its functions.
    prefix: &'static str,
}

// SAFETY: the loader may be asked from any thread, and what is loaded stays.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// The functions that are linked into the test.
    pub(crate) const LINKED: Self = Self {
        loaded: std::ptr::null_mut(),
        prefix: "",
    };

    /// The functions of a shared library, which bear this prefix. Its symbols stay its own.
    pub(crate) fn load(path: &Path, prefix: &'static str) -> Self {
        let name = CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
        // SAFETY: the initializers of a library made for this test.
        let loaded = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!loaded.is_null(), "{}", last_fault());
        Self { loaded, prefix }
    }

    fn address(self, name: &str) -> *mut c_void {
        let name = CString::new(format!("{}{name}", self.prefix)).unwrap();
        // SAFETY: loaded, and never unloaded.
        let address = unsafe { libc::dlsym(self.loaded, name.as_ptr()) };
        assert!(!address.is_null(), "{}", last_fault());
        address
    }

    /// The function of that name, which is of the type of `linked`.
    pub(super) fn function<F: Copy>(self, name: &str, linked: F) -> F {
        if self.loaded.is_null() {
            return linked;
        }
        let address = self.address(name);
        assert_eq!(size_of::<F>(), size_of_val(&address));
        // SAFETY: function pointers both; that the types agree is what including hyla.h promises.
        unsafe { std::mem::transmute_copy(&address) }
    }

    /// Outcome of a call, in the words of the library.
    pub(super) fn outcome(self, exception: hyla_exception) -> Result<()> {
        if exception == hyla_exception::HYLA_OK {
            return Ok(());
        }
        let last_message: extern "C" fn() -> hyla_text<'static> =
            function!(self, hyla_last_message());
        let message = last_message().read("message")?;
        let name_of: extern "C" fn(_) -> *const c_char =
            function!(self, hyla_exception_name(exception));
        // SAFETY: ended by a zero byte, and there for ever.
        let name = unsafe { CStr::from_ptr(name_of(std::mem::MaybeUninit::new(exception))) };
        Err(Exception::new(
            name.to_str().unwrap().parse().unwrap(),
            message,
        ))
    }

    /// Fails unless the library has every function that the header declares.
    pub(crate) fn is_complete(self) {
        let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/hyla.h");
        let header = std::fs::read_to_string(header).unwrap();
        let (_, declarations) = header.split_once("extern \"C\" {").unwrap();
        let mut known = 0;
        for line in declarations
            .lines()
            .filter(|line| !line.starts_with([' ', '/']))
        {
            let Some((before, _)) = line.split_once('(') else {
                continue;
            };
            let name = before.rsplit([' ', '*']).next().unwrap();
            self.address(name);
            known += 1;
        }
        assert!(known > 100, "{known}");
    }
}

fn last_fault() -> String {
    // SAFETY: the words are this thread's, until it asks the loader again.
    unsafe {
        let words = libc::dlerror();
        if words.is_null() {
            return "no words".to_owned();
        }
        CStr::from_ptr(words).to_string_lossy().into_owned()
    }
}
