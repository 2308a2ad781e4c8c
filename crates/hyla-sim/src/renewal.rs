//! An RTI that dies, and a new one in its place, which finds the files of the first.

use hyla_core::executive::{Rti, RtiConfig};
use hyla_omt::Strictness;

use crate::faults::Sabotage;
use crate::network::Party;
use crate::relaying::Relays;
use crate::world::World;

/// Time that a declaration waits, by sabotage.
const FOR_EVER: std::time::Duration = std::time::Duration::from_secs(3600);

/// The RTI of a world.
pub(crate) fn rti(seed: u64, sabotage: Option<Sabotage>) -> Rti {
    let mut rti = Rti::new(RtiConfig {
        version: "simulated".into(),
        strictness: Strictness::Lenient,
        seed: seed.into(),
    });
    if sabotage == Some(Sabotage::WaitForEver) {
        rti.set_declaration_timeout(FOR_EVER);
    }
    rti
}

impl World {
    /// The RTI dies during its work, with all federations. A new one starts, for other processes.
    pub(crate) fn renew_rti(&mut self, lot: u64) {
        self.tear(lot);
        self.lose_rti(lot);
        for at in 0..self.processes.len() {
            let process = &mut self.processes[at];
            if process.greeted {
                process.alive = false;
                let id = process.id;
                self.network.kill(Party::Process(id), 0, &mut self.rng);
                self.leave(id, true);
            }
        }
        self.let_happen();
        self.judge.forget_executions();
        self.sessions.clear();
        self.refused_names = None;
        self.rti_due = None;
        self.relays = Relays::default();
        self.outcome.restarts += 1;
        self.rti = rti(self.seed ^ self.outcome.restarts, self.config.sabotage);
    }
}
