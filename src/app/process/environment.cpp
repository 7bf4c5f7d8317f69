// SPDX-License-Identifier: Apache-2.0
#include "app/process/environment.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

#include "base/secrets.h"

namespace tutti::app {

std::optional<std::string> environment_variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

void set_environment_default(const char* name, const std::string& value) {
  ::setenv(name, value.c_str(), /*overwrite=*/0);
}

std::vector<std::string> environment_secrets() {
  std::vector<std::string> secrets;
  for (const auto& [name, value] : all_environment_variables())
    if (is_secret(name, value)) secrets.push_back(value);
  return secrets;
}

void write_no_core() {
  // A limit of 0 still lets the kernel pipe a core to a program; 1 does not (core(5) and
  // fs/coredump.c), and a core file needs more.
  const rlimit least{1, 1};
  ::setrlimit(RLIMIT_CORE, &least);  // fails if the hard limit is 0
}

std::vector<std::pair<std::string, std::string>> all_environment_variables() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** at = environ; *at != nullptr; at++) {
    const std::string_view text = *at;
    const size_t end = text.find('=');
    if (end != text.npos) variables.emplace_back(text.substr(0, end), text.substr(end + 1));
  }
  return variables;
}

}  // namespace tutti::app
