// SPDX-License-Identifier: Apache-2.0
#include "op/grid.h"

#include <system_error>
#include <thread>

#include "ir/module.h"

namespace tutti::op {
namespace {

constexpr int64_t kMostProcesses = 1024;  // each has a thread
constexpr int64_t kMostNamed = 8;         // processes in a message

/// Ends a process whose grid has failed elsewhere.
struct Ended {};

}  // namespace

Grid::Grid(ir::GridSize size, Turns turns) : size_(size), turns_(turns) {
  const bool possible = size.replicas > 0 && size.partitions > 0 &&
                        size.replicas <= kMostProcesses && size.partitions <= kMostProcesses &&
                        size.count() <= kMostProcesses;
  if (!possible)
    user_error("a grid of {} replicas and {} partitions: expected 1 to {} processes", size.replicas,
               size.partitions, kMostProcesses);
  members_.resize(static_cast<size_t>(size.count()));
}

std::string Grid::name_of(int64_t process) const {
  return fmt::format("replica {}, partition {}", process / size_.partitions,
                     process % size_.partitions);
}

void Grid::run(const std::function<void(int64_t)>& body) {
  if (size_.count() == 1) {
    run_member(0, body);
  } else {
    std::vector<std::thread> threads;
    try {
      for (int64_t self = 0; self < size_.count(); self++)
        threads.emplace_back([this, self, &body] { run_member(self, body); });
    } catch (const std::system_error& error) {
      const Lock lock(mutex_);
      failure_ = std::make_exception_ptr(UserError(
          ExitCode::out_of_memory, fmt::format("a grid of {} processes needs as many threads: {}",
                                               size_.count(), error.what())));
      changed_.notify_all();
    }
    for (std::thread& thread : threads) thread.join();
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Grid::run_member(int64_t self, const std::function<void(int64_t)>& body) {
  Lock lock(mutex_);
  try {
    wait_for_turn(lock, self);
    lock.unlock();
    body(self);
    lock.lock();
  } catch (const Ended&) {
    if (!lock.owns_lock()) lock.lock();
  } catch (const UserError& error) {
    if (!lock.owns_lock()) lock.lock();
    const std::string place = size_.count() > 1 ? fmt::format(" ({})", name_of(self)) : "";
    if (!failure_)
      failure_ = std::make_exception_ptr(UserError(error.code(), error.what() + place));
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    if (!failure_) failure_ = std::current_exception();
  }
  member(self).state = State::done;
  pass_turn(self);
}

void Grid::wait_for_turn(Lock& lock, int64_t self) {
  changed_.wait(lock, [&] {
    const bool may_run =
        turns_ == Turns::one_by_one ? turn_ == self : member(self).state == State::ready;
    return may_run || failure_;
  });
  if (failure_) throw Ended{};
}

/// The next ready process after `self` runs or goes on. If none is ready and some wait, they wait
/// for ever.
void Grid::pass_turn(int64_t self) {
  bool waiting = false;
  for (int64_t step = 1; step <= size_.count(); step++) {
    const int64_t next = (self + step) % size_.count();
    waiting = waiting || member(next).state == State::waiting;
    if (member(next).state != State::ready) continue;
    turn_ = next;
    changed_.notify_all();
    return;
  }
  if (waiting && !failure_)
    failure_ = std::make_exception_ptr(UserError(ExitCode::usage, stuck_message()));
  changed_.notify_all();
}

std::string Grid::stuck_message() const {
  std::string message;
  int64_t named = 0;
  for (size_t process = 0; process < members_.size(); process++) {
    const Member& member = members_[process];
    if (member.state != State::waiting) continue;
    if (named++ == kMostNamed) return message + "; and others";
    const std::string place = fmt::format("{}: {}: ", member.op->location.str(), member.op->name());
    const bool anyone = member.source == ir::Process::kAnyone;
    const bool ended = !anyone && members_[static_cast<size_t>(member.source)].state == State::done;
    message += fmt::format("{}{}{} waits for {}{} ({})", named == 1 ? place : "; ",
                           name_of(static_cast<int64_t>(process)),
                           named == 1 ? "" : " at " + member.op->location.str(),
                           anyone ? "a sender" : name_of(member.source),
                           ended ? ", which has ended" : "", std::get<2>(member.key));
  }
  return message;
}

Grid::Key Grid::key_of(int64_t source, int64_t target, const std::string& tag) {
  const bool anyone = source == ir::Process::kAnyone || target == ir::Process::kAnyone;
  return anyone ? Key(ir::Process::kAnyone, ir::Process::kAnyone, tag) : Key(source, target, tag);
}

void Grid::send(int64_t source, int64_t target, const std::string& tag, Message message) {
  const Key key = key_of(source, target, tag);
  const Lock lock(mutex_);
  mail_[key].push_back(std::move(message));
  for (Member& member : members_)
    if (member.state == State::waiting && member.key == key) member.state = State::ready;
  if (turns_ == Turns::side_by_side) changed_.notify_all();
}

Grid::Message Grid::receive(const ir::Operation& op, int64_t self, int64_t source,
                            const std::string& tag) {
  const Key key = key_of(source, self, tag);
  Lock lock(mutex_);
  while (mail_[key].empty()) {
    member(self) = {State::waiting, &op, source, key};
    pass_turn(self);
    wait_for_turn(lock, self);
  }
  std::deque<Message>& letters = mail_[key];
  Message message = std::move(letters.front());
  letters.pop_front();
  if (letters.empty()) mail_.erase(key);
  return message;
}

}  // namespace tutti::op
