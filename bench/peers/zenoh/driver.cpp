// Zenoh over TCP: what the first process publishes goes to all partners, and what they publish to it. With `-yielding`, the application's
// thread yields before it sleeps; the threads of the engine sleep at once.
#include "bridge.hpp"

int main() {
    peers::BridgedEngine engine(false);
    return peers::run(engine);
}
