//! Collects values of profiles: each value is checked when read, combinations at the end.

use std::collections::BTreeMap;

use hyla_net::Profile;
use hyla_net::modules::ModuleSpec;

use super::super::model::Settings;
use super::super::problem::{Origin, Problem, closest};
use super::super::raw::Raw;
use super::modules::{self, ModuleForm};
use super::table::{self, MODULES};
use super::{BEST_EFFORT, Named, Profiles, check, standard};

/// Values read so far.
#[derive(Debug, Default)]
pub(in super::super) struct Draft {
    profiles: BTreeMap<String, DraftProfile>,
}

/// One profile.
#[derive(Debug)]
pub(super) struct DraftProfile {
    pub(super) profile: Profile,
    /// Location of its first mention.
    pub(super) began: Origin,
    /// Fields with their locations.
    pub(super) given: BTreeMap<&'static str, Origin>,
    chain: Vec<&'static ModuleForm>,
    parameters: BTreeMap<(&'static str, &'static str), (Raw, Origin)>,
}

impl DraftProfile {
    /// Location of that field, if it is set.
    pub(super) fn given(&self, key: &str) -> Option<&Origin> {
        self.given.get(key)
    }

    /// Location of that field, or the start of the profile.
    pub(super) fn origin_of(&self, key: &str) -> &Origin {
        self.given.get(key).unwrap_or(&self.began)
    }
}

/// A full name, such as `qos.Command.bundle.bytes`, without `qos.`.
pub(in super::super) struct FieldName<'a> {
    pub(in super::super) profile: &'a str,
    pub(in super::super) module: Option<&'a str>,
    pub(in super::super) key: &'a str,
}

impl<'a> FieldName<'a> {
    /// Reads `NAME.KEY` or `NAME.MODULE.KEY`.
    pub(in super::super) fn of(name: &'a str) -> Option<Self> {
        let mut parts = name.split('.');
        let profile = parts.next()?;
        let (second, third, rest) = (parts.next()?, parts.next(), parts.next());
        if rest.is_some() {
            return None;
        }
        Some(match third {
            None => Self {
                profile,
                module: None,
                key: second,
            },
            Some(key) => Self {
                profile,
                module: Some(second),
                key,
            },
        })
    }

    fn full(&self) -> String {
        match self.module {
            None => format!("qos.{}.{}", self.profile, self.key),
            Some(module) => format!("qos.{}.{module}.{}", self.profile, self.key),
        }
    }
}

/// Names of the object model: letters, digits, `-` and `_`.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

impl Draft {
    /// Begins a profile, possibly without fields.
    pub(in super::super) fn begin(
        &mut self,
        name: &str,
        origin: &Origin,
    ) -> Result<(), Box<Problem>> {
        self.profile(name, origin).map(|_| ())
    }

    /// Adds one value.
    pub(in super::super) fn set(
        &mut self,
        place: &FieldName<'_>,
        raw: Raw,
        origin: Origin,
    ) -> Result<(), Box<Problem>> {
        let draft = self.profile(place.profile, &origin)?;
        match place.module {
            None => draft.set_field(place, &raw, origin),
            Some(module) => draft.set_parameter(place, module, raw, origin),
        }
    }

    fn profile(&mut self, name: &str, origin: &Origin) -> Result<&mut DraftProfile, Box<Problem>> {
        if !is_name(name) {
            return Err(Box::new(Problem::Inconsistent {
                origin: origin.clone(),
                what: format!(
                    "`{name}` cannot be the name of a transportation type: those have letters, digits, `-` and `_`"
                ),
            }));
        }
        Ok(self
            .profiles
            .entry(name.to_owned())
            .or_insert_with(|| DraftProfile {
                profile: standard(name, name != BEST_EFFORT),
                began: origin.clone(),
                given: BTreeMap::new(),
                chain: Vec::new(),
                parameters: BTreeMap::new(),
            }))
    }

    /// Builds the profiles, and adds contradictions to `problems`.
    pub(in super::super) fn finish(
        self,
        settings: &Settings,
        problems: &mut Vec<Problem>,
    ) -> Profiles {
        let wait = settings.wait();
        let mut named = BTreeMap::new();
        for (name, mut draft) in self.profiles {
            draft.build_chain();
            if draft.given("wait").is_none() {
                draft.profile.wait = wait;
            }
            check::all(&draft, settings, problems);
            let as_modelled = draft.given("reliability").is_none()
                && ![super::RELIABLE, BEST_EFFORT].contains(&name.as_str());
            let profile = draft.profile;
            named.insert(
                name,
                Named {
                    profile,
                    as_modelled,
                },
            );
        }
        Profiles { named, wait }
    }
}

