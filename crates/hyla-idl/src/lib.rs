//! Interface definition language of the OMG (IDL 3.0 without components): reads and checks files,
//! and gives their definitions as a [`Model`].
//!
//! ```
//! use hyla_idl::{Files, Kind, Memory};
//!
//! let files = Memory::default().with("echo.idl", "module M { interface Echo { long twice(in long n); }; };");
//! let model = hyla_idl::read("echo.idl", &files, &[]).expect("the text is correct");
//!
//! let echo = model.find("M::Echo").expect("it was defined");
//! assert_eq!(model[echo].repository_id, "IDL:M/Echo:1.0");
//! assert!(matches!(model[echo].kind, Kind::Interface(_)));
//! ```
//!
//! A run reports up to 50 [`Finding`]s, each with file, line, column and the expected text.
//! Constants are evaluated, names are resolved, and repository identifiers follow `#pragma prefix`,
//! `ID` and `version`. The preprocessor supports `#include`, `#define` of names without parameters,
//! `#if` and its relatives, `#error` and `#pragma`.
//!
//! Value types are read but have no mapping. [`rust`] generates stubs, servants' traits and
//! marshallers; a build script calls [`build`].
#![forbid(unsafe_code)]

mod finding;
mod lexer;
mod model;
mod parse;
mod preprocess;
pub mod rust;
mod source;

pub use finding::{Finding, Findings};
pub use model::{
    Attribute, Basic, Case, Constant, DefId, Definition, Direction, Field, Interface,
    InterfaceKind, Kind, Label, Literal, Model, Operation, Parameter, Type, Union,
};
pub use source::{Disk, Files, Memory};

use std::path::{Path, PathBuf};

/// Predefined name: `NAME` or `NAME=VALUE`, like a compiler's `-D`.
pub type Define = String;

/// Include directories and predefined names.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Directories of `#include`, in the order in which they are tried.
    pub include: Vec<PathBuf>,
    /// Predefined names.
    pub defines: Vec<Define>,
}

/// Reads `path` and its includes. An included file is searched beside the including file (quoted
/// names only), then in `include`.
///
/// # Errors
/// All errors, up to 50 findings.
pub fn read(path: &str, files: &dyn Files, include: &[PathBuf]) -> Result<Model, Findings> {
    let options = Options {
        include: include.to_vec(),
        defines: Vec::new(),
    };
    read_with(path, files, &options)
}

/// As [`read`], with predefined names.
///
/// # Errors
/// All errors, up to 50 findings.
pub fn read_with(path: &str, files: &dyn Files, options: &Options) -> Result<Model, Findings> {
    let tokens = preprocess::run(path, files, options);
    parse::run(tokens)
}

/// For build scripts: reads `path` and writes Rust to `$OUT_DIR`, under the name of the file with
/// the ending `.rs`. Cargo reruns the script when one of the files changes.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     hyla_idl::build("idl/echo.idl", &["idl"])?;
///     Ok(())
/// }
/// // in the program
/// // mod echo { include!(concat!(env!("OUT_DIR"), "/echo.rs")); }
/// ```
///
/// # Errors
/// Errors of the files, definitions without a mapping, errors of writing.
pub fn build(path: &str, include: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let include: Vec<PathBuf> = include.iter().map(PathBuf::from).collect();
    println!("cargo:rerun-if-changed={path}");
    let model = read(path, &Disk, &include)?;
    for file in model.files() {
        println!("cargo:rerun-if-changed={file}");
    }
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: not a build script")?;
    let stem = Path::new(path)
        .file_stem()
        .ok_or("the path names no file")?;
    let out = Path::new(&out).join(stem).with_extension("rs");
    std::fs::write(out, rust::generate(&model)?)?;
    Ok(())
}
