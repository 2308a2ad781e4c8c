//! Files that a reader accepts, warns of, and refuses.
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
    let other = refused(&good.replace("1516-2010", "1516-1999"), Strictness::Lenient);
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
        objects(&format!("\n{0}\n  {0}", attribute("Mass", "T"),))
    ));

    let error = refused(&twice, Strictness::Lenient);

    assert_eq!(
        error.to_string(),
        "m.xml:4:3: error: duplicate-name: attribute `Mass` is defined in this class already \
         (at objectModel/objects/objectClass[HLAobjectRoot]/attribute[Mass]); first defined at m.xml:3:1"
    );
}

#[test]
fn an_inherited_attribute_or_parameter_that_is_defined_again_is_left_out_with_a_warning() {
    let attributes = of_2010(&objects(&format!(
        "{}{}",
        attribute("Mass", "T"),
        object("Food", &attribute("Mass", "U"))
    )));
    let parameters = of_2010(&interactions(&interaction(
        "I",
        &format!(
            "{}{}",
            parameter("P", "T"),
            interaction("J", &parameter("P", "U"))
        ),
    )));

    assert_eq!(complaints(&attributes), [Rule::DuplicateName]);
    assert_eq!(complaints(&parameters), [Rule::DuplicateName]);
    let module = module("m.xml", &attributes);
    assert!(module.warnings[0].other.is_some());
    assert_eq!(
        module.model.object_classes[0].attributes[0]
            .data_type
            .as_deref(),
        Some("T")
    );
    assert!(module.model.object_classes[1].attributes.is_empty());
}

fn enumeration(enumerators: &[(&str, &str)]) -> String {
    let rows: String = enumerators
        .iter()
        .map(|(name, value)| {
            format!("<enumerator><name>{name}</name><value>{value}</value></enumerator>")
        })
        .collect();
    of_2010(&format!(
        "<dataTypes><enumeratedDataTypes><enumeratedData><name>E</name><representation>HLAoctet</representation>\
         {rows}</enumeratedData></enumeratedDataTypes></dataTypes>"
    ))
}

#[test]
fn enumerators_of_one_name_are_put_together_with_a_warning() {
    let text = enumeration(&[
        ("Other", "0"),
        ("Tank", "1"),
        ("Other", "2"),
        ("Other", "0"),
    ]);

    let module = module("m.xml", &text);

    let rules: Vec<Rule> = module.warnings.iter().map(|warning| warning.rule).collect();
    assert_eq!(rules, [Rule::DuplicateName; 2]);
    let enumerators = &module.model.data_types.enumerated[0].enumerators;
    let rows: Vec<_> = enumerators
        .iter()
        .map(|row| (row.name.as_str(), row.values.join(",")))
        .collect();
    assert_eq!(
        rows,
        [("Other", "0,2".to_owned()), ("Tank", "1".to_owned())]
    );
    let strict = refused(&text, Strictness::Strict);
    assert_eq!(strict.errors().count(), 2, "{strict}");
}

#[test]
fn a_value_with_two_names_is_a_warning_that_names_both() {
    let text = enumeration(&[("Tank", "1"), ("Truck", "01")]);

    let module = module("m.xml", &text);

    assert_eq!(module.warnings.len(), 1, "{:#?}", module.warnings);
    let warning = &module.warnings[0];
    assert_eq!(warning.rule, Rule::DuplicateValue);
    assert!(
        warning.text.contains("`Truck`") && warning.text.contains("`Tank`"),
        "{warning}"
    );
    assert_eq!(module.model.data_types.enumerated[0].enumerators.len(), 2);
    let strict = refused(&text, Strictness::Strict);
    assert_eq!(only(&strict).rule, Rule::DuplicateValue);
}

#[test]
fn an_element_that_says_nothing_is_a_warning_unless_it_is_documentation() {
    let empty = |element: &str| {
        let text = attribute("A", "T");
        let start = text.find(&format!("<{element}>")).unwrap();
        let end = text.find(&format!("</{element}>")).unwrap();
        let text = format!("{}<{element}> {}", &text[..start], &text[end..]);
        of_2010(&objects(&object("Food", &text)))
    };
    let dimension = of_2010(&interactions(&interaction("I", "").replace(
        "<transportation>",
        "<dimensions><dimension/></dimensions><transportation>",
    )));
    let field = of_2010(
        "<dataTypes><fixedRecordDataTypes><fixedRecordData><name>R</name><encoding>HLAfixedRecord</encoding>\
         <field><name>f</name><dataType/></field></fixedRecordData></fixedRecordDataTypes></dataTypes>",
    );
    let documentation = of_2010(&objects(&object("Food", "<semantics/>")));

    for element in [
        "dataType",
        "updateType",
        "ownership",
        "sharing",
        "transportation",
        "order",
    ] {
        assert_eq!(
            complaints(&empty(element)),
            [Rule::EmptyElement],
            "{element}"
        );
    }
    assert_eq!(complaints(&dimension), [Rule::EmptyElement]);
    assert_eq!(complaints(&field), [Rule::EmptyElement]);
    assert_eq!(module("m.xml", &documentation).warnings, []);
}

