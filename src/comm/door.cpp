// SPDX-License-Identifier: Apache-2.0
#include "comm/door.h"

#include <stdexcept>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/token.h"
#include "base/version.h"
#include "comm/rendezvous.h"
#include "comm/setbacks.h"
#include "comm/thread_without_signals.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr int kLookMilliseconds = 50;
constexpr std::chrono::milliseconds kReassureTime{200};
constexpr std::chrono::milliseconds kAgainTime{20};
constexpr size_t kIdBytes = 8;
constexpr size_t kMostNewcomers = 1024;

int64_t number_of(const std::string& word) {
  return std::strtoll(word.c_str(), nullptr, 10);
}

/// What follows the first `count` words.
std::string text_after(const std::string& text, int count) {
  size_t at = 0;
  while (count-- > 0 && at != std::string::npos) at = text.find(' ', at + 1);
  return at == std::string::npos ? "" : text.substr(at + 1);
}

/// Whether a waiting process still keeps its connection open.
bool is_there(Socket& socket) {
  try {
    socket.send(std::string(kWait), steady_clock::now());
    socket.poll_message(kLongestAnswer);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace

bool ProcessGroup::has(const std::string& id) const {
  return std::any_of(members.begin(), members.end(),
                     [&](const Member& member) { return member.id == id; });
}

std::string text_of(const ProcessGroup& group) {
  std::string text = fmt::format("{} {} {}", kGroup, group.generation, group.session);
  for (size_t rank = 0; rank < group.members.size(); rank++) {
    const Member& member = group.members[rank];
    text += fmt::format(" {} {} {} {}", member.id, member.host, member.port, group.former[rank]);
  }
  return text;
}

ProcessGroup parse_group(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  if (words.size() < 3 || words[0] != kGroup || words.size() % 4 != 3)
    throw std::runtime_error("not a group");
  ProcessGroup group;
  group.generation = number_of(words[1]);
  group.session = words[2];
  for (size_t at = 3; at < words.size(); at += 4) {
    group.members.push_back({words[at], words[at + 1], static_cast<int>(number_of(words[at + 2]))});
    group.former.push_back(number_of(words[at + 3]));
  }
  return group;
}

ProcessGroup first_group(const ExchangeTexts& exchange, const Member& self, int64_t rank) {
  ProcessGroup group{1, rank, "", {}, {}};
  for (const std::string& text : exchange(fmt::format("{} {} {}", self.id, self.host, self.port))) {
    const auto words = words_of(text);
    if (words.size() != 3) io_error("a process is another version of Tutti");
    group.members.push_back({words[0], words[1], static_cast<int>(number_of(words[2]))});
  }
  return group;
}

Life ask_life(const Member& member, const std::string& id, const std::string& token,
              TimePoint end) {
  while (true) {
    Socket socket;
    try {
      socket = connect_to(member.host, member.port, end);
    } catch (const ConnectionRefused&) {
      return Life::gone;
    } catch (const std::runtime_error&) {
      return Life::silent;
    }
    try {
      const auto words =
          words_of(ask(socket, token, fmt::format("{} {} {}", kPing, member.id, id), end));
      if (words.at(0) == kAnother) return Life::gone;
      if (words.at(0) == kLate) return Life::late;
      if (words.at(0) == kWaiting) return Life::waiting;
      return words.at(0) == kMeeting ? Life::meeting : Life::busy;
    } catch (const std::exception&) {
      if (steady_clock::now() >= end) return Life::silent;
    }
    // The connection was closed: if the process is about to end, the next one is refused.
    std::this_thread::sleep_for(kAgainTime);
  }
}

Door::Door(const std::string& host, const PortRange& ports, std::string token, double silence,
           Calls calls)
    : silence_(silence), calls_(std::move(calls)), reception_(std::move(token)) {
  Socket listener = listen_in(host, ports);
  self_ = {random_hex(kIdBytes), host, port_of(listener)};
  reception_.listen_with(std::move(listener));
  thread_ = thread_without_signals([this] { keep(); });
}

Door::~Door() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  thread_.join();
}

void Door::listen_with(Socket listener) {
  const std::lock_guard lock(mutex_);
  listens_at_place_ = true;
  new_listeners_.push_back(std::move(listener));
}

void Door::set_group(const ProcessGroup& group) {
  const std::lock_guard lock(mutex_);
  group_ = group;
  meeting_ = false;
  for (auto one = members_.begin(); one != members_.end();) {
    const bool stays = group.has(one->first);
    try {
      if (!stays) one->second.socket.send(std::string(kLate), steady_clock::now());
    } catch (const std::runtime_error&) {  // it is gone
    }
    one = stays ? std::next(one) : members_.erase(one);
  }
}

void Door::set_meeting(bool meeting) {
  const std::lock_guard lock(mutex_);
  meeting_ = meeting;
}

void Door::set_terms(std::string terms) {
  const std::lock_guard lock(mutex_);
  terms_ = std::move(terms);
}

void Door::refuse(const std::string& host) {
  const std::lock_guard lock(mutex_);
  refused_[host] = steady_clock::now() + kRefusalTime;
  std::erase_if(newcomers_, [&](const Waiting& one) { return one.member.host == host; });
}

bool Door::waits(const std::string& id) {
  const std::lock_guard lock(mutex_);
  return members_.contains(id);
}

void Door::wait_for_somebody(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time);
}

