//! Names from outside in log lines: each event is one line, and none is missing. One test, since a process starts its log once.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_settings::{LogLevel, LogSettings, Settings};

/// Characters that end lines, move the cursor, change colours or turn the direction of writing.
const EFFECTS: [char; 16] = [
    '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}', '\u{1b}', '\u{7}', '\u{8}',
    '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}',
];

#[test]
fn names_forge_no_lines_and_keep_none_out() {
    let folder = std::env::temp_dir().join(format!("hyla-forged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let log = LogSettings {
        level: LogLevel::Info,
        file: Some(folder.join("hyla.log")),
        audit_file: Some(folder.join("audit.jsonl")),
        file_bytes: 65_536,
        files: 100,
        ..Settings::default().log
    };
    hyla_log::start(&log).unwrap();

    for effect in EFFECTS {
        let name = format!(
            "x{effect}2026-11-28T00:00:00.000000Z  INFO audit federation=\"-\" action=\"remove\""
        );
        let federation = name.as_str();
        tracing::info!(target: "audit", federation, federate = %name, action = "join", other = ?name, "joined as {name}");
    }
    let long = "ß".repeat((17 << 20) / 2);
    tracing::info!(target: "audit", federation = "A", federate_type = long.as_str(), action = "hidden", peer = %long, "{long}");

    let text = std::fs::read_to_string(folder.join("hyla.log")).unwrap();
    let lines: Vec<_> = text.split('\n').collect();
    assert_eq!(lines.len(), EFFECTS.len() + 2, "one for each, and the end");
    for (line, effect) in lines.iter().zip(EFFECTS) {
        assert!(!line.contains(EFFECTS), "{line:?}");
        let shown = effect.escape_default().to_string();
        assert_eq!(line.matches(&shown).count(), 4, "{shown}: {line}");
    }
    let last = lines[EFFECTS.len()];
    assert!(
        last.contains("hidden") && last.len() < 14_000,
        "{}",
        last.len()
    );
    assert_eq!(
        last.matches("…[cut from 17825792 bytes]").count(),
        2,
        "{last}"
    );
    assert_eq!(
        last.matches("…[cut from 17825794 bytes]").count(),
        1,
        "with quotes: {last}"
    );

    let text = std::fs::read_to_string(folder.join("audit.jsonl")).unwrap();
    assert_eq!(text.matches('\n').count(), EFFECTS.len() + 1);
    for (line, effect) in text.lines().zip(EFFECTS) {
        assert!(!line.contains(EFFECTS), "{line:?}");
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            line["federation"]
                .as_str()
                .unwrap()
                .starts_with(&format!("x{effect}2026"))
        );
    }
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["action"], "hidden");
    let cut = last["federate_type"].as_str().unwrap();
    assert!(
        cut.starts_with("ßß") && cut.ends_with("…[cut from 17825792 bytes]"),
        "{cut}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
