// SPDX-License-Identifier: Apache-2.0
#include "comm/job.h"

#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "comm/gloo_transport.h"
#include "comm/local_transport.h"
#include "comm/mpi_transport.h"
#include "comm/nccl_transport.h"
#include "comm/reachability.h"
#include "comm/tcp_transport.h"
#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kWatchTime{100};
constexpr double kLongestPatience = 1;       // seconds, see patience_in()
constexpr double kShortestAnswerTime = 0.5;  // seconds, see answer_time_in()
constexpr double kVainWait = 2;  // times the silence after which no process of a waiting group
                                 // counts as healthy
constexpr std::chrono::milliseconds kLastMessageTime{200};
constexpr std::chrono::milliseconds kLastAnswerTime{300};  // for one that has long been silent
constexpr std::chrono::milliseconds kLongestStop{500};     // of a process that runs

/// Seconds of waiting for a process before asking whether it lives, if `silence` seconds of silence
/// mean death.
double patience_in(double silence) {
  return std::min(kLongestPatience, silence / 2);
}

/// Seconds it then has to answer.
double answer_time_in(double silence) {
  return std::max(silence - patience_in(silence), kShortestAnswerTime);
}

/// The other end of a connection must prove itself before it is sent anything else: Gloo accepts
/// any.
void expect_proofs(Communicator& communicator, const Rendezvous& meeting) {
  constexpr std::string_view kWhat = "the proof of a connection";
  const int64_t rank = communicator.rank();
  const uint64_t tag = communicator.next_tag();
  std::vector<std::string> mine, theirs;
  for (int64_t peer = 0; peer < communicator.size(); peer++) {
    mine.push_back(meeting.proof(rank, peer));
    theirs.emplace_back(mine.back().size(), '\0');
  }
  const auto bytes_of = [](std::string& text) { return std::as_writable_bytes(std::span(text)); };
  std::vector<Transfer> transfers;
  for (int64_t peer = 0; peer < communicator.size(); peer++) {
    if (peer == rank) continue;
    const auto k = static_cast<size_t>(peer);
    transfers.push_back(communicator.receive(peer, tag, bytes_of(theirs[k]), kWhat));
    transfers.push_back(communicator.send(peer, tag, bytes_of(mine[k]), kWhat));
  }
  communicator.wait(transfers);
  for (int64_t peer = 0; peer < communicator.size(); peer++)
    if (peer != rank &&
        !equal_secrets(theirs[static_cast<size_t>(peer)], meeting.proof(peer, rank)))
      io_error("the process that connected to rank {} as rank {} does not have this job's token",
               rank, peer);
}

/// Connects this process, `rank` of `size`, with the others.
std::unique_ptr<Transport> connected(const MeetingPlace& place, Rendezvous& meeting, int64_t rank,
                                     int64_t size, const std::string& address, double limit) {
  if (size == 1) return std::move(local_transports(1)[0]);
  const auto exchange = [&](const std::string& mine) { return meeting.exchange(mine); };
  const int own = static_cast<int>(rank), all = static_cast<int>(size);
  if (place.engine == Engine::gloo) return open_gloo(own, all, address, exchange, limit);
  return open_tcp(own, all, address, exchange, {limit, place.ports, place.encrypts});
}

}  // namespace

std::unique_ptr<Communicator> join_job(const MeetingPlace& place, double limit, Hosts* hosts) {
  if (is_mpi(place.engine))
    return std::make_unique<Communicator>(
        open_mpi(place.engine, static_cast<int>(place.rank), static_cast<int>(place.size),
                 place.mpi_launcher),
        place.rank, place.size, limit);
  std::optional<NcclLibrary> library;  // reports a missing module before meeting the others
  if (place.engine == Engine::nccl || place.engine == Engine::rccl)
    library = open_nccl_library(place.engine, files_of(place.engine));
  Rendezvous meeting(place);
  if (meeting.is_running())
    user_error("{}: a job that has all its processes already runs there; choose another place",
               place.name());
  if (hosts) *hosts = {meeting.address(), meeting.first_address()};
  auto transport =
      connected(place, meeting, place.rank, place.size, meeting.address(), kConnectLimit);
  if (library)
    transport = open_nccl(
        *library, static_cast<int>(place.rank), static_cast<int>(place.size),
        static_cast<int>(place.local_rank), std::move(transport),
        [&](const std::string& mine) { return meeting.exchange(mine); }, place.limit);
  auto communicator =
      std::make_unique<Communicator>(std::move(transport), place.rank, place.size, limit);
  expect_proofs(*communicator, meeting);
  if (place.registry) place.registry->leave();
  return communicator;
}

