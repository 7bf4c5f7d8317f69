// SPDX-License-Identifier: Apache-2.0
#include "http/client.h"

#include <curl/curl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "base/ascii.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "http/curl.h"
#include "http/encoding.h"

namespace tutti::http {
namespace {

constexpr size_t kLargestAnswer = size_t{1} << 28;  // bytes kept in Answer::body

/// A request while it is being sent.
struct Exchange {
  CURL* handle;
  const Request& request;
  Answer answer;
  size_t sent = 0;
  std::exception_ptr failure;  // of the sink
};

size_t take_body(char* data, size_t size, size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const size_t bytes = size * count;
  Answer& answer = exchange.answer;
  const BodySink* sink = exchange.request.sink;
  if (sink && answer.is_good()) {
    if (bytes > sink->bytes - answer.received) return 0;  // more than was asked for
    try {
      sink->write(answer.received, {data, bytes});
    } catch (...) {
      exchange.failure = std::current_exception();
      return 0;
    }
    answer.received += bytes;
  } else {
    if (answer.body.size() + bytes > kLargestAnswer) return 0;
    answer.body.append(data, bytes);
  }
  return bytes;
}

size_t take_header(char* data, size_t size, size_t count, void* user) {
  Answer& answer = static_cast<Exchange*>(user)->answer;
  std::string_view line(data, size * count);
  while (line.ends_with('\n') || line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
  if (line.starts_with("HTTP/")) {
    answer.headers.clear();  // of "100 Continue", which came before
    const size_t space = std::min(line.find(' '), line.size());
    const auto status = whole_number(line.substr(std::min(space + 1, line.size())).substr(0, 3));
    answer.status = static_cast<int>(status.value_or(0));
  } else if (const size_t colon = line.find(':'); colon != line.npos) {
    const std::string name = in_lower_case(std::string(line.substr(0, colon)));
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    answer.headers[name] = value;
  }
  return size * count;
}

size_t give_body(char* data, size_t size, size_t count, void* user) {
  auto& exchange = *static_cast<Exchange*>(user);
  const std::string_view rest = exchange.request.body.substr(exchange.sent);
  const size_t bytes = std::min(size * count, rest.size());
  std::memcpy(data, rest.data(), bytes);
  exchange.sent += bytes;
  return bytes;
}

int rewind_body(void* user, curl_off_t offset, int origin) {
  auto& exchange = *static_cast<Exchange*>(user);
  if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
  exchange.sent = std::min(static_cast<size_t>(offset), exchange.request.body.size());
  return CURL_SEEKFUNC_OK;
}

/// Whether the same request may have another answer later.
bool is_passing(const Answer& answer) {
  // S3 may also say so in the body: it begins to answer the end of an upload before it has the
  // result.
  if (answer.status != 200 && answer.status != 400) return is_passing_status(answer.status);
  const std::string code = element_text(answer.body.substr(0, 4096), "Code");
  return code == "RequestTimeout" || code == "InternalError" || code == "SlowDown" ||
         code == "ServiceUnavailable";
}

/// Seconds until the next attempt: a random part of a doubling interval, so that clients that
/// failed together do not retry together.
double pause_before(int attempt, const Retries& retries) {
  thread_local std::mt19937_64 random{std::random_device{}()};
  const double span =
      std::min(retries.most_seconds, retries.first_seconds * static_cast<double>(1 << attempt));
  return span * std::uniform_real_distribution<double>(0.1, 1)(random);
}

std::string refusal_text(const Answer& answer) {
  return fmt::format("the server answered {} {}", answer.status,
                     escaped(element_text(answer.body.substr(0, 4096), "Code")));
}

/// The wait that the server requests, at most a minute; 0 if none.
double pause_asked_for(const Answer& answer) {
  const auto seconds = whole_number(answer.header("retry-after"));
  return seconds ? std::min<double>(static_cast<double>(*seconds), 60) : 0;
}

}  // namespace

bool is_passing_status(int status) {
  constexpr int kPassing[] = {408, 425, 429, 500, 502, 503, 504};
  return std::find(std::begin(kPassing), std::end(kPassing), status) != std::end(kPassing);
}

struct Client::State {
  Options options;
  std::mutex guard;
  std::vector<CURL*> idle;

