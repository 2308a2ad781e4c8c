//! What goes wrong in a world: faults that a federation must survive, and sabotage that the judge
//! must notice.

use hyla_core::callback::Callback;
use hyla_core::message::data::{DataFrame, Ending, Envelope};
use hyla_core::message::{
    DeclarationChange, FederationRequest, FrameKind, MemberRequest, OwnershipRequest, ToRti,
    control_frame, data, decode_control, kind_of,
};
use hyla_core::time::TimeRequest;
use hyla_types::{AttributeHandle, FederateHandle, RangeBounds};

use crate::managed::is_of_the_rti;
use crate::network::{Item, Party, ProcessId};
use crate::process::rti_channel;
use crate::world::World;

/// A faulty driver, to prove that the judge can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// Now and then a data frame is not sent.
    DropFrame,
    /// Now and then a data frame is sent twice.
    DoubleFrame,
    /// Now and then two data frames of one stream change places.
    SwapFrames,
    /// What was known of an instance is delivered again after its removal.
    RepeatAfterRemove,
    /// Now and then an entry of the control log does not arrive.
    LoseLogEntry,
    /// Now and then a message in time-stamp order is not sent.
    LoseStamped,
    /// Federates promise the RTI and each other more than they keep.
    PromiseTooMuch,
    /// Requests about time do not arrive now and then.
    LoseTimeRequest,
    /// Now and then the RTI hears that an owner has given away what another one asks for.
    TwoOwners,
    /// Now and then nobody hears that a federate has arrived at a synchronization point.
    LoseArrival,
    /// The others see subscription regions smaller than they are: they compare wrongly.
    ShrinkRegions,
    /// The others see subscription regions as wide as can be, and what is sent has no regions.
    IgnoreRegions,
    /// The RTI hears that a federate has saved not at all now and then.
    LoseSaveAnswer,
    /// Lanes have no fences.
    ForgetFences,
    /// Streams do not say which declarations precede what follows.
    ForgetPositions,
    /// Members confirm declarations that they have not applied.
    ConfirmTooMuch,
    /// A restore reads the oldest file of a label instead of the newest.
    OldFile,
    /// What has come into scope is told twice now and then.
    ScopeTwice,
    /// What has come into scope is not told now and then.
    LoseScope,
    /// A federate is told to update twice now and then.
    UpdatesTwice,
    /// A federate is not told to update now and then.
    LoseUpdates,
    /// A request for values reaches an owner twice now and then.
    RequestsTwice,
    /// A request for values does not reach an owner now and then.
    LoseRequests,
    /// An instance of the RTI is discovered or removed and not told now and then.
    LoseManaged,
    /// That a federate is lost is reported twice now and then.
    ReportsTwice,
    /// That a federate is lost is not reported now and then.
    LoseReports,
    /// Who reads nothing from others since callbacks wait does not begin again.
    StayPaused,
    /// What comes through the RTI does not wait for what is left on a stream.
    OvertakeStream,
    /// A declaration waits for ever for those that do not confirm it.
    WaitForEver,
    /// A file that was not written when the RTI died is read as if it had been.
    ReadTornFile,
    /// What exists is not told again when the way to a member has changed.
    ForgetCensus,
    /// The first answer to a client behind a resume is lost.
    LoseAnswerOnResume,
    /// The first callback of a client behind a resume is sent twice.
    CallBackTwiceOnResume,
    /// Calls of clients are carried out twice now and then.
    CarryOutTwice,
    /// A session is kept for ever for a client that does not come back.
    KeepGhosts,
    /// A file takes the place of the older one before it is flushed.
    FlushFileLate,
    /// The name of a file is not flushed.
    ForgetDirectory,
    /// The directory of a federation is not flushed where it is listed.
    ForgetParent,
    /// The RTI tells a sender to wait, and never to go on.
    StayPressed,
    /// Best effort on a stream is dropped although there is room.
    DropWithRoom,
    /// What was lost on a reliable lane over datagrams is not sent again.
    GiveUpLost,
    /// A part of one message is put into another one.
    MixFragments,
    /// What was doubled or overtaken on a lane that may lose is not dropped.
    ForgetSequence,
    /// What waits in front of a chain that was full stays there.
    StayFull,
    /// On a lane that may lose, what has arrived whole is not given on now and then.
    DropWhole,
}

