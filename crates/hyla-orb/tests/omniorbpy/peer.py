"""The other side of tests, in Python with omniORBpy: `client REFERENCE` calls every operation, `server` prints a reference."""

import sys

import CORBA
import Probe
import Probe__POA
import omniORB
from omniORB import any as to_any


def track(number):
    return Probe.Track(number, 2, 3.0, 0.5, -1.0)


def mixed():
    return Probe.Mixed(True, "A", 0xEE, -2, 65534, -3, 4294967293, -1 << 40, (1 << 64) - 1, 1.5, -2.25)


class Echo(Probe__POA.Echo):
    def __init__(self):
        self.label = ""

    def _get_count(self):
        return 42

    def _get_label(self):
        return self.label

    def _set_label(self, value):
        self.label = value

    def null_call(self):
        pass

    def fire(self, n):
        print("fired", n, flush=True)

    def basic(self, m):
        return m

    def str(self, s, t):
        return s, "was " + t, t + "!"

    def bstr(self, s):
        return s

    def seq(self, s):
        return s

    dseq = oseq = sseq = arr = dmat = dcolour = un = une = an = fx = wc = ws = ch = obj = tracks = seq

    def dinner(self, pad, i):
        return i

    def self(self):
        return self._this()

    def raise_oops(self, n):
        if n == 1:
            raise Probe.Empty()
        if n:
            raise Probe.Oops(n, "asked for")

    def raise_empty(self):
        raise Probe.Empty()

    def sysex(self):
        raise CORBA.NO_PERMISSION(7, CORBA.COMPLETED_YES)

    def forward(self):
        raise CORBA.UNKNOWN(0, CORBA.COMPLETED_MAYBE)

    def slow(self, ms):
        pass

    def swap(self, a):
        return list(reversed(a)), Probe.Track(7, 8, 1.5, 2.5, -1.0)

    def tick(self):
        pass

    def take_tracks(self, t):
        pass

    def take_longs(self, s):
        pass


def call_all(echo):
    assert echo._get_count() == 42
    echo._set_label("name")
    assert echo._get_label() == "name"
    echo.null_call()
    echo.fire(5)
    back = echo.basic(mixed())
    assert vars(back) == vars(mixed()), vars(back)
    assert echo.str("s", "t") == ("s", "was t", "t!")
    assert echo.bstr("12345678") == "12345678"
    for longs in ([], [1], list(range(-5000, 5000))):
        assert list(echo.seq(longs)) == longs
    assert list(echo.dseq([0.1, -1e300])) == [0.1, -1e300]
    assert echo.oseq(b"\x00\xff") == b"\x00\xff"
    assert echo.sseq(["", "one", "two"]) == ["", "one", "two"]
    assert list(echo.arr([1, 2, 3])) == [1, 2, 3]
    assert [list(row) for row in echo.dmat([[1, 2, 3], [4, 5, 6]])] == [[1, 2, 3], [4, 5, 6]]
    inner = echo.dinner(1, Probe.Inner(2, 3, 4.5, 5.5))
    assert (inner.o, inner.s, inner.f, inner.d) == (2, 3, 4.5, 5.5)
    assert echo.dcolour(Probe.blue) == Probe.blue
    assert echo.un(Probe.U(str="text")).str == "text"
    assert echo.un(Probe.U(7, 0.5)).d == 0.5
    assert echo.une(Probe.UE(o=9)).o == 9
    assert to_any.from_any(echo.an(to_any.to_any(5))) == 5
    sent = CORBA.Any(CORBA.TypeCode("IDL:Probe/Track:1.0"), track(3))
    assert echo.an(sent).value().id == 3
    assert str(echo.fx(CORBA.fixed(5, 2, -12345))) == "-123.45"
    # Without echo.wc: omniORBpy 4.3 reads no wide character, of its own either.
    assert echo.ws("h\u00e9!") == "h\u00e9!"
    assert echo.ch("z") == "z"
    assert echo.obj(None) is None
    assert echo.obj(echo)._is_equivalent(echo)
    assert echo._is_a("IDL:Probe/Base:1.0")
    echo.raise_oops(0)
    for number, kind in ((5, Probe.Oops), (1, Probe.Empty)):
        try:
            echo.raise_oops(number)
            raise AssertionError(kind)
        except kind as raised:
            assert number == 1 or (raised.code, raised.why) == (5, "asked for")
    try:
        echo.sysex()
        raise AssertionError("no NO_PERMISSION")
    except CORBA.NO_PERMISSION as raised:
        assert raised.minor == 7 and raised.completed == CORBA.COMPLETED_YES
    swapped, out = echo.swap([1, 2])
    assert list(swapped) == [2, 1] and out.id == 7
    back = echo.tracks([track(number) for number in range(100)])
    assert [one.id for one in back] == list(range(100))


def main():
    orb = CORBA.ORB_init(sys.argv, CORBA.ORB_ID)
    if sys.argv[1] == "client":
        call_all(orb.string_to_object(sys.argv[2])._narrow(Probe.Echo))
        print("done", flush=True)
    else:
        root = orb.resolve_initial_references("RootPOA")
        servant = Echo()
        root.activate_object(servant)
        root._get_the_POAManager().activate()
        print(orb.object_to_string(servant._this()), flush=True)
        sys.stdin.read()
    orb.destroy()


main()
