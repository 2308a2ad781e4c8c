//! What a reader accepts, complains about and refuses.
#![allow(clippy::unwrap_used)]

mod documents;

use documents::{
    attribute, complaints, interaction, interactions, module, object, objects, of_2010, of_2025,
    only, parameter, refused,
};
use hyla_omt::model::{DefaultRange, OmtEdition, Order, ResignDirective, Sharing};
use hyla_omt::{OmtErrorKind, Rule, Strictness, check_files, mim, read_file, read_module};

#[test]
fn a_class_tree_is_read_with_all_its_parts() {
    let food = object(
        "Food",
        &format!(
            "<sharing>Publish</sharing><semantics> To\n eat. </semantics>{}",
            attribute("Mass", "T")
        ),
    );
    let model = module("m.xml", &of_2010(&objects(&food))).model;

    let class = &model.object_classes[model.find_object_class("Food").unwrap()];
    assert_eq!(class.sharing, Some(Sharing::Publish));
    assert_eq!(class.semantics.as_deref(), Some("To\n eat."));
    assert_eq!(
        (class.attributes[0].name.as_str(), class.attributes[0].order),
        ("Mass", Some(Order::Receive))
    );
    assert_eq!((class.origin.line, class.origin.module), (2, 0));
    assert_eq!(model.sources.0[0].designator, "m.xml");
}

#[test]
fn tables_of_both_editions_are_read_into_one_model() {
    let old = of_2010(
        "<dimensions><dimension><name>D</name><dataType>T</dataType><upperBound>10</upperBound>\
         <normalization>linear</normalization><value>[2..5)</value></dimension></dimensions>\
         <time><timeStamp><dataType>A</dataType></timeStamp><lookahead><dataType>B</dataType></lookahead></time>",
    );
    let new = of_2025(
        "<dimensions><dimension><name>D</name><inputDataTypes><dataType>T</dataType></inputDataTypes>\
         <upperBound>10</upperBound><value>[2..5)</value></dimension></dimensions>\
         <time><logicalTime><dataType>A</dataType></logicalTime>\
         <logicalTimeInterval><dataType>B</dataType></logicalTimeInterval></time>",
    );
    let (old, new) = (module("old", &old).model, module("new", &new).model);

    assert_eq!(
        (old.edition, new.edition),
        (OmtEdition::Hla2010, OmtEdition::Hla2025)
    );
    assert_eq!(old.time, new.time);
    assert_eq!(
        old.dimensions[0].value,
        Some(DefaultRange::Range { lower: 2, upper: 5 })
    );
    assert_eq!(old.dimensions[0].upper_bound, new.dimensions[0].upper_bound);
    assert_eq!(new.dimensions[0].input_data_types, ["T"]);
}

#[test]
fn switches_transportations_and_update_rates_are_read() {
    let model = module(
        "m.xml",
        &of_2010(
            "<transportations><transportation><name>Fast</name><reliable>No</reliable></transportation>\
             </transportations><switches><autoProvide isEnabled='1'/><serviceReporting/>\
             <automaticResignAction resignAction='DeleteObjects'/></switches>\
             <updateRates><updateRate><name>Low</name><rate>0.5</rate></updateRate></updateRates>",
        ),
    )
    .model;

    assert!(!model.transportations[0].reliable);
    assert_eq!(model.switches.auto_provide, Some(true));
    assert_eq!(model.switches.service_reporting, Some(false));
    assert_eq!(model.switches.exception_reporting, None);
    assert_eq!(
        model.switches.automatic_resign_action,
        Some(ResignDirective::DeleteObjects)
    );
    assert!((model.update_rates[0].rate_hz - 0.5).abs() < f64::EPSILON);
}

#[test]
fn namespaces_of_the_field_are_accepted_with_a_warning() {
    let good = of_2010(&objects(""));
    let variant = good.replace(
        "standards.ieee.org/IEEE1516-2010",
        "www.sisostds.org/schemas/IEEE1516-2010",
    );
    let none = good.replace(" xmlns=\"http://standards.ieee.org/IEEE1516-2010\"", "");
    let none_but_new = none.replace("<objects>", "<time><logicalTime/></time><objects>");

    assert_eq!(complaints(&variant), [Rule::Namespace]);
    assert_eq!(complaints(&none), [Rule::Namespace]);
    assert_eq!(module("m.xml", &none).model.edition, OmtEdition::Hla2010);
    assert_eq!(
        module("m.xml", &none_but_new).model.edition,
        OmtEdition::Hla2025
    );
    let other = refused(&good.replace("1516-2010", "1516-2000"), Strictness::Lenient);
    assert_eq!(
        (other.kind(), only(&other).rule),
        (OmtErrorKind::NotValid, Rule::Namespace)
    );
}

