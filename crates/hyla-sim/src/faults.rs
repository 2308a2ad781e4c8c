//! Faults that a federation must survive, and sabotage that the judge must detect.

use hyla_core::callback::Callback;
use hyla_core::message::data::{DataFrame, Ending, Envelope};
use hyla_core::message::{
    DeclarationChange, FederationRequest, FrameKind, MemberRequest, OwnershipRequest, ToRti,
    control_frame, data, decode_control, kind_of,
};
use hyla_core::time::TimeRequest;
use hyla_types::{AttributeHandle, FederateHandle, RangeBounds};

use crate::managed::is_of_the_rti;
use crate::network::{Party, ProcessId, WireItem};
use crate::process::rti_channel;
use crate::world::World;

/// A fault injected into the driver, to prove that the judge can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// Data frames are not sent, now and then.
    DropFrame,
    /// Data frames are sent twice, now and then.
    DoubleFrame,
    /// Two data frames of one stream are swapped, now and then.
    SwapFrames,
    /// Values of an instance are delivered again after its removal.
    RepeatAfterRemove,
    /// Entries of the control log do not arrive, now and then.
    LoseLogEntry,
    /// Messages in time-stamp order are not sent, now and then.
    LoseStamped,
    /// Federates promise more than they keep.
    PromiseTooMuch,
    /// Requests about time do not arrive, now and then.
    LoseTimeRequest,
    /// The RTI is informed that an owner divested attributes that another federate asks for, now
    /// and then.
    TwoOwners,
    /// Arrivals at synchronization points are not reported, now and then.
    LoseArrival,
    /// Others see subscription regions smaller than they are.
    ShrinkRegions,
    /// Others see subscription regions with full dimensions, and messages have no regions.
    IgnoreRegions,
    /// The RTI is not informed that a federate has saved, now and then.
    LoseSaveAnswer,
    /// Lanes have no fences.
    ForgetFences,
    /// Streams do not wait for messages of groups of reliable multicast.
    ForgetGroupFences,
    /// Streams do not carry the positions of preceding declarations.
    ForgetPositions,
    /// Members confirm declarations that they have not applied.
    ConfirmTooMuch,
    /// A restore reads the oldest file of a label instead of the newest.
    OldFile,
    /// Attributes enter scope twice, now and then.
    ScopeTwice,
    /// Attributes enter scope without a callback, now and then.
    LoseScope,
    /// Updates are turned on twice, now and then.
    UpdatesTwice,
    /// Updates are not turned on, now and then.
    LoseUpdates,
    /// A request for values reaches an owner twice, now and then.
    RequestsTwice,
    /// A request for values does not reach an owner, now and then.
    LoseRequests,
    /// An instance of the RTI is discovered or removed without a callback, now and then.
    LoseManaged,
    /// The loss of a federate is reported twice, now and then.
    ReportsTwice,
    /// The loss of a federate is not reported, now and then.
    LoseReports,
    /// A process that paused reading never resumes.
    StayPaused,
    /// Relayed data does not wait for the rest of a stream.
    OvertakeStream,
    /// A declaration waits for ever for members that do not confirm it.
    WaitForEver,
    /// A torn file is restored as if it were complete.
    ReadTornFile,
    /// Instances are not announced again after the route to a member has changed.
    ForgetCensus,
    /// The first answer to a client after a resume is lost.
    LoseAnswerOnResume,
    /// The first callback of a client after a resume is sent twice.
    CallBackTwiceOnResume,
    /// Calls of clients are carried out twice, now and then.
    CarryOutTwice,
    /// A session without a client is kept for ever.
    KeepGhosts,
    /// A file replaces the older one before it is flushed.
    FlushFileLate,
    /// The directory entry of a file is not flushed.
    ForgetDirectory,
    /// The directory entry of a federation is not flushed.
    ForgetParent,
    /// The RTI asks a sender to wait, and never to continue.
    StayPressed,
    /// Best effort on a stream is dropped although there is room.
    DropWithRoom,
    /// Packets lost on a reliable lane over datagrams are not sent again.
    GiveUpLost,
    /// A fragment of one message is put into another.
    MixFragments,
    /// Duplicated or overtaken frames of a best-effort lane are delivered.
    ForgetSequence,
    /// Frames in front of a chain that was full stay there.
    StayFull,
    /// Complete frames of a best-effort lane are not delivered, now and then.
    DropWhole,
}

impl Sabotage {
    /// All kinds.
    pub const ALL: [Self; 46] = [
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
        Self::ForgetGroupFences,
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
    /// How often the faulty driver delivers a callback.
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

    /// Whether it affects the client after a resume.
    pub(crate) fn is_of_resumes(self) -> bool {
        matches!(self, Self::LoseAnswerOnResume | Self::CallBackTwiceOnResume)
    }

    /// Whether it affects callbacks.
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
    /// The fault that delivery of the next callback has, if any.
    pub(crate) fn mishandles(&mut self, id: ProcessId) -> Option<Sabotage> {
        let sabotage = self.config.sabotage.filter(|s| s.is_of_callbacks())?;
        self.chance(Party::Process(id), 2).then_some(sabotage)
    }

    /// Whether a relayed frame announces instances again after the channel to its sender broke.
    pub(crate) fn is_of_a_census(
        &mut self,
        id: ProcessId,
        from: FederateHandle,
        frame: &[u8],
    ) -> bool {
        let severed = self.process(id).membership.is_some_and(|membership| {
            let sender = crate::model::Membership {
                federate: from,
                ..membership
            };
            self.judge.severed.contains_key(&(membership, sender))
        });
        severed
            && matches!(
                data::decode(frame),
                Ok(DataFrame::Discover { .. } | DataFrame::Census { .. })
            )
    }

    /// Applies the fault to a frame; `None` if the frame is lost.
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
                    && let Some(membership) = self.process(id).membership
                    && let Some(later) = self.time(membership, crate::clock::number(bound.time) + 9)
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
                let Some(membership) = self.process(id).membership else {
                    return Some(frame);
                };
                let owner = self.judge.object_mut(membership, object).and_then(|it| {
                    let asked = attributes.iter().next()?;
                    it.owner.get(&asked).copied()
                });
                let owner = owner.map(|federate| crate::model::Membership {
                    federate,
                    ..membership
                });
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
                    let item = WireItem::Frame(forged.into());
                    self.network.send(channel, party, item, &mut self.rng);
                }
                Some(frame)
            }
            _ => Some(frame),
        }
    }
}

impl World {
    /// Changes the bounds of a subscription's regions: the smallest, or the full dimensions.
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

/// The same message without regions.
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
