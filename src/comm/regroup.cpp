// SPDX-License-Identifier: Apache-2.0
// How the processes of a job meet again.
#include <numeric>

#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "base/version.h"
#include "comm/job.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLookAgainTime{50};
constexpr std::chrono::milliseconds kAskAgainTime{200};
constexpr std::chrono::milliseconds kLastLookTime{300};
constexpr double kMeetingTimes = 2;     // of silence, in which a job meets again
constexpr size_t kLongestReason = 500;  // a claim is short
constexpr size_t kNewSessionBytes = 16;
constexpr size_t kMostUnreached = 64;  // that a claim names
/// A process's listening address.
struct Address {
  std::string host;
  int port = 0;
};

constexpr std::string_view kStop = "stop";  // REASON: sent by the leader if none may continue

/// Sends to the processes still there: the others will be missing when all connect.
void send_to_all(std::vector<Socket>& sockets, const std::string& text) {
  for (Socket& socket : sockets) try {
      if (socket.is_open()) socket.send(text, after(1));
    } catch (const std::runtime_error&) {
    }
}

int64_t rank_in(const std::vector<Member>& members, const std::string& id) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const Member& member) { return member.id == id; });
  return found == members.end() ? -1 : found - members.begin();
}

/// Pairs of waiting ranks: the first does not reach the second.
std::vector<std::pair<int64_t, int64_t>> unreached_pairs(
    const ProcessGroup& group, const std::map<std::string, Door::Waiting>& waiting) {
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (int64_t rank = 0; rank < group.size(); rank++) {
    const auto found = waiting.find(group.members[static_cast<size_t>(rank)].id);
    if (found == waiting.end()) continue;
    for (int64_t other = 0; other < group.size(); other++) {
      const std::string& id = group.members[static_cast<size_t>(other)].id;
      if (waiting.contains(id) && found->second.unreached.contains(id))
        pairs.emplace_back(rank, other);
    }
  }
  return pairs;
}

}  // namespace

std::set<int64_t> left_out(std::vector<std::pair<int64_t, int64_t>> pairs) {
  std::set<int64_t> result;
  while (!pairs.empty()) {
    std::map<int64_t, int64_t> counts;
    for (const auto& [one, other] : pairs) {
      counts[one]++;
      counts[other]++;
    }
    const int64_t worst = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) {
                            return std::pair(a.second, a.first) < std::pair(b.second, b.first);
                          })->first;
    result.insert(worst);
    std::erase_if(pairs,
                  [&](const auto& pair) { return pair.first == worst || pair.second == worst; });
  }
  return result;
}

Regrouping Job::regroup(const std::string& cause) {
  const auto begin = steady_clock::now();
  const std::vector<Member> before = group_.members;
  Regrouping result{cause, 0, 0, group_.size(), {}};
  leave(cause);
  if (!cause.empty()) note_setback();
  while (true) try {
      connect(meet());
      break;
    } catch (const PeerFailed& failure) {
      leave(failure.what());
      note_setback();
    }
  standstill_ = 0;
  // Meanwhile, groups may have formed without this process's knowledge.
  for (const Member& member : group_.members) result.former.push_back(rank_in(before, member.id));
  result.generation = group_.generation;
  result.seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
  return result;
}

void Job::note_setback() {
  std::set<int64_t> blamed = unreached();
  if (blamed.empty()) blamed.insert(failure_.first);
  std::vector<std::string> names;
  for (const int64_t rank : blamed)
    if (rank >= 0 && rank < group_.size())
      names.push_back(
          fmt::format("rank {} ({})", rank, group_.members[static_cast<size_t>(rank)].host));
  setbacks_.note_failure(fmt::format("{}", fmt::join(names, " and ")), failure_.second);
  for (const std::string& host : setbacks_.take_hopeless()) {
    door_->refuse(host);
    if (group_.rank == 0)
      log_warning(
          "a newcomer from {} could not work with all others {} times in a row, and is refused for "
          "{} s",
          escaped(host), kMostAdmissions, kRefusalTime.count());
  }
}

