//! Constants and their expressions.

use crate::lexer::Lexeme;
use crate::model::{Basic, Constant, DefId, Kind, Literal, Type};
use crate::parse::{DEEPEST, Parser, Reported};
use crate::source::Location;

impl Parser {
    /// A constant, up to the semicolon.
    pub(super) fn constant(&mut self) -> Result<DefId, Reported> {
        self.take();
        let at = self.peek().at;
        // The digits of a fixed constant follow from its value.
        let ty = if self.takes("fixed") {
            Type::Fixed(31, 31)
        } else {
            self.type_spec("the type of a constant")?
        };
        let resolved = self.model.resolve(&ty).clone();
        let is_possible = match &resolved {
            Type::Basic(basic) => !matches!(
                basic,
                Basic::Any | Basic::Object | Basic::ValueBase | Basic::TypeCode
            ),
            Type::String(_) | Type::WideString(_) | Type::Fixed(..) => true,
            Type::Named(id) => matches!(self.model[*id].kind, Kind::Enum(_)),
            Type::Sequence(..) | Type::Array(..) => false,
        };
        if !is_possible {
            self.wrong(at, "a constant cannot have this type");
        }
        let name = self.name("a constant")?;
        self.expect("=")?;
        let value = self.constant_of(&resolved)?;
        Ok(self.define(&name, Kind::Constant(Constant { ty, value })))
    }

    /// An expression with a value of `ty`.
    pub(super) fn constant_of(&mut self, ty: &Type) -> Result<Literal, Reported> {
        let at = self.peek().at;
        let value = self.binary(0, ty)?;
        let fitting = self.fit(value, ty);
        fitting.map_err(|message| self.wrong(at, message))
    }

    fn binary(&mut self, least: u8, ty: &Type) -> Result<Literal, Reported> {
        let mut left = self.unary(ty)?;
        loop {
            let operator = self.peek_text();
            let binds = match &*operator {
                "|" => 1,
                "^" => 2,
                "&" => 3,
                "<<" | ">>" => 4,
                "+" | "-" => 5,
                "*" | "/" | "%" => 6,
                _ => return Ok(left),
            };
            // In `sequence<sequence<long, 4>>` it closes two sequences; a shift there needs
            // parentheses.
            let closes = self.in_template && &*operator == ">>";
            if binds <= least || closes {
                return Ok(left);
            }
            let at = self.take().at;
            let right = self.binary(binds, ty)?;
            left = apply(&operator, left, right).map_err(|message| self.wrong(at, message))?;
        }
    }

    fn unary(&mut self, ty: &Type) -> Result<Literal, Reported> {
        let at = self.peek().at;
        if self.depth >= DEEPEST {
            return Err(self.wrong(
                at,
                format!("more than {DEEPEST} expressions within each other"),
            ));
        }
        self.depth += 1;
        let value = self.operand(at, ty);
        self.depth -= 1;
        value
    }

    fn operand(&mut self, at: Location, ty: &Type) -> Result<Literal, Reported> {
        if self.takes("-") {
            return match self.unary(ty)? {
                Literal::Integer(value) => Ok(Literal::Integer(-value)),
                Literal::Float(value) => Ok(Literal::Float(-value)),
                Literal::Fixed(digits) => Ok(Literal::Fixed(match digits.strip_prefix('-') {
                    Some(positive) => positive.to_owned(),
                    None => format!("-{digits}"),
                })),
                _ => Err(self.wrong(at, "expected a number behind `-`")),
            };
        }
        if self.takes("+") {
            return self.unary(ty);
        }
        if self.takes("~") {
            let unsigned = range(ty).filter(|(least, _)| *least == 0);
            return match (self.unary(ty)?, unsigned) {
                (Literal::Integer(value), Some((_, most))) => Ok(Literal::Integer(most - value)),
                (Literal::Integer(value), None) => Ok(Literal::Integer(!value)),
                _ => Err(self.wrong(at, "expected an integer behind `~`")),
            };
        }
        if self.takes("(") {
            let outside = std::mem::replace(&mut self.in_template, false);
            let value = self.binary(0, ty);
            self.in_template = outside;
            let value = value?;
            self.expect(")")?;
            return Ok(value);
        }
        self.literal(at)
    }

