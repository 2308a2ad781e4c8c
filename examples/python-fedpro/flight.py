"""An aircraft and a tower, two federates in Python, in step over the Federate Protocol.

    python flight.py HOST:PORT aircraft     flies: one update a second of logical time
    python flight.py HOST:PORT tower        watches, and sends an advisory at cruising level
    python flight.py HOST:PORT              both, in two threads

Every step of the flight is a time advance of both; what they print is the same each time.
"""

import pathlib
import sys
import threading

import datatypes_pb2 as types
from federate_protocol import (
    RTIambassador,
    RTIexception,
    float64_interval,
    float64_time,
    modules,
    read_time,
    read_unicode_string,
    unicode_string,
)

FEDERATION = "PythonFlight"
FOMS = pathlib.Path(__file__).resolve().parents[2] / "foms" / "air-traffic"
PHASES = ["Parked", "Taxiing", "Departing", "Climbing", "Cruising", "Descending", "Approaching", "Landed"]
CRUISING = PHASES.index("Cruising")
READY = "ReadyToFly"
TAG = b"python"


class Federate:
    """What both have in common: joining, time, the synchronization point, leaving."""

    def __init__(self, name):
        self.name = name
        self.rti = RTIambassador(self)
        self.regulating = self.constrained = self.announced = self.synchronized = False
        self.granted = 0.0

    def say(self, text):
        # In one piece, for two federates print here.
        print(f"{self.name:<8} {text}\n", end="", flush=True)

    def join(self, host, port):
        rti = self.rti
        rti.open(host, port)
        rti.connect()
        files = sorted(FOMS.glob("*.xml"))
        try:
            rti.createFederationExecutionWithModules(federationName=FEDERATION, fomModules=modules(files))
        except RTIexception as exception:
            if exception.name != "FederationExecutionAlreadyExists":
                raise
        rti.joinFederationExecutionWithName(federateName=self.name, federateType="python", federationName=FEDERATION)
        self.aircraft = rti.getObjectClassHandle(objectClassName="Aircraft")
        self.callsign = rti.getAttributeHandle(objectClass=self.aircraft, attributeName="Callsign")
        self.phase = rti.getAttributeHandle(objectClass=self.aircraft, attributeName="Phase")
        self.attributes = types.AttributeHandleSet(attributeHandle=[self.callsign, self.phase])
        self.advisory = rti.getInteractionClassHandle(interactionClassName="Advisory")
        self.text = rti.getParameterHandle(interactionClass=self.advisory, parameterName="Text")

    def keep_time(self):
        self.rti.enableTimeRegulation(lookahead=float64_interval(1.0))
        self.rti.enableTimeConstrained()
        self.rti.evoke_until(lambda: self.regulating and self.constrained, "time management")

    def meet(self):
        self.rti.evoke_until(lambda: self.announced, "the synchronization point")
        self.rti.synchronizationPointAchieved(synchronizationPointLabel=READY, successfully=True)
        self.rti.evoke_until(lambda: self.synchronized, "the other federate")

    def advance_to(self, moment):
        self.rti.timeAdvanceRequest(time=float64_time(moment))
        self.rti.evoke_until(lambda: self.granted >= moment, f"time {moment}")

    def leave(self):
        self.rti.resignFederationExecution(resignAction=types.CANCEL_THEN_DELETE_THEN_DIVEST)
        try:
            self.rti.destroyFederationExecution(federationName=FEDERATION)
        except RTIexception as exception:
            if exception.name not in ("FederatesCurrentlyJoined", "FederationExecutionDoesNotExist"):
                raise
        self.rti.disconnect()
        self.rti.close()

    # Callbacks.

    def timeRegulationEnabled(self, _message):
        self.regulating = True

    def timeConstrainedEnabled(self, _message):
        self.constrained = True

    def timeAdvanceGrant(self, message):
        self.granted = read_time(message.time)

    def announceSynchronizationPoint(self, _message):
        self.announced = True

    def federationSynchronized(self, _message):
        self.synchronized = True


