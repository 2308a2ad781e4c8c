//! Frames with a number and checkable content, and chains by name.

use hyla_net::modules::ModuleSpec;

/// Frame `number`, with that many bytes besides.
pub fn numbered(number: u32, length: usize) -> Vec<u8> {
    // Of a length that no part of a value is a multiple of.
    let pattern: Vec<_> = (0..251_u32).map(|at| (at * (number | 1)) as u8).collect();
    let mut bytes = number.to_le_bytes().to_vec();
    bytes.extend(pattern.repeat(length.div_ceil(pattern.len())));
    bytes.truncate(4 + length);
    bytes
}

/// Number of a frame, with its content checked.
pub fn number_of(frame: &[u8]) -> u32 {
    let number = u32::from_le_bytes(*frame.first_chunk().unwrap());
    assert!(
        frame == numbered(number, frame.len() - 4),
        "frame {number} is not as it was sent"
    );
    number
}

pub fn numbers(bodies: &[&[u8]]) -> Vec<u32> {
    bodies.iter().map(|body| number_of(body)).collect()
}

pub fn is_increasing(numbers: &[u32]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

/// Modules of these names with their default parameters.
pub fn chain(names: &[&str]) -> Vec<ModuleSpec> {
    let known = |name: &&str| ModuleSpec::from_name(name).unwrap();
    names.iter().map(known).collect()
}
