// SPDX-License-Identifier: Apache-2.0
// The program's commands that the page starts, and what the page knows about them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/child.h"
#include "base/files.h"
#include "serve/form.h"

namespace tutti::serve {

/// A trained model, and how to query it.
struct RunModel {
  std::string model;          // a folder, or a name
  std::string adapter;        // the folder of its adapter; empty: none
  std::vector<Field> fields;  // of `predict`
  bool chats = false;         // it answers chat messages
};

struct ProgramInterface {
  std::string path;  // of the program
  /// The flags of a training that a user may set. Those with a label come first in the form.
  std::vector<Field> train;
  NamedValues begin;       // the values of an empty form
  ArgumentList arguments;  // all of its flags except those that the page sets itself
  /// The arguments of a run file with these flag values. Adds to `errors`, by flag, why a value was
  /// refused.
  std::function<nlohmann::ordered_json(const NamedValues& values,
                                       std::map<std::string, std::string>& errors)>
      run_arguments;
  /// What a training with these values still lacks, as a sentence; empty if it lacks nothing.
  std::function<std::string(const NamedValues& values)> missing;
  /// The values in a run.json that are not the defaults.
  std::function<NamedValues(const nlohmann::ordered_json& run)> values_of;
  /// The model in a run's folder, if there is one.
  std::function<std::optional<RunModel>(const Path& folder)> model_in;
};

/// How much of a command's output is kept and shown.
inline constexpr ChildOutput kShown{.last = int64_t{256} << 10};  // bytes

/// Removes the secrets from a text.
using Hide = std::function<std::string(std::string)>;

}  // namespace tutti::serve
