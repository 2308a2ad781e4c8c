//! Barriers made of TCP sockets and nothing else: through one process in the middle, and each to each.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};

use crate::Wait;
use crate::socket::{self, Reader, Writer};

/// A report: as long as the shortest that a coordinator could do with.
const REPORT: [u8; 16] = [7; 16];

fn send(link: &mut (Writer, Reader)) -> io::Result<()> {
    link.0.write(&REPORT)
}

fn receive(link: &mut (Writer, Reader)) -> io::Result<()> {
    link.1.read(&mut { REPORT })
}

/// Each report is needed at once, so that there is nothing to gather.
fn link(stream: TcpStream, wait: Wait) -> io::Result<(Writer, Reader)> {
    let wait = if wait.gathers() { Wait::Yield } else { wait };
    socket::tcp(stream, wait)
}

/// The process in the middle, whom all report to.
#[derive(Debug)]
pub struct Middle(Vec<(Writer, Reader)>);

impl Middle {
    /// Waits until that many have called.
    ///
    /// # Errors
    /// Those of the system.
    pub fn accept(listener: &TcpListener, count: usize, wait: Wait) -> io::Result<Self> {
        let links = (0..count).map(|_| link(listener.accept()?.0, wait));
        links.collect::<io::Result<_>>().map(Self)
    }

    /// Waits until all have reported, and notifies all.
    ///
    /// # Errors
    /// If one of them has gone.
    pub fn serve(&mut self) -> io::Result<()> {
        self.0.iter_mut().try_for_each(receive)?;
        self.0.iter_mut().try_for_each(send)
    }
}

/// One of those who meet, over one connection to the process in the middle or over one to each other.
#[derive(Debug)]
pub struct Member(Vec<(Writer, Reader)>);

impl Member {
    /// One that reports to the process in the middle.
    ///
    /// # Errors
    /// Those of the system.
    pub fn of_middle(at: SocketAddr, wait: Wait) -> io::Result<Self> {
        Ok(Self(vec![link(TcpStream::connect(at)?, wait)?]))
    }

    /// One that reports to each other: it calls those before it, and those after it call it.
    ///
    /// # Errors
    /// Those of the system.
    pub fn of_mesh(
        listener: &TcpListener,
        before: &[SocketAddr],
        after: usize,
        wait: Wait,
    ) -> io::Result<Self> {
        let calls = before.iter().map(TcpStream::connect);
        let called = (0..after).map(|_| Ok(listener.accept()?.0));
        let links = calls.chain(called).map(|stream| link(stream?, wait));
        links.collect::<io::Result<_>>().map(Self)
    }

    /// Waits until all have come.
    ///
    /// # Errors
    /// If one of them has gone.
    pub fn meet(&mut self) -> io::Result<()> {
        self.0.iter_mut().try_for_each(send)?;
        self.0.iter_mut().try_for_each(receive)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::SeqCst;

    use super::*;

    const ALL: usize = 3;
    const TURNS: usize = 100;

    fn listener() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        (listener, at)
    }

    /// Has members meet, each of whom is made on a thread of its own.
    fn meet(members: Vec<Box<dyn FnOnce() -> Member + Send>>) {
        let come = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = members
            .into_iter()
            .map(|member| {
                let come = Arc::clone(&come);
                std::thread::spawn(move || {
                    let mut member = member();
                    for turn in 1..=TURNS {
                        come.fetch_add(1, SeqCst);
                        member.meet().unwrap();
                        assert!(come.load(SeqCst) >= turn * ALL);
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(come.load(SeqCst), ALL * TURNS);
    }

    #[test]
    fn nobody_goes_on_before_all_have_reported_to_the_middle() {
        crate::watchdog::watch(|| {
            for wait in [Wait::Block, Wait::Yield] {
                let (listener, at) = listener();
                let middle = std::thread::spawn(move || {
                    let mut middle = Middle::accept(&listener, ALL, wait).unwrap();
                    (0..TURNS).for_each(|_| middle.serve().unwrap());
                });

                meet(
                    (0..ALL)
                        .map(|_| {
                            let member = move || Member::of_middle(at, wait).unwrap();
                            Box::new(member) as Box<dyn FnOnce() -> Member + Send>
                        })
                        .collect(),
                );

                middle.join().unwrap();
            }
        });
    }

    #[test]
    fn nobody_goes_on_before_each_has_told_each() {
        crate::watchdog::watch(|| {
            for wait in [Wait::Block, Wait::Yield] {
                let listeners: Vec<_> = (0..ALL).map(|_| listener()).collect();
                let at: Vec<_> = listeners.iter().map(|(_, at)| *at).collect();

                meet(
                    listeners
                        .into_iter()
                        .enumerate()
                        .map(|(index, (listener, _))| {
                            let before = at[..index].to_vec();
                            let after = ALL - index - 1;
                            let member =
                                move || Member::of_mesh(&listener, &before, after, wait).unwrap();
                            Box::new(member) as Box<dyn FnOnce() -> Member + Send>
                        })
                        .collect(),
                );
            }
        });
    }
}
