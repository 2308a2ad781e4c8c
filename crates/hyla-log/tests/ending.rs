//! Lines of a thread that ends. One test, since a process starts its log once.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::cell::Cell;
use std::sync::mpsc::{Sender, channel};

use hyla_settings::{LogLevel, LogSettings, Settings};

/// Logs when the thread ends, and says whether that went well.
struct LogsAtEnd(Option<Sender<bool>>);

impl Drop for LogsAtEnd {
    fn drop(&mut self) {
        if let Some(told) = self.0.take() {
            let logged = std::panic::catch_unwind(|| tracing::error!("the end"));
            told.send(logged.is_ok()).unwrap();
        }
    }
}

thread_local! {
    static AT_END: Cell<LogsAtEnd> = const { Cell::new(LogsAtEnd(None)) };
}

#[test]
fn a_thread_that_ends_may_log() {
    let folder = std::env::temp_dir().join(format!("hyla-log-ending-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("hyla.log");
    let log = LogSettings {
        level: LogLevel::Error,
        file: Some(file.clone()),
        ..Settings::default().log
    };
    hyla_log::start(&log).unwrap();
    let (tell, told) = channel();

    let thread = std::thread::spawn(move || {
        // Before the first line, and so the last that is destroyed.
        AT_END.set(LogsAtEnd(Some(tell)));
        tracing::error!("the beginning");
    });
    assert_eq!(told.recv(), Ok(true));
    thread.join().unwrap();
    tracing::error!("of another thread");

    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("the beginning"), "{text}");
    assert!(text.contains("of another thread"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}
