//! The object model identification table: who made a module and what for.

use serde::{Deserialize, Serialize};

/// `modelIdentification` of a module. All of it is documentation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Identification {
    /// Name of the module.
    pub name: Option<String>,
    /// `FOM`, `SOM` or, in 2010, any other word.
    pub kind: Option<String>,
    /// Version of the module.
    pub version: Option<String>,
    /// Date of the last change, as written.
    pub modification_date: Option<String>,
    /// Security classification.
    pub security_classification: Option<String>,
    /// Copyright, 2025 only.
    pub copyright: Option<String>,
    /// Restrictions of release.
    pub release_restrictions: Vec<String>,
    /// Why the module exists.
    pub purpose: Option<String>,
    /// Domain it is made for.
    pub application_domain: Option<String>,
    /// Content.
    pub description: Option<String>,
    /// Known limits.
    pub use_limitation: Option<String>,
    /// Earlier uses.
    pub use_history: Vec<String>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// Points of contact.
    pub points_of_contact: Vec<PointOfContact>,
    /// Documents and modules it refers to.
    pub references: Vec<Reference>,
    /// Anything else.
    pub other: Option<String>,
    /// A picture.
    pub glyph: Option<Glyph>,
    /// Labels of notes.
    pub notes: Vec<String>,
}

/// A keyword and the taxonomy it is from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    /// Definition of the keyword.
    pub taxonomy: Option<String>,
    /// The keyword.
    pub value: String,
}

/// A contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PointOfContact {
    /// His part, such as `Primary author`.
    pub kind: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Organization.
    pub organization: Option<String>,
    /// Telephone numbers.
    pub telephones: Vec<String>,
    /// Mail addresses.
    pub emails: Vec<String>,
}

/// A document or module that is referred to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// Kind of reference, such as `Dependency` or `Composed_From`.
    pub kind: Option<String>,
    /// The referenced document, mostly a URI.
    pub identification: Option<String>,
}

/// A picture that stands for the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// The picture in base64.
    pub content: Option<String>,
    /// Address of the picture.
    pub href: Option<String>,
    /// Text instead of the picture.
    pub alt: Option<String>,
    /// Image format, 2010 only.
    pub kind: Option<String>,
    /// Height in pixels as written, 2010 only.
    pub height: Option<String>,
    /// Width in pixels as written, 2010 only.
    pub width: Option<String>,
}
