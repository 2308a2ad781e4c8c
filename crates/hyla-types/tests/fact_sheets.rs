//! The tables of this crate agree with the fact sheets made from the standard's headers.
//!
//! The sheets lie outside the repository: in `$HYLA_SHARED/hla`, else in `../shared/hla` beside it.
//! Without them these tests say so and check nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use hyla_types::{
    AdditionalSettingsResultCode, AuthorizationResultCode, CallbackModel, Direction, Edition,
    ExceptionKind, Kind, OrderType, ResignAction, RestoreFailureReason, RestoreStatus,
    SaveFailureReason, SaveStatus, Service, ServiceGroup, ServiceTableGroup,
    SynchronizationPointFailureReason,
};

/// The rows of a sheet, as maps from column to cell.
fn rows(sheet: &str) -> Option<Vec<BTreeMap<String, String>>> {
    let folder = std::env::var_os("HYLA_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = folder.join("hla").join(sheet);
    let Ok(text) = std::fs::read_to_string(&path) else {
        hyla_test_skips::skipped(format!("no fact sheet {sheet} (HYLA_SHARED)"));
        return None;
    };
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header line").split('\t').collect();
    let row = |line: &str| {
        let cells = line.split('\t').map(str::to_owned);
        columns
            .iter()
            .map(|&column| column.to_owned())
            .zip(cells)
            .collect()
    };
    Some(lines.map(row).collect())
}

/// The sheet's list for all overloads: `A, B ; #2 also: C`.
fn listed(cell: &str) -> BTreeSet<ExceptionKind> {
    cell.split(';')
        .map(|part| part.split_once("also:").map_or(part, |(_, extra)| extra))
        .flat_map(|part| part.split(','))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| name.parse().expect("an exception of the standard"))
        .collect()
}

fn some(cell: &str) -> Option<&str> {
    Some(cell).filter(|cell| !cell.is_empty())
}

fn group(name: &str) -> ServiceTableGroup {
    match name {
        "federation" => ServiceTableGroup::Federation,
        "declaration" => ServiceTableGroup::Declaration,
        "object" => ServiceTableGroup::Object,
        "ownership" => ServiceTableGroup::Ownership,
        "time" => ServiceTableGroup::Time,
        "ddm" => ServiceTableGroup::Ddm,
        "support" => ServiceTableGroup::Support,
        "callback-control" => ServiceTableGroup::CallbackControl,
        "api-specific" => ServiceTableGroup::ApiSpecific,
        other => panic!("unknown group {other}"),
    }
}

#[test]
fn the_table_of_services_has_every_row_of_the_sheet_and_no_other() {
    let Some(mut sheet) = rows("services.tsv") else {
        return;
    };
    sheet.retain(|row| row["group"] != "api-specific (Java only)");

    assert_eq!(sheet.len(), Service::COUNT);
    for (row, &service) in sheet.iter().zip(Service::ALL) {
        let info = service.info();
        assert_eq!(info.name_2010, some(&row["name_2010"]), "{service}");
        assert_eq!(info.name_2025, some(&row["name_2025"]), "{service}");
        assert_eq!(info.clause_2010, some(&row["clause_2010"]), "{service}");
        assert_eq!(info.clause_2025, some(&row["clause_2025"]), "{service}");
        assert_eq!(info.group, group(&row["group"]), "{service}");
        let to_rti = row["direction"] == "federate->RTI";
        assert_eq!(info.direction == Direction::ToRti, to_rti, "{service}");
    }
}

#[test]
fn every_service_lists_the_exceptions_of_the_sheet() {
    let Some(mut sheet) = rows("services.tsv") else {
        return;
    };
    sheet.retain(|row| row["group"] != "api-specific (Java only)");

    for (row, &service) in sheet.iter().zip(Service::ALL) {
        for (edition, column) in [
            (Edition::Hla2010, "exceptions_2010"),
            (Edition::Hla2025, "exceptions_2025"),
        ] {
            let ours = service.info().exceptions(edition);
            let set: BTreeSet<_> = ours.iter().copied().collect();
            assert_eq!(set, listed(&row[column]), "{service} in {edition}");
            assert_eq!(
                set.len(),
                ours.len(),
                "{service} lists one twice in {edition}"
            );
        }
    }
}

