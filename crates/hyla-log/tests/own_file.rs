//! Audit lines in a file of their own. One test, since a process starts its log once.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_settings::{LogLevel, LogSettings, Settings};

#[test]
fn audit_lines_go_to_their_file_as_json_and_others_do_not() {
    let folder = std::env::temp_dir().join(format!("hyla-audit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let audit_file = folder.join("audit.jsonl");
    let log = LogSettings {
        level: LogLevel::Error,
        file: Some(folder.join("hyla.log")),
        audit_file: Some(audit_file.clone()),
        ..Settings::default().log
    };

    hyla_log::start(&log).unwrap();
    tracing::info!(target: "audit", federation = "A\"B", action = "join", "audit");
    tracing::error!("something else");

    let text = std::fs::read_to_string(&audit_file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 1, "{text}");
    let line: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(line["action"], "join");
    assert_eq!(line["federation"], "A\"B");
    let whole = std::fs::read_to_string(folder.join("hyla.log")).unwrap();
    assert!(
        whole.contains("something else") && whole.contains("join"),
        "{whole}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
