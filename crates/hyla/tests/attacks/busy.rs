//! A federate that asks without end, and reads every answer: nothing of it is refused, and others have their turns.

use std::io::{BufReader, Read};

use hyla_core::message::{FromRti, MemberRequest, ToRti, decode_control};

use crate::beside::Scene;
use crate::memory::{OWN, control, create};
use crate::native::{join, say};

/// Messages in a write, and writes of an attack.
const TOGETHER: u32 = 500;
const WRITES: u32 = 60;

#[test]
fn who_asks_without_end_leaves_others_their_turns() {
    Scene::default().attack(
        |target| {
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let (mut asker, ..) = join(&address, OWN);
                let answers = asker.try_clone().unwrap();
                let read = std::thread::spawn(move || until_answered(BufReader::new(answers)));
                for write in 0..WRITES {
                    say(&mut asker, &questions(write * TOGETHER));
                }
                read.join().unwrap();
            }
        },
        |rti| assert_eq!(rti.refused("violation"), 0),
    );
}

/// Reservations of names that are given back at once.
fn questions(first: u32) -> Vec<u8> {
    let mut all = Vec::new();
    let mut put = |request| all.extend(control(&ToRti::Member(request)));
    for number in first..first + TOGETHER {
        let names = || vec![format!("n{number}").into()];
        put(MemberRequest::ReserveNames {
            number,
            names: names(),
            multiple: false,
        });
        put(MemberRequest::ReleaseNames { names: names() });
    }
    all
}

/// Reads until the last reservation is answered; none was refused.
fn until_answered(mut answers: impl Read) {
    let mut expected = 0;
    while expected < TOGETHER * WRITES {
        let mut length = [0; 4];
        answers.read_exact(&mut length).unwrap();
        let mut content = vec![0; u32::from_le_bytes(length) as usize];
        answers.read_exact(&mut content).unwrap();
        if let Ok(FromRti::NamesReserved { number, refused }) = decode_control(&content) {
            assert_eq!((number, refused.len()), (expected, 0));
            expected += 1;
        }
    }
}