#[test]
fn the_exceptions_are_those_of_the_sheet_in_both_editions() {
    let Some(sheet) = rows("types.tsv") else {
        return;
    };
    let sheet: BTreeMap<_, _> = sheet
        .iter()
        .filter(|row| row["kind"] == "exception")
        .map(|row| {
            (
                row["name"].as_str(),
                (row["value_2010"] == "y", row["value_2025"] == "y"),
            )
        })
        .collect();

    let ours: BTreeMap<_, _> = ExceptionKind::ALL
        .iter()
        .map(|kind| {
            let in_editions = Edition::ALL.map(|edition| kind.in_edition(edition));
            (kind.name(), in_editions.into())
        })
        .collect();

    assert_eq!(ours, sheet);
}

#[test]
fn the_enumerated_types_have_the_numbers_of_the_sheet() {
    let Some(sheet) = rows("types.tsv") else {
        return;
    };
    let expected: BTreeSet<(String, String, i32)> = sheet
        .iter()
        // The transportation types of 2010 are handles here, as everywhere else.
        .filter(|row| row["kind"] == "enum" && row["name"] != "TransportationType")
        .map(|row| {
            let value = some(&row["value_2025"]).unwrap().parse().unwrap();
            (row["name"].clone(), row["member"].clone(), value)
        })
        .collect();

    let mut ours = BTreeSet::new();
    macro_rules! add {
        ($($enumeration:ident),*) => {
            $(for value in $enumeration::ALL {
                let name = stringify!($enumeration).to_owned();
                ours.insert((name, value.name().to_owned(), value.code()));
            })*
        };
    }
    add!(
        AdditionalSettingsResultCode,
        CallbackModel,
        ResignAction,
        RestoreFailureReason
    );
    add!(RestoreStatus, SaveFailureReason, SaveStatus, ServiceGroup);
    add!(SynchronizationPointFailureReason);
    for value in AuthorizationResultCode::ALL {
        ours.insert((
            "AuthorizationResult.Code".to_owned(),
            value.to_string(),
            value.code(),
        ));
    }
    // Orders go by the names of object model files instead of those of the enumerators.
    for value in OrderType::ALL {
        ours.insert((
            "OrderType".to_owned(),
            value.to_string().to_uppercase(),
            value.code(),
        ));
    }

    assert_eq!(ours, expected);
}

/// An argument in a cell, `name:type` or `name:type=default`; none for one by which C++ returns something.
fn argument(text: &str) -> Option<(String, String)> {
    let (name, kind) = text.split_once(':')?;
    let name = name.rsplit(' ').next().unwrap_or_default();
    let kind = kind.split('=').next().unwrap_or_default();
    let kind = kind.trim().trim_end_matches(['*', '>']);
    (!text.contains("(out)")).then(|| (name.to_owned(), kind.to_owned()))
}

#[test]
fn every_service_has_the_arguments_of_its_longest_form() {
    let Some(mut sheet) = rows("services.tsv") else {
        return;
    };
    sheet.retain(|row| row["group"] != "api-specific (Java only)");

    for (row, &service) in sheet.iter().zip(Service::ALL) {
        let newer = row["in_2025"] == "y";
        let cell = &row[if newer { "args_2025" } else { "args_2010" }];
        let forms = cell.split(" | ");
        let forms: Vec<Vec<_>> = forms
            .map(|form| form.split(';').filter_map(argument).collect())
            .collect();
        let ours = service.arguments().iter();
        let ours: Vec<_> = ours
            .map(|a| (a.name.to_owned(), written(a.value.kind).to_owned()))
            .collect();
        let most = forms.iter().map(Vec::len).max().unwrap_or_default();
        let mut longest = forms.iter().filter(|form| form.len() == most);
        assert!(
            longest.any(|form| *form == ours),
            "{service}: {ours:?} is none of {forms:?}"
        );
    }
}

