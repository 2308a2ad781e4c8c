//! Resolves names to types: follows the references of the tables once, so that decoding need not.

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Alternative, Definition, DynamicType, Enumerator, Field, Node, NumberFormat, NumberKind, Shape,
    TypeTable, Variant, VariantAlternative,
};
use crate::encoding::{MAX_DEPTH, largest_boundary};

/// Why a data type cannot be used for encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// No row has this name.
    #[error("data type {name} is not defined{}", within(.user))]
    Unknown {
        /// The name.
        name: String,
        /// The type that refers to it; empty for the requested one.
        user: String,
    },
    /// The type contains itself, directly or by way of others.
    #[error("data type {name} contains itself")]
    Recursive {
        /// The type.
        name: String,
    },
    /// The type has more levels than a decoder follows.
    #[error("data type {name} has more than {MAX_DEPTH} levels")]
    TooDeep {
        /// The type.
        name: String,
    },
    /// A part of the row is invalid.
    #[error("data type {name}: expected {expected}, found {found}")]
    Malformed {
        /// The type.
        name: String,
        /// The valid form.
        expected: &'static str,
        /// The text found.
        found: String,
    },
}

fn within(user: &str) -> String {
    if user.is_empty() {
        String::new()
    } else {
        format!(" (used by {user})")
    }
}

impl TypeTable {
    /// The type of that name with everything it consists of.
    ///
    /// Cost grows with the number of types it consists of; keep the result for use.
    ///
    /// # Errors
    /// [`TypeError`] when it or a type it consists of is missing or malformed.
    pub fn resolve(&self, name: &str) -> Result<DynamicType, TypeError> {
        Resolver {
            tables: self,
            done: HashMap::new(),
            open: Vec::new(),
        }
        .resolve(name, "")
    }
}

struct Resolver<'t> {
    tables: &'t TypeTable,
    done: HashMap<&'t str, DynamicType>,
    /// Types that are being resolved, outermost first.
    open: Vec<&'t str>,
}

/// Standard encodings by their names in the `encoding` column.
const VARIABLE_ARRAY: &str = "HLAvariableArray";
const FIXED_ARRAY: &str = "HLAfixedArray";

impl<'t> Resolver<'t> {
    fn resolve(&mut self, name: &str, user: &str) -> Result<DynamicType, TypeError> {
        if let Some(done) = self.done.get(name) {
            return Ok(done.clone());
        }
        let Some((name, row)) = self.tables.rows.get_key_value(name) else {
            return Err(TypeError::Unknown {
                name: name.to_owned(),
                user: user.to_owned(),
            });
        };
        if self.open.contains(&name.as_str()) {
            return Err(TypeError::Recursive { name: name.clone() });
        }
        if self.open.len() >= MAX_DEPTH / 2 {
            return Err(TypeError::TooDeep { name: name.clone() });
        }
        self.open.push(name);
        let made = self.make(name, row)?;
        self.open.pop();
        if made.0.depth > MAX_DEPTH / 2 {
            return Err(TypeError::TooDeep { name: name.clone() });
        }
        self.done.insert(name, made.clone());
        Ok(made)
    }

    fn make(&mut self, name: &str, row: &'t Definition) -> Result<DynamicType, TypeError> {
        let leaf =
            |shape, format: NumberFormat| node(name, shape, format.boundary(), format.bytes, 0);
        match row {
            Definition::Basic {
                size,
                little_endian,
                description,
            } => {
                let format = number_format(name, *size, *little_endian, description)?;
                Ok(leaf(Shape::Number(format), format))
            }
            Definition::Simple { .. } if name == "HLAASCIIchar" => {
                Ok(node(name, Shape::AsciiChar, 1, 1, 0))
            }
            Definition::Simple { .. } if name == "HLAunicodeChar" => {
                Ok(node(name, Shape::UnicodeChar, 2, 2, 0))
            }
            // In practice, simple types are also represented by types other than basic ones.
            Definition::Simple { representation } => self.resolve(representation, name),
            Definition::Enumerated {
                representation,
                enumerators,
            } => {
                let representation = self.resolve(representation, name)?;
                match representation.0.shape {
                    Shape::Number(format)
                        if format.kind != NumberKind::Float && format.bytes <= 8 =>
                    {
                        let enumerators =
                            enumerators.iter().flat_map(|Enumerator { name, values }| {
                                values.iter().map(move |value| (name.clone(), *value))
                            });
                        let enumerators = enumerators.collect();
                        Ok(leaf(
                            Shape::Enumerated {
                                format,
                                enumerators,
                            },
                            format,
                        ))
                    }
                    _ => Err(TypeError::Malformed {
                        name: name.to_owned(),
                        expected: "an integer representation",
                        found: representation.name().to_owned(),
                    }),
                }
            }
            Definition::Array {
                data_type,
                cardinality,
                encoding,
            } => self.array(name, data_type, cardinality, encoding),
            Definition::FixedRecord { encoding, fields } if encoding == "HLAfixedRecord" => {
                self.fixed_record(name, fields)
            }
            Definition::VariantRecord {
                data_type,
                encoding,
                alternatives,
            } if encoding == "HLAvariantRecord" || encoding == "HLAextendableVariantRecord" => {
                let extendable = encoding == "HLAextendableVariantRecord";
                self.variant_record(name, data_type, extendable, alternatives)
            }
            Definition::FixedRecord { .. } | Definition::VariantRecord { .. } => Ok(opaque(name)),
        }
    }

