//! Subscription regions of interaction classes: compared with the regions of one message.

use std::collections::BTreeSet;

use hyla_types::{InteractionClassHandle, Region, RegionHandle};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::space::{Party, Space, Subscribers};
use crate::declaration::Subscription;
use crate::fdd::Fdd;
use crate::message::DeclarationChange;
use crate::roster::Slot;

/// For each class that was sent or received with regions, who subscribes it with which.
///
/// Computed when first needed; moved regions are followed, other changes throw the class away.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct InteractionOverlaps {
    spaces: FxHashMap<InteractionClassHandle, Space<InteractionClassHandle>>,
}

impl InteractionOverlaps {
    /// Forgets everything: the object model or the roster changed.
    pub(crate) fn clear(&mut self) {
        self.spaces.clear();
    }

    /// A member's regional subscriptions changed.
    pub(crate) fn follow(&mut self, member: Option<Slot>, change: &DeclarationChange, fdd: &Fdd) {
        use DeclarationChange as Change;
        let lineage_of = |sent: InteractionClassHandle| {
            let class = fdd.interaction_class(sent);
            class.map(|c| c.lineage.as_slice()).unwrap_or_default()
        };
        match change {
            Change::SubscribeInteractionClassWithRegions { class, .. }
            | Change::UnsubscribeInteractionClassWithRegions { class, .. } => {
                self.spaces
                    .retain(|sent, _| !lineage_of(*sent).contains(class));
            }
            Change::CommitRegions { regions } => {
                for (sent, space) in &mut self.spaces {
                    for class in lineage_of(*sent) {
                        let available = fdd.interaction_dimensions(*class);
                        for (region, bounds) in regions {
                            let realization = fdd.realize(bounds, &available);
                            let key = (member, *class, *region);
                            space.move_subscription(key, realization, &mut BTreeSet::new());
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Names who subscribes, at a class of the lineage, what overlaps one of the regions of a message
    /// of that class; perhaps more than once.
    pub(crate) fn search<'r>(
        &mut self,
        sent: InteractionClassHandle,
        regions: impl Iterator<Item = (RegionHandle, &'r Region)>,
        fdd: &Fdd,
        subscribers: Subscribers<'_>,
        found: &mut impl FnMut(&Party<InteractionClassHandle>),
    ) {
        let available = fdd.interaction_dimensions(sent);
        let space = self.spaces.entry(sent);
        let space = space.or_insert_with(|| subscribed_space(sent, fdd, subscribers));
        for (_, bounds) in regions {
            space.search(&fdd.realize(bounds, &available), found);
        }
    }
}

fn subscribed_space(
    sent: InteractionClassHandle,
    fdd: &Fdd,
    subscribers: Subscribers<'_>,
) -> Space<InteractionClassHandle> {
    let mut space = Space::new(&fdd.interaction_dimensions(sent));
    let lineage = fdd.interaction_class(sent).map(|c| c.lineage.as_slice());
    subscribers.each(|member, declarations| {
        for class in lineage.unwrap_or_default() {
            let available = fdd.interaction_dimensions(*class);
            for (region, active) in declarations
                .regional_interaction(*class)
                .into_iter()
                .flatten()
            {
                let party = Party {
                    member,
                    class: *class,
                    subscription: Subscription {
                        active: *active,
                        rate: None,
                    },
                };
                let bounds = declarations.region(*region).cloned().unwrap_or_default();
                let realization = fdd.realize(&bounds, &available);
                space.subscribe(*region, party, realization, &mut BTreeSet::new());
            }
        }
    });
    space
}
