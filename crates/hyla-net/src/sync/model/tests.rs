//! The model itself: known results of the memory model, and deadlocks.

use std::collections::BTreeSet;
use std::sync::Mutex as Plain;
use std::time::Duration;

use super::*;
use crate::sync;

/// Two words, and the loads of two threads.
#[derive(Default)]
struct Words {
    x: sync::AtomicU64,
    y: sync::AtomicU64,
}

type Loads = (u64, u64);

/// All results of the loads of two threads.
fn outcomes(
    one: impl Fn(&Words) -> u64 + Copy + Send + 'static,
    other: impl Fn(&Words) -> u64 + Copy + Send + 'static,
) -> Vec<Loads> {
    let seen = Arc::new(Plain::new(BTreeSet::new()));
    check(1000, |scene| {
        let words = Arc::new(Words::default());
        let loads = Arc::new(Plain::new((9, 9)));
        let (with, into) = (Arc::clone(&words), Arc::clone(&loads));
        scene.thread(move || {
            let loaded = one(&with);
            into.lock().unwrap().0 = loaded;
        });
        let into = Arc::clone(&loads);
        scene.thread(move || {
            let loaded = other(&words);
            into.lock().unwrap().1 = loaded;
        });
        let seen = Arc::clone(&seen);
        scene.at_end(move || {
            seen.lock().unwrap().insert(*loads.lock().unwrap());
        });
    });
    let seen = seen.lock().unwrap();
    seen.iter().copied().collect()
}

