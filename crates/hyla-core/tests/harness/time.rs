//! Federates that use time, with times as floats.

use hyla_core::declaration::Activity;
use hyla_types::{Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval, OrderType};

use super::World;

/// The class that [`World::stamped`] publishes and subscribes.
pub const MESSAGE: &str = "HLAinteractionRoot.Message";

/// A time.
pub fn at(time: f64) -> LogicalTime {
    LogicalTime::Float64(Float64Time::new(time).unwrap())
}

/// A lookahead of 1.
pub fn one() -> LogicalTimeInterval {
    LogicalTimeInterval::Float64(Float64Interval::new(1.0).unwrap())
}

impl World {
    /// A traffic federation whose members send and receive messages in time-stamp order.
    pub fn stamped(count: usize) -> Self {
        let mut world = Self::traffic(count);
        let class = world.interaction(MESSAGE);
        for node in 0..count {
            world.call(node, |m, out| m.publish_interaction_class(class, out));
            world.call(node, |m, out| {
                m.subscribe_interaction_class(class, Activity::Active, out)
            });
            world.call(node, |m, _| {
                m.change_interaction_order_type(class, OrderType::TimeStamp)
            });
        }
        world.quiet();
        world
    }

    /// Regulates with lookahead 1; settles, and all callbacks are delivered.
    pub fn regulate(&mut self, node: usize) {
        self.call(node, |m, out| m.enable_time_regulation(one(), out));
        self.quiet();
    }

    /// Is constrained; settles, and all callbacks are delivered.
    pub fn constrain(&mut self, node: usize) {
        self.call(node, |m, out| m.enable_time_constrained(out));
        self.quiet();
    }

    /// Asks for an advance; everything settles, and nothing is delivered.
    pub fn advance(&mut self, node: usize, to: f64) {
        self.call(node, |m, out| m.time_advance_request(at(to), out));
        self.settle();
    }

    /// Sends a message with a time stamp; nothing is carried yet.
    pub fn send_at(&mut self, node: usize, stamp: f64) {
        let class = self.interaction(MESSAGE);
        self.call(node, |m, out| {
            m.send_interaction(class, &[], b"", Some(at(stamp)), out)
        });
    }
}
