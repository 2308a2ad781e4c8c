//! [`Declarations`] against a model that is too simple to be wrong: a set of tuples.

use std::collections::{BTreeMap, BTreeSet};

use hyla_core::declaration::{Declarations, Subscription};
use hyla_core::message::{DeclarationChange, Rate, control_frame, decode_control};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet,
    ObjectClassHandle,
};
use proptest::prelude::*;

const HANDLES: std::ops::Range<u32> = 1..5;

/// Everything declared, one tuple for each fact.
#[derive(Default)]
struct Model {
    published: BTreeSet<(ObjectClassHandle, AttributeHandle)>,
    subscribed: BTreeMap<(ObjectClassHandle, AttributeHandle), (bool, Rate)>,
    published_interactions: BTreeSet<InteractionClassHandle>,
    subscribed_interactions: BTreeMap<InteractionClassHandle, bool>,
    published_directed: BTreeSet<(ObjectClassHandle, InteractionClassHandle)>,
    subscribed_directed: BTreeMap<(ObjectClassHandle, InteractionClassHandle), bool>,
}

impl Model {
    fn apply(&mut self, change: &DeclarationChange) {
        use DeclarationChange as Change;
        match change.clone() {
            Change::PublishObjectClass { class, attributes } => {
                self.published.extend(attributes.iter().map(|a| (class, a)));
            }
            Change::UnpublishObjectClass { class, attributes } => {
                let gone = |a| attributes.as_ref().is_none_or(|set| set.contains(a));
                self.published.retain(|(c, a)| *c != class || !gone(*a));
            }
            Change::SubscribeObjectClass {
                class,
                attributes,
                active,
                rate,
            } => {
                let facts = attributes.iter().map(|a| ((class, a), (active, rate)));
                self.subscribed.extend(facts);
            }
            Change::UnsubscribeObjectClass { class, attributes } => {
                let gone = |a| attributes.as_ref().is_none_or(|set| set.contains(a));
                self.subscribed.retain(|(c, a), _| *c != class || !gone(*a));
            }
            Change::PublishInteractionClass { class } => {
                self.published_interactions.insert(class);
            }
            Change::UnpublishInteractionClass { class } => {
                self.published_interactions.remove(&class);
            }
            Change::SubscribeInteractionClass { class, active } => {
                self.subscribed_interactions.insert(class, active);
            }
            Change::UnsubscribeInteractionClass { class } => {
                self.subscribed_interactions.remove(&class);
            }
            Change::PublishDirected {
                class,
                interactions,
            } => {
                let facts = interactions.iter().map(|i| (class, i));
                self.published_directed.extend(facts);
            }
            Change::UnpublishDirected {
                class,
                interactions,
            } => {
                let gone = |i| interactions.as_ref().is_none_or(|set| set.contains(i));
                self.published_directed
                    .retain(|(c, i)| *c != class || !gone(*i));
            }
            Change::SubscribeDirected {
                class,
                interactions,
                universally,
            } => {
                let facts = interactions.iter().map(|i| ((class, i), universally));
                self.subscribed_directed.extend(facts);
            }
            Change::UnsubscribeDirected {
                class,
                interactions,
            } => {
                let gone = |i| interactions.as_ref().is_none_or(|set| set.contains(i));
                self.subscribed_directed
                    .retain(|(c, i), _| *c != class || !gone(*i));
            }
            Change::SubscribeObjectClassWithRegions { .. }
            | Change::UnsubscribeObjectClassWithRegions { .. }
            | Change::SubscribeInteractionClassWithRegions { .. }
            | Change::UnsubscribeInteractionClassWithRegions { .. }
            | Change::CommitRegions { .. } => unreachable!("plain changes only"),
        }
    }
}

fn class() -> impl Strategy<Value = ObjectClassHandle> {
    HANDLES.prop_map(ObjectClassHandle::new)
}

fn interaction() -> impl Strategy<Value = InteractionClassHandle> {
    HANDLES.prop_map(InteractionClassHandle::new)
}

fn attributes() -> impl Strategy<Value = AttributeHandleSet> {
    let few = prop::collection::vec(HANDLES, 0..4);
    few.prop_map(|raw| raw.into_iter().map(AttributeHandle::new).collect())
}