std::map<std::string, Door::Waiting> Door::take_members() {
  const std::lock_guard lock(mutex_);
  return std::exchange(members_, {});
}

std::vector<Door::Waiting> Door::take_newcomers() {
  const std::lock_guard lock(mutex_);
  return std::exchange(newcomers_, {});
}

bool Door::has_newcomers() {
  const std::lock_guard lock(mutex_);
  return !newcomers_.empty();
}

void Door::keep() {
  auto reassured = steady_clock::now(), last = reassured;
  while (true) {
    for (Visitor& visitor : reception_.poll(kLookMilliseconds)) receive(std::move(visitor));
    const auto now = steady_clock::now();
    const std::chrono::duration<double> gap = now - std::exchange(last, now);
    if (gap.count() > silence_) calls_.on_standstill(gap.count());
    const std::lock_guard lock(mutex_);
    if (ends_) return;
    for (Socket& listener : std::exchange(new_listeners_, {}))
      reception_.listen_with(std::move(listener));
    if (now - reassured < kReassureTime) continue;
    reassured = now;
    reassure();
  }
}

void Door::reassure() {
  for (auto one = members_.begin(); one != members_.end();)
    one = is_there(one->second.socket) ? std::next(one) : members_.erase(one);
  std::erase_if(newcomers_, [](Waiting& one) { return !is_there(one.socket); });
}

std::string Door::admit_member(const std::vector<std::string>& words) {
  // A process without a group has not heard of the visitor's, and nobody waits for it.
  if (words.at(1) != self_.id || group_.members.empty()) return std::string(kAnother);
  return std::string(group_.has(words.at(2)) ? kWait : kLate);
}

std::string Door::admit_newcomer(const std::vector<std::string>& words, Member& member) {
  if (words.at(1) != kVersion)
    return fmt::format("{} it is Tutti {}, but the job is trained with Tutti {}", kRefused,
                       escaped(words.at(1)), kVersion);
  if (!terms_ || group_.members.empty() || newcomers_.size() >= kMostNewcomers)
    return std::string(kEarly);
  if (words.at(2) != sha256_hex(*terms_)) return fmt::format("{} {}", kTerms, *terms_);
  const Member& first = group_.members[0];
  if (group_.rank != 0) return fmt::format("{} {} {}", kElsewhere, first.host, first.port);
  const auto refused = refused_.find(words.at(4));
  if (refused != refused_.end() && steady_clock::now() < refused->second)
    return fmt::format(
        "{} the job admitted processes of this machine, {}, {} times in a row, but could not "
        "continue with them, because some of the others do not reach it; fix its connections and "
        "start it again in {} s",
        kRefused, words.at(4), kMostAdmissions, kRefusalTime.count());
  member = {words.at(3), words.at(4), static_cast<int>(number_of(words.at(5)))};
  return std::string(kWait);
}

void Door::receive(Visitor visitor) {
  try {
    const std::vector<std::string> words = words_of(visitor.claim);
    const std::string& verb = words.at(0);
    const bool only_waits = verb == kPing && calls_.only_waits && calls_.only_waits();
    const std::lock_guard lock(mutex_);
    if (verb == kPing) {
      std::string answer = admit_member(words);
      if (answer == kWait) answer = meeting_ ? kMeeting : only_waits ? kWaiting : kBusy;
      visitor.answer(answer);
    } else if (verb == kRegroup) {
      const std::string answer = admit_member(words);
      visitor.answer(answer);
      if (answer != kWait) return;
      const std::vector<std::string> unreached = parts_of_list(words.at(5));
      // Before it can take part in a meeting, whose connections are different ones.
      calls_.on_alarm(number_of(words.at(4)), text_after(visitor.claim, 6));
      members_[words[2]] = {{},
                            number_of(words.at(3)),
                            {unreached.begin(), unreached.end()},
                            std::move(visitor.socket)};
    } else if (verb == kEnter) {
      Member member;
      const std::string answer = admit_newcomer(words, member);
      visitor.answer(answer);
      if (answer == kWait) newcomers_.push_back({member, 0, {}, std::move(visitor.socket)});
    } else if ((verb == kJoin || verb == kLook) && !group_.members.empty()) {
      visitor.answer(std::string(kRunning));
    }
    changed_.notify_all();
  } catch (const std::exception&) {  // it is gone, or has the token but sends nonsense
  }
}

}  // namespace tutti::comm
