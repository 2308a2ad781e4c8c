//! Profiles of Hyla's channels in references: read or refused, and what was read is written and read again as the same.
#![no_main]

use hyla_orb::reference::FlowProfile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(profile) = FlowProfile::parse(data) else {
        return;
    };
    let tagged = profile.tagged();
    let read = FlowProfile::parse(&tagged.data).expect("what was written is read");
    assert_eq!(read, profile);
});
