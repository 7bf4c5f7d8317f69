// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/processors.h"

namespace tutti {
namespace {

// Long enough to bridge the gap between two kernels, short enough not to burn an idle machine.
constexpr int kSpins = 2000;
constexpr std::chrono::microseconds kSpinTime{50};  // about what so many take

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits of one thread: spinning first, then asleep. It spins as long as its waits are short: where
// they are not, because there is little to do or others want the processor, it goes to sleep.
class Waiter {
 public:
  // Until `value` differs from `old`.
  template <typename T>
  void wait_while(const std::atomic<T>& value, T old) {
    for (int i = 0; i < spins_; i++) {
      if (value.load(std::memory_order_acquire) != old) {
        spins_ = kSpins;
        return;
      }
      pause_briefly();
    }
    if (value.load(std::memory_order_acquire) != old) return;
    const auto begin = std::chrono::steady_clock::now();
    value.wait(old, std::memory_order_acquire);
    const bool was_short = std::chrono::steady_clock::now() - begin < kSpinTime;
    spins_ = was_short ? kSpins : spins_ / 2;
  }

 private:
  int spins_ = kSpins;
};

}  // namespace

struct Team::State {
  std::vector<std::thread> threads;
  std::mutex running;  // one run() at a time

  // What is being run; written by the caller before it opens the gate.
  const TaskRef* task = nullptr;
  std::exception_ptr failure;
  std::mutex failure_guard;

  // Each worker begins with tasks of its own, always the same part of them: what it wrote in one
  // run() is in its cache in the next. Then it takes what others have left.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
  };
  std::vector<Share> shares;  // one for each worker

  // The caller opens the gate to a run()'s tasks and shuts it when it finds none left. It waits for
  // the workers inside, whose number the gate has, and not for those that have yet to wake up.
  static constexpr uint32_t kOpen = uint32_t{1} << 31;
  alignas(64) std::atomic<uint32_t> round{0};
  alignas(64) std::atomic<uint32_t> gate{0};
  Waiter caller;
  int cpu_of_caller = -1;  // which no worker is pinned to, where they are pinned
  bool stopping = false;

  void work(int worker);
  bool enter();
  void leave();
  void serve(int worker);
  void stop();
};

namespace {

// The team and index this thread is working for, so that a nested run() stays inside its worker.
struct Place {
  const void* team = nullptr;
  int worker = 0;
};
thread_local Place place;

class PlaceScope {
 public:
  PlaceScope(const void* team, int worker) : before_(place) { place = {team, worker}; }
  ~PlaceScope() { place = before_; }
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;

 private:
  Place before_;
};

}  // namespace

void Team::State::work(int worker) {
  const PlaceScope scope(this, worker);
  try {
    for (size_t k = 0; k < shares.size(); k++) {
      Share& share = shares[(static_cast<size_t>(worker) + k) % shares.size()];
      for (int64_t i; (i = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;)
        (*task)(i, worker);
    }
  } catch (...) {
    for (Share& share : shares)
      share.next.store(share.end, std::memory_order_relaxed);  // the others start nothing more
    const std::lock_guard lock(failure_guard);
    if (!failure) failure = std::current_exception();
  }
}

bool Team::State::enter() {
  uint32_t seen = gate.load(std::memory_order_relaxed);
  while (seen & kOpen)
    if (gate.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire)) return true;
  return false;
}

void Team::State::leave() {
  if (gate.fetch_sub(1, std::memory_order_release) == 1) gate.notify_one();
}

void Team::State::serve(int worker) {
  Waiter waiter;
  for (uint32_t seen = 0;;) {
    waiter.wait_while(round, seen);
    seen = round.load(std::memory_order_acquire);
    if (stopping) return;
    if (!enter()) continue;
    work(worker);
    leave();
  }
}

void Team::State::stop() {
  stopping = true;
  round.fetch_add(1, std::memory_order_release);
  round.notify_all();
  for (std::thread& thread : threads) thread.join();
}

Team::Team(int size) : state_(std::make_unique<State>()) {
  check(size >= 1, "a team needs at least one worker, found {}", size);
  state_->shares = std::vector<State::Share>(static_cast<size_t>(size));
  const std::vector<int> cpus = allowed_cpus();
  // A team smaller than the machine leaves the choice to the system: other processes may pin too.
  const bool pinned = cpus.size() == static_cast<size_t>(size);
  if (pinned) state_->cpu_of_caller = cpus[0];
  try {
    for (int worker = 1; worker < size; worker++) {
      state_->threads.emplace_back([state = state_.get(), worker] { state->serve(worker); });
      // Worker 0 is the caller: pinning it would pin every thread that it starts later, so run()
      // moves it where it must.
      if (pinned) pin_to(state_->threads.back(), cpus[static_cast<size_t>(worker)]);
    }
  } catch (...) {
    state_->stop();
    throw;
  }
}

Team::~Team() {
  state_->stop();
}

int Team::size() const {
  return static_cast<int>(state_->threads.size()) + 1;
}

void Team::run(int64_t tasks, TaskRef task) {
  State& state = *state_;
  if (place.team == &state) {
    for (int64_t i = 0; i < tasks; i++) task(i, place.worker);
    return;
  }
  const std::lock_guard lock(state.running);
  if (tasks <= 1 || state.threads.empty()) {
    const PlaceScope scope(&state, 0);
    for (int64_t i = 0; i < tasks; i++) task(i, 0);
    return;
  }
  // On a worker's CPU the two would take turns, for as long as the system lets them.
  if (state.cpu_of_caller >= 0) move_to(state.cpu_of_caller);
  state.task = &task;
  const auto workers = static_cast<int64_t>(state.shares.size());
  int64_t first = 0;
  int64_t longer = tasks % workers;  // shares with one task more
  for (State::Share& share : state.shares) {
    share.next.store(first, std::memory_order_relaxed);
    first += tasks / workers + (longer-- > 0 ? 1 : 0);
    share.end = first;
  }
  state.gate.store(State::kOpen, std::memory_order_release);
  state.round.fetch_add(1, std::memory_order_release);
  state.round.notify_all();
  state.work(0);
  state.gate.fetch_and(~State::kOpen, std::memory_order_relaxed);
  for (uint32_t inside; (inside = state.gate.load(std::memory_order_acquire)) != 0;)
    state.caller.wait_while(state.gate, inside);
  if (state.failure) std::rethrow_exception(std::exchange(state.failure, nullptr));
}

}  // namespace tutti
