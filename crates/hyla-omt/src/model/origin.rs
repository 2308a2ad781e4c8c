//! Origins of the parts of a model.

use serde::{Deserialize, Serialize};

/// Place in a module file where a row of the model was read.
///
/// Origins are for messages only: two of them always compare equal, so that models can be compared by
/// what they say, and they are left out of serialized models.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Origin {
    /// Index into [`Sources`] of the model the row is in; [`Origin::UNKNOWN`] has no entry there.
    pub module: u32,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column in characters, from 1; 0 if unknown.
    pub column: u32,
}

impl Origin {
    /// A row that was not read from a file.
    pub const UNKNOWN: Self = Self {
        module: u32::MAX,
        line: 0,
        column: 0,
    };
}

impl Default for Origin {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// One module that went into a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The name under which the caller gave the module, a path or URL.
    pub designator: String,
    /// Length of the file in bytes.
    pub length: u64,
    /// FNV-1a of the file, to recognise a module that is loaded again.
    pub digest: u64,
}

impl Source {
    /// The source entry of a module file.
    pub fn of(designator: &str, content: &[u8]) -> Self {
        let digest = content
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        Self {
            designator: designator.to_owned(),
            length: content.len() as u64,
            digest,
        }
    }

    /// Whether both files hold the same bytes, under any names.
    pub fn same_content(&self, other: &Self) -> bool {
        self.length == other.length && self.digest == other.digest
    }
}

/// The modules that a model was made of, in the order of loading.
///
/// Like [`Origin`], any two compare equal: a model is compared by what it says.
#[derive(Clone, Debug, Default, Eq, Serialize, Deserialize)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// Designator of the module that `origin` points into.
    pub fn designator(&self, origin: Origin) -> Option<&str> {
        self.0
            .get(origin.module as usize)
            .map(|source| source.designator.as_str())
    }

    /// Whether a module with these bytes is among them.
    pub fn contains(&self, source: &Source) -> bool {
        self.0.iter().any(|known| known.same_content(source))
    }
}

impl PartialEq for Sources {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_recognised_by_its_content_whatever_its_name() {
        let sources = Sources(vec![Source::of("a.xml", b"content")]);

        assert!(sources.contains(&Source::of("b.xml", b"content")));
        assert!(!sources.contains(&Source::of("a.xml", b"contents")));
        assert_eq!(
            sources.designator(Origin {
                module: 0,
                line: 1,
                column: 1
            }),
            Some("a.xml")
        );
        assert_eq!(sources.designator(Origin::UNKNOWN), None);
    }
}
