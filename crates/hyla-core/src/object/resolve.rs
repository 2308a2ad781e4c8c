//! Meaning of a data frame for the federate, as of its delivery: one frame, one meaning.
//!
//! [`Member::resolve`] sorts frames by what they are about; the methods below it carry out those of one kind.

use std::time::Duration;

use hyla_types::FederateHandle;

use crate::callback::Callback;
use crate::member::{Joined, Member, Resolved};
use crate::message::data::DataFrame;
use crate::object::rights::RefusedAttempt;
use crate::outbox::Outbox;

impl Member {
    /// Meaning of a frame for the federate, as of now.
    pub(crate) fn resolve<'a>(
        &mut self,
        from: FederateHandle,
        frame: DataFrame<'a>,
        now: &dyn Fn() -> Duration,
        out: &mut dyn Outbox,
    ) -> Resolved<'a> {
        match frame {
            DataFrame::Update { .. }
            | DataFrame::Interaction { .. }
            | DataFrame::Directed { .. } => self.resolve_values(from, frame, now, out),
            DataFrame::Discover { .. }
            | DataFrame::Remove { .. }
            | DataFrame::Census { .. }
            | DataFrame::Sealed { .. } => self.resolve_existence(from, frame, out),
            DataFrame::Bounds { .. } | DataFrame::Associate { .. } => {
                self.resolve_regions(from, frame)
            }
            DataFrame::Provide { .. }
            | DataFrame::ProvideClass { .. }
            | DataFrame::ProvideWithRegions { .. } => self.resolve_request(frame),
            DataFrame::ReportAttribute { .. }
            | DataFrame::ReportInteraction { .. }
            | DataFrame::QueryAttribute { .. }
            | DataFrame::QueryInteraction { .. } => self.resolve_transportation(from, frame, out),
            // Dealt with on arrival.
            DataFrame::Leaving
            | DataFrame::Position(_)
            | DataFrame::Marker { .. }
            | DataFrame::Retract { .. }
            | DataFrame::Count(_)
            | DataFrame::TimeReport { .. }
            | DataFrame::Probe { .. }
            | DataFrame::Echo { .. } => Resolved::Nothing,
        }
    }

    /// Values: nothing else changes.
    fn resolve_values<'a>(
        &mut self,
        from: FederateHandle,
        frame: DataFrame<'a>,
        now: &dyn Fn() -> Duration,
        out: &mut dyn Outbox,
    ) -> Resolved<'a> {
        let Some(joined) = self.joined.steady() else {
            return Resolved::Nothing;
        };
        match frame {
            DataFrame::Update {
                object,
                envelope,
                values,
            } => {
                if joined.objects.known(object).is_some() {
                    return joined.reflect(from, object, envelope, values, now);
                }
                if joined.candidate(object).is_none() {
                    return Resolved::Nothing;
                }
                self.discover_if_due(object, out);
                Resolved::AfterFollowUps
            }
            DataFrame::Interaction {
                class,
                envelope,
                values,
            } => joined.receive(from, class, envelope, values),
            DataFrame::Directed {
                class,
                object,
                envelope,
                values,
            } => joined.receive_directed(from, class, object, envelope, values),
            _ => Resolved::Nothing,
        }
    }

    /// Handles a discovery, removal or census.
    fn resolve_existence<'a>(
        &mut self,
        from: FederateHandle,
        frame: DataFrame<'a>,
        out: &mut dyn Outbox,
    ) -> Resolved<'a> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Resolved::Nothing;
        };
        match frame {
            DataFrame::Discover {
                object,
                class,
                name,
                owned,
            } => {
                if !Joined::is_source(from, object) {
                    joined.refuse(from, object, RefusedAttempt::Discovery);
                } else if joined.record_instance(object, class, name, owned) {
                    self.discover_if_due(object, out);
                }
            }
            DataFrame::Remove { object, envelope } => return self.remove(from, object, envelope),
            DataFrame::Census { up_to, there } => self.take_census(from, up_to, &there.ranges()),
            DataFrame::Sealed { object, by } => joined.hear_sealed(from, object, by),
            _ => {}
        }
        Resolved::Nothing
    }

    /// Update regions of other members.
    fn resolve_regions(&mut self, from: FederateHandle, frame: DataFrame<'_>) -> Resolved<'static> {
        match frame {
            DataFrame::Bounds { regions } => {
                Resolved::Discoverable(self.hear_bounds(from, regions))
            }
            DataFrame::Associate {
                object,
                class,
                pairs,
            } => Resolved::Discoverable(self.hear_associations(from, object, class, pairs)),
            _ => Resolved::Nothing,
        }
    }

    /// Requests for values.
    fn resolve_request(&mut self, frame: DataFrame<'_>) -> Resolved<'static> {
        let Some((joined, queue)) = self.joined_and_queue() else {
            return Resolved::Nothing;
        };
        let callbacks = match frame {
            DataFrame::Provide {
                object,
                attributes,
                tag,
            } => {
                let callback = joined.provide(object, &attributes.attributes(), tag);
                return callback.map_or(Resolved::Nothing, Resolved::Callback);
            }
            DataFrame::ProvideClass {
                class,
                attributes,
                tag,
            } => joined.provide_class(class, &attributes.attributes(), tag),
            DataFrame::ProvideWithRegions { class, pairs, tag } => {
                joined.provide_with_regions(class, pairs, tag)
            }
            _ => return Resolved::Nothing,
        };
        for callback in callbacks {
            queue.follow_up(callback);
        }
        Resolved::Nothing
    }

    /// Questions about transportation types, which are answered on arrival unless a save or restore was going on then, and the
    /// answers to such questions.
    fn resolve_transportation(
        &mut self,
        from: FederateHandle,
        frame: DataFrame<'_>,
        out: &mut dyn Outbox,
    ) -> Resolved<'static> {
        let Some(joined) = self.joined.as_deref_mut() else {
            return Resolved::Nothing;
        };
        match frame {
            DataFrame::ReportAttribute {
                object,
                attribute,
                transportation,
            } if joined.objects.known(object).is_some() => {
                return Resolved::Callback(Callback::ReportAttributeTransportationType {
                    object,
                    attribute,
                    transportation,
                });
            }
            DataFrame::ReportInteraction {
                class,
                transportation,
            } => {
                return Resolved::Callback(Callback::ReportInteractionTransportationType {
                    federate: from,
                    class,
                    transportation,
                });
            }
            DataFrame::QueryAttribute { object, attribute } => {
                joined.answer_attribute_query(from, object, attribute, out);
            }
            DataFrame::QueryInteraction { class } => {
                joined.answer_interaction_query(from, class, out);
            }
            _ => {}
        }
        Resolved::Nothing
    }
}
