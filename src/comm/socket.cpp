// SPDX-License-Identifier: Apache-2.0
#include "comm/socket.h"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/fast_hash.h"
#include "base/text.h"
#include "comm/network.h"

namespace tutti::comm {
namespace {

// A message's prefix: its length, and the low bits of the length's hash.
constexpr size_t kLengthBytes = 4, kCheckBytes = 4;
constexpr size_t kHeaderBytes = kLengthBytes + kCheckBytes;

void prepare(int descriptor) {
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

[[noreturn]] void fail(int error) {
  throw std::runtime_error(std::strerror(error));
}

/// A number as big-endian bytes, and back.
std::string big_endian(uint64_t number, size_t count) {
  std::string bytes(count, '\0');
  for (size_t i = 0; i < count; i++)
    bytes[i] = static_cast<char>(number >> (8 * (count - 1 - i)) & 0xFF);
  return bytes;
}

uint64_t from_big_endian(std::string_view bytes) {
  uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

std::string check_of(std::string_view length) {
  return big_endian(fast_hash(length.data(), length.size()), kCheckBytes);
}

void expect_undamaged(bool is_undamaged) {
  if (!is_undamaged)
    throw std::runtime_error("a message was damaged in transit, or comes from another program");
}

bool try_bind(int descriptor, const addrinfo& at) {
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return ::bind(descriptor, at.ai_addr, at.ai_addrlen) == 0;
}

}  // namespace

Socket::~Socket() {
  if (is_open()) ::close(descriptor_);
}

Socket::Socket(Socket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      seals_(std::move(other.seals_)),
      read_(std::move(other.read_)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(seals_, other.seals_);
  std::swap(read_, other.read_);
  return *this;
}

std::string Socket::own_address() const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size) != 0) fail(errno);
  return numeric(reinterpret_cast<const sockaddr*>(&address));
}

std::string Socket::peer_address() const {
  return peer(/*with_port=*/false);
}

std::string Socket::peer_text() const {
  return peer(/*with_port=*/true);
}

std::string Socket::peer(bool with_port) const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(descriptor_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return "a connection that is closed";
  return numeric(reinterpret_cast<const sockaddr*>(&address), with_port);
}

bool Socket::wait_for(short events, TimePoint end) const {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() < 0) return false;
    pollfd one{descriptor_, events, 0};
    const auto most = std::min<int64_t>(left.count() + 1, 1 << 30);
    if (::poll(&one, 1, static_cast<int>(most)) > 0) return true;
  }
}

void Socket::send(const std::string& message, TimePoint end) {
  const std::string length = big_endian(message.size(), kLengthBytes);
  Tag tag;
  const auto sealed = seals_.sent->seal(std::as_bytes(std::span(message)), tag);
  std::string all = length + check_of(length);
  all.append(reinterpret_cast<const char*>(sealed.data()), sealed.size());
  all.append(reinterpret_cast<const char*>(tag.data()), tag.size());
  for (size_t at = 0; at < all.size();) {
    const ssize_t sent = ::send(descriptor_, all.data() + at, all.size() - at, MSG_NOSIGNAL);
    if (sent >= 0)
      at += static_cast<size_t>(sent);
    else if (errno != EAGAIN && errno != EINTR)
      fail(errno);
    else if (!wait_for(POLLOUT, end))
      throw std::runtime_error("it accepts no data");
  }
}

std::optional<std::string> Socket::poll_message(size_t limit) {
  while (true) {
    size_t wanted = kHeaderBytes;
    if (read_.size() >= kHeaderBytes) {
      const std::string_view header(read_.data(), kHeaderBytes);
      expect_undamaged(check_of(header.substr(0, kLengthBytes)) == header.substr(kLengthBytes));
      const uint64_t length = from_big_endian(header.substr(0, kLengthBytes));
      if (length > limit) throw std::runtime_error("a message that is too long");
      wanted += length + sizeof(Tag);
      if (read_.size() == wanted) return open_message();
    }
    char piece[4096];
    const ssize_t got =
        ::recv(descriptor_, piece, std::min(sizeof piece, wanted - read_.size()), 0);
    if (got == 0) throw std::runtime_error("it closed the connection");
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    if (got < 0) fail(errno);
    read_.append(piece, static_cast<size_t>(got));
  }
}

