//! The callbacks of the C API: the table of function pointers, and the federate that calls them.

use hyla_types::{Argument, Kind, Service};

use crate::capi::lent;
use crate::documentation::summary;
use crate::method::Method;
use crate::source::{Source, snake_case, wrapped};
use crate::uses::{Names, uses};

const FOLDER: &str = "crates/hyla-capi/src/callbacks";

/// Modules of the names in the written code.
const NAMES: [Names; 10] = [
    ("std::ffi", &["c_void"]),
    ("std::sync", &["Arc"]),
    ("std::time", &["Duration"]),
    (
        "hyla_lrc",
        &[
            "AttributeValues",
            "Delivery",
            "FederateAmbassador",
            "ParameterValues",
        ],
    ),
    (
        "hyla_types",
        &[
            "AttributeHandle",
            "AttributeHandleSet",
            "FederateHandle",
            "FederateHandleSet",
            "FederateRestoreStatus",
            "FederateSaveStatus",
            "FederationExecutionInformation",
            "FederationExecutionMemberInformation",
            "InteractionClassHandle",
            "LogicalTime",
            "MessageRetractionHandle",
            "ObjectClassHandle",
            "ObjectInstanceHandle",
            "RestoreFailureReason",
            "SaveFailureReason",
            "SynchronizationPointFailureReason",
            "TransportationTypeHandle",
        ],
    ),
    (
        "crate",
        &[
            "hyla_attribute_handle",
            "hyla_bytes",
            "hyla_delivery",
            "hyla_federate_handle",
            "hyla_federate_restore_statuses",
            "hyla_federate_save_statuses",
            "hyla_federation_execution_members",
            "hyla_federation_executions",
            "hyla_handles",
            "hyla_interaction_class_handle",
            "hyla_message_retraction_handle",
            "hyla_object_class_handle",
            "hyla_object_instance_handle",
            "hyla_restore_failure_reason",
            "hyla_save_failure_reason",
            "hyla_synchronization_point_failure_reason",
            "hyla_text",
            "hyla_texts",
            "hyla_time",
            "hyla_transportation_type_handle",
            "hyla_values",
        ],
    ),
    ("crate::handle", &["Handle"]),
    (
        "crate::lists",
        &["execution", "member", "restore_status", "save_status"],
    ),
    (
        "crate::telling",
        &[
            "CFederate",
            "few",
            "lend_delivery",
            "lend_values",
            "numbers",
            "tell",
        ],
    ),
    ("crate::to_c", &["ToC"]),
];

/// Fields before those of the callbacks.
const FIRST_FIELDS: &str = "
    /// `sizeof(hyla_federate_ambassador)` where the program was compiled: later versions may have further
    /// callbacks at the end.
    pub size: usize,
    /// The first argument of each callback.
    pub context: *mut c_void,
    /// No callback comes any more: `context` may be freed. Called once for each connect, also for one that
    /// fails; then before it returns.
    pub dropped: Option<unsafe extern \"C\" fn(context: *mut c_void)>,
";

/// Fields behind them: what is not of the standard.
const LAST_FIELDS: &str = "
    /// Not of the standard: a message of the federate came so many seconds later than the deadline of its
    /// transportation type's profile allows. The message itself follows.
    pub late_message: Option<
        unsafe extern \"C\" fn(
            context: *mut c_void,
            federate: hyla_federate_handle,
            profile: hyla_text<'_>,
            late_by: f64,
        ),
    >,
";

const LATE_MESSAGE: &str = "
    fn late_message(&mut self, federate: FederateHandle, profile: &str, late_by: Duration) {
        let late_by = late_by.as_secs_f64();
        tell!(self.late_message(federate.number(), hyla_text::new(profile), late_by));
    }
";

const TABLE_TEXT: &str = "
/// Callbacks of a federate: one function for each callback of the standard. Null stands for callbacks that are
/// not wanted.
///
/// Callbacks of one ambassador never run at the same time. With `HLA_EVOKED` they run on the thread that
/// evokes, with `HLA_IMMEDIATE` on a thread of Hyla. Services may be called from inside but for connect,
/// disconnect, join, resign and evoke. Borrowed arguments are valid until the callback returns: copy data that outlives
/// it. A callback must return: no C++ exception and no longjmp may leave it.
#[repr(C)]
#[derive(Clone, Copy)]
";

