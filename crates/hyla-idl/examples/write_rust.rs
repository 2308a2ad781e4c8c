//! Writes Rust for an IDL file: `cargo run -p hyla-idl --example write_rust -- FILE.idl FILE.rs`

use hyla_idl::Disk;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("expected FILE.idl and FILE.rs".into());
    };
    let model = hyla_idl::read(&from, &Disk, &[])?;
    std::fs::write(to, hyla_idl::rust::generate(&model)?)?;
    Ok(())
}
