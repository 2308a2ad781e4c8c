//! A process of an agent: receives one line, prints lines, and is killed if it does not end.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Lines of standard error kept for failure reports.
const LAST_LINES: usize = 12;

/// Bytes kept of such a line.
const LONGEST_COMPLAINT: usize = 1024;

/// Longest line of standard output: a report with all its histograms is far shorter. The rest of a
/// longer line is skipped.
const LONGEST_LINE: usize = 16 << 20;

/// How long a process may take to end after its last report or a dismissal.
const GRACE: Duration = Duration::from_secs(5);

/// How long to wait for the last lines of an ended process. Its child processes may keep its
/// standard error open longer.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A program with its arguments and additional environment variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables, such as `LD_LIBRARY_PATH`.
    pub environment: Vec<(String, String)>,
}

/// Output of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProcessOutput {
    /// A line on its standard output.
    Line(String),
    /// Its standard output has ended.
    Nothing,
}

/// A process, running or not yet collected. Dropping it ends it.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    last_lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once its standard error has been read completely.
    complaining: Receiver<()>,
    /// When it is killed, once it is ending.
    deadline: Option<Instant>,
    killed: bool,
}

impl Process {
    /// Starts it and sends it `line`; a thread passes its output to `said`.
    pub(crate) fn start(
        program: &Program,
        line: &str,
        mut said: impl FnMut(ProcessOutput) + Send + 'static,
    ) -> io::Result<Self> {
        let mut child = Command::new(&program.path)
            .args(&program.arguments)
            .envs(program.environment.iter().cloned())
            // A process group of its own: Ctrl-C is for the agent, and child processes end with it.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (stdin, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let last_lines = Arc::new(Mutex::new(VecDeque::new()));
        let (complains, complaining) = mpsc::channel::<()>();
        let mut process = Self {
            child,
            stdin,
            last_lines: last_lines.clone(),
            complaining,
            deadline: None,
            killed: false,
        };
        let reader = thread::Builder::new().name("says".into());
        reader.spawn(move || {
            lines_of(output, LONGEST_LINE, |line| said(ProcessOutput::Line(line)));
            said(ProcessOutput::Nothing);
        })?;
        let reader = thread::Builder::new().name("complains".into());
        let keep = last_lines;
        reader.spawn(move || {
            lines_of(errors, LONGEST_COMPLAINT, |line| keep_last(&keep, &line));
            drop(complains);
        })?;
        if let Some(stdin) = &mut process.stdin {
            // A process that ends at once leaves a broken pipe; its output has the reason.
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
        Ok(process)
    }

    /// Keeps a line that was not a report among its last lines.
    pub(crate) fn note(&self, line: &str) {
        keep_last(&self.last_lines, line);
    }

    /// Closes its standard input, and sets the deadline for its end.
    pub(crate) fn dismiss(&mut self) {
        drop(self.stdin.take());
        self.expect_end();
    }

    /// The process has sent its last report: sets the deadline for its end.
    pub(crate) fn expect_end(&mut self) {
        self.deadline.get_or_insert_with(|| Instant::now() + GRACE);
    }

    /// Whether it has ended or is ending.
    pub(crate) fn is_ending(&self) -> bool {
        self.deadline.is_some()
    }

    /// Whether its deadline has passed.
    pub(crate) fn is_overdue(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Kills it and its child processes.
    pub(crate) fn kill(&mut self) {
        self.expect_end();
        // Until it is collected, its id is not reused.
        if let Ok(None) = self.child.try_wait() {
            let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
            if let Some(pid) = pid {
                let _ = kill_process_group(pid, Signal::KILL);
            }
            self.killed = true;
        }
    }

    /// Its exit status, if it has ended; kills it after its deadline.
    pub(crate) fn tend(&mut self) -> Option<ExitStatus> {
        match self.child.try_wait() {
            Ok(Some(status)) => Some(status),
            Ok(None) => {
                if self.is_overdue() {
                    self.kill();
                }
                None
            }
            // No such child: the system has collected it.
            Err(_) => Some(ExitStatus::from_raw(0)),
        }
    }

    /// Description of its end, with the last lines of its standard error.
    pub(crate) fn end_in_words(&self, status: ExitStatus) -> String {
        let mut words = match status.signal() {
            _ if self.killed => "it was killed because it did not end".to_owned(),
            Some(9) => {
                "it was killed (if memory ran out, the log of the kernel says so: dmesg)".to_owned()
            }
            Some(signal) => format!("it ended by signal {signal}"),
            None => format!("it ended with {status}"),
        };
        // Its end may be known before its last lines were read.
        let _all_read = self.complaining.recv_timeout(LAST_WORDS);
        let lines = self.last_lines.lock();
        let lines = lines.unwrap_or_else(PoisonError::into_inner);
        if !lines.is_empty() {
            let lines: Vec<_> = lines.iter().map(String::as_str).collect();
            words += "; its last words: ";
            words += &lines.join("\n");
        }
        words
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // The process has ended or is killed; only its status is collected.
        let _ = self.child.wait();
    }
}

fn keep_last(last_lines: &Mutex<VecDeque<String>>, line: &str) {
    let mut end = line.len().min(LONGEST_COMPLAINT);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let mut kept = last_lines.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() == LAST_LINES {
        kept.pop_front();
    }
    kept.push_back(line[..end].to_owned());
}

/// Passes each line to `each`, with at most `longest` bytes in memory.
fn lines_of(stream: Option<impl Read>, longest: usize, mut each: impl FnMut(String)) {
    let Some(stream) = stream else { return };
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        let read = match stream.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let is_last = read.is_empty();
        let end = read.iter().position(|byte| *byte == b'\n');
        let part = &read[..end.unwrap_or(read.len())];
        let room = longest - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(read.len(), |end| end + 1);
        if end.is_some() || (is_last && !line.is_empty()) {
            // Output of other programs may not be UTF-8.
            each(String::from_utf8_lossy(&line).trim_end().to_owned());
            line.clear();
        }
        if is_last {
            return;
        }
        stream.consume(used);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const WATCHDOG: Duration = Duration::from_secs(30);

    fn shell(script: &str) -> Program {
        Program {
            path: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            environment: vec![("GREETING".into(), "hello".into())],
        }
    }

    fn end(process: &mut Process) -> ExitStatus {
        let deadline = Instant::now() + WATCHDOG;
        loop {
            if let Some(status) = process.tend() {
                return status;
            }
            assert!(Instant::now() < deadline, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn it_is_told_a_line_and_its_lines_are_heard() {
        let (sender, heard) = mpsc::channel();
        let script = "read line; echo \"$GREETING $line\"; echo trouble >&2; exit 3";
        let said = move |said| sender.send(said).unwrap();
        let mut process = Process::start(&shell(script), "world", said).unwrap();

        let first = heard.recv_timeout(WATCHDOG).unwrap();
        assert_eq!(first, ProcessOutput::Line("hello world".into()));
        assert_eq!(
            heard.recv_timeout(WATCHDOG).unwrap(),
            ProcessOutput::Nothing
        );
        let status = end(&mut process);
        let words = process.end_in_words(status);
        assert!(words.contains("trouble"), "{words}");
        assert!(words.contains("exit status: 3"), "{words}");
    }

    #[test]
    fn of_what_it_complains_of_only_the_end_of_few_lines_is_kept() {
        let script = "yes 'a line of many' | head -n 100000 >&2; yes 'without end' | head -c 5000000 | tr -d '\\n' >&2; \
                      echo >&2; echo 'the last' >&2; exit 3";
        let mut process = Process::start(&shell(script), "", |_| {}).unwrap();

        let status = end(&mut process);
        let words = process.end_in_words(status);

        assert!(words.ends_with("the last"), "{words}");
        assert!(words.contains("without end"), "{words}");
        assert!(words.len() < (LAST_LINES + 1) * LONGEST_COMPLAINT);
    }

    #[test]
    fn lines_are_cut_where_they_are_too_long_and_the_next_one_is_whole() {
        let mut lines = Vec::new();

        let text: &[u8] = b"short\n0123456789\n\nlast \xff";
        lines_of(Some(text), 6, |line| lines.push(line));

        assert_eq!(lines, ["short", "012345", "", "last \u{fffd}"]);
    }

    #[test]
    fn what_it_started_is_killed_with_it() {
        let (sender, heard) = mpsc::channel();
        let said = move |said| drop(sender.send(said));
        let script = "sleep 1000 & echo $!; wait";
        let mut process = Process::start(&shell(script), "", said).unwrap();
        let ProcessOutput::Line(pid) = heard.recv_timeout(WATCHDOG).unwrap() else {
            panic!("no line");
        };

        process.kill();
        end(&mut process);

        let deadline = Instant::now() + WATCHDOG;
        let state = format!("/proc/{pid}/stat");
        // Gone, or a zombie.
        while std::fs::read_to_string(&state).is_ok_and(|stat| !stat.contains(") Z")) {
            assert!(Instant::now() < deadline, "the child of the child lives");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn what_does_not_end_when_it_should_is_killed() {
        let script = "trap '' TERM; while true; do sleep 0.01; done";
        let mut process = Process::start(&shell(script), "", |_| {}).unwrap();

        process.dismiss();
        process.deadline = Some(Instant::now());
        let status = end(&mut process);

        assert!(process.end_in_words(status).contains("did not end"));
    }
}
