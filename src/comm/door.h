// SPDX-License-Identifier: Apache-2.0
// The port where other processes of a job reach this one at any time, whatever its other threads
// do. A thread reports whether the process lives and which generation of the job it belongs to. It
// keeps the connections of processes that want to regroup and of newcomers that want to join.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "comm/exchange_texts.h"
#include "comm/proof.h"

namespace tutti::comm {

// The protocol of a door. Visitors send one of the first three: "ping DOOR VISITOR", "regroup DOOR
// VISITOR GENERATION FAILED UNREACHED REASON" or "enter VERSION HASH VISITOR HOST PORT". DOOR and
// VISITOR are process ids, FAILED is the failed rank, UNREACHED lists the ids that the visitor does
// not reach (kNobody, or separated by commas), and HASH covers the settings that all must share. A
// door also answers kJoin and kLook of comm/rendezvous.h.
inline constexpr std::string_view kPing = "ping", kRegroup = "regroup", kEnter = "enter";
inline constexpr std::string_view kNobody = "-";
// Answers to a ping:
inline constexpr std::string_view kBusy = "busy", kWaiting = "waiting", kMeeting = "meeting";
inline constexpr std::string_view kAnother = "another";      // another process has the door now
inline constexpr std::string_view kLate = "late";            // the visitor is not in the group
inline constexpr std::string_view kEarly = "early";          // the job has not begun
inline constexpr std::string_view kElsewhere = "elsewhere";  // HOST PORT of rank 0's door
inline constexpr std::string_view kRefused = "refused";      // REASON
inline constexpr std::string_view kTerms = "terms";          // what a newcomer must share
inline constexpr std::string_view kWait = "wait";            // repeated until the others meet
inline constexpr std::string_view kGroup = "group";          // they have met: see parse_group()

/// How long a door refuses newcomers from a machine that could not work with all others.
inline constexpr std::chrono::seconds kRefusalTime{600};

/// How other processes find a process of the job. `id` is random: a restarted process counts as
/// another one.
struct Member {
  std::string id, host;
  int port = 0;
};

/// The processes that work together between two changes of their number. Each change makes a new
/// generation; a process outside it can return only as a newcomer.
struct ProcessGroup {
  int64_t generation = 0;
  int64_t rank = 0;  // of this process
  std::string session;
  std::vector<Member> members;  // by rank
  std::vector<int64_t> former;  // by rank: the rank in the generation before; -1: a newcomer

  int64_t size() const { return static_cast<int64_t>(members.size()); }
  bool has(const std::string& id) const;
};

/// A group as a message, without the rank of this process, and back. parse_group() throws a
/// std::runtime_error if the text is not a group.
std::string text_of(const ProcessGroup& group);
ProcessGroup parse_group(const std::string& text);

/// The first group of a job: all of its processes, which exchange the addresses of their doors.
ProcessGroup first_group(const ExchangeTexts& exchange, const Member& self, int64_t rank);

/// The state of a process, as its door reports it.
enum class Life {
  gone,     // nothing listens there now: the process has ended
  silent,   // unknown
  busy,     // it works
  waiting,  // it has only waited for others of the group, for long
  meeting,  // it waits for the others to meet
  late      // it continued in a group without the process that asks
};
/// Asks the door of `member` on behalf of process `id`.
Life ask_life(const Member& member, const std::string& id, const std::string& token, TimePoint end);

class Door {
 public:
  struct Calls {
    /// A process of the group reports that rank `failed` failed. Called with the door locked.
    std::function<void(int64_t failed, const std::string& reason)> on_alarm;
    /// This process did not run for so many seconds, as if it had been suspended.
    std::function<void(double seconds)> on_standstill;
    /// Whether this process only waits for others, see Life::waiting.
    std::function<bool()> only_waits;
  };
  /// A process that waits at the door.
  struct Waiting {
    Member member;  // of a newcomer
    int64_t generation = 0;
    std::set<std::string> unreached;  // ids of processes that it does not reach
    Socket socket;
  };

  /// Listens on one of the ports of `host`, an address of this machine. The others take this
  /// process for dead once it has not run for `silence` seconds.
  Door(const std::string& host, const PortRange& ports, std::string token, double silence,
       Calls calls);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  const Member& self() const { return self_; }
  /// Also listens where newcomers look for the job.
  void listen_with(Socket listener);
  bool is_known_place() const { return listens_at_place_; }

  /// Sets the group of this process. Turns away waiting processes that are not in it.
  void set_group(const ProcessGroup& group);
  void set_meeting(bool meeting);
  /// Sets the text that a newcomer's must equal. The door refuses newcomers until then.
  void set_terms(std::string terms);

  /// Refuses newcomers from that address for kRefusalTime, including those that already wait.
  void refuse(const std::string& host);

  /// Whether a process of the group waits to meet.
  bool waits(const std::string& id);
  /// Returns when a process arrives or the time is over.
  void wait_for_somebody(std::chrono::milliseconds time);
  /// Hands over the waiting members of the group, by id, and the waiting newcomers.
  std::map<std::string, Waiting> take_members();
  std::vector<Waiting> take_newcomers();
  bool has_newcomers();

 private:
  void keep();
  void receive(Visitor visitor);
  /// The answer to a process of the group that wants to meet, or to a newcomer.
  std::string admit_member(const std::vector<std::string>& words);
  std::string admit_newcomer(const std::vector<std::string>& words, Member& member);
  /// Tells waiting processes that this one lives, and drops those that have gone.
  void reassure();

  const double silence_;
  const Calls calls_;
  Member self_;
  Reception reception_;  // of the thread alone

  std::mutex mutex_;
  std::condition_variable changed_;
  ProcessGroup group_;
  bool meeting_ = false, ends_ = false;
  std::atomic<bool> listens_at_place_ = false;
  std::optional<std::string> terms_;
  std::map<std::string, TimePoint> refused_;  // end of the refusal, by address
  std::vector<Socket> new_listeners_;
  std::map<std::string, Waiting> members_;
  std::vector<Waiting> newcomers_;
  std::thread thread_;
};

}  // namespace tutti::comm
