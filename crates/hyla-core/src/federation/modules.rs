//! Reading and merging object model modules on behalf of a federate (1516.1 clauses 4.5 and 4.9).

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use hyla_omt::encoding::encode;
use hyla_omt::model::{ObjectModel, OmtEdition};
use hyla_omt::{
    Finding, Module, OmtError, OmtErrorKind, Strictness, extend_reporting, merge_reporting, mim,
    read_module,
};
use hyla_types::{Edition, Exception, ExceptionKind};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::fdd::Fdd;
use crate::message::ModuleSource;

/// A module as it was given, kept because the MOM shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleText {
    /// Name of the module, given by its federate.
    pub(crate) designator: String,
    #[serde(with = "crate::message::shared_bytes")]
    content: Arc<[u8]>,
}

impl ModuleText {
    fn of(module: &Module) -> Self {
        let designator = module.designator.clone();
        Self {
            designator,
            content: module.content.clone(),
        }
    }

    /// Its text.
    pub(crate) fn text(&self) -> String {
        hyla_omt::module_text(&self.content)
            .unwrap_or_else(|_| String::from_utf8_lossy(&self.content).into_owned())
    }
}

/// Adds a module unless an equal one is there.
fn add(modules: &mut Vec<ModuleText>, module: ModuleText) {
    if !modules.iter().any(|known| known.content == module.content) {
        modules.push(module);
    }
}

/// The modules of a federation execution and what they amount to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Models {
    pub(crate) merged: ObjectModel,
    pub(crate) fdd: Arc<Fdd>,
    pub(crate) mim: ModuleText,
    /// FOM modules of the creation and of joins; of equal ones the first.
    pub(crate) modules: Vec<ModuleText>,
    /// Designators in the order of merging, the MIM first.
    pub(crate) designators: Vec<String>,
    /// The value of `HLAcurrentFDD`: written with the models, outside of any call.
    #[serde(skip)]
    current_fdd: OnceLock<Arc<[u8]>>,
}

#[derive(Clone, Copy)]
enum ModuleKind {
    Fom,
    Mim,
}

fn exception(error: &OmtError, kind: ModuleKind) -> Exception {
    let exception = match (error.kind(), kind) {
        (OmtErrorKind::CouldNotOpen, ModuleKind::Fom) => ExceptionKind::CouldNotOpenFOM,
        (OmtErrorKind::NotReadable, ModuleKind::Fom) => ExceptionKind::ErrorReadingFOM,
        (OmtErrorKind::NotValid, ModuleKind::Fom) => ExceptionKind::InvalidFOM,
        (OmtErrorKind::Inconsistent, ModuleKind::Fom) => ExceptionKind::InconsistentFOM,
        (OmtErrorKind::CouldNotOpen, ModuleKind::Mim) => ExceptionKind::CouldNotOpenMIM,
        (OmtErrorKind::NotReadable, ModuleKind::Mim) => ExceptionKind::ErrorReadingMIM,
        (OmtErrorKind::NotValid | OmtErrorKind::Inconsistent, ModuleKind::Mim) => {
            ExceptionKind::InvalidMIM
        }
    };
    Exception::new(exception, error.to_string())
}

fn read(source: &ModuleSource, kind: ModuleKind, strictness: Strictness) -> Result<Module> {
    read_module(&source.designator, &source.content, strictness)
        .map_err(|error| exception(&error, kind))
}

fn compile(merged: &ObjectModel, earlier: Option<&Fdd>) -> Result<Fdd> {
    Fdd::compile(merged, earlier)
        .map_err(|error| Exception::new(ExceptionKind::InconsistentFOM, error.to_string()))
}

/// The object model of a new execution. Without a MIM the standard one of the edition is used: the
/// 2025 one if the creator or any module is of 2025. With it comes what is odd about the modules.
pub(crate) fn merged(
    edition: Edition,
    modules: &[ModuleSource],
    given_mim: Option<&ModuleSource>,
    strictness: Strictness,
) -> Result<(Models, Vec<Finding>)> {
    let foms: Vec<Module> = modules
        .iter()
        .map(|m| read(m, ModuleKind::Fom, strictness))
        .collect::<Result<_>>()?;
    let newer =
        edition == Edition::Hla2025 || foms.iter().any(|m| m.model.edition == OmtEdition::Hla2025);
    let standard = mim::standard(if newer {
        Edition::Hla2025
    } else {
        Edition::Hla2010
    });
    let given = given_mim
        .map(|m| read(m, ModuleKind::Mim, strictness))
        .transpose()?;
    if let Some(given) = &given {
        let newer = given.model.edition == OmtEdition::Hla2025;
        let standard = mim::standard(if newer {
            Edition::Hla2025
        } else {
            Edition::Hla2010
        });
        hyla_omt::check_mim(given, standard).map_err(|error| exception(&error, ModuleKind::Mim))?;
    }
    let mim = given.as_ref().unwrap_or(standard);
    let mut warnings = warnings_of(given.iter().chain(&foms));
    let merged = merge_reporting(mim, &foms, strictness, &mut warnings)
        .map_err(|error| exception(&error, ModuleKind::Fom))?;
    let fdd = compile(&merged, None)?;
    let mut designators = vec![mim.designator.clone()];
    designators.extend(foms.iter().map(|m| m.designator.clone()));
    let mut modules = Vec::new();
    foms.iter()
        .for_each(|fom| add(&mut modules, ModuleText::of(fom)));
    let models = Models {
        merged,
        fdd: Arc::new(fdd),
        mim: ModuleText::of(mim),
        modules,
        designators,
        current_fdd: OnceLock::new(),
    };
    models.current_fdd();
    Ok((models, warnings))
}

