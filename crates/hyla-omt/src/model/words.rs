//! The closed vocabularies of the object model template: small enums with the word that files use.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that object model files use.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// The value that `word` stands for; upper and lower case count.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// In which order updates or interactions are delivered.
    pub enum Order {
        /// Delivered as they arrive.
        Receive = "Receive",
        /// Delivered by time stamp to time-constrained federates.
        TimeStamp = "TimeStamp",
    }
}

words! {
    /// Intended use of a class or attribute by federates. Documentation; an RTI does not enforce it.
    pub enum Sharing {
        /// Federates publish it.
        Publish = "Publish",
        /// Federates subscribe to it.
        Subscribe = "Subscribe",
        /// Federates do both.
        PublishSubscribe = "PublishSubscribe",
        /// Federates do neither.
        Neither = "Neither",
    }
}

words! {
    /// When the owner updates an attribute. Documentation.
    pub enum UpdateType {
        /// Once.
        Static = "Static",
        /// At regular times.
        Periodic = "Periodic",
        /// When the update condition holds.
        Conditional = "Conditional",
        /// Not stated.
        NotApplicable = "NA",
    }
}

words! {
    /// Whether the ownership of an attribute may move. Documentation.
    pub enum Ownership {
        /// An owner may give it away.
        Divest = "Divest",
        /// A federate may acquire it.
        Acquire = "Acquire",
        /// Both.
        DivestAcquire = "DivestAcquire",
        /// The attribute stays with its owner.
        NoTransfer = "NoTransfer",
    }
}

words! {
    /// Use of a synchronization point by federates. Documentation.
    pub enum SynchronizationCapability {
        /// Federates register the point.
        Register = "Register",
        /// Federates achieve the point.
        Achieve = "Achieve",
        /// Both.
        RegisterAchieve = "RegisterAchieve",
        /// Neither.
        NoSynch = "NoSynch",
        /// Not stated.
        NotApplicable = "NA",
    }
}

words! {
    /// The RTI's action for a federate that is lost, the `automaticResignAction` switch.
    pub enum ResignDirective {
        /// Gives up ownership of all attributes it owned.
        UnconditionallyDivestAttributes = "UnconditionallyDivestAttributes",
        /// Deletes the object instances it may delete.
        DeleteObjects = "DeleteObjects",
        /// Cancels its pending ownership acquisitions.
        CancelPendingOwnershipAcquisitions = "CancelPendingOwnershipAcquisitions",
        /// Deletes object instances, then divests the rest.
        DeleteObjectsThenDivest = "DeleteObjectsThenDivest",
        /// Cancels acquisitions, deletes object instances, then divests the rest.
        CancelThenDeleteThenDivest = "CancelThenDeleteThenDivest",
        /// Nothing.
        NoAction = "NoAction",
    }
}

words! {
    /// Order of the bytes in a basic data representation.
    pub enum Endian {
        /// Most significant byte first.
        Big = "Big",
        /// Least significant byte first.
        Little = "Little",
    }
}