/// The table, the calls, and the module that lists both.
#[must_use]
pub fn files() -> Vec<Source> {
    let fields: String = Method::callbacks().map(|m| field(&m)).collect();
    let table = format!(
        "{TABLE_TEXT}pub struct hyla_federate_ambassador {{{FIRST_FIELDS}{fields}{LAST_FIELDS}}}\n"
    );
    let calls: Vec<String> = Method::callbacks().map(|m| call(&m)).collect();
    let calls = format!(
        "impl FederateAmbassador for CFederate {{\n{}{LATE_MESSAGE}}}\n",
        calls.join("\n")
    );
    vec![
        Source::rust(
            format!("{FOLDER}/mod.rs"),
            "Callbacks: the table of function pointers, and the calls.",
            "mod calls;\nmod table;\n\npub use table::*;\n",
        ),
        Source::rust(
            format!("{FOLDER}/table.rs"),
            "The table of function pointers.",
            &format!("{}{table}", uses(&table, &NAMES)),
        ),
        Source::rust(
            format!("{FOLDER}/calls.rs"),
            "Calls the functions of the table.",
            &format!(
                "#![expect(unsafe_code, reason = \"calls functions of C by pointer\")]\n\n{}\n{calls}",
                uses(&calls, &NAMES)
            ),
        ),
    ]
}

/// The arguments of a callback in C, but that what comes with values is together in one struct.
pub(crate) struct Arguments {
    /// Arguments outside of the struct.
    pub(crate) alone: &'static [Argument],
    /// Whether there is a struct behind them.
    pub(crate) delivery: bool,
}

pub(crate) fn arguments(method: &Method) -> Arguments {
    let all = method.arguments();
    let delivery = all.iter().any(|a| a.name == "optionalRetraction");
    let end = all
        .iter()
        .position(|a| delivery && a.name == "userSuppliedTag");
    Arguments {
        alone: &all[..end.unwrap_or(all.len())],
        delivery,
    }
}

/// A field of the table.
fn field(method: &Method) -> String {
    let Arguments { alone, delivery } = arguments(method);
    let zero = alone
        .iter()
        .find(|a| a.value.kind == Kind::FederateHandle && a.value.is_optional());
    let zero = zero.map_or(String::new(), |argument| {
        format!(" `{}` is 0 then.", snake_case(argument.name))
    });
    let text = summary(method.service, method.is_other_form) + &zero;
    let types: String = alone
        .iter()
        .map(|a| format!(", {}: {}", snake_case(a.name), c_type(a)))
        .collect();
    let delivery = if delivery {
        ", delivery: &hyla_delivery<'_>"
    } else {
        ""
    };
    format!(
        "{}pub {}: Option<unsafe extern \"C\" fn(context: *mut c_void{types}{delivery})>,\n",
        wrapped(&text, "    /// ", 110),
        method.name()
    )
}

/// The type of an argument in C.
pub(crate) fn c_type(argument: &Argument) -> String {
    match argument.value.kind {
        Kind::FederationExecutions
        | Kind::FederationExecutionMembers
        | Kind::FederateSaveStatuses
        | Kind::FederateRestoreStatuses => format!("{}<'_>", list(argument.value.kind).name),
        kind @ (Kind::Text | Kind::LogicalTime) if argument.value.is_optional() => {
            format!("Option<&{}>", lent(kind))
        }
        kind => lent(kind),
    }
}

/// A list that callbacks lend.
struct List {
    /// Its type.
    name: String,
    /// The function that makes an element of C.
    element: &'static str,
    /// An element in Rust.
    of: &'static str,
}

