//! Secrets of an RTI and of members, and what members prove with them.
//!
//! An RTI has one [`Seed`], random bytes of the system. Numbers of executions and tokens of members follow from it by
//! HMAC-SHA-256 (`docs/decisions/0046-safety.md`). Two members of one
//! execution derive the same [`LinkKey`] from their tokens; proofs are keyed hashes over a challenge. Nothing here reads
//! a source of randomness.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use hyla_types::FederateHandle;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// Random bytes of an RTI, from which all its secrets follow.
#[derive(Clone, Copy)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of random bytes; they have to come from the system's generator.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The number of the `count`th execution.
    pub(crate) fn execution(&self, count: u64) -> ExecutionId {
        let [head, _] = halves(mac(&self.0, &[b"hyla execution", &count.to_le_bytes()]));
        ExecutionId(u128::from_le_bytes(head))
    }

    /// The `count`th key for the channels between members of that execution.
    pub(crate) fn channel_key(&self, execution: ExecutionId, count: u64) -> [u8; 32] {
        let (execution, count) = (execution.0.to_le_bytes(), count.to_le_bytes());
        mac(&self.0, &[b"hyla channels", &execution, &count])
    }

    /// The token of the member that joins with that handle on that session of the RTI. A restore gives handles anew, so the
    /// handle alone does not name a member.
    pub(crate) fn token(
        &self,
        execution: ExecutionId,
        (federate, session): (FederateHandle, u64),
    ) -> Token {
        let (execution, federate) = (execution.0.to_le_bytes(), federate.raw().to_le_bytes());
        let session = session.to_le_bytes();
        Token(mac(
            &self.0,
            &[b"hyla member", &execution, &federate, &session],
        ))
    }
}

/// A seed for tests and simulations: it can be guessed.
impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

/// Does not print the secret.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// The number of a federation execution: 128 bits that nobody outside can guess. Tells executions of the same name
/// apart.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ExecutionId(u128);

impl ExecutionId {
    /// The execution with that number.
    #[must_use]
    pub const fn new(number: u128) -> Self {
        Self(number)
    }

    /// Its lower half, enough to distinguish executions in names of files and in simulations.
    #[must_use]
    pub const fn low(self) -> u64 {
        self.0 as u64
    }
}

/// The secret of a membership: the RTI makes it and sends it to the members of the same execution.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token([u8; 32]);

impl Token {
    /// A token of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// Does not print the secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Random bytes that a proof has to cover: the one who asks makes them, for one proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge(pub [u8; 16]);

/// A keyed hash over a challenge.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof([u8; 16]);

impl Proof {
    /// Whether the two are the same. Takes the same time wherever they differ.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let bytes = self.0.iter().zip(&other.0);
        bytes.fold(0, |all, (one, other)| all | (one ^ other)) == 0
    }
}

/// Does not print the bytes: until it has arrived, a proof is a secret.
impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proof(..)")
    }
}

/// Purpose of a proof. A proof for one purpose is invalid for any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The caller is the member that it says it is.
    Call,
    /// The called member is the one that was to be called.
    Welcome,
}

/// The secret that two members of an execution share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LinkKey([u8; 32]);

/// Does not print the secret.
impl fmt::Debug for LinkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkKey(..)")
    }
}

impl LinkKey {
    /// The key of two members of that execution: the same whoever of them asks.
    #[must_use]
    pub fn between(execution: ExecutionId, one: &Token, other: &Token) -> Self {
        let (first, second) = match one.0 <= other.0 {
            true => (one, other),
            false => (other, one),
        };
        let mut both = [0; 64];
        both[..32].copy_from_slice(&first.0);
        both[32..].copy_from_slice(&second.0);
        Self(mac(&both, &[b"hyla link", &execution.0.to_le_bytes()]))
    }

    /// The proof of `by` towards `to`.
    #[must_use]
    pub fn prove(
        &self,
        purpose: Purpose,
        (by, to): (FederateHandle, FederateHandle),
        challenge: &Challenge,
    ) -> Proof {
        let purpose: &[u8] = match purpose {
            Purpose::Call => b"call",
            Purpose::Welcome => b"welcome",
        };
        let (by, to) = (by.raw().to_le_bytes(), to.raw().to_le_bytes());
        // The parts behind the first have fixed lengths: no two lists of parts make the same text.
        let [head, _] = halves(mac(&self.0, &[purpose, &by, &to, &challenge.0]));
        Proof(head)
    }

