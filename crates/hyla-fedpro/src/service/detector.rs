//! Detects the 2010 library of a client. The libraries do not identify themselves, but use different names for two
//! exceptions, and send modules in different forms.

use hyla_fedpro_messages as fp;

use crate::convert::exception::Library;

/// Files longer than this the Java library compresses.
const JAVA_COMPRESSES_FROM: usize = 1024;

/// Evidence so far. Later evidence replaces earlier: each alone is nearly certain.
#[derive(Debug, Default)]
pub(super) struct LibraryDetector {
    library: Library,
    /// Joined, without a call since.
    just_joined: bool,
}

impl LibraryDetector {
    /// The detected library.
    pub(super) fn library(&self) -> Library {
        self.library
    }

    /// A federation execution is created; the time's name, if the request has one. C++ always sends
    /// one and leaves it empty if the federate gives none, Java then fills in the default.
    pub(super) fn created(&mut self, time: Option<&str>) {
        match time {
            Some("") => self.library = Library::Cpp,
            Some("HLAfloat64Time") | None => self.library = Library::Java,
            Some(_) => {}
        }
    }

    /// Records the form of modules.
    pub(super) fn modules(&mut self, modules: &[fp::FomModule]) {
        use fp::fom_module::FomModule;
        for module in modules {
            match &module.fom_module {
                Some(FomModule::CompressedModule(_)) => self.library = Library::Java,
                // The designator as the federate gave it; Java sends the last part alone.
                Some(FomModule::File(file))
                    if file.content.len() > JAVA_COMPRESSES_FROM
                        || file.name.contains(['/', '\\']) =>
                {
                    self.library = Library::Cpp;
                }
                // C++ cannot read it as a file; Java sends a URL in any case.
                Some(FomModule::Url(url)) if !is_url(url) => self.library = Library::Cpp,
                _ => {}
            }
        }
    }

    /// Records a join.
    pub(super) fn joined(&mut self) {
        self.just_joined = true;
    }

    /// A call: C++ asks for a transportation type before anything else once it has joined.
    pub(super) fn called(&mut self, request: &fp::CallRequest) {
        use fp::call_request::CallRequest;
        if !std::mem::take(&mut self.just_joined) {
            return;
        }
        if let Some(CallRequest::GetTransportationTypeHandleRequest(asked)) = &request.call_request
            && asked.transportation_type_name == "HLAreliable"
        {
            self.library = Library::Cpp;
        }
    }
}

/// Whether the text is a URL and no path. Paths of Windows begin with the letter of a drive, which looks like a scheme, or have
/// backslashes.
fn is_url(text: &str) -> bool {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.len() >= 2
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|char| char.is_ascii_alphanumeric() || "+-.".contains(char));
    is_scheme && !text.contains('\\')
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use fp::fom_module::FomModule as Given;

    use super::*;

    fn after(given: Given) -> Library {
        let mut detector = LibraryDetector::default();
        detector.modules(&[fp::FomModule {
            fom_module: Some(given),
        }]);
        detector.library()
    }

    fn file(name: &str, length: usize) -> Given {
        Given::File(fp::FileFomModule {
            name: name.into(),
            content: vec![b' '; length].into(),
        })
    }

    #[test]
    fn libraries_are_told_apart_by_how_they_send_modules() {
        assert_eq!(after(Given::CompressedModule(Bytes::new())), Library::Java);
        assert_eq!(after(file("My.xml", 100)), Library::Unknown);
        assert_eq!(after(file("My.xml", 1025)), Library::Cpp);
        assert_eq!(after(file("foms/My.xml", 100)), Library::Cpp);
        assert_eq!(after(Given::Url("My.xml".into())), Library::Cpp);
        for url in [
            r"C:\foms\My.xml",
            "C:My.xml",
            "C:/My.xml",
            r"\\host\My.xml",
            "1a:b",
        ] {
            assert_eq!(after(Given::Url(url.into())), Library::Cpp, "{url}");
        }
        for url in [
            "file:/My.xml",
            "file:///C:/My.xml",
            "jar:file:/a.jar!/My.xml",
        ] {
            assert_eq!(after(Given::Url(url.into())), Library::Unknown, "{url}");
        }
    }

    #[test]
    fn libraries_are_told_apart_by_the_time_that_they_name() {
        let after = |time| {
            let mut detector = LibraryDetector::default();
            detector.created(time);
            detector.library()
        };

        assert_eq!(after(Some("")), Library::Cpp);
        assert_eq!(after(Some("HLAfloat64Time")), Library::Java);
        assert_eq!(after(Some("HLAinteger64Time")), Library::Unknown);
    }

    #[test]
    fn cpp_asks_for_a_transportation_type_first() {
        let asked = fp::call_request::CallRequest::GetTransportationTypeHandleRequest(
            fp::GetTransportationTypeHandleRequest {
                transportation_type_name: "HLAreliable".into(),
            },
        );
        let asked = fp::CallRequest {
            call_request: Some(asked),
        };
        let mut late = LibraryDetector::default();
        late.joined();
        late.called(&fp::CallRequest::default());
        late.called(&asked);
        assert_eq!(late.library(), Library::Unknown);

        late.joined();
        late.called(&asked);
        assert_eq!(late.library(), Library::Cpp);
    }
}
