//! Generates Rust of `latency.proto`, for Protocol Buffers and JSON, and of `latency.idl`.

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
    interface_definition()
}

fn interface_definition() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=idl");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("idl/latency.idl");
    let file = file.to_str().ok_or("the path is not Unicode")?;
    let model = hyla_idl::read(file, &hyla_idl::Disk, &[])?;
    let text = hyla_idl::rust::generate(&model)?;
    let to = Path::new(&std::env::var("OUT_DIR")?).join("latency_idl.rs");
    Ok(std::fs::write(to, text)?)
}
