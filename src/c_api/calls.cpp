// SPDX-License-Identifier: Apache-2.0
#include "c_api/calls.h"

#include "base/version.h"

namespace tutti::c_api {
namespace {

struct Failure {
  int code = TUTTI_DONE;
  std::string message;
};
thread_local Failure failure;

}  // namespace

int fail(int code, const char* message) noexcept {
  failure.code = code;
  try {
    failure.message = message;
  } catch (...) {
    failure.message.clear();
  }
  return code;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* given(const char* text, const char* what) {
  if (!text) user_error("{} is NULL, expected a text", what);
  return text;
}

run::NamedInputs inputs_of(const char* inputs) {
  const auto object = format::parse_json(given(inputs, "the inputs"), "inputs");
  if (!object.is_object())
    user_error("inputs: found {}, expected an object", format::json_found(object));
  run::NamedInputs named;
  for (const auto& [name, value] : object.items())
    named.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  return named;
}

run::Context context_of(const tutti_settings& settings) {
  run::Context context;
  context.threads = settings.threads;
  context.program = settings.program;
  context.variables = [variables =
                           settings.variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
  return context;
}

}  // namespace tutti::c_api

const char* tutti_version(void) {
  static const std::string version(tutti::kVersion);
  return version.c_str();
}

const char* tutti_error(void) {
  return tutti::c_api::failure.message.c_str();
}

int tutti_error_code(void) {
  return tutti::c_api::failure.code;
}

void tutti_free(char* text) {
  std::free(text);
}
