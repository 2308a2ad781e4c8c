//! Writing the parts of a data frame.

use hyla_types::AttributeHandleSet;

pub(super) fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_length(out: &mut Vec<u8>, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).expect("values are checked against the frame limit");
    put_number(out, length);
}

pub(super) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_length(out, bytes);
    out.extend_from_slice(bytes);
}

pub(super) fn put_set(out: &mut Vec<u8>, attributes: &AttributeHandleSet) {
    put_number(out, attributes.len() as u32);
    for attribute in attributes {
        put_number(out, attribute.raw());
    }
}
