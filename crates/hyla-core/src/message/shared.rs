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

/// A shared set of attributes.
pub(crate) mod shared_set {
    use std::sync::Arc;

    use hyla_types::AttributeHandleSet;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        set: &Arc<AttributeHandleSet>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        set.as_ref().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<AttributeHandleSet>, D::Error> {
        AttributeHandleSet::deserialize(from).map(Arc::new)
    }
}

pub(crate) mod shared_bytes {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &Arc<[u8]>, to: S) -> Result<S::Ok, S::Error> {
        bytes.as_ref().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<[u8]>, D::Error> {
        Vec::<u8>::deserialize(from).map(Into::into)
    }
}
