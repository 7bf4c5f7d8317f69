// SPDX-License-Identifier: Apache-2.0
#include "comm/rendezvous.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <future>

#include "base/error.h"
#include "base/hash.h"
#include "comm/relay.h"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

std::string meet(const MeetingPlace& place) {
  Rendezvous meeting(place);
  std::string heard;
  for (const std::string& text : meeting.exchange(fmt::format("rank {}", place.rank)))
    heard += text + ", ";
  return heard + meeting.address();
}

MeetingPlace at(int64_t rank, int64_t size, int port) {
  return {rank, size, "127.0.0.1", port, "secret", 20};
}

TEST(Rendezvous, BringsAllTogether) {
  const int port = test::free_port();
  const auto results = test::run_threads(4, [&](int64_t rank) {
    // Rank 0 comes last.
    if (rank == 0) std::this_thread::sleep_for(std::chrono::milliseconds(250));
    return meet(at(rank, 4, port));
  });
  EXPECT_EQ(results, std::vector<std::string>(4, "rank 0, rank 1, rank 2, rank 3, 127.0.0.1"));
}

TEST(Rendezvous, AHashIsTheKeysAndTheTexts) {
  // RFC 4231, test case 2.
  EXPECT_EQ(keyed_hash("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Rendezvous, KeysAreDerivedByHkdf) {
  // RFC 5869, test case 1: its first 32 bytes.
  std::string salt, use;
  for (int byte = 0; byte <= 0x0c; byte++) salt += static_cast<char>(byte);
  for (int byte = 0xf0; byte <= 0xf9; byte++) use += static_cast<char>(byte);
  EXPECT_EQ(hex_of(derived_key(std::string(22, '\x0b'), salt, use)),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
}

/// Strangers with garbage, with half a message, with none and with another token: the job meets
/// beside them, and they are told nothing that the token would have to protect.
TEST(Rendezvous, StrangersDoNotGetIn) {
  const int port = test::free_port();
  const auto results = test::run_threads(8, [&](int64_t rank) -> std::string {
    const auto end = steady_clock::now() + std::chrono::seconds(10);
    if (rank < 2) {
      // Rank 1 comes after the strangers.
      if (rank == 1) std::this_thread::sleep_for(std::chrono::milliseconds(500));
      return meet(at(rank, 2, port));
    }
    if (rank == 7) {
      MeetingPlace other = at(1, 2, port);
      other.token = "another";
      other.limit = 1.5;
      return meet(other);
    }
    Socket socket;
    while (!socket.is_open()) try {
        socket = connect_to("127.0.0.1", port, end);
      } catch (const std::exception&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    socket.receive(4096, end);
    if (rank == 3) socket.send("join 1 2 0 x y", end);
    if (rank == 4) socket.send("GET / HTTP/1.1", end);
    if (rank == 5) socket.send(std::string(100'000, 'x'), end);
    if (rank == 6) socket.send("", end);
    std::string heard = socket.receive(4096, end);
    return heard;
  });
  for (const int rank : {0, 1})
    EXPECT_EQ(results[static_cast<size_t>(rank)], "rank 0, rank 1, 127.0.0.1");
  for (size_t stranger = 2; stranger < 8; stranger++)
    EXPECT_TRUE(results[stranger].starts_with("error: ")) << stranger << results[stranger];
}

/// Two processes meet, and somebody is on the way of rank 1. Gives what each got.
std::vector<std::string> meet_through(const test::Relay::Alter& alter, double limit,
                                      int port = test::free_port()) {
  test::Relay relay(port, alter);
  return test::run_threads(2, [&](int64_t rank) {
    MeetingPlace place = at(rank, 2, rank == 0 ? port : relay.port());
    place.limit = limit;
    return meet(place);
  });
}

constexpr const char* kTogether = "rank 0, rank 1, 127.0.0.1";

TEST(Rendezvous, NobodyOnTheWayReadsWhatIsExchanged) {
  std::string seen;
  const auto results = meet_through(
      [&](bool, int64_t, std::string bytes) {
        seen += bytes;
        return bytes;
      },
      20);
  EXPECT_EQ(results, std::vector<std::string>(2, kTogether));
  for (const char* word : {"secret", "rank 0", "rank 1", "join", "welcome"})
    EXPECT_EQ(seen.find(word), std::string::npos) << word;
}

/// Somebody changes a bit, sends a piece twice or sends nothing more: the processes try again, or
/// end with an error. They never believe it.
TEST(Rendezvous, WhatIsChangedOnTheWayIsNotBelieved) {
  std::vector<std::future<std::vector<std::string>>> meetings;
  for (const bool from_caller : {true, false})
    for (const int64_t byte : {2, 10, 30, 60, 90, 130, 150, 170, 190, 210, 230})
      for (const int way : {0, 1, 2})
        meetings.push_back(std::async(std::launch::async, [=, port = test::free_port()] {
          bool is_done = false;  // the first connection alone is disturbed
          return meet_through(
              [=](bool is_from_caller, int64_t at,
                  std::string bytes) mutable -> std::optional<std::string> {
                const int64_t place = byte - at;
                if (is_done || is_from_caller != from_caller || place < 0 ||
                    place >= static_cast<int64_t>(bytes.size()))
                  return bytes;
                is_done = true;
                if (way == 0) return std::nullopt;
                if (way == 1) return bytes + bytes;
                bytes[static_cast<size_t>(place)] ^= 1;
                return bytes;
              },
              1, port);
        }));
  int64_t went_well = 0;
  for (auto& meeting : meetings)
    for (const std::string& result : meeting.get()) {
      EXPECT_TRUE(result == kTogether || result.starts_with("error: ")) << result;
      went_well += result == kTogether;
    }
  EXPECT_GT(went_well, 0);
}

/// What rank 1 said in a meeting does not get anybody into another one.
TEST(Rendezvous, AHandshakeCannotBeRepeated) {
  std::string said;
  const auto results = meet_through(
      [&](bool from_caller, int64_t, std::string bytes) {
        if (from_caller) said += bytes;
        return bytes;
      },
      20);
  ASSERT_EQ(results[0], kTogether);
  const int port = test::free_port();
  const auto again = test::run_threads(2, [&](int64_t rank) -> std::string {
    const auto end = steady_clock::now() + std::chrono::seconds(10);
    MeetingPlace place = at(0, 2, port);
    place.limit = 0.5;
    if (rank == 0) return meet(place);
    Socket socket;
    while (!socket.is_open()) try {
        socket = connect_to("127.0.0.1", port, end);
      } catch (const std::exception&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    socket.receive(4096, end);
    ::send(socket.descriptor(), said.data(), said.size(), MSG_NOSIGNAL);
    return socket.receive(4096, end);
  });
  test::expect_contains(again[0], "these ranks did not arrive: 1");
  EXPECT_TRUE(again[1].starts_with("error: ")) << again[1];
}

TEST(Rendezvous, RefusesAnotherEncryptionInBoth) {
  const int port = test::free_port();
  const auto results = test::run_threads(2, [&](int64_t rank) {
    MeetingPlace place = at(rank, 2, port);
    place.encrypts = rank == 0;
    return meet(place);
  });
  for (const std::string& result : results)
    EXPECT_EQ(result, "error: rank 1 has --comm_encryption none, but rank 0 has aes_gcm");
}

TEST(Rendezvous, RefusesAnotherSizeInBoth) {
  const int port = test::free_port();
  const auto results =
      test::run_threads(2, [&](int64_t rank) { return meet(at(rank, rank == 0 ? 2 : 3, port)); });
  for (const std::string& result : results)
    EXPECT_EQ(result, "error: rank 1 is one of 3 processes, but rank 0 is one of 2");
}

TEST(Rendezvous, RefusesTwoOfOneRank) {
  const int port = test::free_port();
  const auto results = test::run_threads(3, [&](int64_t rank) {
    MeetingPlace place = at(rank == 0 ? 0 : 1, 3, port);
    place.limit = 3;
    return meet(place);
  });
  EXPECT_TRUE(results[0].starts_with("error: two processes claim to be rank 1: 127.0.0.1"))
      << results[0];
}

TEST(Rendezvous, NamesWhoDidNotCome) {
  const int port = test::free_port();
  const auto results = test::run_threads(2, [&](int64_t rank) {
    MeetingPlace place = at(rank, 4, port);
    place.limit = 1;
    return meet(place);
  });
  EXPECT_EQ(results[0],
            fmt::format("error: rank 0 waited 1 s at 127.0.0.1 port {}, but these ranks did not "
                        "arrive: 2, 3",
                        port));
  MeetingPlace alone = at(1, 2, port);
  alone.limit = 0.3;
  const std::string missed = test::result_of([&](int64_t) { return meet(alone); }, 1);
  EXPECT_EQ(missed, fmt::format("error: rank 1 did not reach rank 0 at 127.0.0.1 port {} within "
                                "0.3 s: Connection refused",
                                port));
}

TEST(Rendezvous, AReservedPortIsForTheOneThatListensThere) {
  Socket reserved = reserve_port("127.0.0.1");
  const int port = port_of(reserved);
  EXPECT_THROW(connect_to("127.0.0.1", port, steady_clock::now() + std::chrono::seconds(5)),
               ConnectionRefused);
  for (int time = 0; time < 2; time++) {
    const Socket listener = listen_at("127.0.0.1", port);
    EXPECT_EQ(port_of(listener), port);
  }
  // The system has 28,000 ports to give by default, in an order of its own.
  for (int time = 0; time < 100'000; time++) ASSERT_NE(port_of(reserve_port("127.0.0.1")), port);
}

TEST(Rendezvous, APortThatIsTakenIsAnError) {
  const Socket taken = listen_at("127.0.0.1", 0);
  try {
    Rendezvous meeting(at(0, 2, port_of(taken)));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    EXPECT_NE(std::string(error.what()).find("Address already in use"), std::string::npos);
  }
}

}  // namespace
}  // namespace tutti::comm
