//! Real time: what the host is asked for before a connection is made, and the thread that gets it.

use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use hyla_core::Result;
use hyla_net::{admit, lock_all_memory};
use hyla_types::{Exception, ExceptionKind};

use super::{Connection, Engine};
use crate::settings::Settings;

fn refused(text: String) -> Exception {
    Exception::new(ExceptionKind::ConnectionFailed, text)
}

/// Asks for everything that the settings want of the host, and locks the memory of the process if that is wanted.
pub(super) fn prepare(settings: &Settings) -> Result<()> {
    let mut problems = Vec::new();
    for demand in settings.demands() {
        match admit(&demand) {
            Ok(granted) => tracing::info!("granted: {granted}"),
            Err(refused) => problems.push(refused.to_string()),
        }
    }
    if !problems.is_empty() {
        return Err(refused(problems.join("\n")));
    }
    if settings.process.lock_memory {
        lock_all_memory().map_err(|error| {
            refused(format!(
                "process.lock_memory = true: cannot lock memory: {error}"
            ))
        })?;
    }
    Ok(())
}

impl Engine {
    /// Starts the I/O thread of `connection`, which runs as the settings say.
    pub(super) fn start_io(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
    ) -> Result<JoinHandle<()>> {
        let plan = connection.settings.process.thread();
        let waits = !plan.is_plain();
        let (tell, told) = mpsc::sync_channel(1);
        let (engine, shared) = (self.clone(), connection.clone());
        let thread = std::thread::Builder::new()
            .name("hyla-io".into())
            .spawn(move || {
                let applied = plan.apply();
                let go_on = applied.is_ok();
                if waits {
                    let _ = tell.send(applied);
                }
                if go_on {
                    engine.run(&shared);
                }
            })
            .map_err(|error| refused(format!("no thread for I/O: {error}")))?;
        if waits && let Ok(Err(error)) = told.recv() {
            let _ = thread.join();
            return Err(refused(format!("process.{error}")));
        }
        Ok(thread)
    }
}
