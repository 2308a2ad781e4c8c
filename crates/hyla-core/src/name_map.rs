//! Tables whose keys are texts that others choose, such as names of classes and instances.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Serialize, Serializer};

/// A table of texts that others choose. Each table hashes with a random key of its own. Without one, somebody could choose many texts
/// with one hash, and each of them would be compared with all others.
pub(crate) type NameMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// The same without values.
pub(crate) type NameSet<K> = HashSet<K, foldhash::fast::RandomState>;

/// In the order of its keys: what is saved does not depend on the key of the hash.
pub(crate) fn in_order<K: Serialize + Ord, V: Serialize, S: Serializer>(
    names: &NameMap<K, V>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(names.iter().collect::<BTreeMap<_, _>>())
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::*;

    #[test]
    fn each_table_has_a_hash_of_its_own() {
        let tables: [NameMap<String, u32>; 2] = Default::default();
        let [one, other] = tables.map(|it| it.hasher().hash_one("Vehicle 1"));
        assert_ne!(one, other);
    }

    #[test]
    fn tables_with_equal_entries_are_saved_equally() {
        #[derive(Serialize)]
        struct Saved(#[serde(serialize_with = "in_order")] NameMap<String, u32>);

        let entries = || (0..100).map(|n| (n.to_string(), n));
        let save = |table| postcard::to_stdvec(&Saved(table)).unwrap();
        assert_eq!(save(entries().collect()), save(entries().rev().collect()));
    }
}