/// Irregularities of each of these modules by itself.
fn warnings_of<'m>(modules: impl Iterator<Item = &'m Module>) -> Vec<Finding> {
    modules
        .flat_map(|module| module.warnings.iter().cloned())
        .collect()
}

/// Additions of joins to the object model of an execution.
#[derive(Debug)]
pub(crate) struct Extension {
    /// The models with the new modules; none if those add nothing.
    pub(crate) models: Option<Models>,
    /// The modules as they were given.
    pub(crate) modules: Vec<ModuleText>,
    /// Irregularities of the modules.
    pub(crate) warnings: Vec<Finding>,
}

/// What an object model takes of memory, about, for each byte of the text that would describe it: names, classes and types of
/// the merged model, their tables by name and handle, and that text.
const MODEL_FACTOR: usize = 4;

impl Models {
    /// Number and bytes of the modules, without the standard MIM.
    pub(crate) fn size(&self) -> (usize, usize) {
        let bytes = self.modules.iter().map(|module| module.content.len()).sum();
        (self.modules.len(), bytes)
    }

    /// Bytes of the model in an answer to a join, about: no more than the text that describes it.
    pub(crate) fn answer_bytes(&self) -> usize {
        self.current_fdd().len()
    }

    /// Memory of the models, about. A linear function of their text: what it costs to find out is little.
    pub(crate) fn memory_bytes(&self) -> usize {
        let (_, texts) = self.size();
        texts + self.mim.content.len() + MODEL_FACTOR * self.current_fdd().len()
    }

    /// The value of `HLAcurrentFDD`, written once.
    pub(crate) fn current_fdd(&self) -> &Arc<[u8]> {
        let write = || encode(&*hyla_omt::write(&self.merged)).into();
        self.current_fdd.get_or_init(write)
    }

    /// Result of adding further modules of a join.
    pub(crate) fn extended(
        &self,
        modules: &[ModuleSource],
        strictness: Strictness,
    ) -> Result<Extension> {
        if modules.is_empty() {
            return Ok(Extension {
                models: None,
                modules: Vec::new(),
                warnings: Vec::new(),
            });
        }
        let foms: Vec<Module> = modules
            .iter()
            .map(|m| read(m, ModuleKind::Fom, strictness))
            .collect::<Result<_>>()?;
        let mut warnings = Vec::new();
        let merged = extend_reporting(&self.merged, &foms, strictness, &mut warnings)
            .map_err(|error| exception(&error, ModuleKind::Fom))?;
        let fdd = compile(&merged, Some(&self.fdd))?;
        let mut given = Vec::new();
        let mut modules = self.modules.clone();
        for fom in &foms {
            let text = ModuleText::of(fom);
            // Equal modules of many federates are kept once.
            let known = modules.iter().find(|known| known.content == text.content);
            let content = known.map_or(&text.content, |known| &known.content);
            let content = Arc::clone(content);
            add(
                &mut given,
                ModuleText {
                    content,
                    ..text.clone()
                },
            );
            add(&mut modules, text);
        }
        if fdd == *self.fdd && modules == self.modules {
            // The first join with these modules was already notified of their irregularities.
            return Ok(Extension {
                models: None,
                modules: given,
                warnings: Vec::new(),
            });
        }
        // Irregularities of the earlier modules were logged with them.
        let loaded: HashSet<&str> = self
            .modules
            .iter()
            .chain([&self.mim])
            .map(|module| module.designator.as_str())
            .collect();
        let is_new = |finding: &Finding| !loaded.contains(finding.place.module.as_str());
        warnings.retain(is_new);
        warnings.extend(warnings_of(foms.iter()).into_iter().filter(is_new));
        let mut designators = self.designators.clone();
        if fdd != *self.fdd {
            for module in foms {
                if !designators.contains(&module.designator) {
                    designators.push(module.designator);
                }
            }
        }
        let mim = self.mim.clone();
        let models = Self {
            merged,
            fdd: Arc::new(fdd),
            mim,
            modules,
            designators,
            current_fdd: OnceLock::new(),
        };
        models.current_fdd();
        Ok(Extension {
            models: Some(models),
            modules: given,
            warnings,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str) -> ModuleSource {
        let text = match name {
            "traffic" => &include_bytes!("../../../hyla-conformance/foms/traffic-2025.xml")[..],
            _ => &include_bytes!("../../../../foms/extensions/HylaExtensions-2025.xml")[..],
        };
        ModuleSource {
            designator: name.into(),
            content: text.to_vec(),
        }
    }

    #[test]
    fn the_current_fdd_is_written_when_modules_are_read_and_then_shared() {
        let strictness = Strictness::Lenient;
        let (models, _) = merged(Edition::Hla2025, &[source("traffic")], None, strictness).unwrap();
        let extended = models
            .extended(&[source("extensions")], strictness)
            .unwrap();
        let extended = extended.models.expect("new modules");

        for models in [&models, &extended] {
            let written = models.current_fdd.get().expect("written by now");
            assert_eq!(**written, *encode(&*hyla_omt::write(&models.merged)));
            let copy = models.clone();
            assert!(Arc::ptr_eq(written, copy.current_fdd()));
        }
        assert_ne!(models.current_fdd(), extended.current_fdd());
    }
}
