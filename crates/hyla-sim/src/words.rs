//! Names of arguments in action lists: how each kind of value is written, and found again in a world.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hyla_core::support::Switch;
use hyla_core::time::AdvanceKind;
use hyla_types::{
    AttributeHandle, DimensionHandle, FederateHandle, InteractionClassHandle,
    MessageRetractionHandle, ObjectClassHandle, ObjectInstanceHandle, ParameterHandle,
    RegionHandle, ResignAction,
};

use crate::fom::{self, Schema};
use crate::invariants::Judge;
use crate::model::Seat;

/// What a line made: process and number. Instances, regions and messages are called by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    pub(crate) process: u32,
    pub(crate) number: u32,
}

/// A handle and the federation in which it is one, by name: a restored one keeps its handles.
type Inside<H> = (String, H);

/// Labels of one kind of thing.
#[derive(Debug)]
struct Pairs<H> {
    handles: BTreeMap<Label, Inside<H>>,
    labels: BTreeMap<Inside<H>, Label>,
}

impl<H> Default for Pairs<H> {
    fn default() -> Self {
        Self {
            handles: BTreeMap::new(),
            labels: BTreeMap::new(),
        }
    }
}

impl<H: Copy + Ord> Pairs<H> {
    fn bind(&mut self, label: Label, federation: &str, handle: H) {
        let inside = (federation.to_owned(), handle);
        self.handles.insert(label, inside.clone());
        self.labels.insert(inside, label);
    }

    fn label(&self, federation: &str, handle: H) -> Option<Label> {
        self.labels.get(&(federation.to_owned(), handle)).copied()
    }

    fn handle(&self, label: Label, federation: &str) -> Option<H> {
        let (of, handle) = self.handles.get(&label)?;
        (of == federation).then_some(*handle)
    }
}

/// What all labels stand for.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    given: BTreeMap<u32, u32>,
    objects: Pairs<ObjectInstanceHandle>,
    /// Regions belong to a membership; its handle tells them from those of others.
    regions: Pairs<(FederateHandle, RegionHandle)>,
    messages: Pairs<MessageRetractionHandle>,
}

impl Labels {
    /// A label that nothing has.
    pub(crate) fn fresh(&mut self, process: u32) -> Label {
        let number = self.given.entry(process).or_default();
        *number += 1;
        Label {
            process,
            number: *number,
        }
    }

    pub(crate) fn object(&mut self, label: Label, federation: &str, object: ObjectInstanceHandle) {
        self.objects.bind(label, federation, object);
    }

    pub(crate) fn region(
        &mut self,
        label: Label,
        federation: &str,
        of: FederateHandle,
        region: RegionHandle,
    ) {
        self.regions.bind(label, federation, (of, region));
    }

    pub(crate) fn message(
        &mut self,
        label: Label,
        federation: &str,
        message: MessageRetractionHandle,
    ) {
        self.messages.bind(label, federation, message);
    }
}

/// Where names are looked up: as the federate at a seat sees them.
pub(crate) struct Names<'a> {
    pub(crate) schema: Option<&'a Schema>,
    pub(crate) seat: Option<Seat>,
    pub(crate) judge: &'a Judge,
    pub(crate) labels: &'a Labels,
}

impl Names<'_> {
    fn federation(&self) -> &str {
        let execution = self
            .seat
            .and_then(|seat| self.judge.executions.get(&seat.execution));
        execution.map_or("", |execution| &execution.name)
    }

    fn federate(&self) -> FederateHandle {
        self.seat.map_or(FederateHandle::RTI, |seat| seat.federate)
    }
}

/// A value that lists contain.
pub(crate) trait Word: Sized {
    /// How it is written.
    fn word(&self, names: &Names<'_>) -> String;
    /// The value, if what it names exists.
    fn read(text: &str, names: &Names<'_>) -> Option<Self>;
    /// Whether the form is right.
    fn check(text: &str) -> Result<(), String>;
}

/// What stands for nothing.
const NOTHING: &str = "-";
/// What stands for a handle that no line made.
const UNNAMED: &str = "?";

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Word for $number {
            fn word(&self, _: &Names<'_>) -> String {
                self.to_string()
            }

            fn read(text: &str, _: &Names<'_>) -> Option<Self> {
                text.parse().ok()
            }

            fn check(text: &str) -> Result<(), String> {
                let number = text.parse::<Self>().map(drop);
                number.map_err(|_| "a number is wanted".to_owned())
            }
        })*
    };
}

numbers!(i64, u32, u64);

