//! Where a server is, and how a client gets there.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::cdr::Version;
use crate::client::ClientSettings;
use crate::client::carrier::Carrier;
use crate::client::flush::Flusher;
use crate::client::stream::Stream;
use crate::exception::{Completion, SystemException, SystemKind};
use crate::qos::{Qos, Route};
use crate::reference::{Agreed, FlowProfile, IiopProfile};

/// Addresses and protocols of a server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ServerEndpoint {
    /// Of IIOP.
    pub(crate) addresses: Vec<(String, u16)>,
    /// Of Hyla's channels.
    pub(crate) channels: Vec<String>,
    pub(crate) version: Version,
    agreed: (bool, bool),
}

impl ServerEndpoint {
    /// The endpoint of a reference's profiles, of which there is one at least.
    ///
    /// # Errors
    /// `CODESET_INCOMPATIBLE`.
    pub(crate) fn of(
        iiop: Option<&IiopProfile>,
        flow: Option<FlowProfile>,
    ) -> Result<Self, SystemException> {
        let agreed = match iiop.and_then(IiopProfile::code_sets) {
            Some(sets) => sets.choose().map_err(|error| {
                let kind = SystemKind::CodesetIncompatible;
                SystemException::new(kind, 1, Completion::No, error.to_string())
            })?,
            None => Agreed::NOTHING,
        };
        Ok(Self {
            addresses: iiop.map_or(Vec::new(), IiopProfile::addresses),
            channels: flow.map_or(Vec::new(), |profile| profile.addresses),
            version: iiop.map_or(Version::V1_2, |profile| profile.version),
            agreed: (agreed.chars == crate::cdr::CharSet::Utf8, agreed.wide),
        })
    }

    pub(crate) fn agreed(&self) -> Agreed {
        let (is_utf8, wide) = self.agreed;
        let chars = if is_utf8 {
            crate::cdr::CharSet::Utf8
        } else {
            crate::cdr::CharSet::Latin1
        };
        Agreed { chars, wide }
    }
}

/// Settings and state of the client that opening a connection needs.
pub(crate) struct Opener<'c> {
    pub(crate) settings: &'c ClientSettings,
    pub(crate) flusher: &'c Arc<Flusher>,
    pub(crate) lost: &'c Arc<AtomicU64>,
}

impl Opener<'_> {
    /// Connects; gives whether it is a channel of Hyla.
    pub(crate) fn open(
        &self,
        endpoint: &ServerEndpoint,
        qos: &Qos,
    ) -> Result<(Box<dyn Carrier>, bool), SystemException> {
        let mut why = "the reference has no address".to_owned();
        if let Some(carrier) = self.channel(endpoint, qos, &mut why) {
            return Ok((carrier, true));
        }
        if !matches!(qos.route, Route::SharedMemory | Route::Tcp) {
            for (host, port) in &endpoint.addresses {
                let to = (host.as_str(), *port);
                let (timeout, limits) = (self.settings.connect_timeout, self.settings.limits);
                match Stream::connect(to, timeout, limits, qos, (self.flusher, self.lost)) {
                    Ok(stream) => return Ok((Box::new(stream), false)),
                    Err(error) => why = format!("{host}:{port}: {error}"),
                }
            }
        }
        let reason = format!("connecting: {why}");
        let kind = SystemKind::Transient;
        // The code of an address without an answer.
        Err(SystemException::new(kind, 2, Completion::No, reason))
    }

    #[cfg(feature = "flow")]
    fn channel(
        &self,
        endpoint: &ServerEndpoint,
        qos: &Qos,
        why: &mut String,
    ) -> Option<Box<dyn Carrier>> {
        use crate::client::flow::FlowChannel;
        use hyla_net::Address;

        if qos.route == Route::Iiop {
            return None;
        }
        let is_wanted = |address: &Address| match address {
            Address::SharedMemory(_) => qos.route != Route::Tcp,
            Address::Tcp(_) => qos.route == Route::Tcp,
            Address::Udp(_) | Address::InProcess(_) => false,
        };
        let addresses = endpoint
            .channels
            .iter()
            .filter_map(|text| text.parse().ok());
        for address in addresses.filter(|at: &Address| is_wanted(at) && at.is_reachable_from_here())
        {
            let (timeout, limits) = (self.settings.connect_timeout, &self.settings.limits);
            match FlowChannel::connect(address, timeout, limits, qos, self.flusher) {
                Ok(channel) => return Some(Box::new(channel)),
                Err(error) => *why = format!("{address}: {error}"),
            }
        }
        if qos.route == Route::SharedMemory && why.starts_with("the reference") {
            "the server offers no shared memory of this host".clone_into(why);
        }
        None
    }

    #[cfg(not(feature = "flow"))]
    fn channel(&self, _: &ServerEndpoint, qos: &Qos, why: &mut String) -> Option<Box<dyn Carrier>> {
        if matches!(qos.route, Route::SharedMemory | Route::Tcp) {
            "this program has no channels of Hyla (feature `flow`)".clone_into(why);
        }
        None
    }
}
