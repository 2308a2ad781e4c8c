//! Directed interactions (2025, clauses 5.6, 5.7, 5.12 and 5.13): who may send, who receives.

use hyla_types::{InteractionClassHandle, ObjectClassHandle};

use super::declarations::Declarations;

/// How far a directed subscription reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Instances of which the subscriber owns an attribute.
    Owned,
    /// Every instance that the subscriber knows.
    Known,
}

impl Declarations {
    /// Whether the interaction class may be directed at instances known as the first of `lineage`:
    /// a publication at the class or above it counts.
    #[must_use]
    pub(crate) fn directs(
        &self,
        lineage: &[ObjectClassHandle],
        interaction: InteractionClassHandle,
    ) -> bool {
        lineage.iter().any(|c| {
            self.published_directed
                .get(c)
                .is_some_and(|i| i.contains(interaction))
        })
    }

    /// The class as which a directed interaction is received at an instance with these classes, and
    /// how far the subscription reaches: nearest interaction class first, then nearest object class.
    #[must_use]
    pub(crate) fn directed_as(
        &self,
        lineage: &[ObjectClassHandle],
        interactions: &[InteractionClassHandle],
    ) -> Option<(InteractionClassHandle, Reach)> {
        interactions.iter().find_map(|interaction| {
            lineage.iter().find_map(|class| {
                let universally = self.subscribed_directed.get(class)?.get(interaction)?;
                Some((
                    *interaction,
                    if *universally {
                        Reach::Known
                    } else {
                        Reach::Owned
                    },
                ))
            })
        })
    }

    /// Whether a universal subscription, at any object class, has one of these interaction classes.
    #[must_use]
    pub(crate) fn receives_directed_universally(
        &self,
        interactions: &[InteractionClassHandle],
    ) -> bool {
        let mut subscribed = self.subscribed_directed.values();
        subscribed.any(|at_class| {
            let universal = |interaction| at_class.get(interaction) == Some(&true);
            interactions.iter().any(universal)
        })
    }
}
