// SPDX-License-Identifier: Apache-2.0
// The processes of a job, and what happens when their number changes. When one dies, those that are
// left meet again, with new ranks in the same order: the first of them that can be reached leads.
// Newcomers are taken in at a place that all agree on. Every meeting makes a new generation.
//
// A process that cannot be reached may be dead or cut off. It is known to have ended where its
// machine answers that nobody listens at its port any more. Of all others, more than half must have
// met, or half with the lowest rank among them; else those that have met stop, because the rest may
// go on without them. So there is never more than one group that goes on.
//
// Meetings end. Where the connections break again and again before a step is finished, all stop; a
// newcomer for whose sake the others had to meet anew too often is refused (comm/setbacks.h).
#pragma once

#include <future>
#include <memory>

#include "comm/communicator.h"
#include "comm/door.h"
#include "comm/rendezvous.h"
#include "comm/setbacks.h"

namespace tutti::comm {

/// Addresses by which others reach this process, and this process reaches rank 0.
struct Hosts {
  std::string own, first;
};

/// Meets the other processes and connects with each by the place's engine. Without an MPI, whose
/// launcher knows its processes, each proves that it has the token. `limit` is the Communicator's.
/// For processes that do not outlive one another. `hosts`, if it is not null, becomes what they
/// use; an MPI tells none.
std::unique_ptr<Communicator> join_job(const MeetingPlace& place, double limit,
                                       Hosts* hosts = nullptr);

struct JobLimits {
  double message = 300;  // the Communicator's
  double silence = 5;    // seconds after which a process that does not answer is taken for dead
  int64_t least = 1;     // processes without which the job stops
};

/// How the processes met again.
struct Regrouping {
  std::string cause;
  double seconds = 0;           // that it took
  int64_t generation = 0;       // of the new group
  int64_t before = 0;           // processes
  std::vector<int64_t> former;  // by new rank: the rank before; -1: a newcomer

  int64_t newcomers() const { return std::count(former.begin(), former.end(), -1); }
};

/// `pairs` of ranks cannot reach each other. Those without which all others can: first the ones
/// that are in most pairs, and of these the last.
std::set<int64_t> left_out(std::vector<std::pair<int64_t, int64_t>> pairs);

class Job {
 public:
  /// Meets the others and connects with each. Where the job runs already, this process is a
  /// newcomer, and has no communicator until enter().
  Job(const MeetingPlace& place, const JobLimits& limits);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  bool is_newcomer() const { return group_.members.empty(); }
  /// False between two groups, as when too few are left.
  bool has_communicator() const { return communicator_ != nullptr; }
  /// The communicator of the present group. Each regrouping replaces it.
  Communicator& communicator() { return *communicator_; }

  /// A text that is the same in all processes. A newcomer whose text differs is refused.
  void set_terms(std::string terms);
  /// Whether newcomers wait. Only rank 0 knows.
  bool has_newcomers() { return door_->has_newcomers(); }
  /// Meets the others again. `cause` says which failure made this necessary. It is empty where
  /// nothing failed and newcomers are to be taken in, which all processes do at the same place. A
  /// UserError where this process is not to go on: too few are left, the others went on without it,
  /// or connections broke too often since the last note_step().
  Regrouping regroup(const std::string& cause);
  /// All processes have finished a step together.
  void note_step() { setbacks_.note_step(); }
  /// A newcomer asks to take part and waits for it. `differs` is called with the job's terms where
  /// they are not this process's, and throws.
  Regrouping enter(const std::function<void(const std::string& terms)>& differs);

