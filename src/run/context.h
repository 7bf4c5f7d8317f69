// SPDX-License-Identifier: Apache-2.0
// What a run is told of the process and the user that it works for. The library looks at none of
// that itself: it reads no environment.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tutti::run {

/// Looks a variable of the environment up; nothing where it is not set or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

struct Context {
  int threads = 1;
  Variables variables = [](const char*) { return std::optional<std::string>(); };
  /// Values that no tracking server may be told.
  std::vector<std::string> secrets = {};
  /// Called before secrets are read, so that the program can keep them out of core dumps.
  std::function<void()> on_secrets = [] {};
  /// The program `tutti`, which tries plugins and compiles for absent devices in processes of its
  /// own; empty: there is none, and backends other than cpu and reference cannot be opened.
  std::string program = {};
  /// What a name of this machine stands for, where the program has put it in the place of an
  /// address: run.json has the address.
  std::function<std::string(std::string)> address_of = [](std::string name) { return name; };
};

}  // namespace tutti::run
