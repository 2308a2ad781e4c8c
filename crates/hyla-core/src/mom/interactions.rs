//! The executive's side of the MOM's interactions: where they go, and what the RTI sends.

use std::collections::VecDeque;

use hyla_omt::encoding::EncodedTime;
use hyla_types::{
    FederateHandle, InteractionClassHandle, LogicalTime, Region, RegionHandle, ResignAction,
};

use super::fields::{Fault, Fields, Parameters, Report, mom_exception, report, resign_action};
use super::managed::point_of;
use super::vocabulary::{Act, REPORTS_OF_MEMBERS, edition_of, federate_report};
use crate::declaration::Declarations;
use crate::executive::{Audited, Executive, NoticeLevel, RtiNotice, Transmit};
use crate::message::FromRti;
use crate::message::data::{self, Ending, Envelope, SentRegions};

impl Executive {
    /// A member has sent an interaction of the MOM.
    pub(crate) fn mom_interaction(
        &mut self,
        sender: FederateHandle,
        class: InteractionClassHandle,
        parameters: Parameters,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Some(act) = Act::of(&self.models.fdd, class) else {
            return;
        };
        // Who resigns itself has no session and no name afterwards.
        let by = self
            .members
            .get(&sender)
            .map(|member| (member.session, member.info.name.clone()));
        let mut subject = sender;
        let mut before = None;
        let outcome = if act.is_of_federation() {
            self.act_for_federation(act, &parameters, out)
        } else {
            self.subject_of(&parameters).and_then(|federate| {
                subject = federate;
                // A federate that is resigned has no name afterwards.
                before = self.name_of(federate).map(str::to_owned);
                self.act_for_federate(act, sender, federate, class, &parameters, out, notices)
            })
        };
        let fdd = &self.models.fdd;
        let name = fdd.interaction_class(class).map_or("", |c| c.name.as_str());
        let Err(fault) = outcome else {
            // Requests for reports change nothing.
            if !act.is_request()
                && let Some((session, by)) = by
            {
                let whom = before.as_deref().or_else(|| self.name_of(subject));
                let text = format!("{name} about {:?}", whom.unwrap_or("the federation"));
                notices.push_back(RtiNotice {
                    level: NoticeLevel::Audit(Audited::Mom, session),
                    ..self.notice(Some(&by), text)
                });
            }
            return;
        };
        let edition = self.members.get(&sender).map(|m| m.info.edition);
        let edition = edition.unwrap_or_else(|| edition_of(fdd));
        let report = mom_exception(fdd, subject, name, fault, edition);
        if let Some((class, values)) = report.map(Report::into_parts) {
            self.send_mom_interaction(class, &values, Some(subject), None, out);
        }
    }

    fn name_of(&self, federate: FederateHandle) -> Option<&str> {
        self.members.get(&federate).map(|m| m.info.name.as_str())
    }

    /// The federate that an interaction is about.
    fn subject_of(&self, parameters: &Parameters) -> Result<FederateHandle, Fault> {
        let fields = Fields::new(&self.models.fdd, parameters);
        let federate = fields.handle("HLAfederate", FederateHandle::decode)?;
        if self.members.contains_key(&federate) {
            Ok(federate)
        } else {
            Err(Fault::Parameter(format!(
                "HLAfederate: no federate with handle {federate} has joined"
            )))
        }
    }

