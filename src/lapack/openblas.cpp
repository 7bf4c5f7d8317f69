// SPDX-License-Identifier: Apache-2.0
#include "lapack/openblas.h"

#include <cblas.h>
#include <dlfcn.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <semaphore>
#include <string>

#include "base/error.h"

namespace tutti::lapack {
namespace {

// BUFFER_SIZE of OpenBLAS's common_x86_64.h, a little more than other CPUs' buffers have; with room
// for what others ask for meanwhile.
constexpr size_t kBuffer = size_t{128} << 20, kImage = size_t{64} << 20, kRoom = size_t{32} << 20;

/// Whether so much address space is free.
bool is_free(size_t bytes) {
  void* const place =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return false;
  ::munmap(place, bytes);
  return true;
}

void expect_free(size_t bytes) {
  if (!is_free(bytes))
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("out of memory: OpenBLAS needs {} MB of address space more; give "
                                "the process more (ulimit -v)",
                                bytes >> 20));
}

/// The library takes a buffer for each CPU that it may run on as it is opened. Shown one CPU, it
/// takes one.
class OnOneCpu {
 public:
  OnOneCpu() {
    const int cpu = ::sched_getcpu();
    if (cpu < 0 || cpu >= CPU_SETSIZE || ::sched_getaffinity(0, sizeof before_, &before_) != 0)
      return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<size_t>(cpu), &one);
    is_set_ = ::sched_setaffinity(0, sizeof one, &one) == 0;
  }
  ~OnOneCpu() {
    if (is_set_) ::sched_setaffinity(0, sizeof before_, &before_);
  }
  OnOneCpu(const OnOneCpu&) = delete;
  OnOneCpu& operator=(const OnOneCpu&) = delete;

  size_t cpus() const {
    if (is_set_) return 1;
    return static_cast<size_t>(std::clamp<long>(::sysconf(_SC_NPROCESSORS_CONF), 1, 64));
  }

 private:
  cpu_set_t before_;
  bool is_set_ = false;
};

void* open_library() {
  const OnOneCpu shown;
  expect_free(kImage + (shown.cpus() + 1) * kBuffer + kRoom);
  // Beside the form that the build found, whatever the system's alternatives choose.
  void* library = ::dlopen(TUTTI_OPENBLAS_FOLDER "/libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = ::dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw UserError(ExitCode::missing_backend,
                    fmt::format("OpenBLAS, which computes this here, cannot be opened: {}; install "
                                "libopenblas0-openmp",
                                ::dlerror()));
  const auto parallel =
      reinterpret_cast<decltype(&openblas_get_parallel)>(::dlsym(library, "openblas_get_parallel"));
  const auto set_threads = reinterpret_cast<decltype(&openblas_set_num_threads)>(
      ::dlsym(library, "openblas_set_num_threads"));
  if (!parallel || !set_threads || parallel() == OPENBLAS_SEQUENTIAL)
    throw UserError(ExitCode::missing_backend,
                    "the OpenBLAS that was opened is the one without threads, whose callers share "
                    "one buffer; install libopenblas0-openmp, or take the other's folder out of "
                    "LD_LIBRARY_PATH");
  set_threads(1);
  return library;
}

void* library() {
  static void* const opened = open_library();
  return opened;
}

// The library's OpenMP would share a product with threads of its own; their number belongs to the
// calling thread.
void stay_in_this_thread() {
  thread_local bool is_set = false;
  if (is_set) return;
  // Looked up where the library has it, for its OpenMP need not be this compiler's.
  if (void* found = ::dlsym(library(), "omp_set_num_threads"))
    reinterpret_cast<void (*)(int)>(found)(1);
  is_set = true;
}

std::counting_semaphore<kOpenblasCallers> places(kOpenblasCallers);

// How many threads call it now, and how many did at most: the library has a buffer for each of the
// latter.
std::mutex callers_guard;
int callers = 0, most_callers = 0;

}  // namespace

void* find_in_openblas(const char* name) {
  void* const found = ::dlsym(library(), name);
  if (!found)
    throw UserError(ExitCode::missing_backend,
                    fmt::format("the OpenBLAS that was opened has no {}; install "
                                "libopenblas0-openmp",
                                name));
  return found;
}

OpenblasCall::OpenblasCall() {
  stay_in_this_thread();
  places.acquire();
  try {
    const std::lock_guard lock(callers_guard);
    if (callers == most_callers) {
      expect_free(kBuffer + kRoom);
      most_callers++;
    }
    callers++;
  } catch (...) {
    places.release();
    throw;
  }
}

OpenblasCall::~OpenblasCall() {
  {
    const std::lock_guard lock(callers_guard);
    callers--;
  }
  places.release();
}

}  // namespace tutti::lapack