#[test]
fn foreign_elements_and_attributes_are_no_fault() {
    let text = of_2010(&objects(
        "<x:diagram xmlns:x='http://example.org' x:y='1'><x:name>no</x:name></x:diagram>",
    ));

    assert!(read_module("m.xml", text.as_bytes(), Strictness::Strict).is_ok());
}

#[test]
fn sloppy_files_are_read_with_warnings_and_refused_when_strict() {
    let shuffled = of_2010(&format!("<time/>{}", objects("")));
    assert!(module("m.xml", &shuffled).warnings.is_empty());
    assert_eq!(
        only(&refused(&shuffled, Strictness::Strict)).rule,
        Rule::ElementOrder
    );

    let unknown = of_2010(&objects("<colour>red</colour>"));
    assert_eq!(complaints(&unknown), [Rule::UnknownElement]);
    let newer = of_2010(&objects(
        "<dimensions><dimension>D</dimension></dimensions>",
    ));
    assert_eq!(complaints(&newer), [Rule::UnknownElement]);
    assert!(
        module("m.xml", &newer).model.object_classes[0]
            .dimensions
            .is_empty()
    );
    let stray = of_2010(&format!("x{}", objects("")));
    assert_eq!(complaints(&stray), [Rule::StrayText]);
    let twice = of_2010(&objects("<semantics>a</semantics><semantics>b</semantics>"));
    assert_eq!(complaints(&twice), [Rule::RepeatedElement]);
    let word = of_2010(&objects("<sharing>Sometimes</sharing>"));
    assert_eq!(complaints(&word), [Rule::Value]);
    let cased = of_2010(&objects(&attribute("A", "T").replace("Receive", "receive")));
    assert_eq!(complaints(&cased), [Rule::Value]);
    assert_eq!(
        module("m.xml", &cased).model.object_classes[0].attributes[0].order,
        Some(Order::Receive)
    );
    let digit = of_2010(&objects(&object("1st", "")));
    assert_eq!(complaints(&digit), [Rule::NameSyntax]);
    let no_value = of_2010(&objects(&object("NA", "")));
    assert_eq!(complaints(&no_value), [Rule::ReservedName]);
    let old = of_2010("<switches autoProvide='Enabled'/>");
    assert_eq!(complaints(&old), [Rule::OldSwitches]);
    assert_eq!(
        module("m.xml", &old).model.switches.auto_provide,
        Some(true)
    );
}

#[test]
fn strict_reading_asks_for_complete_rows() {
    let text = of_2010(&objects("<attribute><name>A</name></attribute>"));

    assert!(module("m.xml", &text).warnings.is_empty());
    let error = refused(&text, Strictness::Strict);
    assert!(
        error
            .errors()
            .all(|finding| finding.rule == Rule::MissingElement)
    );
    assert_eq!(error.errors().count(), 6, "{error:#?}");
}

