//! One TLS connection between a buffer of a bundle and a socket that does not block: the handshake of rustls, then records that
//! are sealed and opened where they are.

use std::io;

use rustls::AlertDescription;

use super::sealed_stream::{Bytes, COPIED_BYTES, Incoming, Open, Opened, Outgoing};
use super::session_read::SessionRead;
use super::tls_handshake::{Handshake, KeySchedule, Progress, alert_in_words};
use super::tls_record::{CHUNK_BYTES, Content, OpenedRecord, TrafficKey};
use super::{TlsClient, TlsServer};
use crate::CloseReason;

/// Bytes of one read during the handshake.
const EARLY_BYTES: usize = 4 << 10;

/// Key changes of the peer without data between: more are an attack.
const KEY_CHANGES: u32 = 32;

const WARNING: u8 = 1;
const FATAL: u8 = 2;

/// A TLS connection.
pub(super) struct TlsSession {
    phase: Phase,
    incoming: Incoming,
    outgoing: Outgoing,
}

enum Phase {
    Handshake(Box<Handshake>),
    Established(Box<Traffic>),
    Failed(CloseReason),
}

impl TlsSession {
    pub(super) fn client(client: &TlsClient) -> Result<Self, CloseReason> {
        Handshake::client(client).and_then(|handshake| Self::new(handshake, &[]))
    }

    /// The called side, with the bytes that have arrived.
    pub(super) fn server(server: &TlsServer, bytes: &[u8]) -> Result<Self, CloseReason> {
        Handshake::server(server).and_then(|handshake| Self::new(handshake, bytes))
    }

    fn new(mut handshake: Handshake, bytes: &[u8]) -> Result<Self, CloseReason> {
        let mut outgoing = Outgoing::default();
        // The first message of a client.
        handshake.advance(&mut Vec::new(), &mut outgoing.sealed)?;
        let mut incoming = Incoming::default();
        incoming.raw.extend_from_slice(bytes);
        Ok(Self {
            phase: Phase::Handshake(Box::new(handshake)),
            incoming,
            outgoing,
        })
    }

    pub(super) fn is_handshaking(&self) -> bool {
        !matches!(self.phase, Phase::Established(_))
    }

    /// Whether the socket may have more, or plain text is left.
    pub(super) fn has_more(&self) -> bool {
        self.incoming.has_more
    }

    /// Seals and writes. `WouldBlock` leaves all of `bytes` to the caller, who passes them again; they may have changed by then.
    pub(super) fn write(
        &mut self,
        socket: &mut impl io::Write,
        bytes: Bytes<'_>,
    ) -> io::Result<usize> {
        let (outgoing, length) = (&mut self.outgoing, bytes.as_slice().len());
        if let Some(count) = outgoing.begin(socket, length)? {
            return Ok(count);
        }
        let Phase::Established(traffic) = &mut self.phase else {
            return Err(io::ErrorKind::WouldBlock.into());
        };
        traffic.change_key_if_due(&mut outgoing.sealed)?;
        let count = length.min(CHUNK_BYTES);
        let sending = &mut traffic.sending;
        match bytes {
            Bytes::Ours(bytes) if count > COPIED_BYTES => {
                let sealed = sending.seal_in_place(bytes, count);
                outgoing.write_parts(socket, sealed.parts())?;
            }
            bytes => {
                let content = &bytes.as_slice()[..count];
                sending.seal(Content::Data, content, &mut outgoing.sealed);
            }
        }
        outgoing.send(socket, count)
    }

    /// Says that no more follows.
    pub(super) fn finish(&mut self, socket: &mut impl io::Write) {
        if let Phase::Established(traffic) = &mut self.phase {
            traffic.alert(
                WARNING,
                AlertDescription::CloseNotify,
                &mut self.outgoing.sealed,
            );
        }
        // The socket is full or gone: the peer then sees a truncated stream.
        let _unsent = self.outgoing.flush(socket);
    }

    /// Changes the keys of both directions. The messages about it leave with the next bundle of each side.
    pub(super) fn change_keys(&mut self) {
        if let Phase::Established(traffic) = &mut self.phase {
            traffic.change_due = Some(KeyUpdate::Requested);
        }
    }

