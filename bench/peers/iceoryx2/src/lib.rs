//! iceoryx2: publish and subscribe in shared memory. Nothing is lost: a sender waits for room.

use std::ffi::CStr;
use std::time::Duration;

use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;
use peer_bridge::Wire;

/// Messages that wait for one receiver, and most of their bytes.
const WAITING: usize = 1024;
const WAITING_BYTES: usize = 16 << 20;

/// iceoryx2 wakes nobody here: a receiver sleeps for this long at first, then twice as long each time.
const FIRST_SLEEP: Duration = Duration::from_micros(1);
const LONGEST_SLEEP: Duration = Duration::from_millis(1);

type Stream =
    iceoryx2::service::port_factory::publish_subscribe::PortFactory<ipc::Service, [u8], ()>;

struct Streams {
    to: Publisher<ipc::Service, [u8], ()>,
    from: Subscriber<ipc::Service, [u8], ()>,
    to_stream: Stream,
    from_stream: Stream,
    others: usize,
    sleep: Duration,
    /// Owns what the others belong to.
    _node: Node<ipc::Service>,
}

fn text(problem: impl std::fmt::Debug) -> String {
    format!("{problem:?}")
}

impl Wire for Streams {
    const NAME: &'static CStr = c"iceoryx2 0.9.3";

    fn open(place: &str, is_first: bool, others: usize, bytes: usize) -> Result<Self, String> {
        set_log_level(LogLevel::Error);
        let node = NodeBuilder::new()
            .signal_handling_mode(SignalHandlingMode::Disabled)
            .create::<ipc::Service>()
            .map_err(text)?;
        let waiting = (WAITING_BYTES / bytes.max(1)).clamp(4, WAITING);
        let stream = |name: &str| -> Result<Stream, String> {
            let name: ServiceName = format!("{place}/{name}")
                .as_str()
                .try_into()
                .map_err(text)?;
            node.service_builder(&name)
                .publish_subscribe::<[u8]>()
                .max_publishers(64)
                .max_subscribers(64)
                .max_nodes(65)
                .subscriber_max_buffer_size(waiting)
                .history_size(0)
                .enable_safe_overflow(false)
                .open_or_create()
                .map_err(text)
        };
        let (there, back) = (stream("there")?, stream("back")?);
        let (to_stream, from_stream) = if is_first {
            (there, back)
        } else {
            (back, there)
        };
        let from = from_stream.subscriber_builder().create().map_err(text)?;
        let to = to_stream
            .publisher_builder()
            .initial_max_slice_len(bytes)
            .backpressure_strategy(BackpressureStrategy::RetryUntilDelivered)
            .create()
            .map_err(text)?;
        Ok(Self {
            to,
            from,
            to_stream,
            from_stream,
            others,
            sleep: FIRST_SLEEP,
            _node: node,
        })
    }

    fn is_matched(&self) -> Result<bool, String> {
        let receivers = self.to_stream.dynamic_config().number_of_subscribers();
        let senders = self.from_stream.dynamic_config().number_of_publishers();
        Ok(receivers >= self.others && senders >= self.others)
    }

    fn send(&self, message: &[u8]) -> Result<(), String> {
        let sample = self.to.loan_slice_uninit(message.len()).map_err(text)?;
        sample.write_from_slice(message).send().map_err(text)?;
        Ok(())
    }

    fn receive(&mut self, message: &mut [u8]) -> Result<bool, String> {
        let Some(sample) = self.from.receive().map_err(text)? else {
            return Ok(false);
        };
        if sample.payload().len() != message.len() {
            return Err("a message of another length".to_owned());
        }
        message.copy_from_slice(sample.payload());
        self.sleep = FIRST_SLEEP;
        Ok(true)
    }

    fn sleep(&mut self, at_most: Duration) {
        std::thread::sleep(self.sleep.min(at_most));
        self.sleep = (self.sleep * 2).min(LONGEST_SLEEP);
    }
}

peer_bridge::export!(Streams);
