//! One invocation of a service, as it is reported.

use hyla_types::{Exception, Service};

use super::argument::{Argument, NULL};
use super::argument_type::ArgumentType;
use super::report::{ReportedArgument, ServiceReport};

/// The report of one invocation. Arguments that were not supplied are reported as null.
#[must_use]
pub fn report_of(
    service: Service,
    supplied: &[&dyn Argument],
    outcome: Result<&dyn Argument, &Exception>,
) -> ServiceReport {
    let arguments = service.arguments();
    let count = arguments.len().max(supplied.len());
    let supplied = (0..count).map(|at| {
        let name = arguments.get(at).map_or("", |argument| argument.name);
        stated(name, supplied.get(at).copied())
    });
    let returned = outcome.ok().map(|value| {
        let mut text = String::new();
        let kind = value.write_returned(&mut text) as i32;
        let name = String::new();
        ReportedArgument {
            kind,
            name,
            value: text,
        }
    });
    ServiceReport {
        service,
        supplied: supplied.collect(),
        returned: returned.filter(|r| r.kind != ArgumentType::Null as i32),
        exception: outcome.err().map(ToString::to_string),
    }
}

fn stated(name: &str, argument: Option<&dyn Argument>) -> ReportedArgument {
    let mut value = String::new();
    let kind = match argument {
        Some(argument) => {
            argument.write(&mut value);
            argument.kind()
        }
        None => {
            value.push_str(NULL);
            ArgumentType::Null
        }
    };
    ReportedArgument {
        kind: kind as i32,
        name: name.to_owned(),
        value,
    }
}

#[cfg(test)]
mod tests {
    use hyla_types::{AttributeHandle, AttributeHandleSet, ExceptionKind, ObjectClassHandle};

    use super::*;

    #[test]
    fn what_was_not_supplied_is_null() {
        let class = ObjectClassHandle::new(7);
        let set = AttributeHandleSet::from([AttributeHandle::new(2), AttributeHandle::new(3)]);

        let report = report_of(
            Service::SubscribeObjectClassAttributes,
            &[&class, &set],
            Ok(&()),
        );

        let stated: Vec<_> = report
            .supplied
            .iter()
            .map(|a| (a.kind, a.name.as_str(), a.value.as_str()))
            .collect();
        assert_eq!(
            stated,
            [
                (36, "objectClass", "7"),
                (1, "attributes", "[2,3]"),
                (34, "active", "null"),
                (34, "updateRateDesignator", "null"),
            ]
        );
        assert_eq!(report.returned, None);
        assert_eq!(report.exception, None);
    }

    #[test]
    fn texts_are_quoted_and_bytes_are_hexadecimal() {
        let values = [(AttributeHandle::new(5), &[0_u8, 255][..])];
        let mut text = String::new();

        values[..].write(&mut text);
        "a \"b\"\n".write(&mut text);
        [1_u8, 16][..].write(&mut text);

        assert_eq!(text, r#"{"5":"00ff"}"a \"b\"\n""0110""#);
    }

    #[test]
    fn a_refused_call_has_its_exception_and_returns_nothing() {
        let exception = Exception::new(ExceptionKind::NameNotFound, "there is no X");

        let report = report_of(Service::GetObjectClassHandle, &[&"X"], Err(&exception));

        assert_eq!(
            report.exception.as_deref(),
            Some("NameNotFound: there is no X")
        );
        assert_eq!(report.returned, None);
    }
}
