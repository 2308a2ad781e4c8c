//! Every protocol module with its parameters, once: the parser and the documentation follow from here.

use hyla_net::modules::ModuleSpec;

use super::super::field::Raw;

/// A protocol module.
#[derive(Debug)]
pub struct ModuleForm {
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    standard: fn() -> ModuleSpec,
}

/// One parameter of a module.
#[derive(Debug)]
pub struct Parameter {
    key: &'static str,
    about: &'static str,
    unit: Option<&'static str>,
    bare: bool,
    accepts: fn() -> String,
    assign: fn(&mut ModuleSpec, &Raw) -> bool,
    show: fn(&ModuleSpec) -> String,
}

impl ModuleForm {
    /// Its name, as in `modules`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it does.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// What can be set, in `[qos.NAME.MODULE]`.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// The module with the parameters it has unless the settings say otherwise.
    pub fn standard(&self) -> ModuleSpec {
        (self.standard)()
    }

    pub(super) fn parameter(&self, key: &str) -> Option<&'static Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.key == key)
    }
}

impl Parameter {
    /// The key, as in `[qos.NAME.MODULE]`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What it is for.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Unit of the value, if it is a quantity.
    pub fn unit(&self) -> Option<&'static str> {
        self.unit
    }

    /// Which values fit, in words.
    pub fn accepts(&self) -> String {
        (self.accepts)()
    }

    /// Its value in `module`, written as a settings string takes it.
    pub fn value_in(&self, module: &ModuleSpec) -> String {
        (self.show)(module)
    }

    pub(super) fn is_bare(&self) -> bool {
        self.bare
    }

    pub(super) fn assign(&self, module: &mut ModuleSpec, raw: &Raw) -> bool {
        (self.assign)(module, raw)
    }
}

/// The module of that name.
pub fn find(name: &str) -> Option<&'static ModuleForm> {
    MODULES.iter().find(|form| form.name == name)
}

/// The names of a chain, known or not.
pub(super) fn names(raw: &Raw) -> Option<Vec<String>> {
    match raw {
        Raw::List(items) => Some(items.clone()),
        Raw::Numbers(items) if items.is_empty() => Some(Vec::new()),
        Raw::Text(text) | Raw::Quoted(text) => Some(
            text.split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
        ),
        _ => None,
    }
}

/// The name of a module, as settings have it.
pub(super) fn name_of(module: &ModuleSpec) -> &'static str {
    MODULES
        .iter()
        .find(|form| std::mem::discriminant(&form.standard()) == std::mem::discriminant(module))
        .map_or("?", |form| form.name)
}

/// All modules.
pub static MODULES: &[ModuleForm] = &[];
