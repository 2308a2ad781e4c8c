// iceoryx2 in shared memory: one stream from the first process to all partners, one back. It wakes nobody: a receiver yields for a
// while and then sleeps longer and longer, from 1 us to 1 ms, as Aeron's does.
#include "bridge.hpp"

int main() {
    peers::BridgedEngine engine(true);
    return peers::run(engine);
}
