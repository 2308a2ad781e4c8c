//! Arguments in action lists: how each kind of value is written and parsed.

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
use crate::model::Membership;

/// Label of an instance, a region or a message: process and number of the line that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    pub(crate) process: u32,
    pub(crate) number: u32,
}

/// A federation's name and a handle in it: a restored federation keeps its handles.
type FederationKey<H> = (String, H);

/// Labels of one kind of thing.
#[derive(Debug)]
struct LabelMap<H> {
    handles: BTreeMap<Label, FederationKey<H>>,
    labels: BTreeMap<FederationKey<H>, Label>,
}

impl<H> Default for LabelMap<H> {
    fn default() -> Self {
        Self {
            handles: BTreeMap::new(),
            labels: BTreeMap::new(),
        }
    }
}

impl<H: Copy + Ord> LabelMap<H> {
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

/// Values of all labels.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    given: BTreeMap<u32, u32>,
    objects: LabelMap<ObjectInstanceHandle>,
    /// The federate handle distinguishes regions of different memberships.
    regions: LabelMap<(FederateHandle, RegionHandle)>,
    messages: LabelMap<MessageRetractionHandle>,
}

impl Labels {
    /// An unused label.
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

/// Lookup of names: as the federate of a membership sees them.
pub(crate) struct NameLookup<'a> {
    pub(crate) schema: Option<&'a Schema>,
    pub(crate) membership: Option<Membership>,
    pub(crate) judge: &'a Judge,
    pub(crate) labels: &'a Labels,
}

impl NameLookup<'_> {
    fn federation(&self) -> &str {
        let execution = self
            .membership
            .and_then(|membership| self.judge.executions.get(&membership.execution));
        execution.map_or("", |execution| &execution.name)
    }

    fn federate(&self) -> FederateHandle {
        self.membership
            .map_or(FederateHandle::RTI, |membership| membership.federate)
    }
}

/// A value that lists contain.
pub(crate) trait Argument: Sized {
    /// Its text.
    fn word(&self, names: &NameLookup<'_>) -> String;
    /// Parses it; `None` if the name does not exist.
    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self>;
    /// Checks the form.
    fn check(text: &str) -> Result<(), String>;
}

/// Text for nothing.
const NOTHING: &str = "-";
/// Text for a handle without a label.
const UNNAMED: &str = "?";

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Argument for $number {
            fn word(&self, _: &NameLookup<'_>) -> String {
                self.to_string()
            }

            fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
                text.parse().ok()
            }

            fn check(text: &str) -> Result<(), String> {
                let number = text.parse::<Self>().map(drop);
                number.map_err(|_| "expected a number".to_owned())
            }
        })*
    };
}

numbers!(i64, u32, u64);

impl Argument for bool {
    fn word(&self, _: &NameLookup<'_>) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }

    fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    fn check(text: &str) -> Result<(), String> {
        let right = matches!(text, "yes" | "no");
        right.then_some(()).ok_or("expected yes or no".to_owned())
    }
}

impl Argument for String {
    fn word(&self, _: &NameLookup<'_>) -> String {
        if self.is_empty() {
            return NOTHING.to_owned();
        }
        self.replace(' ', "_")
    }

    fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
        Some(match text {
            NOTHING => Self::new(),
            text => text.replace('_', " "),
        })
    }

    fn check(_: &str) -> Result<(), String> {
        Ok(())
    }
}

