// SPDX-License-Identifier: Apache-2.0
// Finds the plugins on this machine by the names of their files; none of them is opened.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::backend::pjrt {

/// Where plugins are looked for.
struct PluginSearch {
  std::string names_and_paths;       // $PJRT_NAMES_AND_LIBRARY_PATHS: "name:/path,name:/path"
  std::vector<Path> python_folders;  // site-packages; of two equal plugins the first one counts
};

/// A device's description of itself on the PCI bus.
struct PciMark {
  std::string_view vendor;   // "0x10de"
  std::string_view type;     // how its class begins: "0x03" is a display; empty: any
  std::string_view devices;  // how its device number begins, words; empty: any
};

/// A kind of device that plugins bring.
struct DeviceKind {
  std::string_view name;                    // "cuda"
  std::string_view package;                 // what pip installs for it
  std::array<std::string_view, 4> marks{};  // a plugin is of this kind if its name contains one
  std::string_view title = {};              // "NVIDIA GPU"
  std::array<PciMark, 2> hardware{};        // a device is of this kind if one of them fits
  std::string_view node = {};               // of /dev, before a number: "nvidia"; empty: none
  std::string_view compiler =
      {};  // the package that compiles without a device; empty: none is known
};

/// All kinds that have a name here, each of which `--backend pjrt=KIND` asks for.
std::span<const DeviceKind> device_kinds();

/// The kind of that name; null if there is none.
const DeviceKind* kind_named(std::string_view name);

/// The line for a shell that brings the compiler of a kind which has one.
std::string fetch_line(const DeviceKind& kind);

/// A plugin found on this machine.
struct Candidate {
  std::string name;  // as in the variable; else its folder's, "xla_cuda13"
  Path library;
  std::string kind;  // a DeviceKind's name; empty if name and file do not tell it, or another
                     // plugin is the one that `pjrt=KIND` means
  /// What `--backend` takes for it.
  std::string request() const { return "pjrt=" + (kind.empty() ? name : kind); }
};

/// The plugins of the variable first, then xla_plugins/*, jax_plugins/*, libtpu and libneuronxla of
/// each Python folder. `pjrt=KIND` means the plugin that is called KIND, else the first of its
/// kind. A relative path in the variable is a UserError: nothing is loaded from the working
/// directory.
std::vector<Candidate> find_plugins(const PluginSearch& search);

/// The kind that the name of a plugin, a file or a platform tells; empty if it tells none.
std::string kind_of(std::string_view text);

}  // namespace tutti::backend::pjrt