 private:
  /// A group that was agreed on, with its connections: rank 0 has one to each other process, by
  /// rank, and every other process has one to rank 0.
  struct Met {
    ProcessGroup group;
    std::vector<Socket> sockets;
  };
  /// When a process that this one waits for last showed that it lives.
  struct Silence {
    TimePoint since;                 // when it last answered, or was first waited for
    std::optional<TimePoint> asked;  // since when a question waits for its answer
  };
  /// Processes that have not come to a meeting.
  struct Absent {
    std::vector<int64_t> ended, silent;  // ranks
  };
  void open_door();
  /// If this process is rank 0, publishes that it leads, so that newcomers find it.
  void announce();
  /// A process leaves it once all others have proven themselves to each other, so that none whose
  /// connections break at once is mistaken for one that could not connect.
  void connect(Rendezvous& meeting, double limit);
  /// An io_error where a new process and another one of the group cannot reach each other.
  void expect_reached(Rendezvous& meeting, double limit);
  /// Joins a group and connects with it. A failure to connect is a PeerFailed.
  void connect(Met met);
  /// Ends the communicator of the group before.
  void leave(const std::string& cause);
  /// Meets those that are left, as one of them or as the one that leads.
  Met meet();
  /// Counts that the group had to meet again, and refuses machines whose newcomers caused it often.
  void note_setback();
  /// Joins a meeting that another process leads; nothing where that one cannot lead.
  std::optional<Met> follow(int64_t rank);
  /// Comes to a meeting that another process leads; nothing where it does not. Throws a
  /// std::runtime_error where the connection fails until `end`.
  std::optional<Socket> come_to(int64_t rank, TimePoint end);
  bool is_unreached(int64_t rank);
  std::set<int64_t> unreached();
  /// For a claim: the ids of those that this process does not reach.
  std::string ids_of_unreached();
  Met wait_for_group(Socket socket, double limit) const;
  Met lead();
  /// Ranks that wait to meet, although this process does not reach their doors.
  std::vector<int64_t> waiting_unreached(const std::map<std::string, Door::Waiting>& waiting);
  /// Removes from a meeting the processes that another one of it cannot reach, and tells them.
  void leave_out(std::map<std::string, Door::Waiting>& waiting, Absent& absent);
  Absent wait_for_members();
  void expect_enough(const Absent& absent, int64_t newcomers) const;
  [[noreturn]] void raise_late() const;
  /// Body of the watcher thread: monitors the processes that this one waits for, and whether
  /// newcomers can find the job.
  void keep_watch();
  void watch_awaited();
  /// Asks the process of that rank, until `end`, whether it lives, and notes that it answers.
  std::future<Life> ask_peer(int64_t peer, TimePoint end);
  void note_answer(int64_t peer, int64_t generation);
  /// For those who have the mutex: asks the processes for which this one waits, or all, whether
  /// they live, and notes those that failed. Where all processes of the group do nothing but wait
  /// for each other, a message was lost.
  std::map<int64_t, std::future<Life>> ask_awaited(TimePoint end, bool all);
  void judge(const std::map<int64_t, Life>& lives, bool only_waits);
  /// Asks all of the group whether they live, as this process cannot connect with it since then.
  void look_for_unreached(TimePoint since);
  /// By when a process of the group has to answer. One that has been silent has little time left,
  /// or none where it was asked long ago.
  TimePoint patience(int64_t peer);
  void listen_at_place();

  MeetingPlace place_;
  const JobLimits limits_;
  std::string address_;  // of this machine
  std::string terms_;
  std::unique_ptr<Door> door_;
  Setbacks setbacks_;              // of the thread that trains
  std::set<std::string> reached_;  // ids of processes whose doors answered; of that thread too

  std::mutex mutex_;  // of what follows, which only the thread that trains changes
  std::condition_variable changed_;
  ProcessGroup group_;
  std::unique_ptr<Communicator> communicator_;
  std::atomic<double> standstill_ = 0;       // seconds for which this process did not run
  std::pair<int64_t, std::string> failure_;  // why the group before ended
  TimePoint stalled_since_;                  // the group before, as far as this process knows
  std::map<int64_t, Silence> silences_;      // of ranks that were asked
  std::set<int64_t> unreached_;              // those of them that were given up
  bool ends_ = false;
  std::thread watcher_;
};

}  // namespace tutti::comm
