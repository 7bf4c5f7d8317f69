// SPDX-License-Identifier: Apache-2.0
// The records that VHLO spreads over several attributes, and values that both directions share.
#pragma once

#include <string_view>

#include "ir/attribute.h"

namespace tutti::portable {

/// What an operation has as one attribute in StableHLO, and as one for each field in VHLO.
struct Record {
  std::string_view op, attribute, name;
  bool keeps_empty = false;  // program text says empty lists and zeros of it
};
/// Null if the operation has none.
const Record* record_of(std::string_view op);

inline constexpr std::string_view kAlgorithmRecord = "stablehlo.dot_algorithm";
/// The type of a channel where VHLO has no attribute for it.
inline constexpr int64_t kUnsaidChannelType = 0;

/// #stablehlo.result_accuracy<...> that asks for nothing. Fields that are 0 are left out.
const ir::Attribute& default_accuracy();

}  // namespace tutti::portable
