//! Processors of this host.

use std::num::NonZeroUsize;

/// Numbers of the processors that are online; `None` where the system does not say.
pub(crate) fn online() -> Option<Vec<usize>> {
    let text = std::fs::read_to_string("/sys/devices/system/cpu/online").ok()?;
    ranges(&text)
}

/// Number of the processors that are online; where the system does not say, of those that this process may use.
pub(crate) fn online_processors() -> usize {
    let permitted = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    online().map_or_else(permitted, |processors| processors.len())
}

/// Parses a list of the kernel: `0-3,6`.
fn ranges(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for range in text.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        found.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_kernel_are_numbers_and_ranges() {
        assert_eq!(ranges("0-2,5\n"), Some(vec![0, 1, 2, 5]));
        assert_eq!(ranges("0\n"), Some(vec![0]));
        assert_eq!(ranges("\n"), None);
    }
}
