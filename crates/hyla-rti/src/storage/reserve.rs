//! Space that saves leave free on their file system (`save.reserve_bytes`): whoever may save a federation saves as often as he
//! likes, and other programs of the host need the disk, too.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One of so many files that a file system can have stays free: small saves take files rather than space.
const FREE_FILES: u64 = 100;

/// The reserve, and what files that are being written take of the rest. Clones share it.
#[derive(Clone)]
pub(super) struct Reserve {
    bytes: u64,
    under_way: Arc<Mutex<u64>>,
}

impl Reserve {
    /// A reserve of that many bytes; zero for none.
    pub(super) fn new(bytes: u64) -> Self {
        Self {
            bytes,
            under_way: Arc::default(),
        }
    }

    /// Takes space for a new file of that size in `directory`, which need not exist yet, until the result is dropped.
    ///
    /// # Errors
    /// `StorageFull` if less than the reserve would be left, and errors of the system.
    pub(super) fn take(&self, directory: &Path, bytes: u64) -> io::Result<Taken> {
        let mut under_way = lock(&self.under_way);
        if self.bytes > 0
            && let Some(space) = Space::around(directory)?
        {
            space.check(bytes.saturating_add(*under_way), self.bytes)?;
        }
        *under_way = under_way.saturating_add(bytes);
        Ok(Taken {
            bytes,
            under_way: Arc::clone(&self.under_way),
        })
    }
}

/// Space of a file that is being written.
pub(super) struct Taken {
    bytes: u64,
    under_way: Arc<Mutex<u64>>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut under_way = lock(&self.under_way);
        *under_way = under_way.saturating_sub(self.bytes);
    }
}

fn lock(under_way: &Mutex<u64>) -> MutexGuard<'_, u64> {
    under_way.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file system, for those without privileges.
#[derive(Clone, Copy)]
struct Space {
    free_bytes: u64,
    free_files: u64,
    /// Most files; zero where the file system does not say.
    files: u64,
}

impl Space {
    /// The file system of a directory, or of the one in which it will be made.
    #[cfg(unix)]
    fn around(directory: &Path) -> io::Result<Option<Self>> {
        let here = directory.ancestors().find(|above| above.exists());
        let here = here.unwrap_or(Path::new("."));
        let found = rustix::fs::statvfs(here)?;
        Ok(Some(Self {
            free_bytes: found.f_bavail.saturating_mul(found.f_frsize),
            free_files: found.f_favail,
            files: found.f_files,
        }))
    }

    /// Other systems are not asked.
    #[cfg(not(unix))]
    #[allow(clippy::unnecessary_wraps, reason = "as on Unix")]
    fn around(_: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }

    fn check(self, bytes: u64, reserve: u64) -> io::Result<()> {
        let left = self.free_bytes.saturating_sub(bytes);
        if left < reserve {
            let text = format!(
                "it takes {bytes} bytes with all that are being written, which would leave {left} bytes of the file system free, and \
                 save.reserve_bytes is {reserve}: remove older saves, or set save.reserve_bytes lower"
            );
            return Err(io::Error::new(ErrorKind::StorageFull, text));
        }
        if self.free_files.saturating_mul(FREE_FILES) < self.files {
            let text = format!(
                "the file system has room for {} of {} files only, and saves leave one of {FREE_FILES} free: remove older saves, or set \
                 save.reserve_bytes = 0",
                self.free_files, self.files
            );
            return Err(io::Error::new(ErrorKind::StorageFull, text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACE: Space = Space {
        free_bytes: 1000,
        free_files: 50,
        files: 5000,
    };

    fn text(checked: io::Result<()>) -> String {
        let error = checked.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        error.to_string()
    }

    #[test]
    fn a_save_leaves_the_reserve() {
        assert!(SPACE.check(400, 600).is_ok());

        let text = text(SPACE.check(401, 600));

        assert!(text.contains("leave 599 bytes"), "{text}");
        assert!(text.contains("save.reserve_bytes"), "{text}");
    }

    #[test]
    fn small_saves_leave_some_of_the_files() {
        let fewer = Space {
            free_files: 49,
            ..SPACE
        };
        let unknown = Space {
            free_files: 0,
            files: 0,
            ..SPACE
        };

        assert!(SPACE.check(1, 1).is_ok());
        assert!(unknown.check(1, 1).is_ok());
        let text = text(fewer.check(1, 1));
        assert!(text.contains("save.reserve_bytes = 0"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn saves_that_are_written_at_the_same_time_share_what_is_free() {
        let directory = std::env::temp_dir().join("not made yet/and neither is this");
        let free = Space::around(&directory).unwrap().unwrap().free_bytes;
        // Other programs take and free space meanwhile, but not that much.
        let half = free / 2;
        let reserve = Reserve::new(free / 4);

        let first = reserve.take(&directory, half).unwrap();
        assert!(reserve.take(&directory, half).is_err());
        drop(first);

        assert!(reserve.take(&directory, half).is_ok());
        let none = Reserve::new(0);
        assert!(none.take(&directory, u64::MAX).is_ok(), "there is none");
    }
}