impl<T: Argument> Argument for Option<T> {
    fn word(&self, names: &NameLookup<'_>) -> String {
        match self {
            Some(value) => value.word(names),
            None => NOTHING.to_owned(),
        }
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
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

fn joined<'a, T: Argument + 'a>(
    all: impl Iterator<Item = &'a T>,
    names: &NameLookup<'_>,
) -> String {
    let words: Vec<_> = all.map(|value| value.word(names)).collect();
    if words.is_empty() {
        return NOTHING.to_owned();
    }
    words.join(",")
}

impl<T: Argument> Argument for Vec<T> {
    fn word(&self, names: &NameLookup<'_>) -> String {
        joined(self.iter(), names)
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
        parts(text).map(|part| T::read(part, names)).collect()
    }

    fn check(text: &str) -> Result<(), String> {
        parts(text).try_for_each(T::check)
    }
}

impl<T: Argument + Ord> Argument for BTreeSet<T> {
    fn word(&self, names: &NameLookup<'_>) -> String {
        joined(self.iter(), names)
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
        parts(text).map(|part| T::read(part, names)).collect()
    }

    fn check(text: &str) -> Result<(), String> {
        parts(text).try_for_each(T::check)
    }
}

/// Values of the standard, written as their names in the code.
macro_rules! choices {
    ($($kind:ty: $($variant:ident)+;)*) => {
        $(impl Argument for $kind {
            fn word(&self, _: &NameLookup<'_>) -> String {
                format!("{self:?}")
            }

            fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
                match text {
                    $(stringify!($variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn check(text: &str) -> Result<(), String> {
                let all = [$(stringify!($variant)),+];
                let known = all.contains(&text);
                known.then_some(()).ok_or_else(|| format!("expected one of {}", all.join(", ")))
            }
        })*
    };
}

/// Services of clause 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnershipService {
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
    OwnershipService: Divest Negotiate Confirm DivestIfWanted Deny CancelNegotiation Acquire AcquireIfAvailable
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

impl Argument for Tag {
    fn word(&self, _: &NameLookup<'_>) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
        Self::of(text)
    }

    fn check(text: &str) -> Result<(), String> {
        let right = Self::of(text).map(drop);
        right.ok_or("expected hexadecimal digits".to_owned())
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
            .ok_or("expected a label such as 3.1".to_owned())
    }
}

impl Argument for Label {
    fn word(&self, _: &NameLookup<'_>) -> String {
        self.to_string()
    }

    fn read(text: &str, _: &NameLookup<'_>) -> Option<Self> {
        Self::of(text)
    }

    fn check(text: &str) -> Result<(), String> {
        Self::check_text(text)
    }
}

fn label_or_unnamed(label: Option<Label>) -> String {
    label.map_or(UNNAMED.to_owned(), |label| label.to_string())
}

impl Argument for ObjectInstanceHandle {
    fn word(&self, names: &NameLookup<'_>) -> String {
        label_or_unnamed(names.labels.objects.label(names.federation(), *self))
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
        names
            .labels
            .objects
            .handle(Label::of(text)?, names.federation())
    }

    fn check(text: &str) -> Result<(), String> {
        Label::check_text(text)
    }
}

impl Argument for RegionHandle {
    fn word(&self, names: &NameLookup<'_>) -> String {
        let own = (names.federate(), *self);
        label_or_unnamed(names.labels.regions.label(names.federation(), own))
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
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

impl Argument for MessageRetractionHandle {
    fn word(&self, names: &NameLookup<'_>) -> String {
        label_or_unnamed(names.labels.messages.label(names.federation(), *self))
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
        names
            .labels
            .messages
            .handle(Label::of(text)?, names.federation())
    }

    fn check(text: &str) -> Result<(), String> {
        Label::check_text(text)
    }
}

impl Argument for FederateHandle {
    fn word(&self, names: &NameLookup<'_>) -> String {
        let membership = names.membership.map(|membership| Membership {
            federate: *self,
            ..membership
        });
        let member = membership.and_then(|membership| names.judge.members.get(&membership));
        // For a federate that has left, only the handle remains.
        member.map_or_else(
            || format!("{UNNAMED}{}", self.raw()),
            |member| member.process.0.to_string(),
        )
    }

    fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
        if let Some(raw) = text.strip_prefix(UNNAMED) {
            return raw.parse().ok().map(Self::new);
        }
        let process: u32 = text.parse().ok()?;
        let execution = names.membership?.execution;
        let mut all = names.judge.members.iter();
        all.find(|(membership, member)| {
            membership.execution == execution && member.process.0 == process
        })
        .map(|(membership, _)| membership.federate)
    }

    fn check(text: &str) -> Result<(), String> {
        u32::check(text.strip_prefix(UNNAMED).unwrap_or(text))
    }
}

/// Names of the object model.
macro_rules! model {
    ($($kind:ty: $all:expr, $handles:expr;)*) => {
        $(impl Argument for $kind {
            fn word(&self, names: &NameLookup<'_>) -> String {
                let all: fn(&Schema) -> Vec<$kind> = $handles;
                let at = names.schema.and_then(|s| all(s).iter().position(|handle| handle == self));
                at.map_or(UNNAMED, |at| $all[at]).to_owned()
            }

            fn read(text: &str, names: &NameLookup<'_>) -> Option<Self> {
                let all: fn(&Schema) -> Vec<$kind> = $handles;
                let at = $all.iter().position(|name| *name == text)?;
                all(names.schema?).get(at).copied()
            }

            fn check(text: &str) -> Result<(), String> {
                let all = $all;
                let known = text == UNNAMED || all.contains(&text);
                known.then_some(()).ok_or_else(|| format!("expected one of {}", all.join(", ")))
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
