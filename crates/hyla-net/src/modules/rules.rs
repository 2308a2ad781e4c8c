//! Rules for chains: permitted modules, order and room.

use super::fragment::FragmentSpec;
use super::sequence::SequenceSpec;
use super::spec::SpecError;
use super::{MAX_MESSAGE_BYTES, ModuleSpec};
use crate::Reliability;

/// Conditions of a chain: its wire, and the profile's promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Largest packet that the wire takes, in bytes.
    pub max_packet_bytes: usize,
    /// Whether the wire may lose, duplicate and reorder packets.
    pub lossy: bool,
    /// Reliability of the profile.
    pub reliability: Reliability,
}

/// Why a chain cannot work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// An invalid parameter.
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
        /// Module that must be nearer to the federate.
        first: &'static str,
        /// Module that must be nearer to the wire.
        then: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// Two modules that exclude each other.
    #[error("modules `{one}` and `{other}` exclude each other: {reason}")]
    Together {
        /// One module.
        one: &'static str,
        /// The other module.
        other: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// The chain cannot keep the profile's promise.
    #[error("a reliable profile needs module `retransmit` in its chain, since {0}")]
    NotReliable(&'static str),
    /// New parameters for a module that is not in the chain.
    #[error("module `{0}` is not in the chain")]
    Absent(&'static str),
    /// New parameters that both ends would have to change at once.
    #[error("these parameters of module `{0}` are fixed while the lane is open")]
    Fixed(&'static str),
    /// A module without effect over TCP or in shared memory.
    #[error("module `{module}` does nothing over a stream, which {stream}: {instead}")]
    Idle {
        /// Its name.
        module: &'static str,
        /// Property of a stream that makes it unnecessary.
        stream: &'static str,
        /// Useful alternative.
        instead: &'static str,
    },
    /// A packet of the wire has no room left.
    #[error(
        "module `{module}` needs packets of at least {needed} bytes; {room} are left of those of the wire"
    )]
    NoRoom {
        /// Module with too little room.
        module: &'static str,
        /// Bytes needed.
        needed: usize,
        /// Bytes available.
        room: usize,
    },
}

/// Position of a module in a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainPosition {
    /// Largest packet that it may pass down.
    pub(super) room_bytes: usize,
    /// Largest packet that it may pass down and that is not split below.
    pub(super) whole_bytes: usize,
    /// Nothing is lost, duplicated or reordered below.
    pub(super) lossless_below: bool,
    /// A module above repairs its losses, or the profile permits them.
    pub(super) may_lose: bool,
}

impl ChainPosition {
    /// Moves to the position of the module above.
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

/// Index of a module in a chain.
pub(super) fn has(specs: &[ModuleSpec], name: &str) -> Option<usize> {
    specs.iter().position(|spec| spec.name() == name)
}

/// Whether there is room for a module at that position.
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

/// Pairs of modules in required order.
const ORDER: &[(&str, &str, &str)] = &[
    (
        "bundle",
        "fragment",
        "bundling fragments of a message has no benefit",
    ),
    (
        "bundle",
        "multicast-emulation",
        "a bundle may go to one member only if all its messages do",
    ),
    (
        "fragment",
        "retransmit",
        "otherwise one lost fragment would repeat the whole message",
    ),
    (
        "retransmit",
        "checksum",
        "packets that the checksum drops must be sent again",
    ),
    (
        "retransmit",
        "impair",
        "losses and duplicates above it are not repaired",
    ),
    (
        "sequence",
        "multicast-emulation",
        "otherwise each member would miss the numbers of the others",
    ),
    (
        "sequence",
        "checksum",
        "a damaged number would block all later packets",
    ),
    (
        "sequence",
        "impair",
        "duplicates and reordering above it are not repaired",
    ),
];

/// Pairs of modules that exclude each other.
const APART: &[(&str, &str, &str)] = &[(
    "retransmit",
    "multicast-emulation",
    "acknowledgements of several members cannot be distinguished",
)];

/// Whether each module has an effect over TCP or in shared memory, where packets may have any size
/// and arrive once and in order.
///
/// # Errors
/// [`ChainError::Idle`] names the first without effect, and an alternative.
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

/// Checks names, numbers and order; adds modules that the wire requires.
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
                "`impair` loses, duplicates or reorders packets"
            }));
        }
        if has(&specs, "sequence").is_none() {
            // Above all modules that handle single packets, so that as few numbers as possible are
            // needed.
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