#[test]
fn what_cannot_be_used_is_refused_in_any_case() {
    let class = |content: &str| of_2010(&objects(content));
    let cases = [
        ("<objectClassModel/>".to_owned(), Rule::RootElement),
        (
            of_2010("<objects><objectClass><name>Root</name></objectClass></objects>"),
            Rule::RootClass,
        ),
        (
            class("<objectClass><sharing>Neither</sharing></objectClass>"),
            Rule::MissingElement,
        ),
        (
            class("<objectClass><name> </name></objectClass>"),
            Rule::MissingElement,
        ),
        (class(&object("A B", "")), Rule::NameSyntax),
        (class(&object("A.B", "")), Rule::NameSyntax),
        (
            class(&attribute("A", "T").replace("Receive", "Soon")),
            Rule::Value,
        ),
        (
            class(&format!("{}{}", object("A", ""), object("A", ""))),
            Rule::DuplicateName,
        ),
        (
            class(&format!(
                "{}{}",
                attribute("A", "T"),
                object("B", &attribute("A", "T"))
            )),
            Rule::DuplicateName,
        ),
        (
            of_2010(&interactions(&format!("{0}{0}", parameter("P", "T")))),
            Rule::DuplicateName,
        ),
        (
            of_2010(
                "<transportations><transportation><name>T</name><reliable>Maybe</reliable></transportation></transportations>",
            ),
            Rule::Value,
        ),
        (
            of_2010(
                "<dimensions><dimension><name>D</name><upperBound>0</upperBound></dimension></dimensions>",
            ),
            Rule::Value,
        ),
        (
            of_2010(
                "<dimensions><dimension><name>D</name><upperBound>4</upperBound><value>[3..5)</value></dimension></dimensions>",
            ),
            Rule::Value,
        ),
        (
            of_2010(
                "<dimensions><dimension><name>D</name><value>(0..1]</value></dimension></dimensions>",
            ),
            Rule::Value,
        ),
        (
            of_2010(
                "<updateRates><updateRate><name>R</name><rate>-1</rate></updateRate></updateRates>",
            ),
            Rule::Value,
        ),
        (
            of_2010("<switches><autoProvide isEnabled='yes'/></switches>"),
            Rule::Value,
        ),
        (
            of_2010("<switches><automaticResignAction resignAction='Panic'/></switches>"),
            Rule::Value,
        ),
        (
            of_2010(
                "<dataTypes><simpleDataTypes><simpleData><name>T</name></simpleData></simpleDataTypes>\
                  <arrayDataTypes><arrayData><name>T</name></arrayData></arrayDataTypes></dataTypes>",
            ),
            Rule::DuplicateName,
        ),
    ];

    for (text, rule) in cases {
        let error = refused(&text, Strictness::Lenient);
        assert_eq!(error.kind(), OmtErrorKind::NotValid, "{error}");
        assert_eq!(only(&error).rule, rule, "{error}");
    }
}

#[test]
fn siblings_may_share_the_names_of_their_attributes() {
    let text = of_2010(&objects(&format!(
        "{}{}",
        object("A", &attribute("X", "T")),
        object("B", &attribute("X", "T"))
    )));

    assert_eq!(module("m.xml", &text).model.object_classes.len(), 3);
}

#[test]
fn an_error_says_module_line_column_element_and_rule() {
    let twice = of_2010(&format!(
        "{}\n",
        objects(&format!(
            "\n{}\n  {}",
            attribute("Mass", "T"),
            object("Food", &attribute("Mass", "T"))
        ))
    ));

    let error = refused(&twice, Strictness::Lenient);

    assert_eq!(
        error.to_string(),
        "m.xml:4:33: error: duplicate-name: attribute `Mass` is defined in this class or a superclass already \
         (at objectModel/objects/objectClass[HLAobjectRoot]/objectClass[Food]/attribute[Mass]); \
         first defined at m.xml:3:1"
    );
}

#[test]
fn what_is_no_well_formed_module_is_not_readable() {
    let cases = [
        ("", Rule::Format),
        ("  \n", Rule::Format),
        ("{}", Rule::Format),
        ("<objectModel>", Rule::WellFormed),
        (
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            Rule::DocumentType,
        ),
        ("<a>&x;</a>", Rule::Entity),
        ("(FED", Rule::FedSyntax),
        (";; comment\n(FOD)", Rule::FedSyntax),
        (
            "<?xml version='1.0' encoding='Shift_JIS'?><a/>",
            Rule::Encoding,
        ),
    ];

    for (text, rule) in cases {
        let error = refused(text, Strictness::Lenient);
        assert_eq!(
            (error.kind(), only(&error).rule),
            (OmtErrorKind::NotReadable, rule),
            "{text}"
        );
    }
}

