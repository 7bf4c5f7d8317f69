// SPDX-License-Identifier: Apache-2.0
// How two ends of a connection prove to each other that they have the job's token. The token itself
// is never sent. Until the proof, the other end may be anybody: it is told nothing, may say little,
// and has two seconds. From then on messages are encrypted with keys of that connection alone.
//
// The listener greets with a random challenge. The caller answers with a nonce and its proof, and
// the listener with its own. Proofs and keys come from the token, the challenge and the nonce, so
// a relay, or somebody who repeats the messages of another connection, has no keys.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "comm/socket.h"

namespace tutti::comm {

/// HMAC-SHA256 in hexadecimal digits.
std::string keyed_hash(const std::string& key, const std::string& text);
/// HKDF-SHA256 (RFC 5869): 32 bytes for that use.
std::string derived_key(const std::string& secret, const std::string& salt, const std::string& use);

/// The most that an answer may have, in bytes.
inline constexpr size_t kLongestAnswer = 1 << 20;

/// Somebody who has proven to have the token, and what it wants.
struct Visitor {
  Socket socket;
  std::string claim;

  /// Throws a std::runtime_error where the connection fails.
  void answer(const std::string& text);
};

/// Takes connections and listens to those that prove themselves.
class Reception {
 public:
  explicit Reception(std::string token) : token_(std::move(token)) {}

  void listen_with(Socket listener) { listeners_.push_back(std::move(listener)); }
  size_t listeners() const { return listeners_.size(); }
  /// The first listener, given away.
  Socket take_listener();
  /// Waits `milliseconds` at most for something to come, and returns who has proven itself. A
  /// warning tells of those that have another token.
  std::vector<Visitor> poll(int milliseconds);

 private:
  struct Newcomer {
    Socket socket;
    std::string challenge;
    TimePoint end;
    bool has_token = false;
  };
  /// Waits for a connection, or for a message of one of the newcomers.
  void wait_for_input(int milliseconds) const;
  void greet_all();
  /// What one of them claims once it has proven itself. Throws a std::runtime_error where it
  /// cannot.
  std::optional<std::string> claim_of(Newcomer& newcomer) const;
  void take_proof(Newcomer& newcomer, const std::string& message) const;

  std::string token_;
  std::vector<Socket> listeners_;
  std::list<Newcomer> newcomers_;
};

/// The other end: says what this process wants, and returns the answer. Throws a std::runtime_error
/// where the connection fails until `end`, or who answers does not have the token.
std::string ask(Socket& socket, const std::string& token, const std::string& claim, TimePoint end);

}  // namespace tutti::comm
