"""A client of the Federate Protocol (IEEE 1516.1-2025): as much of one as a federate in Python needs.

A session over TCP with one reading thread. Calls wait for their answers and raise what the RTI raises; callbacks wait until
the federate evokes them. The messages are made of Hyla's .proto files; see README.md.
"""

import collections
import re
import socket
import struct
import threading
import time

import FederateAmbassador_pb2 as callbacks
import RTIambassador_pb2 as calls
import datatypes_pb2 as types

HEADER = struct.Struct(">IiQiI")
NO_NUMBER = -(2**31)

NEW_SESSION, NEW_SESSION_STATUS = 1, 2
HEARTBEAT, HEARTBEAT_RESPONSE = 3, 4
TERMINATE_SESSION, SESSION_TERMINATED = 5, 6
CALL_REQUEST, CALL_RESPONSE = 20, 21
CALLBACK_REQUEST, CALLBACK_RESPONSE = 22, 23

HEARTBEAT_SECONDS = 60.0


class RTIexception(Exception):
    """What a service raised: `name` is the standard's name of the exception."""

    def __init__(self, name, details):
        super().__init__(f"{name}: {details}")
        self.name = name
        self.details = details


class ConnectionLost(Exception):
    """The session is over."""


class Session:
    """A session: numbered messages to and from the server."""

    def __init__(self, host, port):
        self._socket = socket.create_connection((host, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sending = threading.Lock()
        self._news = threading.Condition()
        self._number = 0
        self._last_received = NO_NUMBER
        self._id = 0
        self._answers = {}
        self.callbacks = collections.deque()
        self._ended = None
        self._sent_at = time.monotonic()
        self._send(NEW_SESSION, struct.pack(">i", 1))
        kind, _, session, payload = self._receive()
        if kind != NEW_SESSION_STATUS or struct.unpack(">i", payload)[0] != 0:
            raise ConnectionLost(f"the server refuses a session: message {kind}, {payload.hex()}")
        self._id = session
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._beat, daemon=True).start()

    def _send(self, kind, payload):
        with self._sending:
            number = self._number
            self._number = (number + 1) % 2**31
            size = HEADER.size + len(payload)
            self._socket.sendall(HEADER.pack(size, number, self._id, self._last_received, kind) + payload)
            self._sent_at = time.monotonic()
            return number

    def _exactly(self, count):
        received = bytearray()
        while len(received) < count:
            more = self._socket.recv(count - len(received))
            if not more:
                raise ConnectionLost("the server closed the connection")
            received += more
        return bytes(received)

    def _receive(self):
        size, number, session, _, kind = HEADER.unpack(self._exactly(HEADER.size))
        return kind, number, session, self._exactly(size - HEADER.size)

    def _read(self):
        try:
            while True:
                kind, number, _, payload = self._receive()
                with self._news:
                    if kind == CALL_RESPONSE:
                        self._last_received = number
                        (answered,) = struct.unpack_from(">i", payload)
                        self._answers[answered] = calls.CallResponse.FromString(payload[4:])
                    elif kind == CALLBACK_REQUEST:
                        self._last_received = number
                        self.callbacks.append((number, callbacks.CallbackRequest.FromString(payload)))
                    elif kind == SESSION_TERMINATED:
                        raise ConnectionLost("the session was ended")
                    self._news.notify_all()
        except (OSError, ConnectionLost) as end:
            with self._news:
                self._ended = end
                self._news.notify_all()

    def _beat(self):
        while self._ended is None:
            time.sleep(HEARTBEAT_SECONDS / 6)
            if time.monotonic() - self._sent_at > HEARTBEAT_SECONDS * 5 / 6:
                try:
                    self._send(HEARTBEAT, b"")
                except OSError:
                    return

    def call(self, request):
        """Makes one call and returns its answer."""
        number = self._send(CALL_REQUEST, request.SerializeToString())
        with self._news:
            self._news.wait_for(lambda: number in self._answers or self._ended)
            if number in self._answers:
                return self._answers.pop(number)
            raise ConnectionLost(str(self._ended))

    def wait_for_callback(self, seconds):
        """The next callback with its number, or None if none comes in time."""
        with self._news:
            self._news.wait_for(lambda: self.callbacks or self._ended, timeout=seconds)
            return self.callbacks.popleft() if self.callbacks else None

    def answer_callback(self, number, failure=None):
        """Says that a callback was heard, or how it failed."""
        response = callbacks.CallbackResponse()
        if failure is None:
            response.callbackSucceeded.SetInParent()
        else:
            response.callbackFailed.exceptionName = "FederateInternalError"
            response.callbackFailed.details = failure
        self._send(CALLBACK_RESPONSE, struct.pack(">i", number) + response.SerializeToString())

    def terminate(self):
        """Ends the session in order."""
        self._send(TERMINATE_SESSION, b"")
        with self._news:
            self._news.wait_for(lambda: self._ended, timeout=10)
        self._socket.close()


class RTIambassador:
    """Every service of the protocol as a method: `rti.publishInteractionClass(interactionClass=handle)`.

    Arguments are the fields of the request's message, by name; the result is the field `result` of the response, if it has
    one. Callbacks are methods of `federate`, named as in the protocol, which take the callback's message.
    """

    def __init__(self, federate):
        self._federate = federate
        self._session = None

    def open(self, host, port):
        """Opens the session; connect comes next."""
        self._session = Session(host, port)

    def close(self):
        """Ends the session."""
        self._session.terminate()

    def __getattr__(self, service):
        name = service + "Request"
        if name not in calls.CallRequest.DESCRIPTOR.fields_by_name:
            raise AttributeError(f"the Federate Protocol has no service {service}")
        return lambda **arguments: self._call(service, arguments)

    def _call(self, service, arguments):
        request = calls.CallRequest()
        field = calls.CallRequest.DESCRIPTOR.fields_by_name[service + "Request"]
        message = getattr(request, service + "Request")
        message.SetInParent()
        message.MergeFrom(getattr(calls, field.message_type.name)(**arguments))
        answer = self._session.call(request)
        which = answer.WhichOneof("callResponse")
        if which == "exceptionData":
            raise RTIexception(answer.exceptionData.exceptionName, answer.exceptionData.details)
        return getattr(getattr(answer, which), "result", None)

    def evoke(self, seconds):
        """Waits for one callback and hands it to the federate; False if none came."""
        due = self._session.wait_for_callback(seconds)
        if due is None:
            return False
        number, request = due
        which = request.WhichOneof("callbackRequest")
        heard = getattr(self._federate, which, None)
        try:
            if heard is not None:
                heard(getattr(request, which))
        except Exception as problem:
            self._session.answer_callback(number, str(problem))
            raise
        self._session.answer_callback(number)
        return True

    def evoke_until(self, holds, what, seconds=30.0):
        """Hands callbacks to the federate until `holds()`."""
        end = time.monotonic() + seconds
        while not holds():
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"waited {seconds} s for {what}")
            self.evoke(left)


def module(path):
    """A FOM module as it is sent: with its content, since the server may be on another machine."""
    with open(path, "rb") as file:
        content = file.read()
    return types.FomModule(file=types.FileFomModule(name=re.sub(r".*/", "", str(path)), content=content))


def modules(paths):
    """A set of FOM modules."""
    return types.FomModuleSet(fomModule=[module(path) for path in paths])


def unicode_string(text):
    """HLAunicodeString: the number of UTF-16 units, then the units."""
    units = text.encode("utf-16-be")
    return struct.pack(">I", len(units) // 2) + units


def read_unicode_string(data):
    """What `unicode_string` wrote."""
    (count,) = struct.unpack_from(">I", data)
    return data[4 : 4 + 2 * count].decode("utf-16-be")


def float64_time(value):
    """HLAfloat64Time."""
    return types.LogicalTime(data=struct.pack(">d", value))


def float64_interval(value):
    """HLAfloat64Interval."""
    return types.LogicalTimeInterval(data=struct.pack(">d", value))


def read_time(moment):
    """The number of an HLAfloat64Time."""
    return struct.unpack(">d", moment.data)[0]
