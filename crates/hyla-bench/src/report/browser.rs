//! The report in a real browser: headless Chromium, where installed. The test says when it is
//! skipped.
//!
//! With `BENCH_REPORT_FOLDER` set, pages stay in that folder for inspection;
//! `scripts/bench-report-pictures.sh` makes pictures of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use super::{Page, html, sample};
use crate::result::RunResult;

/// Timeout of a hanging browser.
const TIMEOUT: Duration = Duration::from_secs(120);

fn chromium() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders = env::split_paths(&path);
    let mut candidates = folders.flat_map(|folder| names.map(|name| folder.join(name)));
    candidates.find(|candidate| candidate.is_file())
}

/// The page as rendered by the browser, and its log.
fn open(browser: &Path, page: &Path, folder: &Path) -> (String, String) {
    let (dom, log) = (folder.join("dom"), folder.join("log"));
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-logging=stderr",
        "--dump-dom",
    ];
    let mut child = Command::new(browser)
        .args(flags)
        .arg(profile)
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .stdout(fs::File::create(&dom).expect("a file"))
        .stderr(fs::File::create(&log).expect("a file"))
        .spawn()
        .expect("a browser that starts");
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > TIMEOUT {
            child.kill().expect("it can be ended");
            child.wait().expect("it has ended");
            panic!("the browser did not end");
        }
        thread::sleep(Duration::from_millis(50));
    }
    let read = |path| String::from_utf8_lossy(&fs::read(path).expect("written")).into_owned();
    (read(dom), read(log))
}

#[test]
fn a_real_browser_shows_the_report_without_a_word_on_its_console() {
    let Some(browser) = chromium() else {
        hyla_test_skips::skipped("no Chromium is installed (Debian: chromium)");
        return;
    };
    let kept = env::var_os("BENCH_REPORT_FOLDER").map(PathBuf::from);
    let folder = kept
        .clone()
        .unwrap_or_else(|| env::temp_dir().join(format!("bench-report-{}", std::process::id())));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let alone: Vec<RunResult> = sample::EXPERIMENTS.map(sample::result).into();
    let others = sample::EXPERIMENTS.map(|name| sample::slower(name, 1.7, 11));
    let both: Vec<RunResult> = alone.iter().cloned().chain(others).collect();
    let alone = write("alone.html", &html(&alone, &Page::default()));
    let overlaid = write("overlaid.html", &html(&both, &Page::default()));
    let loud = write("loud.html", "<script>undefined_name()</script>");

    let (_, log) = open(&browser, &loud, &folder);
    assert!(log.contains("CONSOLE"), "the browser reports errors: {log}");
    for page in [alone, overlaid] {
        let (dom, log) = open(&browser, &page, &folder);
        assert!(!log.contains("CONSOLE"), "{log}");
        assert!(
            dom.matches("<svg role=\"img\"").count() >= 25,
            "{}",
            dom.len()
        );
        assert!(dom.contains("How to read this"), "all of it was read");
    }
    fs::remove_dir_all(folder.join("profile")).expect("removed");
    if kept.is_none() {
        fs::remove_dir_all(folder).expect("removed");
    }
}