Job::Job(const MeetingPlace& place, const JobLimits& limits) : place_(place), limits_(limits) {
  Rendezvous meeting(place);
  address_ = meeting.address();
  open_door();
  if (!meeting.is_running()) {
    const auto exchange = [&](const std::string& mine) { return meeting.exchange(mine); };
    group_ = first_group(exchange, door_->self(), place.rank);
    door_->set_group(group_);  // others may ping this process as soon as they are connected
    connect(meeting, kConnectLimit);
    if (place.rank == 0) door_->listen_with(meeting.take_listener());
    announce();
  }
  watcher_ = thread_without_signals([this] { keep_watch(); });
}

Job::~Job() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  if (watcher_.joinable()) watcher_.join();
  leave("it ended without a reason");
  if (place_.registry) place_.registry->leave();
}

void Job::announce() {
  if (place_.registry && group_.rank == 0)
    place_.registry->lead(group_.generation, {door_->self().host}, door_->self().port);
}

void Job::open_door() {
  const auto on_alarm = [this](int64_t failed, const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (!communicator_) return;
    // A process learns its own address only from another one.
    communicator_->fail(
        failed, failed == group_.rank
                    ? fmt::format("rank {} failed, as another one reports: {}", failed, reason)
                    : reason);
  };
  const auto on_standstill = [this](double seconds) {
    standstill_ = seconds;
    const std::lock_guard lock(mutex_);
    if (communicator_)
      communicator_->fail(group_.rank,
                          fmt::format("this process did not run for {:.1f} s", seconds));
  };
  const auto only_waits = [this] {
    const std::lock_guard lock(mutex_);
    return communicator_ && communicator_->only_waits(kVainWait * limits_.silence);
  };
  door_ = std::make_unique<Door>(address_, place_.ports, place_.token, limits_.silence,
                                 Door::Calls{on_alarm, on_standstill, only_waits});
}

void Job::set_terms(std::string terms) {
  terms_ = terms;
  door_->set_terms(std::move(terms));
}

void Job::connect(Rendezvous& meeting, double limit) {
  auto communicator = std::make_unique<Communicator>(
      connected(place_, meeting, group_.rank, group_.size(), address_, limit), group_.rank,
      group_.size(), limits_.message);
  {
    const std::lock_guard lock(mutex_);
    communicator_ = std::move(communicator);
  }
  expect_proofs(*communicator_, meeting);
  expect_reached(meeting, limit);
  try {
    communicator_->barrier("the end of a meeting", limits_.message);
  } catch (const PeerFailed&) {  // this process has met all; the next operation reports who failed
  }
}

void Job::expect_reached(Rendezvous& meeting, double limit) {
  const auto exchange = [&](const std::string& mine) { return meeting.exchange(mine); };
  // The answers must arrive before the meeting's own limit.
  const std::string problem =
      unreached_pair(group_, door_->self().id, place_.token, reached_, exchange, after(limit / 2));
  if (!problem.empty()) io_error("{}", problem);
  for (const Member& member : group_.members) reached_.insert(member.id);
}

void Job::leave(const std::string& cause) {
  std::unique_ptr<Communicator> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = std::move(communicator_);
    failure_ = {group_.rank, cause};
    stalled_since_ = steady_clock::now();
  }
  if (!ended) return;
  if (cause.empty()) try {
      ended->finish();
    } catch (const PeerFailed&) {  // the remaining processes meet anyway
    }
  if (const auto failure = ended->failure()) failure_ = *failure;
  const std::lock_guard lock(mutex_);
  if (standstill_ == 0) stalled_since_ = ended->stalled_since();
}

void Job::keep_watch() {
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (changed_.wait_for(lock, kWatchTime, [&] { return ends_; })) return;
    }
    watch_awaited();
    listen_at_place();
  }
}

std::future<Life> Job::ask_peer(int64_t peer, TimePoint end) {
  return std::async(std::launch::async,
                    [=, this, member = group_.members[static_cast<size_t>(peer)],
                     generation = group_.generation] {
                      const Life life = ask_life(member, door_->self().id, place_.token, end);
                      if (life != Life::silent) note_answer(peer, generation);
                      return life;
                    });
}

void Job::note_answer(int64_t peer, int64_t generation) {
  const std::lock_guard lock(mutex_);
  if (group_.generation != generation) return;
  silences_[peer] = {steady_clock::now(), std::nullopt};
}

