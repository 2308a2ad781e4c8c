//! Waiting for a channel that the federate binds.

use std::time::Instant;

use hyla_core::Result;
use hyla_types::{Exception, ExceptionKind, FederateHandle};

use super::{BoundChannel, Engine};

fn refused(peer: FederateHandle, profile: &str, reason: &str) -> Exception {
    Exception::new(
        ExceptionKind::RTIinternalError,
        format!("no channel of the profile {profile} to {peer}: {reason}"),
    )
}

impl Engine {
    /// Waits for the lane that messages of the profile would ask for; `None` if they take the stream.
    pub(crate) fn prepare(
        &self,
        peer: FederateHandle,
        profile: &str,
    ) -> Result<Option<BoundChannel>> {
        let connection = self.connection()?;
        let timeout = connection.settings.timeout.call;
        let uses = self.wait_until(&connection, Instant::now() + timeout, |core| {
            if core.lost.is_some() {
                return Some(false);
            }
            core.links.uses_lane(peer, profile)
        });
        match uses {
            Some(false) => Ok(None),
            Some(true) => self.bind(peer, profile).map(Some),
            None => {
                let reason =
                    format!("no connection to the federate within {timeout:?} (timeout.call_ms)");
                Err(refused(peer, profile, &reason))
            }
        }
    }

    /// Asks for a lane, and waits until it is established or has failed.
    pub(crate) fn bind(&self, peer: FederateHandle, profile: &str) -> Result<BoundChannel> {
        let connection = self.connection()?;
        let asked = self.core().links.bind_lane(peer, profile);
        asked.map_err(|reason| refused(peer, profile, &reason))?;
        self.depart();
        let timeout = connection.settings.timeout.call;
        let outcome = self.with_streams(|| {
            self.wait_until(&connection, Instant::now() + timeout, |core| {
                if let Some(reason) = &core.lost {
                    return Some(Err(reason.clone()));
                }
                core.links.binding(peer, profile)
            })
        });
        outcome
            .unwrap_or_else(|| Err(format!("no answer within {timeout:?} (timeout.call_ms)")))
            .map_err(|reason| refused(peer, profile, &reason))
    }
}
