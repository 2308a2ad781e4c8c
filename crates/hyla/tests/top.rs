//! `hyla top` in a terminal, as a user sees it.

mod started;

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcgetattr, tcsetwinsize};

/// Nothing here takes so long unless it hangs.
const WATCHDOG: Timespec = Timespec {
    tv_sec: 60,
    tv_nsec: 0,
};

/// Control sequence of a program that gives its screen back.
const LEAVES_THE_SCREEN: &str = "\x1b[?1049l";

fn hyla(arguments: &[&str]) -> Command {
    let mut command = started::command(arguments);
    command.env("TERM", "xterm");
    command
}

/// A terminal: what a user types and sees, and the side of the program.
struct Screen {
    user: File,
    program: File,
}

impl Screen {
    fn new() -> Self {
        let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&user).expect("granted");
        unlockpt(&user).expect("unlocked");
        let name = ptsname(&user, Vec::new()).expect("a name");
        let name = name.to_str().expect("UTF-8");
        let program = File::options().read(true).write(true).open(name);
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&user, size).expect("a size");
        Self {
            user: user.into(),
            program: program.expect("its other side"),
        }
    }

    fn start(&self, command: &mut Command) -> Child {
        let side = || Stdio::from(self.program.try_clone().expect("one more"));
        let command = command.stdin(side()).stdout(side()).stderr(side());
        command.spawn().expect("the program starts")
    }

    /// Reads on until these words have been shown.
    fn shows(&mut self, words: &str) -> String {
        let mut seen = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let text = String::from_utf8_lossy(&seen);
            if text.contains(words) {
                return text.into_owned();
            }
            let mut ready = [PollFd::new(&self.user, PollFlags::IN)];
            let waited = poll(&mut ready, Some(&WATCHDOG)).expect("a terminal");
            assert_ne!(waited, 0, "it hangs; seen: {text:?}");
            let count = self.user.read(&mut buffer).expect("something to see");
            seen.extend_from_slice(&buffer[..count]);
        }
    }
}

#[test]
fn the_terminal_is_given_back_as_it_was() {
    for key in [b"q", b"\x03"] {
        let mut rti = started::Rti::start(&[]);
        let mut screen = Screen::new();
        let before = tcgetattr(&screen.program).expect("a state");
        let mut top = screen.start(&mut hyla(&["top", "--rti", &rti.address()]));
        screen.shows("no federation execution");

        screen.user.write_all(key).expect("typed");
        let seen = screen.shows(LEAVES_THE_SCREEN);

        assert!(top.wait().expect("its end").success());
        assert!(seen.contains("\x1b[?25h"), "no cursor: {seen:?}");
        let after = tcgetattr(&screen.program).expect("a state");
        assert_eq!(
            (before.local_modes, before.input_modes, before.output_modes),
            (after.local_modes, after.input_modes, after.output_modes)
        );
        drop(rti.process.stdin.take());
        rti.process.wait().expect("its end");
    }
}

#[test]
fn why_it_ends_is_told_on_the_screen_that_stays() {
    let mut rti = started::Rti::start(&[]);
    let mut screen = Screen::new();
    let mut top = screen.start(&mut hyla(&["top", "--rti", &rti.address()]));
    screen.shows("no federation execution");

    drop(rti.process.stdin.take());
    rti.process.wait().expect("its end");
    let seen = screen.shows("hyla top: ");

    assert!(
        seen.contains(LEAVES_THE_SCREEN),
        "told on the screen that goes: {seen:?}"
    );
    assert_eq!(top.wait().expect("its end").code(), Some(1));
}
