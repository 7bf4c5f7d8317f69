// SPDX-License-Identifier: Apache-2.0
#include "comm/proof.h"

#include <poll.h>

#include <stdexcept>

#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "base/token.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kUnprovenBytes = 4096;           // of a message before the proof
constexpr std::chrono::seconds kUnprovenTime{2};  // for it
constexpr size_t kMostUnproven = 256;             // connections at a time
constexpr size_t kNonceBytes = 16;
constexpr const char* kGreeting = "tutti-rendezvous-3";

/// Values that both ends of a connection can compute, and nobody without the token.
struct Handshake {
  std::string caller_proof, listener_proof;  // in hexadecimal digits
  std::string caller_key, listener_key;      // of what each sends

  Handshake(const std::string& token, const std::string& challenge, const std::string& nonce) {
    const auto derive = [&](const char* use) {
      return derived_key(token, challenge + " " + nonce, use);
    };
    caller_proof = hex_of(derive("tutti caller proof"));
    listener_proof = hex_of(derive("tutti listener proof"));
    caller_key = derive("tutti caller key").substr(0, kSealKeyBytes);
    listener_key = derive("tutti listener key").substr(0, kSealKeyBytes);
  }
};

}  // namespace

std::string keyed_hash(const std::string& key, const std::string& text) {
  return hex_of(hmac_sha256(key, text));
}

std::string derived_key(const std::string& secret, const std::string& salt,
                        const std::string& use) {
  return hmac_sha256(hmac_sha256(salt, secret), use + '\1');
}

void Visitor::answer(const std::string& text) {
  socket.send(text, steady_clock::now() + kUnprovenTime);
}

Socket Reception::take_listener() {
  Socket first = std::move(listeners_.at(0));
  listeners_.erase(listeners_.begin());
  return first;
}

void Reception::greet_all() {
  const auto now = steady_clock::now();
  for (const Socket& listener : listeners_)
    while (auto socket = accept_from(listener)) {
      if (newcomers_.size() >= kMostUnproven) newcomers_.pop_front();
      newcomers_.push_back({std::move(*socket), random_hex(kNonceBytes), now + kUnprovenTime});
      try {
        newcomers_.back().socket.send(fmt::format("{} {}", kGreeting, newcomers_.back().challenge),
                                      now);
      } catch (const std::exception&) {
        newcomers_.pop_back();
      }
    }
}

void Reception::take_proof(Newcomer& newcomer, const std::string& message) const {
  const auto words = words_of(message);
  if (words.size() != 2) throw std::runtime_error("not a proof");
  const Handshake handshake(token_, newcomer.challenge, words[0]);
  if (!equal_secrets(handshake.caller_proof, words[1])) {
    log_warning("{} does not have this job's token and was rejected", newcomer.socket.peer_text());
    throw std::runtime_error("another token");
  }
  newcomer.socket.send(handshake.listener_proof, steady_clock::now());
  newcomer.socket.protect(cipher_seals(handshake.listener_key, handshake.caller_key));
  newcomer.has_token = true;
  newcomer.end = steady_clock::now() + kUnprovenTime;  // for its claim
}

std::optional<std::string> Reception::claim_of(Newcomer& newcomer) const {
  auto message = newcomer.socket.poll_message(kUnprovenBytes);
  if (!message || newcomer.has_token) return message;
  take_proof(newcomer, *message);
  return newcomer.socket.poll_message(kUnprovenBytes);
}

void Reception::wait_for_input(int milliseconds) const {
  std::vector<pollfd> waited;
  for (const Socket& listener : listeners_) waited.push_back({listener.descriptor(), POLLIN, 0});
  for (const Newcomer& one : newcomers_) waited.push_back({one.socket.descriptor(), POLLIN, 0});
  ::poll(waited.data(), waited.size(), milliseconds);
}

std::vector<Visitor> Reception::poll(int milliseconds) {
  wait_for_input(milliseconds);
  greet_all();
  std::vector<Visitor> visitors;
  const auto now = steady_clock::now();
  for (auto one = newcomers_.begin(); one != newcomers_.end();) {
    bool over = now > one->end;
    try {
      if (auto claim = claim_of(*one)) {
        over = true;
        visitors.push_back({std::move(one->socket), std::move(*claim)});
      }
    } catch (const std::runtime_error&) {
      over = true;
    }
    one = over ? newcomers_.erase(one) : std::next(one);
  }
  return visitors;
}

namespace {

/// The caller's part of the handshake.
void prove(Socket& socket, const std::string& token, TimePoint end) {
  const auto soon = [&](auto time) { return std::min(end, steady_clock::now() + time); };
  const auto greeting = words_of(socket.receive(kUnprovenBytes, soon(kUnprovenTime)));
  if (greeting.size() != 2 || greeting[0] != kGreeting)
    throw std::runtime_error("another program listens there");
  const std::string nonce = random_hex(kNonceBytes);
  const Handshake handshake(token, greeting[1], nonce);
  socket.send(nonce + " " + handshake.caller_proof, end);
  std::string proof;
  try {
    proof = socket.receive(kUnprovenBytes, soon(2 * kUnprovenTime));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}; does rank 0 have another token?", error.what()));
  }
  if (!equal_secrets(proof, handshake.listener_proof))
    throw std::runtime_error("the process that listens there does not have this job's token");
  socket.protect(cipher_seals(handshake.caller_key, handshake.listener_key));
}

}  // namespace

std::string ask(Socket& socket, const std::string& token, const std::string& claim, TimePoint end) {
  prove(socket, token, end);
  socket.send(claim, end);
  return socket.receive(kLongestAnswer, std::min(end, steady_clock::now() + 2 * kUnprovenTime));
}

}  // namespace tutti::comm