impl Sabotage {
    /// All kinds.
    pub const ALL: [Self; 45] = [
        Self::DropFrame,
        Self::DoubleFrame,
        Self::SwapFrames,
        Self::RepeatAfterRemove,
        Self::LoseLogEntry,
        Self::LoseStamped,
        Self::PromiseTooMuch,
        Self::LoseTimeRequest,
        Self::TwoOwners,
        Self::LoseArrival,
        Self::ShrinkRegions,
        Self::IgnoreRegions,
        Self::LoseSaveAnswer,
        Self::ForgetFences,
        Self::ForgetPositions,
        Self::ConfirmTooMuch,
        Self::OldFile,
        Self::ScopeTwice,
        Self::LoseScope,
        Self::UpdatesTwice,
        Self::LoseUpdates,
        Self::RequestsTwice,
        Self::LoseRequests,
        Self::LoseManaged,
        Self::ReportsTwice,
        Self::LoseReports,
        Self::StayPaused,
        Self::OvertakeStream,
        Self::WaitForEver,
        Self::ReadTornFile,
        Self::ForgetCensus,
        Self::LoseAnswerOnResume,
        Self::CallBackTwiceOnResume,
        Self::CarryOutTwice,
        Self::KeepGhosts,
        Self::FlushFileLate,
        Self::ForgetDirectory,
        Self::ForgetParent,
        Self::StayPressed,
        Self::DropWithRoom,
        Self::GiveUpLost,
        Self::MixFragments,
        Self::ForgetSequence,
        Self::StayFull,
        Self::DropWhole,
    ];

    /// The kind with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| format!("{kind:?}") == name)
    }
}

impl Sabotage {
    /// How often a driver with that fault hands a callback over, when it does wrong.
    pub(crate) fn times(self, callback: &Callback<'_>) -> usize {
        match (self, callback) {
            (Self::ScopeTwice, Callback::AttributesInScope { .. })
            | (Self::UpdatesTwice, Callback::TurnUpdatesOnForObjectInstance { .. })
            | (Self::RequestsTwice, Callback::ProvideAttributeValueUpdate { .. }) => 2,
            (Self::LoseScope, Callback::AttributesInScope { .. })
            | (Self::LoseUpdates, Callback::TurnUpdatesOnForObjectInstance { .. })
            | (Self::LoseRequests, Callback::ProvideAttributeValueUpdate { .. }) => 0,
            (
                Self::LoseManaged,
                Callback::DiscoverObjectInstance { .. } | Callback::RemoveObjectInstance { .. },
            ) if is_of_the_rti(callback) => 0,
            (Self::ReportsTwice, Callback::ReceiveInteraction { .. })
                if is_of_the_rti(callback) =>
            {
                2
            }
            (Self::LoseReports, Callback::ReceiveInteraction { .. }) if is_of_the_rti(callback) => {
                0
            }
            _ => 1,
        }
    }

    /// Whether it is about what a client gets behind a resume.
    pub(crate) fn is_of_resumes(self) -> bool {
        matches!(self, Self::LoseAnswerOnResume | Self::CallBackTwiceOnResume)
    }

    /// Whether it is about callbacks.
    pub(crate) fn is_of_callbacks(self) -> bool {
        matches!(
            self,
            Self::ScopeTwice
                | Self::LoseScope
                | Self::UpdatesTwice
                | Self::LoseUpdates
                | Self::RequestsTwice
                | Self::LoseRequests
                | Self::LoseManaged
                | Self::ReportsTwice
                | Self::LoseReports
        )
    }
}

impl World {
    /// The fault that handing over the next callback has, if it has one.
    pub(crate) fn mishandles(&mut self, id: ProcessId) -> Option<Sabotage> {
        let sabotage = self.config.sabotage.filter(|s| s.is_of_callbacks())?;
        self.chance(Party::Process(id), 2).then_some(sabotage)
    }

    /// Whether a frame that came through the RTI tells again what exists, since the channel to its sender broke.
    pub(crate) fn is_of_a_census(
        &mut self,
        id: ProcessId,
        from: FederateHandle,
        frame: &[u8],
    ) -> bool {
        let severed = self.process(id).seat.is_some_and(|seat| {
            let sender = crate::model::Seat {
                federate: from,
                ..seat
            };
            self.judge.severed.contains_key(&(seat, sender))
        });
        severed
            && matches!(
                data::decode(frame),
                Ok(DataFrame::Discover { .. } | DataFrame::Census { .. })
            )
    }