fn list(kind: Kind) -> List {
    let (element, of) = match kind {
        Kind::FederationExecutions => ("execution", "FederationExecutionInformation"),
        Kind::FederationExecutionMembers => ("member", "FederationExecutionMemberInformation"),
        Kind::FederateSaveStatuses => ("save_status", "FederateSaveStatus"),
        Kind::FederateRestoreStatuses => ("restore_status", "FederateRestoreStatus"),
        other => unreachable!("{other:?} is no list of callbacks"),
    };
    List {
        name: format!("hyla_{}", snake_case(&format!("{kind:?}"))),
        element,
        of,
    }
}

/// A method of the federate.
fn call(method: &Method) -> String {
    let name = method.name();
    let Arguments { alone, delivery } = arguments(method);
    let mut parameters: String = alone
        .iter()
        .map(|a| {
            let of = match (method.service, a.value.kind) {
                // Of each instance there is one name, which callbacks share.
                (Service::DiscoverObjectInstance, Kind::Text) => "&Arc<str>".to_owned(),
                _ => rust_type(a),
            };
            format!(", {}: {of}", snake_case(a.name))
        })
        .collect();
    let mut given: Vec<String> = alone.iter().map(converted).collect();
    if delivery {
        parameters += ", delivery: &Delivery<'_>";
        given.push("delivery".to_owned());
    }
    let mut body = format!("tell!(self.{name}({}));", given.join(", "));
    if let Some(values) = alone.iter().find(|a| is_values(a.value.kind)) {
        let values = snake_case(values.name);
        body = format!("lend_values({values}, |{values}| {{ {body} }});");
    }
    if delivery {
        body = format!("lend_delivery(delivery, |delivery| {{ {body} }});");
    }
    format!("    fn {name}(&mut self{parameters}) {{\n{body}\n}}\n")
}

fn is_values(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AttributeHandleValueMap | Kind::ParameterHandleValueMap
    )
}

/// The type of an argument in `FederateAmbassador`.
fn rust_type(argument: &Argument) -> String {
    let plain = match argument.value.kind {
        Kind::Text => "&str".to_owned(),
        Kind::TextSet => "&[String]".to_owned(),
        Kind::Tag => "&[u8]".to_owned(),
        Kind::AttributeHandleValueMap => "&AttributeValues<'_>".to_owned(),
        Kind::ParameterHandleValueMap => "&ParameterValues<'_>".to_owned(),
        kind @ (Kind::AttributeHandleSet | Kind::FederateHandleSet) => format!("&{kind:?}"),
        kind @ (Kind::FederationExecutions
        | Kind::FederationExecutionMembers
        | Kind::FederateSaveStatuses
        | Kind::FederateRestoreStatuses) => format!("&[{}]", list(kind).of),
        kind => format!("{kind:?}"),
    };
    if argument.value.is_optional() {
        format!("Option<{plain}>")
    } else {
        plain
    }
}

/// An argument as C takes it.
fn converted(argument: &Argument) -> String {
    let name = snake_case(argument.name);
    let optional = argument.value.is_optional();
    match argument.value.kind {
        Kind::Text if optional => format!("{name}.map(hyla_text::new).as_ref()"),
        Kind::Text => format!("hyla_text::new({name})"),
        Kind::TextSet => {
            format!("hyla_texts::new(&few({name}, |text| hyla_text::new(text)))")
        }
        Kind::Tag => format!("hyla_bytes::new({name})"),
        Kind::AttributeHandleSet | Kind::FederateHandleSet => {
            format!("hyla_handles::new(&numbers({name}))")
        }
        Kind::LogicalTime if optional => format!("{name}.map(ToC::to_c).as_ref()"),
        Kind::LogicalTime => format!("{name}.to_c()"),
        Kind::SynchronizationPointFailureReason
        | Kind::SaveFailureReason
        | Kind::RestoreFailureReason => format!("{name}.into()"),
        kind @ (Kind::FederationExecutions
        | Kind::FederationExecutionMembers
        | Kind::FederateSaveStatuses
        | Kind::FederateRestoreStatuses) => {
            let List {
                name: of, element, ..
            } = list(kind);
            format!("{of}::new(&few({name}, {element}))")
        }
        // The closure that lends the values calls them by the name of the argument.
        kind if is_values(kind) => name,
        _ if optional => format!("{name}.map_or(0, Handle::number)"),
        _ => format!("{name}.number()"),
    }
}
