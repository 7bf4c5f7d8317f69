// SPDX-License-Identifier: Apache-2.0
// What every command takes, and where it speaks to.
#pragma once

#include <string>
#include <vector>

namespace tutti::app {

struct GlobalOptions {
  bool json = false;      // a machine-readable result on stdout
  int threads = 1;        // given, or what the affinity mask and the cgroup allow
  bool quiet = false;     // warnings and errors only
  bool verbose = false;   // debug messages too
  bool colour = false;    // stderr takes colours (app/process/colour.h)
  bool terminal = false;  // stderr is a terminal: animations are welcome
  std::string speaker;    // before each message: "rank 1: "; empty: this process is the only one
  std::vector<std::string> words;  // after `--`, of a command that takes any
};

}  // namespace tutti::app