    fn array(
        &mut self,
        name: &str,
        data_type: &str,
        cardinality: &str,
        encoding: &str,
    ) -> Result<DynamicType, TypeError> {
        let element = self.resolve(data_type, name)?;
        let of = &*element.0;
        match encoding {
            "RPRlengthlessArray" if of.min_length > 0 => {
                let (boundary, depth) = (of.boundary, of.depth + 1);
                Ok(node(
                    name,
                    Shape::LengthlessArray { element },
                    boundary,
                    0,
                    depth,
                ))
            }
            "RPRnullTerminatedArray" if of.min_length > 0 => {
                let (boundary, depth, min) = (of.boundary, of.depth + 1, of.min_length);
                Ok(node(
                    name,
                    Shape::NullTerminatedArray { element },
                    boundary,
                    min,
                    depth,
                ))
            }
            VARIABLE_ARRAY | FIXED_ARRAY => {
                // The last dimension is the innermost, so it is made first.
                dimensions(cardinality)
                    .rev()
                    .try_fold(element, |element, dimension| {
                        array_dimension(name, element, dimension, encoding)
                    })
            }
            _ => Ok(opaque(name)),
        }
    }

    fn fixed_record(&mut self, name: &str, fields: &[Field]) -> Result<DynamicType, TypeError> {
        let fields = fields
            .iter()
            .map(|field| Ok((field.name.clone(), self.resolve(&field.data_type, name)?)))
            .collect::<Result<Vec<_>, _>>()?;
        let types = || fields.iter().map(|(_, of)| &*of.0);
        let boundary = types().map(|of| of.boundary).max().unwrap_or(1);
        let min_length = types().fold(0_usize, |sum, of| sum.saturating_add(of.min_length));
        let depth = types().map(|of| of.depth + 1).max().unwrap_or(0);
        Ok(node(
            name,
            Shape::FixedRecord { fields },
            boundary,
            min_length,
            depth,
        ))
    }

    fn variant_record(
        &mut self,
        name: &str,
        data_type: &str,
        extendable: bool,
        alternatives: &[Alternative],
    ) -> Result<DynamicType, TypeError> {
        let discriminant = self.resolve(data_type, name)?;
        let Shape::Enumerated {
            enumerators,
            format,
        } = &discriminant.0.shape
        else {
            return Err(TypeError::Malformed {
                name: name.to_owned(),
                expected: "an enumerated type as discriminant",
                found: data_type.to_owned(),
            });
        };
        let min_length = format.bytes + if extendable { 4 } else { 0 };
        let mut made = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let data_type = match alternative.data_type.as_str() {
                "" | "NA" => None,
                of => Some(self.resolve(of, name)?),
            };
            let other = alternative.enumerators.trim() == "HLAother";
            let values = if other {
                Vec::new()
            } else {
                selected(name, enumerators, &alternative.enumerators)?
            };
            let name = alternative.name.clone();
            made.push(VariantAlternative {
                name,
                values,
                other,
                data_type,
            });
        }
        let types = || {
            made.iter()
                .filter_map(|alternative| alternative.data_type.as_ref())
        };
        let boundary = types().map(DynamicType::octet_boundary).max().unwrap_or(1);
        let depth = 1 + types().map(|of| of.0.depth).max().unwrap_or(0);
        let whole = if extendable {
            8
        } else {
            largest_boundary(&[discriminant.0.boundary, boundary])
        };
        if extendable && boundary > 8 {
            return Err(TypeError::Malformed {
                name: name.to_owned(),
                expected: "alternatives with an octet boundary of at most 8",
                found: boundary.to_string(),
            });
        }
        let variant = Variant {
            discriminant,
            alternatives: made,
            boundary,
            extendable,
        };
        Ok(node(
            name,
            Shape::VariantRecord(variant),
            whole,
            min_length,
            depth,
        ))
    }
}

