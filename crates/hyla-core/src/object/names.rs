//! Reservation of instance names (clauses 6.2 to 6.7).

use std::collections::BTreeSet;
use std::sync::Arc;

use hyla_types::{Exception, ExceptionKind};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::callback::Callback;
use crate::executive::LONGEST_TEXT as LONGEST_NAME;
use crate::member::Member;
use crate::message::{MemberRequest, ToRti};
use crate::outbox::{Control, Outbox};

impl Member {
    /// `reserveObjectInstanceName` (6.2). The result comes as callback.
    ///
    /// # Errors
    /// `IllegalName` for an empty name, one that starts with `HLA` or one beyond 4096 bytes.
    pub fn reserve_object_instance_name(&mut self, name: &str, out: &mut dyn Outbox) -> Result<()> {
        self.joined()?;
        check_name(name)?;
        self.reserve(vec![name.to_owned()], false, out)
    }

    /// `reserveMultipleObjectInstanceNames` (6.5). In 2010 all names are reserved or none; in 2025
    /// the free ones are, and each outcome has its callback.
    ///
    /// # Errors
    /// `NameSetWasEmpty`, `IllegalName`; nothing is reserved then.
    pub fn reserve_multiple_object_instance_names(
        &mut self,
        names: &BTreeSet<String>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?;
        if names.is_empty() {
            return Err(Exception::new(
                ExceptionKind::NameSetWasEmpty,
                "no name was given",
            ));
        }
        names.iter().try_for_each(|name| check_name(name))?;
        self.reserve(names.iter().cloned().collect(), true, out)
    }

    fn reserve(&mut self, names: Vec<String>, multiple: bool, out: &mut dyn Control) -> Result<()> {
        let asked = &mut self.joined()?.objects.asked_names;
        let number = asked.last_key_value().map_or(0, |(last, _)| last + 1);
        out.control(&ToRti::Member(MemberRequest::ReserveNames {
            number,
            names: names.iter().map(|name| Arc::from(&**name)).collect(),
            multiple,
        }));
        asked.insert(number, Reservation { names, multiple });
        Ok(())
    }

    /// `releaseObjectInstanceName` (6.4).
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved`.
    pub fn release_object_instance_name(&mut self, name: &str, out: &mut dyn Outbox) -> Result<()> {
        self.release_names(&BTreeSet::from([name.to_owned()]), out)
    }

    /// `releaseMultipleObjectInstanceNames` (6.7).
    ///
    /// # Errors
    /// `ObjectInstanceNameNotReserved` if any of them is not; nothing is released then.
    pub fn release_multiple_object_instance_names(
        &mut self,
        names: &BTreeSet<String>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.release_names(names, out)
    }

    fn release_names(&mut self, names: &BTreeSet<String>, out: &mut dyn Control) -> Result<()> {
        let joined = self.joined()?;
        if let Some(stranger) = names
            .iter()
            .find(|name| !joined.objects.reserved_names.contains(*name))
        {
            return Err(Exception::new(
                ExceptionKind::ObjectInstanceNameNotReserved,
                format!(
                    "{} has not reserved the name {stranger:?}",
                    joined.identity.name()
                ),
            ));
        }
        joined
            .objects
            .reserved_names
            .retain(|name| !names.contains(name));
        let names = names.iter().map(|name| Arc::from(&**name)).collect();
        out.control(&ToRti::Member(MemberRequest::ReleaseNames { names }));
        Ok(())
    }

    /// The RTI decided on a reservation.
    pub(crate) fn handle_names_reserved(&mut self, number: u32, refused: &[u32]) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some(Reservation { names, multiple }) = joined.objects.asked_names.remove(&number)
        else {
            return;
        };
        let is_refused = |at: u32| refused.binary_search(&at).is_ok();
        let (refused, reserved): (Vec<_>, Vec<_>) =
            (0..).zip(names).partition(|(at, _)| is_refused(*at));
        let [refused, reserved] =
            [refused, reserved].map(|it| it.into_iter().map(|(_, name)| name).collect::<Vec<_>>());
        joined
            .objects
            .reserved_names
            .extend(reserved.iter().cloned());
        if multiple {
            if !reserved.is_empty() {
                let names = reserved;
                self.queue
                    .push(Callback::MultipleObjectInstanceNameReservationSucceeded { names });
            }
            if !refused.is_empty() {
                let names = refused;
                self.queue
                    .push(Callback::MultipleObjectInstanceNameReservationFailed { names });
            }
            return;
        }
        for name in reserved {
            self.queue
                .push(Callback::ObjectInstanceNameReservationSucceeded { name });
        }
        for name in refused {
            self.queue
                .push(Callback::ObjectInstanceNameReservationFailed { name });
        }
    }
}

/// Names that a member has asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reservation {
    names: Vec<String>,
    /// Whether the plural service was called.
    multiple: bool,
}

fn check_name(name: &str) -> Result<()> {
    let problem = if name.is_empty() {
        "an instance name cannot be empty".to_owned()
    } else if name.starts_with("HLA") {
        format!("{name:?}: names that start with HLA belong to the RTI")
    } else if name.len() > LONGEST_NAME {
        format!(
            "a name of {} bytes is longer than {LONGEST_NAME}",
            name.len()
        )
    } else {
        return Ok(());
    };
    Err(Exception::new(ExceptionKind::IllegalName, problem))
}
