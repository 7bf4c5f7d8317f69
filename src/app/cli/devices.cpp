// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/environment.h"
#include "app/cli/output.h"
#include "backend/registry.h"
#include "base/text.h"

namespace tutti::app {
namespace {

constexpr const char* kBackends[] = {"cpu", "reference", "cuda", "rocm",
                                     "tpu", "xpu",       "mps",  "neuron"};

/// Variables that choose devices: honoured, and shown.
constexpr const char* kVariables[] = {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                                      "TPU_VISIBLE_CHIPS", "PJRT_NAMES_AND_LIBRARY_PATHS"};

nlohmann::ordered_json json_of(const backend::Device& device) {
  return {{"backend", device.backend},
          {"index", device.index},
          {"description", device.description},
          {"memory_bytes", device.memory_bytes}};
}

std::string text_of(const nlohmann::ordered_json& result) {
  std::string text;
  for (const auto& device : result["devices"]) {
    const auto bytes = device["memory_bytes"].get<int64_t>();
    text += fmt::format(
        "{:<12} {}{}\n",
        fmt::format("{}:{}", device["backend"].get<std::string>(), device["index"].get<int>()),
        device["description"].get<std::string>(),
        bytes > 0 ? ", " + human_bytes(static_cast<size_t>(bytes)) : "");
  }
  for (const auto& absent : result["absent"])
    text += fmt::format("{:<12} absent: {}\n", absent["backend"].get<std::string>(),
                        absent["reason"].get<std::string>());
  for (const auto& [name, value] : result["environment"].items())
    text += fmt::format("{}={}\n", name, escaped(value.get<std::string>()));
  return text;
}

}  // namespace

ExitCode run_devices(const GlobalOptions& global) {
  nlohmann::ordered_json result = {{"devices", nlohmann::ordered_json::array()},
                                   {"absent", nlohmann::ordered_json::array()},
                                   {"environment", nlohmann::ordered_json::object()}};
  for (const char* name : kBackends) {
    try {
      backend::BackendOptions options;
      options.threads = global.threads;
      for (const auto& device : backend::make_backend(name, options)->devices())
        result["devices"].push_back(json_of(device));
    } catch (const UserError& error) {
      result["absent"].push_back({{"backend", name}, {"reason", error.what()}});
    }
  }
  for (const char* name : kVariables)
    if (const auto value = environment_variable(name)) result["environment"][name] = *value;
  if (global.json)
    write_result_json(result);
  else
    write_result(text_of(result));
  return ExitCode::done;
}

}  // namespace tutti::app
