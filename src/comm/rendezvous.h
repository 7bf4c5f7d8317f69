// SPDX-License-Identifier: Apache-2.0
// Where the processes of a job find each other: all connect to rank 0, whose address they know or
// read in a registry, and prove that they have the job's token before they are told anything, and
// rank 0 proves it to them. The token itself is never sent. A connection that is slow, or says
// something else, takes nobody's place.
#pragma once

#include <string>
#include <vector>

#include "comm/engine.h"
#include "comm/proof.h"
#include "comm/registry.h"

namespace tutti::comm {

/// What a process says to rank 0: kJoin, its rank, the number of processes, its version and how it
/// protects its connections, or kLook where it wants no other job than one that runs; and what
/// answers it in one that runs.
inline constexpr std::string_view kJoin = "join";
inline constexpr std::string_view kLook = "look";
inline constexpr std::string_view kRunning = "running";

struct MeetingPlace {
  int64_t rank = 0;
  int64_t size = 1;
  std::string host;  // of rank 0
  int port = 0;
  std::string token;            // a secret that all processes of the job have
  double limit = 300;           // seconds for all to come
  bool joins = false;           // looks for a job that runs already, whatever its rank
  int64_t local_rank = 0;       // among the processes of this machine
  Engine engine = Engine::tcp;  // an MPI needs only rank and size
  int mpi_launcher = -1;        // the descriptor that reaches the launcher of MPICH
  // Says where rank 0 is, instead of host and port.
  std::shared_ptr<Registry> registry = nullptr;
  PortRange ports = {};  // of all that this process listens with, but for rank 0's
  bool encrypts = true;  // the connections of engine tcp

  /// As errors name it.
  std::string name() const;
  /// Connects to rank 0; a std::runtime_error says why it cannot be reached.
  Socket connect(TimePoint end) const;
};

class Rendezvous {
 public:
  /// Returns once every process has connected. If some do not connect in time, or ask for another
  /// job than rank 0 does, each process throws a UserError that names their ranks.
  explicit Rendezvous(const MeetingPlace& place);
  /// For processes that have met by other means: `sockets` reach the others, by rank, from rank 0,
  /// and rank 0 from each other one. `address` is this machine's.
  Rendezvous(const MeetingPlace& place, std::string session, std::string address,
             std::vector<Socket> sockets);

  /// Whether the job was found to run already. Then nobody was met.
  bool is_running() const { return is_running_; }
  /// The socket that rank 0 has listened with.
  Socket take_listener() { return std::move(listener_); }

  /// The address of this machine by which it reaches rank 0, or others reach rank 0.
  const std::string& address() const { return address_; }
  /// The address by which this process reaches rank 0.
  std::string first_address() const;
  /// The texts of all processes, by rank; each at most kLongest bytes.
  std::vector<std::string> exchange(const std::string& mine);
  static constexpr size_t kLongest = 1 << 20;

  /// What rank `from` proves to rank `to` on a connection that was made later: nobody can say it
  /// who does not have the token, nor repeat it in another job.
  std::string proof(int64_t from, int64_t to) const;

 private:
  void host();
  void join();
  /// One attempt; throws a std::runtime_error where nobody is there.
  void try_to_join();
  /// Whether a visitor is one of the job's.
  bool admit(Visitor& visitor);
  void wait_for_others();
  /// Listens, and lets the others know where.
  Socket open_listener();
  /// Whether the registry has a job that runs: rank 0 was started again, and others lead.
  bool finds_running_job();

  MeetingPlace place_;
  TimePoint end_;
  std::string address_;
  bool is_running_ = false;
  Socket listener_;
  std::string session_;          // random, of rank 0
  std::vector<Socket> sockets_;  // rank 0: by rank; others: one
};

}  // namespace tutti::comm
