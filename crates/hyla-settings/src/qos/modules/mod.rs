//! Every protocol module with its parameters: determines parser and documentation.

mod table;

use hyla_net::modules::ModuleSpec;

use super::super::parameter::Parameter;
use super::super::raw::Raw;
pub use table::MODULES;

/// One parameter of a module; its name is the key in `[qos.NAME.MODULE]`. Its value lies in a
/// [`ModuleSpec`] of that module.
pub type ModuleParameter = Parameter<ModuleSpec>;

/// A protocol module.
#[derive(Debug)]
pub struct ModuleForm {
    name: &'static str,
    about: &'static str,
    parameters: &'static [ModuleParameter],
    standard: fn() -> ModuleSpec,
}

impl ModuleForm {
    /// Its name, as in `modules`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its effect.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Its parameters, in `[qos.NAME.MODULE]`.
    pub fn parameters(&self) -> &'static [ModuleParameter] {
        self.parameters
    }

    /// The module with default parameters.
    pub fn standard(&self) -> ModuleSpec {
        (self.standard)()
    }

    pub(super) fn parameter(&self, key: &str) -> Option<&'static ModuleParameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name() == key)
    }
}

/// The module of that name.
pub fn find(name: &str) -> Option<&'static ModuleForm> {
    MODULES.iter().find(|form| form.name == name)
}

/// A module with one changed parameter, in the form of a settings string.
///
/// # Errors
/// An unknown name or an invalid value.
pub fn changed(module: &ModuleSpec, key: &str, value: &str) -> Result<ModuleSpec, String> {
    let name = module.name();
    let parameters = find(name).map_or(&[][..], ModuleForm::parameters);
    let Some(parameter) = parameters.iter().find(|parameter| parameter.name() == key) else {
        let known: Vec<_> = parameters.iter().map(ModuleParameter::name).collect();
        return Err(format!(
            "HylaParameter: module {name} has no parameter {key:?}; it has: {}",
            known.join(", ")
        ));
    };
    let changed = super::assigned(parameter, module, &format!("{name}.{key}"), value)?;
    let checked = changed.check();
    checked.map_err(|error| format!("HylaValue: {error}"))?;
    Ok(changed)
}

/// The names of a chain, known or not.
pub(in super::super) fn names(raw: &Raw) -> Option<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use super::super::super::parameter::Kind;
    use super::*;

    #[test]
    fn all_modules_that_there_are_can_be_named() {
        let mut names: Vec<_> = MODULES.iter().map(ModuleForm::name).collect();
        let mut wanted = ModuleSpec::names().to_vec();
        names.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(names, wanted);
        for form in MODULES {
            assert_eq!(form.standard().name(), form.name());
            assert_eq!(ModuleSpec::from_name(form.name()), Some(form.standard()));
            assert!(super::super::table::find(form.name()).is_none());
        }
    }

    #[test]
    fn every_default_of_a_parameter_is_read_as_itself() {
        for form in MODULES {
            for parameter in form.parameters() {
                let mut spec = form.standard();
                let shown = parameter.value_in(&spec);
                assert!(
                    parameter.assign(&mut spec, &Raw::Text(shown)),
                    "{}.{}",
                    form.name(),
                    parameter.name()
                );
                assert_eq!(spec, form.standard());
            }
        }
    }

    /// Values at both limits.
    fn ends(kind: Kind) -> Vec<String> {
        match kind {
            Kind::Flag => vec!["true".into(), "false".into()],
            Kind::Whole { least, most, .. } => vec![least.to_string(), most.to_string()],
            Kind::Real { least, most } => vec![least.to_string(), most.to_string()],
            Kind::Words(words) => words.iter().map(|forms| forms[0].to_owned()).collect(),
            Kind::Text { .. } | Kind::List { .. } => Vec::new(),
        }
    }

    #[test]
    fn the_ends_of_every_range_are_taken_by_the_module() {
        for form in MODULES {
            for parameter in form.parameters() {
                for end in ends(parameter.kind()) {
                    let mut spec = form.standard();
                    let taken = parameter.assign(&mut spec, &Raw::Text(end.clone()));
                    assert!(taken, "{}.{} = {end}", form.name(), parameter.name());
                    // The two times of `retransmit` bound each other as well.
                    if !parameter.name().contains("_timeout_") {
                        assert_eq!(spec.check(), Ok(()));
                    }
                }
            }
        }
    }
}
