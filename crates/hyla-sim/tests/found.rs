//! Action lists of former findings replay without a violation.

use std::fs;
use std::path::Path;

use hyla_sim::ActionList;

#[test]
fn lists_of_what_was_found_find_nothing_now() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/found");
    let mut lists = 0;
    for entry in fs::read_dir(&directory).expect("the lists are beside this file") {
        let path = entry.expect("a file").path();
        let name = path.display();
        let text = fs::read_to_string(&path).expect("a readable file");
        let list: ActionList = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));

        let outcome = list.replay(None, false);

        assert!(
            outcome.violation.is_none(),
            "{outcome}\nreplay with: cargo run -p hyla-sim --example replay -- {name}"
        );
        // A list of which nothing happens any more finds nothing either.
        let done: u64 = outcome.services.values().sum();
        let wanted = list.count() as u64 / 4;
        assert!(done >= wanted, "{name}: {done} calls, {wanted} at least");
        lists += 1;
    }
    assert!(lists > 0, "no lists in {}", directory.display());
}
