//! What settings ask of the host, for admission.

use hyla_net::{Demand, ThreadPlan};

use super::model::{ProcessSettings, Settings};

impl ProcessSettings {
    /// How Hyla's own thread is to run.
    pub fn thread(&self) -> ThreadPlan {
        ThreadPlan {
            scheduling: self.scheduling,
            cpus: self.cpus.clone(),
        }
    }
}

impl Settings {
    /// What has to be asked of the host before anything is made: that of the process, if it is out of the
    /// ordinary, and that of each profile. To be given to [`hyla_net::admit`].
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
