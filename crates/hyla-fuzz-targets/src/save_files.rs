//! The state in a save file, which a restore reads: decoded or refused with a reason. The frame of the file, with its checksum, is
//! put around the input, which would not have a right one.

use hyla_core::federation::SaveFile;

/// Checks one input.
pub fn check(body: &[u8]) {
    if let Err(problem) = SaveFile::check(body) {
        assert!(!problem.is_empty());
    }
    let mut file = b"hyla-save 7\n\n".to_vec();
    file.extend_from_slice(body);
    file.extend_from_slice(&(body.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&file);
    file.extend_from_slice(&checksum.to_le_bytes());
    if let Err(problem) = SaveFile::check(&file) {
        assert!(
            !problem.contains("checksum") && !problem.contains("format version"),
            "{problem}"
        );
    }
}
