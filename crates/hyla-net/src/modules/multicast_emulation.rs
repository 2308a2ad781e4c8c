//! `multicast-emulation`: copies a packet for a group to each member, where the network has no
//! multicast.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Module, ModuleOutput, Packet, To};

/// Parameters of `multicast-emulation`: none. Its members come from
/// [`Chain::set_members`](super::Chain::set_members); before that, and at a receiver, packets pass
/// unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MulticastEmulationSpec {}

#[derive(Debug, Default)]
pub(super) struct MulticastEmulation {
    members: Option<Vec<u32>>,
    packets: u64,
    copies: u64,
    unheard: u64,
}

impl Module for MulticastEmulation {
    fn down(&mut self, mut packet: Packet, _now: Instant, out: &mut ModuleOutput<'_>) {
        let Some(members) = &self.members else {
            out.down(packet);
            return;
        };
        let Some((&last, others)) = members.split_last() else {
            self.unheard += 1;
            out.discard(packet);
            return;
        };
        self.packets += 1;
        self.copies += members.len() as u64;
        for &member in others {
            let mut copy = out.copy(&packet.bytes);
            copy.to = To::Member(member);
            out.down(copy);
        }
        packet.to = To::Member(last);
        out.down(packet);
    }

    fn set_members(&mut self, members: &[u32]) {
        self.members = Some(members.to_vec());
    }

    fn counters(&self, each: &mut dyn FnMut(&'static str, u64)) {
        each("packets", self.packets);
        each("copies", self.copies);
        each("unheard", self.unheard);
    }
}
