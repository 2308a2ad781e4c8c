//! The RTI inside this process, if it is built in (feature `embedded-rti`).

#[cfg(feature = "embedded-rti")]
pub(super) use hyla_rti::{EmbeddedRti, Introduction};
#[cfg(not(feature = "embedded-rti"))]
pub(super) use left_out::{EmbeddedRti, Introduction};

#[cfg(not(feature = "embedded-rti"))]
mod left_out {
    use std::convert::Infallible;
    use std::io;
    use std::net::SocketAddr;
    use std::sync::Arc;

    use hyla_net::Address;
    use hyla_settings::Settings;

    /// No such RTI exists in a program without the feature.
    pub(in super::super) struct EmbeddedRti(Infallible);

    impl EmbeddedRti {
        /// # Errors
        /// Always: the program has no embedded RTI.
        pub(in super::super) fn shared(_: &Settings) -> io::Result<Arc<Self>> {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "this program was built without the feature `embedded-rti` of hyla-lrc; \
                 set rti.address to the address of an RTI",
            ))
        }

        pub(in super::super) fn address(&self) -> &Address {
            match self.0 {}
        }
    }

    /// Nothing: an RTI in this process would have to be built in.
    pub(in super::super) struct Introduction;

    impl Introduction {
        pub(in super::super) fn new(_: Address, _: SocketAddr) -> Self {
            Self
        }
    }
}
