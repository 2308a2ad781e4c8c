//! Subscriptions that match a message with regions.

use hyla_types::{
    AttributeHandle, InteractionClassHandle, ObjectClassHandle, Region, RegionHandle,
};

use super::{Ddm, Subscribers};
use crate::declaration::{Declarations, Subscription, faster};
use crate::fdd::Fdd;
use crate::message::data::SentRegions;

/// How the federate subscribes an attribute of a message, by all its subscriptions at the class that
/// overlap the regions of the message: active if one is, at the highest of their rates.
pub(crate) fn effective(
    mine: &Declarations,
    ddm: &Ddm,
    fdd: &Fdd,
    registered: ObjectClassHandle,
    class: ObjectClassHandle,
    attribute: AttributeHandle,
    sent: Option<SentRegions<'_>>,
) -> Option<Subscription> {
    let plain = mine.subscription(class, attribute);
    let Some(regional) = mine.regional(class, attribute) else {
        return plain;
    };
    let mut effective = plain;
    let mut add = |subscription: Subscription| {
        effective = Some(effective.map_or(subscription, |e| faster(fdd, e, subscription)));
    };
    let Some(sent) = sent else {
        regional.values().for_each(|s| add(*s));
        return effective;
    };
    let available = fdd.available_dimensions(registered, attribute);
    for (_, bounds) in sent.iter() {
        let realization = fdd.realize(&bounds, &available);
        if let Some(space) = ddm.incoming.space((registered, attribute)) {
            space.search(&realization, &mut |party| {
                if party.class == class {
                    add(party.subscription);
                }
            });
            continue;
        }
        let at_class = fdd.available_dimensions(class, attribute);
        for (region, subscription) in regional {
            let mine = mine.region(*region);
            if mine.is_some_and(|mine| fdd.realize(mine, &at_class).overlaps(&realization)) {
                add(*subscription);
            }
        }
    }
    effective
}

/// Whether an interaction, received as `class`, was sent with regions that a subscription of that
/// class overlaps.
pub(crate) fn receives_interaction(
    mine: &Declarations,
    ddm: &mut Ddm,
    fdd: &Fdd,
    sent_as: InteractionClassHandle,
    class: InteractionClassHandle,
    sent: Option<SentRegions<'_>>,
) -> bool {
    let Some(sent) = sent else {
        return true;
    };
    if mine.subscribes_interaction_plainly(class) {
        return true;
    }
    let regions: Vec<(RegionHandle, Region)> = sent.iter().collect();
    let mut overlaps = false;
    let regions = regions.iter().map(|(handle, region)| (*handle, region));
    let me = Subscribers::Me(mine);
    ddm.received_interactions
        .search(sent_as, regions, fdd, me, &mut |party| {
            overlaps |= party.class == class;
        });
    overlaps
}
