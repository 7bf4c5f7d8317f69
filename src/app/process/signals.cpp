// SPDX-License-Identifier: Apache-2.0
#include "app/process/signals.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

namespace tutti::app {
namespace {

train::StopFlag stop{0};
volatile std::sig_atomic_t interrupted = 0;
const char* volatile message = "";

void on_signal(int signal) {
  if (signal == SIGINT && stop > 0) _exit(static_cast<int>(ExitCode::interrupted));
  if (signal == SIGINT) interrupted = 1;
  stop = 1;
  static_cast<void>(!::write(STDERR_FILENO, message, std::strlen(message)));
}

}  // namespace

train::StopFlag& watch_signals(const char* said) {
  message = said;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGTERM, SIGHUP, SIGUSR1, SIGINT}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup ignores SIGHUP
  }
  return stop;
}

ExitCode code_of_stop() {
  return interrupted ? ExitCode::interrupted : ExitCode::stopped;
}

}  // namespace tutti::app