impl Word for bool {
    fn word(&self, _: &Names<'_>) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }

    fn read(text: &str, _: &Names<'_>) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    fn check(text: &str) -> Result<(), String> {
        let right = matches!(text, "yes" | "no");
        right.then_some(()).ok_or("yes or no is wanted".to_owned())
    }
}

impl Word for String {
    fn word(&self, _: &Names<'_>) -> String {
        if self.is_empty() {
            return NOTHING.to_owned();
        }
        self.replace(' ', "_")
    }

    fn read(text: &str, _: &Names<'_>) -> Option<Self> {
        Some(match text {
            NOTHING => Self::new(),
            text => text.replace('_', " "),
        })
    }

    fn check(_: &str) -> Result<(), String> {
        Ok(())
    }
}

impl<T: Word> Word for Option<T> {
    fn word(&self, names: &Names<'_>) -> String {
        match self {
            Some(value) => value.word(names),
            None => NOTHING.to_owned(),
        }
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        match text {
            NOTHING => Some(None),
            text => T::read(text, names).map(Some),
        }
    }

    fn check(text: &str) -> Result<(), String> {
        match text {
            NOTHING => Ok(()),
            text => T::check(text),
        }
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|part| *part != NOTHING)
}

fn joined<'a, T: Word + 'a>(all: impl Iterator<Item = &'a T>, names: &Names<'_>) -> String {
    let words: Vec<_> = all.map(|value| value.word(names)).collect();
    if words.is_empty() {
        return NOTHING.to_owned();
    }
    words.join(",")
}

impl<T: Word> Word for Vec<T> {
    fn word(&self, names: &Names<'_>) -> String {
        joined(self.iter(), names)
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        parts(text).map(|part| T::read(part, names)).collect()
    }

    fn check(text: &str) -> Result<(), String> {
        parts(text).try_for_each(T::check)
    }
}

impl<T: Word + Ord> Word for BTreeSet<T> {
    fn word(&self, names: &Names<'_>) -> String {
        joined(self.iter(), names)
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        parts(text).map(|part| T::read(part, names)).collect()
    }

