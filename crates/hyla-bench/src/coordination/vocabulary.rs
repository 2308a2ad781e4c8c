//! `foms/HylaBench.xml` and the handles of its names.

use hyla_lrc::{ModuleSource, RtiAmbassador};
use hyla_types::{
    AttributeHandle, Exception, InteractionClassHandle, ObjectClassHandle, ParameterHandle,
};

/// The object model, so that an installed program needs no file.
pub(super) fn module() -> ModuleSource {
    ModuleSource {
        designator: "HylaBench.xml".to_owned(),
        content: include_bytes!("../../../../foms/HylaBench.xml").to_vec(),
    }
}

/// Handles that console and agents use.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    pub(super) member: ObjectClassHandle,
    pub(super) presence: AttributeHandle,
    pub(super) order: InteractionClassHandle,
    pub(super) progress: InteractionClassHandle,
    pub(super) outcome: InteractionClassHandle,
    pub(super) from: ParameterHandle,
    pub(super) to: ParameterHandle,
    pub(super) number: ParameterHandle,
    pub(super) part: ParameterHandle,
    pub(super) parts: ParameterHandle,
    pub(super) text: ParameterHandle,
}

impl Vocabulary {
    /// Looks up the handles in the joined federation of `rti`.
    pub(super) fn of(rti: &RtiAmbassador) -> Result<Self, Exception> {
        let member = rti.object_class_handle("HylaBenchMember")?;
        let message = rti.interaction_class_handle("HylaBench")?;
        Ok(Self {
            member,
            presence: rti.attribute_handle(member, "Presence")?,
            order: rti.interaction_class_handle("HylaBench.Order")?,
            progress: rti.interaction_class_handle("HylaBench.Progress")?,
            outcome: rti.interaction_class_handle("HylaBench.Outcome")?,
            from: rti.parameter_handle(message, "From")?,
            to: rti.parameter_handle(message, "To")?,
            number: rti.parameter_handle(message, "Number")?,
            part: rti.parameter_handle(message, "Part")?,
            parts: rti.parameter_handle(message, "Parts")?,
            text: rti.parameter_handle(message, "Text")?,
        })
    }
}
