// SPDX-License-Identifier: Apache-2.0
#include "kernel/elementwise_tables.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

template <typename Entry>
const Entry* find(std::span<const Entry> entries, std::string_view op) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.op == op; });
  return found == entries.end() ? nullptr : &*found;
}

/// The index of an integer type in the tables; i1 has functions of its own.
size_t integer_index(ElementType type) {
  return static_cast<size_t>(type == ElementType::i1 ? type : compute_type(type));
}

template <typename Floats, typename Integers>
auto function_in(std::span<const Floats> floats, std::span<const Integers> integers,
                 std::string_view op, ElementType type) -> decltype(Floats::single) {
  if (ir::is_float(type)) {
    const Floats* entry = find(floats, op);
    if (!entry) return nullptr;
    return type == ElementType::f64 ? entry->wide : entry->single;
  }
  const Integers* entry = find(integers, op);
  return entry ? entry->by_type[integer_index(type)] : nullptr;
}

BlockFunction splat_in(std::span<const FloatSplats> splats, std::string_view op, ElementType type,
                       size_t operand) {
  const FloatSplats* entry = ir::is_float(type) ? find(splats, op) : nullptr;
  if (!entry) return nullptr;
  return (type == ElementType::f64 ? entry->wide : entry->single)[operand];
}

/// The index of a type in the tables of conversions.
size_t index_of(ElementType type) {
  if (type == ElementType::f64) return kComputeTypes - 1;
  return ir::is_float(type) ? kComputeTypes - 2 : integer_index(type);
}

/// Whether an operation's result depends on how wide an integer is, beyond being cut to its bits.
bool sees_width(std::string_view op, ElementType type) {
  if (op == "stablehlo.count_leading_zeros") return true;
  return ir::is_signed(type) ? op == "stablehlo.popcnt" || op == "stablehlo.shift_right_logical"
                             : op == "stablehlo.shift_right_arithmetic";
}

/// Whether every value of the type is a float32.
bool fits_float(ElementType type) {
  return type != ElementType::f64 && (ir::is_float(type) || ir::byte_size(type) <= 2);
}

}  // namespace

BlockFunction elementwise_function(std::string_view op, ElementType type) {
  if (is_narrow(type) && ir::is_integer(type) && sees_width(op, type)) return nullptr;
  return function_in(float_tables().functions, integer_tables().functions, op, type);
}

BlockFunction splat_function(std::string_view op, ElementType type, size_t operand) {
  return splat_in(float_tables().splats, op, type, operand);
}

BlockFunction row_splat_function(std::string_view op, ElementType type, size_t operand) {
  return splat_in(float_tables().row_splats, op, type, operand);
}

FoldFunction fold_function(std::string_view op, ElementType type) {
  return function_in(float_tables().folds, integer_tables().folds, op, type);
}

FoldRowsFunction fold_rows_function(std::string_view op, ElementType type) {
  const FloatRowFolds* entry = ir::is_float(type) ? find(float_tables().row_folds, op) : nullptr;
  if (!entry) return nullptr;
  return type == ElementType::f64 ? entry->wide : entry->single;
}

BlockFunction compare_function(std::string_view direction, ElementType type, bool total_order) {
  const FloatTables floats = float_tables();
  return function_in(total_order ? floats.total_comparisons : floats.comparisons,
                     integer_tables().comparisons, direction, type);
}

BlockFunction select_function(ElementType type) {
  const auto bytes = static_cast<size_t>(compute_bytes(type));
  return convert_tables().select[static_cast<size_t>(std::countr_zero(bytes))];
}

BlockFunction convert_function(ElementType from, ElementType to) {
  const ConvertTables tables = convert_tables();
  if (is_narrow(to) && ir::is_float(to) && !fits_float(from))
    return tables.convert_to_odd[index_of(from)];
  if (is_narrow(to) && ir::is_integer(to) && ir::is_float(from)) {
    const auto first = static_cast<size_t>(ElementType::i2);
    return tables.convert_to_narrow[from == ElementType::f64][static_cast<size_t>(to) - first];
  }
  const bool to_logical = to == ElementType::i1 && from != ElementType::i1;
  if (compute_type(from) == compute_type(to) && !to_logical) return nullptr;
  return tables.convert[index_of(from)][index_of(to)];
}

}  // namespace tutti::kernel