    fn check(text: &str) -> Result<(), String> {
        parts(text).try_for_each(T::check)
    }
}

/// Values of the standard: their names are those of the code.
macro_rules! choices {
    ($($kind:ty: $($variant:ident)+;)*) => {
        $(impl Word for $kind {
            fn word(&self, _: &Names<'_>) -> String {
                format!("{self:?}")
            }

            fn read(text: &str, _: &Names<'_>) -> Option<Self> {
                match text {
                    $(stringify!($variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn check(text: &str) -> Result<(), String> {
                let all = [$(stringify!($variant)),+];
                let known = all.contains(&text);
                known.then_some(()).ok_or_else(|| format!("one of {} is wanted", all.join(", ")))
            }
        })*
    };
}

/// Services of clause 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deal {
    Divest,
    Negotiate,
    Confirm,
    DivestIfWanted,
    Deny,
    CancelNegotiation,
    Acquire,
    AcquireIfAvailable,
    CancelAcquisition,
    Query,
}

choices! {
    Deal: Divest Negotiate Confirm DivestIfWanted Deny CancelNegotiation Acquire AcquireIfAvailable
        CancelAcquisition Query;
    AdvanceKind: TimeAdvance TimeAdvanceAvailable NextMessage NextMessageAvailable FlushQueue;
    ResignAction: UnconditionallyDivestAttributes DeleteObjects CancelPendingOwnershipAcquisitions
        DeleteObjectsThenDivest CancelThenDeleteThenDivest NoAction;
    Switch: ObjectClassRelevanceAdvisory AttributeRelevanceAdvisory AttributeScopeAdvisory
        InteractionRelevanceAdvisory;
}

/// A tag, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag(pub(crate) Vec<u8>);

impl Tag {
    fn of(text: &str) -> Option<Self> {
        let digits = text.as_bytes().chunks(2);
        let bytes = digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        bytes.collect::<Option<_>>().map(Self)
    }
}

impl Word for Tag {
    fn word(&self, _: &Names<'_>) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn read(text: &str, _: &Names<'_>) -> Option<Self> {
        Self::of(text)
    }

    fn check(text: &str) -> Result<(), String> {
        let right = Self::of(text).map(drop);
        right.ok_or("hexadecimal digits are wanted".to_owned())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.process, self.number)
    }
}

impl Label {
    fn of(text: &str) -> Option<Self> {
        let (process, number) = text.split_once('.')?;
        Some(Self {
            process: process.parse().ok()?,
            number: number.parse().ok()?,
        })
    }

    fn check_text(text: &str) -> Result<(), String> {
        let right = text == UNNAMED || Self::of(text).is_some();
        right
            .then_some(())
            .ok_or("a label such as 3.1 is wanted".to_owned())
    }
}

impl Word for Label {
    fn word(&self, _: &Names<'_>) -> String {
        self.to_string()
    }

    fn read(text: &str, _: &Names<'_>) -> Option<Self> {
        Self::of(text)
    }

    fn check(text: &str) -> Result<(), String> {
        Self::check_text(text)
    }
}

fn label_or_unnamed(label: Option<Label>) -> String {
    label.map_or(UNNAMED.to_owned(), |label| label.to_string())
}

impl Word for ObjectInstanceHandle {
    fn word(&self, names: &Names<'_>) -> String {
        label_or_unnamed(names.labels.objects.label(names.federation(), *self))
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        names
            .labels
            .objects
            .handle(Label::of(text)?, names.federation())
    }

    fn check(text: &str) -> Result<(), String> {
        Label::check_text(text)
    }
}

impl Word for RegionHandle {
    fn word(&self, names: &Names<'_>) -> String {
        let own = (names.federate(), *self);
        label_or_unnamed(names.labels.regions.label(names.federation(), own))
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        let found = names
            .labels
            .regions
            .handle(Label::of(text)?, names.federation());
        found.map(|(_, region)| region)
    }

    fn check(text: &str) -> Result<(), String> {
        Label::check_text(text)
    }
}

impl Word for MessageRetractionHandle {
    fn word(&self, names: &Names<'_>) -> String {
        label_or_unnamed(names.labels.messages.label(names.federation(), *self))
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        names
            .labels
            .messages
            .handle(Label::of(text)?, names.federation())
    }

    fn check(text: &str) -> Result<(), String> {
        Label::check_text(text)
    }
}

impl Word for FederateHandle {
    fn word(&self, names: &Names<'_>) -> String {
        let seat = names.seat.map(|seat| Seat {
            federate: *self,
            ..seat
        });
        let member = seat.and_then(|seat| names.judge.members.get(&seat));
        // Of one that has left the handle is all there is.
        member.map_or_else(
            || format!("{UNNAMED}{}", self.raw()),
            |member| member.process.0.to_string(),
        )
    }

    fn read(text: &str, names: &Names<'_>) -> Option<Self> {
        if let Some(raw) = text.strip_prefix(UNNAMED) {
            return raw.parse().ok().map(Self::new);
        }
        let process: u32 = text.parse().ok()?;
        let execution = names.seat?.execution;
        let mut all = names.judge.members.iter();
        all.find(|(seat, member)| seat.execution == execution && member.process.0 == process)
            .map(|(seat, _)| seat.federate)
    }

    fn check(text: &str) -> Result<(), String> {
        u32::check(text.strip_prefix(UNNAMED).unwrap_or(text))
    }
}

/// Names of the object model.
macro_rules! model {
    ($($kind:ty: $all:expr, $handles:expr;)*) => {
        $(impl Word for $kind {
            fn word(&self, names: &Names<'_>) -> String {
                let all: fn(&Schema) -> Vec<$kind> = $handles;
                let at = names.schema.and_then(|s| all(s).iter().position(|handle| handle == self));
                at.map_or(UNNAMED, |at| $all[at]).to_owned()
            }

            fn read(text: &str, names: &Names<'_>) -> Option<Self> {
                let all: fn(&Schema) -> Vec<$kind> = $handles;
                let at = $all.iter().position(|name| *name == text)?;
                all(names.schema?).get(at).copied()
            }

            fn check(text: &str) -> Result<(), String> {
                let all = $all;
                let known = text == UNNAMED || all.contains(&text);
                known.then_some(()).ok_or_else(|| format!("one of {} is wanted", all.join(", ")))
            }
        })*
    };
}

model! {
    ObjectClassHandle: fom::object_names(), |s| s.objects.iter().map(|row| row.handle).collect();
    InteractionClassHandle: fom::interaction_names(),
        |s| s.interactions.iter().map(|row| row.handle).collect();
    AttributeHandle: fom::attribute_names(), |s| s.attributes.clone();
    ParameterHandle: fom::parameter_names(), |s| s.parameters.clone();
    DimensionHandle: fom::dimension_names(), |s| s.dimensions.iter().map(|d| d.handle).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_labels_are_read_back() {
        assert_eq!(Tag::of("07ff"), Some(Tag(vec![7, 255])));
        assert_eq!(Tag::of("zz"), None);
        let label = Label {
            process: 3,
            number: 14,
        };
        assert_eq!(Label::of(&label.to_string()), Some(label));
        assert_eq!(Label::of("3"), None);
    }
}
