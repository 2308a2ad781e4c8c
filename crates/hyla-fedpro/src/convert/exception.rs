//! Exceptions by name.

use hyla_fedpro_messages as fp;
use hyla_types::{Edition, Exception, ExceptionKind};

/// A client's library of 2010, as far as it can be guessed. The libraries' names for two
/// exceptions differ, and each takes the other's for `RTIinternalError`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Library {
    /// Nothing has pointed to one yet; treated as C++.
    #[default]
    Unknown,
    /// C++: `CouldNotOpenFDD`, `ErrorReadingFDD`.
    Cpp,
    /// Java: `CouldNotOpenFOM`, `ErrorReadingFOM`.
    Java,
}

/// The name under which a client of that edition and library knows the exception.
#[must_use]
pub fn name(kind: ExceptionKind, edition: Edition, library: Library) -> &'static str {
    match (edition, library, kind) {
        (Edition::Hla2010, Library::Java, ExceptionKind::CouldNotOpenFDD) => "CouldNotOpenFOM",
        (Edition::Hla2010, Library::Java, ExceptionKind::ErrorReadingFDD) => "ErrorReadingFOM",
        _ => kind.name(),
    }
}

/// The message for an exception that is named as its edition names it already
/// ([`Exception::for_service`]).
#[must_use]
pub fn data(exception: Exception, edition: Edition, library: Library) -> fp::ExceptionData {
    fp::ExceptionData {
        exception_name: name(exception.kind, edition, library).to_owned(),
        details: exception.message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_java_library_of_2010_has_its_own_names_for_two_exceptions() {
        use ExceptionKind::{CouldNotOpenFDD, ErrorReadingFDD, InconsistentFDD};
        let told = |kind, library| name(kind, Edition::Hla2010, library);

        assert_eq!(told(CouldNotOpenFDD, Library::Cpp), "CouldNotOpenFDD");
        assert_eq!(told(CouldNotOpenFDD, Library::Unknown), "CouldNotOpenFDD");
        assert_eq!(told(CouldNotOpenFDD, Library::Java), "CouldNotOpenFOM");
        assert_eq!(told(ErrorReadingFDD, Library::Java), "ErrorReadingFOM");
        assert_eq!(told(InconsistentFDD, Library::Java), "InconsistentFDD");
    }
}
