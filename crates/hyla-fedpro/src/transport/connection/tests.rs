use std::time::Duration;

use hyla_settings::Settings;
use tokio::task::spawn_blocking;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Message, WebSocket};

use super::super::{Listener, UNCONNECTED_BYTES, accept};
use super::*;

/// Limit of waits that could hang.
const TIMEOUT: Duration = Duration::from_secs(60);
const LAST: Bytes = Bytes::from_static(b"the last message");

type Client = WebSocket<std::net::TcpStream>;

/// Both ends of a WebSocket.
async fn websocket(settings: &Settings) -> (Connection, Client) {
    let any = "127.0.0.1:0".parse().unwrap();
    let listener = Listener::bind(TransportKind::WebSocket, any).unwrap();
    let at = listener.address();
    let client = spawn_blocking(move || {
        let socket = std::net::TcpStream::connect(at).unwrap();
        socket.set_read_timeout(Some(TIMEOUT)).unwrap();
        tungstenite::client("ws://localhost/", socket).unwrap().0
    });
    let incoming = listener.accept().await.unwrap();
    let connection = accept(incoming, None, &settings.fedpro).await.unwrap();
    (connection, client.await.unwrap())
}

/// Both ends of a WebSocket whose server has sent its last message.
async fn after_the_last_message() -> (Connection, Client) {
    let (mut connection, client) = websocket(&Settings::default()).await;
    let mut output = Output::default();
    output.push(LAST);
    poll_fn(|cx| connection.poll_finish(cx, &mut output))
        .await
        .unwrap();
    (connection, client)
}

/// The clock of the server, which is paused, stands still while the client runs in `spawn_blocking`.
#[tokio::test(start_paused = true)]
async fn the_client_of_a_websocket_may_close_first_after_the_last_message() {
    let (mut connection, mut client) = after_the_last_message().await;

    let client = spawn_blocking(move || {
        assert_eq!(client.read().unwrap(), Message::Binary(LAST));
        client.send(Message::Ping("still open?".into())).unwrap();
        assert_eq!(client.read().unwrap(), Message::Pong("still open?".into()));
        client.close(None).unwrap();
        let end = client.read().unwrap();
        assert!(matches!(end, Message::Close(_)), "{end:?}");
    });
    connection.close().await;

    client.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_websocket_is_closed_though_its_client_does_not_close_it() {
    let (mut connection, mut client) = after_the_last_message().await;

    // The clock moves on whenever the server waits.
    let client = std::thread::spawn(move || {
        assert_eq!(client.read().unwrap(), Message::Binary(LAST));
        let end = client.read().unwrap();
        assert!(matches!(end, Message::Close(_)), "{end:?}");
    });
    connection.close().await;

    client.join().unwrap();
}

#[tokio::test]
async fn a_message_that_is_too_large_is_no_end_of_the_connection_though_another_came_with_it() {
    const LIMIT: usize = 1000;
    const SMALL: &[u8] = b"a small message";
    let mut settings = Settings::default();
    settings.fedpro.max_message_bytes = LIMIT;
    let (mut connection, mut client) = websocket(&settings).await;
    connection.identified();
    connection.widen(LIMIT);

    // All in one packet, so that one read gets it.
    let part =
        |opcode, is_last| Message::Frame(Frame::message(vec![7; LIMIT / 2 + 1], opcode, is_last));
    client.write(Message::binary(SMALL)).unwrap();
    client
        .write(part(OpCode::Data(Data::Binary), false))
        .unwrap();
    client
        .write(part(OpCode::Data(Data::Continue), true))
        .unwrap();
    let client = spawn_blocking(move || {
        client.flush().unwrap();
        client
    });
    let _client = client.await.unwrap();

    let mut input = FrameDecoder::new(LIMIT);
    let read = poll_fn(|cx| connection.poll_read(cx, &mut input)).await;
    assert_eq!(read.unwrap(), SMALL.len());
    let error = poll_fn(|cx| connection.poll_read(cx, &mut input))
        .await
        .unwrap_err();
    let problem = error
        .get_ref()
        .and_then(|it| it.downcast_ref::<WireError>());
    assert!(
        matches!(problem, Some(WireError::TooLarge { .. })),
        "{error}"
    );
}

/// The first one may be what makes room for the second: a federate connects.
#[tokio::test]
async fn until_large_messages_may_come_each_message_is_handled_before_the_next_is_looked_at() {
    const LARGE: usize = UNCONNECTED_BYTES + 1;
    const SMALL: &[u8] = b"a small message";
    let half = || vec![7; LARGE / 2 + 1];
    let part = |opcode, is_last| Message::Frame(Frame::message(half(), opcode, is_last));
    let large = [
        vec![Message::binary(vec![7; LARGE])],
        vec![
            part(OpCode::Data(Data::Binary), false),
            part(OpCode::Data(Data::Continue), true),
        ],
    ];
    for parts in large {
        let (mut connection, mut client) = websocket(&Settings::default()).await;
        connection.identified();

        client.write(Message::binary(SMALL)).unwrap();
        for part in parts {
            client.write(part).unwrap();
        }
        let client = spawn_blocking(move || {
            client.flush().unwrap();
            client
        });
        let _client = client.await.unwrap();

        let mut input = FrameDecoder::new(2 * LARGE);
        let read = poll_fn(|cx| connection.poll_read(cx, &mut input)).await;
        assert_eq!(read.unwrap(), SMALL.len());
        connection.widen(2 * LARGE);
        let read = poll_fn(|cx| connection.poll_read(cx, &mut input)).await;
        assert!(read.unwrap() >= LARGE);
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_is_read_is_acknowledged_before_a_wait_unless_an_answer_does_so() {
    use std::io::{Read, Write};

    let any = "127.0.0.1:0".parse().unwrap();
    let listener = Listener::bind(TransportKind::Tcp, any).unwrap();
    let mut client = std::net::TcpStream::connect(listener.address()).unwrap();
    client.set_read_timeout(Some(TIMEOUT)).unwrap();
    let incoming = listener.accept().await.unwrap();
    let raw = socket2::SockRef::from(&incoming.socket)
        .try_clone()
        .unwrap();
    let settings = Settings::default().fedpro;
    let mut connection = accept(incoming, None, &settings).await.unwrap();
    let mut input = FrameDecoder::new(1 << 20);

    for answers in [true, false] {
        client.write_all(b"call").unwrap();
        poll_fn(|cx| connection.poll_read(cx, &mut input))
            .await
            .unwrap();
        if answers {
            let mut output = Output::default();
            output.push(LAST);
            poll_fn(|cx| connection.poll_finish(cx, &mut output))
                .await
                .unwrap();
            let mut answer = vec![0; LAST.len()];
            client.read_exact(&mut answer).unwrap();
        }
        raw.set_tcp_quickack(false).unwrap();
        poll_fn(|cx| {
            assert!(connection.poll_read(cx, &mut input).is_pending());
            Poll::Ready(())
        })
        .await;

        assert_eq!(raw.tcp_quickack().unwrap(), !answers);
    }
}
