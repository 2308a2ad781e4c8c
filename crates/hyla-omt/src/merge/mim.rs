//! Check whether a given MIM can replace the standard one.

use crate::finding::{Finding, Location, OmtError, OmtErrorKind, Rule, Severity};
use crate::model::ObjectModel;
use crate::read::Module;

/// Checks that `given` contains everything of the `standard` MIM: classes, attributes, parameters, dimensions,
/// transportation types and data types. It may add to them.
///
/// # Errors
/// [`OmtErrorKind::NotValid`] with one finding for each thing that is missing or of another data type.
pub fn check_mim(given: &Module, standard: &Module) -> Result<(), OmtError> {
    let mut check = Check {
        given,
        findings: Vec::new(),
    };
    if given.model.edition != standard.model.edition {
        let (is, expected) = (given.model.edition, standard.model.edition);
        check.find(
            Rule::Edition,
            "objectModel".to_owned(),
            format!("the MIM is of {is}, not of {expected}"),
        );
    } else {
        check.objects(&standard.model);
        check.interactions(&standard.model);
        check.tables(&standard.model);
    }
    OmtError::unless_harmless(OmtErrorKind::NotValid, check.findings).map(|_| ())
}

struct Check<'m> {
    given: &'m Module,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn objects(&mut self, standard: &ObjectModel) {
        for (index, class) in standard.object_classes.iter().enumerate() {
            let path = standard.object_class_path(index);
            let element = format!("objects/objectClass[{path}]");
            let Some(given) = self.given.model.find_object_class(&path) else {
                self.missing(element, "object class", &path);
                continue;
            };
            let given = &self.given.model.object_classes[given];
            for attribute in &class.attributes {
                match given
                    .attributes
                    .iter()
                    .find(|given| given.name == attribute.name)
                {
                    None => self.missing(element.clone(), "attribute", &attribute.name),
                    Some(given) => {
                        self.same_type(
                            &element,
                            &attribute.name,
                            &attribute.data_type,
                            &given.data_type,
                        );
                    }
                }
            }
        }
    }

    fn interactions(&mut self, standard: &ObjectModel) {
        for (index, class) in standard.interaction_classes.iter().enumerate() {
            let path = standard.interaction_class_path(index);
            let element = format!("interactions/interactionClass[{path}]");
            let Some(given) = self.given.model.find_interaction_class(&path) else {
                self.missing(element, "interaction class", &path);
                continue;
            };
            let given = &self.given.model.interaction_classes[given];
            for parameter in &class.parameters {
                match given
                    .parameters
                    .iter()
                    .find(|given| given.name == parameter.name)
                {
                    None => self.missing(element.clone(), "parameter", &parameter.name),
                    Some(given) => {
                        self.same_type(
                            &element,
                            &parameter.name,
                            &parameter.data_type,
                            &given.data_type,
                        );
                    }
                }
            }
        }
    }

    fn tables(&mut self, standard: &ObjectModel) {
        let given = &self.given.model;
        for row in &standard.dimensions {
            if !given.dimensions.iter().any(|given| given.name == row.name) {
                self.missing("dimensions".to_owned(), "dimension", &row.name);
            }
        }
        for row in &standard.transportations {
            let same = |given: &&crate::model::Transportation| given.name == row.name;
            match given.transportations.iter().find(same) {
                Some(given) if given.reliable == row.reliable => {}
                _ => self.missing("transportations".to_owned(), "transportation", &row.name),
            }
        }
        let types: std::collections::HashSet<_> = given
            .data_types
            .names()
            .map(|(name, kind, _)| (name, kind))
            .collect();
        for (name, kind, _) in standard.data_types.names() {
            if !types.contains(&(name, kind)) {
                self.missing("dataTypes".to_owned(), kind.element(), name);
            }
        }
    }

    fn same_type(
        &mut self,
        element: &str,
        name: &str,
        standard: &Option<String>,
        given: &Option<String>,
    ) {
        if standard != given {
            let show = |name: &Option<String>| name.clone().unwrap_or_else(|| "nothing".to_owned());
            let text = format!(
                "the data type of `{name}` is {}; the standard MIM has {}",
                show(given),
                show(standard)
            );
            self.find(Rule::IncompleteMim, element.to_owned(), text);
        }
    }

    fn missing(&mut self, element: String, what: &str, name: &str) {
        let text = format!("{what} `{name}` of the standard MIM is missing");
        self.find(Rule::IncompleteMim, element, text);
    }

    fn find(&mut self, rule: Rule, element: String, text: String) {
        let place = Location {
            module: self.given.designator.clone(),
            line: 0,
            column: 0,
        };
        let severity = Severity::Error;
        self.findings.push(Finding {
            severity,
            place,
            element,
            rule,
            text,
            other: None,
        });
    }
}
