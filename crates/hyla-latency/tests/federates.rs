//! Connections between federates are answered by the sender.
#![allow(clippy::unwrap_used)]

mod files;

use std::sync::{Arc, Mutex};

use files::{Files, machine, run, until};
use hyla_latency::interface::schema::{Answer, Basis, Connection, ConnectionId, Samples, Validity};
use hyla_latency::interface::{Client, ClientError};
use hyla_latency::server::{Federates, NoAnswer, Peers, Server, StartError};

/// Federates that all give one answer.
struct Told(Mutex<Result<Answer, NoAnswer>>);

impl Federates for Told {
    fn ask(&self, connection: &Connection) -> Result<Answer, NoAnswer> {
        let told = self.0.lock().unwrap().clone();
        told.map(|answer| Answer {
            asked: connection.from.clone(),
            ..answer
        })
    }
}

const FEDERATION: &str = "[federation]\nname = \"world\"\n";

fn server(files: &Files, more: &str) -> (Server, Arc<Told>) {
    let config = files.config(&format!("{FEDERATION}{more}"));
    let told = Arc::new(Told(Mutex::new(Ok(fresh(100.0)))));
    let peers = Arc::new(Peers::of(&config));
    let federates = Arc::clone(&told) as Arc<dyn Federates>;
    let server = Server::start_with(config, &machine(), peers, Some(federates)).unwrap();
    (server, told)
}

fn fresh(estimate_us: f64) -> Answer {
    Answer {
        validity: Validity::Fresh.into(),
        estimate_us: Some(estimate_us),
        age_s: Some(1.0),
        basis: Basis::Measured.into(),
        ..Answer::default()
    }
}

fn connection(from: &str, to: &str, qos: u32) -> Connection {
    Connection {
        from: from.to_owned(),
        to: to.to_owned(),
        bytes: 64,
        qos,
        hardness: (qos > 3).then_some(90.0),
        ..Connection::default()
    }
}

#[test]
fn the_sender_answers_for_each_connection_between_federates() {
    let files = Files::new("federates");
    let of_file = "[[connection]]\nfrom = \"a/radar\"\nto = \"b/ship\"\nbytes = 64\nqos = 3\n";
    let (server, told) = server(&files, of_file);
    run(async {
        let client = Client::new(server.address().to_string());
        let live = client
            .connect(&connection("a/radar", "b/RTI", 5))
            .await
            .unwrap();

        let answer = until(&client, live, |answer| answer.validity() == Validity::Fresh).await;
        let row = client.list().await.unwrap().rows.remove(0);
        let of_file = ConnectionId { id: row.id };
        let other = until(&client, of_file, |answer| {
            answer.validity() == Validity::Fresh
        })
        .await;

        assert_eq!(
            (answer.estimate_us, &*answer.asked),
            (Some(100.0), "a/radar")
        );
        assert!(answer.age_s.unwrap() >= 1.0, "{answer:?}");
        assert_eq!(other.estimate_us, Some(100.0));
        let samples = Samples {
            id: live.id,
            latency_us: vec![1.0],
        };
        let refused = client.put(&samples).await;
        assert!(
            matches!(refused, Err(ClientError::Refused(text)) if text.contains("a federate answers"))
        );
        *told.0.lock().unwrap() = Ok(fresh(200.0));
        until(&client, live, |answer| answer.estimate_us == Some(200.0)).await;
    });
}

#[test]
fn a_federate_that_left_leaves_no_estimate_and_one_that_is_silent_a_stale_one() {
    let files = Files::new("federates-gone");
    let (server, told) = server(&files, "");
    run(async {
        let client = Client::new(server.address().to_string());
        let id = client
            .connect(&connection("a/radar", "b/ship", 3))
            .await
            .unwrap();
        until(&client, id, |answer| answer.validity() == Validity::Fresh).await;

        *told.0.lock().unwrap() = Err(NoAnswer::Silent("radar computes".to_owned()));
        let silent = until(&client, id, |answer| answer.validity() != Validity::Fresh).await;
        *told.0.lock().unwrap() = Err(NoAnswer::Gone("radar has left".to_owned()));
        let gone = until(&client, id, |answer| answer.reason.contains("has left")).await;
        *told.0.lock().unwrap() = Err(NoAnswer::Silent("radar computes".to_owned()));
        let after = until(&client, id, |answer| answer.reason.contains("computes")).await;

        assert_eq!(silent.validity(), Validity::Stale);
        assert!(silent.reason.contains("radar computes"), "{silent:?}");
        assert!(silent.estimate_us.is_some());
        for answer in [gone, after] {
            assert_eq!(answer.validity(), Validity::Unknown);
            assert_eq!(answer.estimate_us, None);
        }
    });
}

#[test]
fn ends_that_nothing_is_sent_between_say_so() {
    let files = Files::new("federates-mixed");
    let (with, _) = server(&files, "");
    let without = Server::start(files.config(""), &machine()).unwrap();
    run(async {
        for (server, from, to, problem) in [
            (&with, "a", "b/ship", "a is a host and b/ship a federate"),
            (&without, "a/radar", "b/ship", "no [federation]"),
        ] {
            let client = Client::new(server.address().to_string());
            let id = client.connect(&connection(from, to, 3)).await.unwrap();
            let answer = until(&client, id, |answer| answer.reason.contains(problem)).await;
            assert_eq!(answer.validity(), Validity::Unknown);
        }
    });
}

#[test]
fn a_program_that_asks_no_federates_serves_no_federation() {
    let files = Files::new("federates-none");

    let refused = Server::start(files.config(FEDERATION), &machine()).unwrap_err();

    assert!(matches!(refused, StartError::Config(_)));
    assert!(
        refused.to_string().contains("asks no federates"),
        "{refused}"
    );
}
