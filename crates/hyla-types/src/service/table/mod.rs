//! The standard's table of services, one file per group.
//!
//! A row reads: service, direction, signature, then per edition clause, name and exceptions; `both` where name
//! and exceptions are the same, with the clauses of 2010 and 2025. The word after the bar stands for
//! the exceptions that a whole family of services shares (`exceptions!` below spells them out).
//! Where overloads of a service list different exceptions, the row has all of them.
//!
//! The signature is that of the longest overload of the 2025 C++ API, and of 2010 for what 2025 lacks, without the
//! arguments by which C++ returns something. Arguments and results in brackets may be absent. `or` begins a second
//! signature, for a service whose overloads differ in more than what is left out.

use super::{Service, ServiceInfo};

macro_rules! exceptions {
    ([$($own:ident),*]) => {
        &[$($crate::exception::ExceptionKind::$own),*]
    };
    ([$($own:ident),* | joined]) => {
        exceptions!([$($own,)* SaveInProgress, RestoreInProgress, FederateNotExecutionMember,
            NotConnected, RTIinternalError])
    };
    ([$($own:ident),* | member]) => {
        exceptions!([$($own,)* FederateNotExecutionMember, NotConnected, RTIinternalError])
    };
    ([$($own:ident),* | connected]) => {
        exceptions!([$($own,)* NotConnected, RTIinternalError])
    };
    ([$($own:ident),* | internal]) => {
        exceptions!([$($own,)* RTIinternalError])
    };
    ([$($own:ident),* | callback]) => {
        exceptions!([$($own,)* FederateInternalError])
    };
}

macro_rules! clause {
    (-) => {
        None
    };
    ($clause:literal) => {
        Some($clause)
    };
}

macro_rules! editions {
    ($base:expr, both $c2010:tt $c2025:tt $name:ident $exceptions:tt) => {
        editions!($base, 2010 $c2010 $name $exceptions 2025 $c2025 $name $exceptions)
    };
    ($base:expr, 2010 $c2010:tt $name:ident $exceptions:tt $($rest:tt)*) => {
        editions!(ServiceInfo {
            name_2010: Some(stringify!($name)),
            clause_2010: clause!($c2010),
            exceptions_2010: exceptions!($exceptions),
            ..$base
        }, $($rest)*)
    };
    ($base:expr, 2025 $c2025:tt $name:ident $exceptions:tt) => {
        ServiceInfo {
            name_2025: Some(stringify!($name)),
            clause_2025: clause!($c2025),
            exceptions_2025: exceptions!($exceptions),
            ..$base
        }
    };
    ($base:expr,) => { $base };
}

/// `Kind` is always there, `[Kind]` perhaps.
macro_rules! value {
    ([$kind:ident]) => {
        $crate::service::Value {
            kind: $crate::service::Kind::$kind,
            presence: $crate::service::Presence::Optional,
        }
    };
    ($kind:ident) => {
        $crate::service::Value {
            kind: $crate::service::Kind::$kind,
            presence: $crate::service::Presence::Always,
        }
    };
}

macro_rules! result {
    () => {
        None
    };
    ($result:tt) => {
        Some(value!($result))
    };
}

macro_rules! signature {
    (($($argument:ident: $value:tt),*) $(-> $result:tt)?) => {
        $crate::service::Signature {
            arguments: &[$($crate::service::Argument { name: stringify!($argument), value: value!($value) }),*],
            result: result!($($result)?),
        }
    };
}

macro_rules! table {
    ($group:ident $(
        $service:ident $direction:ident $arguments:tt $(-> $result:tt)?
        $(or $more:tt $(-> $more_result:tt)?)?
        { $($editions:tt)* }
    )*) => {
        [$(editions!(
            ServiceInfo::unlisted(
                $crate::service::Service::$service,
                $crate::service::ServiceTableGroup::$group,
                $crate::service::Direction::$direction,
                &[signature!($arguments $(-> $result)?), $(signature!($more $(-> $more_result)?))?],
            ),
            $($editions)*
        )),*]
    };
}

// After the macros, because they reach only what follows them.
mod api_specific;
mod callback_control;
mod ddm;
mod declaration;
mod federation;
mod object;
mod ownership;
mod support;
mod time;

const GROUPS: [&[ServiceInfo]; 9] = [
    &federation::FEDERATION,
    &declaration::DECLARATION,
    &object::OBJECT,
    &ownership::OWNERSHIP,
    &time::TIME,
    &ddm::DDM,
    &support::SUPPORT,
    &callback_control::CALLBACK_CONTROL,
    &api_specific::API_SPECIFIC,
];

pub(super) const COUNT: usize = {
    let (mut total, mut group) = (0, 0);
    while group < GROUPS.len() {
        total += GROUPS[group].len();
        group += 1;
    }
    total
};

/// All rows, each at the index of its service; a row out of place does not compile.
pub(super) static INFO: [ServiceInfo; COUNT] = {
    let mut rows = [GROUPS[0][0]; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut row = 0;
        while row < GROUPS[group].len() {
            rows[at] = GROUPS[group][row];
            assert!(
                rows[at].service as usize == at,
                "rows and services are in the same order"
            );
            row += 1;
            at += 1;
        }
        group += 1;
    }
    rows
};

pub(super) static ALL: [Service; COUNT] = {
    let mut all = [Service::Connect; COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = INFO[at].service;
        at += 1;
    }
    all
};
