//! Makes Rust types of the `.proto` files, a table of the messages inside of messages, and the sizes of those in lists.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};

const FILES: [&str; 3] = [
    "datatypes.proto",
    "RTIambassador.proto",
    "FederateAmbassador.proto",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=proto");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
    let files = protox::compile(FILES, [&directory])?;
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(Path::new(&out).join("nested.rs"), nested(&files)?)?;
    // `bytes` fields share the buffer of the message that they arrived in.
    prost_build::Config::new().bytes(["."]).compile_fds(files)?;
    Ok(())
}

/// Code of the table: for each message the fields that are messages, in the order of their numbers, each with the place of that
/// message in the table. Then the sizes in memory of the messages that a call has in lists.
fn nested(files: &FileDescriptorSet) -> Result<String, Box<dyn std::error::Error>> {
    let messages: Vec<&DescriptorProto> = files
        .file
        .iter()
        .flat_map(|file| &file.message_type)
        .collect();
    let places: HashMap<&str, usize> = messages.iter().map(|it| it.name()).zip(0..).collect();
    let mut code = String::from("const NESTED: &[&[(u32, usize)]] = &[\n");
    for message in &messages {
        let mut fields = Vec::new();
        for field in messages_in(message) {
            let place = places
                .get(type_of(field))
                .ok_or("a message of another package")?;
            fields.push((u32::try_from(field.number())?, *place));
        }
        fields.sort_unstable();
        writeln!(code, "    &{fields:?},")?;
    }
    let call = *places.get("CallRequest").ok_or("no calls")?;
    writeln!(code, "];\nconst CALL_REQUEST: usize = {call};")?;

    let (mut found, mut in_lists) = (BTreeSet::from([call]), BTreeSet::new());
    let mut left = vec![call];
    while let Some(place) = left.pop() {
        for field in messages_in(messages[place]) {
            if field.label() == Label::Repeated {
                in_lists.insert(type_of(field));
            }
            let inside = places[type_of(field)];
            if found.insert(inside) {
                left.push(inside);
            }
        }
    }
    writeln!(code, "const SIZES_IN_LISTS: &[usize] = &[")?;
    for name in in_lists {
        writeln!(code, "    size_of::<crate::{name}>(),")?;
    }
    writeln!(code, "];")?;
    Ok(code)
}

/// Fields of the message that are messages.
fn messages_in(message: &DescriptorProto) -> impl Iterator<Item = &FieldDescriptorProto> {
    let fields = message.field.iter();
    fields.filter(|field| field.r#type() == Type::Message)
}

/// Name of the field's type, without the package.
fn type_of(field: &FieldDescriptorProto) -> &str {
    field.type_name().rsplit('.').next().unwrap_or_default()
}
