// SPDX-License-Identifier: Apache-2.0
// Operations of other dialects that artifacts have beside those of VHLO: sdy's, and chlo's. Their
// operands and results have types of the dialect builtin, and casts are around them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "portable/vhlo.h"

namespace tutti::portable {

/// The first version of StableHLO whose artifacts may have other dialects.
inline constexpr Version kSinceForeign = {1, 11, 0};
inline constexpr std::string_view kCast = "builtin.unrealized_conversion_cast";
inline constexpr std::string_view kMeshOp = "sdy.mesh";

struct ForeignAttribute {
  std::string name;
  bool is_optional = false;
};
struct ForeignOp {
  bool is_known = false;
  std::vector<ForeignAttribute> attributes;  // in the order of the properties
};
/// What is known of an operation like "sdy.return" or "chlo.top_k".
ForeignOp foreign_op(std::string_view name);

}  // namespace tutti::portable
