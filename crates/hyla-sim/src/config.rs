//! Size and contents of a world.

use crate::faults::Sabotage;
use crate::groups::Groups;
use crate::network::mix;

/// One world in four has protocol modules on its lanes over datagrams.
fn has_modules(seed: u64) -> bool {
    mix(&[seed, 9]).is_multiple_of(4)
}

/// Size and contents of a world.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Number of federates at a time.
    pub members: usize,
    /// Steps of all federates together.
    pub steps: usize,
    /// Whether processes crash, pause and lose connections.
    pub faults: bool,
    /// Whether some federates have clients that speak the Federate Protocol.
    pub clients: bool,
    /// Groups of services besides clauses 4 to 6.
    pub groups: Groups,
    /// Whether lanes over datagrams have protocol modules.
    pub modules: bool,
    /// Whether reliable transportation types use reliable multicast.
    pub multicast: bool,
    /// Whether members lie about instances of others, and call in their names.
    pub hostile: bool,
    /// Whether some members lie about time and order.
    pub untimely: bool,
    /// Fault injected into the driver.
    pub sabotage: Option<Sabotage>,
    /// Whether the trace is printed.
    pub print: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            members: 5,
            steps: 400,
            faults: true,
            clients: true,
            groups: Groups::NONE,
            modules: false,
            multicast: false,
            hostile: false,
            untimely: false,
            sabotage: None,
            print: false,
        }
    }
}

impl Config {
    /// Three to eight federates that use federation, declaration and object management.
    #[must_use]
    pub fn plain(seed: u64) -> Self {
        Self {
            members: 3 + (seed % 6) as usize,
            modules: has_modules(seed),
            ..Self::default()
        }
    }

    /// Two to eight federates with some of the other groups of services.
    #[must_use]
    pub fn small(seed: u64) -> Self {
        Self {
            members: 2 + (seed % 7) as usize,
            steps: 500,
            modules: has_modules(seed),
            groups: Groups::of(seed),
            ..Self::default()
        }
    }

    /// The same, whose reliable transportation types use reliable multicast: three times as many steps, so that groups are
    /// made and used.
    #[must_use]
    pub fn with_multicast(self) -> Self {
        Self {
            multicast: true,
            members: self.members.max(4),
            steps: self.steps * 3,
            ..self
        }
    }

    /// Fifty to sixty federates.
    #[must_use]
    pub fn large(seed: u64) -> Self {
        Self {
            members: 50 + (seed % 11) as usize,
            steps: 3000,
            modules: has_modules(seed),
            groups: Groups::of(seed / 50),
            ..Self::default()
        }
    }

    /// Two hundred federates.
    #[must_use]
    pub fn huge(seed: u64) -> Self {
        Self {
            members: 200,
            steps: 6000,
            modules: has_modules(seed),
            groups: Groups::of(seed / 500),
            ..Self::default()
        }
    }
}