fn node(name: &str, shape: Shape, boundary: usize, min_length: usize, depth: usize) -> DynamicType {
    let name = name.to_owned();
    DynamicType(Arc::new(Node {
        name,
        shape,
        boundary,
        min_length,
        depth,
    }))
}

fn opaque(name: &str) -> DynamicType {
    node(name, Shape::Opaque, 1, 0, 0)
}

fn dimensions(cardinality: &str) -> impl DoubleEndedIterator<Item = &str> {
    cardinality.split(',').map(str::trim)
}

fn array_dimension(
    name: &str,
    element: DynamicType,
    dimension: &str,
    encoding: &str,
) -> Result<DynamicType, TypeError> {
    let of = &*element.0;
    let depth = of.depth + 1;
    match dimension.parse::<usize>() {
        Ok(length) if encoding == FIXED_ARRAY => {
            let (boundary, min_length) = (of.boundary, of.min_length.saturating_mul(length));
            Ok(node(
                name,
                Shape::FixedArray { element, length },
                boundary,
                min_length,
                depth,
            ))
        }
        // In `HLAfixedArray` with several dimensions a dynamic one is a variable array.
        _ if encoding == VARIABLE_ARRAY || dimension == "Dynamic" || dimension.starts_with('[') => {
            let boundary = of.boundary.max(4);
            Ok(node(
                name,
                Shape::VariableArray { element },
                boundary,
                4,
                depth,
            ))
        }
        _ => Err(TypeError::Malformed {
            name: name.to_owned(),
            expected: "a cardinality (a number, a range or Dynamic)",
            found: dimension.to_owned(),
        }),
    }
}

/// Number format of a basic data representation: by its name if standard, otherwise by its texts,
/// as for all tools that read only the tables.
fn number_format(
    name: &str,
    size: usize,
    little_endian: bool,
    description: &str,
) -> Result<NumberFormat, TypeError> {
    /// Largest basic data representation that is accepted, in bits.
    const MAX_SIZE: usize = 1 << 16;
    if !(1..=MAX_SIZE).contains(&size) {
        return Err(TypeError::Malformed {
            name: name.to_owned(),
            expected: "a size of 1 to 65536 bits",
            found: size.to_string(),
        });
    }
    let bytes = size.div_ceil(8);
    let text = format!("{name} {description}").to_lowercase();
    let kind = if name.to_lowercase().contains("octet") || bytes > 8 {
        NumberKind::Octets
    } else if text.contains("float") && matches!(bytes, 4 | 8) {
        NumberKind::Float
    } else if text.contains("unsigned") {
        NumberKind::Unsigned
    } else if text.contains("integer") {
        NumberKind::Signed
    } else {
        NumberKind::Octets
    };
    // A single octet has no byte order, although the 2025 MIM calls one of them little-endian.
    let little_endian = little_endian && bytes > 1;
    Ok(NumberFormat {
        kind,
        bytes,
        little_endian,
    })
}

/// Values of the enumerators that `selection` names: `A`, `A, B`, `[A..B]`.
fn selected(
    name: &str,
    enumerators: &[(String, i128)],
    selection: &str,
) -> Result<Vec<i128>, TypeError> {
    let position = |wanted: &str| {
        enumerators
            .iter()
            .position(|(enumerator, _)| enumerator == wanted.trim())
            .ok_or_else(|| TypeError::Malformed {
                name: name.to_owned(),
                expected: "an enumerator of the discriminant",
                found: wanted.trim().to_owned(),
            })
    };
    let mut values = Vec::new();
    for part in selection.split(',').map(str::trim) {
        let range = part
            .strip_prefix('[')
            .and_then(|part| part.strip_suffix(']'));
        let (first, last) = match range.and_then(|range| range.split_once("..")) {
            Some((first, last)) => (first.trim(), last.trim()),
            None => (part, part),
        };
        let (from, _) = (position(first)?, ());
        position(last)?;
        // An enumerator with several values has them next to each other, hence the last of them.
        let to = enumerators
            .iter()
            .rposition(|(enumerator, _)| enumerator == last);
        let upto = to.map_or(from, |to| to.max(from));
        values.extend(enumerators[from..=upto].iter().map(|(_, value)| *value));
    }
    Ok(values)
}
