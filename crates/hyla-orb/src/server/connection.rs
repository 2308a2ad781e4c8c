//! One connection of a server, read by a thread of its own.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::giop::Assembler;
use crate::server::adapter::Adapter;
use crate::server::dispatch::{Dispatcher, End, ReplyPath};
use crate::server::entrance::EntranceSettings;
use crate::server::pool::Workers;
use crate::socket;
use crate::wait::Waiter;

pub(super) struct Connection {
    stream: TcpStream,
    dispatcher: Dispatcher,
}

impl Connection {
    pub(super) fn new(
        stream: TcpStream,
        adapter: &Arc<Adapter>,
        settings: &Arc<EntranceSettings>,
        workers: Option<Workers>,
    ) -> io::Result<Self> {
        stream.set_write_timeout(crate::socket::timeout(settings.server.message_time))?;
        let back = ReplyPath::Stream(Mutex::new(stream.try_clone()?), Arc::clone(adapter));
        let dispatcher = Dispatcher::new(adapter, settings, workers, back);
        Ok(Self { stream, dispatcher })
    }

    /// Serves until the client has gone or the server stops. `is_stopping` is checked when reading
    /// ends.
    pub(super) fn serve(mut self, is_stopping: impl Fn() -> bool) {
        let qos = &self.dispatcher.settings.qos;
        let mut assembler = Assembler::new(self.dispatcher.settings.server.limits);
        assembler.reserve(qos.buffer_bytes);
        let mut out = Vec::with_capacity(qos.buffer_bytes);
        let end = self.read_all(&mut assembler, &mut out, is_stopping);
        self.dispatcher.end(end, &mut out);
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn read_all(
        &mut self,
        assembler: &mut Assembler,
        out: &mut Vec<u8>,
        is_stopping: impl Fn() -> bool,
    ) -> End {
        let settings = Arc::clone(&self.dispatcher.settings);
        let (server, qos) = (&settings.server, &settings.qos);
        let mut waiter = Waiter::new(qos.wait);
        // When the rest of a message, or the next one, has to be there.
        let mut since: Option<Instant> = None;
        loop {
            loop {
                match assembler.next_message() {
                    Ok(Some(octets)) => {
                        since = None;
                        if let Some(end) = self.dispatcher.message(octets, out) {
                            return end;
                        }
                    }
                    Ok(None) => break,
                    Err(_) => return End::Wrong,
                }
            }
            if !qos.pooled {
                assembler.release();
                *out = Vec::new();
            }
            let until = if assembler.is_within_message() {
                let began = *since.get_or_insert_with(Instant::now);
                server.message_time.map(|time| began + time)
            } else {
                server.idle_time.map(|time| Instant::now() + time)
            };
            let space = if qos.read_ahead {
                assembler.space()
            } else {
                assembler.space_of_message()
            };
            match socket::read(&self.stream, space, &mut waiter, until) {
                // The read half is shut down when the server stops.
                Ok(0) | Err(_) if is_stopping() => return End::Stopped,
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    // An idle client connects again; an unfinished message is a mistake.
                    let counters = &self.dispatcher.adapter.counters;
                    let (counter, end) = if assembler.is_within_message() {
                        (&counters.slow, End::Wrong)
                    } else {
                        (&counters.idle, End::Stopped)
                    };
                    counter.fetch_add(1, Relaxed);
                    return end;
                }
                Ok(0) | Err(_) => return End::Gone,
                Ok(octets) => assembler.filled(octets),
            }
        }
    }
}
