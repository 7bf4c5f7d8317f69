// SPDX-License-Identifier: Apache-2.0
#include "comm/tcp_transport.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/text.h"
#include "base/token.h"
#include "comm/proof.h"
#include "comm/tcp_connection.h"
#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kKeyBytes = 16;
constexpr std::chrono::milliseconds kPause{50};  // before a connection is tried again
constexpr int kLookTime = 20;                    // milliseconds between checks for connections

/// A process's listening address, and the proof it expects from a caller.
struct Place {
  std::string host;
  int port = 0;
  std::string key;
};

std::string text_of(const Place& place) {
  return fmt::format("{} {} {}", place.host, place.port, place.key);
}

Place parse_place(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  if (words.size() != 3)
    io_error("the address of a process is malformed; is it another version of Tutti?");
  return {words[0], std::atoi(words[1].c_str()), words[2]};
}

/// Connects this process with another one that already listens.
Socket called(const Place& place, int rank, int peer, TimePoint end) {
  while (true) try {
      Socket socket = connect_to(place.host, place.port, end);
      ask(socket, place.key, std::to_string(rank), end);
      return socket;
    } catch (const std::runtime_error& error) {
      const bool is_refused = dynamic_cast<const ConnectionRefused*>(&error) != nullptr;
      if (is_refused || steady_clock::now() + kPause > end)
        io_error("rank {} cannot connect with rank {} at {} port {}: {}", rank, peer,
                 escaped(place.host), place.port, error.what());
      std::this_thread::sleep_for(kPause);
    }
}

/// Waits until each process above `rank` has called.
void take_calls(Socket listener, const Place& own, int rank, std::vector<Socket>& sockets,
                TimePoint end) {
  Reception reception(own.key);
  reception.listen_with(std::move(listener));
  const auto first = sockets.begin() + rank + 1;
  const auto is_missing = [](const Socket& socket) { return !socket.is_open(); };
  for (auto missing = first;
       (missing = std::find_if(first, sockets.end(), is_missing)) != sockets.end();) {
    if (steady_clock::now() > end)
      io_error("rank {} has not connected with rank {} at {} port {}", missing - sockets.begin(),
               rank, escaped(own.host), own.port);
    for (Visitor& visitor : reception.poll(kLookTime)) try {
        Socket& place = sockets.at(static_cast<size_t>(std::stoi(visitor.claim)));
        visitor.answer("");
        place = std::move(visitor.socket);
      } catch (const std::exception&) {  // it calls again
      }
  }
}

class TcpTransport final : public Transport {
 public:
  explicit TcpTransport(std::vector<Socket> sockets)
      : epoll_(::epoll_create1(EPOLL_CLOEXEC), "the events of connections"),
        stop_(::eventfd(0, EFD_CLOEXEC), "the end of connections") {
    epoll_event event{EPOLLIN, {nullptr}};
    ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, stop_.number(), &event);
    for (Socket& socket : sockets)
      connections_.push_back(
          socket.is_open() ? std::make_shared<TcpConnection>(std::move(socket), epoll_.number())
                           : nullptr);
    thread_ = thread_without_signals([this] { keep(); });
  }

  ~TcpTransport() override {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stop_.number(), &one, sizeof one);
    thread_.join();
    // Operations may live longer.
    for (const auto& connection : connections_)
      if (connection) connection->close("this process has closed its connections");
  }

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data, size_t bytes) override {
    return connections_.at(static_cast<size_t>(to))->send(tag, data, bytes);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data, size_t bytes) override {
    return connections_.at(static_cast<size_t>(from))->receive(tag, data, bytes);
  }

  bool finds_damage() const override { return true; }

 private:
  void keep() {
    std::array<epoll_event, 64> events;
    while (true) {
      const int count =
          ::epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), -1);
      for (int k = 0; k < count; k++) {
        const epoll_event& event = events[static_cast<size_t>(k)];
        if (event.data.ptr == nullptr) return;
        static_cast<TcpConnection*>(event.data.ptr)->handle(event.events);
      }
    }
  }

  const Descriptor epoll_, stop_;
  std::vector<std::shared_ptr<TcpConnection>> connections_;  // by rank
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Transport> open_tcp(int rank, int size, const std::string& address,
                                    const ExchangeTexts& exchange, const TcpOptions& options) {
  Socket listener = listen_in(address, options.ports);
  const Place own{address, port_of(listener), random_hex(kKeyBytes)};
  const std::vector<std::string> texts = exchange(text_of(own));
  const TimePoint end = after(options.limit);
  std::vector<Socket> sockets(static_cast<size_t>(size));
  for (int peer = 0; peer < rank; peer++) {
    const auto k = static_cast<size_t>(peer);
    sockets[k] = called(parse_place(texts.at(k)), rank, peer, end);
  }
  take_calls(std::move(listener), own, rank, sockets, end);
  if (!options.encrypts)
    for (Socket& socket : sockets) socket.protect(hash_seals());
  return std::make_unique<TcpTransport>(std::move(sockets));
}

}  // namespace tutti::comm
