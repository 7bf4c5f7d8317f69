// SPDX-License-Identifier: Apache-2.0
// Whether the pretty form can say what an operation has.
#include <algorithm>

#include "ir/attribute_kinds.h"
#include "ir/convolution_text.h"
#include "ir/printer.h"

namespace tutti::ir {
namespace {

/// Whether a style that leaves types out loses none: operations with dynamic sizes keep their
/// constraints only when they run.
bool style_fits(const Operation& op, TypeStyle style) {
  const auto type_is = [](const Type& expected) {
    return [&expected](Value value) { return value->type == expected; };
  };
  if (style == TypeStyle::first)
    return !op.operands.empty() &&
           std::all_of(op.operands.begin(), op.operands.end(), type_is(op.operand_type(0)));
  if (style == TypeStyle::select && op.operand_count() == 3)
    return op.result_count() == 1 &&
           std::all_of(op.operands.begin() + 1, op.operands.end(), type_is(op.result_type()));
  return true;
}

bool reduction_fits(const Operation& op) {
  return op.operand_count() % 2 == 0 && op.regions.size() == 1 &&
         op.regions[0]->arguments.size() == op.operand_count() && op.attributes.find("dimensions");
}

bool loop_fits(const Operation& op) {
  return op.regions.size() == 2 && op.operand_types() == op.result_types() &&
         std::all_of(op.regions.begin(), op.regions.end(), [&](const auto& region) {
           return std::equal(region->arguments.begin(), region->arguments.end(),
                             op.operands.begin(), op.operands.end(),
                             [](const auto& x, Value y) { return x->type == y->type; });
         });
}

bool precision_fits(const Operation& op) {
  const Attribute* precision = op.attributes.find("precision_config");
  const Attribute* algorithm = op.attributes.find("algorithm");
  if (algorithm && !algorithm->get<RecordAttribute>()) return false;
  const auto* list = precision ? precision->get<ListAttribute>() : nullptr;
  return !precision ||
         (list && std::all_of(list->values.begin(), list->values.end(), [](const Attribute& value) {
            return value.get<EnumAttribute>() != nullptr;
          }));
}

bool slice_ranges_fit(const Operation& op) {
  const size_t count = op.ints_attribute("start_indices").size();
  return op.ints_attribute("limit_indices").size() == count &&
         op.ints_attribute("strides").size() == count;
}

/// The same of a syntax: lists as long as each other, regions that take what they should.
bool syntax_fits(const Operation& op, std::string_view syntax) {
  if (syntax == "reduction") return reduction_fits(op);
  if (syntax == "loop") return loop_fits(op);
  if (syntax == "manual_computation")
    return op.regions.size() == 1 && framed(op, "in_shardings", kShardings) &&
           framed(op, "out_shardings", kShardings) && framed(op, "manual_axes", kManualAxes);
  if (syntax == "convolution")
    return op.attributes.find("dimension_numbers") &&
           convolution_text(op.record_attribute("dimension_numbers")).starts_with('[');
  if (syntax == "precision") return precision_fits(op);
  if (syntax == "slice_ranges") return slice_ranges_fit(op);
  if (syntax == "exponent_mantissa")
    return op.int_attribute("exponent_bits") >= 0 && op.int_attribute("mantissa_bits") >= 0;
  return true;
}

bool opaque_fits(const Operation& op, const AssemblyPiece& piece) {
  const auto* opaque = op.attribute(piece.text).get<OpaqueAttribute>();
  return opaque && opaque->text.starts_with(opaque_name(piece) + "<");
}

/// Whether the pieces name each operand there is.
bool operands_fit(const Operation& op, const Assembly& assembly) {
  size_t named = 0;
  bool takes_more = false;
  for (const AssemblyPiece& piece : assembly.pieces) {
    if (piece.kind == AssemblyPiece::Kind::operand) named = std::max(named, piece.operand + 1);
    takes_more = takes_more || piece.kind == AssemblyPiece::Kind::operands ||
                 piece.text == "reduction" || piece.text == "loop" ||
                 piece.text == "manual_computation";
  }
  return named == op.operand_count() || (takes_more && named < op.operand_count());
}

}  // namespace

std::string opaque_name(const AssemblyPiece& piece) {
  return "#" + piece.attribute_kind.substr(kOpaque.size());
}

bool pretty_fits(const Operation& op, const Assembly& assembly) {
  if (!style_fits(op, assembly.style) || !operands_fit(op, assembly)) return false;
  for (const AssemblyPiece& piece : assembly.pieces) {
    if (piece.kind == AssemblyPiece::Kind::attribute && !piece.optional &&
        !op.attributes.find(piece.text))
      return false;
    if (piece.text == "dense" && op.result_count() == 1 && op.result_type().is_quantized())
      return false;
    if (piece.attribute_kind.starts_with(kOpaque) && !opaque_fits(op, piece)) return false;
    if (piece.kind == AssemblyPiece::Kind::syntax && !syntax_fits(op, piece.text)) return false;
    if (piece.text == "scan") return false;  // the generic form says the segments
  }
  return true;
}

}  // namespace tutti::ir
