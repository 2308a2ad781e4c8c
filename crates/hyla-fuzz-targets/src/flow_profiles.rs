//! Profiles of Hyla's channels in references: read or refused, and what was read is written and read again as the same.

use hyla_orb::reference::FlowProfile;

/// Checks one input.
pub fn check(data: &[u8]) {
    let Ok(profile) = FlowProfile::parse(data) else {
        return;
    };
    let tagged = profile.tagged();
    let read = FlowProfile::parse(&tagged.data).expect("what was written is read");
    assert_eq!(read, profile);
}
