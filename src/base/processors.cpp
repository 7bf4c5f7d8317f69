// SPDX-License-Identifier: Apache-2.0
#include "base/processors.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "base/threads.h"

namespace tutti {
namespace {

struct CpuSetDeleter {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};

// A mask of CPUs, of as many bits as the system needs; without any where it cannot be had.
struct CpuMask {
  std::unique_ptr<cpu_set_t, CpuSetDeleter> set;
  size_t bytes = 0;
};

CpuMask mask_of(int cpu) {
  const size_t count = static_cast<size_t>(cpu) + 1;
  CpuMask mask{std::unique_ptr<cpu_set_t, CpuSetDeleter>(CPU_ALLOC(count)), CPU_ALLOC_SIZE(count)};
  if (!mask.set) return {};
  CPU_ZERO_S(mask.bytes, mask.set.get());
  CPU_SET_S(static_cast<size_t>(cpu), mask.bytes, mask.set.get());
  return mask;
}

CpuMask mask_of_caller() {
  constexpr size_t kMostCpus = 1 << 16;
  for (size_t count = 1024; count <= kMostCpus; count *= 2) {
    CpuMask mask{std::unique_ptr<cpu_set_t, CpuSetDeleter>(CPU_ALLOC(count)),
                 CPU_ALLOC_SIZE(count)};
    if (!mask.set) break;
    CPU_ZERO_S(mask.bytes, mask.set.get());
    if (sched_getaffinity(0, mask.bytes, mask.set.get()) == 0) return mask;
  }
  return {};
}

// quota / period of one group; infinite where it has no limit or the files are absent.
double quota_of_v2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  return file >> quota >> period && quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

double quota_of_v1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  const bool known = quota_file >> quota && period_file >> period;
  return known && quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

// The smallest quota from the group up to the root, because those of its ancestors apply as well.
template <typename QuotaOf>
double tightest_quota(const std::string& mount, std::string group, QuotaOf quota_of) {
  double tightest = quota_of(mount);
  while (group.size() > 1) {
    tightest = std::min(tightest, quota_of(mount + group));
    group.resize(group.find_last_of('/'));
  }
  return tightest;
}

bool names_cpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');)
    if (name == "cpu") return true;
  return false;
}

// Reads lines "number:controllers:/group" as /proc/self/cgroup has them.
double cgroup_quota(const std::string& root) {
  double tightest = HUGE_VAL;
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || line.compare(second, 2, ":/") != 0) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    const std::string mount = root + "/sys/fs/cgroup", under = mount + "/";
    if (controllers.empty())
      tightest = std::min(tightest, tightest_quota(mount, group, quota_of_v2));
    else if (names_cpu(controllers))
      for (const std::string& folder : {under + "cpu", under + controllers})
        tightest = std::min(tightest, tightest_quota(folder, group, quota_of_v1));
  }
  return tightest;
}

}  // namespace

std::vector<int> allowed_cpus() {
  const CpuMask mask = mask_of_caller();
  std::vector<int> cpus;
  for (size_t cpu = 0; cpu < mask.bytes * CHAR_BIT; cpu++)
    if (CPU_ISSET_S(cpu, mask.bytes, mask.set.get())) cpus.push_back(static_cast<int>(cpu));
  return cpus;
}

void pin_to(std::thread& thread, int cpu) {
  const CpuMask mask = mask_of(cpu);
  if (!mask.set) return;
  // Not being pinned is harmless.
  pthread_setaffinity_np(thread.native_handle(), mask.bytes, mask.set.get());
}

void move_to(int cpu) {
  if (sched_getcpu() == cpu) return;
  const CpuMask there = mask_of(cpu), before = mask_of_caller();
  if (!there.set || !before.set) return;
  if (sched_setaffinity(0, there.bytes, there.set.get()) == 0)
    sched_setaffinity(0, before.bytes, before.set.get());
}

void lower_priority(int level) {
  // On Linux a thread has a nice level of its own. Where it may not be set, nothing is lost.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), level);
}

void run_when_idle() {
  const sched_param none{};
  ::sched_setscheduler(0, SCHED_IDLE, &none);  // of the calling thread; refusing is harmless
}

void run_as_usual(std::thread& thread) {
  const sched_param none{};
  pthread_setschedparam(thread.native_handle(), SCHED_OTHER, &none);
}

int available_cpus(const std::string& root) {
  const size_t allowed = allowed_cpus().size();
  const double cpus = allowed > 0 ? static_cast<double>(allowed)
                                  : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<int>(std::max(1.0, std::min(cpus, std::ceil(cgroup_quota(root)))));
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double slowdown_by_others(int threads) {
  constexpr double kWork = 0.02;  // seconds
  const auto work = [] {
    timespec used{};
    do {
      ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    } while (static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) < kWork);
  };
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> team;
  for (int i = 0; i < threads; i++) team.emplace_back(work);
  for (std::thread& thread : team) thread.join();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return std::max(1.0, taken.count() / kWork);
}

}  // namespace tutti
