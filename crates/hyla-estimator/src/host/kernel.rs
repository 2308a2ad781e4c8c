//! The state of this host, from its kernel (Linux).

use std::fs::File;
use std::io::{Read, Seek};
use std::path::PathBuf;
use std::time::Duration;

use super::meter::{IDLE_BY_KERNEL, PortMeter, ProcessorMeter};
use super::{Reading, ReadingError};
use crate::state::{Ticks, Width};

/// Reads `/proc/stat` and `/sys/class/net`.
#[derive(Debug)]
pub struct Kernel {
    root: PathBuf,
    /// `/proc/stat`, and its text.
    stat: Option<(File, String)>,
    /// Greatest idle ticks so far.
    idle: u64,
    processor: ProcessorMeter,
    port: Option<(String, Option<f64>, PortMeter)>,
}

/// By how many ticks the idle time of a kernel may decrease (it does, as it counts waiting for disks).
const BACK: u64 = 100;

impl Kernel {
    /// A source for processor load and, if `port` names a network interface, its load. `bits_per_s`
    /// is the speed of the port where the kernel does not know it, as for virtual ones.
    #[must_use]
    pub fn new(port: Option<String>, bits_per_s: Option<f64>) -> Self {
        Self::at("/", port, bits_per_s)
    }

    pub(super) fn at(
        root: impl Into<PathBuf>,
        port: Option<String>,
        bits_per_s: Option<f64>,
    ) -> Self {
        Self {
            root: root.into(),
            stat: None,
            idle: 0,
            processor: ProcessorMeter::new(Width::Bits64),
            port: port.map(|name| {
                (
                    name,
                    bits_per_s,
                    PortMeter::new(Width::Bits64, IDLE_BY_KERNEL),
                )
            }),
        }
    }

    /// Reads the state at this time since any fixed moment; `None` for the first readings, which have
    /// no predecessors. Reads one file in about 10 us, and three small ones of a port in about 30 us more.
    ///
    /// # Errors
    /// [`ReadingError`] if the files cannot be read, or their counters were reset.
    pub fn read(&mut self, at: Duration) -> Result<Option<Reading>, ReadingError> {
        let (busy, idle) = self.ticks()?;
        let processor = self.processor.read(at, busy, idle)?;
        let port = self.port(at)?;
        Ok(processor.map(|processor| Reading { processor, port }))
    }

    fn ticks(&mut self) -> Result<(u64, u64), ReadingError> {
        let unreadable =
            |problem: String| ReadingError::Unreadable(format!("/proc/stat: {problem}"));
        let (file, text) = match &mut self.stat {
            Some(open) => open,
            None => {
                let file = File::open(self.root.join("proc/stat"));
                let file = file.map_err(|error| unreadable(error.to_string()))?;
                self.stat.insert((file, String::new()))
            }
        };
        text.clear();
        let read = file.rewind().and_then(|()| file.read_to_string(text));
        read.map_err(|error| unreadable(error.to_string()))?;
        let ticks = Ticks::of(text).ok_or_else(|| unreadable("no ticks".to_owned()))?;
        let is_back = ticks.idle < self.idle && self.idle - ticks.idle < BACK;
        if !is_back {
            self.idle = ticks.idle;
        }
        Ok((ticks.busy, self.idle))
    }

    fn port(&mut self, at: Duration) -> Result<Option<(f64, f64)>, ReadingError> {
        let Some((name, given, _)) = &self.port else {
            return Ok(None);
        };
        let number = |file: &str| {
            let text = self.text(&format!("sys/class/net/{name}/{file}"))?;
            text.trim()
                .parse::<i64>()
                .map_err(|_| ReadingError::Unreadable(format!("{name}/{file} is no number")))
        };
        let octets = (
            number("statistics/rx_bytes")?,
            number("statistics/tx_bytes")?,
        );
        let known = || {
            number("speed")
                .ok()
                .filter(|mbit| *mbit > 0)
                .map(|mbit| mbit as f64 * 1e6)
        };
        let bits_per_s = given
            .or_else(known)
            .ok_or_else(|| ReadingError::NoSpeed(name.clone()))?;
        let octets = (octets.0.cast_unsigned(), octets.1.cast_unsigned());
        let Some((_, _, meter)) = &mut self.port else {
            return Ok(None);
        };
        let share = meter.read(at, octets, bits_per_s)?;
        Ok(share.map(|share| (share, bits_per_s)))
    }

