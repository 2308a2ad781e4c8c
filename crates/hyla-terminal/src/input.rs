//! Standard input as the sign of life of the process that started this one.

use std::io;
use std::thread;

/// Calls `end`, on a thread of its own, when standard input closes: the process that holds the other end is gone,
/// or wants this one to stop.
///
/// # Errors
/// The system starts no thread.
pub fn when_stdin_closes(end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let watcher = thread::Builder::new().name("stdin".into());
    watcher.spawn(move || {
        // The input has no meaning, and an error is an end as well.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        end();
    })?;
    Ok(())
}
