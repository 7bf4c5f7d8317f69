// SPDX-License-Identifier: Apache-2.0
// How two ends of a connection prove to each other that they have the job's token. The token itself
// is never sent. Before the proof, the other end may be anybody: it learns nothing, may say little,
// and has two seconds. After it, messages are encrypted with keys of that connection alone.
//
// The listener greets with a random challenge. The caller answers with a nonce and its proof, and
// the listener with its own proof. Proofs and keys derive from the token, the challenge and the
// nonce, so neither a relay nor a replay of another connection's messages has the keys.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "comm/socket.h"

namespace tutti::comm {

/// HMAC-SHA256 in hexadecimal digits.
std::string keyed_hash(const std::string& key, const std::string& text);
/// HKDF-SHA256 (RFC 5869): 32 bytes for the given use.
std::string derived_key(const std::string& secret, const std::string& salt, const std::string& use);

/// The maximum length of an answer, in bytes.
inline constexpr size_t kLongestAnswer = 1 << 20;

/// A process that has proven to have the token, and its request.
struct Visitor {
  Socket socket;
  std::string claim;

  /// Throws a std::runtime_error if the connection fails.
  void answer(const std::string& text);
};

/// Accepts connections and serves those that prove themselves.
class Reception {
 public:
  explicit Reception(std::string token) : token_(std::move(token)) {}

  void listen_with(Socket listener) { listeners_.push_back(std::move(listener)); }
  size_t listeners() const { return listeners_.size(); }
  /// Gives away the first listener.
  Socket take_listener();
  /// Waits up to `milliseconds` for input, and returns the visitors that have proven themselves.
  /// Logs a warning about those that have another token.
  std::vector<Visitor> poll(int milliseconds);

 private:
  struct Newcomer {
    Socket socket;
    std::string challenge;
    TimePoint end;
    bool has_token = false;
  };
  /// Waits for a connection, or for a newcomer's message.
  void wait_for_input(int milliseconds) const;
  void greet_all();
  /// A newcomer's claim, once it has proven itself. Throws a std::runtime_error if it cannot.
  std::optional<std::string> claim_of(Newcomer& newcomer) const;
  void take_proof(Newcomer& newcomer, const std::string& message) const;

  std::string token_;
  std::vector<Socket> listeners_;
  std::list<Newcomer> newcomers_;
};

/// The other end: sends this process's claim and returns the answer. Throws a std::runtime_error if
/// the connection fails before `end`, or the listener does not have the token.
std::string ask(Socket& socket, const std::string& token, const std::string& claim, TimePoint end);

}  // namespace tutti::comm
