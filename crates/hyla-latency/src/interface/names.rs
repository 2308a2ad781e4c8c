//! Names of enumerations in JSON.

macro_rules! by_name {
    ($module:ident, $type:ident) => {
        pub(super) mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de::Error};

            use super::super::schema::$type;

            pub(in super::super) fn serialize<S: Serializer>(
                value: &i32,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let value = $type::try_from(*value).unwrap_or_default();
                serializer.serialize_str(value.as_str_name())
            }

            pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<i32, D::Error> {
                let name = String::deserialize(deserializer)?;
                $type::from_str_name(&name)
                    .map(|value| value as i32)
                    .ok_or_else(|| {
                        D::Error::custom(format!("there is no {} {name}", stringify!($type)))
                    })
            }
        }
    };
}

by_name!(basis, Basis);
by_name!(quantity, Quantity);
by_name!(validity, Validity);
