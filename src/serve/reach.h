// SPDX-License-Identifier: Apache-2.0
// Finds what a training's arguments reach outside its own folder. A run's folder may come from
// somebody else; its files must not load code, or write where the user has not looked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/argument.h"
#include "base/files.h"

namespace tutti::serve {

/// Whether a path, all links followed, is below a folder.
bool is_below(const Path& path, const Path& folder);

/// Why a form's value is refused: it names a place to write to that is outside the folder. Empty if
/// it is accepted.
std::string objection_to(const Argument& argument, const std::string& value, const Path& folder);

/// The arguments of a run.json that load a library or write outside the folder, as lines.
std::vector<std::string> far_reaching(const ArgumentList& list,
                                      const nlohmann::ordered_json& arguments, const Path& folder);

/// A link anywhere in a folder, through which a training would write elsewhere; empty: none.
Path link_in(const Path& folder);

/// The JSON object in a file of a run's folder. Throws a UserError if it is a link.
nlohmann::ordered_json read_own_json(const Path& file);

}  // namespace tutti::serve
