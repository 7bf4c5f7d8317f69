// SPDX-License-Identifier: Apache-2.0
// xla.CompileOptionsProto, encoded by hand: the few fields that our programs need are not worth a
// dependency on protobuf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tutti::backend::pjrt {

/// XLA flags of one compilation.
using FlagOverrides = std::vector<std::pair<std::string, std::variant<bool, int64_t>>>;

/// The flags that make a platform follow IEEE arithmetic, so that NaN survives minima and maxima
/// and results have the precision of their types. Empty for platforms of which we know no such
/// flag.
FlagOverrides strict_flags(std::string_view platform);

/// The flags without which a platform's compiler needs its device: it would try out kernels on it.
FlagOverrides deviceless_flags(std::string_view platform);

/// The devices from 0 on.
std::vector<int> first_devices(int64_t count);

/// Options for a program with one replica on each of these devices and one partition
/// (xla/pjrt/proto/compile_options.proto), encoded.
std::string compile_options(const std::vector<int>& device_ids, const FlagOverrides& flags);

}  // namespace tutti::backend::pjrt
