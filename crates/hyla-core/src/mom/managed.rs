//! A member's state for the MOM.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use hyla_omt::encoding::encode;
use hyla_types::{
    AttributeHandle, DimensionHandle, InteractionClassHandle, ObjectClassHandle, RangeBounds,
};
use serde::{Deserialize, Serialize};

use super::vocabulary::{CONDITIONAL, FEDERATE, MANAGER, attribute, edition_of};
use super::{Counters, ServiceReport};
use crate::fdd::{Fdd, Switches};

/// The attribute that changes with every advance.
pub(super) const TIME_STATE: &str = "HLAtimeManagerState";

/// Values of attributes, as they travel.
pub(crate) type AttributeValues = Vec<(AttributeHandle, Vec<u8>)>;

/// A member's state for the MOM.
#[derive(Debug)]
pub(crate) struct Managed {
    pub(super) counters: Counters,
    /// `HLAinteractionRoot.HLAmanager`: what is below it goes to the RTI too.
    manager: Option<InteractionClassHandle>,
    /// Object class of the instance that stands for this federate.
    pub(super) class: Option<ObjectClassHandle>,
    /// Its attribute [`TIME_STATE`], which is asked for with every advance.
    pub(super) time_state: Option<AttributeHandle>,
    /// Conditional values that the executive knows.
    pub(super) told: BTreeMap<AttributeHandle, Vec<u8>>,
    /// Something happened that may have changed a conditional value.
    pub(super) stale: bool,
    /// An advance was asked for or granted.
    pub(super) moved: bool,
    /// As the driver set it last.
    pub(super) now: Duration,
    /// `HLAreportPeriod`, unless it is zero.
    pub(super) period: Option<Duration>,
    /// Time of the next periodic update; unset until the driver has set the time.
    pub(super) due: Option<Duration>,
    /// Since when the times in the two states are counted, and what was counted before.
    pub(super) times: StateTimes,
    /// Number of the next service report.
    pub(super) serial: u32,
    /// File of service reports; empty without one.
    pub(super) report_file: String,
    /// Service reports that wait for the driver to write them there.
    pub(super) file_reports: VecDeque<(u32, ServiceReport)>,
}

/// Time that the federate was granted and advancing since the last report.
#[derive(Debug, Default)]
pub(super) struct StateTimes {
    pub(super) since: Option<Duration>,
    pub(super) granted: Duration,
    pub(super) advancing: Duration,
}

/// Conditional values that do not depend on switches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeFlags {
    pub(crate) constrained: bool,
    pub(crate) regulating: bool,
    pub(crate) asynchronous_delivery: bool,
}

/// Its saved part.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ManagedImage {
    counters: Counters,
    period: Option<Duration>,
    serial: u32,
}

impl Managed {
    /// The counters, to count.
    #[inline]
    pub(crate) fn counters_mut(&mut self) -> &mut Counters {
        &mut self.counters
    }

    /// The part to save.
    pub(crate) fn image(&self) -> ManagedImage {
        ManagedImage {
            counters: self.counters.clone(),
            period: self.period,
            serial: self.serial,
        }
    }

    /// Puts the saved part in force: the RTI starts from the object model's values again.
    pub(crate) fn restore(&mut self, image: ManagedImage, fdd: &Fdd) {
        self.counters = image.counters;
        self.serial = image.serial;
        self.set_period(image.period.unwrap_or_default());
        self.model_changed(fdd);
        self.stale = true;
        self.moved = true;
    }

    pub(crate) fn new(fdd: &Fdd) -> Self {
        Self {
            counters: Counters::default(),
            manager: fdd.interaction_class_named(MANAGER),
            class: fdd.object_class_named(FEDERATE),
            time_state: time_state(fdd),
            told: initial_values(fdd).into_iter().collect(),
            stale: false,
            moved: false,
            now: Duration::ZERO,
            period: None,
            due: None,
            times: StateTimes::default(),
            serial: 0,
            report_file: String::new(),
            file_reports: VecDeque::new(),
        }
    }

