//! Regions in data frames.

use hyla_types::{
    AttributeHandleSet, DimensionHandle, ObjectClassHandle, ObjectInstanceHandle, RangeBounds,
    Region, RegionHandle, RegionHandleSet,
};

use smallvec::SmallVec;

use super::kind::{ASSOCIATE, BOUNDS, PROVIDE_REGIONS};
use super::put::{put_bytes, put_number, put_set};
use super::reader::{Fault, Reader};
use super::values::Set;

/// Regions with their bounds, in the form in which they travel; checked when read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentRegions<'a>(&'a [u8]);

/// Pairs of attributes and regions of a frame, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs<'a>(&'a [u8]);

fn read_region(reader: &mut Reader<'_>) -> Result<(RegionHandle, Region), Fault> {
    let handle = RegionHandle::new(u64::from_le_bytes(reader.eight()?));
    let mut ranges: SmallVec<[(DimensionHandle, RangeBounds); 4]> = SmallVec::new();
    for _ in 0..reader.number()? {
        let dimension = DimensionHandle::new(reader.number()?);
        if ranges.last().is_some_and(|(last, _)| *last >= dimension) {
            return Err(Fault::Says("dimensions of a region are in disorder"));
        }
        let bounds = RangeBounds::new(reader.number()?, reader.number()?)
            .map_err(|_| Fault::Says("the bounds of a range are in disorder"))?;
        ranges.push((dimension, bounds));
    }
    Ok((handle, Region::new(ranges)))
}

impl<'a> SentRegions<'a> {
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = reader.0;
        for _ in 0..reader.number()? {
            read_region(reader)?;
        }
        Ok(Self(&start[..start.len() - reader.0.len()]))
    }

    /// Regions that [`encode_regions`] wrote.
    #[must_use]
    pub fn of(encoded: &'a [u8]) -> Self {
        Self(encoded)
    }

    /// The bytes as encoded in a frame.
    #[must_use]
    pub fn encoded(self) -> &'a [u8] {
        self.0
    }

    /// The regions in the order sent. What is not well formed ends the list.
    pub fn iter(self) -> impl Iterator<Item = (RegionHandle, Region)> + 'a {
        let mut reader = Reader(self.0);
        let count = reader.number().unwrap_or(0);
        (0..count).map_while(move |_| read_region(&mut reader).ok())
    }

    /// The handles.
    #[must_use]
    pub fn handles(self) -> RegionHandleSet {
        self.iter().map(|(region, _)| region).collect()
    }
}

impl<'a> Pairs<'a> {
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = reader.0;
        for _ in 0..reader.number()? {
            reader.set()?;
            SentRegions::read(reader)?;
        }
        Ok(Self(&start[..start.len() - reader.0.len()]))
    }

    /// The pairs in the order sent.
    pub fn iter(self) -> impl Iterator<Item = (Set<'a>, SentRegions<'a>)> {
        let mut reader = Reader(self.0);
        let count = reader.number().unwrap_or(0);
        (0..count).map_while(move |_| {
            let set = reader.set().ok()?;
            Some((set, SentRegions::read(&mut reader).ok()?))
        })
    }
}

/// Appends regions in the form in which they travel.
pub fn encode_regions<'r>(
    out: &mut Vec<u8>,
    regions: impl ExactSizeIterator<Item = (RegionHandle, &'r Region)>,
) {
    put_number(out, regions.len() as u32);
    for (handle, region) in regions {
        out.extend_from_slice(&handle.raw().to_le_bytes());
        put_number(out, region.iter().len() as u32);
        for (dimension, bounds) in region.iter() {
            put_number(out, dimension.raw());
            put_number(out, bounds.lower());
            put_number(out, bounds.upper());
        }
    }
}

/// Appends the bounds of update regions.
pub fn put_bounds(out: &mut Vec<u8>, regions: &[(RegionHandle, Region)]) {
    out.push(BOUNDS);
    encode_regions(
        out,
        regions.iter().map(|(handle, region)| (*handle, region)),
    );
}

/// Appends the regions associated with attributes of an instance, without their bounds.
pub fn put_associate<'r>(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    class: ObjectClassHandle,
    pairs: impl ExactSizeIterator<Item = (AttributeHandleSet, &'r RegionHandleSet)>,
) {
    out.push(ASSOCIATE);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_number(out, class.raw());
    put_number(out, pairs.len() as u32);
    let none = Region::default();
    for (attributes, regions) in pairs {
        put_set(out, &attributes);
        let slice = regions.as_slice();
        encode_regions(out, slice.iter().map(|handle| (*handle, &none)));
    }
}

/// Appends a request for values of the instances of a class whose update regions overlap.
pub fn put_provide_with_regions(
    out: &mut Vec<u8>,
    class: ObjectClassHandle,
    pairs: &[(AttributeHandleSet, Vec<(RegionHandle, Region)>)],
    tag: &[u8],
) {
    out.push(PROVIDE_REGIONS);
    put_number(out, class.raw());
    put_number(out, pairs.len() as u32);
    for (attributes, regions) in pairs {
        put_set(out, attributes);
        encode_regions(
            out,
            regions.iter().map(|(handle, region)| (*handle, region)),
        );
    }
    put_bytes(out, tag);
}
