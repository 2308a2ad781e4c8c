//! Names as text: components separated by `/`, id and kind by `.`, and a backslash escapes these.

use crate::naming::CosNaming::NameComponent;

/// A text or list that is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a name has components between `/`, each an id and after a `.` perhaps a kind; `\\` stands before `/`, `.` and `\\` themselves"
)]
pub struct InvalidName;

/// Parses a name.
///
/// ```
/// use hyla_orb::naming::{parse_name, show_name};
///
/// let name = parse_name(r"sim/radar\.1.sensor")?;
/// assert_eq!((name[1].id.as_str(), name[1].kind.as_str()), ("radar.1", "sensor"));
/// assert_eq!(show_name(&name), r"sim/radar\.1.sensor");
/// # Ok::<(), hyla_orb::naming::InvalidName>(())
/// ```
///
/// # Errors
/// An empty component, a second `.`, or an invalid escape.
pub fn parse_name(text: &str) -> Result<Vec<NameComponent>, InvalidName> {
    let mut name = Vec::new();
    let mut component = NameComponent {
        id: String::new(),
        kind: String::new(),
    };
    let (mut has_kind, mut is_empty) = (false, true);
    let mut end = |component: &mut NameComponent, has_kind: bool, is_empty: bool| {
        // An empty kind after a `.` is valid only with an empty id.
        let is_wrong =
            is_empty || (has_kind && component.kind.is_empty() && !component.id.is_empty());
        if is_wrong {
            return Err(InvalidName);
        }
        name.push(NameComponent {
            id: std::mem::take(&mut component.id),
            kind: std::mem::take(&mut component.kind),
        });
        Ok(())
    };
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let meant = match character {
            '/' => {
                end(&mut component, has_kind, is_empty)?;
                (has_kind, is_empty) = (false, true);
                continue;
            }
            '.' if has_kind => return Err(InvalidName),
            '.' => {
                (has_kind, is_empty) = (true, false);
                continue;
            }
            '\\' => match characters.next() {
                Some(meant @ ('/' | '.' | '\\')) => meant,
                _ => return Err(InvalidName),
            },
            other => other,
        };
        is_empty = false;
        let part = if has_kind {
            &mut component.kind
        } else {
            &mut component.id
        };
        part.push(meant);
    }
    end(&mut component, has_kind, is_empty)?;
    Ok(name)
}

/// Writes a name.
pub fn show_name(name: &[NameComponent]) -> String {
    let mut text = String::new();
    let escaped = |text: &mut String, part: &str| {
        for character in part.chars() {
            if matches!(character, '/' | '.' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
    };
    for (at, component) in name.iter().enumerate() {
        if at > 0 {
            text.push('/');
        }
        escaped(&mut text, &component.id);
        if !component.kind.is_empty() || component.id.is_empty() {
            text.push('.');
        }
        escaped(&mut text, &component.kind);
    }
    text
}
