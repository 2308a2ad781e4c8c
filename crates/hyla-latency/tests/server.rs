//! A server on loopback, through its interfaces.
#![allow(clippy::unwrap_used)]

mod files;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use files::{Files, PROFILE, fresh, machine, run};
use http_body_util::{BodyExt, Full};
use hyla_latency::interface::schema::{
    Answer, Basis, Connection, ConnectionId, HostReport, Nothing, Quantity, Samples, Table,
    Validity,
};
use hyla_latency::interface::{Client, ClientError, Token};
use hyla_latency::peer::Peer;
use hyla_latency::profile::Machine;
use hyla_latency::server::{Server, StartError};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;

fn script(files: &Files, text: &str) {
    std::fs::write(files.0.join("script"), text).unwrap();
}

fn profiled(files: &Files, rest: &str) -> Server {
    script(files, "0 alpha 17\n0 beta 83\n");
    let config = files.config(&format!(
        "profile = \"{PROFILE}\"\nscript = \"script\"\n{rest}"
    ));
    Server::start(config, &machine()).unwrap()
}

fn connection(qos: u32, hardness: Option<f64>) -> Connection {
    Connection {
        from: "alpha".to_owned(),
        to: "beta".to_owned(),
        bytes: 64,
        qos,
        hardness,
        quantity: Quantity::Any.into(),
        lease_s: None,
    }
}

#[test]
fn http_answers_from_profile_and_script() {
    let files = Files::new("http");
    let server = profiled(
        &files,
        "[[connection]]\nfrom = \"alpha\"\nto = \"beta\"\nbytes = 64\nqos = 1\n",
    );
    run(async {
        let client = Client::new(server.address().to_string());
        let id = client.connect(&connection(2, Some(99.0))).await.unwrap();

        let answer = fresh(&client, id).await;
        let table = client.list().await.unwrap();
        client.disconnect(id).await.unwrap();
        let gone = client.ask(id).await;

        assert_eq!(
            (answer.sender_load.as_str(), answer.receiver_load.as_str()),
            ("0-33 %", "67-100 %")
        );
        assert_eq!(
            (answer.basis(), answer.quantity(), answer.samples),
            (Basis::Profile, Quantity::OneWay, 2000)
        );
        let (low, value, high) = (
            answer.low_us.unwrap(),
            answer.estimate_us.unwrap(),
            answer.high_us.unwrap(),
        );
        assert!(low <= value && value <= high, "{low} {value} {high}");
        let asked: Vec<_> = table
            .rows
            .iter()
            .map(|row| row.connection.clone().unwrap())
            .collect();
        let one_way = |of: Connection| of;
        assert_eq!(
            asked,
            [one_way(connection(1, None)), connection(2, Some(99.0))]
        );
        assert_eq!(
            gone,
            Err(ClientError::Refused(format!(
                "there is no connection {}",
                id.id
            )))
        );
    });
}

#[test]
fn a_request_that_cannot_be_answered_says_why() {
    let files = Files::new("refusals");
    let server = profiled(&files, "");
    let long = format!("{{\"from\":\"{}\"}}", "x".repeat(2 << 20));
    run(async {
        for (method, path, body, status, problem) in [
            (Method::POST, "/v1/Connect", "{}", 400, "QoS 0"),
            (Method::POST, "/v1/Connect", "not JSON", 400, "expected"),
            (
                Method::POST,
                "/v1/Connect",
                r#"{"colour":1}"#,
                400,
                "colour",
            ),
            (Method::POST, "/v1/Connect", long.as_str(), 400, "limit"),
            (Method::POST, "/v1/Guess", "{}", 404, "no call Guess"),
            (
                Method::POST,
                "/v1/Ask",
                r#"{"id":77}"#,
                404,
                "no connection 77",
            ),
            (
                Method::POST,
                "/v1/Report",
                r#"{"host":"a","valid_for_s":-1}"#,
                400,
                "valid_for_s",
            ),
            (
                Method::POST,
                "/v1/Report",
                r#"{"host":"a","processor":-1,"valid_for_s":3}"#,
                400,
                "processor is -1, and not from 0 to 1",
            ),
            (
                Method::POST,
                "/v1/Report",
                r#"{"host":"a","processor":1.5,"valid_for_s":3}"#,
                400,
                "processor is 1.5",
            ),
            (
                Method::POST,
                "/v1/Report",
                r#"{"host":"a","processor":0.5,"port":0.5,"valid_for_s":3}"#,
                400,
                "port_bits_per_s is 0",
            ),
            (
                Method::POST,
                "/v1/Connect",
                r#"{"from":"a","to":"b","qos":1,"lease_s":0}"#,
                400,
                "lease_s is 0, and not from 1 to 10^8",
            ),
            (Method::GET, "/v1/Ask", "", 405, "POST"),
            (Method::GET, "/", "", 404, "/v1/CALL"),
            (Method::GET, "/v1/List", "", 200, "rows"),
        ] {
            let stream = tokio::net::TcpStream::connect(server.address())
                .await
                .unwrap();
            let (mut sender, driver) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
                .await
                .unwrap();
            tokio::spawn(driver);
            let request = Request::builder()
                .method(method)
                .uri(path)
                .header("host", "x");
            let request = request.body(Full::<Bytes>::from(body.to_owned())).unwrap();

            let reply = sender.send_request(request).await.unwrap();

            assert_eq!(
                reply.status(),
                StatusCode::from_u16(status).unwrap(),
                "{path} {problem}"
            );
            let text = reply.into_body().collect().await.unwrap().to_bytes();
            let text = String::from_utf8_lossy(&text);
            assert!(text.contains(problem), "{path}: {text}");
        }
    });
}

