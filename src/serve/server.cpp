// SPDX-License-Identifier: Apache-2.0
#include "serve/server.h"

#include <fcntl.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <list>

#include "base/error.h"
#include "base/text.h"
#include "serve/wire.h"

namespace tutti::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Answer = std::function<Response(const Request&)>;
using Clock = std::chrono::steady_clock;

constexpr auto kStopInterval = std::chrono::milliseconds(200);  // between looks at `stop`
constexpr auto kLingering = std::chrono::milliseconds(500);     // for a body that nobody reads
constexpr size_t kReadBytes = size_t{64} << 10;                 // of such a body at a time

enum class State { reading, writing, lingering, closed };

/// A client, from its connection to its disconnection.
class Connection : public std::enable_shared_from_this<Connection> {
  auto then(void (Connection::*next)(const error_code&)) {
    return [next, self = shared_from_this()](const error_code& error, size_t) {
      (self.get()->*next)(error);
    };
  }

 public:
  Connection(tcp::socket socket, const ServerLimits& limits, const Answer& answer)
      : socket_(std::move(socket)), limits_(limits), answer_(answer) {
    parser_.header_limit(static_cast<uint32_t>(limits.head_bytes));
    parser_.body_limit(limits.body_bytes);
  }

  State state() const { return state_; }

  void read() { http::async_read_header(socket_, buffer_, parser_, then(&Connection::take_head)); }

  void end_if_late() {
    if (end_ > Clock::now()) return;
    if (state_ != State::reading) return close();
    socket_.cancel();
    answer_with(plain_response(408, "The request took too long."));
  }

  void close() {
    state_ = State::closed;
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  /// Refuses a body that will not be read: the response to the head already says so to the client.
  void take_head(const error_code& error) {
    if (state_ != State::reading) return;  // it was late
    if (error) return refuse(error);
    const bool takes_one = parser_.get().method() == http::verb::post;
    if (parser_.chunked() || (!takes_one && parser_.content_length().value_or(0) > 0))
      return refuse(http::error::body_limit);
    http::async_read(socket_, buffer_, parser_, then(&Connection::take_whole));
  }

  void take_whole(const error_code& error) {
    if (state_ != State::reading) return;
    if (error) return refuse(error);
    auto request = request_of(parser_.get());
    if (!request) return refuse(http::error::bad_target);
    takes_gzip_ = takes_gzip(*request);
    const std::string& body = parser_.get().body();
    if (!body.empty() && !parse_form(body, *request))
      return answer_with(plain_response(400, "This is not a form."));
    try {
      answer_with(answer_(*request));
    } catch (const std::exception& failure) {
      answer_with(plain_response(500, escaped_lines(failure.what())));
    }
  }

  void refuse(const error_code& error) {
    if (error == http::error::header_limit)
      return answer_with(plain_response(431, "The request is too long."));
    if (error == http::error::body_limit || error == http::error::bad_content_length)
      return answer_with(plain_response(413, "A request has no such body here."));
    const bool is_of_bytes = error.category() == error_code(http::error::bad_target).category();
    if (!is_of_bytes || error == http::error::end_of_stream ||
        error == http::error::partial_message)
      return close();
    answer_with(plain_response(400, "This is not a request of HTTP/1.1."));
  }

  void answer_with(const Response& response) {
    state_ = State::writing;
    end_ = Clock::now() + limits_.response;
    response_ = message_of(response, takes_gzip_);
    http::async_write(socket_, response_, then(&Connection::linger));
  }

  /// A client that still sends a body would lose the answer if its connection were closed at once.
  void linger(const error_code& failure) {
    error_code error = failure;
    if (!error) socket_.shutdown(tcp::socket::shutdown_send, error);
    if (error) return close();
    state_ = State::lingering;
    end_ = Clock::now() + kLingering;
    discard(error);
  }

  void discard(const error_code& error) {
    if (error) return close();
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(kReadBytes), then(&Connection::discard));
  }

  tcp::socket socket_;
  const ServerLimits& limits_;
  const Answer& answer_;
  Clock::time_point end_ = Clock::now() + limits_.request;
  State state_ = State::reading;
  bool takes_gzip_ = false;
  boost::beast::flat_buffer buffer_;
  http::request_parser<http::string_body> parser_;
  http::response<http::string_body> response_;
};

/// The clients of one run of a server.
class Serving {
 public:
  Serving(tcp::acceptor& acceptor, const ServerLimits& limits, const Answer& answer)
      : acceptor_(acceptor), limits_(limits), answer_(answer) {}

  /// Accepts waiting clients as soon as there are any, unless the server is full.
  void accept() {
    if (waits_ || is_full()) return;
    waits_ = true;
    acceptor_.async_wait(tcp::acceptor::wait_read, [this](const error_code& error) {
      waits_ = false;
      if (!error) accept_all();
    });
  }

  void end_late_ones() {
    for (const auto& connection : connections_) connection->end_if_late();
    connections_.remove_if([](const auto& one) { return one->state() == State::closed; });
  }

  void end() {
    acceptor_.cancel();
    for (const auto& connection : connections_) connection->close();
  }

 private:
  /// The connection that a new one may replace; the end if there is none.
  auto least_worthy() {
    for (const State state : {State::closed, State::lingering, State::reading}) {
      const auto found = std::find_if(connections_.begin(), connections_.end(),
                                      [&](const auto& one) { return one->state() == state; });
      if (found != connections_.end()) return found;
    }
    return connections_.end();
  }

  bool is_full() {
    return connections_.size() >= limits_.connections && least_worthy() == connections_.end();
  }

  /// Processes that the page starts would inherit the sockets that Asio itself accepts.
  void accept_all() {
    for (int rounds = 0; rounds < 64 && !is_full(); rounds++) {
      const int number =
          ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (number < 0) return;  // no client waits, or it left
      if (connections_.size() >= limits_.connections) {
        const auto other = least_worthy();
        (*other)->close();
        connections_.erase(other);
      }
      tcp::socket socket(acceptor_.get_executor(), tcp::v4(), number);
      connections_.push_back(std::make_shared<Connection>(std::move(socket), limits_, answer_));
      connections_.back()->read();
    }
  }

  tcp::acceptor& acceptor_;
  const ServerLimits& limits_;
  const Answer& answer_;
  std::list<std::shared_ptr<Connection>> connections_;  // the oldest first
  bool waits_ = false;
};

}  // namespace

struct Server::Listener {
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
};

Server::Server(int port, const ServerLimits& limits)
    : limits_(limits), listener_(std::make_unique<Listener>()) {
  const tcp::endpoint place(asio::ip::address_v4::loopback(), static_cast<uint16_t>(port));
  try {
    listener_->acceptor = tcp::acceptor(listener_->io, place);
    listener_->acceptor.non_blocking(true);
  } catch (const boost::system::system_error& error) {
    user_error("--port {}: 127.0.0.1 cannot be listened at: {}; name another port, or 0 for any",
               port, error.code().message());
  }
  ::fcntl(listener_->acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
}

Server::~Server() = default;

int Server::port() const {
  return listener_->acceptor.local_endpoint().port();
}

void Server::run(const Answer& answer, const std::atomic<int>& stop,
                 const std::function<void()>& rest) {
  Serving serving(listener_->acceptor, limits_, answer);
  while (stop == 0) {
    serving.accept();
    listener_->io.restart();
    listener_->io.run_one_for(kStopInterval);
    serving.end_late_ones();
    if (rest) rest();
  }
  serving.end();
  listener_->io.restart();
  listener_->io.poll();  // what was waited for has been cancelled
}

}  // namespace tutti::serve