    #[allow(clippy::too_many_arguments)] // an interaction, whom it is about, and two ways out
    fn act_for_federate(
        &mut self,
        act: Act,
        sender: FederateHandle,
        federate: FederateHandle,
        class: InteractionClassHandle,
        parameters: &Parameters,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Result<(), Fault> {
        match act {
            Act::Resign => {
                let fields = Fields::new(&self.models.fdd, parameters);
                let action = resign_action(fields, fields.value("HLAresignAction")?)?;
                self.mom_resign(sender, federate, action, out, notices)
            }
            Act::RequestFederateModule => self.report_federate_module(federate, parameters, out),
            _ => {
                if act == Act::ModifyAttributeState {
                    self.expect_modification(federate, parameters)?;
                }
                let parameters = parameters.clone();
                self.tell(federate, &FromRti::Mom { class, parameters }, out);
                Ok(())
            }
        }
    }

    /// Another member, or the federate itself, resigns it: works even if it does not answer any more.
    fn mom_resign(
        &mut self,
        sender: FederateHandle,
        federate: FederateHandle,
        action: ResignAction,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Result<(), Fault> {
        self.check_resignation(federate, action)?;
        let name = self.members.get(&sender).map(|m| m.info.name.as_str());
        let reason = format!(
            "resigned through the MOM by {} ({action})",
            name.unwrap_or("a federate")
        );
        self.remove_by(federate, action, &reason, out, notices);
        Ok(())
    }

    /// A member reports on itself.
    ///
    /// # Errors
    /// A text for the log if members make no such report, or it is about another federate.
    pub(crate) fn mom_report(
        &self,
        from: FederateHandle,
        class: InteractionClassHandle,
        parameters: &Parameters,
        group: Option<u32>,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        let fdd = &self.models.fdd;
        let Some(known) = fdd.interaction_class(class) else {
            return Err(format!("a report of {class:?}, which does not exist"));
        };
        let name = known.name.as_str();
        let last = name.rsplit('.').next().unwrap_or_default();
        if !REPORTS_OF_MEMBERS.contains(&last) || federate_report(fdd, last) != Some(class) {
            return Err(format!("a report {name}, which members do not make"));
        }
        if !parameters
            .iter()
            .all(|(p, _)| known.parameters.contains(*p))
        {
            return Err(format!("a report {name} with parameters of another class"));
        }
        if let Some(federate) = fdd.parameter_named(known, "HLAfederate") {
            let mut subjects = parameters.iter().filter(|(p, _)| *p == federate);
            let is_own = |value: &[u8]| FederateHandle::decode(value).is_ok_and(|f| f == from);
            // The same parameter may come twice, and receivers take either.
            let is_named = subjects.clone().next().is_some();
            if !is_named || !subjects.all(|(_, value)| is_own(value)) {
                return Err(format!("a report {name} about another federate"));
            }
        }
        self.send_mom_interaction(class, parameters, Some(from), group, out);
        Ok(())
    }

    /// `HLAreportFederateLost`, once for each lost federate.
    pub(super) fn report_lost(
        &self,
        federate: FederateHandle,
        name: &str,
        last_time: Option<LogicalTime>,
        fault: &str,
        out: &mut Vec<Transmit>,
    ) {
        let report = report(&self.models.fdd, "HLAreportFederateLost").map(|r| {
            r.with("HLAfederate", &federate)
                .with("HLAfederateName", name)
                .with(
                    "HLAtimeStamp",
                    &last_time.map_or(EncodedTime::UNDEFINED, EncodedTime::from),
                )
                .with("HLAfaultDescription", fault)
        });
        if let Some((class, values)) = report.map(Report::into_parts) {
            self.send_mom_interaction(class, &values, Some(federate), None, out);
        }
    }

    /// Sends an interaction of the RTI to every member that subscribes its class or one above; reports of services not to
    /// the federate that they are about.
    pub(super) fn send_mom_interaction(
        &self,
        class: InteractionClassHandle,
        values: &Parameters,
        subject: Option<FederateHandle>,
        group: Option<u32>,
        out: &mut Vec<Transmit>,
    ) {
        let Some(known) = self.models.fdd.interaction_class(class) else {
            return;
        };
        let region = self.mom_region(subject, group);
        let mut envelope = Envelope::rti(known.transportation);
        let mut encoded = Vec::new();
        if let Some((handle, region)) = &region {
            data::encode_regions(&mut encoded, [(*handle, region)].into_iter());
            envelope.regions = Some(SentRegions::of(&encoded));
        }
        let kept_from = subject.filter(|_| self.models.fdd.is_service_report(class));
        for (member, enrolled) in &self.members {
            if kept_from == Some(*member) {
                continue;
            }
            let declarations = &enrolled.declarations;
            let Some((received, _)) = declarations.received_as(&known.lineage) else {
                continue;
            };
            if let Some((_, region)) = &region
                && !self.overlaps(declarations, class, received, region)
            {
                continue;
            }
            self.send_data(
                *member,
                |buffer| {
                    let pairs = values.iter().map(|(p, value)| (p.raw(), value.as_slice()));
                    data::put_interaction(
                        buffer,
                        class,
                        None,
                        &envelope,
                        values.len(),
                        pairs,
                        Ending::Whole,
                    );
                },
                out,
            );
        }
    }

    /// Whether a subscription of the class as which it is received wants what lies there.
    fn overlaps(
        &self,
        declarations: &Declarations,
        sent: InteractionClassHandle,
        received: InteractionClassHandle,
        region: &Region,
    ) -> bool {
        if declarations.subscribes_interaction_plainly(received) {
            return true;
        }
        let fdd = &self.models.fdd;
        let realization = fdd.realize(region, &fdd.interaction_dimensions(sent));
        let available = fdd.interaction_dimensions(received);
        let theirs = declarations.regional_interaction(received);
        theirs.into_iter().flat_map(|by| by.keys()).any(|r| {
            let bounds = declarations.region(*r);
            bounds.is_some_and(|b| fdd.realize(b, &available).overlaps(&realization))
        })
    }

    /// Region of interactions about that federate (and service group) in the dimensions of the MOM: the
    /// points of their normalized handles (1516.1 clause 9.1).
    pub(super) fn mom_region(
        &self,
        federate: Option<FederateHandle>,
        group: Option<u32>,
    ) -> Option<(RegionHandle, Region)> {
        const GROUPS: u32 = 8;
        let fdd = &self.models.fdd;
        let federate = federate?;
        let point = |name: &str, number| point_of(fdd, fdd.dimension_named(name)?, number);
        let of_federate = point("HLAfederate", federate.raw());
        let of_group = group.and_then(|group| point("HLAserviceGroup", group));
        let region = Region::new(of_federate.into_iter().chain(of_group));
        let index = federate.raw().wrapping_mul(GROUPS);
        let index = index.wrapping_add(group.map_or(GROUPS - 1, |g| g % (GROUPS - 1)));
        (!region.is_empty()).then_some((RegionHandle::of(FederateHandle::RTI, index), region))
    }
}
