//! Tooltips without a script: each is a text of the drawing that the style sheet hides until the
//! pointer is over it.

use maud::html as markup;

/// Largest distance of the pointer, in the units of the drawing.
const NEAR: i32 = 9;
/// Distance of the text.
const ABOVE: i32 = 13;

/// A value with its position in the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) at: (i32, i32),
    pub(crate) text: String,
}

/// Adds tooltips on top of a drawing of that width.
pub(super) fn with_hints(svg: &str, width: u32, hints: &[Hint]) -> String {
    let Some(end) = svg.rfind("</svg>").filter(|_| !hints.is_empty()) else {
        return svg.to_owned();
    };
    let half = i32::try_from(width / 2).unwrap_or(i32::MAX);
    let hints = markup! {
        @for Hint { at: (x, y), text } in hints {
            // The text is placed towards the middle, and below points at the upper edge.
            @let below = if *y < 2 * ABOVE { y + 2 * ABOVE } else { y - ABOVE };
            g.point {
                ellipse.target cx=(x) cy=(y) rx=(NEAR) ry=(NEAR) {}
                text.hint x=(x) y=(below) text-anchor=(if *x > half { "end" } else { "start" }) { (text) }
            }
        }
    };
    let hints = hints.into_string();
    format!("{}{hints}{}", &svg[..end], &svg[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(x: i32, y: i32) -> Hint {
        Hint {
            at: (x, y),
            text: "64 B: <10> us".to_owned(),
        }
    }

    #[test]
    fn a_hint_is_escaped_and_lies_within_the_drawing() {
        let svg = with_hints("<svg><g></g></svg>\n", 640, &[hint(10, 5), hint(600, 200)]);

        assert!(
            svg.starts_with("<svg><g></g><g class=\"point\">") && svg.ends_with("</g></svg>\n")
        );
        assert_eq!(svg.matches("64 B: &lt;10&gt; us").count(), 2);
        assert!(
            svg.contains("x=\"10\" y=\"31\" text-anchor=\"start\""),
            "{svg}"
        );
        assert!(
            svg.contains("x=\"600\" y=\"187\" text-anchor=\"end\""),
            "{svg}"
        );
        assert_eq!(with_hints("<svg></svg>", 640, &[]), "<svg></svg>");
    }
}
