// SPDX-License-Identifier: Apache-2.0
// How the processes of a job find each other: all connect to rank 0, whose address they know or
// read from a registry. They prove that they have the job's token before they learn anything, and
// rank 0 proves it to them. The token itself is never sent. A connection that is slow or sends
// anything else takes nobody's place.
#pragma once

#include <string>
#include <vector>

#include "comm/engine.h"
#include "comm/proof.h"
#include "comm/registry.h"

namespace tutti::comm {

/// A process sends rank 0 kJoin, its rank, the number of processes, its version and how it protects
/// its connections; or kLook to join only a running job. A running job answers kRunning.
inline constexpr std::string_view kJoin = "join";
inline constexpr std::string_view kLook = "look";
inline constexpr std::string_view kRunning = "running";

struct MeetingPlace {
  int64_t rank = 0;
  int64_t size = 1;
  std::string host;  // of rank 0
  int port = 0;
  std::string token;            // the secret shared by all processes of the job
  double limit = 300;           // seconds for all to arrive
  bool joins = false;           // joins a running job, whatever its rank
  int64_t local_rank = 0;       // among the processes of this machine
  Engine engine = Engine::tcp;  // an MPI needs only rank and size
  int mpi_launcher = -1;        // the descriptor that reaches the launcher of MPICH
  // Locates rank 0 instead of host and port.
  std::shared_ptr<Registry> registry = nullptr;
  PortRange ports = {};  // for everything this process listens on, except rank 0's port
  bool encrypts = true;  // for connections of engine tcp

  /// Its name in errors.
  std::string name() const;
  /// Connects to rank 0. Throws a std::runtime_error that says why it cannot be reached.
  Socket connect(TimePoint end) const;
};

class Rendezvous {
 public:
  /// Returns once every process has connected. If some do not connect in time, or ask for a job
  /// other than rank 0's, each process throws a UserError that names their ranks.
  explicit Rendezvous(const MeetingPlace& place);
  /// For processes that have met by other means: on rank 0, `sockets` reach the others by rank;
  /// elsewhere, the one socket reaches rank 0. `address` is this machine's.
  Rendezvous(const MeetingPlace& place, std::string session, std::string address,
             std::vector<Socket> sockets);

  /// Whether the job already runs. Then this process has met nobody.
  bool is_running() const { return is_running_; }
  /// Rank 0's listening socket.
  Socket take_listener() { return std::move(listener_); }

  /// This machine's address on the way to rank 0; on rank 0, the one at which others reach it.
  const std::string& address() const { return address_; }
  /// The address at which this process reaches rank 0.
  std::string first_address() const;
  /// The texts of all processes, by rank, of at most kLongest bytes each.
  std::vector<std::string> exchange(const std::string& mine);
  static constexpr size_t kLongest = 1 << 20;

  /// Proves rank `from` to rank `to` on a connection made later: nobody can make it without the
  /// token or repeat it in another job.
  std::string proof(int64_t from, int64_t to) const;

 private:
  void host();
  void join();
  /// Makes one attempt; throws a std::runtime_error if nobody is there.
  void try_to_join();
  /// Whether a visitor belongs to the job.
  bool admit(Visitor& visitor);
  void wait_for_others();
  /// Listens and publishes the address.
  Socket open_listener();
  /// Whether the registry has a running job: rank 0 was restarted, and another process leads.
  bool finds_running_job();

  MeetingPlace place_;
  TimePoint end_;
  std::string address_;
  bool is_running_ = false;
  Socket listener_;
  std::string session_;          // random, made by rank 0
  std::vector<Socket> sockets_;  // rank 0: by rank; others: one
};

}  // namespace tutti::comm
