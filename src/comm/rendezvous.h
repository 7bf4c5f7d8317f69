// SPDX-License-Identifier: Apache-2.0
// Where the processes of a job find each other: all connect to rank 0 and prove that they have the
// job's token before they are told anything, and rank 0 proves it to them. The token itself is
// never sent. A connection that is slow, or says something else, takes nobody's place.
#pragma once

#include <string>
#include <vector>

#include "comm/socket.h"

namespace tutti::comm {

struct MeetingPlace {
  int64_t rank = 0;
  int64_t size = 1;
  std::string host;  // of rank 0
  int port = 0;
  std::string token;   // a secret that all processes of the job have
  double limit = 300;  // seconds for all to come
};

class Rendezvous {
 public:
  /// Returns once every process has connected. If some do not connect in time, or ask for another
  /// job than rank 0 does, each process throws a UserError that names their ranks.
  explicit Rendezvous(const MeetingPlace& place);

  /// The address of this machine by which it reaches rank 0, or others reach rank 0.
  const std::string& address() const { return address_; }
  /// The texts of all processes, by rank; each at most kLongest bytes.
  std::vector<std::string> exchange(const std::string& mine);
  static constexpr size_t kLongest = 1 << 20;

  /// What rank `from` proves to rank `to` on a connection that was made later: nobody can say it
  /// who does not have the token, nor repeat it in another job.
  std::string proof(int64_t from, int64_t to) const;

 private:
  void host();
  void join();
  /// Reads a new connection's claim. True when it is one of the job's.
  bool admit(Socket& socket, const std::string& challenge, const std::string& claim);
  void wait_for_others(const Socket& listener);

  MeetingPlace place_;
  TimePoint end_;
  std::string address_;
  std::string session_;          // random, of rank 0
  std::vector<Socket> sockets_;  // rank 0: by rank; others: one
};

/// Whether two texts are equal, in a time that says nothing about where they differ.
bool equal_secrets(const std::string& a, const std::string& b);
/// HMAC-SHA256 in hexadecimal digits.
std::string keyed_hash(const std::string& key, const std::string& text);
/// `bytes` random bytes in hexadecimal digits.
std::string random_hex(size_t bytes);

}  // namespace tutti::comm