/// How the sheet names a type.
fn written(kind: Kind) -> &'static str {
    match kind {
        Kind::FederateHandle => "FederateHandle",
        Kind::ObjectClassHandle => "ObjectClassHandle",
        Kind::InteractionClassHandle => "InteractionClassHandle",
        Kind::ObjectInstanceHandle => "ObjectInstanceHandle",
        Kind::AttributeHandle => "AttributeHandle",
        Kind::ParameterHandle => "ParameterHandle",
        Kind::DimensionHandle => "DimensionHandle",
        Kind::RegionHandle => "RegionHandle",
        Kind::TransportationTypeHandle => "TransportationTypeHandle",
        Kind::MessageRetractionHandle => "MessageRetractionHandle",
        Kind::FederateHandleSet => "FederateHandleSet",
        Kind::InteractionClassHandleSet => "InteractionClassHandleSet",
        Kind::AttributeHandleSet => "AttributeHandleSet",
        Kind::DimensionHandleSet => "DimensionHandleSet",
        Kind::RegionHandleSet => "RegionHandleSet",
        Kind::AttributeHandleValueMap => "AttributeHandleValueMap",
        Kind::ParameterHandleValueMap => "ParameterHandleValueMap",
        Kind::AttributeRegionAssociations => "AttributeHandleSetRegionHandleSetPairVector",
        Kind::Text | Kind::MimModule => "string",
        Kind::TextSet => "Set<string",
        Kind::Tag | Kind::Bytes => "bytes",
        Kind::Bool | Kind::Activity | Kind::DirectedScope => "bool",
        Kind::Number => "u32",
        Kind::Rate | Kind::Seconds => "double",
        Kind::LogicalTime => "LogicalTime",
        Kind::LogicalTimeInterval => "LogicalTimeInterval",
        Kind::LogicalTimeFactory => "unique_ptr<LogicalTimeFactory>",
        Kind::OrderType => "OrderType",
        Kind::ResignAction => "ResignAction",
        Kind::ServiceGroup => "ServiceGroup",
        Kind::CallbackModel => "CallbackModel",
        Kind::RangeBounds => "RangeBounds",
        Kind::FomModules => "string[]",
        Kind::FederateAmbassador => "FederateAmbassador",
        Kind::RtiConfiguration => "RtiConfiguration",
        Kind::Credentials => "Credentials",
        Kind::ConfigurationResult => "ConfigurationResult",
        Kind::FederationExecutions => "FederationExecutionInformationVector",
        Kind::FederationExecutionMembers => "FederationExecutionMemberInformationVector",
        Kind::FederateSaveStatuses => "FederateHandleSaveStatusPairVector",
        Kind::FederateRestoreStatuses => "FederateRestoreStatusVector",
        Kind::SynchronizationPointFailureReason => "SynchronizationPointFailureReason",
        Kind::SaveFailureReason => "SaveFailureReason",
        Kind::RestoreFailureReason => "RestoreFailureReason",
    }
}

/// The sheet has the results of C++, where some come by an argument or as a pair: those are not compared.
#[test]
fn every_service_returns_what_the_sheet_says() {
    let Some(mut sheet) = rows("services.tsv") else {
        return;
    };
    sheet.retain(|row| row["group"] != "api-specific (Java only)");

    let mut compared = 0;
    for (row, &service) in sheet.iter().zip(Service::ALL) {
        let newer = row["in_2025"] == "y";
        let cell = &row[if newer {
            "returns_2025"
        } else {
            "returns_2010"
        }];
        let arguments = &row[if newer { "args_2025" } else { "args_2010" }];
        let result = service.signature().result;
        match result {
            None => assert_eq!(cell, "void", "{service}"),
            Some(_) if arguments.contains("(out)") => {}
            Some(value) => {
                let theirs = cell.trim_start_matches("void / ");
                assert_eq!(written(value.kind), theirs, "{service}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared}");
}
