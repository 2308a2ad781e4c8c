//! Lines of threads that end.

use std::cell::Cell;

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// A layer that formats lines, but none of a thread whose own data is gone, as in destructors of static C++ objects: the layer has its
/// buffer there, and would panic.
pub(crate) struct WhileThreadLasts<L>(pub(crate) L);

struct ThreadData;

impl Drop for ThreadData {
    /// From then on the standard library gives the data no more.
    fn drop(&mut self) {}
}

thread_local! {
    /// Used before the buffer, and therefore destroyed right after it.
    static HERE: Cell<ThreadData> = const { Cell::new(ThreadData) };
}

impl<S: Subscriber, L: Layer<S>> Layer<S> for WhileThreadLasts<L> {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if HERE.try_with(|_| ()).is_ok() {
            self.0.on_event(event, context);
        }
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        self.0.on_new_span(attributes, id, context);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        self.0.on_record(id, values, context);
    }
}
