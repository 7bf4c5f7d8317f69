// SPDX-License-Identifier: Apache-2.0
#include "comm/link_rate.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"
#include "base/token.h"
#include "comm/network.h"
#include "comm/socket.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view kRateOfLink = "the rate of a connection";
constexpr size_t kSendBytes = 1 << 18;  // bytes of one send or receive
constexpr int64_t kFirst = 1 << 18;     // bytes of the first exchange
constexpr int64_t kMost = int64_t{1} << 32;
constexpr double kLongEnough = 0.3;  // seconds
constexpr std::chrono::seconds kLimit{60};
constexpr size_t kLongestMessage = 1024;

/// Sends and receives that many bytes simultaneously. Returns the seconds it took.
double exchange(const Socket& socket, int64_t bytes) {
  std::vector<char> out(kSendBytes), in(kSendBytes);
  int64_t sent = 0, received = 0;
  const auto begin = steady_clock::now();
  const auto moved = [](ssize_t count) -> int64_t {
    if (count >= 0) return count;
    if (errno == EAGAIN || errno == EINTR) return 0;
    throw std::runtime_error(std::strerror(errno));
  };
  while (sent < bytes || received < bytes) {
    if (steady_clock::now() - begin > kLimit) throw std::runtime_error("it takes too long");
    const int events = (sent < bytes ? POLLOUT : 0) | (received < bytes ? POLLIN : 0);
    pollfd one{socket.descriptor(), static_cast<short>(events), 0};
    ::poll(&one, 1, 1000);
    if (sent < bytes && (one.revents & POLLOUT) != 0)
      sent += moved(::send(socket.descriptor(), out.data(),
                           std::min(kSendBytes, static_cast<size_t>(bytes - sent)), MSG_NOSIGNAL));
    if (received == bytes || (one.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
    const ssize_t got = ::recv(socket.descriptor(), in.data(),
                               std::min(kSendBytes, static_cast<size_t>(bytes - received)), 0);
    if (got == 0) throw std::runtime_error("the other end closed it");
    received += moved(got);
  }
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

/// Before each exchange rank 0 sends its number of bytes, and 0 after the last.
double rate_of(Socket& socket) {
  const auto end = [] { return steady_clock::now() + kLimit; };
  double rate = 0;
  for (int64_t bytes = kFirst; bytes <= kMost; bytes *= 4) {
    socket.send(std::to_string(bytes), end());
    const double seconds = exchange(socket, bytes);
    rate = static_cast<double>(bytes) / seconds;
    if (seconds > kLongEnough) break;
  }
  socket.send("0", end());
  return rate;
}

void answer(Socket& socket) {
  while (true) {
    const std::string said = socket.receive(kLongestMessage, steady_clock::now() + kLimit * 10);
    const int64_t bytes = std::atoll(said.c_str());
    if (bytes <= 0) return;
    exchange(socket, bytes);
  }
}

/// The rank that the other end claims; 0 if it does not know the password. Throws a
/// std::runtime_error if it says nothing.
int64_t rank_said(Socket& socket, const std::string& word, int64_t size) {
  const auto said =
      words_of(socket.receive(kLongestMessage, steady_clock::now() + std::chrono::seconds(2)));
  const int64_t rank = said.size() == 2 ? std::atoll(said[1].c_str()) : 0;
  return rank < 1 || rank >= size || !equal_secrets(said[0], word) ? 0 : rank;
}

/// Accepts one connection from each other process; strangers do not know the password.
std::vector<Socket> accept_all(const Socket& listener, const std::string& word, int64_t size) {
  std::vector<Socket> sockets(static_cast<size_t>(size));
  const auto end = steady_clock::now() + kLimit;
  for (int64_t missing = size - 1; missing > 0;) {
    if (steady_clock::now() > end) throw std::runtime_error("some processes do not connect");
    pollfd one{listener.descriptor(), POLLIN, 0};
    ::poll(&one, 1, 1000);
    auto socket = accept_from(listener);
    if (!socket) continue;
    try {
      const int64_t rank = rank_said(*socket, word, size);
      if (rank == 0) continue;
      Socket& place = sockets[static_cast<size_t>(rank)];
      if (!place.is_open()) missing--;
      place = std::move(*socket);
    } catch (const std::runtime_error&) {  // a stranger that says nothing
    }
  }
  return sockets;
}

std::vector<double> measure_as_first(const Socket& listener, const std::string& word,
                                     int64_t size) {
  std::vector<double> rates(static_cast<size_t>(size));
  std::vector<Socket> sockets = accept_all(listener, word, size);
  for (size_t rank = 1; rank < rates.size(); rank++) try {
      rates[rank] = rate_of(sockets[rank]);
    } catch (const std::runtime_error& error) {
      io_error("the connection between rank 0 and rank {} failed while its rate was measured: {}",
               rank, error.what());
    }
  return rates;
}

/// The address at which other machines reach this one, if it has such an interface.
std::string own_address() {
  for (const Interface& one : interfaces())
    if (!one.is_loopback) return one.address;
  return "127.0.0.1";
}

}  // namespace

std::vector<double> link_rates(Communicator& communicator, const std::string& host,
                               const PortRange& ports) {
  const bool is_first = communicator.rank() == 0;
  Socket listener;
  std::string place;
  if (is_first) {
    const std::string own = host.empty() ? own_address() : host;
    listener = listen_in(own, ports);
    place = fmt::format("{} {} {}", port_of(listener), random_hex(16), own);
  }
  const auto words = words_of(communicator.broadcast(place, kRateOfLink, kNoLimit));
  check(words.size() == 3, "rank 0 says {} words of where it listens", words.size());
  std::string rates;
  try {
    if (is_first) {
      const auto measured = measure_as_first(listener, words[1], communicator.size());
      rates = fmt::format("{}", fmt::join(measured, " "));
    } else {
      Socket socket =
          connect_to(words[2], std::atoi(words[0].c_str()), steady_clock::now() + kLimit);
      socket.send(fmt::format("{} {}", words[1], communicator.rank()),
                  steady_clock::now() + kLimit);
      answer(socket);
    }
  } catch (const UserError&) {
    throw;
  } catch (const std::runtime_error& error) {
    io_error("rank {}, which measures its connection with rank 0 at {} port {}: {}",
             communicator.rank(), escaped(words[2]), words[0], error.what());
  }
  std::vector<double> result;
  for (const std::string& rate : words_of(communicator.broadcast(rates, kRateOfLink, kNoLimit)))
    result.push_back(std::strtod(rate.c_str(), nullptr));
  return result;
}

}  // namespace tutti::comm
