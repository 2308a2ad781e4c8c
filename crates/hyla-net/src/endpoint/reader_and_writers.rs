//! Test fixture: a reader and writers in shared memory, all on the thread of a test.

use std::time::Duration;

use crate::{Address, Channel, Endpoint, EndpointConfig, Event};

pub(super) struct ReaderAndWriters {
    pub(super) reader: Endpoint,
    pub(super) writers: Vec<Endpoint>,
    pub(super) channels: Vec<Channel>,
}

impl ReaderAndWriters {
    /// A reader and so many writers.
    pub(super) fn of(writers: usize) -> Self {
        Self::with(EndpointConfig::default(), writers)
    }

    /// A reader with that configuration and so many writers.
    pub(super) fn with(config: EndpointConfig, writers: usize) -> Self {
        let endpoint = || Endpoint::new(EndpointConfig::default()).unwrap();
        let mut reader = Endpoint::new(config).unwrap();
        reader.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener: Address = reader.shared_memory_addresses().next().unwrap();
        let mut company = Self {
            reader,
            writers: Vec::new(),
            channels: Vec::new(),
        };
        for _ in 0..writers {
            let mut writer = endpoint();
            let channel = writer.connect(&listener);
            let (mut opened, mut accepted) = (false, false);
            while !opened || !accepted {
                writer.turn(true, &mut |_| opened = true).unwrap();
                let mut accept = |_: Event<'_>| accepted = true;
                company.reader.turn(true, &mut accept).unwrap();
            }
            company.writers.push(writer);
            company.channels.push(channel);
        }
        company
    }

    /// Sends that many frames on one channel and reads them.
    pub(super) fn pass(&mut self, channel: usize, frames: usize) {
        let mut came = 0;
        for _ in 0..frames {
            self.channels[channel].send(|frame| frame.push(7)).unwrap();
        }
        while came < frames {
            self.writers[channel].turn(true, &mut |_| ()).unwrap();
            let mut count = |_: Event<'_>| came += 1;
            self.reader.poll(Some(Duration::ZERO), &mut count).unwrap();
        }
    }

    /// Whether a frame on that channel must wake the reader.
    pub(super) fn wakes(&self, channel: usize) -> bool {
        let _pressure = self.channels[channel].append(|frame| frame.push(7));
        self.channels[channel].has_to_depart()
    }

    /// Sends a frame from the reader to that writer, which reads it.
    pub(super) fn answer(&mut self, writer: usize) {
        let rings = &self.reader.rings.awake()[writer];
        let channel = Channel(std::sync::Arc::clone(&rings.shared));
        channel.send(|frame| frame.push(7)).unwrap();
        let mut came = 0;
        while came == 0 {
            self.reader.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
            self.writers[writer].turn(true, &mut |_| came += 1).unwrap();
        }
    }
}
