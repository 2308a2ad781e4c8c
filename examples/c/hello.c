/*
 * Two federates of one process, over an RTI inside that process: alice sends an interaction, bob receives it.
 *
 * In the root of the repository:
 *
 *     cargo rustc --release -p hyla-capi --lib --crate-type cdylib
 *     ln -sf libhyla_capi.so target/release/libhyla.so.0
 *     cc -std=c99 -Icrates/hyla-capi/include examples/c/hello.c target/release/libhyla.so.0 \
 *        -Wl,-rpath,$PWD/target/release -o target/hello
 *     target/hello examples/c/hello.xml
 *
 * prints, beside the log on standard error,
 *
 *     alice: somebody listens to HLAinteractionRoot.Message
 *     bob: received "hello" from federate alice, tag of 2 bytes
 *     bob: NameNotFound for an interaction class Massage
 */
#include <hyla.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    hyla_rti rti;
    hyla_interaction_class_handle message;
    bool done;
} person;

static hyla_text text(const char *words) { return (hyla_text){words, strlen(words)}; }

/* Ends the program with the words of the RTI, unless the service was carried out. */
static void check(hyla_exception outcome) {
    if (outcome == HYLA_OK) return;
    hyla_text words = hyla_last_message();
    fprintf(stderr, "%s: %.*s\n", hyla_exception_name(outcome), (int)words.length, words.data);
    exit(1);
}

static void turn_interactions_on(void *context, hyla_interaction_class_handle interaction_class) {
    person *self = context;
    hyla_owned_text name;
    check(hyla_get_interaction_class_name(self->rti, interaction_class, &name));
    printf("%s: somebody listens to %s\n", self->name, name.data);
    hyla_owned_text_free(name);
    self->done = true;
}

static void receive_interaction(void *context, hyla_interaction_class_handle interaction_class, hyla_values values,
                                const hyla_delivery *delivery) {
    person *self = context;
    hyla_bytes said = values.data[0].bytes; /* borrowed until this function returns */
    hyla_owned_text from;
    (void)interaction_class;
    check(hyla_get_federate_name(self->rti, delivery->producer, &from));
    printf("%s: received \"%.*s\" from federate %s, tag of %zu bytes\n", self->name, (int)said.length,
           (const char *)said.data, from.data, delivery->tag.length);
    hyla_owned_text_free(from);
    self->done = true;
}

static void join(person *self, const char *name, const char *fom) {
    hyla_federate_ambassador callbacks = {.size = sizeof callbacks, .context = self};
    hyla_text module = text(fom), named = text(name);
    hyla_federate_handle federate;
    callbacks.turn_interactions_on = turn_interactions_on;
    callbacks.receive_interaction = receive_interaction;
    self->name = name;
    check(hyla_rti_new(HYLA_EDITION_2025, &self->rti));
    check(hyla_connect(self->rti, &callbacks, HYLA_CALLBACK_MODEL_EVOKED, text("rti.address = embedded")));
    hyla_exception created =
        hyla_create_federation_execution(self->rti, text("Hello"), (hyla_texts){&module, 1}, text(""));
    if (created != HYLA_FEDERATION_EXECUTION_ALREADY_EXISTS) check(created);
    check(hyla_join_federation_execution(self->rti, &named, text("person"), text("Hello"), (hyla_texts){NULL, 0},
                                         &federate));
    check(hyla_get_interaction_class_handle(self->rti, text("Message"), &self->message));
}

int main(int count, char **arguments) {
    person alice = {0}, bob = {0};
    hyla_parameter_handle words, none;
    bool more;
    if (count != 2) return 2;
    join(&alice, "alice", arguments[1]);
    join(&bob, "bob", arguments[1]);
    check(hyla_publish_interaction_class(alice.rti, alice.message));
    check(hyla_subscribe_interaction_class(bob.rti, bob.message, HYLA_ACTIVITY_ACTIVE));
    while (!alice.done) check(hyla_evoke_callback(alice.rti, 0.1, &more));
    check(hyla_get_parameter_handle(alice.rti, alice.message, text("Text"), &words));
    hyla_value value = {words, {(const uint8_t *)"hello", 5}};
    check(hyla_send_interaction(alice.rti, alice.message, (hyla_values){&value, 1},
                                (hyla_bytes){(const uint8_t *)"hi", 2}, NULL, NULL, NULL));
    while (!bob.done) check(hyla_evoke_callback(bob.rti, 0.1, &more));
    printf("bob: %s for an interaction class Massage\n",
           hyla_exception_name(hyla_get_interaction_class_handle(bob.rti, text("Massage"), &none)));
    check(hyla_rti_free(alice.rti)); /* she is resigned as the object model's automatic directive says */
    check(hyla_resign_federation_execution(bob.rti, HYLA_RESIGN_ACTION_NO_ACTION));
    check(hyla_rti_free(bob.rti));
}
