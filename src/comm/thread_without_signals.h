// SPDX-License-Identifier: Apache-2.0
// Threads that no signal interrupts: signals are for the thread that trains.
#pragma once

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace tutti::comm {

template <typename F>
std::thread thread_without_signals(F function) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(function));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace tutti::comm
