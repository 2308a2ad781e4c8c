//! Declaration management (1516.1 clause 5): what federates publish and subscribe.

mod activity;
mod advised;
mod advisories;
mod applied;
mod by_region;
mod causality;
mod declarations;
mod directed;
mod executive;
mod interest;
mod member;
mod position;
mod regional;
mod sent_positions;
mod settlement;
mod settlements;
mod state;
mod subscription;

pub use activity::{Activity, DirectedScope};
pub(crate) use advised::Advisories;
use applied::Causality;
pub use declarations::Declarations;
pub(crate) use declarations::discoverable_by;
pub(crate) use directed::Reach;
pub(crate) use executive::is_consistent;
use interest::Interest;
pub(crate) use interest::{ClassInterest, faster, fastest};
pub use position::Position;
pub use regional::ByRegion;
pub use sent_positions::SentPositions;
pub(crate) use settlements::{Following, Settlements};
pub(crate) use state::MemberDeclarations;
pub use subscription::Subscription;
