//! Attacks on sealed datagrams: none of them opens, and each is named.

use std::time::Instant;

use super::Security;
use super::datagram_open::DatagramOpener;
use super::datagram_seal::{
    DATAGRAM_SEAL_BYTES, DatagramProtection, DatagramSealer, NotSealed, Place, Sealing,
};
use super::keyring::{KEY_GRACE, KEY_LEAD, Keyring, Refusal};

const BOTH: [DatagramProtection; 2] = [
    DatagramProtection::Encrypted,
    DatagramProtection::Authenticated,
];

/// A member that sends, one that receives, and the time.
struct Link {
    sending: Keyring,
    receiving: Keyring,
    sealer: DatagramSealer,
    opener: DatagramOpener,
    now: Instant,
}

impl Link {
    fn new(protection: DatagramProtection) -> Self {
        let now = Instant::now();
        let (sending, receiving) = (Keyring::default(), Keyring::default());
        for keyring in [&sending, &receiving] {
            keyring.install_at([1; 32], now);
        }
        let sealer = DatagramSealer::new(&sending, protection, now).unwrap();
        Self {
            sending,
            receiving,
            sealer: sealer.unwrap(),
            opener: DatagramOpener::default(),
            now,
        }
    }

    fn seal_at(&mut self, place: Place, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let now = self.now;
        self.sealer.seal(place, [b"head ", text], || now, &mut out);
        assert_eq!(out.len(), 5 + text.len() + DATAGRAM_SEAL_BYTES);
        out
    }

    fn seal(&mut self, text: &[u8]) -> Vec<u8> {
        self.seal_at(Place::MEMBER, text)
    }

    fn open_at(&mut self, place: Place, datagram: &[u8]) -> Result<Vec<u8>, Refusal> {
        let mut bytes = datagram.to_vec();
        let opened = self
            .opener
            .open(&self.receiving, place, &mut bytes, self.now);
        opened.map(|opened| opened.to_vec())
    }

    fn open(&mut self, datagram: &[u8]) -> Result<Vec<u8>, Refusal> {
        self.open_at(Place::MEMBER, datagram)
    }
}

#[test]
fn datagrams_open_and_only_encrypted_ones_show_nothing() {
    for protection in BOTH {
        let mut link = Link::new(protection);

        let sealed = link.seal(b"the value");

        let shows = sealed.windows(9).any(|part| part == b"the value");
        assert_eq!(shows, protection == DatagramProtection::Authenticated);
        assert_eq!(link.open(&sealed).unwrap(), b"head the value");
    }
}

#[test]
fn a_datagram_with_any_bit_changed_is_refused() {
    for protection in BOTH {
        let mut link = Link::new(protection);
        let sealed = link.seal(b"the value");
        for bit in 0..sealed.len() * 8 {
            let mut altered = sealed.clone();
            altered[bit / 8] ^= 1 << (bit % 8);

            let refusal = link.open(&altered).unwrap_err();

            let expected: &[Refusal] = match bit / 8 {
                // Encrypted and authenticated differ in bits of the first byte.
                0 => &[Refusal::Clear, Refusal::Forged],
                1..=3 => &[Refusal::UnknownKey],
                _ => &[Refusal::Forged],
            };
            assert!(expected.contains(&refusal), "bit {bit}: {refusal:?}");
        }
        // None of these has harmed the right one.
        assert!(link.open(&sealed).is_ok());
    }
}

#[test]
fn a_truncated_or_longer_datagram_is_refused() {
    for protection in BOTH {
        let mut link = Link::new(protection);
        let sealed = link.seal(b"the value");
        for length in 1..sealed.len() {
            assert_eq!(link.open(&sealed[..length]), Err(Refusal::Forged));
        }
        assert_eq!(link.open(&[]), Err(Refusal::Clear));
        let longer = [&sealed[..], b"x"].concat();
        assert_eq!(link.open(&longer), Err(Refusal::Forged));
    }
}

#[test]
fn a_datagram_opens_once_in_any_order_and_not_when_it_is_far_too_late() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let all: Vec<_> = (0..3_000_u32)
        .map(|number| link.seal(&number.to_le_bytes()))
        .collect();

    // Lost: 0 to 9. Overtaken: each second one by the next.
    for pair in all[10..].chunks(2) {
        for datagram in pair.iter().rev() {
            assert!(link.open(datagram).is_ok());
        }
    }
    for datagram in &all {
        assert_eq!(link.open(datagram), Err(Refusal::Replayed));
    }
    let next = link.seal(b"next");
    assert!(link.open(&next).is_ok());
    assert_eq!(link.open(&next), Err(Refusal::Replayed));
}

#[test]
fn a_late_datagram_within_the_window_opens() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let first = link.seal(b"first");
    let late = link.seal(b"late");
    assert!(link.open(&first).is_ok());
    for _ in 0..1_000 {
        let datagram = link.seal(b"further");
        assert!(link.open(&datagram).is_ok());
    }

    assert!(link.open(&late).is_ok());
    assert_eq!(link.open(&late), Err(Refusal::Replayed));
}

