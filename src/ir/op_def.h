// SPDX-License-Identifier: Apache-2.0
// Everything about a kind of operation in one place: its OpDef. Each op has a file in op/, which
// returns its OpDef; op/ops.def lists all ops.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/array.h"
#include "ir/module.h"

namespace tutti::ir {

class Builder;
class Process;

/// What an op's `evaluate` may ask of the interpreter that runs it.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  /// Runs a region on arguments and returns what its terminator returns.
  virtual std::vector<Array> run_region(const Block& block, std::vector<Array> arguments) = 0;
  /// Runs another function of the module.
  virtual std::vector<Array> call(std::string_view function, std::vector<Array> arguments) = 0;
  /// Runs body(i) for each i in [0, count), possibly on several threads.
  virtual void parallel(int64_t count, const std::function<void(int64_t)>& body) = 0;
  /// The process of the grid that this run is, through which it reaches the others.
  virtual Process& process() = 0;
  /// The module's mesh of that name, or null.
  virtual const Mesh* mesh(std::string_view name) const = 0;
};

using Operands = std::span<const Array* const>;

/// What a backward rule works with: it reads the operation and the gradients of its results, and
/// emits operations that compute the gradients of its operands.
struct Vjp {
  Builder& builder;
  const Operation& op;
  std::vector<Value> result_gradients;  // null if no gradient reaches the result
  std::vector<bool> wanted;             // which operands need a gradient
  /// The rule fills it; null means zero. If it stays empty, the rules of what the operation
  /// decomposes into are used.
  std::vector<Value> operand_gradients;

  /// The gradient of result `index`, or zeros of its type.
  Value gradient(size_t index = 0) const;
};

/// Which constraints of the specification say what the results are, for messages: 5 means
/// "slice_c5", 0 means that there is no label. Most elementwise ops have c1 for everything.
struct ResultConstraints {
  int element = 1;  // the element types
  int shape = 1;    // the shapes
  int count = 1;    // how many there are
};

struct OpDef {
  std::string_view name = {};
  /// Another dialect's name for the same op. It is read as well, and printed as `name`.
  std::string_view foreign_name = {};
  /// The text form after the name, see ir/assembly.h. If empty there is only the generic form.
  std::string_view assembly = {};
  /// The rules of attributes that are not in `assembly`, see ir/attribute_rules.h. Attributes
  /// without a rule are not checked.
  std::string_view attributes = {};
  /// Checks the op's constraints and returns the result types, from operands and attributes and, if
  /// those do not determine them, from the declared result types (op.result_type()). A violation
  /// names the constraint's label. A size may be kDynamic, which agrees with every other size:
  /// constraints are checked as far as sizes are known.
  std::function<std::vector<Type>(const Operation&)> infer = {};
  /// The constraints that are broken if declared results differ from what `infer` returns.
  ResultConstraints result_constraints = {};
  /// The meaning, written naively in double precision. The interpreter rounds to the declared
  /// types.
  std::function<std::vector<Array>(const Operation&, Operands, Evaluation&)> evaluate = {};
  /// The backward rule; if there is none, `no_derivative` is the reason.
  std::function<void(Vjp&)> vjp = {};
  std::string_view no_derivative = {};
  /// Emits the same computation in smaller ops; returns nothing if that is not possible.
  std::function<std::vector<Value>(Builder&, const Operation&)> decompose = {};
  /// An operation may lack the results after so many: dead-code elimination drops those that nobody
  /// reads, so that they are not computed. `infer` sees how many the operation declares. Nothing:
  /// it has all.
  std::optional<size_t> required_results = {};
  /// For ops whose value depends on more than operands and attributes, or that end a block.
  bool has_side_effect = false;
  bool is_terminator = false;
  /// Whether a op b = b op a. The compact form of reductions needs to know.
  bool is_commutative = false;
  /// Whether quantized operands and results may have scales along an axis, not just one for all.
  bool takes_scales_along_axis = false;
  /// Whether stored elements are passed on as they are, so that results have the operands' scales.
  bool keeps_scales = false;
  /// The operands that mixed precision converts to fewer bits; results of float type follow them.
  std::vector<size_t> low_precision_operands = {};
  /// Computes in the fewer bits of an operand that mixed precision converted: it only moves
  /// elements, or its rounding is not worth a float32.
  bool follows_low_precision = false;
  /// Does to the real and to the imaginary parts of complex operands what it does to the whole.
  bool acts_on_parts = false;
  /// Takes so little time that computing it again costs less than keeping large results for long.
  bool is_cheap = false;
  /// Its regions are blocks of the program, such as branches and the body of a loop. The regions of
  /// other operations are functions of elements.
  bool is_control_flow = false;
};

/// Looks ops up by name. The parser and the builder know ops only through it.
class Catalogue {
 public:
  explicit Catalogue(std::vector<OpDef> defs);
  /// The op of that name or null. Foreign names are found too, and names of `func.` without their
  /// prefix.
  const OpDef* find(std::string_view name) const;
  /// The op of that name, which must exist.
  const OpDef& get(std::string_view name) const;
  const std::vector<OpDef>& all() const { return defs_; }

 private:
  std::vector<OpDef> defs_;
  std::unordered_map<std::string_view, const OpDef*> by_name_;
};

}  // namespace tutti::ir
