//! Agreement of both ends of a stream on one chain.

use std::sync::Arc;

use super::ChainedCarrier;
use crate::channel::Shared;
use crate::datagram::Terms;
use crate::handshake::CHAINED_HANDSHAKE;
use crate::modules::{ChainError, ModuleSpec, make_sense_on_streams};
use crate::{CloseReason, EndpointConfig, Profile, Reliability, Transport, frame};

/// Most bytes of terms or answer: name and description of a chain, or a reason.
pub(crate) const MAX_AGREEMENT_BYTES: usize = 2048;

const TAKEN: u8 = 0;
const REFUSED: u8 = 1;

/// The chain of a lossless channel with that profile, if it has modules.
///
/// # Errors
/// [`CloseReason::WrongChain`].
pub(crate) fn of_profile(
    profile: &Profile,
    config: &EndpointConfig,
) -> Result<Option<ChainedCarrier>, CloseReason> {
    let modules = &profile.modules;
    if modules.is_empty() {
        return Ok(None);
    }
    let wrong = |error: ChainError| CloseReason::WrongChain(error.to_string());
    if profile.transport != Transport::Auto {
        make_sense_on_streams(modules).map_err(wrong)?;
    }
    let chain = ChainedCarrier::new(&profile.name, modules, profile.reliability, config);
    chain.map(Some).map_err(wrong)
}

/// First message of the caller.
pub(crate) fn opening(name: &str, reliability: Reliability, chain: &ChainedCarrier) -> Vec<u8> {
    let terms = Terms {
        reliable: reliability == Reliability::Reliable,
        name,
        chain: &ModuleSpec::encode(&chain.specs()),
    };
    let mut opening = CHAINED_HANDSHAKE.to_vec();
    let _fits = frame::append(&mut opening, usize::MAX, |to| {
        to.extend_from_slice(&terms.encode());
    });
    opening
}

/// Handles the caller's terms: accepts them with an answer; or answers with the reason, and closes
/// the channel after the caller can read it.
///
/// # Errors
/// Why the channel is refused.
pub(crate) fn accept(shared: &Arc<Shared>, terms: &[u8]) -> Result<(), CloseReason> {
    let built = build(terms, &shared.endpoint.config);
    let outcome = built.map(|chain| {
        // Set only here: this end was accepted without a chain.
        let _set_once = shared.chain.set(Box::new(chain));
    });
    let said = shared.link.append(shared, |to| match &outcome {
        Ok(()) => to.push(TAKEN),
        Err(reason) => {
            to.push(REFUSED);
            let longest = MAX_AGREEMENT_BYTES - 1;
            to.extend_from_slice(&reason.as_bytes()[..reason.len().min(longest)]);
        }
    });
    if said.is_ok() {
        shared.link.flush(shared);
    }
    outcome.map_err(CloseReason::WrongChain)
}

/// The chain of a caller's terms.
///
/// # Errors
/// Why it cannot be accepted.
pub(crate) fn build(terms: &[u8], config: &EndpointConfig) -> Result<ChainedCarrier, String> {
    let terms = Terms::decode(terms).ok_or("the terms of the channel cannot be read")?;
    let specs = ModuleSpec::decode(terms.chain).map_err(|error| error.to_string())?;
    let reliability = if terms.reliable {
        Reliability::Reliable
    } else {
        Reliability::BestEffort
    };
    ChainedCarrier::new(terms.name, &specs, reliability, config).map_err(|error| error.to_string())
}

/// Handles the acceptor's answer.
///
/// # Errors
/// [`CloseReason::Refused`] if it does not accept the chain.
pub(crate) fn answered(answer: &[u8]) -> Result<(), CloseReason> {
    match answer {
        [TAKEN] => Ok(()),
        [REFUSED, reason @ ..] => {
            let reason = String::from_utf8_lossy(reason).into_owned();
            Err(CloseReason::Refused(reason))
        }
        _ => Err(CloseReason::Broken(std::io::ErrorKind::InvalidData)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_none_closes_the_channel() {
        assert_eq!(answered(&[TAKEN]), Ok(()));
        assert_eq!(
            answered(b"\x01no"),
            Err(CloseReason::Refused("no".to_owned()))
        );
        for strange in [&b""[..], b"\x00more", b"\x02"] {
            let kind = std::io::ErrorKind::InvalidData;
            assert_eq!(answered(strange), Err(CloseReason::Broken(kind)));
        }
    }

    #[test]
    fn terms_that_describe_no_chain_are_refused_with_a_reason() {
        let config = EndpointConfig::default();
        for strange in [&b""[..], b"\x01", b"\x00\x01aXXXX"] {
            assert!(!build(strange, &config).unwrap_err().is_empty());
        }
    }
}