#[test]
fn a_load_that_is_no_number_is_refused_over_grpc_and_makes_the_state_stale() {
    let files = Files::new("no-number");
    let config = files.config("");
    let server = Server::start(config, &machine()).unwrap();
    run(async {
        let report = |processor| {
            let report = HostReport {
                host: "alpha".to_owned(),
                processor,
                valid_for_s: 60.0,
                ..HostReport::default()
            };
            report.encode_to_vec()
        };
        for (processor, status) in [(0.5, 0), (f64::NAN, 3), (f64::INFINITY, 3), (-0.1, 3)] {
            let (_, text, _) = grpc(server.address(), "Report", &report(processor)).await;
            let expected = if status == 0 { "" } else { "processor is" };
            assert!(text.contains(expected), "{processor}: {text}");
        }

        let client = Client::new(server.address().to_string());
        let id = client.connect(&connection(1, None)).await.unwrap();
        let answer = client.ask(id).await.unwrap();

        assert_ne!(answer.validity(), Validity::Fresh);
        assert_eq!(answer.sender_load, "", "{answer:?}");
    });
}

#[test]
fn a_connection_of_a_client_that_is_gone_ends() {
    let files = Files::new("leases");
    let of_file = "[[connection]]\nfrom = \"alpha\"\nto = \"beta\"\nbytes = 64\nqos = 1\n";
    let server = profiled(&files, of_file);
    run(async {
        let client = Client::new(server.address().to_string());
        let leased = Connection {
            lease_s: Some(1.0),
            ..connection(1, None)
        };
        let id = client.connect(&leased).await.unwrap();
        let lasting = client.connect(&connection(1, None)).await.unwrap();

        // Nobody asks for it; the table renews nothing.
        let began = Instant::now();
        let rows = loop {
            let rows = client.list().await.unwrap().rows;
            if rows.iter().all(|row| row.id != id.id) {
                break rows;
            }
            assert!(began.elapsed() < Duration::from_secs(120));
            tokio::time::sleep(Duration::from_millis(50)).await;
        };

        assert_eq!(rows.len(), 2, "that of the file and the other one");
        assert!(client.ask(lasting).await.is_ok());
        assert!(client.ask(id).await.is_err());
    });
}

