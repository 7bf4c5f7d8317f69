// SPDX-License-Identifier: Apache-2.0
#include "base/stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <system_error>
#include <thread>

namespace tutti {
namespace {

constexpr size_t kUsual = size_t{8} << 20;
constexpr size_t kTouched = size_t{1} << 20, kPage = 4096;

/// A function of its own: the compiler touches the whole array on entry.
[[gnu::noinline]] void touch_stack() {
  volatile char stack[kTouched];
  for (size_t at = 0; at < kTouched; at += kPage) stack[kTouched - 1 - at] = 0;
  static_cast<void>(stack[0]);
}

bool is_stack_small() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < 4 * kTouched;
}

/// The size of the stacks of threads that are started from now on.
void set_thread_stacks(size_t bytes) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, bytes);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
}

}  // namespace

void run_with_stack(const std::function<void()>& work) {
  if (!is_stack_small()) {
    touch_stack();
    return work();
  }
  set_thread_stacks(kUsual);
  std::thread thread;
  try {
    thread = std::thread(work);
  } catch (const std::system_error&) {  // no thread may be started: what there is may suffice
    return work();
  }
  thread.join();
}

}  // namespace tutti
