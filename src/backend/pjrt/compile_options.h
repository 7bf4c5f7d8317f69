// SPDX-License-Identifier: Apache-2.0
// xla.CompileOptionsProto, encoded by hand: the few fields a single-program run needs.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::backend::pjrt {

/// XLA flags of one compilation, all of them booleans.
using FlagOverrides = std::vector<std::pair<std::string, bool>>;

/// Flags that make a platform keep what IEEE arithmetic says: NaN in minima and maxima, the
/// declared precision. Empty where we know none.
FlagOverrides strict_flags(std::string_view platform);

/// One replica on each of the devices, one partition (xla/pjrt/proto/compile_options.proto).
std::string compile_options(const std::vector<int>& device_ids, const FlagOverrides& flags);

}  // namespace tutti::backend::pjrt
