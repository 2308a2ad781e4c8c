//! Resources that settings request of the host, for admission.

use hyla_net::{Demand, ThreadPlan};

use super::model::{ProcessSettings, Settings};

impl ProcessSettings {
    /// Scheduling of Hyla's own thread.
    pub fn thread(&self) -> ThreadPlan {
        ThreadPlan {
            scheduling: self.scheduling,
            cpus: self.cpus.clone(),
        }
    }
}

impl Settings {
    /// Requests to check before anything is created: that of the process, if it is not plain, and
    /// that of each profile. For [`hyla_net::admit`].
    pub fn demands(&self) -> Vec<Demand> {
        let (thread, lock) = (self.process.thread(), self.process.lock_memory);
        let mut demands = Vec::new();
        if !thread.is_plain() || lock {
            demands.push(Demand::of_process(thread, self.wait(), lock));
        }
        demands.extend(self.qos.iter().map(Demand::of_profile));
        demands
    }
}
