// SPDX-License-Identifier: Apache-2.0
// The processes of a job, and how it handles a change of their number. When a process dies, the
// remaining ones meet again, with new ranks in the same order; the first reachable one leads.
// Newcomers join at a step that all agree on. Every meeting makes a new generation.
//
// An unreachable process may be dead or cut off. It has certainly ended if its machine reports that
// nothing listens on its port. Of all other processes, more than half must meet, or half including
// the lowest rank; otherwise those that met stop, because the rest may continue without them. So at
// most one group continues.
//
// Meetings cannot repeat forever. If connections keep breaking before a step is finished, all stop;
// a newcomer that made the others regroup too often is refused (comm/setbacks.h).
#pragma once

#include <future>
#include <memory>

#include "comm/communicator.h"
#include "comm/door.h"
#include "comm/rendezvous.h"
#include "comm/setbacks.h"

namespace tutti::comm {

/// The address at which others reach this process, and the one at which it reaches rank 0.
struct Hosts {
  std::string own, first;
};

/// Meets the other processes and connects with each by the place's engine; for jobs that end when
/// one process does. Each proves that it has the token, except under MPI, whose launcher knows its
/// processes. `limit` is the Communicator's. A non-null `hosts` receives the addresses in use; MPI
/// reports none.
std::unique_ptr<Communicator> join_job(const MeetingPlace& place, double limit,
                                       Hosts* hosts = nullptr);

struct JobLimits {
  double message = 300;  // the Communicator's
  double silence = 5;    // seconds without an answer after which a process counts as dead
  int64_t least = 1;     // the job stops with fewer processes
};

/// Describes a regrouping.
struct Regrouping {
  std::string cause;
  double seconds = 0;           // its duration
  int64_t generation = 0;       // of the new group
  int64_t before = 0;           // processes before it
  std::vector<int64_t> former;  // by new rank: the rank before; -1: a newcomer

  int64_t newcomers() const { return std::count(former.begin(), former.end(), -1); }
};

/// `pairs` are ranks that cannot reach each other. Returns the ranks to leave out so that all
/// others can: first those in most pairs, and the highest rank among equals.
std::set<int64_t> left_out(std::vector<std::pair<int64_t, int64_t>> pairs);

class Job {
 public:
  /// Meets the others and connects with each. If the job already runs, this process is a newcomer
  /// and has no communicator until enter().
  Job(const MeetingPlace& place, const JobLimits& limits);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  bool is_newcomer() const { return group_.members.empty(); }
  /// False between two groups, for example when too few processes are left.
  bool has_communicator() const { return communicator_ != nullptr; }
  /// The communicator of the present group. Each regrouping replaces it.
  Communicator& communicator() { return *communicator_; }

  /// A text that is the same in all processes. A newcomer whose text differs is refused.
  void set_terms(std::string terms);
  /// Whether newcomers wait. Only rank 0 knows.
  bool has_newcomers() { return door_->has_newcomers(); }
  /// Meets the others again. `cause` says which failure made this necessary. It is empty if nothing
  /// failed and newcomers join, which all processes do at the same step. Throws a UserError if this
  /// process must not continue: too few are left, the others continued without it, or connections
  /// broke too often since the last note_step().
  Regrouping regroup(const std::string& cause);
  /// Notes that all processes have finished a step together.
  void note_step() { setbacks_.note_step(); }
  /// Asks to join as a newcomer and waits for it. If the job's terms differ from this process's,
  /// calls `differs` with them, which throws.
  Regrouping enter(const std::function<void(const std::string& terms)>& differs);

