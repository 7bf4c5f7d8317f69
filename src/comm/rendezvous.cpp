// SPDX-License-Identifier: Apache-2.0
#include "comm/rendezvous.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <poll.h>

#include <list>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr size_t kUnprovenBytes = 4096;               // of a message before the proof
constexpr std::chrono::seconds kUnprovenTime{2};      // for it
constexpr std::chrono::milliseconds kRetryTime{100};  // between two attempts to connect
constexpr size_t kMostUnproven = 256;                 // connections at a time
constexpr size_t kNonceBytes = 16;
constexpr const char* kGreeting = "tutti-rendezvous-1";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Rank 0's answer: "welcome SESSION" or "refused REASON", with its proof before it.
std::string answer_text(const std::string& token, const std::string& challenge,
                        const std::string& nonce, const std::string& answer) {
  return keyed_hash(token, fmt::format("host {} {} {}", nonce, challenge, answer)) + " " + answer;
}

struct Newcomer {
  Socket socket;
  std::string challenge;
  TimePoint end;
};

}  // namespace

bool equal_secrets(const std::string& a, const std::string& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string keyed_hash(const std::string& key, const std::string& text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  const auto* result =
      HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  check(result != nullptr, "OpenSSL has no HMAC-SHA256");
  std::string hex;
  for (unsigned int i = 0; i < size; i++) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

std::string random_hex(size_t bytes) {
  std::vector<unsigned char> random(bytes);
  check(RAND_bytes(random.data(), static_cast<int>(bytes)) == 1, "there are no random numbers");
  std::string hex;
  for (const unsigned char byte : random) hex += fmt::format("{:02x}", byte);
  return hex;
}

Rendezvous::Rendezvous(const MeetingPlace& place)
    : place_(place),
      end_(steady_clock::now() +
           std::chrono::milliseconds(static_cast<int64_t>(place.limit * 1000))) {
  check(place.size > 1 && place.rank >= 0 && place.rank < place.size, "rank {} of {}", place.rank,
        place.size);
  (place.rank == 0) ? host() : join();
}

void Rendezvous::host() {
  session_ = random_hex(kNonceBytes);
  sockets_.resize(static_cast<size_t>(place_.size));
  const Socket listener = listen_at(place_.host, place_.port);
  wait_for_others(listener);
  // Others reach this machine by the address at which the first from another machine did.
  for (const Socket& socket : sockets_) {
    if (!socket.is_open()) continue;
    const std::string address = socket.own_address();
    if (address_.empty() || !address.starts_with("127.")) address_ = address;
  }
}

void Rendezvous::wait_for_others(const Socket& listener) {
  std::list<Newcomer> newcomers;
  int64_t missing = place_.size - 1;
  while (missing > 0) {
    const auto now = steady_clock::now();
    if (now > end_) {
      std::vector<std::string> absent;
      for (int64_t rank = 1; rank < place_.size; rank++)
        if (!sockets_[static_cast<size_t>(rank)].is_open()) absent.push_back(std::to_string(rank));
      io_error("rank 0 waited {} s at {} port {}, and these ranks did not come: {}", place_.limit,
               escaped(place_.host), place_.port, fmt::join(absent, ", "));
    }
    while (auto socket = accept_from(listener)) {
      if (newcomers.size() >= kMostUnproven) newcomers.pop_front();
      newcomers.push_back({std::move(*socket), random_hex(kNonceBytes), now + kUnprovenTime});
      try {
        newcomers.back().socket.send(fmt::format("{} {}", kGreeting, newcomers.back().challenge),
                                     now);
      } catch (const std::exception&) {
        newcomers.pop_back();
      }
    }
    for (auto one = newcomers.begin(); one != newcomers.end();) {
      bool over = now > one->end;
      try {
        if (const auto claim = one->socket.poll_message(kUnprovenBytes)) {
          missing -= admit(one->socket, one->challenge, *claim);
          over = true;
        }
      } catch (const UserError&) {
        throw;
      } catch (const std::exception&) {
        over = true;
      }
      one = over ? newcomers.erase(one) : std::next(one);
    }
    std::vector<pollfd> waited{{listener.descriptor(), POLLIN, 0}};
    for (const Newcomer& one : newcomers) waited.push_back({one.socket.descriptor(), POLLIN, 0});
    ::poll(waited.data(), waited.size(), 100);
  }
}

bool Rendezvous::admit(Socket& socket, const std::string& challenge, const std::string& claim) {
  const std::vector<std::string> words = words_of(claim);
  if (words.size() != 6 || words[0] != "join") return false;
  const std::string &rank_word = words[1], &size = words[2], &version = words[3], &nonce = words[4];
  const std::string expected = keyed_hash(
      place_.token, fmt::format("join {} {} {} {} {}", rank_word, size, version, nonce, challenge));
  if (!equal_secrets(expected, words[5])) {
    log_warning("{} does not have this job's token and is turned away", socket.peer_text());
    return false;
  }
  const auto answer = [&](const std::string& text) {
    socket.send(answer_text(place_.token, challenge, nonce, text),
                steady_clock::now() + kUnprovenTime);
  };
  const auto rank = static_cast<int64_t>(std::strtoll(rank_word.c_str(), nullptr, 10));
  std::string problem;
  if (size != std::to_string(place_.size))
    problem = fmt::format("rank {} is one of {} processes, but rank 0 is one of {}", rank,
                          escaped(size), place_.size);
  else if (version != kVersion)
    problem = fmt::format("rank {} is Tutti {}, but rank 0 is Tutti {}", rank, escaped(version),
                          kVersion);
  else if (rank < 1 || rank >= place_.size)
    problem = fmt::format("rank {}: expected 1 to {} beside rank 0", rank, place_.size - 1);
  else if (sockets_[static_cast<size_t>(rank)].is_open())
    problem = fmt::format("two processes say that they are rank {}: {} and {}", rank,
                          sockets_[static_cast<size_t>(rank)].peer_text(), socket.peer_text());
  if (!problem.empty()) {
    answer("refused " + problem);
    user_error("{}", problem);
  }
  answer("welcome " + session_);
  sockets_[static_cast<size_t>(rank)] = std::move(socket);
  return true;
}

void Rendezvous::join() {
  std::string problem = "nobody listens";
  bool told = false;
  while (steady_clock::now() < end_) {
    try {
      Socket socket = connect_to(place_.host, place_.port, end_);
      const auto greeting = words_of(
          socket.receive(kUnprovenBytes, std::min(end_, steady_clock::now() + kUnprovenTime)));
      if (greeting.size() != 2 || greeting[0] != kGreeting)
        throw std::runtime_error("another program listens there");
      const std::string nonce = random_hex(kNonceBytes);
      const std::string claim =
          fmt::format("join {} {} {} {}", place_.rank, place_.size, kVersion, nonce);
      socket.send(claim + " " + keyed_hash(place_.token, claim + " " + greeting[1]), end_);
      std::string answer;
      try {
        answer =
            socket.receive(kUnprovenBytes, std::min(end_, steady_clock::now() + 2 * kUnprovenTime));
      } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format("{}; does rank 0 have another token?", error.what()));
      }
      const std::string words = answer.substr(std::min(answer.size(), answer.find(' ') + 1));
      if (!equal_secrets(answer, answer_text(place_.token, greeting[1], nonce, words)))
        throw std::runtime_error("who listens there does not have this job's token");
      if (words.starts_with("refused ")) user_error("{}", words.substr(8));
      session_ = words.substr(words.find(' ') + 1);
      address_ = socket.own_address();
      sockets_.push_back(std::move(socket));
      return;
    } catch (const UserError&) {
      throw;
    } catch (const std::runtime_error& error) {
      if (problem != error.what()) told = false;
      problem = error.what();
    }
    if (!std::exchange(told, true))
      log_info("rank {} tries to reach rank 0 at {} port {}: {}", place_.rank, escaped(place_.host),
               place_.port, escaped(problem));
    std::this_thread::sleep_for(kRetryTime);
  }
  io_error("rank {} did not reach rank 0 at {} port {} within {} s: {}", place_.rank,
           escaped(place_.host), place_.port, place_.limit, escaped(problem));
}

std::vector<std::string> Rendezvous::exchange(const std::string& mine) {
  check(mine.size() <= kLongest, "{} bytes for a rendezvous", mine.size());
  std::vector<std::string> all(static_cast<size_t>(place_.size));
  size_t rank = 0;
  try {
    if (place_.rank != 0) {
      sockets_[0].send(mine, end_);
      for (std::string& text : all) text = sockets_[0].receive(kLongest, end_);
      return all;
    }
    all[0] = mine;
    for (rank = 1; rank < all.size(); rank++) all[rank] = sockets_[rank].receive(kLongest, end_);
    for (rank = 1; rank < all.size(); rank++)
      for (const std::string& text : all) sockets_[rank].send(text, end_);
  } catch (const std::runtime_error& error) {
    io_error("rank {} failed while the processes found each other: {}", rank, error.what());
  }
  return all;
}

std::string Rendezvous::proof(int64_t from, int64_t to) const {
  return keyed_hash(place_.token, fmt::format("pair {} {} {}", session_, from, to));
}

}  // namespace tutti::comm
