//! What a chain may be: which modules, in which order, with how much room.

use super::fragment::FragmentSpec;
use super::sequence::SequenceSpec;
use super::spec::SpecError;
use super::{MAX_MESSAGE_BYTES, ModuleSpec};
use crate::Reliability;

/// What a chain has to build on, and what it has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Largest packet that the wire takes, in bytes.
    pub max_packet_bytes: usize,
    /// Whether the wire may lose, double and reorder packets.
    pub lossy: bool,
    /// What the profile promises.
    pub reliability: Reliability,
}

/// Why a chain cannot work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// A parameter that cannot be.
    #[error(transparent)]
    Parameter(#[from] SpecError),
    /// The same module more than once.
    #[error("module `{0}` is in the chain twice; once is enough")]
    Twice(&'static str),
    /// Two modules in the wrong order.
    #[error(
        "module `{first}` must come before `{then}` (a chain is named from the federate to the wire): {reason}"
    )]
    Order {
        /// What should be nearer to the federate.
        first: &'static str,
        /// What should be nearer to the wire.
        then: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// Two modules that exclude each other.
    #[error("modules `{one}` and `{other}` exclude each other: {reason}")]
    Together {
        /// The one.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// The profile promises what the chain cannot keep.
    #[error("a reliable profile needs module `retransmit` in its chain, since {0}")]
    NotReliable(&'static str),
    /// Other parameters for a module that is not there.
    #[error("module `{0}` is not in the chain")]
    Absent(&'static str),
    /// Other parameters that both ends would have to take at once.
    #[error("these parameters of module `{0}` are fixed while the lane stands")]
    Fixed(&'static str),
    /// A module that would do nothing over TCP or in shared memory.
    #[error("module `{module}` does nothing over a stream, which {stream}: {instead}")]
    Idle {
        /// Which one.
        module: &'static str,
        /// What a stream does, so that it is not needed.
        stream: &'static str,
        /// What makes sense.
        instead: &'static str,
    },
    /// A packet of the wire has no room left.
    #[error(
        "module `{module}` needs packets of at least {needed} bytes; {room} are left of those of the wire"
    )]
    NoRoom {
        /// Which one has too little.
        module: &'static str,
        /// What it needs.
        needed: usize,
        /// What there is.
        room: usize,
    },
}

/// Where a module stands, which decides what it may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainPosition {
    /// Largest packet that it may give downward.
    pub(super) room_bytes: usize,
    /// Largest packet that it may give downward and that is not split below.
    pub(super) whole_bytes: usize,
    /// Below it nothing is lost, doubled or reordered.
    pub(super) lossless_below: bool,
    /// What it loses is made up for above it, or was never promised.
    pub(super) may_lose: bool,
}

impl ChainPosition {
    /// From the place of a module to that of the one above it.
    pub(super) fn above(&mut self, spec: &ModuleSpec) {
        match spec {
            ModuleSpec::Fragment(spec) => {
                let packet = spec.packet_bytes(self.room_bytes);
                self.whole_bytes = packet.min(self.whole_bytes) - FragmentSpec::WHOLE_OVERHEAD;
                self.room_bytes = MAX_MESSAGE_BYTES;
            }
            ModuleSpec::Bundle(_) => {
                self.room_bytes -= spec.overhead();
                self.whole_bytes = self.room_bytes.min(self.whole_bytes);
            }
            _ => {
                self.room_bytes -= spec.overhead();
                self.whole_bytes = self.whole_bytes.saturating_sub(spec.overhead()).max(1);
            }
        }
        self.lossless_below = spec.is_lossless(self);
    }
}

/// Where a module stands in a chain.
pub(super) fn has(specs: &[ModuleSpec], name: &str) -> Option<usize> {
    specs.iter().position(|spec| spec.name() == name)
}

/// Whether there is room for a module where it stands.
pub(super) fn fits(spec: &ModuleSpec, place: &ChainPosition) -> Result<(), ChainError> {
    let room = place.room_bytes;
    let needed = match spec {
        ModuleSpec::Fragment(spec) => spec.packet_bytes(room).max(FragmentSpec::MIN_PACKET_BYTES),
        _ => spec.overhead() + 1,
    };
    if room < needed {
        let module = spec.name();
        return Err(ChainError::NoRoom {
            module,
            needed,
            room,
        });
    }
    Ok(())
}

/// Pairs of modules of which the first must come first, if both are there.
const ORDER: &[(&str, &str, &str)] = &[
    (
        "bundle",
        "fragment",
        "parts of a message gain nothing from sharing a packet with others",
    ),
    (
        "bundle",
        "multicast-emulation",
        "a bundle goes to one member only if all that is in it does",
    ),
    (
        "fragment",
        "retransmit",
        "else one lost part would have the whole message sent again",
    ),
    (
        "retransmit",
        "checksum",
        "what the checksum drops must be sent again",
    ),
    (
        "retransmit",
        "impair",
        "what is lost or doubled above is so for good",
    ),
    (
        "sequence",
        "multicast-emulation",
        "else each member would miss the numbers of the others",
    ),
    (
        "sequence",
        "checksum",
        "a damaged number would shut out what follows",
    ),
    (
        "sequence",
        "impair",
        "what is doubled or reordered above stays so",
    ),
];

/// Pairs of modules that do not work together.
const APART: &[(&str, &str, &str)] = &[(
    "retransmit",
    "multicast-emulation",
    "acknowledgements of several members cannot be told apart",
)];

/// Whether each module has something to do over TCP or in shared memory, where packets may have any size and arrive
/// once and in order.
///
/// # Errors
/// [`ChainError::Idle`] names the first that has not, and what would make sense.
pub fn make_sense_on_streams(specs: &[ModuleSpec]) -> Result<(), ChainError> {
    for spec in specs {
        let (stream, instead) = match spec {
            ModuleSpec::Fragment(FragmentSpec {
                packet_bytes: None, ..
            }) => (
                "takes packets of any size",
                "give it packet_bytes, or leave it out",
            ),
            ModuleSpec::Retransmit(_) if has(specs, "impair").is_none() => (
                "loses nothing",
                "leave it out, or add `impair` after it, which does",
            ),
            ModuleSpec::MulticastEmulation(_) => ("leads to one member", "leave it out"),
            _ => continue,
        };
        return Err(ChainError::Idle {
            module: spec.name(),
            stream,
            instead,
        });
    }
    Ok(())
}

/// Checks names, numbers and order; adds what the wire makes necessary.
pub(super) fn complete(specs: &[ModuleSpec], facts: Facts) -> Result<Vec<ModuleSpec>, ChainError> {
    let mut specs = specs.to_vec();
    for (index, spec) in specs.iter().enumerate() {
        spec.check()?;
        if has(&specs[..index], spec.name()).is_some() {
            return Err(ChainError::Twice(spec.name()));
        }
    }
    let harmful = specs.iter().any(ModuleSpec::is_harmful);
    if (facts.lossy || harmful) && has(&specs, "retransmit").is_none() {
        if facts.reliability == Reliability::Reliable {
            return Err(ChainError::NotReliable(if facts.lossy {
                "datagrams may be lost"
            } else {
                "`impair` does harm"
            }));
        }
        if has(&specs, "sequence").is_none() {
            // Above whatever has to do with single packets, so that as few numbers as possible are needed.
            let below = ["fragment", "multicast-emulation", "checksum", "impair"];
            let places = below.iter().filter_map(|name| has(&specs, name));
            let place = places.min().unwrap_or(specs.len());
            specs.insert(place, ModuleSpec::Sequence(SequenceSpec::default()));
        }
    }
    for &(first, then, reason) in ORDER {
        if has(&specs, first) > has(&specs, then) && has(&specs, then).is_some() {
            return Err(ChainError::Order {
                first,
                then,
                reason,
            });
        }
    }
    for &(one, other, reason) in APART {
        if has(&specs, one).is_some() && has(&specs, other).is_some() {
            return Err(ChainError::Together { one, other, reason });
        }
    }
    Ok(specs)
}
