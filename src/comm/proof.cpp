// SPDX-License-Identifier: Apache-2.0
#include "comm/proof.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <poll.h>

#include <sstream>
#include <stdexcept>

#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kUnprovenBytes = 4096;           // of a message before the proof
constexpr std::chrono::seconds kUnprovenTime{2};  // for it
constexpr size_t kMostUnproven = 256;             // connections at a time
constexpr size_t kNonceBytes = 16;
constexpr const char* kGreeting = "tutti-rendezvous-2";

/// An answer with its proof before it.
std::string answer_text(const std::string& token, const std::string& seal,
                        const std::string& answer) {
  return keyed_hash(token, fmt::format("host {} {}", seal, answer)) + " " + answer;
}

}  // namespace

bool equal_secrets(const std::string& a, const std::string& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string keyed_hash(const std::string& key, const std::string& text) {
  return hex_of(hmac_sha256(key, text));
}

std::string random_hex(size_t bytes) {
  std::vector<unsigned char> random(bytes);
  check(RAND_bytes(random.data(), static_cast<int>(bytes)) == 1, "there are no random numbers");
  std::string hex;
  for (const unsigned char byte : random) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void Visitor::answer(const std::string& token, const std::string& text) {
  socket.send(answer_text(token, seal, text), steady_clock::now() + kUnprovenTime);
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

/// A message consists of what is wanted, a nonce and a proof, separated by spaces.
Visitor Reception::proven(Newcomer& newcomer, const std::string& message) const {
  const size_t proof = message.rfind(' ');
  const size_t nonce =
      proof == std::string::npos || proof == 0 ? std::string::npos : message.rfind(' ', proof - 1);
  if (nonce == std::string::npos) throw std::runtime_error("not a claim");
  const std::string expected =
      keyed_hash(token_, message.substr(0, proof) + " " + newcomer.challenge);
  if (!equal_secrets(expected, message.substr(proof + 1))) {
    log_warning("{} does not have this job's token and is turned away",
                newcomer.socket.peer_text());
    throw std::runtime_error("another token");
  }
  return {std::move(newcomer.socket), message.substr(0, nonce),
          message.substr(nonce + 1, proof - nonce - 1) + " " + newcomer.challenge};
}

void Reception::wait_for_input(int milliseconds) const {
  std::vector<pollfd> waited;
  for (const Socket& listener : listeners_) waited.push_back({listener.descriptor(), POLLIN, 0});
  for (const Newcomer& one : newcomers_) waited.push_back({one.socket.descriptor(), POLLIN, 0});
  ::poll(waited.data(), waited.size(), milliseconds);
}

std::vector<Visitor> Reception::look(int milliseconds) {
  wait_for_input(milliseconds);
  greet_all();
  std::vector<Visitor> visitors;
  const auto now = steady_clock::now();
  for (auto one = newcomers_.begin(); one != newcomers_.end();) {
    bool over = now > one->end;
    try {
      if (const auto message = one->socket.poll_message(kUnprovenBytes)) {
        over = true;
        visitors.push_back(proven(*one, *message));
      }
    } catch (const std::runtime_error&) {
      over = true;
    }
    one = over ? newcomers_.erase(one) : std::next(one);
  }
  return visitors;
}

std::string ask(Socket& socket, const std::string& token, const std::string& claim, TimePoint end) {
  const auto greeting =
      words_of(socket.receive(kUnprovenBytes, std::min(end, steady_clock::now() + kUnprovenTime)));
  if (greeting.size() != 2 || greeting[0] != kGreeting)
    throw std::runtime_error("another program listens there");
  const std::string nonce = random_hex(kNonceBytes), said = claim + " " + nonce;
  socket.send(said + " " + keyed_hash(token, said + " " + greeting[1]), end);
  std::string answer;
  try {
    answer = socket.receive(kLongestAnswer, std::min(end, steady_clock::now() + 2 * kUnprovenTime));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}; does rank 0 have another token?", error.what()));
  }
  const std::string text = answer.substr(std::min(answer.size(), answer.find(' ') + 1));
  if (!equal_secrets(answer, answer_text(token, nonce + " " + greeting[1], text)))
    throw std::runtime_error("who listens there does not have this job's token");
  return text;
}

}  // namespace tutti::comm
