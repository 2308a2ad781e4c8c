//! Makes Rust types of the `.proto` files.

use std::path::Path;

const FILES: [&str; 3] = [
    "datatypes.proto",
    "RTIambassador.proto",
    "FederateAmbassador.proto",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=proto");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("proto");
    let files = protox::compile(FILES, [&directory])?;
    // `bytes` fields share the buffer of the message that they arrived in.
    prost_build::Config::new().bytes(["."]).compile_fds(files)?;
    Ok(())
}
