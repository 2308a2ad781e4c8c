//! Gives the library the name under which programs look for it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system == "linux" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhyla.so.0");
    }
}
