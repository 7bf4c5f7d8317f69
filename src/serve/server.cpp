// SPDX-License-Identifier: Apache-2.0
#include "serve/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <list>
#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace tutti::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kStopInterval = 200;                           // milliseconds between looks at `stop`
constexpr auto kLingering = std::chrono::milliseconds(500);  // for a body that nobody reads
constexpr size_t kReadBytes = size_t{64} << 10;              // read from one client at a time

/// A client, from its connection to the end of it.
struct Connection {
  enum class State { reading, writing, lingering, closed };

  Connection(int number, Clock::time_point until)
      : descriptor(number, "a connection"), end(until) {}

  Descriptor descriptor;
  Clock::time_point end;
  State state = State::reading;
  std::string in;
  std::optional<Request> request;  // whose head has been read
  size_t whole = 0;                // bytes of the request with its body
  std::string out;
  size_t written = 0;
};
using State = Connection::State;

int listening_socket(int port) {
  const int number = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (number < 0) return number;
  const int yes = 1;
  ::setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  if (::bind(number, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(number, 128) != 0) {
    const int why = errno;
    ::close(number);
    user_error("--port {}: 127.0.0.1 cannot be listened at: {}; name another port, or 0 for any",
               port, std::generic_category().message(why));
  }
  return number;
}

void answer_with(Connection& connection, const Response& response, const ServerLimits& limits) {
  connection.out = bytes_of(response);
  connection.state = State::writing;
  connection.end = Clock::now() + limits.response;
}

Response guarded(const std::function<Response(const Request&)>& answer, const Request& request) {
  try {
    return answer(request);
  } catch (const std::exception& error) {
    return plain_response(500, escaped_lines(error.what()));
  }
}

/// Answers a request whose body, if it has one, has come. A body that is not read is refused, and
/// who may not send one learns that from the answer to its head.
void answer_whole(Connection& connection, const ServerLimits& limits,
                  const std::function<Response(const Request&)>& answer) {
  Request& request = *connection.request;
  const size_t body = *body_length(request);
  const auto text = std::string_view(connection.in).substr(connection.whole - body, body);
  if (body > 0 && !parse_form(text, request))
    return answer_with(connection, plain_response(400, "This is not a form."), limits);
  answer_with(connection, guarded(answer, request), limits);
}

/// Looks at the head of a request once it is there.
void take_head(Connection& connection, const ServerLimits& limits) {
  const size_t end = connection.in.find("\r\n\r\n");
  if (std::min(end, connection.in.size()) > limits.head_bytes)
    return answer_with(connection, plain_response(431, "The request is too long."), limits);
  if (end == std::string::npos) return;
  connection.request = parse_request(std::string_view(connection.in).substr(0, end + 4));
  if (!connection.request)
    return answer_with(connection, plain_response(400, "This is not a request of HTTP/1.1."),
                       limits);
  const auto body = body_length(*connection.request);
  const bool takes_one = connection.request->method == "POST";
  if (!body || *body > (takes_one ? limits.body_bytes : 0))
    return answer_with(connection, plain_response(413, "A request has no such body here."), limits);
  connection.whole = end + 4 + *body;
}

/// Reads what has come of a request, and answers it where it is whole or cannot become valid.
void read_request(Connection& connection, const ServerLimits& limits,
                  const std::function<Response(const Request&)>& answer) {
  char piece[4096];
  while (connection.state == State::reading) {
    const ssize_t got = ::recv(connection.descriptor.number(), piece, sizeof piece, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) {
      connection.state = State::closed;
      return;
    }
    connection.in.append(piece, static_cast<size_t>(got));
    if (!connection.request) take_head(connection, limits);
    if (connection.state == State::reading && connection.request &&
        connection.in.size() >= connection.whole)
      answer_whole(connection, limits, answer);
  }
}

/// A client that still sends a body would lose the answer if its connection were closed at once.
void write_response(Connection& connection) {
  while (connection.written < connection.out.size()) {
    const ssize_t sent =
        ::send(connection.descriptor.number(), connection.out.data() + connection.written,
               connection.out.size() - connection.written, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (sent < 0) {
      connection.state = State::closed;
      return;
    }
    connection.written += static_cast<size_t>(sent);
  }
  ::shutdown(connection.descriptor.number(), SHUT_WR);
  connection.state = State::lingering;
  connection.end = Clock::now() + kLingering;
}

void discard(Connection& connection) {
  char piece[kReadBytes];
  const ssize_t got = ::recv(connection.descriptor.number(), piece, sizeof piece, 0);
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
    connection.state = State::closed;
}

void serve_one(Connection& connection, const ServerLimits& limits,
               const std::function<Response(const Request&)>& answer) {
  if (connection.state == State::lingering) discard(connection);
  if (connection.state == State::reading) read_request(connection, limits, answer);
  if (connection.state == State::writing) write_response(connection);
}

/// The connection that a new one may take the place of; the end where there is none.
std::list<Connection>::iterator least_worthy(std::list<Connection>& connections) {
  for (const State state : {State::closed, State::lingering, State::reading}) {
    const auto found = std::find_if(connections.begin(), connections.end(),
                                    [&](const Connection& one) { return one.state == state; });
    if (found != connections.end()) return found;
  }
  return connections.end();
}

/// Whether a client that waits to be accepted has to wait on.
bool is_full(std::list<Connection>& connections, size_t most) {
  return connections.size() >= most && least_worthy(connections) == connections.end();
}

void accept_all(int listener, std::list<Connection>& connections, const ServerLimits& limits,
                const std::function<Response(const Request&)>& answer) {
  for (int rounds = 0; rounds < 64 && !is_full(connections, limits.connections); rounds++) {
    const int number = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (number < 0) return;  // none waits, or it left
    if (connections.size() >= limits.connections) connections.erase(least_worthy(connections));
    serve_one(connections.emplace_back(number, Clock::now() + limits.request), limits, answer);
  }
}

void end_late_ones(std::list<Connection>& connections, const ServerLimits& limits) {
  const auto now = Clock::now();
  for (Connection& connection : connections) {
    if (connection.state == State::closed || connection.end > now) continue;
    if (connection.state != State::reading) {
      connection.state = State::closed;
      continue;
    }
    answer_with(connection, plain_response(408, "The request took too long."), limits);
    write_response(connection);
  }
  connections.remove_if([](const Connection& one) { return one.state == State::closed; });
}

}  // namespace

Server::Server(int port, const ServerLimits& limits)
    : limits_(limits), listener_(listening_socket(port), "a socket that listens") {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (::getsockname(listener_.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    io_error("the port of a socket is not known: {}", std::generic_category().message(errno));
  port_ = ntohs(address.sin_port);
}

void Server::run(const std::function<Response(const Request&)>& answer,
                 const std::atomic<int>& stop, const std::function<void()>& rest) {
  std::list<Connection> connections;  // the oldest first
  std::vector<pollfd> waits;
  while (stop == 0) {
    const bool full = is_full(connections, limits_.connections);
    waits.assign(1, {listener_.number(), static_cast<short>(full ? 0 : POLLIN), 0});
    for (const Connection& one : connections)
      waits.push_back({one.descriptor.number(),
                       static_cast<short>(one.state == State::writing ? POLLOUT : POLLIN), 0});
    if (::poll(waits.data(), waits.size(), kStopInterval) > 0) {
      auto connection = connections.begin();
      for (size_t i = 1; i < waits.size(); i++, ++connection)
        if (waits[i].revents != 0) serve_one(*connection, limits_, answer);
      if (waits[0].revents != 0) accept_all(listener_.number(), connections, limits_, answer);
    }
    end_late_ones(connections, limits_);
    if (rest) rest();
  }
}

}  // namespace tutti::serve
