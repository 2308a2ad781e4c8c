//! Elements allowed in each list of a FED file, to find misplaced ones.

use super::fed_tokens::{FedError, Item, List, is_foreign_comment};
use super::limits;

/// A list of the grammar of HLA 1.3.
struct Rule {
    keyword: &'static str,
    /// Most words, the keyword included.
    words: usize,
    /// The lists that it may contain.
    lists: &'static [&'static Rule],
}

const fn rule(keyword: &'static str, words: usize, lists: &'static [&'static Rule]) -> Rule {
    Rule {
        keyword,
        words,
        lists,
    }
}

static FED: Rule = rule(
    "FED",
    1,
    &[
        &FEDERATION,
        &FED_VERSION,
        &FEDERATE,
        &SPACES,
        &OBJECTS,
        &INTERACTIONS,
    ],
);
static FEDERATION: Rule = rule("Federation", 2, &[]);
static FED_VERSION: Rule = rule("FEDversion", 2, &[]);
static FEDERATE: Rule = rule("Federate", 3, &[]);
static SPACES: Rule = rule("spaces", 1, &[&SPACE]);
static SPACE: Rule = rule("space", 2, &[&DIMENSION]);
static DIMENSION: Rule = rule("dimension", 2, &[]);
static OBJECTS: Rule = rule("objects", 1, &[&OBJECT_CLASS]);
static OBJECT_CLASS: Rule = rule("class", 2, &[&SECURITY_LEVEL, &ATTRIBUTE, &OBJECT_CLASS]);
static ATTRIBUTE: Rule = rule("attribute", 5, &[]);
static INTERACTIONS: Rule = rule("interactions", 1, &[&INTERACTION_CLASS]);
static INTERACTION_CLASS: Rule = rule(
    "class",
    5,
    &[&SECURITY_LEVEL, &PARAMETER, &INTERACTION_CLASS],
);
static PARAMETER: Rule = rule("parameter", 2, &[]);
static SECURITY_LEVEL: Rule = rule("sec_level", 2, &[]);

/// Adds to `strays` every word and every list of the file that the grammar has no place for.
pub(super) fn check(fed: &List<'_>, strays: &mut Vec<FedError>) {
    check_list(fed, &FED, strays);
}

fn check_list(list: &List<'_>, rule: &Rule, strays: &mut Vec<FedError>) {
    let mut words = 0;
    for item in &list.items {
        if strays.len() >= limits::FINDINGS {
            return;
        }
        match item {
            Item::Word(word) => {
                words += 1;
                if is_foreign_comment(word.text) {
                    let text = format!("`{}` starts no comment; `;;` does", word.text);
                    strays.push(word.error(text));
                    // The rest of such a line would be found word by word.
                    words = usize::MAX / 2;
                } else if words == rule.words + 1 {
                    let text = format!("`{}` does not belong in `({}`", word.text, rule.keyword);
                    strays.push(word.error(text));
                }
            }
            Item::List(inner) => {
                match rule.lists.iter().find(|known| inner.is(known.keyword)) {
                    Some(known) => check_list(inner, known, strays),
                    None => {
                        let keyword = inner.keyword().unwrap_or_default();
                        let text = format!("`({keyword}` does not belong in `({}`", rule.keyword);
                        strays.push(inner.error(text));
                    }
                }
                // A list ends a run of stray words: the next run is a finding of its own.
                words = words.min(rule.words);
            }
        }
    }
}