Regrouping Job::enter(const std::function<void(const std::string& terms)>& differs) {
  const auto begin = steady_clock::now();
  const TimePoint end = after(place_.limit);
  const Member& self = door_->self();
  std::string problem;
  std::optional<Address> elsewhere;  // of rank 0's door, as another process says
  std::optional<Met> met;
  // The time by which the running job has regrouped, whichever process it lost.
  TimePoint answers_by = after(kMeetingTimes * limits_.silence);
  while (true) {
    if (steady_clock::now() > end)
      io_error("the job at {} did not admit this process within {} s: {}", place_.name(),
               place_.limit, escaped(problem));
    // Processes that restart it wait for rank 0, and tell the others that it begins.
    bool may_restart = place_.rank == 0;
    try {
      const TimePoint soon = std::min(end, after(limits_.silence));
      Socket socket =
          elsewhere ? connect_to(elsewhere->host, elsewhere->port, soon) : place_.connect(soon);
      const std::string answer = ask(socket, place_.token,
                                     fmt::format("{} {} {} {} {} {}", kEnter, kVersion,
                                                 sha256_hex(terms_), self.id, self.host, self.port),
                                     soon);
      const auto words = words_of(answer);
      if (words.at(0) == kRefused) user_error("{}", answer.substr(kRefused.size() + 1));
      if (words.at(0) == kTerms) differs(answer.substr(kTerms.size() + 1));
      if (words.at(0) == kWait) {
        met = wait_for_group(std::move(socket), place_.limit);
      } else if (words.at(0) == kElsewhere) {
        elsewhere = {words.at(1), std::atoi(words.at(2).c_str())};
        continue;
      }
      problem = "the job has not begun";
      may_restart = words.at(0) == kEarly;
      if (!may_restart) answers_by = after(kMeetingTimes * limits_.silence);
    } catch (const UserError&) {
      throw;
    } catch (const std::exception& error) {
      problem = error.what();
      elsewhere.reset();
    }
    if (met) break;
    if (may_restart && !place_.joins && steady_clock::now() > answers_by)
      io_error(
          "the job at {} has ended and restarts with this process among its original ones: start "
          "it again",
          place_.name());
    std::this_thread::sleep_for(kAskAgainTime);
  }
  try {
    connect(std::move(*met));
  } catch (const PeerFailed& failure) {
    return regroup(failure.what());
  }
  return {"", std::chrono::duration<double>(steady_clock::now() - begin).count(), group_.generation,
          0, group_.former};
}

void Job::connect(Met met) {
  const int64_t rank = met.group.rank;
  for (size_t k = 0; k < met.group.members.size(); k++)
    if (met.group.former[k] < 0 && met.group.members[k].id != door_->self().id)
      setbacks_.note_newcomer(met.group.members[k].host);
  if (std::any_of(group_.members.begin(), group_.members.end(),
                  [&](const Member& one) { return !met.group.has(one.id); }))
    setbacks_.note_departure();
  {
    const std::lock_guard lock(mutex_);
    group_ = std::move(met.group);
    silences_.clear();
    unreached_.clear();
  }
  door_->set_group(group_);
  MeetingPlace place = place_;
  place.rank = rank;
  place.size = group_.size();
  place.limit = limits_.silence;
  const TimePoint begin = steady_clock::now();
  try {
    Rendezvous meeting(place, group_.session, address_, std::move(met.sockets));
    connect(meeting, place.limit);
    announce();
  } catch (const UserError& error) {  // also a PeerFailed
    if (error.code() != ExitCode::io) throw;
    look_for_unreached(begin);
    throw PeerFailed(error.what());
  }
}

Job::Met Job::meet() {
  door_->set_meeting(true);
  for (int64_t rank = 0; rank < group_.rank; rank++)
    if (auto met = follow(rank)) return std::move(*met);
  return lead();
}

void Job::raise_late() const {
  const double standstill = standstill_;
  io_error("the other processes continued without this one{}, so it stops",
           standstill > 0 ? fmt::format(", which did not run for {:.1f} s", standstill) : "");
}