fn interactions() -> impl Strategy<Value = InteractionClassHandleSet> {
    let few = prop::collection::vec(HANDLES, 0..4);
    few.prop_map(|raw| raw.into_iter().map(InteractionClassHandle::new).collect())
}

fn change() -> impl Strategy<Value = DeclarationChange> {
    use DeclarationChange as Change;
    let some = || prop::option::weighted(0.7, attributes());
    let directed = || prop::option::weighted(0.7, interactions());
    let rate = prop::option::of(0_u16..3);
    prop_oneof![
        (class(), attributes())
            .prop_map(|(class, attributes)| Change::PublishObjectClass { class, attributes }),
        (class(), some())
            .prop_map(|(class, attributes)| Change::UnpublishObjectClass { class, attributes }),
        (class(), attributes(), any::<bool>(), rate).prop_map(
            |(class, attributes, active, rate)| Change::SubscribeObjectClass {
                class,
                attributes,
                active,
                rate
            }
        ),
        (class(), some())
            .prop_map(|(class, attributes)| Change::UnsubscribeObjectClass { class, attributes }),
        interaction().prop_map(|class| Change::PublishInteractionClass { class }),
        interaction().prop_map(|class| Change::UnpublishInteractionClass { class }),
        (interaction(), any::<bool>())
            .prop_map(|(class, active)| Change::SubscribeInteractionClass { class, active }),
        interaction().prop_map(|class| Change::UnsubscribeInteractionClass { class }),
        (class(), interactions()).prop_map(|(class, interactions)| Change::PublishDirected {
            class,
            interactions
        }),
        (class(), directed()).prop_map(|(class, interactions)| Change::UnpublishDirected {
            class,
            interactions
        }),
        (class(), interactions(), any::<bool>()).prop_map(|(class, interactions, universally)| {
            Change::SubscribeDirected {
                class,
                interactions,
                universally,
            }
        }),
        (class(), directed()).prop_map(|(class, interactions)| Change::UnsubscribeDirected {
            class,
            interactions
        }),
    ]
}

/// [`Declarations`] as they travel, field by field: directed ones have no public getter.
type OnTheWire = (
    BTreeMap<ObjectClassHandle, AttributeHandleSet>,
    BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, Subscription>>,
    InteractionClassHandleSet,
    BTreeMap<InteractionClassHandle, bool>,
    BTreeMap<ObjectClassHandle, InteractionClassHandleSet>,
    BTreeMap<ObjectClassHandle, BTreeMap<InteractionClassHandle, bool>>,
    // Three empty tables: nothing here has regions.
    (u8, u8, u8),
);

fn check_directed(declarations: &Declarations, model: &Model) -> Result<(), TestCaseError> {
    let mut frame = Vec::new();
    control_frame(declarations, &mut frame);
    let fields: OnTheWire = decode_control(&frame).expect("the fields are these");

    let mut published: BTreeMap<_, InteractionClassHandleSet> = BTreeMap::new();
    for (class, interaction) in &model.published_directed {
        published.entry(*class).or_default().insert(*interaction);
    }
    prop_assert_eq!(fields.4, published);
    let mut subscribed: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for ((class, interaction), universally) in &model.subscribed_directed {
        let at_class: &mut BTreeMap<_, _> = subscribed.entry(*class).or_default();
        at_class.insert(*interaction, *universally);
    }
    prop_assert_eq!(fields.5, subscribed);
    Ok(())
}

