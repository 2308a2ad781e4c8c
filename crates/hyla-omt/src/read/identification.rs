//! Reads the identification table.

use super::reading::Reading;
use super::tree::NodeId;
use crate::model::{Glyph, Identification, Keyword, PointOfContact, Reference};

/// Reads a `modelIdentification` element.
pub(super) fn identification(reading: &Reading<'_>, at: NodeId) -> Identification {
    let tree = reading.tree;
    let text = |name| reading.text(at, name);
    Identification {
        name: text("name"),
        kind: text("type"),
        version: text("version"),
        modification_date: text("modificationDate"),
        security_classification: text("securityClassification"),
        copyright: text("copyright"),
        release_restrictions: reading.texts(at, "releaseRestriction"),
        purpose: text("purpose"),
        application_domain: text("applicationDomain"),
        description: text("description"),
        use_limitation: text("useLimitation"),
        use_history: reading.texts(at, "useHistory"),
        keywords: tree
            .children_named(at, "keyword")
            .map(|node| Keyword {
                taxonomy: reading.text(node, "taxonomy"),
                value: reading.text(node, "keywordValue").unwrap_or_default(),
            })
            .collect(),
        points_of_contact: tree
            .children_named(at, "poc")
            .map(|node| PointOfContact {
                kind: reading.text(node, "pocType"),
                name: reading.text(node, "pocName"),
                organization: reading.text(node, "pocOrg"),
                telephones: reading.texts(node, "pocTelephone"),
                emails: reading.texts(node, "pocEmail"),
            })
            .collect(),
        references: tree
            .children_named(at, "reference")
            .map(|node| Reference {
                kind: reading.text(node, "type"),
                identification: reading.text(node, "identification"),
            })
            .collect(),
        other: text("other"),
        glyph: tree.child(at, "glyph").map(|node| glyph(reading, at, node)),
        notes: reading.notes(at),
    }
}

fn glyph(reading: &Reading<'_>, at: NodeId, node: NodeId) -> Glyph {
    let attribute = |name| {
        let value = reading.tree.attribute(node, name)?.trim();
        (!value.is_empty()).then(|| value.to_owned())
    };
    Glyph {
        content: reading.text(at, "glyph"),
        href: attribute("href"),
        alt: attribute("alt"),
        kind: attribute("type"),
        height: attribute("height"),
        width: attribute("width"),
    }
}
