//! The way out of a member: the driver carries out what it is told here.

use hyla_types::FederateHandle;

use crate::message::{Greeting, MemberInfo, ToRti};
use crate::metrics::MemberMetrics;

/// How the stream of a departed member ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEnd {
    /// The member said goodbye or will: what it sent before is still to be delivered.
    Drain,
    /// The member is lost: what has arrived is delivered, nothing more is waited for.
    Cut,
}

/// Carries out what a member asks for. Implementations keep the order of frames per receiver.
pub trait Outbox {
    /// Sends a data frame to a member; `write` appends it to the buffer it is given.
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>));

    /// Longest data frame that [`Self::frame`] takes, in bytes. What would be longer is refused before
    /// anything is sent. Without a limit unless the driver has one.
    fn frame_limit(&self) -> usize {
        usize::MAX
    }

    /// Sends a control message to the RTI.
    fn control(&mut self, message: &ToRti);

    /// A member is there. Whoever joined later calls the other: then there is a greeting to call with.
    fn link_up(&mut self, member: &MemberInfo, call_with: Option<Greeting>);

    /// A member is gone. The driver answers with [`crate::member::Member::handle_stream_end`] once
    /// nothing more can arrive from it.
    fn link_down(&mut self, federate: FederateHandle, end: LinkEnd);

    /// A restore gave members other handles: each pair, of every member, is before and after. The ways to
    /// them stay, and those to anyone else are over.
    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]);

    /// What the channels have done so far. Nothing unless the driver has channels.
    fn metrics(&mut self) -> MemberMetrics {
        MemberMetrics::default()
    }

    /// Changes a parameter of all running channels of a profile, and of those that are made later.
    ///
    /// # Errors
    /// Why it cannot be changed, for a person to read; then nothing has changed.
    fn set_profile_parameter(
        &mut self,
        profile: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), String> {
        Err(format!(
            "{profile}: {parameter} = {value}: there is no channel with parameters here"
        ))
    }
}
