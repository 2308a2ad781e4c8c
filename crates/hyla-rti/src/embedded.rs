//! The RTI inside a federate's process: `rti.address = embedded`.

use std::cell::Cell;
use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;

use hyla_net::Address;

use super::{RtiServer, RtiStop};
use hyla_settings::{RtiSecurity, Settings};

/// The embedded RTI of this process: starts with its first federate, ends with the last.
pub struct EmbeddedRti {
    address: Address,
    stop: RtiStop,
    thread: Option<JoinHandle<()>>,
}

thread_local! {
    /// This is the thread of an embedded RTI. Unlike `std::thread::current`, it may be asked while the thread ends.
    static IS_OF_RTI: Cell<bool> = const { Cell::new(false) };
}

static SHARED: Mutex<Weak<EmbeddedRti>> = Mutex::new(Weak::new());

impl EmbeddedRti {
    /// The one of this process, or a new one with these settings.
    pub fn shared(settings: &Settings) -> io::Result<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = shared.upgrade() {
            return Ok(running);
        }
        // It has no port, and the settings of TLS are those of a federate.
        let mut settings = settings.clone();
        settings.rti.security = RtiSecurity::Off;
        let server = RtiServer::new(&settings)?;
        let (address, stop) = (server.in_process_address(), server.stopper());
        let thread = std::thread::Builder::new().name("hyla-rti".into()).spawn(move || {
            IS_OF_RTI.set(true);
            if let Err(error) = server.run() {
                tracing::error!(federation = "-", federate = "-", %error, "the embedded RTI ended");
            }
        })?;
        let running = Arc::new(Self {
            address,
            stop,
            thread: Some(thread),
        });
        *shared = Arc::downgrade(&running);
        Ok(running)
    }

    /// In-process address of the RTI.
    pub fn address(&self) -> &Address {
        &self.address
    }
}

impl Drop for EmbeddedRti {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take()
            && !IS_OF_RTI.get()
        {
            let _ = thread.join();
        }
    }
}
