//! Writes the identification table.

use super::row;
use super::xml::Xml;
use crate::model::{ObjectModel, OmtEdition};

pub(super) fn identification(xml: &mut Xml, model: &ObjectModel) {
    let given = &model.identification;
    row(xml, model, "modelIdentification", &given.notes, |xml| {
        xml.optional("name", given.name.as_deref());
        xml.optional("type", given.kind.as_deref());
        xml.optional("version", given.version.as_deref());
        xml.optional("modificationDate", given.modification_date.as_deref());
        xml.optional(
            "securityClassification",
            given.security_classification.as_deref(),
        );
        if model.edition == OmtEdition::Hla2025 {
            xml.optional("copyright", given.copyright.as_deref());
        }
        xml.each("releaseRestriction", &given.release_restrictions);
        xml.optional("purpose", given.purpose.as_deref());
        xml.optional("applicationDomain", given.application_domain.as_deref());
        xml.optional("description", given.description.as_deref());
        xml.optional("useLimitation", given.use_limitation.as_deref());
        xml.each("useHistory", &given.use_history);
        for keyword in &given.keywords {
            xml.element("keyword", &[], |xml| {
                xml.optional("taxonomy", keyword.taxonomy.as_deref());
                xml.text("keywordValue", &keyword.value);
            });
        }
        for contact in &given.points_of_contact {
            xml.element("poc", &[], |xml| {
                xml.optional("pocType", contact.kind.as_deref());
                xml.optional("pocName", contact.name.as_deref());
                xml.optional("pocOrg", contact.organization.as_deref());
                xml.each("pocTelephone", &contact.telephones);
                xml.each("pocEmail", &contact.emails);
            });
        }
        for reference in &given.references {
            xml.element("reference", &[], |xml| {
                xml.optional("type", reference.kind.as_deref());
                xml.optional("identification", reference.identification.as_deref());
            });
        }
        xml.optional("other", given.other.as_deref());
        if let Some(glyph) = &given.glyph {
            let all = [
                ("href", &glyph.href),
                ("type", &glyph.kind),
                ("height", &glyph.height),
                ("width", &glyph.width),
                ("alt", &glyph.alt),
            ];
            let stated = all
                .iter()
                .filter_map(|(key, value)| Some((*key, value.as_deref()?)));
            let attributes: Vec<(&str, &str)> = stated.collect();
            xml.text_with(
                "glyph",
                &attributes,
                glyph.content.as_deref().unwrap_or_default(),
            );
        }
    });
}