    /// Reads the socket once at most, and gives plain text.
    pub(super) fn read<S: io::Read + io::Write>(
        &mut self,
        socket: &mut S,
        buffer: &mut [u8],
    ) -> SessionRead {
        self.incoming.has_more = false;
        let mut asked = false;
        loop {
            match &mut self.phase {
                Phase::Established(traffic) => {
                    let incoming = &mut self.incoming;
                    let read = incoming.read_records(socket, buffer, &mut **traffic, asked);
                    if let Some(alert) = traffic.alert_due.take() {
                        traffic.alert(FATAL, alert, &mut self.outgoing.sealed);
                        let _full = self.outgoing.flush(socket);
                    }
                    return read;
                }
                Phase::Failed(reason) => return SessionRead::Rejected(reason.clone()),
                Phase::Handshake(_) => {}
            }
            match self.shake_hands(socket) {
                Ok(Progress::Finished) => {}
                Ok(Progress::Incomplete) if asked => return SessionRead::Nothing,
                Ok(Progress::Incomplete) => {
                    asked = true;
                    match self.incoming.read_early(socket, EARLY_BYTES) {
                        Ok(0) => {
                            return SessionRead::Rejected(CloseReason::NotSecured(
                                "closed during the TLS handshake: the program there ends, or does not encrypt \
                                 (rti.security = off there)"
                                    .to_owned(),
                            ));
                        }
                        Ok(_) => {}
                        Err(end) => return end,
                    }
                }
                Err(reason) => self.phase = Phase::Failed(reason),
            }
        }
    }

    fn shake_hands(&mut self, socket: &mut impl io::Write) -> Result<Progress, CloseReason> {
        let Phase::Handshake(handshake) = &mut self.phase else {
            return Ok(Progress::Finished);
        };
        let progress = handshake.advance(&mut self.incoming.raw, &mut self.outgoing.sealed);
        // Answers of a handshake find the socket empty. Others leave with the first bundle at the latest.
        let _full = self.outgoing.flush(socket);
        if progress? == Progress::Incomplete {
            return Ok(Progress::Incomplete);
        }
        let failed = Phase::Failed(CloseReason::NotSecured("no TLS".to_owned()));
        if let Phase::Handshake(handshake) = std::mem::replace(&mut self.phase, failed) {
            let (sending, receiving, schedule) = handshake.into_keys()?;
            self.phase = Phase::Established(Box::new(Traffic {
                sending,
                receiving,
                schedule,
                change_due: None,
                key_changes: 0,
                fault: None,
                alert_due: None,
            }));
        }
        Ok(Progress::Finished)
    }
}

/// Message that changes the key of the side that sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyUpdate {
    /// The other key is changed already, or stays.
    NotRequested = 0,
    /// The other side has to change its key, too.
    Requested = 1,
}

/// The beginning of that message: its type and length.
const KEY_UPDATE: [u8; 4] = [24, 0, 0, 1];

/// Type of the message with a ticket for sessions to come.
const TICKET: u8 = 4;

/// Keys after the handshake.
struct Traffic {
    sending: TrafficKey,
    receiving: TrafficKey,
    schedule: KeySchedule,
    /// The next bundle uses a new key.
    change_due: Option<KeyUpdate>,
    /// Key changes of the peer since its last data.
    key_changes: u32,
    /// Why the last record was refused.
    fault: Option<Fault>,
    /// Alert that the peer gets.
    alert_due: Option<AlertDescription>,
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    Forged,
    Unexpected,
    Alert(AlertDescription),
}

impl Traffic {
    /// Appends the message that changes the key, if there is a reason to change it.
    fn change_key_if_due(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.sending.is_used_up() {
            self.change_due.get_or_insert(KeyUpdate::NotRequested);
        }
        let Some(update) = self.change_due.take() else {
            return Ok(());
        };
        let [kind, high, middle, low] = KEY_UPDATE;
        let message = [kind, high, middle, low, update as u8];
        let next = self
            .schedule
            .next_sending()
            .ok_or(io::ErrorKind::InvalidData)?;
        self.sending.seal(Content::Handshake, &message, out);
        self.sending = next;
        Ok(())
    }

