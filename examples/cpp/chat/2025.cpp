// Chat, through the C++ API of IEEE 1516.1-2025: who says something sends an interaction, and all others print it.
//
//     cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build
//     printf 'Hello\nHow are you?\n' | build/chat-2025 examples/cpp/chat/chat-2025.xml embedded alice bob
//
// prints, with both in one process and no server,
//
//     alice: Hello
//     alice: How are you?
//     alice has left
//
// With `hyla rti` running, and alice and bob in a terminal each,
//
//     build/chat-2025 examples/cpp/chat/chat-2025.xml 127.0.0.1:15160 alice
//
// and the same for bob show to each what the other one types.
#include <clocale>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#include <RTI/RtiConfiguration.h>
#include <RTI/encoding/BasicDataElements.h>

using namespace rti1516_2025;

// Callbacks come on a thread of the library (HLA_IMMEDIATE), so that the main thread can wait for what is typed.
struct Chatter : NullFederateAmbassador
{
   Chatter(const std::wstring &fom, const std::wstring &address, const std::wstring &chatter) : name(chatter)
   {
      rti->connect(*this, HLA_IMMEDIATE, RtiConfiguration::createConfiguration().withRtiAddress(address));
      try { rti->createFederationExecution(L"Chat", fom); }
      catch (const FederationExecutionAlreadyExists &) {} // somebody is here already
      rti->joinFederationExecution(name, L"chatter", L"Chat");
      message = rti->getInteractionClassHandle(L"Message");
      sender = rti->getParameterHandle(message, L"Sender");
      text = rti->getParameterHandle(message, L"Text");
      rti->publishInteractionClass(message);
      rti->subscribeInteractionClass(message);
   }

   // No words mean that the sender leaves.
   void say(const std::wstring &words)
   {
      rti->sendInteraction(
         message, {{sender, HLAunicodeString(name).encode()}, {text, HLAunicodeString(words).encode()}}, VariableLengthData());
   }

   void leave()
   {
      rti->resignFederationExecution(NO_ACTION);
      try { rti->destroyFederationExecution(L"Chat"); }
      catch (const Exception &) {} // the last one destroys it
      rti->disconnect();
   }

   void turnInteractionsOn(const InteractionClassHandle &) override { std::call_once(first, [this] { heard.set_value(); }); }

   void receiveInteraction(const InteractionClassHandle &, const ParameterHandleValueMap &values, const VariableLengthData &,
      const TransportationTypeHandle &, const FederateHandle &, const RegionHandleSet *) override
   {
      HLAunicodeString who, words;
      who.decode(values.at(sender)); // the bytes are lent until this function returns; decoding copies them
      words.decode(values.at(text));
      std::wcout << who.get() << (words.get().empty() ? L" has left" : L": " + words.get()) << std::endl;
      if (words.get().empty()) std::call_once(last, [this] { left.set_value(); });
   }

   const std::unique_ptr<RTIambassador> rti = RTIambassadorFactory().createRTIambassador();
   const std::wstring name;
   InteractionClassHandle message;
   ParameterHandle sender, text;
   std::promise<void> heard, left; // somebody listens; somebody has left
   std::once_flag first, last;
};

int main(int count, char **arguments) try
{
   std::setlocale(LC_ALL, "");
   if (count < 4 || count > 5) return std::wcerr << L"chat FOM ADDRESS|embedded NAME [NAME OF A LISTENER]\n", 2;
   const auto wide = [&](int i) { const std::string narrow = arguments[i]; return std::wstring(narrow.begin(), narrow.end()); };
   Chatter speaker(wide(1), wide(2), wide(3));
   const std::unique_ptr<Chatter> listener(count == 5 ? new Chatter(wide(1), wide(2), wide(4)) : nullptr);
   speaker.heard.get_future().wait(); // what is said before is lost
   for (std::wstring line; std::getline(std::wcin, line);) if (!line.empty()) speaker.say(line);
   speaker.say(L"");
   if (listener) listener->left.get_future().wait();
   speaker.leave();
   if (listener) listener->leave();
}
catch (const Exception &exception)
{
   return std::wcerr << exception.what() << std::endl, 1;
}
