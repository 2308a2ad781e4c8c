//! Shows an object model as a tree on a terminal.

use crate::finding::OneLine;
use crate::model::{Attribute, DataTypes, ObjectModel, Order};
use std::fmt::{self, Write};

/// Whether to use ANSI colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Plain text.
    Off,
    /// Class names bold, types cyan, transportation and order dim.
    Ansi,
}

/// Writes the classes with their attributes and parameters, then dimensions, transportations and data types.
///
/// # Errors
/// As `out` gives them.
pub fn show(model: &ObjectModel, out: &mut impl Write, colours: Colours) -> fmt::Result {
    let mut tree = Tree { out, colours };
    let name = model
        .identification
        .name
        .as_deref()
        .unwrap_or("object model");
    writeln!(
        tree.out,
        "{} ({})",
        tree.paint(Ink::Title, name),
        model.edition
    )?;
    tree.objects(model)?;
    tree.interactions(model)?;
    tree.tables(model)?;
    tree.data_types(&model.data_types)
}

#[derive(Clone, Copy)]
enum Ink {
    Title,
    Class,
    Type,
    Detail,
}

struct Tree<'o, W: Write> {
    out: &'o mut W,
    colours: Colours,
}

impl<W: Write> Tree<'_, W> {
    fn objects(&mut self, model: &ObjectModel) -> fmt::Result {
        self.title("object classes", model.object_classes.len())?;
        let parents: Vec<_> = model
            .object_classes
            .iter()
            .map(|class| class.parent)
            .collect();
        for (index, depth) in depth_first(&parents) {
            let class = &model.object_classes[index];
            let indent = "  ".repeat(depth + 1);
            write!(self.out, "{indent}{}", self.paint(Ink::Class, &class.name))?;
            self.names("dimensions", &class.dimensions)?;
            writeln!(self.out)?;
            for attribute in &class.attributes {
                self.attribute(&indent, attribute)?;
            }
            for directed in &class.directed_interactions {
                writeln!(
                    self.out,
                    "{indent}  -> {}",
                    self.paint(Ink::Detail, &directed.name)
                )?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, indent: &str, attribute: &Attribute) -> fmt::Result {
        write!(self.out, "{indent}  . {}", OneLine(&attribute.name))?;
        self.of_type(attribute.data_type.as_deref())?;
        self.detail(attribute.transportation.as_deref())?;
        self.detail(attribute.order.map(Order::word))?;
        self.names("dimensions", &attribute.dimensions)?;
        writeln!(self.out)
    }

    fn interactions(&mut self, model: &ObjectModel) -> fmt::Result {
        self.title("interaction classes", model.interaction_classes.len())?;
        let parents: Vec<_> = model
            .interaction_classes
            .iter()
            .map(|class| class.parent)
            .collect();
        for (index, depth) in depth_first(&parents) {
            let class = &model.interaction_classes[index];
            let indent = "  ".repeat(depth + 1);
            write!(self.out, "{indent}{}", self.paint(Ink::Class, &class.name))?;
            self.detail(class.transportation.as_deref())?;
            self.detail(class.order.map(Order::word))?;
            self.names("dimensions", &class.dimensions)?;
            writeln!(self.out)?;
            for parameter in &class.parameters {
                write!(self.out, "{indent}  . {}", OneLine(&parameter.name))?;
                self.of_type(parameter.data_type.as_deref())?;
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    fn tables(&mut self, model: &ObjectModel) -> fmt::Result {
        self.title("dimensions", model.dimensions.len())?;
        for row in &model.dimensions {
            write!(self.out, "  {}", OneLine(&row.name))?;
            match row.upper_bound {
                Some(bound) => self.detail(Some(&format!("[0..{bound})")))?,
                None => self.detail(Some("upper bound chosen by the RTI"))?,
            }
            writeln!(self.out)?;
        }
        self.title("transportations", model.transportations.len())?;
        for row in &model.transportations {
            write!(self.out, "  {}", OneLine(&row.name))?;
            self.detail(Some(if row.reliable {
                "reliable"
            } else {
                "best effort"
            }))?;
            writeln!(self.out)?;
        }
        self.title("update rates", model.update_rates.len())?;
        for row in &model.update_rates {
            write!(self.out, "  {}", OneLine(&row.name))?;
            self.detail(Some(&format!("{} Hz", row.rate_hz)))?;
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn data_types(&mut self, types: &DataTypes) -> fmt::Result {
        self.title("data types", types.names().count())?;
        for row in &types.basic {
            let bits = row.size_bits.map(|bits| format!("{bits} bits"));
            self.data_type(&row.name, "basic", bits.as_deref())?;
        }
        for row in &types.simple {
            self.data_type(&row.name, "simple", row.representation.as_deref())?;
        }
        for row in &types.reference {
            self.data_type(&row.name, "reference", row.representation.as_deref())?;
        }
        for row in &types.enumerated {
            self.data_type(&row.name, "enumerated", row.representation.as_deref())?;
            for enumerator in &row.enumerators {
                write!(self.out, "    . {}", OneLine(&enumerator.name))?;
                self.detail(Some(&enumerator.values.join(", ")))?;
                writeln!(self.out)?;
            }
        }
        for row in &types.array {
            let cardinality = row.cardinality.as_deref().unwrap_or("?");
            let of = row
                .data_type
                .as_ref()
                .map(|of| format!("{of}[{cardinality}]"));
            self.data_type(&row.name, "array", of.as_deref())?;
        }
        for row in &types.fixed_record {
            self.data_type(&row.name, "fixed record", None)?;
            for field in &row.fields {
                write!(self.out, "    . {}", OneLine(&field.name))?;
                self.of_type(field.data_type.as_deref())?;
                writeln!(self.out)?;
            }
        }
        for row in &types.variant_record {
            self.data_type(&row.name, "variant record", row.data_type.as_deref())?;
            for alternative in &row.alternatives {
                let name = alternative.name.as_deref().unwrap_or("nothing");
                let (selector, name) = (OneLine(&alternative.enumerator), OneLine(name));
                write!(self.out, "    . {selector}: {name}")?;
                self.of_type(alternative.data_type.as_deref())?;
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    fn data_type(&mut self, name: &str, kind: &str, of: Option<&str>) -> fmt::Result {
        write!(self.out, "  {}", self.paint(Ink::Class, name))?;
        self.detail(Some(kind))?;
        self.of_type(of)?;
        writeln!(self.out)
    }

    fn title(&mut self, text: &str, count: usize) -> fmt::Result {
        if count == 0 {
            return Ok(());
        }
        writeln!(self.out, "{} ({count})", self.paint(Ink::Title, text))
    }

    fn of_type(&mut self, name: Option<&str>) -> fmt::Result {
        match name {
            Some(name) => write!(self.out, " : {}", self.paint(Ink::Type, name)),
            None => Ok(()),
        }
    }

    fn detail(&mut self, text: Option<&str>) -> fmt::Result {
        match text {
            Some(text) => write!(self.out, " {}", self.paint(Ink::Detail, text)),
            None => Ok(()),
        }
    }

    fn names(&mut self, what: &str, names: &[String]) -> fmt::Result {
        if names.is_empty() {
            return Ok(());
        }
        self.detail(Some(&format!("{what}: {}", names.join(", "))))
    }

    fn paint<'t>(&self, ink: Ink, text: &'t str) -> Painted<'t> {
        Painted {
            text,
            ink: (self.colours == Colours::Ansi).then_some(ink),
        }
    }
}

struct Painted<'t> {
    text: &'t str,
    ink: Option<Ink>,
}

impl fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = OneLine(self.text);
        let code = match self.ink {
            None => return text.fmt(f),
            Some(Ink::Title) => "1;4",
            Some(Ink::Class) => "1",
            Some(Ink::Type) => "36",
            Some(Ink::Detail) => "2",
        };
        write!(f, "\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Indexes and depths of a tree in which parents precede children.
fn depth_first(parents: &[Option<usize>]) -> Vec<(usize, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut stack = Vec::new();
    for (index, parent) in parents.iter().enumerate().rev() {
        match parent.filter(|parent| *parent < index) {
            Some(parent) => children[parent].push(index),
            None => stack.push((index, 0)),
        }
    }
    let mut order = Vec::with_capacity(parents.len());
    while let Some((index, depth)) = stack.pop() {
        order.push((index, depth));
        stack.extend(children[index].iter().map(|child| (*child, depth + 1)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mim;
    use crate::model::OmtEdition;

    fn shown(colours: Colours) -> String {
        let mut out = String::new();
        show(&mim::standard(OmtEdition::Hla2010).model, &mut out, colours).unwrap();
        out
    }

    #[test]
    fn classes_are_indented_and_members_show_type_transport_and_order() {
        let text = shown(Colours::Off);

        assert!(text.contains("\n  HLAobjectRoot\n"), "{text}");
        assert!(
            text.contains("\n    HLAmanager\n      HLAfederate\n"),
            "{text}"
        );
        assert!(
            text.contains("    . HLAprivilegeToDeleteObject : HLAtoken HLAreliable TimeStamp\n")
        );
        assert!(text.contains("\n  HLAboolean enumerated : HLAinteger32BE\n    . HLAfalse 0\n"));
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn colours_only_add_to_the_plain_text() {
        let coloured = shown(Colours::Ansi);
        let mut plain = coloured.clone();
        for code in ["1;4", "1", "36", "2", "0"] {
            plain = plain.replace(&format!("\u{1b}[{code}m"), "");
        }

        assert_ne!(coloured, plain);
        assert_eq!(plain, shown(Colours::Off));
    }

    #[test]
    fn a_tree_is_walked_in_the_order_of_the_file() {
        let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(1)];

        let order = depth_first(&parents);

        assert_eq!(order, [(0, 0), (1, 1), (3, 2), (5, 2), (2, 1), (4, 2)]);
    }
}