#[test]
fn a_file_of_the_edition_of_2000_is_named_as_one() {
    let by_attributes = "<objectModel DTDversion=\"1516.2\" name=\"Restaurant\"><objects>\
        <objectClass name=\"HLAobjectRoot\" sharing=\"Neither\"/></objects></objectModel>";
    let cases = [
        by_attributes.to_owned(),
        by_attributes.replace(" DTDversion=\"1516.2\"", ""),
        format!(
            "<?xml version=\"1.0\"?>\n<!DOCTYPE objectModel SYSTEM \"HLA.dtd\">\n{by_attributes}"
        ),
        of_2010(&objects("")).replace("IEEE1516-2010", "IEEE1516-2000"),
    ];

    for text in cases {
        let error = refused(&text, Strictness::Lenient);
        let finding = only(&error);
        assert_eq!(finding.rule, Rule::Edition, "{finding}");
        assert!(finding.text.contains("1516-2000"), "{finding}");
    }
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

/// A FED file with these lines in its class of food.
fn fed(in_food: &str) -> String {
    format!(
        "(FED (Federation S) (FEDversion v1.3)\n(objects (class ObjectRoot\n(class Food\n{in_food}\n)))\n\
         (interactions (class InteractionRoot reliable receive)))"
    )
}

#[test]
fn text_of_a_fed_file_that_belongs_to_nothing_is_a_warning_unless_strict() {
    let good = fed(";; nothing but a comment\n(attribute mass reliable receive)");
    assert_eq!(module("s.fed", &good).warnings, []);
    assert!(read_module("s.fed", good.as_bytes(), Strictness::Strict).is_ok());

    for (stray, column, word) in [
        ("lorem ipsum dolor", 1, "`lorem`"),
        ("(attribute mass reliable receive)\nlorem", 1, "`lorem`"),
        ("(lorem (ipsum))", 1, "`(lorem`"),
        ("(attribute mass reliable receive) ((x))", 35, "`(`"),
        (
            "(attribute mass reliable receive) // heavy (mostly) ",
            35,
            "`//`",
        ),
        ("/* heavy */", 1, "`/*`"),
        ("# heavy things", 1, "`#`"),
        ("; heavy", 1, "`;;`"),
        ("(parameter mass)", 1, "`(parameter`"),
    ] {
        let text = fed(stray);
        let warnings = module("s.fed", &text).warnings;
        let first = warnings.first().expect(stray);
        assert_eq!(
            (first.rule, first.place.column),
            (Rule::FedSyntax, column),
            "{first}"
        );
        assert!((4..=5).contains(&first.place.line), "{first}");
        assert!(first.text.contains(word), "{first}");
        let strict = refused(&text, Strictness::Strict);
        assert_eq!(strict.errors().count(), warnings.len(), "{strict}");
    }
}

#[test]
fn words_that_a_list_of_a_fed_file_has_too_many_are_found_once() {
    let text = fed("(attribute mass reliable receive)")
        .replace("(FEDversion v1.3)", "(FEDversion v1.3 and more)")
        .replace("(objects", "(objects some words of no meaning");

    let warnings = module("s.fed", &text).warnings;

    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    assert!(warnings[0].text.contains("`and`"), "{}", warnings[0]);
    assert!(warnings[1].text.contains("`some`"), "{}", warnings[1]);
}

#[test]
fn text_around_a_fed_file_is_refused_and_a_wrong_comment_named() {
    let before = format!("// our federation\n{}", fed(""));
    let behind = format!("{}\nlorem", fed(""));

    let finding = only(&refused(&before, Strictness::Lenient));
    assert_eq!((finding.rule, finding.place.line), (Rule::FedSyntax, 1));
    assert!(finding.text.contains("`;;`"), "{finding}");
    let finding = only(&refused(&behind, Strictness::Lenient));
    assert_eq!((finding.rule, finding.place.line), (Rule::FedSyntax, 7));
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
    let check = |paths: &[std::path::PathBuf], strictness| check_files(paths, strictness, None);

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
        check(&[good.clone(), of_2025], Strictness::Lenient)
            .model
            .unwrap()
            .edition,
        OmtEdition::Hla2025
    );

    let standard = String::from_utf8(mim::standard_bytes(OmtEdition::Hla2010).to_vec()).unwrap();
    let own = file("mim.xml", &standard);
    let with_own = check_files(std::slice::from_ref(&good), Strictness::Lenient, Some(&own));
    assert_eq!(with_own.errors(), 0, "{with_own}");
    assert!(with_own.mim.is_some() && with_own.model.is_some());
    let lacks = standard.replace("HLAreportServiceInvocation", "Gone");
    let lacks = file("lacking.xml", &lacks);
    let lacking = check_files(&[good], Strictness::Lenient, Some(&lacks));
    assert!(lacking.model.is_none() && lacking.mim.is_none());
    assert!(
        lacking
            .findings
            .iter()
            .any(|found| found.rule == Rule::IncompleteMim),
        "{lacking}"
    );

    std::fs::remove_dir_all(&folder).unwrap();
}
