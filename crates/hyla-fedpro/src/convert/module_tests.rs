#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::Write;

use bytes::Bytes;
use fp::fom_module::FomModule as Given;
use zip::write::SimpleFileOptions;

use super::*;

fn module(given: Given) -> fp::FomModule {
    fp::FomModule {
        fom_module: Some(given),
    }
}

/// An archive as `java.util.zip.ZipOutputStream` writes it: lengths after the data.
fn streamed(files: &[(&str, &[u8])]) -> Bytes {
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    for (name, content) in files {
        let deflated =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(*name, deflated).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner().into()
}

#[test]
fn a_file_is_taken_with_its_name() {
    let file = fp::FileFomModule {
        name: "/home/me/My.xml".into(),
        content: Bytes::from_static(b"<objectModel/>"),
    };

    let source = source(&module(Given::File(file)), ModuleKind::Fom).unwrap();

    assert_eq!(source.designator, "/home/me/My.xml");
    assert_eq!(source.content, b"<objectModel/>");
}

#[test]
fn an_archive_written_as_a_stream_is_unpacked() {
    let content = b"<objectModel> </objectModel>".repeat(1000);
    let archive = streamed(&[("My.xml", &content)]);
    assert_eq!(archive[6] & 8, 8, "lengths come after the data");
    assert_eq!(archive[18..26], [0; 8], "and not before");

    let source = source(&module(Given::CompressedModule(archive)), ModuleKind::Fom).unwrap();

    assert_eq!(source.designator, "My.xml");
    assert_eq!(source.content, content);
}

#[test]
fn an_archive_that_is_none_or_has_not_one_file_is_an_error_of_reading() {
    let two = streamed(&[("a.xml", b"a"), ("b.xml", b"b")]);
    let mut cut = streamed(&[("a.xml", &[7; 5000])]);
    cut.truncate(40);
    for archive in [two, cut, streamed(&[]), Bytes::from_static(b"no archive")] {
        let given = module(Given::CompressedModule(archive));

        assert_eq!(
            source(&given, ModuleKind::Fom).unwrap_err().kind,
            ExceptionKind::ErrorReadingFOM
        );
        assert_eq!(
            source(&given, ModuleKind::Mim).unwrap_err().kind,
            ExceptionKind::ErrorReadingMIM
        );
    }
}

#[test]
fn an_archive_does_not_unfold_without_bound() {
    let archive = streamed(&[("huge.xml", &[0; 50_001])]);
    assert!(archive.len() < 1000);

    assert!(unpacked(&archive, ModuleKind::Fom, 50_001).is_ok());
    let refused = unpacked(&archive, ModuleKind::Fom, 50_000).unwrap_err();

    assert_eq!(refused.kind, ExceptionKind::ErrorReadingFOM);
    assert!(
        refused.message.contains("more than 50000 bytes"),
        "{refused}"
    );
}

#[test]
fn many_archives_of_a_call_unfold_to_no_more_than_one() {
    let half = vec![b' '; 33 << 20];
    let archive = streamed(&[("half.xml", &half)]);
    let of = |count: usize| fp::FomModuleSet {
        fom_module: vec![module(Given::CompressedModule(archive.clone())); count],
    };

    assert_eq!(sources(Some(&of(1))).unwrap().len(), 1);
    let refused = sources(Some(&of(2))).unwrap_err();

    assert_eq!(refused.kind, ExceptionKind::ErrorReadingFOM);
    assert!(refused.message.contains("67108864 together"), "{refused}");
}

#[test]
fn an_address_is_not_followed() {
    for address in ["http://example.org/My.xml", "/etc/passwd", "My.xml", ""] {
        let given = module(Given::Url(address.into()));

        let refused = source(&given, ModuleKind::Fom).unwrap_err();

        assert_eq!(refused.kind, ExceptionKind::CouldNotOpenFOM);
        assert!(refused.message.starts_with(address), "{refused}");
    }
    let refused = source(&fp::FomModule::default(), ModuleKind::Mim).unwrap_err();
    assert_eq!(refused.kind, ExceptionKind::CouldNotOpenMIM);
}

#[test]
fn the_name_of_the_standard_mim_is_left_to_the_service() {
    let given = module(Given::Url(STANDARD_MIM.into()));

    assert_eq!(
        source(&given, ModuleKind::Mim).unwrap().designator,
        "HLAstandardMIM"
    );
}

#[test]
fn a_damaged_archive_is_unpacked_or_refused() {
    let whole = streamed(&[("My.xml", &b"<objectModel> </objectModel>".repeat(20))]);
    let mut random = fastrand::Rng::with_seed(42);
    for _ in 0..5000 {
        let mut damaged = whole.to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..damaged.len());
            damaged[at] = random.u8(..);
        }
        damaged.truncate(random.usize(damaged.len() / 2..=damaged.len()));

        match unpacked(&damaged, ModuleKind::Fom, 1 << 20) {
            Ok(module) => assert!(module.content.len() <= 1 << 20),
            Err(refused) => assert_eq!(refused.kind, ExceptionKind::ErrorReadingFOM),
        }
    }
}
