//! Reading data frames: in place, every length checked.

use hyla_types::{
    AttributeHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use super::data_frame::DataFrame;
use super::kind::{
    ASSOCIATE, BOUNDS, CENSUS, COUNT, DIRECTED, DISCOVER, ECHO, HAS_REGIONS, HAS_TIME, INTERACTION,
    LEAVING, MARKER, POSITION, PROBE, PROVIDE, PROVIDE_CLASS, PROVIDE_REGIONS, QUERY_ATTRIBUTE,
    QUERY_INTERACTION, REMOVE, REPORT_ATTRIBUTE, REPORT_INTERACTION, RETRACT, SEALED, STAMPED,
    TIME_REPORT, UPDATE,
};
use super::reader::Reader;
use super::{Indices, Pairs, SentRegions};
use crate::declaration::Position;
use crate::message::DecodeError;

/// An update that says nothing but values and a tag, which is what most frames are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainUpdate<'a> {
    pub(crate) object: ObjectInstanceHandle,
    pub(crate) transportation: TransportationTypeHandle,
    pub(crate) tag: &'a [u8],
    /// How many values there are.
    pub(crate) count: usize,
    values: &'a [u8],
}

impl<'a> PlainUpdate<'a> {
    /// Reads what comes before the values; `None` if the frame is something else, or malformed.
    #[inline]
    pub(crate) fn read(frame: &'a [u8]) -> Option<Self> {
        let [UPDATE, 0, rest @ ..] = frame else {
            return None;
        };
        let mut r = Reader(rest);
        Some(Self {
            transportation: r.transportation().ok()?,
            object: r.object().ok()?,
            tag: r.bytes().ok()?,
            count: r.number().ok()? as usize,
            values: r.0,
        })
    }

    /// Hands out the values; `false` if they are malformed.
    #[inline]
    pub(crate) fn each_value(&self, mut each: impl FnMut(u32, &'a [u8])) -> bool {
        let mut r = Reader(self.values);
        for _ in 0..self.count {
            let (Ok(handle), Ok(value)) = (r.number(), r.bytes()) else {
                return false;
            };
            each(handle, value);
        }
        r.0.is_empty()
    }
}

/// Reads a data frame. Nothing is copied; all lengths are checked.
///
/// # Errors
/// [`DecodeError`] for anything but exactly one well-formed frame.
pub fn decode(frame: &[u8]) -> Result<DataFrame<'_>, DecodeError> {
    let mut r = Reader(frame);
    let kind = r.byte()?;
    let flags = if matches!(kind, UPDATE | INTERACTION | DIRECTED | REMOVE) {
        r.byte()?
    } else {
        0
    };
    let order = flags & !HAS_REGIONS;
    let with_regions = flags & HAS_REGIONS != 0;
    if order & !(HAS_TIME | STAMPED) != 0
        || order == STAMPED
        || with_regions && !matches!(kind, UPDATE | INTERACTION)
    {
        return Err(DecodeError(format!(
            "unknown flags {flags:#04x} in a data frame"
        )));
    }
    let decoded = match kind {
        UPDATE => {
            let transportation = r.transportation()?;
            let object = r.object()?;
            let envelope = r.envelope(flags, transportation)?;
            DataFrame::Update {
                object,
                envelope,
                values: r.values()?,
            }
        }
        INTERACTION => {
            let transportation = r.transportation()?;
            let class = InteractionClassHandle::new(r.number()?);
            let envelope = r.envelope(flags, transportation)?;
            DataFrame::Interaction {
                class,
                envelope,
                values: r.values()?,
            }
        }
        DIRECTED => {
            let transportation = r.transportation()?;
            let class = InteractionClassHandle::new(r.number()?);
            let object = r.object()?;
            let envelope = r.envelope(flags, transportation)?;
            DataFrame::Directed {
                class,
                object,
                envelope,
                values: r.values()?,
            }
        }
        REMOVE => {
            let object = r.object()?;
            let envelope = r.envelope(flags, TransportationTypeHandle::new(0))?;
            DataFrame::Remove { object, envelope }
        }
        DISCOVER => {
            let object = r.object()?;
            let class = ObjectClassHandle::new(r.number()?);
            let name = std::str::from_utf8(r.bytes()?)
                .map_err(|_| DecodeError("an instance name is not UTF-8".into()))?;
            DataFrame::Discover {
                object,
                class,
                name,
                owned: r.set()?,
            }
        }
        PROVIDE => {
            let object = r.object()?;
            let attributes = r.set()?;
            DataFrame::Provide {
                object,
                attributes,
                tag: r.bytes()?,
            }
        }
        PROVIDE_CLASS => {
            let class = ObjectClassHandle::new(r.number()?);
            let attributes = r.set()?;
            DataFrame::ProvideClass {
                class,
                attributes,
                tag: r.bytes()?,
            }
        }
        QUERY_ATTRIBUTE => DataFrame::QueryAttribute {
            object: r.object()?,
            attribute: AttributeHandle::new(r.number()?),
        },
        REPORT_ATTRIBUTE => DataFrame::ReportAttribute {
            object: r.object()?,
            attribute: AttributeHandle::new(r.number()?),
            transportation: r.transportation()?,
        },
        QUERY_INTERACTION => DataFrame::QueryInteraction {
            class: InteractionClassHandle::new(r.number()?),
        },
        REPORT_INTERACTION => DataFrame::ReportInteraction {
            class: InteractionClassHandle::new(r.number()?),
            transportation: r.transportation()?,
        },
        BOUNDS => DataFrame::Bounds {
            regions: SentRegions::read(&mut r)?,
        },
        ASSOCIATE => DataFrame::Associate {
            object: r.object()?,
            class: ObjectClassHandle::new(r.number()?),
            pairs: Pairs::read(&mut r)?,
        },
        PROVIDE_REGIONS => DataFrame::ProvideWithRegions {
            class: ObjectClassHandle::new(r.number()?),
            pairs: Pairs::read(&mut r)?,
            tag: r.bytes()?,
        },
        LEAVING => DataFrame::Leaving,
        RETRACT => DataFrame::Retract {
            serial: r.number()?,
        },
        COUNT => DataFrame::Count(u64::from_le_bytes(r.eight()?)),
        TIME_REPORT => DataFrame::TimeReport {
            epoch: u64::from_le_bytes(r.eight()?),
            report: std::mem::take(&mut r.0),
        },
        SEALED => DataFrame::Sealed {
            object: r.object()?,
            by: FederateHandle::new(r.number()?),
        },
        POSITION => DataFrame::Position(Position {
            log: u64::from_le_bytes(r.eight()?),
            own: u64::from_le_bytes(r.eight()?),
        }),
        CENSUS => DataFrame::Census {
            up_to: r.number()?,
            there: Indices::read(&mut r)?,
        },
        PROBE => DataFrame::Probe {
            question: r.number()?,
            log: u64::from_le_bytes(r.eight()?),
        },
        ECHO => DataFrame::Echo {
            question: r.number()?,
        },
        MARKER => DataFrame::Marker { round: r.number()? },
        other => {
            return Err(DecodeError(format!(
                "unknown kind of data frame {other:#04x}"
            )));
        }
    };
    if !r.0.is_empty() {
        return Err(DecodeError(format!(
            "{} bytes too many after a data frame",
            r.0.len()
        )));
    }
    Ok(decoded)
}