std::string Socket::open_message() {
  std::string message = std::exchange(read_, {}).substr(kHeaderBytes);
  Tag tag;
  const size_t length = message.size() - tag.size();
  std::memcpy(tag.data(), message.data() + length, tag.size());
  message.resize(length);
  expect_undamaged(seals_.received->open(std::as_writable_bytes(std::span(message)), tag));
  return message;
}

std::string Socket::receive(size_t limit, TimePoint end) {
  while (true) {
    if (auto message = poll_message(limit)) return *message;
    if (!wait_for(POLLIN, end)) throw std::runtime_error("it sends nothing");
  }
}

Socket connect_to(const std::string& host, int port, TimePoint end) {
  const Addresses addresses = resolve(host, port);
  std::string problem = "no address";
  bool refused = false;
  for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
    Socket socket(::socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket.is_open()) fail(errno);
    prepare(socket.descriptor());
    int error = ::connect(socket.descriptor(), at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
      pollfd one{socket.descriptor(), POLLOUT, 0};
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      socklen_t size = sizeof error;
      if (::poll(&one, 1, static_cast<int>(std::clamp<int64_t>(left.count(), 0, 5000))) <= 0)
        error = ETIMEDOUT;
      else
        ::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error == 0) return socket;
    problem = std::strerror(error);
    refused = error == ECONNREFUSED;
  }
  if (refused) throw ConnectionRefused(problem);
  throw std::runtime_error(problem);
}

namespace {

/// Returns the system's error if the port is unavailable.
std::variant<Socket, int> bound_at(const std::string& host, int port, bool listens) {
  int error = 0;
  for (const std::string& name : {host, std::string()}) {
    const Addresses addresses = resolve(name, port);
    for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
      Socket socket(::socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
      if (!socket.is_open()) continue;
      if (try_bind(socket.descriptor(), *at) &&
          (!listens || ::listen(socket.descriptor(), 1024) == 0)) {
        if (listens) prepare(socket.descriptor());
        return socket;
      }
      error = errno;
    }
    if (error != EADDRNOTAVAIL) break;
  }
  return error;
}

Socket expect_bound(std::variant<Socket, int> bound, int port) {
  if (auto* const socket = std::get_if<Socket>(&bound)) return std::move(*socket);
  user_error(
      "--master_port {}: rank 0 cannot listen there: {}. Expected a port of this machine that no "
      "other program uses",
      port, std::strerror(std::get<int>(bound)));
}

}  // namespace

Socket listen_at(const std::string& host, int port) {
  return expect_bound(bound_at(host, port, /*listens=*/true), port);
}

Socket listen_in(const std::string& host, const PortRange& ports) {
  if (ports.first == 0) return listen_at(host, 0);
  for (int port = ports.first; port <= ports.last; port++) {
    auto bound = bound_at(host, port, /*listens=*/true);
    if (auto* const socket = std::get_if<Socket>(&bound)) return std::move(*socket);
  }
  user_error(
      "--comm_ports {}-{}: this process can listen on none of them; expected at least two free "
      "ports for each process of this machine",
      ports.first, ports.last);
}

Socket reserve_port(const std::string& host) {
  return expect_bound(bound_at(host, 0, /*listens=*/false), 0);
}

int port_of(const Socket& bound) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(bound.descriptor(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    fail(errno);
  const auto* v4 = reinterpret_cast<const sockaddr_in*>(&address);
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&address);
  return ntohs(address.ss_family == AF_INET6 ? v6->sin6_port : v4->sin_port);
}

std::optional<Socket> accept_from(const Socket& listener) {
  const int descriptor = ::accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  prepare(descriptor);
  return Socket(descriptor);
}

}  // namespace tutti::comm