/// Everything that can be asked gives the same answer.
fn check(declarations: &Declarations, model: &Model) -> Result<(), TestCaseError> {
    let classes: Vec<_> = HANDLES.map(ObjectClassHandle::new).collect();
    let interactions: Vec<_> = HANDLES.map(InteractionClassHandle::new).collect();
    for &class in &classes {
        let published: AttributeHandleSet = HANDLES
            .map(AttributeHandle::new)
            .filter(|a| model.published.contains(&(class, *a)))
            .collect();
        let expected = (!published.is_empty()).then_some(&published);
        prop_assert_eq!(declarations.published(class), expected);

        let subscribed: Vec<_> = HANDLES
            .map(AttributeHandle::new)
            .filter_map(|a| Some((a, *model.subscribed.get(&(class, a))?)))
            .map(|(a, (active, rate))| (a, Subscription { active, rate }))
            .collect();
        prop_assert_eq!(declarations.subscribes_at(class), !subscribed.is_empty());
        for attribute in HANDLES.map(AttributeHandle::new) {
            let at = subscribed.iter().find(|(a, _)| *a == attribute);
            let expected = at.map(|(_, subscription)| *subscription);
            prop_assert_eq!(declarations.subscription(class, attribute), expected);
        }
        let listed: Vec<_> = declarations.subscribed_at(class).collect();
        prop_assert_eq!(listed, subscribed);
    }
    let publishing: BTreeSet<_> = model.published.iter().map(|(class, _)| *class).collect();
    prop_assert!(declarations.published_classes().eq(publishing));
    let sent = model.published_interactions.iter().copied();
    prop_assert!(declarations.published_interactions().eq(sent));

    // Lineages as chains: every class with those before it.
    for length in 1..=classes.len() {
        let lineage: Vec<_> = classes[..length].iter().rev().copied().collect();
        let nearest = lineage
            .iter()
            .find(|c| model.subscribed.keys().any(|(class, _)| class == *c));
        prop_assert_eq!(declarations.candidate(&lineage), nearest.copied());

        let lineage: Vec<_> = interactions[..length].iter().rev().copied().collect();
        let flag = |c: &InteractionClassHandle| Some((*c, *model.subscribed_interactions.get(c)?));
        prop_assert_eq!(
            declarations.received_as(&lineage),
            lineage.iter().find_map(flag)
        );
        let actively = lineage.iter().filter_map(flag).any(|(_, active)| active);
        prop_assert_eq!(declarations.wants_actively(&lineage), actively);
        let published = model.published_interactions.contains(&lineage[0]);
        prop_assert_eq!(declarations.publishes_interaction(lineage[0]), published);
    }
    Ok(())
}

proptest! {
    #[test]
    fn declarations_answer_like_a_set_of_tuples(changes in prop::collection::vec(change(), 0..40)) {
        let mut declarations = Declarations::default();
        let mut model = Model::default();
        for change in &changes {
            declarations.apply(change);
            model.apply(change);
            check(&declarations, &model)?;
            check_directed(&declarations, &model)?;
        }
    }

    #[test]
    fn a_change_applied_twice_counts_once(changes in prop::collection::vec(change(), 1..40)) {
        let mut once = Declarations::default();
        changes.iter().for_each(|change| once.apply(change));
        let mut twice = once.clone();

        twice.apply(changes.last().expect("there is one"));

        prop_assert_eq!(twice, once);
    }

    #[test]
    fn declarations_with_everything_taken_back_are_empty(
        changes in prop::collection::vec(change(), 0..40),
    ) {
        use DeclarationChange as Change;
        let mut declarations = Declarations::default();
        changes.iter().for_each(|change| declarations.apply(change));

        for raw in HANDLES {
            let class = ObjectClassHandle::new(raw);
            declarations.apply(&Change::UnpublishObjectClass { class, attributes: None });
            declarations.apply(&Change::UnsubscribeObjectClass { class, attributes: None });
            declarations.apply(&Change::UnpublishDirected { class, interactions: None });
            declarations.apply(&Change::UnsubscribeDirected { class, interactions: None });
            let class = InteractionClassHandle::new(raw);
            declarations.apply(&Change::UnpublishInteractionClass { class });
            declarations.apply(&Change::UnsubscribeInteractionClass { class });
        }

        prop_assert_eq!(declarations, Declarations::default());
    }

    #[test]
    fn declarations_survive_the_wire(changes in prop::collection::vec(change(), 0..40)) {
        let mut declarations = Declarations::default();
        changes.iter().for_each(|change| declarations.apply(change));
        let mut frame = Vec::new();

        control_frame(&declarations, &mut frame);

        let read = decode_control::<Declarations>(&frame);
        prop_assert_eq!(read, Ok(declarations));
    }
}
