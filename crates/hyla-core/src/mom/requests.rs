//! A member's answers to `HLAfederate.HLArequest` interactions.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{
    AttributeHandle, AttributeHandleSet, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use super::fields::{Fault, Fields, Report, count, report};
use super::vocabulary::Act;
use crate::declaration::Declarations;
use crate::member::Joined;
use crate::message::Rate;
use crate::outbox::{Control, Outbox};

impl Joined {
    /// Answers a request, if it is one that the member answers.
    ///
    /// # Errors
    /// A parameter that is missing or cannot be decoded.
    pub(super) fn answer_mom_request(
        &self,
        act: Act,
        fields: Fields<'_>,
        out: &mut dyn Outbox,
    ) -> Result<bool, Fault> {
        let counters = &self.managed.counters;
        match act {
            Act::RequestPublications => self.report_publications(out),
            Act::RequestSubscriptions => self.report_subscriptions(out),
            Act::RequestInstancesThatCanBeDeleted => {
                let mut counts = BTreeMap::new();
                for class in self.deletable() {
                    *counts.entry(class).or_insert(0_u32) += 1;
                }
                let counts: Vec<_> = counts.into_iter().collect();
                self.report_instances("HLAreportObjectInstancesThatCanBeDeleted", &counts, out);
            }
            Act::RequestInstancesUpdated => {
                let counts = &counters.instances_updated;
                self.report_instances("HLAreportObjectInstancesUpdated", counts, out);
            }
            Act::RequestInstancesReflected => {
                let counts = &counters.instances_reflected;
                self.report_instances("HLAreportObjectInstancesReflected", counts, out);
            }
            Act::RequestUpdatesSent => {
                self.by_transportation("HLAreportUpdatesSent", out, |r, t| {
                    r.with("HLAupdateCounts", &counters.updates_sent.of(t))
                });
            }
            Act::RequestReflectionsReceived => {
                self.by_transportation("HLAreportReflectionsReceived", out, |r, t| {
                    r.with("HLAreflectCounts", &counters.reflections_received.of(t))
                });
            }
            Act::RequestInteractionsSent => {
                self.by_transportation("HLAreportInteractionsSent", out, |r, t| {
                    r.with("HLAinteractionCounts", &counters.interactions_sent.of(t))
                });
            }
            Act::RequestInteractionsReceived => {
                self.by_transportation("HLAreportInteractionsReceived", out, |r, t| {
                    let counts = counters.interactions_received.of(t);
                    r.with("HLAinteractionCounts", &counts)
                });
            }
            Act::RequestDirectedInteractionsSent => {
                self.by_transportation("HLAreportDirectedInteractionsSent", out, |r, t| {
                    r.with("HLAinteractionCounts", &counters.directed_sent.of(t))
                });
            }
            Act::RequestDirectedInteractionsReceived => {
                self.by_transportation("HLAreportDirectedInteractionsReceived", out, |r, t| {
                    r.with("HLAinteractionCounts", &counters.directed_received.of(t))
                });
            }
            Act::RequestInstanceInformation => {
                let object = fields.handle("HLAobjectInstance", ObjectInstanceHandle::decode)?;
                self.report_instance(object, out);
            }
            Act::RequestChannelMetrics => {
                let metrics = out.metrics();
                self.report_channels(&metrics.channels, out);
                self.report_groups(&metrics.groups, out);
            }
            Act::RequestLatency => self.report_latency(fields, out)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Starts a report about this federate.
    pub(super) fn report(&self, name: &str) -> Option<Report<'_>> {
        report(&self.fdd, name).map(|r| r.with("HLAfederate", &self.identity.handle()))
    }

    fn tell_report(&self, report: Option<Report<'_>>, out: &mut dyn Control) {
        if let Some(report) = report {
            self.send_report(report, None, out);
        }
    }

    fn report_instances(
        &self,
        name: &str,
        counts: &[(ObjectClassHandle, u32)],
        out: &mut dyn Control,
    ) {
        let mut counts: Vec<_> = counts.iter().map(|(c, n)| (*c, count(*n))).collect();
        counts.sort_unstable_by_key(|(class, _)| *class);
        let report = self.report(name);
        self.tell_report(
            report.map(|r| r.with("HLAobjectInstanceCounts", &counts)),
            out,
        );
    }

    /// One report for each transportation type of the federation, empty ones included.
    fn by_transportation<'s>(
        &'s self,
        name: &str,
        out: &mut dyn Control,
        fill: impl Fn(Report<'s>, TransportationTypeHandle) -> Report<'s>,
    ) {
        for transportation in self.fdd.transportation_handles() {
            let report = self.report(name);
            let report =
                report.map(|r| fill(r.with_transportation(transportation), transportation));
            self.tell_report(report, out);
        }
    }

    fn report_publications(&self, out: &mut dyn Control) {
        let mine = self.declarations.own();
        let classes: Vec<InteractionClassHandle> = mine.published_interactions().collect();
        let report = self.report("HLAreportInteractionPublication");
        self.tell_report(
            report.map(|r| r.with("HLAinteractionClassList", &classes)),
            out,
        );

        let published = mine.published_classes().filter_map(|class| {
            let attributes: Vec<AttributeHandle> = mine.published(class)?.iter().collect();
            Some((class, attributes))
        });
        let published: Vec<_> = published.collect();
        self.report_each(
            "HLAreportObjectClassPublication",
            &published,
            out,
            |r, (class, set)| {
                r.with("HLAobjectClass", class)
                    .with("HLAattributeList", set)
            },
        );

        let directed: Vec<(ObjectClassHandle, Vec<InteractionClassHandle>)> = mine
            .published_directed()
            .map(|(class, set)| (class, set.iter().collect()))
            .collect();
        self.report_each(
            "HLAreportDirectedInteractionPublication",
            &directed,
            out,
            |r, (class, set)| {
                r.with("HLAobjectClass", class)
                    .with("HLAinteractionClassList", set)
            },
        );
    }

    fn report_subscriptions(&self, out: &mut dyn Control) {
        let mine = self.declarations.own();
        let classes: Vec<(InteractionClassHandle, bool)> = mine.subscribed_interactions().collect();
        let report = self.report("HLAreportInteractionSubscription");
        self.tell_report(
            report.map(|r| r.with("HLAinteractionClassList", &classes)),
            out,
        );

        let subscribed = subscriptions(mine);
        self.report_each(
            "HLAreportObjectClassSubscription",
            &subscribed,
            out,
            |r, row| {
                r.with("HLAobjectClass", &row.class)
                    .with("HLAactive", &row.active)
                    .with("HLAmaxUpdateRate", &*self.fastest(&row.rates))
                    .with("HLAattributeList", &row.attributes)
            },
        );

        let directed: Vec<(ObjectClassHandle, Vec<InteractionClassHandle>)> = mine
            .subscribed_directed()
            .map(|(class, set)| (class, set.collect()))
            .collect();
        self.report_each(
            "HLAreportDirectedInteractionSubscription",
            &directed,
            out,
            |r, (class, set)| {
                r.with("HLAobjectClass", class)
                    .with("HLAinteractionClassList", set)
            },
        );
    }

    /// One report for each row, each with their number; a single one that says zero if there is none.
    fn report_each<'s, T>(
        &'s self,
        name: &str,
        rows: &[T],
        out: &mut dyn Control,
        fill: impl Fn(Report<'s>, &T) -> Report<'s>,
    ) {
        let number = count(rows.len());
        let start = || {
            let report = self.report(name);
            report.map(|r| r.with("HLAnumberOfClasses", &number))
        };
        if rows.is_empty() {
            self.tell_report(start(), out);
        }
        for row in rows {
            self.tell_report(start().map(|r| fill(r, row)), out);
        }
    }

    /// Designator of the fastest of the rates; empty if one of them is every update.
    fn fastest(&self, rates: &[Rate]) -> String {
        let mut named = Vec::new();
        for rate in rates {
            match rate.and_then(|r| self.fdd.update_rate(r)) {
                Some(rate) => named.push(rate),
                None => return String::new(),
            }
        }
        let fastest = named.iter().max_by(|a, b| a.rate_hz.total_cmp(&b.rate_hz));
        fastest.map(|rate| rate.name.clone()).unwrap_or_default()
    }

    fn report_instance(&self, object: ObjectInstanceHandle, out: &mut dyn Control) {
        let start = self.report("HLAreportObjectInstanceInformation");
        let report = start.map(|r| r.with("HLAobjectInstance", &object));
        let none: Vec<AttributeHandle> = Vec::new();
        let report = match self.objects.known(object) {
            None => report.map(|r| r.with("HLAownedInstanceAttributeList", &none)),
            Some((instance, known)) => report.map(|r| {
                let owned = instance.owned(self.identity.handle());
                let owned: Vec<_> =
                    owned.map_or(none, |set| AttributeHandleSet::iter(set).collect());
                r.with("HLAownedInstanceAttributeList", &owned)
                    .with("HLAregisteredClass", &instance.class)
                    .with("HLAknownClass", &known)
            }),
        };
        self.tell_report(report, out);
    }
}

/// Subscriptions of a class with the same activity.
struct Subscribed {
    class: ObjectClassHandle,
    active: bool,
    rates: Vec<Rate>,
    attributes: Vec<AttributeHandle>,
}

fn subscriptions(mine: &Declarations) -> Vec<Subscribed> {
    let mut rows = Vec::new();
    for class in mine.subscribed_classes() {
        for active in [true, false] {
            let plain = || mine.subscribed_at(class);
            let regional = || {
                mine.regional_at(class)
                    .flat_map(|(a, by)| by.values().map(move |s| (a, *s)))
            };
            let theirs = || {
                plain()
                    .chain(regional())
                    .filter(|(_, s)| s.active == active)
            };
            let attributes: BTreeSet<_> = theirs().map(|(a, _)| a).collect();
            if !attributes.is_empty() {
                rows.push(Subscribed {
                    class,
                    active,
                    rates: theirs().map(|(_, s)| s.rate).collect(),
                    attributes: attributes.into_iter().collect(),
                });
            }
        }
    }
    rows
}
