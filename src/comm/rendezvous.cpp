// SPDX-License-Identifier: Apache-2.0
#include "comm/rendezvous.h"

#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "base/version.h"
#include "comm/door.h"
#include "comm/network.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRetryTime{100};  // between two attempts to connect
constexpr std::chrono::seconds kRegistryTime{1};      // between two looks into the registry
constexpr std::chrono::seconds kAnswerTime{5};        // for a job that may run to answer
constexpr size_t kSessionBytes = 16;

/// As --comm_encryption names it.
const char* protection_of(const MeetingPlace& place) {
  return place.encrypts ? "aes_gcm" : "none";
}

}  // namespace

std::string MeetingPlace::name() const {
  return registry ? escaped(registry->name(), 1000)
                  : fmt::format("{} port {}", escaped(host), port);
}

Socket MeetingPlace::connect(TimePoint end) const {
  return registry ? registry->connect(end) : connect_to(host, port, end);
}

Rendezvous::Rendezvous(const MeetingPlace& place) : place_(place), end_(after(place.limit)) {
  check(place.joins || (place.size > 1 && place.rank >= 0 && place.rank < place.size),
        "rank {} of {}", place.rank, place.size);
  (place.rank == 0 && !place.joins) ? host() : join();
}

Rendezvous::Rendezvous(const MeetingPlace& place, std::string session, std::string address,
                       std::vector<Socket> sockets)
    : place_(place),
      end_(after(place.limit)),
      address_(std::move(address)),
      session_(std::move(session)),
      sockets_(std::move(sockets)) {}

void Rendezvous::host() {
  session_ = random_hex(kSessionBytes);
  sockets_.resize(static_cast<size_t>(place_.size));
  is_running_ = finds_running_job();
  if (!is_running_) wait_for_others();
  if (is_running_) return;
  // Others reach this machine at the address that the first remote process used.
  for (const Socket& socket : sockets_) {
    if (!socket.is_open()) continue;
    const std::string address = socket.own_address();
    if (address_.empty() || !address.starts_with("127.")) address_ = address;
  }
}

bool Rendezvous::finds_running_job() {
  if (!place_.registry) return false;
  try {
    if (place_.registry->read().generation == 0) return false;
    const TimePoint end = std::min(end_, steady_clock::now() + kAnswerTime);
    Socket socket = place_.registry->connect(end);
    address_ = socket.own_address();
    if (ask(socket, place_.token, std::string(kLook), end) != kRunning) return false;
  } catch (const std::runtime_error&) {  // nobody is there any more
    return false;
  }
  place_.registry->leave();
  log_info("the job of {} already runs", place_.name());
  return true;
}

Socket Rendezvous::open_listener() {
  if (!place_.registry) return listen_at(place_.host, place_.port);
  Socket listener = listen_in("", place_.ports);
  place_.registry->lead(0, own_addresses(), port_of(listener));
  return listener;
}

void Rendezvous::wait_for_others() {
  Reception reception(place_.token);
  reception.listen_with(open_listener());
  int64_t missing = place_.size - 1;
  auto looked = steady_clock::now();
  while (missing > 0) {
    if (steady_clock::now() > end_) {
      std::vector<std::string> absent;
      for (int64_t rank = 1; rank < place_.size; rank++)
        if (!sockets_[static_cast<size_t>(rank)].is_open()) absent.push_back(std::to_string(rank));
      io_error("rank 0 waited {} s at {}, but these ranks did not arrive: {}", place_.limit,
               place_.name(), fmt::join(absent, ", "));
    }
    for (Visitor& visitor : reception.poll(100)) missing -= admit(visitor);
    if (steady_clock::now() - looked < kRegistryTime) continue;
    if ((is_running_ = finds_running_job())) return;
    looked = steady_clock::now();
  }
  listener_ = reception.take_listener();
}

bool Rendezvous::admit(Visitor& visitor) {
  const std::vector<std::string> words = words_of(visitor.claim);
  if (!words.empty() && words[0] == kEnter) try {
      visitor.answer(std::string(kEarly));
    } catch (const std::runtime_error&) {  // it is gone
    }
  if (words.size() != 5 || words[0] != kJoin) return false;
  const std::string &rank_word = words[1], &size = words[2], &version = words[3],
                    &protection = words[4];
  const auto rank = static_cast<int64_t>(std::strtoll(rank_word.c_str(), nullptr, 10));
  std::string problem;
  if (size != std::to_string(place_.size))
    problem = fmt::format("rank {} is one of {} processes, but rank 0 is one of {}", rank,
                          escaped(size), place_.size);
  else if (version != kVersion)
    problem = fmt::format("rank {} is Tutti {}, but rank 0 is Tutti {}", rank, escaped(version),
                          kVersion);
  else if (protection != protection_of(place_))
    problem = fmt::format("rank {} has --comm_encryption {}, but rank 0 has {}", rank,
                          escaped(protection), protection_of(place_));
  else if (rank < 1 || rank >= place_.size)
    problem = fmt::format("rank {}: expected 1 to {} beside rank 0", rank, place_.size - 1);
  else if (sockets_[static_cast<size_t>(rank)].is_open())
    problem =
        fmt::format("two processes claim to be rank {}: {} and {}", rank,
                    sockets_[static_cast<size_t>(rank)].peer_text(), visitor.socket.peer_text());
  try {
    visitor.answer(problem.empty() ? "welcome " + session_ : "refused " + problem);
  } catch (const std::runtime_error&) {  // it is gone
    if (problem.empty()) return false;
  }
  if (!problem.empty()) user_error("{}", problem);
  sockets_[static_cast<size_t>(rank)] = std::move(visitor.socket);
  return true;
}

void Rendezvous::try_to_join() {
  Socket socket = place_.connect(end_);
  std::string claim(kLook);
  if (!place_.joins)
    claim = fmt::format("{} {} {} {} {}", kJoin, place_.rank, place_.size, kVersion,
                        protection_of(place_));
  const std::string answer = ask(socket, place_.token, claim, end_);
  if (answer.starts_with("refused ")) user_error("{}", answer.substr(8));
  is_running_ = answer == kRunning;
  session_ = answer.substr(answer.find(' ') + 1);
  address_ = socket.own_address();
  if (!is_running_) sockets_.push_back(std::move(socket));
}

void Rendezvous::join() {
  std::string problem = "nobody listens";
  bool told = false;
  while (steady_clock::now() < end_) {
    try {
      return try_to_join();
    } catch (const UserError&) {
      throw;
    } catch (const std::runtime_error& error) {
      if (problem != error.what()) told = false;
      problem = error.what();
    }
    if (!std::exchange(told, true))
      log_info("rank {} tries to reach rank 0 at {}: {}", place_.rank, place_.name(),
               escaped(problem));
    std::this_thread::sleep_for(kRetryTime);
  }
  io_error("rank {} did not reach rank 0 at {} within {} s: {}", place_.rank, place_.name(),
           place_.limit, escaped(problem));
}

std::string Rendezvous::first_address() const {
  return place_.rank == 0 ? address_ : sockets_.at(0).peer_address();
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
    io_error("rank {} failed while the processes were meeting: {}", rank, error.what());
  }
  return all;
}

std::string Rendezvous::proof(int64_t from, int64_t to) const {
  return keyed_hash(place_.token, fmt::format("pair {} {} {}", session_, from, to));
}

}  // namespace tutti::comm
