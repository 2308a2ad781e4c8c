//! Saves and restores in a world, step by step.

use hyla_core::federation::{SaveFile, StorageOutcome, StorageRequest};

use super::World;

impl World {
    /// All federates save; returns the file.
    pub fn save(&mut self, label: &str) -> SaveFile {
        self.call(0, |m, out| m.request_federation_save(label, None, out));
        self.settle();
        self.answer_save();
        let file = self.store().expect("something is to be stored");
        self.quiet();
        file
    }

    /// Every federate saves when asked to.
    pub fn answer_save(&mut self) {
        for node in 0..self.nodes.len() {
            if !format!("{:?}", self.told(node)).contains("InitiateFederateSave") {
                continue;
            }
            self.call(node, |m, out| m.federate_save_begun(out));
            self.call(node, |m, out| m.federate_save_ended(true, out));
        }
        self.settle();
    }

    /// Stores what is to be stored, if anything is.
    pub fn store(&mut self) -> Option<SaveFile> {
        let Some(StorageRequest::Store { ticket, file }) = self.rti.poll_storage() else {
            return None;
        };
        self.rti.handle_storage(&ticket, StorageOutcome::Stored);
        self.fetch_transmits();
        self.settle();
        Some(file)
    }

    /// A node asks for a restore of that file, and the RTI has read it.
    pub fn load(&mut self, by: usize, file: &SaveFile) {
        let loaded = StorageOutcome::Loaded(file.encode("today"));
        self.load_with(by, &file.label, loaded);
    }

    /// The same, with what becomes of reading the file.
    pub fn load_with(&mut self, by: usize, label: &str, outcome: StorageOutcome) {
        self.call(by, |m, out| m.request_federation_restore(label, out));
        self.settle();
        let Some(StorageRequest::Load { ticket }) = self.rti.poll_storage() else {
            panic!("nothing is to be loaded");
        };
        self.rti.handle_storage(&ticket, outcome);
        self.fetch_transmits();
        self.settle();
    }

    /// All federates restore that file, and go on.
    pub fn restore(&mut self, file: &SaveFile) {
        self.load(0, file);
        self.quiet();
        for node in 0..self.nodes.len() {
            self.told(node);
            self.call(node, |m, out| m.federate_restore_ended(true, out));
        }
        self.quiet();
    }
}
