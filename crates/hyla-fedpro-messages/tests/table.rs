//! The `.proto` files say what the table of the protocol says, no more and no less.

use std::collections::BTreeSet;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

const FILES: [&str; 3] = ["datatypes", "RTIambassador", "FederateAmbassador"];

/// A line of the table, its cells joined by tabs.
fn lines_of_table() -> BTreeSet<String> {
    include_str!("messages.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("kind\t"))
        .map(|line| line.trim_end().to_owned())
        .collect()
}

fn lines_of_files() -> BTreeSet<String> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/proto");
    let names = FILES.map(|name| format!("{name}.proto"));
    let set: FileDescriptorSet = protox::compile(names, [directory]).expect("the files are sound");
    let mut lines = BTreeSet::new();
    for file in &set.file {
        let name = file.name().trim_end_matches(".proto");
        assert_eq!(file.package(), "rti1516_2025.fedpro");
        for declared in &file.enum_type {
            lines.extend(lines_of_enum(name, declared));
        }
        for declared in &file.message_type {
            lines.extend(lines_of_message(name, declared));
        }
    }
    lines
}

fn lines_of_enum(file: &str, declared: &EnumDescriptorProto) -> Vec<String> {
    let line = |value: &prost_types::EnumValueDescriptorProto| {
        let (name, number, value) = (declared.name(), value.number(), value.name());
        format!("enum\t{file}\t{name}\t{number}\t\t\t{value}")
    };
    declared.value.iter().map(line).collect()
}

fn lines_of_message(file: &str, declared: &DescriptorProto) -> Vec<String> {
    let name = declared.name();
    if declared.field.is_empty() {
        return vec![format!("message\t{file}\t{name}\t-\tempty")];
    }
    let line = |field: &FieldDescriptorProto| {
        let (number, label, kind) = (field.number(), label_of(declared, field), type_of(field));
        format!(
            "message\t{file}\t{name}\t{number}\t{label}\t{kind}\t{}",
            field.name()
        )
    };
    declared.field.iter().map(line).collect()
}

fn label_of(message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    match field.oneof_index {
        Some(at) => format!("oneof:{}", message.oneof_decl[at as usize].name()),
        None if field.label() == Label::Repeated => "repeated".to_owned(),
        None => "optional".to_owned(),
    }
}

fn type_of(field: &FieldDescriptorProto) -> String {
    let named = field.type_name().rsplit('.').next().unwrap_or_default();
    match field.r#type() {
        Type::Message => named.to_owned(),
        Type::Enum => format!("enum {named}"),
        scalar => scalar
            .as_str_name()
            .trim_start_matches("TYPE_")
            .to_lowercase(),
    }
}

#[test]
fn the_files_say_what_the_table_says() {
    let (table, files) = (lines_of_table(), lines_of_files());
    let missing: Vec<_> = table.difference(&files).collect();
    let unknown: Vec<_> = files.difference(&table).collect();
    assert!(table.len() > 1000, "the table is not all there");
    assert!(missing.is_empty(), "not in the files: {missing:#?}");
    assert!(unknown.is_empty(), "not in the table: {unknown:#?}");
}
