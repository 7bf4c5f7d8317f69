// SPDX-License-Identifier: Apache-2.0
// Which plugins there are on this machine, by their files alone: nothing is opened.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::backend::pjrt {

/// Where plugins are looked for.
struct PluginSearch {
  std::string names_and_paths;       // $PJRT_NAMES_AND_LIBRARY_PATHS: "name:/path,name:/path"
  std::vector<Path> python_folders;  // site-packages, the first of two equal plugins wins
};

struct Candidate {
  std::string name;  // as in the variable; else the folder, "xla_cuda13"
  Path library;
  std::string backend;  // "cuda", "tpu", ...; empty where name and file do not tell, or an earlier
                        // plugin is already that backend
  /// What --backend takes for it.
  std::string request() const { return backend.empty() ? "pjrt=" + name : backend; }
};

/// Those of the variable first, then xla_plugins/*, jax_plugins/*, libtpu and libneuronxla of each
/// Python folder. A relative path in the variable is a UserError: nothing is loaded from the
/// working directory.
std::vector<Candidate> find_plugins(const PluginSearch& search);

/// "cuda" for a platform or file named so; empty for one that has no name here.
std::string backend_of(std::string_view text);

}  // namespace tutti::backend::pjrt