    fn literal(&mut self, at: Location) -> Result<Literal, Reported> {
        let token = self.peek();
        let text = self.tokens.text(token);
        let value = match token.kind {
            Lexeme::Integer => integer(&text).map(Literal::Integer),
            Lexeme::Float => text
                .parse()
                .map(Literal::Float)
                .map_err(|_| format!("`{}` is no number", &*text)),
            Lexeme::Fixed => Ok(Literal::Fixed(text[..text.len() - 1].to_owned())),
            Lexeme::Char | Lexeme::WideChar => {
                let inner = text.trim_start_matches('L');
                one_char(&inner[1..inner.len() - 1]).map(Literal::Char)
            }
            Lexeme::String | Lexeme::WideString => {
                return self.strings(token.kind).map(Literal::String);
            }
            Lexeme::Word if &*text == "TRUE" => Ok(Literal::Boolean(true)),
            Lexeme::Word if &*text == "FALSE" => Ok(Literal::Boolean(false)),
            _ => {
                let (id, name) = self.scoped_name("a constant")?;
                return match &self.model[id].kind {
                    Kind::Constant(constant) => Ok(constant.value.clone()),
                    Kind::Enumerator(of, ordinal) => Ok(Literal::Enumerator(*of, *ordinal)),
                    _ => {
                        let message = format!("`{}` is no constant", self.model.scoped_name(id));
                        Err(self.wrong(name.at, message))
                    }
                };
            }
        };
        self.take();
        value.map_err(|message| self.wrong(at, message))
    }

    /// Consecutive strings are joined.
    fn strings(&mut self, kind: Lexeme) -> Result<String, Reported> {
        let mut all = String::new();
        while self.peek().kind == kind {
            let token = self.take();
            let text = self.tokens.text(token);
            let inner = text.trim_start_matches('L');
            match unescape(&inner[1..inner.len() - 1]) {
                Ok(text) if text.contains('\0') => {
                    return Err(self.wrong(token.at, "a string cannot contain the character 0"));
                }
                Ok(text) => all.push_str(&text),
                Err(message) => return Err(self.wrong(token.at, message)),
            }
        }
        Ok(all)
    }

    /// Converts the value to `ty`.
    fn fit(&self, value: Literal, ty: &Type) -> Result<Literal, String> {
        let expected = |what: &str, value: &Literal| {
            Err(format!("expected {what}, found {}", self.shown(value)))
        };
        match (ty, value) {
            (Type::Basic(_), Literal::Integer(value)) if range(ty).is_some() => {
                let (least, most) = range(ty).expect("just seen");
                if (least..=most).contains(&value) {
                    Ok(Literal::Integer(value))
                } else {
                    Err(format!("{value} is not between {least} and {most}"))
                }
            }
            (Type::Basic(Basic::Float), Literal::Float(value))
                if value.abs() > f64::from(f32::MAX) =>
            {
                Err(format!("{value} is too large for `float`"))
            }
            (Type::Basic(Basic::Float | Basic::Double | Basic::LongDouble), value) => match value {
                Literal::Float(value) if value.is_finite() => Ok(Literal::Float(value)),
                #[expect(clippy::cast_precision_loss, reason = "as IDL says")]
                Literal::Integer(value) => Ok(Literal::Float(value as f64)),
                other => expected("a number", &other),
            },
            (Type::Basic(Basic::Boolean), Literal::Boolean(value)) => Ok(Literal::Boolean(value)),
            (Type::Basic(Basic::Char), Literal::Char(value)) if u32::from(value) > 255 => {
                Err(format!("`{value}` is no `char`, only a `wchar`"))
            }
            (Type::Basic(Basic::Char | Basic::WideChar), Literal::Char(value)) => {
                Ok(Literal::Char(value))
            }
            (Type::String(bound) | Type::WideString(bound), Literal::String(text)) => {
                let length = text.chars().count();
                match bound {
                    Some(bound) if length > *bound as usize => {
                        Err(format!("{length} characters are more than {bound}"))
                    }
                    _ => Ok(Literal::String(text)),
                }
            }
            (Type::Fixed(..), Literal::Fixed(digits)) => Ok(Literal::Fixed(digits)),
            (Type::Named(id), Literal::Enumerator(of, ordinal)) if *id == of => {
                Ok(Literal::Enumerator(of, ordinal))
            }
            (ty, value) => expected(&self.wanted(ty), &value),
        }
    }

    fn wanted(&self, ty: &Type) -> String {
        match ty {
            Type::Basic(Basic::Boolean) => "TRUE or FALSE".to_owned(),
            Type::Basic(Basic::Char | Basic::WideChar) => "a character".to_owned(),
            Type::Basic(_) => "an integer".to_owned(),
            Type::String(_) | Type::WideString(_) => "a string".to_owned(),
            Type::Fixed(..) => "a fixed-point number such as 1.5d".to_owned(),
            Type::Named(id) => format!("a value of `{}`", self.model.scoped_name(*id)),
            Type::Sequence(..) | Type::Array(..) => "a type that constants can have".to_owned(),
        }
    }

