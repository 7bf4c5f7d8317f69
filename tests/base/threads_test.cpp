// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/processors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

class TeamOf : public testing::TestWithParam<int> {};

TEST_P(TeamOf, RunsEachTaskOnce) {
  Team team(GetParam());
  EXPECT_EQ(team.size(), GetParam());
  for (const int64_t tasks : {0, 1, 2, 3, 100, 1000}) {
    std::vector<std::atomic<int>> count(static_cast<size_t>(tasks));
    auto task = [&](int64_t i, int worker) {
      EXPECT_GE(worker, 0);
      EXPECT_LT(worker, GetParam());
      count[static_cast<size_t>(i)]++;
    };
    team.run(tasks, task);
    for (const auto& c : count) EXPECT_EQ(c, 1);
  }
}

TEST_P(TeamOf, RunsManyTimesAndAfterSleep) {
  Team team(GetParam());
  std::atomic<int64_t> sum{0};
  auto task = [&](int64_t i, int) { sum += i; };
  for (int round = 0; round < 2000; round++) team.run(10, task);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  team.run(10, task);
  EXPECT_EQ(sum, 2001 * 45);
}

TEST_P(TeamOf, RethrowsAndStaysUsable) {
  Team team(GetParam());
  auto failing = [](int64_t i, int) {
    if (i == 7) throw std::runtime_error("task seven");
  };
  for (int round = 0; round < 50; round++) {
    try {
      team.run(20, failing);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "task seven");
    }
  }
  std::atomic<int> done{0};
  auto fine = [&](int64_t, int) { done++; };
  team.run(20, fine);
  EXPECT_EQ(done, 20);
}

TEST_P(TeamOf, NestedRunStaysOnItsWorker) {
  Team team(GetParam());
  std::atomic<int> inner{0};
  auto outer_task = [&](int64_t, int worker) {
    auto inner_task = [&](int64_t, int inner_worker) {
      EXPECT_EQ(inner_worker, worker);
      inner++;
    };
    team.run(5, inner_task);
  };
  team.run(8, outer_task);
  EXPECT_EQ(inner, 40);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TeamOf, testing::Values(1, 2, 3, 8));

TEST(Team, WorkersReallyRunAtOnce) {
  Team team(2);
  std::atomic<int> arrived{0};
  auto meet = [&](int64_t, int) {
    arrived++;
    while (arrived < 2) std::this_thread::yield();
  };
  team.run(2, meet);
  EXPECT_EQ(arrived, 2);
}

// Keeps this thread, and those that it starts, on the first processor it may use.
class OnOneProcessor {
 public:
  OnOneProcessor() {
    EXPECT_EQ(sched_getaffinity(0, sizeof before_, &before_), 0);
    int first = 0;
    while (!CPU_ISSET(first, &before_)) first++;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  ~OnOneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OnOneProcessor(const OnOneProcessor&) = delete;
  OnOneProcessor& operator=(const OnOneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

// How often this thread has gone to sleep.
int64_t sleeps() {
  rusage use;
  EXPECT_EQ(getrusage(RUSAGE_THREAD, &use), 0);
  return use.ru_nvcsw;
}

// Both of a team of two want one processor: as a worker may be kept from it for milliseconds, a run
// must not wait for one that has nothing to do. The caller would sleep in each run.
TEST(Team, WaitsForNoWorkerThatHasNotBegun) {
  const OnOneProcessor here;
  Team team(2);
  int64_t sum = 0;
  auto task = [&](int64_t i, int worker) {
    if (worker == 0) sum += i;
  };
  const int64_t before = sleeps();
  for (int round = 0; round < 1000; round++) team.run(2, task);
  EXPECT_LT(sleeps() - before, 100);
}

TEST(Team, LeavesTheCallersAffinity) {
  cpu_set_t before;
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  Team team(available_cpus());
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

// A folder with the given files, removed afterwards.
class Root {
 public:
  void write(const std::string& name, const std::string& content) {
    const std::filesystem::path file = folder_.path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content;
  }
  std::string path() const { return folder_.path().string(); }

 private:
  const test::TemporaryFolder folder_;
};

// CPUs of the machine without any quota.
int unlimited() {
  return available_cpus(Root().path());
}

TEST(LowerPriority, IsThatOfTheCallingThreadAlone) {
  const int before = ::getpriority(PRIO_PROCESS, 0);
  int lowered = 0;
  std::thread([&] {
    lower_priority(before + 1);
    lowered = ::getpriority(PRIO_PROCESS, 0);
  }).join();
  EXPECT_EQ(lowered, before + 1);
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), before);
}

TEST(RunWhenIdle, IsUndoneByAnotherThread) {
  std::promise<void> is_idle, is_usual;
  int while_idle = -1, afterwards = -1;
  std::thread thread([&] {
    run_when_idle();
    while_idle = ::sched_getscheduler(0);
    is_idle.set_value();
    is_usual.get_future().wait();
    afterwards = ::sched_getscheduler(0);
  });
  is_idle.get_future().wait();
  EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER);
  run_as_usual(thread);
  is_usual.set_value();
  thread.join();
  EXPECT_EQ(while_idle, SCHED_IDLE);
  EXPECT_EQ(afterwards, SCHED_OTHER);
}

TEST(MoveTo, LeavesTheMaskAsItWas) {
  const std::vector<int> cpus = allowed_cpus();
  for (const int cpu : cpus) {
    // The system may move the thread again at once, but not every time.
    bool was_there = false;
    for (int tries = 0; tries < 1000 && !was_there; tries++) {
      move_to(cpu);
      was_there = sched_getcpu() == cpu;
    }
    EXPECT_TRUE(was_there) << cpu;
    EXPECT_EQ(allowed_cpus(), cpus);
  }
}

TEST(AvailableCpus, FollowsTheAffinityMask) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(unlimited(), CPU_COUNT(&before));
  const OnOneProcessor here;
  EXPECT_EQ(available_cpus(), 1);
}

TEST(AvailableCpus, IsCutByTheQuota) {
  Root second;
  second.write("proc/self/cgroup", "0::/outer/inner\n");
  second.write("sys/fs/cgroup/outer/cpu.max", "50000 100000\n");
  second.write("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  EXPECT_EQ(available_cpus(second.path()), 1);

  Root first;
  first.write("proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/job\n");
  first.write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "100000");
  first.write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(available_cpus(first.path()), 1);
}

TEST(AvailableCpus, IgnoresWhatSaysNothing) {
  Root root;
  root.write("proc/self/cgroup", "0::/\nnonsense\n1:\n4:cpuset:/x\n");
  root.write("sys/fs/cgroup/cpu.max", "max 100000\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(available_cpus(root.path()), unlimited());
}

}  // namespace
}  // namespace tutti
