// SPDX-License-Identifier: Apache-2.0
#include "comm/socket.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include "support/errors.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kLimit = 1000;

TimePoint soon() {
  return steady_clock::now() + std::chrono::seconds(20);
}

/// Two ends of a connection.
struct Ends {
  Socket one, other;
};

Ends connected_ends() {
  const Socket listener = listen_at("127.0.0.1", 0);
  Ends ends;
  ends.one = connect_to("127.0.0.1", port_of(listener), soon());
  while (!ends.other.is_open())
    if (auto accepted = accept_from(listener)) ends.other = std::move(*accepted);
  return ends;
}

/// What a message is on its way.
std::string bytes_of_message(const std::string& message) {
  Ends ends = connected_ends();
  ends.one.send(message, soon());
  std::string bytes;
  char piece[4096];
  pollfd one{ends.other.descriptor(), POLLIN, 0};
  while (bytes.size() <= message.size() && ::poll(&one, 1, 20'000) > 0)
    bytes.append(piece,
                 static_cast<size_t>(std::max<ssize_t>(0, ::recv(one.fd, piece, sizeof piece, 0))));
  return bytes;
}

void send_bytes(const Socket& socket, const std::string& bytes) {
  ASSERT_EQ(::send(socket.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

TEST(Socket, MessagesArriveAsTheyAre) {
  Ends ends = connected_ends();
  const std::vector<std::string> messages = {"a message", "", std::string(900, '\0'), "the last"};
  for (const std::string& message : messages) ends.one.send(message, soon());
  for (const std::string& message : messages)
    EXPECT_EQ(ends.other.receive(kLimit, soon()), message);
}

/// Also where it is the length that is damaged: nobody waits for the rest of a longer message.
TEST(Socket, AMessageWithAnyOtherBitIsRefusedAtOnce) {
  const std::string bytes = bytes_of_message("group 3 session");
  ASSERT_GT(bytes.size(), 15U);
  for (size_t bit = 0; bit < 8 * bytes.size(); bit++) {
    Ends ends = connected_ends();
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    send_bytes(ends.one, damaged);
    try {
      ADD_FAILURE() << "bit " << bit << ": " << ends.other.receive(kLimit, soon());
    } catch (const std::runtime_error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("a message was damaged")) << error.what();
    }
  }
}

TEST(Socket, ListensAtPortsOfARange) {
  // Ports that were free a moment ago; others may take some of them meanwhile.
  const int first = port_of(listen_at("127.0.0.1", 0));
  const PortRange ports{first, std::min(first + 20, 65535)};
  const Socket one = listen_in("127.0.0.1", ports), other = listen_in("127.0.0.1", ports);
  for (const Socket* socket : {&one, &other}) {
    EXPECT_GE(port_of(*socket), ports.first);
    EXPECT_LE(port_of(*socket), ports.last);
  }
  EXPECT_NE(port_of(one), port_of(other));
  const PortRange taken{port_of(one), port_of(one)};
  test::expect_contains(test::what_of([&] { listen_in("127.0.0.1", taken); }),
                        fmt::format("--comm_ports {0}-{0}: ", port_of(one)));
}

TEST(Socket, AMessageThatIsTooLongIsRefused) {
  Ends ends = connected_ends();
  ends.one.send(std::string(kLimit + 1, 'x'), soon());
  EXPECT_THROW(ends.other.receive(kLimit, soon()), std::runtime_error);
}

TEST(Socket, HalfAMessageIsWaitedForUntilTheEnd) {
  Ends ends = connected_ends();
  send_bytes(ends.one, bytes_of_message("a message").substr(0, 18));
  EXPECT_THROW(ends.other.receive(kLimit, steady_clock::now() + std::chrono::milliseconds(50)),
               std::runtime_error);
}

}  // namespace
}  // namespace tutti::comm
