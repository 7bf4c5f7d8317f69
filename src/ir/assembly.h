// SPDX-License-Identifier: Apache-2.0
// The text form of an op, described by one line in its OpDef and read by both parser and printer:
//   "$0, dims = {broadcast_dimensions:ints} : functional"
// Pieces: literal text; $N an operand, $* all that are left; {name:kind} an attribute, kind being
//   ints "[0, 1]" · int "3" · int32 "3", a 32-bit number · bool "true" · number "0.5 : f64" ·
//   enum.KIND "LT" · symbol "@f" · target "@f" kept as a string · string "\"f\"" ·
//   opaque.NAME "<...>", which is #NAME<...> elsewhere. A label may follow the kind, as in
//   ir/attribute_rules.h;
// @name a syntax of its own (slice_ranges, dot_numbers, precision, exponent_mantissa, dense,
//   reduction, loop, scan, convolution, manual_computation); "[, ...]" an optional end, which is
//   present when its attribute is.
//   The comma after an empty $* is left out.
// The style of the types follows after " : ":
//   same        one type if operands and result have the same, else as functional
//   functional  (operand types) -> result types
//   arrow       the same, operand types without parentheses
//   first       the type that every operand has; there are no results
//   result      the result types
//   operands    the operand types, nothing if there are none
//   complex     the result's complex type where the operands are its parts, else as functional
//   select      the predicate's type, the result's type
//   none        no types: a syntax of the op's own prints them
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::ir {

enum class TypeStyle { same, functional, arrow, first, result, operands, complex, select, none };

struct AssemblyPiece {
  enum class Kind { literal, operand, operands, attribute, syntax };
  Kind kind;
  std::string text;  // literal text, or the name of the attribute or syntax
  std::string attribute_kind;
  size_t operand = 0;
  bool optional = false;                 // part of the optional end
  std::vector<std::string> tokens = {};  // of literal text
  std::string label = {};                // of an attribute, see ir/attribute_rules.h
};

struct Assembly {
  std::vector<AssemblyPiece> pieces;
  TypeStyle style = TypeStyle::functional;
};

/// Text around attributes that the syntax manual_computation leaves out.
struct Frame {
  std::string_view before, after;
};
inline constexpr Frame kShardings = {"#sdy.sharding_per_value<[", "]>"};
inline constexpr Frame kManualAxes = {"#sdy<manual_axes{", "}>"};

/// Splits a description into its pieces. A malformed one is an InternalError.
Assembly read_assembly(std::string_view description);

}  // namespace tutti::ir