Job::Met Job::wait_for_group(Socket socket, double limit) const {
  const TimePoint end = after(limit);
  while (true) {
    const std::string text = socket.receive(kLongestAnswer, std::min(end, after(limits_.silence)));
    if (text == kWait) continue;
    if (text == kLate) raise_late();
    if (text.starts_with(kStop)) io_error("{}", text.substr(kStop.size() + 1));
    Met met{parse_group(text), {}};
    while (met.group.rank < met.group.size() &&
           met.group.members[static_cast<size_t>(met.group.rank)].id != door_->self().id)
      met.group.rank++;
    if (met.group.rank == met.group.size()) throw std::runtime_error("a group without this one");
    met.sockets.push_back(std::move(socket));
    return met;
  }
}

std::optional<Job::Met> Job::follow(int64_t rank) {
  const TimePoint last = after(limits_.message);
  TimePoint end = patience(rank);
  bool waited = false;
  while (!is_unreached(rank)) {
    try {
      std::optional<Socket> socket = come_to(rank, end);
      if (!socket) return std::nullopt;
      waited = true;
      return wait_for_group(std::move(*socket), limits_.message);
    } catch (const UserError&) {
      throw;
    } catch (const ConnectionRefused&) {
      return std::nullopt;
    } catch (const std::exception&) {
      // A message was damaged, or the process is about to end and refuses the next connection.
      if (std::exchange(waited, false)) end = std::min(patience(rank), last);
      const std::lock_guard lock(mutex_);
      if (steady_clock::now() >= end) unreached_.insert(rank);
    }
    std::this_thread::sleep_for(kLookAgainTime);
  }
  return std::nullopt;
}

std::optional<Socket> Job::come_to(int64_t rank, TimePoint end) {
  const Member& leader = group_.members[static_cast<size_t>(rank)];
  Socket socket = connect_to(leader.host, leader.port, end);
  const auto& [failed, reason] = failure_;
  const std::string answer = ask(
      socket, place_.token,
      fmt::format("{} {} {} {} {} {} {}", kRegroup, leader.id, door_->self().id, group_.generation,
                  failed, ids_of_unreached(), escaped(reason, kLongestReason)),
      end);
  if (answer == kLate) raise_late();
  if (answer != kWait) return std::nullopt;
  note_answer(rank, group_.generation);
  return socket;
}

bool Job::is_unreached(int64_t rank) {
  const std::lock_guard lock(mutex_);
  return unreached_.contains(rank);
}

std::set<int64_t> Job::unreached() {
  const std::lock_guard lock(mutex_);
  return unreached_;
}

std::string Job::ids_of_unreached() {
  std::vector<std::string> ids;
  for (const int64_t rank : unreached())
    if (ids.size() < kMostUnreached) ids.push_back(group_.members[static_cast<size_t>(rank)].id);
  return ids.empty() ? std::string(kNobody) : fmt::format("{}", fmt::join(ids, ","));
}

Job::Absent Job::wait_for_members() {
  const TimePoint end = after(limits_.message);
  std::map<int64_t, TimePoint> meeting_since;
  Absent absent;
  std::vector<int64_t> missing(group_.members.size());
  std::iota(missing.begin(), missing.end(), 0);
  const auto member = [&](int64_t rank) { return group_.members[static_cast<size_t>(rank)]; };
  while (true) {
    std::erase_if(missing, [&](int64_t rank) {
      return rank == group_.rank || door_->waits(member(rank).id);
    });
    std::erase_if(missing, [&](int64_t rank) {
      if (is_unreached(rank)) absent.silent.push_back(rank);
      return is_unreached(rank);
    });
    if (missing.empty()) return absent;
    std::vector<std::future<Life>> lives;
    for (const int64_t rank : missing) lives.push_back(ask_peer(rank, patience(rank)));
    std::vector<int64_t> left;
    for (size_t k = 0; k < missing.size(); k++) {
      const int64_t rank = missing[k];
      const Life life = lives[k].get();
      if (life == Life::late) raise_late();
      const bool meets_others =
          life == Life::meeting &&
          meeting_since.try_emplace(rank, after(limits_.silence)).first->second <
              steady_clock::now();
      if (life == Life::gone)
        absent.ended.push_back(rank);
      else if (life == Life::silent || meets_others || steady_clock::now() > end)
        absent.silent.push_back(rank);
      else
        left.push_back(rank);
    }
    missing = std::move(left);
    if (!missing.empty()) door_->wait_for_somebody(kLookAgainTime);
  }
}

