// SPDX-License-Identifier: Apache-2.0
// The numbers by which bytecode knows VHLO's attributes and types.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "ir/element_type.h"
#include "portable/vhlo.h"

namespace tutti::portable {

/// How a size that is not known is written.
inline constexpr int64_t kUnknownSize = std::numeric_limits<int64_t>::min();

namespace vhlo_code {
// Attributes.
inline constexpr uint64_t kArray = 1, kBool = 2, kCustomCallApi = 5, kDictionary = 6, kFloat = 8,
                          kInteger = 9, kAlias = 10, kString = 14, kTensorValue = 15,
                          kTypeValue = 17, kBounds = 18, kAccuracyMode = 19, kAccuracy = 20;
// Types.
inline constexpr uint64_t kComplex = 1, kFunctionType = 8, kTensor = 20, kTensorWithEncoding = 21,
                          kToken = 22, kTuple = 23, kQuantized = 24, kQuantizedByAxis = 30,
                          kNone = 33, kBuffer = 41, kFuture = 42;
}  // namespace vhlo_code

/// The bounds of a tensor's sizes, until they are part of its type.
inline constexpr std::string_view kBoundsRecord = "stablehlo.bounds", kBoundsField = "bounds";
/// The text of the type `none` in an attribute.
inline constexpr std::string_view kNoneText = "none";

struct ElementCode {
  uint64_t code;
  ir::ElementType element;
  Version since;
};
std::span<const ElementCode> element_codes();
/// The element type of that code; nothing if the code is of another type.
std::optional<ir::ElementType> element_of_vhlo_code(uint64_t code);

/// An attribute that is one word of a list: its code, and the words from `first` on.
struct WordCode {
  uint64_t code;
  std::string_view kind;
  std::array<std::string_view, 6> words;
  uint64_t first = 0;
};
std::span<const WordCode> word_codes();

}  // namespace tutti::portable
