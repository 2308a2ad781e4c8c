//! Checks that every call is carried out once and answered once, and every callback comes once, in
//! order.

/// Events between a client and its host.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Calls that the federate made.
    made: u32,
    carried_out: u32,
    answered: u32,
    /// Callbacks that the host sent.
    sent: u32,
    taken: u32,
}

/// The next number in sequence, or the error.
fn next(last: &mut u32, number: u32, what: &str) -> Result<(), String> {
    let due = *last + 1;
    if number == due {
        *last = due;
        return Ok(());
    }
    let how = if number < due { "again" } else { "too early" };
    Err(format!("{what} {number} {how}, expected {due}"))
}

impl Ledger {
    /// The number of the next call.
    pub(super) fn make(&mut self) -> u32 {
        self.made += 1;
        self.made
    }

    /// The number of the next callback.
    pub(super) fn next_callback(&self) -> u32 {
        self.sent + 1
    }

    pub(super) fn send(&mut self) {
        self.sent += 1;
    }

    pub(super) fn carry_out(&mut self, call: u32) -> Result<(), String> {
        next(&mut self.carried_out, call, "the host carried out call")
    }

    pub(super) fn answer(&mut self, call: u32) -> Result<(), String> {
        next(
            &mut self.answered,
            call,
            "the client got the answer to call",
        )?;
        if call > self.carried_out {
            return Err(format!("call {call} is answered and was not carried out"));
        }
        Ok(())
    }

    pub(super) fn take(&mut self, callback: u32) -> Result<(), String> {
        next(&mut self.taken, callback, "the client got callback")?;
        if callback > self.sent {
            return Err(format!("callback {callback} was never sent"));
        }
        Ok(())
    }

    /// Checks that nothing is missing on either side. `held`: calls may still wait.
    pub(super) fn is_even(&self, held: bool) -> Result<(), String> {
        let waits = !held && self.carried_out != self.made;
        if waits || self.answered != self.carried_out {
            return Err(format!(
                "of {} calls {} were carried out and {} answered",
                self.made, self.carried_out, self.answered
            ));
        }
        if self.taken != self.sent {
            return Err(format!("of {} callbacks {} arrived", self.sent, self.taken));
        }
        Ok(())
    }
}

/// Payload of a message: number, mark, and filler that depends on the number.
pub(super) fn payload(number: u32, mark: bool, filler: usize) -> Vec<u8> {
    let mut bytes = number.to_be_bytes().to_vec();
    bytes.push(u8::from(mark));
    bytes.extend((0..filler).map(|at| (number as usize + at) as u8));
    bytes
}

/// Number and mark of a message.
pub(super) fn read(bytes: &[u8]) -> Result<(u32, bool), String> {
    let damaged = || format!("a damaged message of {} bytes", bytes.len());
    let (number, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
    let (mark, filler) = rest.split_first().ok_or_else(damaged)?;
    let (number, mark) = (u32::from_be_bytes(*number), *mark == 1);
    if payload(number, mark, filler.len()) == bytes {
        Ok((number, mark))
    } else {
        Err(damaged())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_twice_or_too_early_or_never_is_told() {
        let mut ledger = Ledger::default();
        let (first, second) = (ledger.make(), ledger.make());
        assert!(ledger.answer(first).is_err(), "it was not carried out");

        let mut ledger = Ledger::default();
        ledger.make();
        ledger.make();
        assert!(ledger.carry_out(first).is_ok());
        assert!(ledger.carry_out(first).is_err());
        assert!(ledger.answer(second).is_err());
        assert!(ledger.answer(first).is_ok());
        assert!(ledger.is_even(false).is_err());
        assert!(ledger.carry_out(second).is_ok() && ledger.answer(second).is_ok());
        assert!(ledger.is_even(false).is_ok());

        let callback = ledger.next_callback();
        ledger.send();
        assert!(ledger.is_even(false).is_err());
        assert!(ledger.take(callback).is_ok());
        assert!(ledger.take(callback).is_err());
    }

    #[test]
    fn damage_is_told() {
        let whole = payload(7, true, 20);
        assert_eq!(read(&whole), Ok((7, true)));

        let mut damaged = whole.clone();
        damaged[12] ^= 1;
        assert!(read(&damaged).is_err());
        assert!(read(&whole[..4]).is_err());
    }
}
