//! Makes Rust types of the `.proto` files, and a table of the messages inside of messages.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use prost_types::field_descriptor_proto::Type;
use prost_types::{DescriptorProto, FileDescriptorSet};

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
/// message in the table.
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
        for field in message
            .field
            .iter()
            .filter(|it| it.r#type() == Type::Message)
        {
            let name = field.type_name().rsplit('.').next().unwrap_or_default();
            let place = places.get(name).ok_or("a message of another package")?;
            fields.push((u32::try_from(field.number())?, *place));
        }
        fields.sort_unstable();
        writeln!(code, "    &{fields:?},")?;
    }
    let call = places.get("CallRequest").ok_or("no calls")?;
    writeln!(code, "];\nconst CALL_REQUEST: usize = {call};")?;
    Ok(code)
}
