// Messages between federates through their member objects. The layouts are those of the program in Rust.
#pragma once

#include <cstdint>
#include <vector>

#include "bytes.h"
#include "job.h"

namespace bench
{
   // Identity of a federate.
   //
   //    Hello            index u32 | work u8 | role u8 | 0 u16 | boot u64
   //    tag of `ready`   work u8 | role u8 | boot u64, of each federate in the order of their indices
   struct Mate
   {
      char work = 'I';
      char role = '-';
      std::uint64_t boot = 0;

      static constexpr std::size_t HELLO_BYTES = 16;
      static constexpr std::size_t TAG_BYTES = 10;

      static Mate of(const Job &job, std::uint64_t boot)
      {
         Mate mate;
         mate.boot = boot;
         switch (job.kind)
         {
         case Kind::round_trip:
            mate.work = 'R';
            break;
         case Kind::stream:
            mate.work = 'S';
            mate.role = "SRMPB"[static_cast<int>(job.stream.role)];
            break;
         case Kind::time_advance:
            mate.work = 'T';
            break;
         case Kind::register_objects:
            mate.work = 'G';
            break;
         case Kind::idle:
            break;
         }
         return mate;
      }

      Bytes hello(std::uint32_t index) const
      {
         Bytes bytes(HELLO_BYTES);
         put(bytes.data(), index);
         bytes[4] = static_cast<unsigned char>(work);
         bytes[5] = static_cast<unsigned char>(role);
         put(bytes.data() + 8, boot);
         return bytes;
      }

      static Mate heard(const unsigned char *work_and_role, const unsigned char *boot)
      {
         Mate mate;
         mate.work = static_cast<char>(work_and_role[0]);
         mate.role = static_cast<char>(work_and_role[1]);
         mate.boot = take<std::uint64_t>(boot);
         return mate;
      }

      static Bytes tag(const std::vector<Mate> &crew)
      {
         Bytes bytes(crew.size() * TAG_BYTES);
         unsigned char *at = bytes.data();
         for (const Mate &mate : crew)
         {
            at[0] = static_cast<unsigned char>(mate.work);
            at[1] = static_cast<unsigned char>(mate.role);
            put(at + 2, mate.boot);
            at += TAG_BYTES;
         }
         return bytes;
      }

      static std::vector<Mate> crew(const Bytes &tag)
      {
         std::vector<Mate> found;
         for (std::size_t at = 0; at + TAG_BYTES <= tag.size(); at += TAG_BYTES)
         {
            found.push_back(heard(tag.data() + at, tag.data() + at + 2));
         }
         return found;
      }

      bool sends() const { return role == 'S' || role == 'M' || role == 'B'; }
      bool repeats() const { return role == 'P'; }
   };

   // Messages that a federate has sent while it was measured.
   //
   //    Sent   index u32 | 0 u32 | messages u64 | first u64
   struct Sent
   {
      std::uint64_t messages = 0;
      std::uint64_t first = 0;

      static constexpr std::size_t BYTES = 24;

      Bytes told(std::uint32_t index) const
      {
         Bytes bytes(BYTES);
         put(bytes.data(), index);
         put(bytes.data() + 8, messages);
         put(bytes.data() + 16, first);
         return bytes;
      }
   };
}
