// SPDX-License-Identifier: Apache-2.0
#include "comm/tcp_transport.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <random>

#include "base/text.h"
#include "comm/numbers.h"
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
Pair connected(const Alter& alter = [](std::string text) { return text; }) {
  std::array<std::promise<std::string>, 2> said;
  std::array<std::shared_future<std::string>, 2> heard = {said[0].get_future().share(),
                                                          said[1].get_future().share()};
  const auto open = [&](int rank) {
    return open_tcp(rank, 2, kHost, [&, rank](const std::string& mine) {
      said[static_cast<size_t>(rank)].set_value(mine);
      const std::string first = heard[0].get();
      return std::vector<std::string>{rank == 1 ? alter(first) : first, heard[1].get()};
    });
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

/// Passes bytes on, and changes a bit of one of those from rank 1 to rank 0.
class DamagingRelay {
 public:
  explicit DamagingRelay(std::string place) : words_(std::move(place)) {
    const size_t host_end = words_.find(' '), port_end = words_.find(' ', host_end + 1);
    target_ = std::stoi(words_.substr(host_end));
    thread_ = std::thread([this] { pass_on(); });
    words_ = fmt::format("{} {}{}", kHost, port_of(listener_), words_.substr(port_end));
  }
  ~DamagingRelay() {
    ends_ = true;
    thread_.join();
  }
  DamagingRelay(const DamagingRelay&) = delete;
  DamagingRelay& operator=(const DamagingRelay&) = delete;

  const std::string& place() const { return words_; }
  /// Of the bytes that come from now on.
  void damage(int64_t byte) { left_ = byte; }

 private:
  void pass_on() {
    std::optional<Socket> from;
    while (!(from = accept_from(listener_)))
      if (ends_) return;
    const Socket to =
        connect_to(kHost, target_, std::chrono::steady_clock::now() + std::chrono::seconds(10));
    while (!ends_) {
      pollfd both[] = {{from->descriptor(), POLLIN, 0}, {to.descriptor(), POLLIN, 0}};
      ::poll(both, 2, 10);
      if (both[0].revents && !move(from->descriptor(), to.descriptor(), true)) break;
      if (both[1].revents && !move(to.descriptor(), from->descriptor(), false)) break;
    }
  }
  bool move(int from, int to, bool damages) {
    char piece[65536];
    const ssize_t got = ::recv(from, piece, sizeof piece, 0);
    if (got <= 0) return false;
    if (damages && left_ >= 0) {
      if (left_ < got) piece[left_] ^= 8;
      left_ -= got;
    }
    for (ssize_t at = 0; at < got;) {
      const ssize_t sent = ::send(to, piece + at, static_cast<size_t>(got - at), MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN) return false;
      at += std::max<ssize_t>(sent, 0);
    }
    return true;
  }

  std::string words_;
  Socket listener_ = listen_at(kHost, 0);
  int target_ = 0;
  std::atomic<int64_t> left_ = -1;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

/// A bit of a header or of a message, wherever it is: both ends end, and nobody gets other bytes.
TEST(TcpTransport, DamageEndsTheConnection) {
  for (const size_t bytes : {size_t{40}, size_t{200'000}})
    for (const int64_t byte : {0, 3, 7, 8, 12, 15, 16, 23, 24, 26, 28, 31, 32, 50, 71}) {
      SCOPED_TRACE(fmt::format("byte {} of a message of {}", byte, bytes));
      std::unique_ptr<DamagingRelay> relay;
      const Pair ends = connected([&](const std::string& place) {
        relay = std::make_unique<DamagingRelay>(place);
        return relay->place();
      });
      const Bytes sent = numbers(bytes, 5);
      Bytes received(bytes), more(10);
      const auto receive = ends[0]->receive(1, 9, received.data(), bytes);
      const auto back = ends[1]->receive(0, 10, more.data(), more.size());
      relay->damage(byte);
      const auto send = ends[1]->send(0, 9, sent.data(), bytes);
      test::expect_contains(test::what_of([&] { receive->wait(); }), "damaged on its way");
      EXPECT_ANY_THROW(back->wait());
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
      open_tcp(
          rank, 2, kHost,
          [&](const std::string& mine) {
            return rank == 0 ? std::vector<std::string>{mine, other}
                             : std::vector<std::string>{other, mine};
          },
          0.2);
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
