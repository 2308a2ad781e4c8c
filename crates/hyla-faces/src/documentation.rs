//! Clause, exceptions and cost of services in words.

use hyla_types::{Edition, ExceptionKind, Service};

use crate::notes::{cost, note};

/// The exceptions that most services share: "those of every service".
const SHARED: [ExceptionKind; 5] = [
    ExceptionKind::SaveInProgress,
    ExceptionKind::RestoreInProgress,
    ExceptionKind::FederateNotExecutionMember,
    ExceptionKind::NotConnected,
    ExceptionKind::RTIinternalError,
];

/// The first paragraph: name, clauses and what there is to say.
#[must_use]
pub fn summary(service: Service, is_other_form: bool) -> String {
    let name = if service == Service::GetAvailableDimensionsForObjectClass && is_other_form {
        "getAvailableDimensionsForClassAttribute".to_owned()
    } else {
        service.to_string()
    };
    let clauses = clauses(service);
    let note = note(service, is_other_form);
    let text = format!("`{name}`{clauses}. {note}");
    text.trim_end().to_owned()
}

fn clauses(service: Service) -> String {
    let info = service.info();
    let only = |year: &str, clause: Option<&str>| match clause {
        Some(clause) => format!(" ({clause}, {year})"),
        None => format!(" ({year})"),
    };
    match (info.clause_2010, info.clause_2025) {
        _ if info.name_2010.is_none() => only("2025", info.clause_2025),
        _ if info.name_2025.is_none() => only("2010", info.clause_2010),
        (Some(old), Some(new)) if old == new => format!(" ({new})"),
        (Some(old), Some(new)) => format!(" ({old} in 2010, {new} in 2025)"),
        (Some(clause), None) | (None, Some(clause)) => format!(" ({clause})"),
        (None, None) => String::new(),
    }
}

/// Cost of the service: a paragraph.
#[must_use]
pub fn price(service: Service) -> &'static str {
    cost(service).text()
}

/// The exceptions of a service, without those of every service: each with the edition that it is of, if it is not of both.
#[must_use]
pub fn exceptions(service: Service) -> Vec<(ExceptionKind, Option<Edition>)> {
    let info = service.info();
    let own = |edition: Edition| {
        let listed = info.exceptions(edition).iter().copied();
        listed.filter(|kind| !SHARED.contains(kind))
    };
    let mut all = Vec::new();
    for kind in own(Edition::Hla2025) {
        let also_old = own(Edition::Hla2010).any(|old| old == kind.for_edition(Edition::Hla2010));
        let both = also_old || info.name_2010.is_none();
        all.push((kind, (!both).then_some(Edition::Hla2025)));
    }
    for kind in own(Edition::Hla2010) {
        let told = |(new, _): &(ExceptionKind, _)| new.for_edition(Edition::Hla2010) == kind;
        if !all.iter().any(told) {
            let only = info.name_2025.is_some().then_some(Edition::Hla2010);
            all.push((kind, only));
        }
    }
    all
}

/// The paragraph on errors, each exception written by `quoted`.
#[must_use]
pub fn errors(service: Service, quoted: impl Fn(ExceptionKind) -> String) -> String {
    let listed = exceptions(service).into_iter().map(|(kind, only)| {
        let old = kind.for_edition(Edition::Hla2010);
        let name = quoted(kind);
        match only {
            Some(Edition::Hla2010) => format!("{name} (2010)"),
            Some(Edition::Hla2025) => format!("{name} (2025)"),
            None if old != kind && service.info().name_2010.is_some() => {
                format!("{name} (2010: {})", quoted(old))
            }
            None => name,
        }
    });
    let listed: Vec<String> = listed.collect();
    if listed.is_empty() {
        "Only those of every service.".to_owned()
    } else {
        format!("{}; and those of every service.", listed.join(", "))
    }
}