const ALL: [Loads; 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

#[test]
fn a_store_and_a_later_load_of_another_word_change_places_unless_both_are_consistent() {
    let stores = [(Relaxed, Relaxed), (Release, Acquire), (SeqCst, Acquire)];
    for (store, load) in stores {
        let both = outcomes(
            move |words| {
                words.x.store(1, store);
                words.y.load(load)
            },
            move |words| {
                words.y.store(1, store);
                words.x.load(load)
            },
        );
        assert_eq!(both, ALL, "{store:?}, {load:?}");
    }
    let consistent = outcomes(
        |words| {
            words.x.store(1, SeqCst);
            words.y.load(SeqCst)
        },
        |words| {
            words.y.store(1, SeqCst);
            words.x.load(SeqCst)
        },
    );
    assert_eq!(consistent, ALL[1..]);
}

#[test]
fn a_consistent_fence_on_each_side_keeps_a_store_before_a_load_and_one_is_not_enough() {
    let fenced = |words: &Words| {
        words.x.store(1, Relaxed);
        sync::fence(SeqCst);
        words.y.load(Relaxed)
    };
    for (order, expected) in [(SeqCst, &ALL[1..]), (AcqRel, &ALL[..])] {
        let both = outcomes(fenced, move |words| {
            words.y.store(1, Relaxed);
            sync::fence(order);
            words.x.load(Relaxed)
        });
        assert_eq!(both, expected, "{order:?}");
    }
}

#[test]
fn a_fence_goes_with_a_consistent_exchange_and_load() {
    let fenced = |words: &Words| {
        words.y.store(1, Relaxed);
        sync::fence(SeqCst);
        words.x.load(Relaxed)
    };
    let orders = [
        (SeqCst, SeqCst, &ALL[1..]),
        (AcqRel, SeqCst, &ALL[..]),
        (SeqCst, Acquire, &ALL[..]),
    ];
    for (swap, load, expected) in orders {
        let exchanged = move |words: &Words| {
            words.x.swap(1, swap);
            words.y.load(load)
        };
        assert_eq!(outcomes(exchanged, fenced), expected, "{swap:?}, {load:?}");
    }
}

#[test]
fn a_message_is_passed_by_release_and_acquire_or_by_fences() {
    let passes = |store: Ordering, before: Ordering, load: Ordering, after: Ordering| {
        let found = outcomes(
            move |words| {
                words.x.store(1, Relaxed);
                sync::fence(before);
                words.y.store(1, store);
                1
            },
            move |words| {
                let flag = words.y.load(load);
                sync::fence(after);
                flag * 2 + words.x.load(Relaxed)
            },
        );
        // The flag is seen without the message.
        !found.contains(&(1, 2))
    };
    // A fence weaker than acquire-release has no effect here.
    let none = Relaxed;
    assert!(passes(Release, none, Acquire, none));
    assert!(passes(Relaxed, Release, Relaxed, Acquire));
    assert!(passes(Release, none, Relaxed, Acquire));
    assert!(!passes(Relaxed, none, Acquire, none));
    assert!(!passes(Release, none, Relaxed, none));
    assert!(!passes(Relaxed, none, Relaxed, none));
}

#[test]
fn two_loads_of_one_word_never_go_back() {
    let found = outcomes(
        |words| {
            words.x.store(1, Relaxed);
            words.x.store(2, Relaxed);
            1
        },
        |words| 3 * words.x.load(Relaxed) + words.x.load(Relaxed),
    );
    let pairs: Vec<_> = found.iter().map(|(_, pair)| (pair / 3, pair % 3)).collect();
    assert_eq!(pairs, [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
}

#[test]
fn threads_disagree_on_the_order_of_two_stores_unless_all_is_consistent() {
    for (order, load, agree) in [(Release, Acquire, false), (SeqCst, SeqCst, true)] {
        let seen = Arc::new(Plain::new(BTreeSet::new()));
        check(10_000, |scene| {
            let words = Arc::new(Words::default());
            let loads = Arc::new(Plain::new(([9; 2], [9; 2])));
            let with = Arc::clone(&words);
            scene.thread(move || with.x.store(1, order));
            let with = Arc::clone(&words);
            scene.thread(move || with.y.store(1, order));
            let (with, into) = (Arc::clone(&words), Arc::clone(&loads));
            scene.thread(move || {
                let loaded = [with.x.load(load), with.y.load(load)];
                into.lock().unwrap().0 = loaded;
            });
            let into = Arc::clone(&loads);
            scene.thread(move || {
                let loaded = [words.y.load(load), words.x.load(load)];
                into.lock().unwrap().1 = loaded;
            });
            let seen = Arc::clone(&seen);
            scene.at_end(move || {
                seen.lock().unwrap().insert(*loads.lock().unwrap());
            });
        });
        let seen = seen.lock().unwrap();
        assert_eq!(!seen.contains(&([1, 0], [1, 0])), agree, "{order:?}");
        assert_eq!(seen.len(), if agree { 15 } else { 16 });
    }
}

#[test]
fn stores_of_two_threads_come_in_either_order_for_each_word() {
    let seen = Arc::new(Plain::new(BTreeSet::new()));
    check(1000, |scene| {
        let words = Arc::new(Words::default());
        let with = Arc::clone(&words);
        scene.thread(move || {
            with.x.store(1, Relaxed);
            with.y.store(2, Relaxed);
        });
        let with = Arc::clone(&words);
        scene.thread(move || {
            with.y.store(1, Relaxed);
            with.x.store(2, Relaxed);
        });
        let seen = Arc::clone(&seen);
        scene.at_end(move || {
            let last = (words.x.load(Relaxed), words.y.load(Relaxed));
            seen.lock().unwrap().insert(last);
        });
    });
    let all = [(1, 1), (1, 2), (2, 1), (2, 2)];
    assert_eq!(*seen.lock().unwrap(), BTreeSet::from(all));
}

#[test]
fn changes_in_one_step_lose_nothing_and_carry_on_what_was_released() {
    let found = outcomes(
        |words| words.x.swap(1, Relaxed),
        |words| words.x.swap(2, Relaxed),
    );
    assert_eq!(found, [(0, 1), (2, 0)]);

    let lost = fails(10_000, |scene| {
        let words = Arc::new(Words::default());
        let (one, two) = (Arc::clone(&words), Arc::clone(&words));
        scene.thread(move || {
            one.y.store(1, Relaxed);
            one.x.store(1, Release);
        });
        scene.thread(move || {
            two.x.fetch_or(2, Relaxed);
        });
        scene.thread(move || {
            if words.x.load(Acquire) == 3 {
                assert_eq!(words.y.load(Relaxed), 1);
            }
        });
    });
    assert!(lost.is_none(), "{}", lost.unwrap());
}

#[test]
fn what_a_load_would_see_of_a_later_store_is_not_modelled() {
    let found = outcomes(
        |words| {
            let loaded = words.x.load(Relaxed);
            words.y.store(1, Relaxed);
            loaded
        },
        |words| {
            let loaded = words.y.load(Relaxed);
            words.x.store(1, Relaxed);
            loaded
        },
    );
    assert_eq!(found, ALL[..3]);
}

#[test]
fn orders_of_steps_that_do_not_concern_each_other_are_one_run() {
    let explored = check(10, |scene| {
        for _ in 0..3 {
            let words = Words::default();
            scene.thread(move || {
                for value in 0..10 {
                    words.x.store(value, Relaxed);
                }
            });
        }
    });
    assert_eq!(explored.runs, 1);
}

/// Bytes written by one thread before it stores a flag, and read by the other after it has loaded
/// it.
fn handed_over(store: Ordering, load: Ordering) -> Option<Failure> {
    fails(1000, |scene| {
        let words = Arc::new(Words::default());
        let bytes = Arc::new([0_u8; 8]);
        let (with, at) = (Arc::clone(&words), Arc::clone(&bytes));
        scene.thread(move || {
            touch(at.as_ptr().addr(), 8, true);
            with.x.store(1, store);
        });
        scene.thread(move || {
            if words.x.load(load) == 1 {
                touch(bytes.as_ptr().addr() + 7, 1, false);
            }
        });
    })
}

#[test]
fn bytes_that_are_reached_without_order_are_a_race() {
    assert!(handed_over(Release, Acquire).is_none());
    for (store, load) in [(Relaxed, Acquire), (Release, Relaxed)] {
        let failure = handed_over(store, load).unwrap();
        assert!(failure.what.contains("data race"), "{failure}");
    }
}

#[test]
fn a_thread_that_nobody_wakes_is_found() {
    // The thread checks, and then sleeps, without the lock in between.
    let careless = |waits_with_lock: bool| {
        fails(1000, |scene| {
            let both = Arc::new((sync::Mutex::new(false), sync::Condvar::new()));
            let with = Arc::clone(&both);
            scene.thread(move || {
                let mut guard = with.0.lock().unwrap();
                let mut ready = *guard;
                if !waits_with_lock {
                    drop(guard);
                    guard = with.0.lock().unwrap();
                }
                while !ready {
                    guard = with.1.wait_timeout(guard, Duration::ZERO).unwrap().0;
                    ready = *guard;
                }
            });
            scene.thread(move || {
                *both.0.lock().unwrap() = true;
                both.1.notify_all();
            });
        })
    };
    assert!(careless(true).is_none());
    let failure = careless(false).unwrap();
    assert!(
        failure.what.contains("nobody wakes thread [0]"),
        "{failure}"
    );
}

#[test]
fn a_bell_rings_for_who_hears_it_later_and_says_what_came_before() {
    let failure = fails(1000, |scene| {
        let all = Arc::new((Words::default(), Bell::default()));
        let with = Arc::clone(&all);
        scene.thread(move || {
            with.0.x.store(1, Relaxed);
            with.1.ring(7);
        });
        scene.thread(move || {
            assert_eq!(all.1.hear(), [7]);
            assert_eq!(all.0.x.load(Relaxed), 1);
        });
    });
    assert!(failure.is_none(), "{}", failure.unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_futex_does_not_sleep_on_another_value_and_is_woken_on_its_own() {
    let sleeps_for_ever = |wakes: bool| {
        fails(1000, |scene| {
            let word = Arc::new(sync::AtomicU32::new(0));
            let with = Arc::clone(&word);
            scene.thread(move || {
                while with.load(Relaxed) == 0 {
                    sync::futex_wait(&with, 0, Duration::ZERO);
                }
            });
            scene.thread(move || {
                word.store(1, Relaxed);
                if wakes {
                    sync::futex_wake(&word);
                }
            });
        })
    };
    assert!(sleeps_for_ever(false).is_some());
    let failure = sleeps_for_ever(true);
    assert!(failure.is_none(), "{}", failure.unwrap());
}

#[test]
fn a_weaker_order_that_nothing_notices_is_named() {
    let scene = |scene: &mut Scene| {
        let words = Arc::new(Words::default());
        let with = Arc::clone(&words);
        scene.thread(move || {
            with.y.store(1, Relaxed);
            with.x.store(1, SeqCst);
        });
        scene.thread(move || {
            if words.x.load(Acquire) == 1 {
                assert_eq!(words.y.load(Relaxed), 1);
            }
        });
    };
    let (unnoticed, noticed) = unnoticed_orders(&[("a message", 1000, &scene)]);
    assert_eq!(unnoticed, ["tests.rs: with.x.store(1, SeqCst);: Release"]);
    assert_eq!(noticed, 2);
}

/// A step of a random program.
#[derive(Clone, Copy, Debug)]
enum Random {
    Load(usize, Ordering),
    Store(usize, Ordering),
    Swap(usize, Ordering),
    /// Only if the word has its first value.
    Exchange(usize, Ordering),
    Fence(Ordering),
    Locked(usize),
}

impl Random {
    fn new(dice: &mut fastrand::Rng) -> Self {
        let word = dice.usize(..2);
        let one_of =
            |dice: &mut fastrand::Rng, orders: &[Ordering]| orders[dice.usize(..orders.len())];
        let loads = one_of(dice, &[Relaxed, Acquire, SeqCst]);
        let stores = one_of(dice, &[Relaxed, Release, SeqCst]);
        let swaps = one_of(dice, &[Relaxed, Acquire, Release, AcqRel, SeqCst]);
        match dice.usize(..13) {
            0..5 => Self::Load(word, loads),
            5..9 => Self::Store(word, stores),
            9 => Self::Swap(word, swaps),
            10 => Self::Exchange(word, swaps),
            11 => Self::Fence(one_of(dice, &[Acquire, Release, SeqCst, SeqCst])),
            _ => Self::Locked(word),
        }
    }
}

/// All results of the programs' loads, with the final values.
fn all_results(programs: &[Vec<Random>], rules: Rules) -> (BTreeSet<Vec<u64>>, usize) {
    let seen = Arc::new(Plain::new(BTreeSet::new()));
    let scene = |scene: &mut Scene| {
        let words = Arc::new([0; 2].map(sync::AtomicU64::new));
        let lock = Arc::new(sync::Mutex::new(0));
        let results = Arc::new(Plain::new(vec![Vec::new(); programs.len()]));
        for (number, program) in programs.iter().enumerate() {
            let (words, lock, results) = (words.clone(), lock.clone(), results.clone());
            let program = program.clone();
            scene.thread(move || {
                let mut loaded = Vec::new();
                for (step, what) in program.iter().enumerate() {
                    let value = 10 * (number as u64 + 1) + step as u64;
                    match *what {
                        Random::Load(word, order) => loaded.push(words[word].load(order)),
                        Random::Store(word, order) => words[word].store(value, order),
                        Random::Swap(word, order) => loaded.push(words[word].swap(value, order)),
                        Random::Exchange(word, order) => {
                            let done = words[word].compare_exchange(0, value, order, Relaxed);
                            loaded.push(done.unwrap_or_else(|found| found));
                        }
                        Random::Fence(order) => sync::fence(order),
                        Random::Locked(word) => {
                            let mut guard = lock.lock().unwrap();
                            *guard += 1;
                            loaded.push(*guard + 100 * words[word].load(Relaxed));
                        }
                    }
                }
                results.lock().unwrap()[number] = loaded;
            });
        }
        let seen = Arc::clone(&seen);
        scene.at_end(move || {
            let mut all = results.lock().unwrap().concat();
            all.extend(words.iter().map(|word| word.load(Relaxed)));
            seen.lock().unwrap().insert(all);
        });
    };
    let explored = explore(1_000_000, rules, &scene).unwrap();
    (std::mem::take(&mut seen.lock().unwrap()), explored.runs)
}

#[test]
fn leaving_out_what_does_not_matter_changes_no_result() {
    let seeds = std::env::var("HYLA_MODEL_SEEDS").map_or(60, |seeds| seeds.parse().unwrap());
    let (mut few, mut all) = (0, 0);
    for seed in 0..seeds {
        let mut dice = fastrand::Rng::with_seed(seed);
        let sizes: &[usize] = if seed % 4 == 0 { &[2, 1, 2] } else { &[3, 3] };
        let program = |size: &usize| (0..*size).map(|_| Random::new(&mut dice)).collect();
        let programs: Vec<Vec<Random>> = sizes.iter().map(program).collect();
        let (found, runs) = all_results(&programs, Rules::default());
        let whole = Rules {
            whole: true,
            ..Rules::default()
        };
        let (expected, whole_runs) = all_results(&programs, whole);
        assert_eq!(found, expected, "seed {seed}: {programs:?}");
        few += runs;
        all += whole_runs;
    }
    println!("{few} runs instead of {all}");
}
