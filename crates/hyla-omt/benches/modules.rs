//! How long it takes to read FOM modules and to merge them with the MIM.
//!
//! ```text
//! cargo bench -p hyla-omt --bench modules                 generated modules: 14 of 1.25 MB in all, one of 16 MB
//! cargo bench -p hyla-omt --bench modules -- FILE...      these files (absolute paths), as the modules of one federation
//! ```
//!
//! Generated modules have classes five deep with four attributes each, as large reference models do. Medians of [`RUNS`]
//! runs, with the least and the greatest.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use hyla_omt::model::OmtEdition;
use hyla_omt::{Module, Strictness, merge, mim, read_module};

const RUNS: usize = 7;
/// Levels of classes below the root, each class with two subclasses but for the last level.
const DEPTH: u32 = 5;
const ATTRIBUTES: u32 = 4;

/// A module with at least so many bytes, and names of its own.
fn generated(number: usize, bytes: usize) -> (String, Vec<u8>) {
    let mut text = String::with_capacity(bytes + 20_000);
    text.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\">\n",
    );
    let _ = write!(
        text,
        "<modelIdentification><name>Generated {number}</name><type>FOM</type><version>1</version><modificationDate>2026-11-01\
         </modificationDate><securityClassification>Unclassified</securityClassification><description>Classes to be read\
         </description><poc><pocType>Sponsor</pocType></poc></modelIdentification>\n<objects><objectClass><name>HLAobjectRoot\
         </name>\n"
    );
    let mut tree = 0;
    while text.len() < bytes {
        put_class(&mut text, &format!("M{number}T{tree}"), DEPTH);
        tree += 1;
    }
    text.push_str("</objectClass></objects>\n</objectModel>\n");
    (format!("generated-{number}.xml"), text.into_bytes())
}

fn put_class(text: &mut String, name: &str, levels: u32) {
    let _ = writeln!(
        text,
        "<objectClass><name>{name}</name><sharing>PublishSubscribe</sharing><semantics>A class of the bench.</semantics>"
    );
    for attribute in 0..ATTRIBUTES {
        let _ = writeln!(
            text,
            "<attribute><name>{name}A{attribute}</name><dataType>HLAinteger32BE</dataType><updateType>Conditional</updateType>\
             <updateCondition>On change</updateCondition><ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>\
             <transportation>HLAreliable</transportation><order>TimeStamp</order><semantics>A value.</semantics></attribute>"
        );
    }
    if levels > 1 {
        for (below, letter) in ["a", "b"].iter().enumerate() {
            put_class(text, &format!("{name}{letter}{below}"), levels - 1);
        }
    }
    text.push_str("</objectClass>\n");
}

fn read(files: &[(String, Vec<u8>)]) -> Vec<Module> {
    files
        .iter()
        .map(|(name, content)| {
            read_module(name, content, Strictness::Lenient).unwrap_or_else(|e| panic!("{e}"))
        })
        .collect()
}

/// Median, least and greatest time of `act`, in milliseconds.
fn timed<T>(mut act: impl FnMut() -> T) -> String {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(act());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let ms = |at: usize| times[at].as_secs_f64() * 1e3;
    format!("{:.1} ms ({:.1}..{:.1})", ms(RUNS / 2), ms(0), ms(RUNS - 1))
}

fn measure(what: &str, files: &[(String, Vec<u8>)]) {
    let bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
    let modules = read(files);
    let edition = if modules
        .iter()
        .all(|m| m.model.edition == OmtEdition::Hla2025)
    {
        OmtEdition::Hla2025
    } else {
        OmtEdition::Hla2010
    };
    let merging = || merge(mim::standard(edition), &modules).unwrap_or_else(|e| panic!("{e}"));
    println!(
        "{what}: {} modules, {:.2} MB; read {}, merged with the MIM {}",
        files.len(),
        bytes as f64 / 1e6,
        timed(|| read(files)),
        timed(merging)
    );
}

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if named.is_empty() {
        let reference: Vec<_> = (0..14)
            .map(|number| generated(number, 1_250_000 / 14))
            .collect();
        measure("generated, as large as a reference model", &reference);
        measure("generated, one module", &[generated(0, 16_000_000)]);
        return;
    }
    let files: Vec<_> = named
        .into_iter()
        .map(|path| {
            let content = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
            (path, content)
        })
        .collect();
    measure("given", &files);
}
