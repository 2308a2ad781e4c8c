//! Handles of the object model, and values of member objects.

use hyla_lrc::RtiAmbassador;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, InteractionClassHandle, ObjectClassHandle, ParameterHandle,
};

use super::error::{Doing, FederateError};
use crate::job::{Job, StreamRole, Work};

/// Handles of `foms/HylaBenchWork.xml`, with the attributes of the job's transportation type.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) item: Measured,
    pub(super) echo: Measured,
    pub(super) member: ObjectClassHandle,
    pub(super) hello: AttributeHandle,
    pub(super) sent: AttributeHandle,
    pub(super) done: AttributeHandle,
    pub(super) message: InteractionClassHandle,
    pub(super) content: ParameterHandle,
}

/// A class with one measured attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) class: ObjectClassHandle,
    pub(super) value: AttributeHandle,
}

impl Measured {
    /// The attribute, alone.
    pub(super) fn attributes(self) -> AttributeHandleSet {
        [self.value].into()
    }
}

impl Names {
    /// # Errors
    /// [`FederateError::Refused`] if the object model has none of that name.
    pub(super) fn of(rti: &RtiAmbassador, job: &Job) -> Result<Self, FederateError> {
        let (fom, by) = (&job.fom, format!("By{}", job.transportation));
        let class = |name: &str| {
            rti.object_class_handle(name)
                .doing(&format!("looking for the object class {name} in {fom}"))
        };
        let attribute = |class, name: &str| {
            rti.attribute_handle(class, name).doing(&format!(
                "looking for the attribute {name} in {fom}, which has one for each transportation type that it knows"
            ))
        };
        let measured = |name: &str| -> Result<Measured, FederateError> {
            let class = class(name)?;
            let value = attribute(class, &by)?;
            Ok(Measured { class, value })
        };
        let member = class("HylaBenchMember")?;
        let name = format!("HylaBenchMessage.{by}");
        let message = rti.interaction_class_handle(&name).doing(&format!(
            "looking for the interaction class {name} in {fom}"
        ))?;
        Ok(Self {
            item: measured("HylaBenchItem")?,
            echo: measured("HylaBenchEcho")?,
            member,
            hello: attribute(member, "Hello")?,
            sent: attribute(member, "Sent")?,
            done: attribute(member, "Done")?,
            message,
            content: rti
                .parameter_handle(message, "Content")
                .doing("looking for the parameter Content")?,
        })
    }
}

/// Introduction of a federate to the others.
///
/// ```text
/// Hello            index u32 | work u8 | role u8 | 0 u16 | boot u64      little endian
/// tag of `ready`   work u8 | role u8 | boot u64, of each federate in the order of their indices
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mate {
    /// Letter of its work.
    pub(super) work: u8,
    /// Letter of its role; a dash without roles.
    pub(super) role: u8,
    /// Identifies the boot of the host; 0 if unknown.
    pub(super) boot: u64,
}

impl Mate {
    const TAG_BYTES: usize = 10;

    pub(super) fn of(job: &Job, boot: u64) -> Self {
        let (work, role) = match &job.work {
            Work::RoundTrip { .. } => (b'R', b'-'),
            Work::Stream { role, .. } => (b'S', letter(*role)),
            Work::TimeAdvance { .. } => (b'T', b'-'),
            Work::Register { .. } => (b'G', b'-'),
            Work::Idle {} => (b'I', b'-'),
        };
        Self { work, role, boot }
    }

    pub(super) fn hello(self, index: u32) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&index.to_le_bytes());
        bytes[4..6].copy_from_slice(&[self.work, self.role]);
        bytes[8..].copy_from_slice(&self.boot.to_le_bytes());
        bytes
    }

    pub(super) fn heard(bytes: &[u8]) -> Option<(u32, Self)> {
        let bytes: &[u8; 16] = bytes.try_into().ok()?;
        let mate = Self {
            work: bytes[4],
            role: bytes[5],
            boot: u64::from_le_bytes(bytes[8..].try_into().ok()?),
        };
        Some((u32::from_le_bytes(bytes[..4].try_into().ok()?), mate))
    }

    pub(super) fn tag(crew: impl IntoIterator<Item = Self>) -> Vec<u8> {
        crew.into_iter()
            .flat_map(|mate| {
                let mut bytes = [mate.work, mate.role, 0, 0, 0, 0, 0, 0, 0, 0];
                bytes[2..].copy_from_slice(&mate.boot.to_le_bytes());
                bytes
            })
            .collect()
    }

    pub(super) fn crew(tag: &[u8]) -> Vec<Self> {
        tag.chunks_exact(Self::TAG_BYTES)
            .map(|bytes| Self {
                work: bytes[0],
                role: bytes[1],
                boot: bytes[2..].try_into().map_or(0, u64::from_le_bytes),
            })
            .collect()
    }

    /// Whether it sends items.
    pub(super) fn sends(self) -> bool {
        matches!(self.role, b'S' | b'M' | b'B')
    }

    /// Whether it receives items.
    pub(super) fn takes_items(self) -> bool {
        matches!(self.role, b'R' | b'P' | b'B')
    }

    /// Whether it receives echoes of repeaters.
    pub(super) fn is_master(self) -> bool {
        self.role == b'M'
    }

    /// Whether it echoes messages.
    pub(super) fn repeats(self) -> bool {
        self.role == b'P'
    }
}

fn letter(role: StreamRole) -> u8 {
    match role {
        StreamRole::Sender => b'S',
        StreamRole::Receiver => b'R',
        StreamRole::Master => b'M',
        StreamRole::Repeater => b'P',
        StreamRole::Both => b'B',
    }
}

/// Number of sent messages, for the other federates.
///
/// ```text
/// Sent   index u32 | 0 u32 | messages u64 | first u64      little endian
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    /// Measured messages.
    pub(super) messages: u64,
    /// Time of the first, on its host's clock.
    pub(super) first: u64,
}

impl Sent {
    pub(super) fn told(self, index: u32) -> [u8; 24] {
        let mut bytes = [0; 24];
        bytes[..4].copy_from_slice(&index.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.messages.to_le_bytes());
        bytes[16..].copy_from_slice(&self.first.to_le_bytes());
        bytes
    }

    pub(super) fn heard(bytes: &[u8]) -> Option<(u32, Self)> {
        let bytes: &[u8; 24] = bytes.try_into().ok()?;
        let sent = Self {
            messages: u64::from_le_bytes(bytes[8..16].try_into().ok()?),
            first: u64::from_le_bytes(bytes[16..].try_into().ok()?),
        };
        Some((u32::from_le_bytes(bytes[..4].try_into().ok()?), sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_members_tell_is_heard_as_it_was_told() {
        let mate = Mate {
            work: b'S',
            role: b'P',
            boot: u64::MAX - 3,
        };
        let sent = Sent {
            messages: 1 << 40,
            first: 17,
        };

        assert_eq!(Mate::heard(&mate.hello(9)), Some((9, mate)));
        assert_eq!(Mate::crew(&Mate::tag([mate, mate])), [mate, mate]);
        assert_eq!(Sent::heard(&sent.told(7)), Some((7, sent)));
        assert_eq!(Mate::heard(b"short"), None);
        assert_eq!(Sent::heard(b"short"), None);
    }
}
