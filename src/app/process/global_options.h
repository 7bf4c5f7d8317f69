// SPDX-License-Identifier: Apache-2.0
// The options of every command, and what stderr can show.
#pragma once

#include <string>
#include <vector>

namespace tutti::app {

struct GlobalOptions {
  bool json = false;      // a machine-readable result on stdout
  int threads = 1;        // given, or what the affinity mask and the cgroup allow
  bool quiet = false;     // warnings and errors only
  bool verbose = false;   // debug messages too
  bool colour = false;    // stderr may have colors (app/process/colour.h)
  bool terminal = false;  // stderr is a terminal: progress may be animated
  std::string speaker;    // begins each message: "rank 1: "; empty: this process is the only one
  std::vector<std::string> words;  // after `--`, for commands that take any
};

}  // namespace tutti::app