std::map<int64_t, std::future<Life>> Job::ask_awaited(TimePoint end, bool all) {
  const double patience = patience_in(limits_.silence);
  auto peers = communicator_->awaited(patience);
  std::erase_if(silences_, [&](const auto& one) { return !peers.contains(one.first); });
  for (const int64_t peer : peers) {
    const auto now = steady_clock::now();
    auto& [since, asked] =
        silences_.try_emplace(peer, Silence{now - milliseconds_of(patience), now}).first->second;
    if (!asked) asked = now;
  }
  for (int64_t peer = 0; all && peer < group_.size(); peer++)
    if (peer != group_.rank) peers.insert(peer);
  std::map<int64_t, std::future<Life>> asked;
  for (const int64_t peer : peers) asked[peer] = ask_peer(peer, end);
  return asked;
}

void Job::watch_awaited() {
  std::map<int64_t, std::future<Life>> asked;
  int64_t generation = 0;
  bool only_waits = false;
  const auto end = after(answer_time_in(limits_.silence));
  {
    const std::lock_guard lock(mutex_);
    if (!communicator_) return;
    generation = group_.generation;
    only_waits = communicator_->only_waits(kVainWait * limits_.silence);
    asked = ask_awaited(end, only_waits);
  }
  std::map<int64_t, Life> lives;
  for (auto& [peer, answer] : asked) lives[peer] = answer.get();
  if (steady_clock::now() > end + kLongestStop) {  // this process itself did not run
    const std::lock_guard lock(mutex_);
    silences_.clear();
    return;
  }
  const auto has_ended = [](const auto& one) {
    return one.second == Life::gone || one.second == Life::late;
  };
  // The last message of a process that ended normally may still be in flight.
  if (std::any_of(lives.begin(), lives.end(), has_ended))
    std::this_thread::sleep_for(kLastMessageTime);
  const std::lock_guard lock(mutex_);
  if (communicator_ && group_.generation == generation) judge(lives, only_waits);
}

void Job::judge(const std::map<int64_t, Life>& lives, bool only_waits) {
  const auto awaited = communicator_->awaited(patience_in(limits_.silence));
  bool all_wait = only_waits && communicator_->only_waits(kVainWait * limits_.silence);
  for (const auto& [peer, life] : lives) {
    all_wait = all_wait && life == Life::waiting;
    if (!awaited.contains(peer)) continue;
    if (life == Life::gone) communicator_->fail(peer, "it has ended");
    if (life == Life::late) communicator_->fail(peer, "it continued without this process");
    if (life != Life::silent) continue;
    unreached_.insert(peer);
    communicator_->fail(peer, fmt::format("it has not answered for {} s", limits_.silence));
  }
  if (all_wait && !awaited.empty())
    communicator_->fail(*awaited.begin(),
                        "all processes wait for each other, as a message did not arrive");
}

void Job::look_for_unreached(TimePoint since) {
  const TimePoint end = steady_clock::now() + kLastAnswerTime;
  std::map<int64_t, std::future<Life>> asked;
  for (int64_t peer = 0; peer < group_.size(); peer++)
    if (peer != group_.rank) asked[peer] = ask_peer(peer, end);
  for (auto& [peer, answer] : asked) {
    if (answer.get() != Life::silent) continue;
    const std::lock_guard lock(mutex_);
    unreached_.insert(peer);
    silences_[peer].since = since;
  }
}

TimePoint Job::patience(int64_t peer) {
  const std::lock_guard lock(mutex_);
  const auto found = silences_.find(peer);
  const bool is_known = found != silences_.end();
  if (is_known && found->second.asked)
    return *found->second.asked + milliseconds_of(answer_time_in(limits_.silence));
  // A process of a group that made no steps may have been silent just as long.
  const auto begin = is_known ? found->second.since : stalled_since_;
  return std::max(begin + milliseconds_of(limits_.silence), steady_clock::now() + kLastAnswerTime);
}

void Job::listen_at_place() {
  if (place_.registry) return;  // newcomers read the door's address there
  {
    const std::lock_guard lock(mutex_);
    if (group_.rank != 0 || group_.members.empty() || door_->is_known_place()) return;
  }
  try {
    door_->listen_with(listen_at(place_.host, place_.port));
  } catch (const std::runtime_error&) {  // it is taken, perhaps not for long
  }
}

}  // namespace tutti::comm