    fn alert(&mut self, level: u8, alert: AlertDescription, out: &mut Vec<u8>) {
        let message = [level, u8::from(alert)];
        self.sending.seal(Content::Alert, &message, out);
    }

    /// Handles messages of a handshake that is over.
    fn handle(&mut self, mut messages: &[u8]) -> Result<(), Fault> {
        if let [update @ .., request @ (0 | 1)] = messages
            && update == KEY_UPDATE
        {
            self.key_changes += 1;
            if self.key_changes > KEY_CHANGES {
                return Err(Fault::Unexpected);
            }
            self.receiving = self.schedule.next_receiving().ok_or(Fault::Unexpected)?;
            if *request == KeyUpdate::Requested as u8 {
                self.change_due.get_or_insert(KeyUpdate::NotRequested);
            }
            return Ok(());
        }
        // A proxy in front of an RTI may send tickets. They are not used.
        while let [TICKET, high, middle, low, rest @ ..] = messages {
            let length = u32::from_be_bytes([0, *high, *middle, *low]);
            let behind = usize::try_from(length)
                .ok()
                .and_then(|length| rest.get(length..));
            match behind {
                Some([]) if self.schedule.is_client() => return Ok(()),
                Some(behind) if self.schedule.is_client() => messages = behind,
                _ => break,
            }
        }
        Err(Fault::Unexpected)
    }

    fn refuse(&mut self, fault: Fault) -> Opened {
        self.alert_due = match fault {
            Fault::Forged => Some(AlertDescription::BadRecordMac),
            Fault::Unexpected => Some(AlertDescription::UnexpectedMessage),
            Fault::Alert(_) => None,
        };
        self.fault = Some(fault);
        Opened::Forged
    }
}

impl Open for Traffic {
    fn open(&mut self, bytes: &mut [u8], at: usize) -> Opened {
        let (kind, record, content) = match self.receiving.open(bytes, at) {
            OpenedRecord::Content {
                kind,
                record,
                content,
            } => (kind, record, content),
            OpenedRecord::Incomplete => return Opened::Incomplete,
            OpenedRecord::Forged => return self.refuse(Fault::Forged),
            OpenedRecord::Unexpected => return self.refuse(Fault::Unexpected),
        };
        let message = &bytes[..content];
        let handled = match kind {
            Content::Data => {
                if content > 0 {
                    self.key_changes = 0;
                }
                return Opened::Content { record, content };
            }
            Content::Handshake => self.handle(message),
            Content::Alert => match message {
                [_, alert] => match AlertDescription::from(*alert) {
                    AlertDescription::CloseNotify => return Opened::End,
                    AlertDescription::UserCanceled => Ok(()),
                    alert => Err(Fault::Alert(alert)),
                },
                _ => Err(Fault::Unexpected),
            },
        };
        match handled {
            Ok(()) => Opened::Content { record, content: 0 },
            Err(fault) => self.refuse(fault),
        }
    }

    fn reason(&mut self) -> CloseReason {
        CloseReason::NotSecured(match self.fault {
            Some(Fault::Alert(alert)) => alert_in_words(alert)
                .unwrap_or_else(|| format!("the other side ended TLS: {alert:?}")),
            Some(Fault::Unexpected) => {
                "the other side sent a message that TLS does not allow here".to_owned()
            }
            Some(Fault::Forged) | None => {
                "a TLS record was altered, repeated or out of order".to_owned()
            }
        })
    }
}

#[cfg(test)]
impl TlsSession {
    /// Seals a record of any content, to be written with the next bundle.
    pub(super) fn inject(&mut self, kind: Content, content: &[u8]) {
        if let Phase::Established(traffic) = &mut self.phase {
            let out = &mut self.outgoing.sealed;
            traffic.sending.seal(kind, content, out);
        }
    }

    /// The keys to send and to receive with.
    pub(super) fn keys(&mut self) -> Option<[&mut TrafficKey; 2]> {
        match &mut self.phase {
            Phase::Established(traffic) => Some([&mut traffic.sending, &mut traffic.receiving]),
            _ => None,
        }
    }
}
