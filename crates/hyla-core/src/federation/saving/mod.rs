//! Save and restore (clauses 4.16 to 4.32 in 2010, 4.19 to 4.35 in 2025).
//!
//! The executive runs the protocol. In a save every member asks its federate to save; from that
//! callback on the federate can send nothing. When all have answered, no member sends anything any more:
//! each member puts a marker into each of its streams, and a member with the markers of all others has
//! all frames that were in transit. Then each member gives its state to the executive, which adds its
//! own and has the host store both in one file. A restore has the same steps: announced, flushed, restored by the
//! federates; then each member gets its state, and once all have it, all of it is put in force at one
//! place in the stream of messages from the RTI.
//!
//! | module | what is there |
//! |---|---|
//! | `services` | the services |
//! | `member` | what a member does in between; its part is in `participation` |
//! | `flush` | markers |
//! | `save`, `restore` | the executive's side; its state is in `coordination`, `save_progress` and `restore_progress` |
//! | `deferral` | what reaches the executive meanwhile |
//! | `image` | what is saved of a member and of an executive: `member_image`, `executive_image` |
//! | `file` | how it is written |

mod ask;
mod coordination;
mod deferral;
mod executive_image;
mod file;
mod flush;
mod image;
mod member;
mod member_image;
mod participation;
mod restore;
mod restore_progress;
mod save;
mod save_progress;
mod services;
mod storage;

pub(crate) use coordination::Coordination;
pub use file::SaveFile;
pub(crate) use participation::{Participation, Phase};
pub use storage::{StorageOutcome, StorageRequest, StorageTicket, WriteStep};
