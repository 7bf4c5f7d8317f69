// SPDX-License-Identifier: Apache-2.0
// VHLO, the dialect of portable artifacts: each version of an operation of StableHLO as it was when
// it was written, with all its attributes. vhlo_ops.def is the table.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::portable {

/// A version of StableHLO. Two of the same major and minor number write the same operations.
struct Version {
  int major = 0, minor = 0, patch = 0;
  auto operator<=>(const Version&) const = default;
  std::string str() const;
};

/// The newest that the table knows, and the oldest that may be read or written.
inline constexpr Version kNewestVersion = {1, 20, 0}, kOldestVersion = {0, 9, 0};

/// "1.13.7". Nothing if it is no version.
std::optional<Version> version_of(std::string_view text);

struct VhloOp {
  std::string_view name;  // "add", without its version
  int version = 1;
  Version since, until;                      // until kNewestVersion where it is still written
  std::vector<std::string_view> attributes;  // in the order of the properties

  bool is_written_in(const Version& target) const;
};

/// All versions of operations, in the order of the table: of one operation, older ones first.
const std::vector<VhloOp>& vhlo_ops();
/// The operation of a name like "add_v1"; null if the table has none.
const VhloOp* find_vhlo(std::string_view versioned_name);
/// The versions of the operation "add"; empty if there is none.
std::vector<const VhloOp*> vhlo_versions(std::string_view name);

/// Parts a name like "add_v1" into its name and its version; version 0 where it has none.
std::pair<std::string_view, int> parts_of_name(std::string_view versioned_name);

}  // namespace tutti::portable
