//! The test object: returns its arguments.

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::Duration;

use hyla_orb::any::Any;
use hyla_orb::cdr::WString;
use hyla_orb::exception::{Completion, SystemException, SystemKind};
use hyla_orb::reference::Reference;
use hyla_orb::server::{Server, ServerSettings};

use crate::probe::Probe::{
    Arr3, BaseServant, Colour, DblSeq, Echo_raise_empty_Error, Echo_raise_oops_Error, EchoServant,
    EchoServer, Empty, Fix52, Inner, LongSeq, Mat, Mixed, Oct16, Oops, Str8, StrSeq, Track,
    TrackSeq, U, UE,
};

type Done<T> = Result<T, SystemException>;

#[derive(Default)]
pub(crate) struct Object {
    label: Mutex<String>,
    pub(crate) fired: AtomicI32,
    pub(crate) own: OnceLock<Reference>,
    /// Running calls of `slow`, and whether they may end.
    pub(crate) gate: (Mutex<(usize, bool)>, Condvar),
}

impl Object {
    /// Waits until that many calls of `slow` have begun.
    pub(crate) fn wait_for_slow(&self, count: usize) {
        let (state, changed) = &self.gate;
        let state = state.lock().unwrap();
        let timeout = Duration::from_secs(60);
        let waited = changed.wait_timeout_while(state, timeout, |state| state.0 < count);
        assert!(!waited.unwrap().1.timed_out(), "calls do not begin");
    }

    /// Lets calls of `slow` end.
    pub(crate) fn open_gate(&self) {
        self.gate.0.lock().unwrap().1 = true;
        self.gate.1.notify_all();
    }

    pub(crate) fn wait_for_fired(&self, sum: i32) {
        let deadline = std::time::Instant::now() + Duration::from_secs(60);
        while self.fired.load(SeqCst) != sum {
            assert!(
                std::time::Instant::now() < deadline,
                "oneway calls do not arrive"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl BaseServant for Arc<Object> {
    fn count(&self) -> Done<i32> {
        Ok(42)
    }
}

impl EchoServant for Arc<Object> {
    fn label(&self) -> Done<String> {
        Ok(self.label.lock().unwrap().clone())
    }

    fn set_label(&self, value: &str) -> Done<()> {
        value.clone_into(&mut self.label.lock().unwrap());
        Ok(())
    }

    fn null_call(&self) -> Done<()> {
        Ok(())
    }

    fn fire(&self, n: i32) -> Done<()> {
        self.fired.fetch_add(n, SeqCst);
        Ok(())
    }

    fn basic(&self, m: &Mixed) -> Done<Mixed> {
        Ok(m.clone())
    }

    fn str(&self, s: &str, t: &mut String) -> Done<(String, String)> {
        let out = format!("{t}!");
        t.insert_str(0, "was ");
        Ok((s.to_owned(), out))
    }

    fn bstr(&self, s: &Str8) -> Done<Str8> {
        Ok(s.clone())
    }

    fn seq(&self, s: &[i32]) -> Done<LongSeq> {
        Ok(s.to_vec())
    }

    fn dseq(&self, s: &[f64]) -> Done<DblSeq> {
        Ok(s.to_vec())
    }

    fn oseq(&self, s: &Oct16) -> Done<Oct16> {
        Ok(s.clone())
    }

    fn sseq(&self, s: &[String]) -> Done<StrSeq> {
        Ok(s.to_vec())
    }

    fn arr(&self, a: &Arr3) -> Done<Arr3> {
        Ok(*a)
    }

    fn dmat(&self, m: &Mat) -> Done<Mat> {
        Ok(*m)
    }

    fn dinner(&self, _: u8, i: &Inner) -> Done<Inner> {
        Ok(i.clone())
    }

    fn dcolour(&self, c: Colour) -> Done<Colour> {
        Ok(c)
    }

    fn un(&self, x: &U) -> Done<U> {
        Ok(x.clone())
    }

    fn une(&self, x: &UE) -> Done<UE> {
        Ok(x.clone())
    }

    fn an(&self, a: &Any) -> Done<Any> {
        Ok(a.clone())
    }

    fn fx(&self, f: &Fix52) -> Done<Fix52> {
        Ok(*f)
    }

    fn wc(&self, w: char) -> Done<char> {
        Ok(w)
    }

    fn ws(&self, w: &WString) -> Done<WString> {
        Ok(w.clone())
    }

    fn ch(&self, c: u8) -> Done<u8> {
        Ok(c)
    }

    fn self_(&self) -> Done<Reference> {
        Ok(self.own.get().cloned().unwrap_or_default())
    }

    fn obj(&self, o: &Reference) -> Done<Reference> {
        Ok(o.clone())
    }

    fn raise_oops(&self, n: i32) -> Result<(), Echo_raise_oops_Error> {
        match n {
            0 => Ok(()),
            1 => Err(Empty {}.into()),
            _ => {
                let why = "asked for".to_owned();
                Err(Oops { code: n, why }.into())
            }
        }
    }

    fn raise_empty(&self) -> Result<(), Echo_raise_empty_Error> {
        Err(Empty {}.into())
    }

    fn sysex(&self) -> Done<()> {
        let kind = SystemKind::NoPermission;
        Err(SystemException {
            kind,
            minor: 7,
            completed: Completion::Yes,
            reason: String::new(),
        })
    }

    fn forward(&self) -> Done<()> {
        panic!("a servant that panics")
    }

    fn slow(&self, ms: i32) -> Done<()> {
        if ms > 0 {
            std::thread::sleep(Duration::from_millis(u64::try_from(ms).unwrap()));
            return Ok(());
        }
        let (state, changed) = &self.gate;
        let mut state = state.lock().unwrap();
        state.0 += 1;
        changed.notify_all();
        let _ended = changed.wait_while(state, |state| !state.1).unwrap();
        Ok(())
    }

    fn swap(&self, a: &mut LongSeq) -> Done<Track> {
        a.reverse();
        let (x, y, z) = (1.5, 2.5, -1.0);
        Ok(Track {
            id: 7,
            kind: 8,
            x,
            y,
            z,
        })
    }

    fn tick(&self) -> Done<()> {
        Ok(())
    }

    fn take_tracks(&self, _: &[Track]) -> Done<()> {
        Ok(())
    }

    fn take_longs(&self, _: &[i32]) -> Done<()> {
        Ok(())
    }

    fn tracks(&self, t: &[Track]) -> Done<TrackSeq> {
        Ok(t.to_vec())
    }
}

/// A server with one object, and the object.
pub(crate) fn serve(settings: ServerSettings) -> (Server, Reference, Arc<Object>) {
    let server = Server::listen("127.0.0.1:0", settings).unwrap();
    let object = Arc::new(Object::default());
    let servant = Arc::new(EchoServer(Arc::clone(&object)));
    let reference = server.activate(b"echo", servant);
    object.own.set(reference.clone()).unwrap();
    (server, reference, object)
}
