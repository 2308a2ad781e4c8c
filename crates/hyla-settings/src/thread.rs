//! Scheduling and wait strategy of a thread in settings: `fifo:50`, `0-3`, `yield:50us`.

use std::time::Duration;

use hyla_net::{Scheduling, Wait};

use super::parameter::Kind;
use super::raw::Raw;

/// Highest processor number (the size of the kernel's `cpu_set_t`).
pub(super) const MOST_CPUS: usize = 1_024;

/// Longest time to yield.
const LONGEST_YIELD: Duration = Duration::from_secs(1);

pub(super) fn scheduling(raw: &Raw) -> Option<Scheduling> {
    let text = raw.text()?;
    if text == "normal" {
        return Some(Scheduling::Normal);
    }
    let (policy, priority) = text.split_once(':')?;
    let priority = priority
        .trim()
        .parse()
        .ok()
        .filter(|p| (1..=99).contains(p))?;
    match policy.trim() {
        "fifo" => Some(Scheduling::Fifo(priority)),
        "rr" => Some(Scheduling::RoundRobin(priority)),
        _ => None,
    }
}

pub(super) const SCHEDULING: Kind = Kind::text("normal, fifo:PRIORITY or rr:PRIORITY (1 to 99)");

pub(super) fn wait(raw: &Raw) -> Option<Wait> {
    match raw.text()? {
        "block" => Some(Wait::Block),
        "spin" => Some(Wait::Spin),
        other => {
            let time = duration(other.strip_prefix("yield:")?.trim())?;
            (time <= LONGEST_YIELD).then_some(Wait::Yield(time))
        }
    }
}

pub(super) const WAIT: Kind =
    Kind::text("block, yield:TIME (as in yield:50us or yield:2ms, at most 1s) or spin");

/// A list of numbers, ranges of them included: `[0, 2]`, `"0-3"`, `0,2-3`.
pub(super) fn cpus(raw: &Raw) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    match raw {
        Raw::Integer(number) => found.push(usize::try_from(*number).ok()?),
        Raw::Numbers(numbers) => {
            for number in numbers {
                found.push(usize::try_from(*number).ok()?);
            }
        }
        Raw::List(items) => {
            for item in items {
                add_cpus(item, &mut found)?;
            }
        }
        Raw::Text(text) | Raw::Quoted(text) => {
            for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
                add_cpus(item, &mut found)?;
            }
        }
        Raw::Flag(_) | Raw::Other(_) => return None,
    }
    found.sort_unstable();
    found.dedup();
    found.iter().all(|cpu| *cpu < MOST_CPUS).then_some(found)
}

pub(super) const CPUS: Kind = Kind::List {
    accepts: "a list of processor numbers and ranges, as in 0,2-3; perhaps empty, which is all of them",
    least: 0,
};

pub(super) fn show_cpus(cpus: &[usize]) -> String {
    let texts: Vec<String> = cpus.iter().map(usize::to_string).collect();
    texts.join(", ")
}

fn add_cpus(item: &str, to: &mut Vec<usize>) -> Option<()> {
    let (first, last) = item.split_once('-').unwrap_or((item, item));
    let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    if first > last || last >= MOST_CPUS {
        return None;
    }
    to.extend(first..=last);
    Some(())
}

/// A whole number with its unit.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok()?;
    match unit.trim() {
        "us" => Some(Duration::from_micros(number)),
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> Raw {
        Raw::Quoted(text.to_owned())
    }

    #[test]
    fn policies_have_a_priority_from_1_to_99() {
        assert_eq!(scheduling(&quoted("normal")), Some(Scheduling::Normal));
        assert_eq!(scheduling(&quoted("fifo:50")), Some(Scheduling::Fifo(50)));
        assert_eq!(scheduling(&quoted("rr:1")), Some(Scheduling::RoundRobin(1)));
        for wrong in [
            "fifo", "fifo:0", "fifo:100", "fifo:-1", "batch:3", "normal:1", "",
        ] {
            assert_eq!(scheduling(&quoted(wrong)), None, "{wrong}");
        }
        assert_eq!(scheduling(&Raw::Integer(50)), None);
    }

    #[test]
    fn what_is_shown_is_read_as_the_same() {
        for value in [
            Scheduling::Normal,
            Scheduling::Fifo(9),
            Scheduling::RoundRobin(99),
        ] {
            assert_eq!(scheduling(&quoted(&value.to_string())), Some(value));
        }
        let times = [
            Duration::ZERO,
            Duration::from_micros(50),
            Duration::from_millis(3),
        ];
        for value in [Wait::Block, Wait::Spin]
            .into_iter()
            .chain(times.map(Wait::Yield))
        {
            assert_eq!(wait(&quoted(&value.to_string())), Some(value));
        }
    }

    #[test]
    fn a_time_to_yield_has_a_unit_and_an_end() {
        assert_eq!(
            wait(&quoted("yield:2ms")),
            Some(Wait::Yield(Duration::from_millis(2)))
        );
        for wrong in [
            "yield",
            "yield:50",
            "yield:",
            "yield:us",
            "yield:2s",
            "yield:-1us",
            "spn",
        ] {
            assert_eq!(wait(&quoted(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn processors_are_numbers_and_ranges_in_any_order() {
        assert_eq!(cpus(&quoted("2-3, 0")), Some(vec![0, 2, 3]));
        assert_eq!(cpus(&Raw::Numbers(vec![1, 1, 0])), Some(vec![0, 1]));
        assert_eq!(
            cpus(&Raw::List(vec!["0-1".into(), "1".into()])),
            Some(vec![0, 1])
        );
        assert_eq!(cpus(&Raw::Integer(5)), Some(vec![5]));
        assert_eq!(cpus(&quoted("")), Some(vec![]));
        for wrong in ["a", "3-1", "-1", "1024", "0-5000000000", "1.5"] {
            assert_eq!(cpus(&quoted(wrong)), None, "{wrong}");
        }
        assert_eq!(cpus(&Raw::Numbers(vec![-1])), None);
    }
}
