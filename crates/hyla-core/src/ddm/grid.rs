//! Positions of regions: boxes along two dimensions, found by the boxes that they meet.
//!
//! A grid for each size of box. A box goes to the grid whose cells are just as long as it is along
//! each axis, so it lies in four cells at most, however large it is; a search visits the cells that
//! it meets in each grid that is in use.

use hyla_types::RangeBounds;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// First and last number along each of the two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extent([(u32, u32); 2]);

impl Extent {
    /// The box of these ranges; a missing one counts as the whole axis.
    pub(crate) fn new(ranges: [Option<RangeBounds>; 2]) -> Self {
        Self(ranges.map(|range| range.map_or((0, u32::MAX), |r| (r.lower(), r.upper() - 1))))
    }

    fn meets(&self, other: &Self) -> bool {
        let along = |axis: usize| {
            let ((first, last), (other_first, other_last)) = (self.0[axis], other.0[axis]);
            first <= other_last && other_first <= last
        };
        along(0) && along(1)
    }
}

/// Logarithm of the length of a cell along each axis.
type Size = [u32; 2];
type Cell = [u32; 2];

#[derive(Debug, Serialize, Deserialize)]
struct Layer {
    size: Size,
    cells: FxHashMap<Cell, Vec<(u32, Extent)>>,
}

/// Boxes by place.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Grid {
    layers: Vec<Layer>,
}

/// Shifts by a whole word leave nothing.
fn cell_of(number: u32, size: u32) -> u32 {
    (u64::from(number) >> size) as u32
}

fn size_of(extent: &Extent) -> Size {
    extent
        .0
        .map(|(first, last)| u32::BITS - (last - first).leading_zeros())
}

/// First and last cell along each axis.
fn cells_of(extent: &Extent, size: Size) -> [(u32, u32); 2] {
    [0, 1].map(|axis| {
        let (first, last) = extent.0[axis];
        (cell_of(first, size[axis]), cell_of(last, size[axis]))
    })
}

impl Grid {
    pub(crate) fn insert(&mut self, id: u32, extent: Extent) {
        let size = size_of(&extent);
        let at = match self.layers.iter().position(|layer| layer.size == size) {
            Some(at) => at,
            None => {
                let cells = FxHashMap::default();
                self.layers.push(Layer { size, cells });
                self.layers.len() - 1
            }
        };
        let [columns, rows] = cells_of(&extent, size);
        for column in columns.0..=columns.1 {
            for row in rows.0..=rows.1 {
                let cell = self.layers[at].cells.entry([column, row]).or_default();
                cell.push((id, extent));
            }
        }
    }

    /// Takes out what was inserted with the same extent.
    pub(crate) fn remove(&mut self, id: u32, extent: &Extent) {
        let size = size_of(extent);
        let Some(at) = self.layers.iter().position(|layer| layer.size == size) else {
            return;
        };
        let cells = &mut self.layers[at].cells;
        let [columns, rows] = cells_of(extent, size);
        for column in columns.0..=columns.1 {
            for row in rows.0..=rows.1 {
                let Some(cell) = cells.get_mut(&[column, row]) else {
                    continue;
                };
                if let Some(position) = cell.iter().position(|(other, _)| *other == id) {
                    cell.swap_remove(position);
                }
                if cell.is_empty() {
                    cells.remove(&[column, row]);
                }
            }
        }
        if cells.is_empty() {
            self.layers.swap_remove(at);
        }
    }

    /// Names every box that meets `wanted`, each once, in no order.
    pub(crate) fn visit(&self, wanted: &Extent, found: &mut impl FnMut(u32)) {
        for layer in &self.layers {
            let [columns, rows] = cells_of(wanted, layer.size);
            let count = |(first, last): (u32, u32)| u64::from(last - first) + 1;
            if count(columns).saturating_mul(count(rows)) > layer.cells.len() as u64 {
                for (cell, boxes) in &layer.cells {
                    visit_cell(*cell, layer.size, boxes, wanted, found);
                }
                continue;
            }
            for column in columns.0..=columns.1 {
                for row in rows.0..=rows.1 {
                    if let Some(boxes) = layer.cells.get(&[column, row]) {
                        visit_cell([column, row], layer.size, boxes, wanted, found);
                    }
                }
            }
        }
    }
}

fn visit_cell(
    cell: Cell,
    size: Size,
    boxes: &[(u32, Extent)],
    wanted: &Extent,
    found: &mut impl FnMut(u32),
) {
    for (id, extent) in boxes {
        if !extent.meets(wanted) {
            continue;
        }
        // A box in several cells is named in the one where what the two have in common begins.
        let begins = |axis: usize| {
            let first = extent.0[axis].0.max(wanted.0[axis].0);
            cell_of(first, size[axis]) == cell[axis]
        };
        if begins(0) && begins(1) {
            found(*id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(lower: u32, length: u32) -> Extent {
        let bounds = RangeBounds::new(lower, lower + length).unwrap();
        Extent::new([Some(bounds), None])
    }

    #[test]
    fn a_search_looks_only_at_sizes_of_boxes_that_there_are() {
        let mut grid = Grid::default();
        let boxes: Vec<_> = (0..20).map(|power| extent(5, 1 << power)).collect();
        for (id, extent) in (0..).zip(&boxes) {
            grid.insert(id, *extent);
            grid.insert(100 + id, *extent);
        }
        assert_eq!(grid.layers.len(), boxes.len());

        for (id, extent) in (0..).zip(&boxes) {
            grid.remove(id, extent);
        }
        assert_eq!(grid.layers.len(), boxes.len());
        for (id, extent) in (100..).zip(&boxes[1..]) {
            grid.remove(id + 1, extent);
        }

        assert_eq!(grid.layers.len(), 1);
        let mut found = Vec::new();
        grid.visit(&extent(0, 10), &mut |id| found.push(id));
        assert_eq!(found, [100]);
    }

    /// Every box that meets a search, by checking all of them.
    #[test]
    fn a_search_finds_each_box_that_it_meets_once_and_no_other() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut range = move || {
            let (first, last) = (rng.u32(0..100), rng.u32(0..100));
            let (first, last) = (first.min(last), first.max(last));
            // Some lie at the end of the axis, some take all of it.
            match rng.u8(0..10) {
                0 => (u32::MAX - last, u32::MAX - first),
                1 => (0, u32::MAX),
                _ => (first, last),
            }
        };
        let mut grid = Grid::default();
        let mut boxes = std::collections::BTreeMap::new();
        for id in 0..600 {
            let extent = Extent([range(), range()]);
            grid.insert(id, extent);
            boxes.insert(id, extent);
            if id % 3 == 2 {
                let gone = boxes.remove(&(id / 2));
                gone.into_iter().for_each(|it| grid.remove(id / 2, &it));
            }
            let wanted = Extent([range(), range()]);

            let mut found = Vec::new();
            grid.visit(&wanted, &mut |id| found.push(id));

            found.sort_unstable();
            let apart = |axis: usize, it: &Extent| {
                it.0[axis].1 < wanted.0[axis].0 || wanted.0[axis].1 < it.0[axis].0
            };
            let meets = boxes
                .iter()
                .filter(|(_, it)| !apart(0, it) && !apart(1, it));
            let meets: Vec<u32> = meets.map(|(id, _)| *id).collect();
            assert_eq!(found, meets, "{wanted:?}");
        }
    }
}
