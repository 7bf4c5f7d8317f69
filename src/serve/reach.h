// SPDX-License-Identifier: Apache-2.0
// What the arguments of a training reach besides its own folder. A run's folder may come from
// somebody else, whose files must neither bring code nor write where nobody has looked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/argument.h"
#include "base/files.h"

namespace tutti::serve {

/// Whether a path, all links followed, is below a folder.
bool is_below(const Path& path, const Path& folder);

/// Why a value of a form is not taken: it names a place outside the folder that is written to.
/// Empty: it is taken.
std::string objection_to(const Argument& argument, const std::string& value, const Path& folder);

/// Of the arguments of a run.json those that load a library or write outside the folder, as lines.
std::vector<std::string> far_reaching(const ArgumentList& list,
                                      const nlohmann::ordered_json& arguments, const Path& folder);

/// A link that is somewhere in a folder, by which a training would write elsewhere; empty: none.
Path link_in(const Path& folder);

/// The JSON object in a file of a run's folder. A UserError where it is a link.
nlohmann::ordered_json read_own_json(const Path& file);

}  // namespace tutti::serve
