//! Generates Rust types of `latency.proto`, for Protocol Buffers and JSON.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=proto");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
    let files = protox::compile(["latency.proto"], [&directory])?;
    prost_build::Config::new()
        .message_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]")
        .message_attribute(".", "#[serde(default, deny_unknown_fields)]")
        // Numbers in Protocol Buffers, names in JSON.
        .field_attribute(
            "Answer.validity",
            "#[serde(with = \"super::names::validity\")]",
        )
        .field_attribute("Answer.basis", "#[serde(with = \"super::names::basis\")]")
        .field_attribute(
            "Answer.quantity",
            "#[serde(with = \"super::names::quantity\")]",
        )
        .field_attribute(
            "Connection.quantity",
            "#[serde(with = \"super::names::quantity\")]",
        )
        .compile_fds(files)?;
    Ok(())
}
