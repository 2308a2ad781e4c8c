//! Object model modules as clients send them: the content of a file, an archive with one file in it,
//! or an address.

use std::io::{Cursor, Read};

use hyla_fedpro_messages as fp;
use hyla_lrc::ModuleSource;
use hyla_types::{Exception, ExceptionKind};

/// The longest module out of an archive. Real ones have a few megabytes; an archive of a megabyte can
/// unfold to a thousand times of it.
pub const LONGEST: u64 = 64 << 20;

/// The name kept for the MIM of the standard, which clients send as the address of a module.
const STANDARD_MIM: &str = "HLAstandardMIM";

/// Kind of a module; it decides the exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleKind {
    /// A module of the federation's object model.
    Fom,
    /// The MIM.
    Mim,
}

impl ModuleKind {
    fn could_not_open(self, why: impl Into<String>) -> Exception {
        let kind = match self {
            Self::Fom => ExceptionKind::CouldNotOpenFOM,
            Self::Mim => ExceptionKind::CouldNotOpenMIM,
        };
        Exception::new(kind, why)
    }

    fn error_reading(self, why: impl Into<String>) -> Exception {
        let kind = match self {
            Self::Fom => ExceptionKind::ErrorReadingFOM,
            Self::Mim => ExceptionKind::ErrorReadingMIM,
        };
        Exception::new(kind, why)
    }
}

/// A module with its content, copied once.
///
/// # Errors
/// `CouldNotOpenFOM` or `CouldNotOpenMIM` for an address: the server fetches nothing and reads no
/// file of its own for a client. `ErrorReadingFOM` or `ErrorReadingMIM` for an archive that cannot be
/// unpacked, has not exactly one file or is longer than [`LONGEST`].
pub fn source(module: &fp::FomModule, kind: ModuleKind) -> Result<ModuleSource, Exception> {
    source_within(module, kind, LONGEST)
}

/// As [`source`]; an archive unfolds to at most `longest` bytes.
fn source_within(
    module: &fp::FomModule,
    kind: ModuleKind,
    longest: u64,
) -> Result<ModuleSource, Exception> {
    use fp::fom_module::FomModule;
    match &module.fom_module {
        Some(FomModule::File(file)) => Ok(ModuleSource {
            designator: file.name.clone(),
            content: file.content.to_vec(),
        }),
        Some(FomModule::CompressedModule(archive)) => unpacked(archive, kind, longest),
        Some(FomModule::Url(url)) if kind == ModuleKind::Mim && url == STANDARD_MIM => {
            Ok(ModuleSource {
                designator: url.clone(),
                content: Vec::new(),
            })
        }
        Some(FomModule::Url(url)) => Err(kind.could_not_open(format!(
            "{url}: the client sent this address and not the module, as it does for a file that it \
             cannot read; the server opens no files and addresses for its clients"
        ))),
        None => Err(kind.could_not_open("a module without content")),
    }
}

/// All modules of a set. Its archives unfold to [`LONGEST`] bytes together: a message of many small archives would take any
/// amount of memory otherwise.
///
/// # Errors
/// As [`source`], for the first that has one.
pub fn sources(set: Option<&fp::FomModuleSet>) -> Result<Vec<ModuleSource>, Exception> {
    use fp::fom_module::FomModule;
    let modules = set.map_or(&[][..], |set| &set.fom_module);
    let mut left = LONGEST;
    let mut sources = Vec::with_capacity(modules.len());
    for module in modules {
        let source = source_within(module, ModuleKind::Fom, left)?;
        if let Some(FomModule::CompressedModule(_)) = module.fom_module {
            left = left.saturating_sub(source.content.len() as u64);
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The file of an archive. Its length comes from the central directory: archives written as a stream
/// have none in front of the file.
fn unpacked(archive: &[u8], kind: ModuleKind, longest: u64) -> Result<ModuleSource, Exception> {
    let broken = |error: &dyn std::fmt::Display| {
        kind.error_reading(format!("the compressed module cannot be unpacked: {error}"))
    };
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).map_err(|e| broken(&e))?;
    if archive.len() != 1 {
        let found = archive.len();
        return Err(kind.error_reading(format!(
            "the compressed module has {found} entries; exactly one file is expected"
        )));
    }
    let file = archive.by_index(0).map_err(|e| broken(&e))?;
    let designator = file.name().map_err(|e| broken(&e))?.into_owned();
    let mut content = Vec::new();
    file.take(longest + 1)
        .read_to_end(&mut content)
        .map_err(|e| broken(&e))?;
    if content.len() as u64 > longest {
        return Err(kind.error_reading(format!(
            "{designator} unfolds to more than {longest} bytes; the archives of a call may unfold to {LONGEST} together"
        )));
    }
    Ok(ModuleSource {
        designator,
        content,
    })
}

#[cfg(test)]
#[path = "module_tests.rs"]
mod tests;
