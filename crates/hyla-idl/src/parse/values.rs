//! Value types. They are read so that files with them can be used, but have no mapping.

use crate::lexer::Lexeme;
use crate::model::{DefId, Kind};
use crate::parse::{Parser, Reported};

impl Parser {
    /// `valuetype` with its modifiers, up to the semicolon.
    pub(super) fn value(&mut self) -> Result<Vec<DefId>, Reported> {
        self.takes("custom");
        self.expect("valuetype")?;
        let name = self.name("a value type")?;
        let known = self
            .here(&name.text)
            .filter(|&id| matches!(self.model[id].kind, Kind::Value(None)));
        let is_known = known.is_some();
        let id = known.unwrap_or_else(|| self.define(&name, Kind::Value(None)));
        let new = if is_known { Vec::new() } else { vec![id] };
        if self.is(";") {
            return Ok(new);
        }
        if !self.is(":") && !self.is("supports") && !self.is("{") {
            let (_, boxed) = self.any_type("what the value type boxes")?;
            self.model[id].kind = Kind::Value(Some(boxed));
            return Ok(new);
        }
        for word in [":", "supports"] {
            if self.takes(word) {
                self.takes("truncatable");
                loop {
                    self.scoped_name("the name of a value type or interface")?;
                    if !self.takes(",") {
                        break;
                    }
                }
            }
        }
        self.expect("{")?;
        self.open(Some(id), &name.text);
        while !self.is("}") && self.peek().kind != Lexeme::End {
            if self.value_part().is_err() {
                self.recover();
            }
        }
        self.close();
        self.expect("}")?;
        Ok(new)
    }

    fn value_part(&mut self) -> Result<(), Reported> {
        let word = self.peek_text();
        match &*word {
            "public" | "private" => {
                self.take();
                self.member(&mut Vec::new(), "a value type")
            }
            "factory" => {
                self.take();
                let name = self.name("a factory")?;
                self.enter_member(&name);
                self.parameters(&name.text)?;
                self.raises()?;
                self.expect(";").map(drop)
            }
            _ => self.export(&mut crate::Interface::default()),
        }
    }
}