impl DraftProfile {
    fn set_field(
        &mut self,
        place: &FieldName<'_>,
        raw: &Raw,
        origin: Origin,
    ) -> Result<(), Box<Problem>> {
        let Some(field) = table::find(place.key) else {
            // May be a parameter, one level too high.
            let parameter = modules::MODULES
                .iter()
                .find(|form| form.parameter(place.key).is_some())
                .map(|form| format!("{}.{}", form.name(), place.key));
            let nearest = closest(
                place.key,
                table::FIELDS.iter().map(table::ProfileField::name),
            )
            .or(parameter)
            .map(|key| format!("qos.{}.{key}", place.profile));
            return Err(Box::new(Problem::UnknownSetting {
                origin,
                name: place.full(),
                nearest,
            }));
        };
        if !field.assign(&mut self.profile, raw) {
            return Err(Box::new(Problem::wrong(
                origin,
                place.full(),
                field.accepts(),
                field.kind().is_bare(),
                raw,
            )));
        }
        if field.name() == MODULES {
            self.chain = chain(place, raw, &origin)?;
        }
        self.given.insert(field.name(), origin);
        Ok(())
    }

    fn set_parameter(
        &mut self,
        place: &FieldName<'_>,
        module: &str,
        raw: Raw,
        origin: Origin,
    ) -> Result<(), Box<Problem>> {
        let form = known(place, module, &origin)?;
        let Some(parameter) = form.parameter(place.key) else {
            let nearest = closest(
                place.key,
                form.parameters().iter().map(modules::ModuleParameter::name),
            )
            .map(|key| format!("qos.{}.{module}.{key}", place.profile));
            return Err(Box::new(Problem::UnknownSetting {
                origin,
                name: place.full(),
                nearest,
            }));
        };
        if !parameter.assign(&mut form.standard(), &raw) {
            return Err(Box::new(Problem::wrong(
                origin,
                place.full(),
                parameter.accepts(),
                parameter.kind().is_bare(),
                &raw,
            )));
        }
        self.parameters
            .insert((form.name(), parameter.name()), (raw, origin));
        Ok(())
    }

    /// Builds the chain with its parameters.
    fn build_chain(&mut self) {
        self.profile.modules = self.chain.iter().map(|form| self.build(form)).collect();
    }

    fn build(&self, form: &ModuleForm) -> ModuleSpec {
        let mut spec = form.standard();
        for ((module, key), (raw, _)) in &self.parameters {
            if *module == form.name()
                && let Some(parameter) = form.parameter(key)
            {
                // The value matched when it was read.
                parameter.assign(&mut spec, raw);
            }
        }
        spec
    }

    /// Parameters of modules that are not in the chain.
    pub(super) fn idle_parameters(&self) -> impl Iterator<Item = (&'static str, &Origin)> {
        self.parameters
            .iter()
            .filter(|((module, _), _)| !self.chain.iter().any(|form| form.name() == *module))
            .map(|((module, _), (_, origin))| (*module, origin))
    }
}

fn chain(
    place: &FieldName<'_>,
    raw: &Raw,
    origin: &Origin,
) -> Result<Vec<&'static ModuleForm>, Box<Problem>> {
    let names = modules::names(raw).unwrap_or_default();
    names
        .iter()
        .map(|name| known(place, name, origin))
        .collect()
}

fn known(
    place: &FieldName<'_>,
    module: &str,
    origin: &Origin,
) -> Result<&'static ModuleForm, Box<Problem>> {
    modules::find(module).ok_or_else(|| {
        let names = || modules::MODULES.iter().map(ModuleForm::name);
        let help = match closest(module, names()) {
            Some(name) => format!("the nearest is `{name}`"),
            None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
        };
        Box::new(Problem::Inconsistent {
            origin: origin.clone(),
            what: format!(
                "`qos.{}` has no protocol module `{module}`; {help}",
                place.profile
            ),
        })
    })
}
