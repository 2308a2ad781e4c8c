//! Any payload as a call of a client: counted, decoded and answered, by an exception mostly, since nobody is
//! connected; what was decoded can be encoded and means the same.

use bytes::{Bytes, BytesMut};
use hyla_fedpro::service::{Services, weight};
use hyla_fedpro_messages::{CallRequest, CallbackResponse, Whole, Written};

/// Checks one input.
pub fn check(input: &[u8]) {
    let payload = Bytes::copy_from_slice(input);
    let _ = CallbackResponse::read(payload.clone());
    let most = input.len();
    assert!(CallRequest::fields(input, most) <= most);
    let Ok(call) = CallRequest::read(payload) else {
        return;
    };
    let mut written = BytesMut::new();
    call.write(&mut written);
    assert_eq!(written.len(), call.length());
    let again = CallRequest::read(written.freeze()).expect("what was written can be read");
    // Numbers that are not numbers equal nothing, themselves included.
    assert_eq!(format!("{again:?}"), format!("{call:?}"));
    let refuse = |_: &_, _, _| {
        let kind = hyla_types::ExceptionKind::ConnectionFailed;
        Err(hyla_types::Exception::new(kind, "no RTI here"))
    };
    let _ = weight(&call);
    let answer = Services::new(refuse, |_: &dyn Written, _| {}).serve(call);
    assert!(answer.call_response.is_some());
}