    /// The proof that comes first on a lane: its receiver has granted the lane with that challenge.
    #[must_use]
    pub fn prove_lane(&self, challenge: &Challenge) -> Proof {
        let [head, _] = halves(mac(&self.0, &[b"lane", &challenge.0]));
        Proof(head)
    }

    /// Whether the proof is that of `by` towards `to`. Takes the same time wherever the two differ.
    #[must_use]
    pub fn holds(
        &self,
        purpose: Purpose,
        pair: (FederateHandle, FederateHandle),
        challenge: &Challenge,
        proof: &Proof,
    ) -> bool {
        self.prove(purpose, pair, challenge).is(proof)
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn halves(bytes: [u8; 32]) -> [[u8; 16]; 2] {
    let (mut head, mut tail) = ([0; 16], [0; 16]);
    head.copy_from_slice(&bytes[..16]);
    tail.copy_from_slice(&bytes[16..]);
    [head, tail]
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: FederateHandle = FederateHandle::new(1);
    const B: FederateHandle = FederateHandle::new(2);

    fn key(seed: u64, execution: u64) -> LinkKey {
        let seed = Seed::from(seed);
        let execution = seed.execution(execution);
        LinkKey::between(
            execution,
            &seed.token(execution, (A, 1)),
            &seed.token(execution, (B, 2)),
        )
    }

    #[test]
    fn numbers_of_executions_do_not_tell_each_other() {
        let seed = Seed::from(1);
        let numbers: Vec<_> = (1..5).map(|count| seed.execution(count).0).collect();
        let distances: Vec<_> = numbers
            .windows(2)
            .map(|two| two[1].wrapping_sub(two[0]))
            .collect();

        assert!(distances.windows(2).all(|two| two[0] != two[1]));
        assert_ne!(Seed::from(2).execution(1), seed.execution(1));
    }

    #[test]
    fn two_members_have_the_same_key_and_each_execution_another() {
        let seed = Seed::from(1);
        let execution = seed.execution(1);
        let (a, b) = (seed.token(execution, (A, 1)), seed.token(execution, (B, 2)));

        let key = LinkKey::between(execution, &a, &b);

        assert_eq!(LinkKey::between(execution, &b, &a), key);
        assert_ne!(LinkKey::between(seed.execution(2), &a, &b), key);
        assert_ne!(LinkKey::between(execution, &a, &a), key);
    }

    #[test]
    fn a_proof_holds_for_its_key_purpose_direction_and_challenge_alone() {
        let challenge = Challenge([7; 16]);
        let proof = key(1, 1).prove(Purpose::Call, (A, B), &challenge);

        assert!(key(1, 1).holds(Purpose::Call, (A, B), &challenge, &proof));
        assert!(!key(1, 2).holds(Purpose::Call, (A, B), &challenge, &proof));
        assert!(!key(2, 1).holds(Purpose::Call, (A, B), &challenge, &proof));
        assert!(!key(1, 1).holds(Purpose::Welcome, (A, B), &challenge, &proof));
        assert!(!key(1, 1).holds(Purpose::Call, (B, A), &challenge, &proof));
        assert!(!key(1, 1).holds(Purpose::Call, (A, B), &Challenge([8; 16]), &proof));
        assert!(!key(1, 1).holds(Purpose::Call, (A, B), &challenge, &Proof::default()));
    }

    #[test]
    fn secrets_are_not_printed() {
        let seed = Seed::from(0x4141_4141);
        let token = seed.token(seed.execution(1), (A, 1));
        let key = LinkKey::between(seed.execution(1), &token, &token);
        let proof = key.prove(Purpose::Call, (A, B), &Challenge::default());

        let text = format!("{seed:?} {token:?} {key:?} {proof:?}");

        assert_eq!(text, "Seed(..) Token(..) LinkKey(..) Proof(..)");
    }
}