#[test]
fn bombs_are_refused() {
    let nested_classes = format!("<objects>{}", "<objectClass><name>A</name>".repeat(5000));
    let cases = [
        of_2010(&nested_classes),
        of_2010(&"<a>".repeat(1_000_000)),
        format!("<a {}/>", "b='' ".repeat(1_000_000)),
        format!("(FED {}", "(".repeat(1_000_000)),
    ];

    for text in cases {
        let error = refused(&text, Strictness::Lenient);
        assert_eq!(error.kind(), OmtErrorKind::NotReadable, "{error}");
    }
    let huge = vec![b' '; 64 * 1024 * 1024 + 1];
    let error = read_module("m.xml", &huge, Strictness::Lenient).unwrap_err();
    assert_eq!(only(&error).rule, Rule::Limit);
    let long_text = of_2010(&format!("<x>{}</x>", "&amp;".repeat(1_000_000)));
    assert_eq!(module("m.xml", &long_text).warnings.len(), 1);
}

#[test]
fn findings_are_bounded_but_errors_come_through() {
    let many = of_2010(&objects(&format!(
        "{}{}",
        "<colour/>".repeat(5000),
        "<objectClass/>"
    )));

    let error = refused(&many, Strictness::Lenient);

    assert_eq!(only(&error).rule, Rule::MissingElement);
    assert!(error.findings().len() < 2000);
}

#[test]
fn utf_16_and_latin_1_files_are_read() {
    let text = of_2010(&objects(&object("Äpfel", "")));
    let utf_16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin_1: Vec<u8> = format!("<?xml version='1.0' encoding='iso-8859-1'?>{text}")
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();

    for bytes in [utf_16, latin_1] {
        let module = read_module("m.xml", &bytes, Strictness::Lenient).unwrap();
        assert!(module.model.find_object_class("Äpfel").is_some());
    }
}

#[test]
fn a_fed_file_is_recognised_by_its_content() {
    let fed = "; sushi\n(FED (Federation S) (FEDversion v1.3)\n(objects (class ObjectRoot))\n\
               (interactions (class InteractionRoot reliable receive)))";

    let module = module("s.fed", fed);

    assert_eq!(module.model.edition, OmtEdition::Hla13);
    assert_eq!(
        module.model.interaction_classes[0].name,
        "HLAinteractionRoot"
    );
}

#[test]
fn a_check_of_files_reports_them_all_and_merges_them() {
    let folder = std::env::temp_dir().join(format!("hyla-omt-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let good = file(
        "good.xml",
        &of_2010(&objects(&object("A", &attribute("X", "HLAboolean")))),
    );
    let other = file(
        "other.xml",
        &of_2010(&objects(&object("A", &attribute("X", "HLAoctet")))),
    );
    let broken = file("broken.xml", "<objectModel>");
    let loose = file(
        "loose.xml",
        &of_2010(&interactions(&interaction("I", &parameter("P", "Nothing")))),
    );
    let check =
        |paths: &[std::path::PathBuf], strictness| check_files(paths, strictness, mim::standard);

    let fine = check(std::slice::from_ref(&good), Strictness::Strict);
    assert_eq!((fine.errors(), fine.warnings()), (0, 0), "{fine}");
    assert!(fine.model.unwrap().find_object_class("A").is_some());
    let conflict = check(&[good.clone(), other], Strictness::Lenient);
    assert_eq!(conflict.errors(), 1);
    assert!(conflict.model.is_none());
    assert!(conflict.to_string().contains("good.xml:2"), "{conflict}");
    let missing = folder.join("missing.xml");
    assert_eq!(
        read_file(&missing, Strictness::Lenient).unwrap_err().kind(),
        OmtErrorKind::CouldNotOpen
    );
    assert_eq!(
        read_file(&folder, Strictness::Lenient).unwrap_err().kind(),
        OmtErrorKind::CouldNotOpen
    );
    let both = check(&[missing, broken], Strictness::Lenient);
    assert_eq!(both.errors(), 2, "{both}");
    let lenient = check(std::slice::from_ref(&loose), Strictness::Lenient);
    assert_eq!((lenient.errors(), lenient.warnings()), (0, 1), "{lenient}");
    assert_eq!(check(&[loose], Strictness::Strict).errors(), 1);
    let of_2025 = file("new.xml", &of_2025(&objects("")));
    assert_eq!(
        check(&[good, of_2025], Strictness::Lenient)
            .model
            .unwrap()
            .edition,
        OmtEdition::Hla2025
    );

    std::fs::remove_dir_all(&folder).unwrap();
}
