//! Generates Rust of `echo.idl`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    hyla_idl::build("idl/echo.idl", &[])
}