 private:
  /// An agreed group with its connections: rank 0 has one to each other process, by rank; every
  /// other process has one to rank 0.
  struct Met {
    ProcessGroup group;
    std::vector<Socket> sockets;
  };
  /// When an awaited process last showed that it lives.
  struct Silence {
    TimePoint since;                 // when it last answered, or the wait began
    std::optional<TimePoint> asked;  // when the unanswered question was sent
  };
  /// Processes missing from a meeting.
  struct Absent {
    std::vector<int64_t> ended, silent;  // ranks
  };
  void open_door();
  /// If this process is rank 0, publishes that it leads, so that newcomers find it.
  void announce();
  /// Returns once all others have proven themselves to each other, so that a process whose
  /// connections break right away is not mistaken for one that could not connect.
  void connect(Rendezvous& meeting, double limit);
  /// Throws an io_error if a new process and another one of the group cannot reach each other.
  void expect_reached(Rendezvous& meeting, double limit);
  /// Joins a group and connects with it. Throws a PeerFailed if it cannot connect.
  void connect(Met met);
  /// Ends the previous group's communicator.
  void leave(const std::string& cause);
  /// Meets the remaining processes, as a member or as the leader.
  Met meet();
  /// Counts a regrouping, and refuses machines whose newcomers caused too many.
  void note_setback();
  /// Joins a meeting led by another process; nullopt if that process cannot lead.
  std::optional<Met> follow(int64_t rank);
  /// Connects to a meeting led by another process; nullopt if it does not lead. Throws a
  /// std::runtime_error if the connection fails before `end`.
  std::optional<Socket> come_to(int64_t rank, TimePoint end);
  bool is_unreached(int64_t rank);
  std::set<int64_t> unreached();
  /// The ids that this process does not reach, as a claim states them.
  std::string ids_of_unreached();
  Met wait_for_group(Socket socket, double limit) const;
  Met lead();
  /// Ranks that wait to meet although this process does not reach their doors.
  std::vector<int64_t> waiting_unreached(const std::map<std::string, Door::Waiting>& waiting);
  /// Removes and informs the processes that another participant of the meeting cannot reach.
  void leave_out(std::map<std::string, Door::Waiting>& waiting, Absent& absent);
  Absent wait_for_members();
  void expect_enough(const Absent& absent, int64_t newcomers) const;
  [[noreturn]] void raise_late() const;
  /// Body of the watcher thread: monitors awaited processes, and whether newcomers can find the
  /// job.
  void keep_watch();
  void watch_awaited();
  /// Asks the process of that rank whether it lives, until `end`, and records its answer.
  std::future<Life> ask_peer(int64_t peer, TimePoint end);
  void note_answer(int64_t peer, int64_t generation);
  /// For callers that hold the mutex: asks the awaited processes, or all, whether they live, and
  /// records those that failed. If all processes of the group only wait for each other, a message
  /// was lost.
  std::map<int64_t, std::future<Life>> ask_awaited(TimePoint end, bool all);
  void judge(const std::map<int64_t, Life>& lives, bool only_waits);
  /// Asks the whole group whether it lives, because this process has been unable to connect since
  /// then.
  void look_for_unreached(TimePoint since);
  /// The time by which a process of the group must answer. A silent one has little time left, or
  /// none if it was asked long ago.
  TimePoint patience(int64_t peer);
  void listen_at_place();

  MeetingPlace place_;
  const JobLimits limits_;
  std::string address_;  // of this machine
  std::string terms_;
  std::unique_ptr<Door> door_;
  Setbacks setbacks_;              // used by the training thread
  std::set<std::string> reached_;  // ids whose doors answered; likewise

  std::mutex mutex_;  // guards the following, which only the training thread changes
  std::condition_variable changed_;
  ProcessGroup group_;
  std::unique_ptr<Communicator> communicator_;
  std::atomic<double> standstill_ = 0;       // seconds in which this process did not run
  std::pair<int64_t, std::string> failure_;  // why the previous group ended
  TimePoint stalled_since_;                  // in the previous group, to this process's knowledge
  std::map<int64_t, Silence> silences_;      // by rank asked
  std::set<int64_t> unreached_;              // ranks given up
  bool ends_ = false;
  std::thread watcher_;
};

}  // namespace tutti::comm
