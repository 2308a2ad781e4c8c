//! Rules of names.

/// Whether `name` is an XML name without a colon (NCName).
pub(crate) fn is_nc_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(starts_name)
        && characters.all(|c| starts_name(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}'))
}

/// Whether `name` belongs to the standard, which reserves what starts with HLA in any case.
pub(crate) fn is_reserved(name: &str) -> bool {
    name.get(..3)
        .is_some_and(|start| start.eq_ignore_ascii_case("HLA"))
}

fn starts_name(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '_'
        | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
        | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_xml() {
        for name in ["A", "_a-1.b", "Äpfel", "x·y"] {
            assert!(is_nc_name(name), "{name}");
        }
        for name in ["", "1a", "-a", "a b", "a:b", "a/b"] {
            assert!(!is_nc_name(name), "{name}");
        }
    }

    #[test]
    fn names_of_the_standard_start_with_hla_in_any_case() {
        assert!(is_reserved("HLAfederate") && is_reserved("hlaThing"));
        assert!(!is_reserved("HL") && !is_reserved("Aircraft"));
    }
}
