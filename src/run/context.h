// SPDX-License-Identifier: Apache-2.0
// The process and user of a run. The program describes them here, because the library itself reads
// no environment variables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tutti::run {

/// Looks up an environment variable; nullopt if it is unset or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

struct Context {
  int threads = 1;
  Variables variables = [](const char*) { return std::optional<std::string>(); };
  /// Returns the secret values that no tracking server may receive.
  std::function<std::vector<std::string>()> secrets = [] { return std::vector<std::string>(); };
  /// Called before secrets are read, so that the program can keep them out of core dumps.
  std::function<void()> on_secrets = [] {};
  /// The program `tutti`, which tries plugins and compiles for absent devices in separate
  /// processes; empty: there is none, and only the backends cpu and reference can be opened.
  std::string program = {};
  /// Turns a local file name back into the address (s3://, gs://) for which the program substituted
  /// it; run.json records the address.
  std::function<std::string(std::string)> address_of = [](std::string name) { return name; };
};

}  // namespace tutti::run
