// SPDX-License-Identifier: Apache-2.0
#include "comm/tcp_transport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <random>

#include "base/text.h"
#include "comm/numbers.h"
#include "comm/record_seal.h"
#include "comm/relay.h"
#include "comm/socket.h"
#include "support/errors.h"

namespace tutti::comm {
namespace {

using test::numbers;

using Bytes = std::vector<std::byte>;
using Pair = std::array<std::unique_ptr<Transport>, 2>;
using Alter = std::function<std::string(std::string)>;

constexpr const char* kHost = "127.0.0.1";

/// Two processes' ends of a connection, in this process. `alter` changes what rank 1 hears of rank
/// 0's place.
Pair connected(
    const Alter& alter = [](std::string text) { return text; }, bool encrypts = true) {
  std::array<std::promise<std::string>, 2> said;
  std::array<std::shared_future<std::string>, 2> heard = {said[0].get_future().share(),
                                                          said[1].get_future().share()};
  const auto open = [&](int rank) {
    return open_tcp(
        rank, 2, kHost,
        [&, rank](const std::string& mine) {
          said[static_cast<size_t>(rank)].set_value(mine);
          const std::string first = heard[0].get();
          return std::vector<std::string>{rank == 1 ? alter(first) : first, heard[1].get()};
        },
        {.encrypts = encrypts});
  };
  auto other = std::async(std::launch::async, [&] { return open(1); });
  auto first = open(0);
  return {std::move(first), other.get()};
}

TEST(TcpTransport, MessagesOfAnySizeArriveInOrder) {
  const Pair ends = connected();
  std::mt19937 random(1);
  for (int round = 0; round < 20; round++) {
    struct Message {
      int from;
      uint64_t tag;
      Bytes sent, received;
      std::unique_ptr<Operation> send, receive;
    };
    std::vector<Message> messages;
    for (size_t k = 0; k < 24; k++) {
      const size_t largest = std::array<size_t, 3>{64, 100'000, 3'000'000}[random() % 3];
      const size_t bytes = random() % 8 == 0 ? 0 : random() % largest;
      messages.push_back({static_cast<int>(random() % 2), random() % 3, numbers(bytes, k),
                          Bytes(bytes), nullptr, nullptr});
    }
    // The ends act in any order; each keeps that of the messages.
    for (size_t sends = 0, receives = 0; sends + receives < 2 * messages.size();) {
      const bool sends_next =
          receives == messages.size() || (sends < messages.size() && random() % 2 == 0);
      Message& one = messages[sends_next ? sends++ : receives++];
      const auto from = static_cast<size_t>(one.from);
      if (sends_next)
        one.send = ends[from]->send(1 - one.from, one.tag, one.sent.data(), one.sent.size());
      else
        one.receive =
            ends[1 - from]->receive(one.from, one.tag, one.received.data(), one.received.size());
    }
    for (Message& one : messages) {
      EXPECT_TRUE(one.send->wait());
      EXPECT_TRUE(one.receive->wait());
      EXPECT_EQ(one.received, one.sent);
    }
  }
}

TEST(TcpTransport, LongMessagesWaitInTheSender) {
  const Pair ends = connected();
  const Bytes sent = numbers(1 << 20, 1);
  const auto send = ends[0]->send(1, 7, sent.data(), sent.size());
  auto end = std::async(std::launch::async, [&] { return send->wait(); });
  EXPECT_EQ(end.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  Bytes received(sent.size());
  EXPECT_TRUE(ends[1]->receive(0, 7, received.data(), received.size())->wait());
  EXPECT_TRUE(end.get());
  EXPECT_EQ(received, sent);
}

TEST(TcpTransport, AWaitCanBeCancelled) {
  const Pair ends = connected();
  Bytes one(10), two = numbers(10, 2);
  const auto never = ends[1]->receive(0, 1, one.data(), one.size());
  auto end = std::async(std::launch::async, [&] { return never->wait(); });
  never->cancel();
  EXPECT_FALSE(end.get());
  // Others are not concerned.
  const auto receive = ends[1]->receive(0, 2, one.data(), one.size());
  EXPECT_TRUE(ends[0]->send(1, 2, two.data(), two.size())->wait());
  EXPECT_TRUE(receive->wait());
  EXPECT_EQ(one, two);
}

TEST(TcpTransport, WhatCameBeforeTheEndIsReceived) {
  Pair ends = connected();
  const Bytes sent = numbers(100, 3);
  Bytes received(sent.size()), more(10);
  EXPECT_TRUE(ends[0]->send(1, 1, sent.data(), sent.size())->wait());
  ends[0].reset();
  test::expect_contains(
      test::what_of([&] { ends[1]->receive(0, 2, more.data(), more.size())->wait(); }),
      "closed the connection");
  EXPECT_TRUE(ends[1]->receive(0, 1, received.data(), received.size())->wait());
  EXPECT_EQ(received, sent);
  EXPECT_ANY_THROW(ends[1]->send(0, 1, sent.data(), sent.size()));
}

TEST(TcpTransport, OperationsMayLiveLongerThanIt) {
  Pair ends = connected();
  Bytes received(100);
  const auto receive = ends[1]->receive(0, 1, received.data(), received.size());
  ends[1].reset();
  test::expect_contains(test::what_of([&] { receive->wait(); }), "closed its connections");
}

/// Two ends with somebody between them, who can do something else from a moment on.
class RelayedPair {
 public:
  using Change = std::function<std::optional<std::string>(int64_t at, std::string bytes)>;

  explicit RelayedPair(bool encrypts)
      : ends(connected([&](const std::string& place) { return through_relay(place); }, encrypts)) {}

  /// What happens to what rank 1 sends from now on, of which `at` bytes were there before.
  void change(Change change) {
    const std::lock_guard lock(mutex_);
    change_ = std::move(change);
    begin_.reset();
  }
  std::string seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  std::string through_relay(const std::string& place) {
    const size_t host_end = place.find(' '), port_end = place.find(' ', host_end + 1);
    relay_ = std::make_unique<test::Relay>(
        std::stoi(place.substr(host_end)),
        [this](bool from_caller, int64_t at, std::string bytes) -> std::optional<std::string> {
          const std::lock_guard lock(mutex_);
          if (!from_caller) return bytes;
          seen_ += bytes;
          if (!change_) return bytes;
          if (!begin_) begin_ = at;
          return change_(at - *begin_, std::move(bytes));
        });
    return fmt::format("{} {}{}", kHost, relay_->port(), place.substr(port_end));
  }

  std::mutex mutex_;
  std::string seen_;
  Change change_;
  std::optional<int64_t> begin_;
  std::unique_ptr<test::Relay> relay_;

 public:
  Pair ends;  // end before the relay does
};

/// Another bit, where there is such a byte.
std::string with_other_bit(std::string bytes, int64_t byte) {
  if (byte >= 0 && byte < static_cast<int64_t>(bytes.size())) bytes[static_cast<size_t>(byte)] ^= 8;
  return bytes;
}

/// Rank 1 sends a message of `bytes`, which somebody changes. Gives what rank 0 makes of it.
std::string failure_of_changed(size_t bytes, bool encrypts, const RelayedPair::Change& change) {
  RelayedPair pair(encrypts);
  const Bytes sent = numbers(bytes, 5);
  Bytes received(bytes), more(10);
  const auto receive = pair.ends[0]->receive(1, 9, received.data(), bytes);
  const auto back = pair.ends[1]->receive(0, 10, more.data(), more.size());
  pair.change(change);
  const auto send = pair.ends[1]->send(0, 9, sent.data(), bytes);
  std::string failure = test::what_of([&] { receive->wait(); });
  EXPECT_ANY_THROW(back->wait());
  return failure;
}

/// A bit of a header, of a message or of a tag, wherever it is: both ends end, and nobody gets
/// other bytes.
TEST(TcpTransport, DamageEndsTheConnection) {
  for (const bool encrypts : {true, false})
    for (const size_t bytes : {size_t{40}, size_t{200'000}})
      for (const int64_t byte : {0, 7, 8, 15, 16, 23, 24, 39, 40, 50, 80, 95}) {
        SCOPED_TRACE(fmt::format("byte {} of a message of {}", byte, bytes));
        test::expect_contains(failure_of_changed(bytes, encrypts,
                                                 [&](int64_t at, std::string piece) {
                                                   return with_other_bit(std::move(piece),
                                                                         byte - at);
                                                 }),
                              "damaged in transit");
      }
}

constexpr int64_t kHeader = 40;  // bytes of a header with its tag

TEST(TcpTransport, WhatIsRepeatedOrLeftOutEndsTheConnection) {
  for (const bool encrypts : {true, false}) {
    // The header comes once more before the message, whose bytes are whole.
    test::expect_contains(failure_of_changed(2000, encrypts,
                                             [](int64_t at, std::string piece) {
                                               return at == 0 ? piece.substr(0, kHeader) + piece
                                                              : piece;
                                             }),
                          "damaged in transit");
    test::expect_contains(failure_of_changed(2000, encrypts,
                                             [](int64_t at, std::string piece) {
                                               return at == 0 ? piece.substr(kHeader) : piece;
                                             }),
                          "damaged in transit");
    test::expect_contains(
        failure_of_changed(
            2000, encrypts,
            [](int64_t, const std::string&) -> std::optional<std::string> { return std::nullopt; }),
        "closed the connection");
  }
}

/// What rank 0 receives where somebody who knows how messages are sent, but not the keys, puts
/// another one in the place of rank 1's.
std::string received_from_forger(bool encrypts) {
  RelayedPair pair(encrypts);
  const std::string sent = "original", forged = "forged!!";
  std::string received(sent.size(), ' ');
  const auto receive = pair.ends[0]->receive(1, 9, received.data(), received.size());
  pair.change([&](int64_t at, const std::string& piece) -> std::string {
    if (at > 0) return "";
    // The message is the second record of its direction.
    Tag tag;
    const Seals seals = hash_seals();
    seals.sent->seal({}, tag);
    seals.sent->seal(std::as_bytes(std::span(forged)), tag);
    return piece.substr(0, kHeader) + forged +
           std::string(reinterpret_cast<const char*>(tag.data()), tag.size());
  });
  const auto send = pair.ends[1]->send(0, 9, sent.data(), sent.size());
  receive->wait();
  return received;
}

TEST(TcpTransport, WithoutTheKeysNobodyWritesAMessage) {
  EXPECT_EQ(received_from_forger(/*encrypts=*/false), "forged!!");
  test::expect_contains(test::what_of([] { received_from_forger(/*encrypts=*/true); }),
                        "damaged in transit");
}

TEST(TcpTransport, NobodyOnTheWayReadsMessages) {
  for (const bool encrypts : {true, false}) {
    RelayedPair pair(encrypts);
    const std::string secret = "what nobody else shall read";
    std::string received(secret.size(), ' ');
    const auto receive = pair.ends[0]->receive(1, 1, received.data(), received.size());
    EXPECT_TRUE(pair.ends[1]->send(0, 1, secret.data(), secret.size())->wait());
    EXPECT_TRUE(receive->wait());
    EXPECT_EQ(received, secret);
    EXPECT_EQ(pair.seen().find(secret) == std::string::npos, encrypts);
  }
}

TEST(TcpTransport, StrangersDoNotDisturb) {
  std::vector<Socket> strangers;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const Pair ends = connected([&](const std::string& place) {
    const int port = std::stoi(place.substr(place.find(' ')));
    for (const char* said : {"", "GET / HTTP/1.1", "0123456789abcdef0123456789abcdef 1"}) {
      strangers.push_back(connect_to(kHost, port, end));
      if (*said) strangers.back().send(said, end);
    }
    return place;
  });
  const Bytes sent = numbers(10, 1);
  Bytes received(10);
  const auto receive = ends[0]->receive(1, 1, received.data(), received.size());
  EXPECT_TRUE(ends[1]->send(0, 1, sent.data(), sent.size())->wait());
  EXPECT_TRUE(receive->wait());
  EXPECT_EQ(received, sent);
}

TEST(TcpTransport, AProcessThatDoesNotComeIsNamed) {
  const auto alone = [](int rank, const std::string& other) {
    return test::failure_of([&] {
      open_tcp(rank, 2, kHost,
               [&](const std::string& mine) {
                 return rank == 0 ? std::vector<std::string>{mine, other}
                                  : std::vector<std::string>{other, mine};
               },
               {.limit = 0.2});
    });
  };
  test::expect_contains(alone(0, "127.0.0.1 1 key").message,
                        "rank 1 has not connected with rank 0");
  const test::Failure refused = alone(1, "127.0.0.1 1 key");
  test::expect_contains(refused.message, "rank 1 cannot connect with rank 0 at 127.0.0.1 port 1");
  EXPECT_EQ(refused.code, ExitCode::io);
  test::expect_contains(alone(1, "nonsense").message, "another version of Tutti");
}

}  // namespace
}  // namespace tutti::comm
