// SPDX-License-Identifier: Apache-2.0
// Padding for matrix units: sizes are rounded up to multiples of a unit's tile size. What is added
// is zero, and is cut off before anything but a product reads it.
#pragma once

#include "ir/op_def.h"
#include "op/emit.h"

namespace tutti::pass {

/// The least multiple that is not below `size`; the size itself where it would grow by more than a
/// quarter, as the waste would be larger than the gain.
int64_t padded_size(int64_t size, int64_t multiple);

/// The type of a matrix of floats with both sizes padded; any other type as it is.
ir::Type padded_type(const ir::Type& type, int64_t multiple);

/// The shapes to which pad_products pads the operands of a dot_general.
struct PaddedOperands {
  ir::Shape left, right;
};
PaddedOperands padded_operands(const ir::Shape& left, const ir::Shape& right,
                               const op::DotNumbers& numbers, int64_t multiple);

/// Pads the parameters of every function, their moments and sums, which are its arguments with the
/// `tutti.role` parameter, optimizer or sums, and with `results` all of its results. What was not
/// padded is cut out of an argument before it is read, so that every value stays unchanged, and
/// what is added to results is zero. An argument that is padded has its former sizes as
/// `tutti.padded_from`.
ir::Module pad_parameters(ir::Module module, int64_t multiple, bool results,
                          const ir::Catalogue& catalogue);

/// Pads the sizes of dot_generals along which rows of an operand or of the result are stored, so
/// that each row begins at a multiple. Operands that were cut out of something with zeros around
/// them are read from it.
ir::Module pad_products(ir::Module module, int64_t multiple, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
