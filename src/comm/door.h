// SPDX-License-Identifier: Apache-2.0
// Where the other processes of a job reach this one at any time, whatever its other threads do. A
// thread answers whether the process lives and which generation of the job it belongs to, keeps the
// connections of those that want to meet anew, and of newcomers that want to take part.
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

// What is said at a door. The first three are what visitors want; "ping DOOR VISITOR", "regroup
// DOOR VISITOR GENERATION FAILED UNREACHED REASON" and "enter VERSION HASH VISITOR HOST PORT", with
// the ids of processes, the rank that failed, those that the visitor does not reach (kNobody, or
// ids with commas between them), and a hash of what all have to agree in. kJoin and kLook of
// comm/rendezvous.h are answered too.
inline constexpr std::string_view kPing = "ping", kRegroup = "regroup", kEnter = "enter";
inline constexpr std::string_view kNobody = "-";
// To a ping:
inline constexpr std::string_view kBusy = "busy", kWaiting = "waiting", kMeeting = "meeting";
inline constexpr std::string_view kAnother = "another";      // another process had this door
inline constexpr std::string_view kLate = "late";            // the visitor is not in the group
inline constexpr std::string_view kEarly = "early";          // the job has not begun
inline constexpr std::string_view kElsewhere = "elsewhere";  // HOST PORT of rank 0's door
inline constexpr std::string_view kRefused = "refused";      // REASON
inline constexpr std::string_view kTerms = "terms";          // what a newcomer had to agree in
inline constexpr std::string_view kWait = "wait";    // again and again, until the others meet
inline constexpr std::string_view kGroup = "group";  // they have met: see parse_group()

/// How long newcomers from a machine are refused that could not work with all others.
inline constexpr std::chrono::seconds kRefusalTime{600};

/// A process of a job, as others find it. `id` is random: a process that was started again is
/// another one.
struct Member {
  std::string id, host;
  int port = 0;
};

/// The processes that work together between two changes of their number. Each change makes a new
/// generation, and a process that is not in it cannot come back but as a newcomer.
struct ProcessGroup {
  int64_t generation = 0;
  int64_t rank = 0;  // of this process
  std::string session;
  std::vector<Member> members;  // by rank
  std::vector<int64_t> former;  // by rank: the rank in the generation before; -1: a newcomer

  int64_t size() const { return static_cast<int64_t>(members.size()); }
  bool has(const std::string& id) const;
};

/// A group as a message, without the rank of this process, and back. Throws a std::runtime_error
/// where the text is not a group.
std::string text_of(const ProcessGroup& group);
ProcessGroup parse_group(const std::string& text);

/// The group that a job begins with: all of its processes, which tell each other where their doors
/// are.
ProcessGroup first_group(const ExchangeTexts& exchange, const Member& self, int64_t rank);

/// The state of a process, as its door reports it.
enum class Life {
  gone,     // nobody listens there any more: the process has ended
  silent,   // nothing can be known
  busy,     // it works
  waiting,  // it does nothing but wait for others of the group, and has for long
  meeting,  // it waits for the others to meet
  late      // it has gone on in a group in which the one that asks is not
};
/// Asks the door of `member` on behalf of process `id`.
Life ask_life(const Member& member, const std::string& id, const std::string& token, TimePoint end);

class Door {
 public:
  struct Calls {
    /// A process of the group has seen that rank `failed` failed. The door is locked meanwhile.
    std::function<void(int64_t failed, const std::string& reason)> on_alarm;
    /// This process did not run for so many seconds, as if it had been stopped.
    std::function<void(double seconds)> on_standstill;
    /// Whether this process does nothing but wait for others, see Life::waiting.
    std::function<bool()> only_waits;
  };
  /// Somebody who waits at the door.
  struct Waiting {
    Member member;  // of a newcomer
    int64_t generation = 0;
    std::set<std::string> unreached;  // ids of processes that do not answer it
    Socket socket;
  };

  /// Listens at `host`, an address of this machine, at one of the ports. After `silence` seconds
  /// without running, the others take this process for dead.
  Door(const std::string& host, const PortRange& ports, std::string token, double silence,
       Calls calls);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  const Member& self() const { return self_; }
  /// Also listens where newcomers look for the job.
  void listen_with(Socket listener);
  bool is_known_place() const { return listens_at_place_; }

  /// From now on the process belongs to this group. Who waits here and is not in it is sent away.
  void set_group(const ProcessGroup& group);
  void set_meeting(bool meeting);
  /// The text that a newcomer's own must equal. Newcomers are refused until it is set.
  void set_terms(std::string terms);

  /// From now on, for kRefusalTime, newcomers from that address are turned away, also those that
  /// wait and ask again.
  void refuse(const std::string& host);

  /// Whether a process of the group waits to meet.
  bool waits(const std::string& id);
  /// Returns when somebody comes, or the time is over.
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
  /// Tells those who wait that this process lives, and forgets those who have gone.
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
  std::map<std::string, TimePoint> refused_;  // until when, by address
  std::vector<Socket> new_listeners_;
  std::map<std::string, Waiting> members_;
  std::vector<Waiting> newcomers_;
  std::thread thread_;
};

}  // namespace tutti::comm