/// A unary call of gRPC: its status, and its message if any.
async fn grpc(server: SocketAddr, call: &str, message: &[u8]) -> (u16, String, Vec<u8>) {
    let stream = tokio::net::TcpStream::connect(server).await.unwrap();
    let (mut sender, driver) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .unwrap();
    tokio::spawn(driver);
    let mut framed = vec![0];
    framed.extend((message.len() as u32).to_be_bytes());
    framed.extend(message);
    let request = Request::post(format!("http://server/hyla.latency.v1.Latency/{call}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Full::<Bytes>::from(framed))
        .unwrap();
    let reply = sender.send_request(request).await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    assert_eq!(reply.headers()["content-type"], "application/grpc");
    let collected = reply.into_body().collect().await.unwrap();
    let trailers = collected.trailers().unwrap().clone();
    let text = trailers
        .get("grpc-message")
        .map(|text| text.to_str().unwrap().to_owned());
    let status = trailers["grpc-status"].to_str().unwrap().parse().unwrap();
    let body = collected.to_bytes();
    (
        status,
        text.unwrap_or_default(),
        body.get(5..).unwrap_or_default().to_vec(),
    )
}

#[test]
fn grpc_gives_the_same_answers_as_http() {
    let files = Files::new("grpc");
    let server = profiled(&files, "");
    run(async {
        let client = Client::new(server.address().to_string());
        let asked = connection(1, None).encode_to_vec();

        let (status, _, made) = grpc(server.address(), "Connect", &asked).await;
        let id = ConnectionId::decode(&made[..]).unwrap();
        let by_http = fresh(&client, id).await;
        let (_, _, answer) = grpc(server.address(), "Ask", &made).await;
        let (_, _, table) = grpc(server.address(), "List", &Nothing {}.encode_to_vec()).await;

        assert_eq!(status, 0);
        let mut by_grpc = Answer::decode(&answer[..]).unwrap();
        by_grpc.age_s = by_http.age_s;
        assert_eq!(by_grpc, by_http);
        assert_eq!(Table::decode(&table[..]).unwrap().rows.len(), 1);
        for (call, message, status, text) in [
            ("Connect", &[][..], 3, "QoS 0 is none from 1 to 5"),
            ("Connect", b"\xff\xff", 3, ""),
            (
                "Ask",
                &ConnectionId { id: 9 }.encode_to_vec(),
                5,
                "there is no connection 9",
            ),
            ("Guess", &[], 12, "there is no call Guess"),
        ] {
            let (found, told, _) = grpc(server.address(), call, message).await;
            assert_eq!(found, status, "{call}");
            assert!(told.contains(text), "{told}");
        }
    });
}

#[test]
fn round_trips_to_a_peer_are_measured_and_a_peer_that_is_missing_is_named() {
    let files = Files::new("measured");
    let peer = Peer::start(([127, 0, 0, 1], 0).into()).unwrap();
    let config = files.config(&format!(
        "[budget]\nbytes_per_s = 1e7\n\
         [[host]]\nname = \"alpha\"\nstate = \"kernel\"\n\
         [[host]]\nname = \"beta\"\npeer = \"{}\"\n\
         [[host]]\nname = \"gamma\"\n",
        peer.address()
    ));
    let server = Server::start(config, &Machine::default()).unwrap();
    run(async {
        let client = Client::new(server.address().to_string());
        let mean = client.connect(&connection(3, None)).await.unwrap();
        let bound = client.connect(&connection(4, Some(90.0))).await.unwrap();
        let backwards = Connection {
            from: "beta".to_owned(),
            to: "alpha".to_owned(),
            ..connection(3, None)
        };
        let backwards = client.connect(&backwards).await.unwrap();
        let missing = Connection {
            to: "gamma".to_owned(),
            ..connection(3, None)
        };
        let missing = client.connect(&missing).await.unwrap();

        for id in [mean, bound] {
            let answer = fresh(&client, id).await;
            assert_eq!(
                (answer.basis(), answer.quantity()),
                (Basis::Measured, Quantity::RoundTrip)
            );
            assert!((400..=1000).contains(&answer.samples), "{answer:?}");
            assert!(answer.estimate_us.unwrap() > 0.0 && answer.spent_bytes > 0);
        }
        for (id, problem) in [
            (backwards, "cannot measure from beta"),
            (missing, "no peer of gamma"),
        ] {
            let answer = client.ask(id).await.unwrap();
            assert_eq!(answer.validity(), Validity::Unknown);
            assert!(answer.reason.contains(problem), "{}", answer.reason);
            assert_eq!(answer.spent_bytes, 0, "{problem}");
        }
    });
}

#[test]
fn states_and_samples_can_be_put() {
    let files = Files::new("put");
    let config = files.config(&format!("profile = \"{PROFILE}\""));
    let server = Server::start(config, &machine()).unwrap();
    run(async {
        let client = Client::new(server.address().to_string());
        let mean = client.connect(&connection(1, None)).await.unwrap();
        let live = client.connect(&connection(5, Some(90.0))).await.unwrap();
        for (host, processor) in [("alpha", 0.1), ("beta", 0.5)] {
            let report = HostReport {
                host: host.to_owned(),
                processor,
                port: None,
                port_bits_per_s: 0.0,
                valid_for_s: 600.0,
            };
            client.report(&report).await.unwrap();
        }
        let samples = Samples {
            id: live.id,
            latency_us: (0..500).map(|i| f64::from(i * 37 % 100)).collect(),
        };
        client.put(&samples).await.unwrap();

        let (of_profile, of_samples) = (
            client.ask(mean).await.unwrap(),
            client.ask(live).await.unwrap(),
        );
        let refused = client
            .put(&Samples {
                id: mean.id,
                ..samples
            })
            .await;

        assert_eq!(of_profile.validity(), Validity::Fresh);
        assert_eq!(
            (of_samples.validity(), of_samples.basis()),
            (Validity::Fresh, Basis::Live)
        );
        assert!((85.0..=95.0).contains(&of_samples.estimate_us.unwrap()));
        assert!((0.85..=0.95).contains(&of_samples.covered.unwrap()));
        assert!(
            matches!(refused, Err(ClientError::Refused(problem)) if problem.contains("only QoS 5"))
        );
    });
}

#[test]
fn a_profile_of_another_machine_is_refused_or_warned_of() {
    let files = Files::new("machine");
    let other = Machine {
        cpus: 64,
        kernel: "Linux 9".to_owned(),
        ..machine()
    };
    let config = files.config(&format!("profile = \"{PROFILE}\""));

    let Err(refused @ StartError::OtherMachine { .. }) = Server::start(config, &other) else {
        panic!("not refused");
    };
    let config = files.config(&format!(
        "profile = \"{PROFILE}\"\nother_machine = \"warn\""
    ));
    let server = Server::start(config, &other).unwrap();

    assert!(
        refused
            .to_string()
            .contains("processors: the profile has 2, this machine 64"),
        "{refused}"
    );
    run(async {
        let client = Client::new(server.address().to_string());
        let id = client.connect(&connection(1, None)).await.unwrap();
        let answer = client.ask(id).await.unwrap();
        assert_eq!(answer.warnings, server.warnings());
        assert_eq!(answer.warnings.len(), 2);
    });
}

#[test]
fn a_server_that_is_gone_is_an_error() {
    let files = Files::new("gone");
    let server = profiled(&files, "");
    let client = Client::new(server.address().to_string());
    drop(server);

    let error = run(client.list()).unwrap_err();

    assert!(matches!(error, ClientError::Unreachable { .. }), "{error}");
}

#[test]
fn a_server_with_a_token_takes_requests_with_this_token_only() {
    let files = Files::new("token");
    let file = std::env::temp_dir().join(format!("hyla-latency-bearer-{}", std::process::id()));
    std::fs::write(&file, "a-token-of-20-letters\n").unwrap();
    let server = profiled(&files, &format!("token_file = \"{}\"", file.display()));
    let address = server.address().to_string();
    let token = |text| Token::of(text).unwrap();

    run(async {
        let none = Client::new(&address).list().await.unwrap_err();
        let wrong = Client::new(&address).with_token(token("a-token-of-20-letterz"));
        let right = Client::new(&address).with_token(token("a-token-of-20-letters"));

        assert!(none.to_string().contains("Bearer TOKEN"), "{none}");
        assert!(matches!(wrong.list().await, Err(ClientError::Refused(_))));
        assert!(right.list().await.is_ok());
    });
    let _ = std::fs::remove_file(file);
}

#[test]
fn an_address_that_others_reach_takes_a_token() {
    let files = Files::new("no-token");
    let mut config = files.config("");
    config.listen = "0.0.0.0:0".parse().unwrap();

    let refused = Server::start(config, &machine()).unwrap_err();

    assert!(refused.to_string().contains("token_file"), "{refused}");
}

#[test]
fn a_level_that_the_profile_lacks_is_refused() {
    let files = Files::new("level");
    let config = files.config(&format!("profile = \"{PROFILE}\"\nvia = \"tcp\""));

    let refused = Server::start(config, &machine()).unwrap_err();

    assert!(refused.to_string().contains("via = \"tcp\""), "{refused}");
}

#[test]
fn a_number_of_an_earlier_run_is_no_connection_of_the_next() {
    let files = Files::new("runs");
    let before = profiled(&files, "");
    let asked = connection(1, None);
    let ids: Vec<ConnectionId> = run(async {
        let client = Client::new(before.address().to_string());
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(client.connect(&asked).await.unwrap());
        }
        ids
    });
    drop(before);

    let after = profiled(&files, "");

    run(async {
        let client = Client::new(after.address().to_string());
        for _ in 0..3 {
            client.connect(&asked).await.unwrap();
        }
        for id in ids {
            let refused = client.ask(id).await;
            assert!(
                matches!(refused, Err(ClientError::Refused(_))),
                "{refused:?}"
            );
        }
    });
}

#[test]
fn reports_do_not_replace_a_source_of_state() {
    let files = Files::new("sources");
    let hosts = "[[host]]\nname = \"alpha\"\nstate = \"kernel\"\n\
                 [[host]]\nname = \"beta\"\nstate = \"snmp\"\nagent = \"127.0.0.1:9\"\ncommunity = \"c\"\n\
                 [[host]]\nname = \"gamma\"\n";
    let server = Server::start(files.config(hosts), &Machine::default()).unwrap();
    script(&files, "0 alpha 17\n");
    let scripted = files.config("script = \"script\"");
    let scripted = Server::start(scripted, &Machine::default()).unwrap();
    let report = |host: &str| HostReport {
        host: host.to_owned(),
        processor: 0.1,
        port: None,
        port_bits_per_s: 0.0,
        valid_for_s: 3600.0,
    };
    run(async {
        let client = Client::new(server.address().to_string());
        for (host, source) in [("alpha", "the kernel"), ("beta", "its SNMP agent")] {
            let refused = client.report(&report(host)).await;
            assert!(
                matches!(&refused, Err(ClientError::Refused(text)) if text.contains(source)),
                "{refused:?}"
            );
        }
        client.report(&report("gamma")).await.unwrap();
        client.report(&report("delta")).await.unwrap();
        let client = Client::new(scripted.address().to_string());
        let refused = client.report(&report("alpha")).await;
        assert!(
            matches!(&refused, Err(ClientError::Refused(text)) if text.contains("the script")),
            "{refused:?}"
        );
    });
}

#[test]
fn samples_that_are_no_latencies_are_refused_all_together() {
    let files = Files::new("samples");
    let server = profiled(&files, "");
    run(async {
        let client = Client::new(server.address().to_string());
        let live = client.connect(&connection(5, Some(50.0))).await.unwrap();
        for wrong in [-1.0, f64::NAN, f64::INFINITY, 1e13] {
            let samples = Samples {
                id: live.id,
                latency_us: vec![100.0, wrong],
            };
            let (status, text, _) = grpc(server.address(), "Put", &samples.encode_to_vec()).await;
            assert_eq!(status, 3, "{wrong}");
            assert!(text.contains("latency_us"), "{text}");
        }
        let answer = client.ask(live).await.unwrap();
        assert_eq!((answer.samples, answer.validity()), (0, Validity::Unknown));
    });
}

#[test]
fn callers_that_send_nothing_or_half_of_a_request_keep_no_place() {
    use std::io::{Read, Write};

    let files = Files::new("silent");
    let server = profiled(&files, "");
    let connect = || std::net::TcpStream::connect(server.address()).unwrap();
    let halves: [&[u8]; 3] = [
        b"PRI * HTTP/2",
        b"POST /v1/Ask HT",
        b"POST /v1/Ask HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    ];
    let mut silent = Vec::new();
    for half in halves {
        let mut stream = connect();
        stream.write_all(half).unwrap();
        silent.push(stream);
    }
    // All places, and some that wait for one.
    silent.extend((0..260).map(|_| connect()));

    // An answer comes once the first of them have lost their places.
    run(async {
        let client = Client::new(server.address().to_string());
        client.connect(&connection(1, None)).await.unwrap();
    });

    for stream in &mut silent[..3] {
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .unwrap();
        let mut rest = Vec::new();
        // Closed, perhaps with a refusal.
        let ended = stream.read_to_end(&mut rest);
        assert!(
            !matches!(&ended, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock),
            "{ended:?}"
        );
    }
}

#[test]
fn a_server_that_does_not_answer_is_given_up() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap().to_string();
    run(async {
        let client = Client::new(at).with_timeout(Duration::from_millis(50));

        let given_up = client.list().await;

        assert!(
            matches!(&given_up, Err(ClientError::Unreachable { problem, .. }) if problem.contains("50ms")),
            "{given_up:?}"
        );
    });
}