    /// What a faulty driver makes of a frame; `None` if it loses it.
    pub(crate) fn falsify(&mut self, id: ProcessId, frame: Vec<u8>) -> Option<Vec<u8>> {
        let Some(sabotage) = self.config.sabotage else {
            return Some(frame);
        };
        if kind_of(&frame) == Ok(FrameKind::Data) {
            if sabotage == Sabotage::ForgetPositions
                && matches!(data::decode(&frame), Ok(DataFrame::Position(_)))
            {
                return None;
            }
            let stamped = data::decode(&frame).is_ok_and(|frame| frame.stamp().is_some());
            let lost =
                sabotage == Sabotage::LoseStamped && stamped && !self.chance(Party::Process(id), 3);
            if sabotage == Sabotage::IgnoreRegions {
                return Some(without_regions(&frame).unwrap_or(frame));
            }
            return (!lost).then_some(frame);
        }
        if kind_of(&frame) != Ok(FrameKind::Control) {
            return Some(frame);
        }
        let Ok(ToRti::Member(request)) = decode_control(&frame) else {
            return Some(frame);
        };
        match (sabotage, request) {
            (Sabotage::PromiseTooMuch, MemberRequest::Time(TimeRequest::Report(mut report))) => {
                if let Some(bound) = &mut report.bound
                    && let Some(seat) = self.process(id).seat
                    && let Some(later) = self.time(seat, crate::clock::number(bound.time) + 9)
                {
                    bound.time = later;
                }
                let mut false_frame = Vec::new();
                let request = MemberRequest::Time(TimeRequest::Report(report));
                control_frame(&ToRti::Member(request), &mut false_frame);
                Some(false_frame)
            }
            (
                Sabotage::ShrinkRegions | Sabotage::IgnoreRegions,
                MemberRequest::Declare(mut change),
            ) => {
                self.misstate(id, &mut change, sabotage == Sabotage::IgnoreRegions);
                let mut false_frame = Vec::new();
                let request = MemberRequest::Declare(change);
                control_frame(&ToRti::Member(request), &mut false_frame);
                Some(false_frame)
            }
            (Sabotage::ConfirmTooMuch, MemberRequest::Confirmed { next }) => {
                let mut false_frame = Vec::new();
                let request = MemberRequest::Confirmed { next: next + 20 };
                control_frame(&ToRti::Member(request), &mut false_frame);
                Some(false_frame)
            }
            (Sabotage::LoseTimeRequest, MemberRequest::Time(TimeRequest::Report(_)))
            | (
                Sabotage::LoseArrival,
                MemberRequest::Federation(FederationRequest::PointAchieved { .. }),
            )
            | (
                Sabotage::LoseSaveAnswer,
                MemberRequest::Federation(FederationRequest::SaveEnded { .. }),
            ) if !self.chance(Party::Process(id), 4) => None,
            (
                Sabotage::TwoOwners,
                MemberRequest::Ownership(OwnershipRequest::Acquire {
                    object, attributes, ..
                }),
            ) => {
                let Some(seat) = self.process(id).seat else {
                    return Some(frame);
                };
                let owner = self.judge.object_mut(seat, object).and_then(|it| {
                    let asked = attributes.iter().next()?;
                    it.owner.get(&asked).copied()
                });
                let owner = owner.map(|federate| crate::model::Seat { federate, ..seat });
                let process = owner
                    .and_then(|owner| self.judge.members.get(&owner))
                    .map(|member| member.process);
                if let Some(process) = process {
                    let attributes = match owner {
                        Some(owner) => attributes
                            .iter()
                            .filter(|a| self.judge.owns_all(owner, object, &[*a].into()))
                            .collect(),
                        None => attributes,
                    };
                    let request = MemberRequest::Ownership(OwnershipRequest::Divested {
                        object,
                        attributes,
                        tag: Vec::new(),
                    });
                    let mut forged = Vec::new();
                    control_frame(&ToRti::Member(request), &mut forged);
                    let (channel, party) = (rti_channel(process), Party::Process(process));
                    let item = Item::Frame(forged.into());
                    self.network.send(channel, party, item, &mut self.rng);
                }
                Some(frame)
            }
            _ => Some(frame),
        }
    }
}

impl World {
    /// Gives the regions of a subscription other bounds: the least, or the whole dimensions.
    fn misstate(&mut self, id: ProcessId, change: &mut DeclarationChange, whole: bool) {
        use DeclarationChange as Change;
        let Some(schema) = self.process(id).schema.clone() else {
            return;
        };
        let upper_of = |handle| schema.dimensions.iter().find(|d| d.handle == handle);
        if let Change::CommitRegions { regions }
        | Change::SubscribeObjectClassWithRegions { regions, .. }
        | Change::SubscribeInteractionClassWithRegions { regions, .. } = change
        {
            for region in regions.values_mut() {
                let ranges = region.iter().filter_map(|(dimension, bounds)| {
                    let upper = upper_of(dimension)?.upper;
                    let stated = match whole {
                        true => RangeBounds::new(0, upper),
                        false => RangeBounds::new(bounds.lower(), bounds.lower() + 1),
                    };
                    Some((dimension, stated.ok()?))
                });
                *region = ranges.collect();
            }
        }
    }
}

/// The same message as if it had been sent without regions.
fn without_regions(frame: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match data::decode(frame).ok()? {
        DataFrame::Update {
            object,
            envelope,
            values,
        } => {
            let envelope = Envelope {
                regions: None,
                ..envelope
            };
            let values: Vec<_> = values.collect();
            let pairs = values.iter().map(|(a, v)| (AttributeHandle::new(*a), *v));
            data::put_update(
                &mut out,
                object,
                &envelope,
                values.len(),
                pairs,
                Ending::Whole,
            );
        }
        DataFrame::Interaction {
            class,
            envelope,
            values,
        } => {
            let envelope = Envelope {
                regions: None,
                ..envelope
            };
            let values: Vec<_> = values.collect();
            let pairs = values.iter().copied();
            data::put_interaction(
                &mut out,
                class,
                None,
                &envelope,
                values.len(),
                pairs,
                Ending::Whole,
            );
        }
        _ => return None,
    }
    Some(out)
}