class Aircraft(Federate):
    """Flies from parking stand to parking stand."""

    def __init__(self):
        super().__init__("aircraft")
        self.wanted = False

    def receiveInteraction(self, message):
        values = message.parameterValues.parameterHandleValue
        texts = [value.value for value in values if value.parameterHandle == self.text]
        self.say(f"hears: {read_unicode_string(texts[0])}")

    def turnUpdatesOnForObjectInstance(self, _message):
        self.wanted = True

    def fly(self, host, port):
        self.join(host, port)
        rti = self.rti
        rti.publishObjectClassAttributes(objectClass=self.aircraft, attributes=self.attributes)
        rti.subscribeInteractionClass(interactionClass=self.advisory)
        rti.setAttributeRelevanceAdvisorySwitch(value=True)
        self.keep_time()
        aircraft = rti.registerObjectInstance(objectClass=self.aircraft)
        rti.changeAttributeOrderType(objectInstance=aircraft, attributes=self.attributes, orderType=types.TIMESTAMP)
        rti.evoke_until(lambda: self.wanted, "someone who watches")
        rti.registerFederationSynchronizationPoint(synchronizationPointLabel=READY, userSuppliedTag=TAG)
        self.meet()
        for phase in range(len(PHASES)):
            values = types.AttributeHandleValueMap(
                attributeHandleValue=[
                    types.AttributeHandleValue(attributeHandle=self.callsign, value=unicode_string("OH-HYL")),
                    types.AttributeHandleValue(attributeHandle=self.phase, value=bytes([phase])),
                ]
            )
            rti.updateAttributeValuesWithTime(
                objectInstance=aircraft, attributeValues=values, userSuppliedTag=TAG, time=float64_time(phase + 1.0)
            )
            self.advance_to(phase + 1.0)
        self.advance_to(len(PHASES) + 1.0)
        self.say(f"arrived at time {self.granted:g}")
        self.leave()


class Tower(Federate):
    """Watches an aircraft and advises it."""

    def __init__(self):
        super().__init__("tower")
        self.sighted = 0

    def reflectAttributeValuesWithTime(self, message):
        values = message.attributeValues.attributeHandleValue
        by_handle = {value.attributeHandle.data: value.value for value in values}
        callsign = read_unicode_string(by_handle[self.callsign.data])
        phase = by_handle[self.phase.data][0]
        self.say(f"time {read_time(message.time):g}: {callsign} is {PHASES[phase]}")
        self.sighted += 1
        if phase == CRUISING:
            text = types.ParameterHandleValue(parameterHandle=self.text, value=unicode_string("traffic ahead, 2 o'clock"))
            self.rti.sendInteraction(
                interactionClass=self.advisory,
                parameterValues=types.ParameterHandleValueMap(parameterHandleValue=[text]),
                userSuppliedTag=TAG,
            )

    def watch(self, host, port):
        self.join(host, port)
        rti = self.rti
        rti.publishInteractionClass(interactionClass=self.advisory)
        self.keep_time()
        rti.subscribeObjectClassAttributes(objectClass=self.aircraft, attributes=self.attributes)
        self.meet()
        for step in range(len(PHASES) + 1):
            self.advance_to(step + 1.0)
        self.say(f"saw {self.sighted} phases")
        self.leave()


def main():
    if len(sys.argv) < 2 or ":" not in sys.argv[1]:
        sys.exit(__doc__)
    host, port = sys.argv[1].rsplit(":", 1)
    roles = {"aircraft": lambda: Aircraft().fly(host, int(port)), "tower": lambda: Tower().watch(host, int(port))}
    chosen = sys.argv[2:] or list(roles)
    failures = []

    def run(role):
        try:
            roles[role]()
        except Exception as failure:
            failures.append(f"{role}: {failure!r}")

    threads = [threading.Thread(target=run, args=(role,)) for role in chosen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
