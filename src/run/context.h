// SPDX-License-Identifier: Apache-2.0
// The process and the user that a run works for. The program describes them here, because the
// library itself reads no environment.
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
  /// Gives the values that no tracking server may learn.
  std::function<std::vector<std::string>()> secrets = [] { return std::vector<std::string>(); };
  /// Called before secrets are read, so that the program can keep them out of core dumps.
  std::function<void()> on_secrets = [] {};
  /// The program `tutti`, which tries plugins and compiles for absent devices in processes of its
  /// own; empty: there is none, and backends other than cpu and reference cannot be opened.
  std::string program = {};
  /// Turns a local file name back into the address (s3://, gs://) that the user gave, where the
  /// program has replaced one by the other; run.json records the address.
  std::function<std::string(std::string)> address_of = [](std::string name) { return name; };
};

}  // namespace tutti::run