    /// The object model is another one: of the saved federation.
    pub(crate) fn model_changed(&mut self, fdd: &Fdd) {
        self.manager = fdd.interaction_class_named(MANAGER);
        self.class = fdd.object_class_named(FEDERATE);
        self.time_state = time_state(fdd);
        self.told = initial_values(fdd).into_iter().collect();
    }

    /// Whether the RTI receives interactions of this lineage.
    pub(crate) fn concerns(&self, lineage: &[InteractionClassHandle]) -> bool {
        // The root is last, the classes below it next to last.
        lineage.len() >= 2 && lineage.get(lineage.len() - 2).copied() == self.manager
    }

    /// A switch, a file or the state of time management may have changed.
    pub(crate) fn may_have_changed(&mut self) {
        self.stale = true;
    }

    /// An advance was asked for or granted.
    pub(crate) fn advance_changed(&mut self) {
        self.moved = true;
    }

    /// The driver's clock, as set last.
    pub(crate) fn clock(&self) -> Duration {
        self.now
    }

    /// `HLAsetTiming`. Zero stops periodic updates.
    pub(crate) fn set_period(&mut self, period: Duration) {
        self.period = Some(period).filter(|p| !p.is_zero());
        self.due = None;
    }
}

fn time_state(fdd: &Fdd) -> Option<AttributeHandle> {
    attribute(fdd, fdd.object_class_named(FEDERATE)?, TIME_STATE)
}

/// The encoded value of a conditional attribute of a federate.
fn conditional(
    name: &str,
    fdd: &Fdd,
    switches: &Switches,
    time: TimeFlags,
    report_file: &str,
) -> Vec<u8> {
    // `HLAswitch` and `HLAboolean` have the same encoding.
    encode(&match name {
        "HLAtimeConstrained" => time.constrained,
        "HLAtimeRegulating" => time.regulating,
        "HLAasynchronousDelivery" => time.asynchronous_delivery,
        "HLAobjectClassRelevanceAdvisory" => switches.object_class_relevance_advisory,
        "HLAattributeRelevanceAdvisory" => switches.attribute_relevance_advisory,
        "HLAattributeScopeAdvisory" => switches.attribute_scope_advisory,
        "HLAinteractionRelevanceAdvisory" => switches.interaction_relevance_advisory,
        "HLAconveyRegionDesignatorSets" => switches.convey_region_designator_sets,
        "HLAconveyProducingFederate" => switches.convey_producing_federate,
        "HLAserviceReporting" => switches.service_reporting,
        "HLAexceptionReporting" => switches.exception_reporting,
        "HLAsendServiceReportsToFile" => switches.send_service_reports_to_file,
        "HLAautomaticResignAction" => {
            let action = switches.automatic_resign_action;
            return encode(&action.mom_code(edition_of(fdd)));
        }
        _ => return encode(report_file),
    })
}

/// All conditional values of a federate in a given state, as far as the MIM has the attributes.
pub(super) fn conditional_values(
    fdd: &Fdd,
    switches: &Switches,
    time: TimeFlags,
    report_file: &str,
) -> AttributeValues {
    let Some(class) = fdd.object_class_named(FEDERATE) else {
        return Vec::new();
    };
    let present = CONDITIONAL
        .iter()
        .filter_map(|name| Some((*name, attribute(fdd, class, name)?)));
    present
        .map(|(name, a)| (a, conditional(name, fdd, switches, time, report_file)))
        .collect()
}

/// Conditional values with which every federate starts.
pub(crate) fn initial_values(fdd: &Fdd) -> AttributeValues {
    conditional_values(fdd, fdd.switches(), TimeFlags::default(), "")
}

/// The range of one number in a dimension of the MOM.
pub(super) fn point_of(
    fdd: &Fdd,
    dimension: DimensionHandle,
    number: u32,
) -> Option<(DimensionHandle, RangeBounds)> {
    let number = number % fdd.dimension(dimension)?.upper_bound.max(1);
    let bounds = RangeBounds::new(number, number.checked_add(1)?).ok()?;
    Some((dimension, bounds))
}