void Job::expect_enough(const Absent& absent, int64_t newcomers) const {
  const int64_t gone = static_cast<int64_t>(absent.ended.size());
  int64_t silent = static_cast<int64_t>(absent.silent.size());
  const int64_t here = group_.size() - gone - silent;
  // After a standstill, ended processes may have continued without this one and finished.
  const bool slept = standstill_ > 0;
  if (slept) silent += gone;
  const bool lowest = !slept && std::all_of(absent.silent.begin(), absent.silent.end(),
                                            [&](int64_t rank) { return rank > group_.rank; });
  if (here < silent || (here == silent && !lowest))
    io_error(
        "{} of {} processes are left here, but {} that cannot be reached may continue without "
        "them: a minority stops",
        here, group_.size(), silent);
  if (here + newcomers < limits_.least)
    io_error("{} of {} processes are left, and --min_processes is {}: rank {} failed: {}",
             here + newcomers, group_.size(), limits_.least, failure_.first, failure_.second);
}

std::vector<int64_t> Job::waiting_unreached(const std::map<std::string, Door::Waiting>& waiting) {
  std::vector<int64_t> ranks;
  for (const int64_t rank : unreached()) {
    const Member& member = group_.members[static_cast<size_t>(rank)];
    // One that was only stopped for a while answers now.
    if (waiting.contains(member.id) &&
        ask_peer(rank, steady_clock::now() + kLastLookTime).get() == Life::silent)
      ranks.push_back(rank);
  }
  return ranks;
}

void Job::leave_out(std::map<std::string, Door::Waiting>& waiting, Absent& absent) {
  auto pairs = unreached_pairs(group_, waiting);
  for (const int64_t rank : waiting_unreached(waiting)) pairs.emplace_back(group_.rank, rank);
  for (const int64_t rank : left_out(std::move(pairs))) {
    auto one = waiting.extract(group_.members[static_cast<size_t>(rank)].id);
    std::vector<Socket> socket;
    socket.push_back(std::move(one.mapped().socket));
    send_to_all(socket, fmt::format("{} another process cannot reach this one, rank {}: the others "
                                    "continue without it",
                                    kStop, rank));
    if (std::find(absent.silent.begin(), absent.silent.end(), rank) == absent.silent.end())
      absent.silent.push_back(rank);
  }
}

Job::Met Job::lead() {
  Absent absent = wait_for_members();
  auto waiting = door_->take_members();
  leave_out(waiting, absent);
  // Newcomers may have caused the broken connections: they join once the others have finished a
  // step.
  std::vector<Door::Waiting> newcomers;
  if (!setbacks_.had_failures()) newcomers = door_->take_newcomers();
  Met met;
  met.group.generation = group_.generation;
  met.group.session = random_hex(kNewSessionBytes);
  const auto add = [&](const Member& member, int64_t former, Socket socket) {
    met.group.members.push_back(member);
    met.group.former.push_back(former);
    met.sockets.push_back(std::move(socket));
  };
  add(door_->self(), group_.rank, Socket());
  for (int64_t rank = 0; rank < group_.size(); rank++) {
    const Member& member = group_.members[static_cast<size_t>(rank)];
    const auto found = waiting.find(member.id);
    if (found == waiting.end()) continue;
    met.group.generation = std::max(met.group.generation, found->second.generation);
    add(member, rank, std::move(found->second.socket));
  }
  try {
    setbacks_.expect_few();
    expect_enough(absent, static_cast<int64_t>(newcomers.size()));
  } catch (const UserError& error) {
    send_to_all(met.sockets, fmt::format("{} {}", kStop, error.what()));
    throw;
  }
  for (Door::Waiting& one : newcomers) add(one.member, -1, std::move(one.socket));
  met.group.generation++;
  send_to_all(met.sockets, text_of(met.group));
  return met;
}

}  // namespace tutti::comm
