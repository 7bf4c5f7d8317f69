// SPDX-License-Identifier: Apache-2.0
// Where values are in a device's memory, and which operations only look at memory differently.
// Nothing here knows a device: the CPU reads views, and a printer of GPU code can read the same.
#pragma once

#include <optional>
#include <vector>

#include "ir/module.h"

namespace tutti::backend {

/// Where a value's bytes are.
struct Place {
  enum class Kind {
    arena,     // the block of memory that all temporaries of a program share
    argument,  // a caller's argument
    result,    // a caller's result
    constant,  // the block of a program's constants
  };
  Kind kind = Kind::arena;
  int64_t offset = 0;  // bytes in the arena or among the constants; index of the argument or result
  int64_t start = 0;   // bytes to add to that: where a slice begins
  /// Where a dynamic slice begins: the index, in a list of a run, of the bytes to add; or -1.
  int64_t moving = -1;

  bool operator==(const Place&) const = default;
};

/// A value as an instruction sees it: a place and how to walk through it. `strides` are in
/// elements, one for each axis; a broadcast axis has stride 0. The stride of an axis of size 1
/// means nothing.
struct View {
  Place place;
  ir::Type type;
  std::vector<int64_t> strides;
  bool dense = true;  // row-major without gaps

  int64_t element_bytes() const { return static_cast<int64_t>(ir::byte_size(type.element)); }
};

/// The type of what a value has in memory: its own, but a token, which carries nothing, is a tensor
/// without elements.
ir::Type stored_type(const ir::Type& type);

/// A dense view of a value of this type. The caller fills in `place`.
View dense_view(const ir::Type& type);

/// The real or the imaginary parts of a complex value.
View complex_part(const View& complex, bool imaginary);

/// Whether an operation's results are its operands' bytes seen differently: reshape, transpose,
/// broadcast_in_dim, slice, a part of complex numbers, a hint where to place a value, an exchange
/// of a process with itself. It costs nothing if its readers take strided operands.
bool is_alias(const ir::Operation& op);

/// The view that result `index` of an alias is, given that of operand `index`. Nothing if
/// strides cannot express it (a reshape of some strided views): copy the operand into a dense one
/// first.
std::optional<View> alias_view(const ir::Operation& op, size_t index, const View& operand);

}  // namespace tutti::backend
