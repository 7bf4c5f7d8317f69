// SPDX-License-Identifier: Apache-2.0
// What the page starts: commands of the program, which says itself what they take.
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

/// A trained model, and what can be asked of it.
struct RunModel {
  std::string model;          // a folder, or a name
  std::string adapter;        // the folder of one that is put on it; empty: none
  std::vector<Field> fields;  // of `predict`
  bool chats = false;         // it answers messages
};

struct ProgramInterface {
  std::string path;          // of the program
  std::vector<Field> train;  // flags of a training that somebody may want to give
  ArgumentList arguments;    // all of its flags but those that the page decides itself
  /// The arguments of a run file that has these values of flags. What is no value of its flag is
  /// told by its name in `errors`.
  std::function<nlohmann::ordered_json(const NamedValues& values,
                                       std::map<std::string, std::string>& errors)>
      run_arguments;
  /// The values that are not the defaults, of a run.json.
  std::function<NamedValues(const nlohmann::ordered_json& run)> values_of;
  /// The model in a run's folder; nothing while there is none.
  std::function<std::optional<RunModel>(const Path& folder)> model_in;
};

/// What is kept of what a command writes, and shown.
inline constexpr ChildOutput kShown{.last = int64_t{256} << 10};  // bytes

/// A text without what is secret.
using Hide = std::function<std::string(std::string)>;

}  // namespace tutti::serve
