//! A client of the Federate Protocol that sends anything, in pieces of any size: each frame is taken or
//! refused, each call answered once, and what goes back is whole frames.

use std::time::Duration;

use hyla_fedpro::session::{ClientSession, Cut, Limits, Opening, ReceivedMessage};
use hyla_fedpro::wire::FrameDecoder;
use hyla_fedpro_messages::CallResponse;

const NOW: Duration = Duration::ZERO;

/// Checks one input.
pub fn check(input: &[u8]) {
    let Some((&size, bytes)) = input.split_first() else {
        return;
    };
    let mut decoder = FrameDecoder::new(1 << 16);
    let mut session = ClientSession::new(77, Limits::default(), NOW);
    let mut client = FrameDecoder::new(usize::MAX);
    let mut cut = false;
    for piece in bytes.chunks(usize::from(size) + 1) {
        decoder.extend(piece);
        while let Ok(Some(frame)) = decoder.next_frame() {
            if let Ok(Opening::Resume(request)) = Opening::parse(&frame) {
                cut &= session.resume(&request, NOW).is_err();
                continue;
            }
            match session.receive(frame, NOW) {
                Ok(ReceivedMessage::Call { number, .. }) => {
                    session.answer(number, &CallResponse::default()).unwrap();
                    session
                        .answer(number, &CallResponse::default())
                        .unwrap_err();
                }
                Ok(ReceivedMessage::Terminate) => session.terminated(),
                Ok(_) => {}
                Err(_) if !cut => {
                    session.dropped(NOW, Cut::Closed);
                    cut = true;
                }
                Err(_) => {}
            }
        }
        while let Some(output) = session.next_batch() {
            session.written(output.len(), NOW);
            client.extend(&output);
        }
    }
    while client
        .next_frame()
        .expect("the server keeps to the protocol")
        .is_some()
    {}
    assert_eq!(client.unfinished(), 0);
}