    fn text(&self, path: &str) -> Result<String, ReadingError> {
        std::fs::read_to_string(self.root.join(path))
            .map_err(|error| ReadingError::Unreadable(format!("/{path}: {error}")))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::host) struct Files(pub(in crate::host) PathBuf);

    impl Files {
        pub(in crate::host) fn new(name: &str) -> Self {
            let root =
                std::env::temp_dir().join(format!("hyla-kernel-{name}-{}", std::process::id()));
            std::fs::create_dir_all(root.join("proc")).unwrap();
            std::fs::create_dir_all(root.join("sys/class/net/eth7/statistics")).unwrap();
            Self(root)
        }

        pub(in crate::host) fn write(&self, user: u64, idle: u64, received: u64) {
            let stat = format!("cpu  {user} 0 0 {idle} 0 0 0 0 99 99\ncpu0 1 2 3\n");
            std::fs::write(self.0.join("proc/stat"), stat).unwrap();
            let port = self.0.join("sys/class/net/eth7");
            std::fs::write(port.join("statistics/rx_bytes"), format!("{received}\n")).unwrap();
            std::fs::write(port.join("statistics/tx_bytes"), "0\n").unwrap();
        }

        fn speed(&self, mbit: &str) {
            std::fs::write(self.0.join("sys/class/net/eth7/speed"), mbit).unwrap();
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn loads_are_those_between_two_readings() {
        let files = Files::new("loads");
        files.speed("1000\n");
        let mut kernel = Kernel::at(&files.0, Some("eth7".to_owned()), None);

        files.write(100, 100, 0);
        assert_eq!(kernel.read(at(1)), Ok(None));
        files.write(130, 110, 62_500_000);
        let reading = kernel.read(at(2)).unwrap().unwrap();

        assert_eq!((reading.processor, reading.port), (0.75, Some((0.5, 1e9))));
    }

    #[test]
    fn idle_time_that_decreases_a_little_is_no_reset() {
        let files = Files::new("back");
        let mut kernel = Kernel::at(&files.0, None, None);
        files.write(100, 100, 0);
        kernel.read(at(1)).unwrap();
        files.write(130, 110, 0);
        kernel.read(at(2)).unwrap();

        files.write(140, 108, 0);
        let back = kernel.read(at(3)).unwrap().unwrap();

        assert_eq!(back.processor, 1.0);
        files.write(10, 10, 0);
        assert_eq!(kernel.read(at(4)), Err(ReadingError::Reset("processor")));
    }

    #[test]
    fn a_port_of_unknown_speed_needs_it_said() {
        let files = Files::new("speed");
        files.speed("-1\n");
        files.write(100, 100, 0);
        let port = || Some("eth7".to_owned());

        let silent = Kernel::at(&files.0, port(), None).read(at(1));
        let said = Kernel::at(&files.0, port(), Some(1e9)).read(at(1));
        let other = Kernel::at(&files.0, Some("eth8".to_owned()), None).read(at(1));

        assert_eq!(silent, Err(ReadingError::NoSpeed("eth7".to_owned())));
        assert_eq!(said, Ok(None));
        assert!(matches!(other, Err(ReadingError::Unreadable(_))));
    }

    #[test]
    fn this_host_has_a_state() {
        let mut kernel = Kernel::new(None, None);
        assert_eq!(kernel.read(at(1)), Ok(None));

        // Ticks of 10 ms: some have passed when this ends.
        let mut now = at(1);
        let reading = loop {
            std::thread::sleep(Duration::from_millis(20));
            now += Duration::from_millis(100);
            if let Some(reading) = kernel.read(now).unwrap() {
                break reading;
            }
        };

        assert!((0.0..=1.0).contains(&reading.processor));
    }
}
