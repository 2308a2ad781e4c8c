//! Shared values, encoded as the values.

/// Shared text.
pub(crate) mod shared_text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(text: &Arc<str>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

/// Shared bytes, read and written in one piece.
pub(crate) mod shared_bytes {
    use std::sync::Arc;

    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
        super::whole_bytes::deserialize(from).map(Into::into)
    }
}

/// Bytes, read and written in one piece and not one by one. On the wire they are what a list of bytes is.
pub(crate) mod whole_bytes {
    use std::fmt;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        from.deserialize_bytes(Whole)
    }

    struct Whole;

    impl<'de> Visitor<'de> for Whole {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        /// For formats that have lists only.
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = list.next_element()? {
                bytes.push(byte);
            }
            Ok(bytes)
        }
    }

    #[cfg(test)]
    mod tests {
        use serde::{Deserialize, Serialize};

        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct Whole(#[serde(with = "super")] Vec<u8>);

        #[test]
        fn bytes_have_the_form_of_a_list_and_may_be_damaged() {
            for length in [0, 1, 127, 128, 70_000] {
                let list: Vec<u8> = (0..length).map(|at| at as u8).collect();

                let whole = postcard::to_stdvec(&Whole(list.clone())).unwrap();
                assert_eq!(whole, postcard::to_stdvec(&list).unwrap());
                assert_eq!(postcard::from_bytes(&whole), Ok(Whole(list)));
                let cut = &whole[..whole.len() - 1];
                assert!(postcard::from_bytes::<Whole>(cut).is_err());
            }
        }

        #[test]
        fn a_format_with_lists_alone_is_read_too() {
            let json = serde_json::to_string(&Whole(vec![1, 2])).unwrap();
            assert_eq!(
                serde_json::from_str::<Whole>(&json).unwrap(),
                Whole(vec![1, 2])
            );
        }
    }
}