  CURL* take() {
    const std::lock_guard lock(guard);
    if (idle.empty()) {
      CURL* made = curl().easy_init();
      if (!made) throw std::bad_alloc();
      return made;
    }
    CURL* last = idle.back();
    idle.pop_back();
    return last;
  }
  void give(CURL* handle) {
    curl().easy_reset(handle);  // its connections stay open
    const std::lock_guard lock(guard);
    idle.push_back(handle);
  }
};

std::string Answer::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

Client::Client(Options options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}

Client::~Client() {
  for (CURL* handle : state_->idle) curl().easy_cleanup(handle);
}

Answer Client::send(const Request& request) const {
  const Curl& library = curl();
  Exchange exchange{state_->take(), request, {}, 0, {}};
  CURL* handle = exchange.handle;
  const auto set = [&](CURLoption option, auto value) {
    check(library.easy_setopt(handle, option, value) == CURLE_OK, "libcurl has no option {}",
          static_cast<int>(option));
  };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_CONNECTTIMEOUT, state_->options.connect_seconds);
  set(CURLOPT_TIMEOUT, state_->options.whole_seconds);
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, state_->options.silence_seconds);
  set(CURLOPT_BUFFERSIZE, 256L << 10);
  set(CURLOPT_UPLOAD_BUFFERSIZE, 256L << 10);
  if (request.sent_once) set(CURLOPT_FRESH_CONNECT, 1L);
  if (state_->options.goes_direct) set(CURLOPT_NOPROXY, "*");
  if (!state_->options.ca_file.empty()) set(CURLOPT_CAINFO, state_->options.ca_file.c_str());
  set(CURLOPT_WRITEFUNCTION, take_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
  set(CURLOPT_HEADERFUNCTION, take_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
  curl_slist* headers = nullptr;
  for (const auto& [name, value] : request.headers)
    headers = library.slist_append(headers, fmt::format("{}: {}", name, value).c_str());
  if (request.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (!request.body.empty() || request.method == "PUT" || request.method == "POST") {
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_READFUNCTION, give_body);
    set(CURLOPT_READDATA, static_cast<void*>(&exchange));
    set(CURLOPT_SEEKFUNCTION, rewind_body);
    set(CURLOPT_SEEKDATA, static_cast<void*>(&exchange));
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    headers = library.slist_append(headers, "Expect:");  // no round trip before each body
  }
  set(CURLOPT_HTTPHEADER, headers);
  const CURLcode code = library.easy_perform(handle);
  library.slist_free_all(headers);
  state_->give(handle);
  if (exchange.failure) std::rethrow_exception(exchange.failure);
  if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE)
    io_error("{}: {}; give the trusted certificates in {}",
             request.url.substr(0, request.url.find('?')), library.easy_strerror(code),
             state_->options.ca_variable);
  if (code != CURLE_OK) throw Failure(library.easy_strerror(code));
  return std::move(exchange.answer);
}

Answer Client::ask(const std::string& what, const std::function<Request()>& make,
                   const Retries& retries) const {
  for (int attempt = 0;; attempt++) {
    std::string problem;
    double pause = pause_before(attempt, retries);
    try {
      Answer answer = send(make());
      if (!is_passing(answer)) return answer;
      problem = refusal_text(answer);
      pause = std::max(pause, pause_asked_for(answer));
    } catch (const Failure& failure) {
      problem = failure.what();
    }
    if (attempt + 1 >= retries.attempts)
      io_error("{}: {}, {} times in a row; the same command resumes where this one ended", what,
               problem, retries.attempts);
    log_debug("{}: {}; retrying in {:.1f} s", what, problem, pause);
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
  }
}

}  // namespace tutti::http
