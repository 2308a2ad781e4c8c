//! Object model files as trees of elements, so that tests can compare with what a file says itself,
//! independent of the reader of this crate.

use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;

/// An element without its namespace and attributes.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) children: Vec<Element>,
}

impl Element {
    /// The root of a file.
    pub(crate) fn parse(xml: &str) -> Self {
        let mut reader = Reader::from_str(xml);
        let mut open = vec![Self::default()];
        let close = |open: &mut Vec<Self>| {
            let done = open.pop().unwrap();
            open.last_mut().unwrap().children.push(done);
        };
        loop {
            match reader.read_event().unwrap() {
                Event::Start(tag) => open.push(Self::named(tag.local_name().as_ref())),
                Event::Empty(tag) => {
                    open.push(Self::named(tag.local_name().as_ref()));
                    close(&mut open);
                }
                Event::End(_) => close(&mut open),
                Event::Text(text) => {
                    open.last_mut().unwrap().text.push_str(text.trim());
                }
                Event::Eof => return open.pop().unwrap().children.pop().unwrap(),
                _ => {}
            }
        }
    }

    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Children of that name.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Text of the first child of that name; empty when there is none.
    pub(crate) fn part(&self, name: &str) -> &str {
        self.children
            .iter()
            .find(|child| child.name == name)
            .map_or("", |child| &child.text)
    }

    /// This element and everything below it.
    pub(crate) fn descendants(&self) -> Vec<&Self> {
        let below = self.children.iter().flat_map(Self::descendants);
        std::iter::once(self).chain(below).collect()
    }
}

/// A path in the folder of shared facts and models, which is not part of the project; `None`, and a
/// line that says so, when it is not there.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("HYLA_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = shared.join(path);
    if !path.exists() {
        let name = path.strip_prefix(&shared).unwrap_or(&path).display();
        hyla_test_skips::skipped(format!("no {name} (HYLA_SHARED)"));
        return None;
    }
    Some(path)
}