    fn shown(&self, value: &Literal) -> String {
        match value {
            Literal::Integer(value) => format!("the integer {value}"),
            Literal::Float(value) => format!("the number {value}"),
            Literal::Boolean(value) => format!("the boolean {value}"),
            Literal::Char(value) => format!("the character {value:?}"),
            Literal::String(value) => format!("the string {value:?}"),
            Literal::Fixed(value) => format!("the fixed-point number {value}d"),
            Literal::Enumerator(of, ordinal) => match &self.model[*of].kind {
                Kind::Enum(values) => format!("`{}`", values[*ordinal as usize]),
                _ => format!("value {ordinal} of an enum"),
            },
        }
    }
}

/// Least and greatest value of an integer type.
fn range(ty: &Type) -> Option<(i128, i128)> {
    let Type::Basic(basic) = ty else { return None };
    Some(match basic {
        Basic::Octet => (0, u8::MAX.into()),
        Basic::Short => (i16::MIN.into(), i16::MAX.into()),
        Basic::UnsignedShort => (0, u16::MAX.into()),
        Basic::Long => (i32::MIN.into(), i32::MAX.into()),
        Basic::UnsignedLong => (0, u32::MAX.into()),
        Basic::LongLong => (i64::MIN.into(), i64::MAX.into()),
        Basic::UnsignedLongLong => (0, u64::MAX.into()),
        _ => return None,
    })
}

fn apply(operator: &str, left: Literal, right: Literal) -> Result<Literal, String> {
    match (left, right) {
        (Literal::Integer(a), Literal::Integer(b)) => {
            let shift = u32::try_from(b).ok().filter(|&shift| shift < 64);
            let value = match operator {
                "|" => Some(a | b),
                "^" => Some(a ^ b),
                "&" => Some(a & b),
                "<<" | ">>" if shift.is_none() => {
                    return Err(format!("expected a shift from 0 to 63, found {b}"));
                }
                "<<" => shift.and_then(|shift| a.checked_mul(1 << shift)),
                ">>" => shift.map(|shift| a >> shift),
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                _ if b == 0 => return Err("division by 0".to_owned()),
                "/" => a.checked_div(b),
                _ => a.checked_rem(b),
            };
            // Intermediate values may exceed every type, within a limit.
            let limit = 1_i128 << 100;
            value
                .filter(|value| (-limit..=limit).contains(value))
                .map(Literal::Integer)
                .ok_or_else(|| "the value is too large".to_owned())
        }
        (Literal::Float(a), Literal::Float(b)) => float(operator, a, b),
        #[expect(clippy::cast_precision_loss, reason = "as IDL says")]
        (Literal::Float(a), Literal::Integer(b)) => float(operator, a, b as f64),
        #[expect(clippy::cast_precision_loss, reason = "as IDL says")]
        (Literal::Integer(a), Literal::Float(b)) => float(operator, a as f64, b),
        (Literal::Fixed(_), Literal::Fixed(_)) => {
            Err("fixed-point numbers cannot be calculated; write the result".to_owned())
        }
        _ => Err(format!("`{operator}` takes two numbers")),
    }
}

fn float(operator: &str, a: f64, b: f64) -> Result<Literal, String> {
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" if b == 0.0 => return Err("division by 0".to_owned()),
        "/" => a / b,
        _ => return Err(format!("`{operator}` takes two integers")),
    };
    Ok(Literal::Float(value))
}

fn integer(text: &str) -> Result<i128, String> {
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8),
        None => text.parse(),
    };
    value
        .map(i128::from)
        .map_err(|_| format!("`{text}` is no integer of 64 bits"))
}

fn one_char(text: &str) -> Result<char, String> {
    let text = unescape(text)?;
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(format!("expected one character, found `{text}`")),
    }
}

/// Characters of a literal with escapes.
fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = rest.find('\\') {
        out.push_str(&rest[..found]);
        rest = &rest[found + 1..];
        let kind = rest.chars().next().unwrap_or('\\');
        let (radix, start, most) = match kind {
            '0'..='7' => (8, 0, 3),
            'x' => (16, 1, 2),
            'u' => (16, 1, 4),
            _ => {
                out.push(match kind {
                    'n' => '\n',
                    't' => '\t',
                    'v' => '\x0B',
                    'b' => '\x08',
                    'r' => '\r',
                    'f' => '\x0C',
                    'a' => '\x07',
                    '\\' | '?' | '\'' | '"' => kind,
                    _ => return Err(format!("`\\{kind}` means no character")),
                });
                rest = &rest[kind.len_utf8()..];
                continue;
            }
        };
        let digits = rest[start..]
            .chars()
            .take(most)
            .take_while(|c| c.is_digit(radix))
            .count();
        let code = u32::from_str_radix(&rest[start..start + digits], radix);
        let character = code.ok().and_then(char::from_u32);
        out.push(character.ok_or_else(|| format!("`\\{kind}` without the number of a character"))?);
        rest = &rest[start + digits..];
    }
    out.push_str(rest);
    Ok(out)
}
