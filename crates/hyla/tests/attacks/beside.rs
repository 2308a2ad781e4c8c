//! An attack beside a healthy federation: RTI, federation and attacker are processes of their own.

use std::any::type_name;
use std::path::Path;

use crate::attacker::{Attacker, Target, serve};
use crate::healthy::{Healthy, Outcome};
use crate::rti::Rti;
use crate::{is_measuring, together};

/// Exchanges of the healthy federation before and after an attack.
const EXCHANGES: u32 = 300;

/// Measurements of each kind.
const ROUNDS: usize = 5;

/// Largest ratio of the 99th percentiles.
const MOST: f64 = 2.0;

/// An RTI, and a healthy federation.
#[derive(Default)]
pub(crate) struct Scene<'a> {
    /// Of the RTI.
    pub(crate) settings: &'a [&'a str],
    /// Of the healthy federates.
    pub(crate) of_members: &'a str,
    /// Of all who reach the RTI.
    pub(crate) of_callers: &'a str,
    /// Of the RTI, if it has one.
    pub(crate) users: Option<&'a str>,
    /// That the attacker can write to.
    pub(crate) folder: Option<&'a Path>,
}

impl Scene<'_> {
    /// Runs the attack that `prepare` makes, in a process of its own; `is_counted` looks at the RTI afterwards.
    pub(crate) fn attack<A: FnMut()>(
        &self,
        prepare: impl Fn(&Target) -> A,
        is_counted: impl FnOnce(&Rti),
    ) {
        if let Some(target) = Target::of_this_process() {
            serve(prepare(&target));
            return;
        }
        let test = test_of(&prepare);
        let mut stage = self.stage();
        let mut attacker = Attacker::start(test, &stage.target);
        stage.healthy.exchange(EXCHANGES);
        if is_measuring() {
            let other = self.stage();
            let mut elsewhere = Attacker::start(test, &other.target);
            compare(test, &mut stage.healthy, [&mut elsewhere, &mut attacker]);
        } else {
            stage.healthy.begin();
            attacker.attack();
            stage.healthy.end();
        }
        is_counted(&stage.rti);
        stage.healthy.exchange(EXCHANGES);
    }

    fn stage(&self) -> Stage {
        let rti = Rti::start(self.settings);
        let of_members = together(&[self.of_callers, self.of_members]);
        let healthy = Healthy::start(&rti.address, &of_members);
        let target = Target {
            address: rti.address.clone(),
            fedpro: rti.fedpro,
            fedpro_tls: rti.fedpro_tls,
            members: healthy.members.clone(),
            settings: self.of_callers.to_owned(),
            users: self.users.map(str::to_owned),
            folder: self.folder.map(Path::to_owned),
        };
        Stage {
            rti,
            healthy,
            target,
        }
    }
}

/// An RTI and its healthy federation, as a target.
struct Stage {
    rti: Rti,
    healthy: Healthy,
    target: Target,
}

/// The test that has made this closure.
fn test_of<C>(_: &C) -> &'static str {
    let path = type_name::<C>();
    let (_, path) = path.split_once("::").unwrap();
    path.split("::{{closure}}").next().unwrap()
}

/// Compares percentiles beside the attack, and beside the same attack on another RTI and its federation: the processors are as busy, and what
/// remains is what the attack does to this federation. In turns, with a measurement beside nothing.
fn compare(test: &str, healthy: &mut Healthy, [elsewhere, here]: [&mut Attacker; 2]) {
    let mut rounds = Vec::new();
    let mut attacks = 0;
    for _ in 0..ROUNDS {
        let alone = healthy.measure();
        elsewhere.begin();
        let before = healthy.measure();
        elsewhere.end();
        here.begin();
        let during = healthy.measure();
        attacks += here.end();
        rounds.push([alone, before, during]);
    }
    let median = |of: &dyn Fn(&[Outcome; 3]) -> u64| {
        let mut all: Vec<_> = rounds.iter().map(of).collect();
        all.sort_unstable();
        all[ROUNDS / 2]
    };
    let [alone, before, during] = [0, 1, 2].map(|at| median(&|round| round[at].p99_ns));
    let longest = |at: usize| {
        let all = rounds.iter().map(|round| round[at].longest_ns);
        all.max().unwrap() / 1000
    };
    let ratio = during as f64 / before as f64;
    println!(
        "{test}: p99 {} us alone, {} us beside an attack elsewhere, {} us beside it here, ratio {ratio:.2}; longest {} us elsewhere, {} us here; \
         {} exchanges a round, {attacks} attacks",
        alone / 1000,
        before / 1000,
        during / 1000,
        longest(1),
        longest(2),
        median(&|round| round[2].count),
    );
    assert!(
        ratio <= MOST,
        "{test}: {ratio:.2} times the 99th percentile"
    );
}
