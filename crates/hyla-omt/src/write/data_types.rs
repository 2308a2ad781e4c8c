//! Writes the data type tables.

use super::row;
use super::xml::Xml;
use crate::model::{Endian, ObjectModel, OmtEdition, VariantRecordData};

pub(super) fn data_types(xml: &mut Xml, model: &ObjectModel) {
    xml.element("dataTypes", &[], |xml| {
        flat_types(xml, model);
        composed_types(xml, model);
    });
}

fn flat_types(xml: &mut Xml, model: &ObjectModel) {
    let types = &model.data_types;
    xml.element("basicDataRepresentations", &[], |xml| {
        for basic in &types.basic {
            row(xml, model, "basicData", &basic.notes, |xml| {
                xml.text("name", &basic.name);
                xml.optional(
                    "size",
                    basic.size_bits.map(|bits| bits.to_string()).as_deref(),
                );
                xml.optional("interpretation", basic.interpretation.as_deref());
                xml.optional("endian", basic.endian.map(Endian::word));
                xml.optional("encoding", basic.encoding.as_deref());
            });
        }
    });
    xml.element("simpleDataTypes", &[], |xml| {
        for simple in &types.simple {
            row(xml, model, "simpleData", &simple.notes, |xml| {
                xml.text("name", &simple.name);
                xml.optional("representation", simple.representation.as_deref());
                xml.optional("units", simple.units.as_deref());
                xml.optional("resolution", simple.resolution.as_deref());
                xml.optional("accuracy", simple.accuracy.as_deref());
                xml.optional("semantics", simple.semantics.as_deref());
            });
        }
    });
    if model.edition == OmtEdition::Hla2025 {
        xml.element("referenceDataTypes", &[], |xml| {
            for reference in &types.reference {
                row(xml, model, "referenceDataType", &reference.notes, |xml| {
                    xml.text("name", &reference.name);
                    xml.optional("representation", reference.representation.as_deref());
                    xml.optional("referenceClass", reference.referenced_class.as_deref());
                    xml.optional(
                        "referencedAttribute",
                        reference.referenced_attribute.as_deref(),
                    );
                    xml.optional("semantics", reference.semantics.as_deref());
                });
            }
        });
    }
    xml.element("enumeratedDataTypes", &[], |xml| {
        for enumerated in &types.enumerated {
            row(xml, model, "enumeratedData", &enumerated.notes, |xml| {
                xml.text("name", &enumerated.name);
                xml.optional("representation", enumerated.representation.as_deref());
                xml.optional("semantics", enumerated.semantics.as_deref());
                for enumerator in &enumerated.enumerators {
                    row(xml, model, "enumerator", &enumerator.notes, |xml| {
                        xml.text("name", &enumerator.name);
                        xml.each("value", &enumerator.values);
                    });
                }
            });
        }
    });
}

fn composed_types(xml: &mut Xml, model: &ObjectModel) {
    let types = &model.data_types;
    xml.element("arrayDataTypes", &[], |xml| {
        for array in &types.array {
            row(xml, model, "arrayData", &array.notes, |xml| {
                xml.text("name", &array.name);
                xml.optional("dataType", array.data_type.as_deref());
                xml.optional("cardinality", array.cardinality.as_deref());
                xml.optional("encoding", array.encoding.as_deref());
                xml.optional("semantics", array.semantics.as_deref());
            });
        }
    });
    xml.element("fixedRecordDataTypes", &[], |xml| {
        for record in &types.fixed_record {
            row(xml, model, "fixedRecordData", &record.notes, |xml| {
                xml.text("name", &record.name);
                xml.optional("encoding", record.encoding.as_deref());
                xml.optional("semantics", record.semantics.as_deref());
                for field in &record.fields {
                    row(xml, model, "field", &field.notes, |xml| {
                        xml.text("name", &field.name);
                        xml.optional("dataType", field.data_type.as_deref());
                        xml.optional("semantics", field.semantics.as_deref());
                    });
                }
            });
        }
    });
    xml.element("variantRecordDataTypes", &[], |xml| {
        for record in &types.variant_record {
            row(xml, model, "variantRecordData", &record.notes, |xml| {
                variant_record(xml, model, record);
            });
        }
    });
}

fn variant_record(xml: &mut Xml, model: &ObjectModel, record: &VariantRecordData) {
    xml.text("name", &record.name);
    xml.optional("discriminant", record.discriminant.as_deref());
    xml.optional("dataType", record.data_type.as_deref());
    for alternative in &record.alternatives {
        row(xml, model, "alternative", &alternative.notes, |xml| {
            xml.text("enumerator", &alternative.enumerator);
            xml.optional("name", alternative.name.as_deref());
            xml.optional("dataType", alternative.data_type.as_deref());
            xml.optional("semantics", alternative.semantics.as_deref());
        });
    }
    xml.optional("encoding", record.encoding.as_deref());
    xml.optional("semantics", record.semantics.as_deref());
}