#[test]
fn a_datagram_to_a_group_opens_in_that_group_alone() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let group = |text: &str| Place::group(text.parse().unwrap());
    let here = group("239.1.1.1:7000");
    let sealed = link.seal_at(here, b"the value");

    for elsewhere in [
        Place::MEMBER,
        group("239.1.1.1:7001"),
        group("239.1.1.2:7000"),
        group("[ff15::1]:7000"),
    ] {
        assert_eq!(link.open_at(elsewhere, &sealed), Err(Refusal::Forged));
    }
    assert!(link.open_at(here, &sealed).is_ok());
}

#[test]
fn what_is_in_clear_or_under_the_key_of_another_federation_is_refused() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let other = Keyring::default();
    other.install([2; 32]);
    let mut stranger = DatagramSealer::new(&other, DatagramProtection::Encrypted, link.now)
        .unwrap()
        .unwrap();
    let mut theirs = Vec::new();
    stranger.seal(Place::MEMBER, [b"a", b"b"], Instant::now, &mut theirs);

    assert_eq!(
        link.open(b"\0\x01\x02\x03\x04\x05\x06\x07x"),
        Err(Refusal::Clear)
    );
    assert_eq!(link.open(&theirs), Err(Refusal::UnknownKey));
    // The mark of the right key does not help.
    let ours = link.seal(b"x");
    theirs[..4].copy_from_slice(&ours[..4]);
    assert_eq!(link.open(&theirs), Err(Refusal::Forged));
}

#[test]
fn keys_overlap_and_those_that_were_replaced_open_nothing() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let first = link.seal(b"first");
    assert!(link.open(&first).is_ok());

    // The sender has the new key first, and does not use it yet.
    link.sending.install_at([2; 32], link.now);
    let under_old = link.seal(b"x");
    assert!(link.open(&under_old).is_ok());
    link.now += KEY_LEAD;
    let too_soon = link.seal(b"x");
    assert_eq!(link.open(&too_soon), Err(Refusal::UnknownKey));

    // Both keys open until the grace is over.
    link.receiving.install_at([2; 32], link.now);
    let mut slow = DatagramSealer::new(&link.receiving, DatagramProtection::Encrypted, link.now)
        .unwrap()
        .unwrap();
    let mut kept = Vec::new();
    for _ in 0..2 {
        let (mut out, now) = (Vec::new(), link.now);
        slow.seal(Place::MEMBER, [b"", b"x"], || now, &mut out);
        kept.push(out);
    }
    assert!(link.open(&too_soon).is_ok());
    assert!(link.open(&kept[0]).is_ok());
    link.now += KEY_GRACE;
    assert_eq!(link.open(&kept[1]), Err(Refusal::OldKey));
    link.receiving.install_at([3; 32], link.now);
    assert_eq!(link.open(&kept[1]), Err(Refusal::OldKey));
}

#[test]
fn a_sender_changes_its_key_by_itself_after_many_datagrams() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    link.sealer.number = (1 << 22) - 3;
    for _ in 0..6 {
        let datagram = link.seal(b"x");
        assert!(link.open(&datagram).is_ok());
    }
    assert_eq!(link.sealer.number, (1 << 22) + 3);
}

#[test]
fn nothing_leaves_in_clear_while_a_key_is_demanded() {
    let keyring = Keyring::default();
    let security = Security {
        keyring: Some(keyring.clone()),
        ..Security::default()
    };
    let mut sealing = Sealing::new(&security);
    let mut out = Vec::new();
    assert_eq!(
        sealing.append(Place::MEMBER, [b"a", b"b"], &mut out),
        Ok(())
    );
    assert_eq!(out, b"ab");

    keyring.demand();
    out.clear();
    let refused = sealing.append(Place::MEMBER, [b"a", b"b"], &mut out);
    assert_eq!((refused, out.len()), (Err(NotSealed), 0));

    keyring.install([1; 32]);
    assert_eq!(
        sealing.append(Place::MEMBER, [b"a", b"b"], &mut out),
        Ok(())
    );
    assert_eq!(out.len(), 2 + DATAGRAM_SEAL_BYTES);
}

#[test]
fn a_crowd_of_senders_is_bounded_and_those_heard_last_are_remembered() {
    let mut link = Link::new(DatagramProtection::Encrypted);
    let mut last = Vec::new();
    for _ in 0..17_000 {
        let made = DatagramSealer::new(&link.sending, DatagramProtection::Encrypted, link.now);
        let (mut out, now) = (Vec::new(), link.now);
        let mut sealer = made.unwrap().unwrap();
        sealer.seal(Place::MEMBER, [b"", b"x"], || now, &mut out);
        assert!(link.open(&out).is_ok());
        last = out;
    }
    assert!(link.opener.len() <= 16_384);
    assert_eq!(link.open(&last), Err(Refusal::Replayed));
}
