// SPDX-License-Identifier: Apache-2.0
// A kind of operation: every rule of it in one place. Each lives in one file of op/; op/ops.def
// lists them.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/array.h"
#include "ir/module.h"

namespace tutti::ir {

class Builder;
class Process;

/// What an op's meaning may ask of the interpreter that runs it.
class Evaluation {
 public:
  virtual ~Evaluation() = default;
  /// Runs a region on arguments and gives what its terminator returns.
  virtual std::vector<Array> run_region(const Block& block, std::vector<Array> arguments) = 0;
  /// Runs another function of the module.
  virtual std::vector<Array> call(std::string_view function, std::vector<Array> arguments) = 0;
  /// Runs body(i) for i in [0, count), on several threads where there are some.
  virtual void parallel(int64_t count, const std::function<void(int64_t)>& body) = 0;
  /// The place in the grid that this run has, and its ways to the others (ir/process.h).
  virtual Process& process() = 0;
  /// A mesh of the module; null where there is none of this name.
  virtual const Mesh* mesh(std::string_view name) const = 0;
};

using Operands = std::span<const Array* const>;

/// A backward rule at work: it reads the operation and its results' gradients, and emits operations
/// that compute the operands' gradients.
struct Vjp {
  Builder& builder;
  const Operation& op;
  std::vector<Value> result_gradients;  // null where no gradient flows
  std::vector<bool> wanted;             // which operands need a gradient
  /// To be filled; null means zero. Left empty: what the operation decomposes into has rules.
  std::vector<Value> operand_gradients;

  /// The gradient of result `index`, or zeros of its type.
  Value gradient(size_t index = 0) const;
};

/// Numbers of the specification's constraints on what the results are, for messages: 5 stands for
/// "slice_c5"; 0 for a constraint without a label. Most elementwise ops have c1 for everything.
struct ResultConstraints {
  int element = 1;  // the element types
  int shape = 1;    // the shapes
  int count = 1;    // how many there are
};

struct OpDef {
  std::string_view name = {};
  /// A name that another dialect has for the same; printed as `name`.
  std::string_view foreign_name = {};
  /// The text form behind the name, see ir/assembly.h; empty: the generic form only.
  std::string_view assembly = {};
  /// The attributes that are not in `assembly`, see ir/attribute_rules.h; others are not looked at.
  std::string_view attributes = {};
  /// Result types from operands, attributes and, where those do not tell, the declared result types
  /// (op.result_type()). Holds the op's constraints; each violation names its label. Sizes may be
  /// kDynamic, which agrees with every other: constraints are held as far as sizes are known.
  std::function<std::vector<Type>(const Operation&)> infer = {};
  /// The constraints that declared results break where they differ from what `infer` gives.
  ResultConstraints result_constraints = {};
  /// The meaning, naive, in double; rounding to the declared types is the interpreter's.
  std::function<std::vector<Array>(const Operation&, Operands, Evaluation&)> evaluate = {};
  /// The backward rule, or the reason why there is none.
  std::function<void(Vjp&)> vjp = {};
  std::string_view no_derivative = {};
  /// The same thing in smaller ops; nothing where that cannot be said.
  std::function<std::vector<Value>(Builder&, const Operation&)> decompose = {};
  /// For ops whose value is not a function of operands and attributes alone, or that end a block.
  bool has_side_effect = false;
  bool is_terminator = false;
  /// a op b = b op a, for two operands: the compact form of reductions asks.
  bool is_commutative = false;
  /// Quantized operands and results may have scales along an axis; else one scale for all.
  bool takes_scales_along_axis = false;
  /// Elements are handed on as they are stored: declared results have the scales that `infer`
  /// gives.
  bool keeps_scales = false;
  /// The operands that mixed precision converts to fewer bits; results of float type follow them.
  std::vector<size_t> low_precision_operands = {};
  /// Computes in the fewer bits of an operand that mixed precision converted: it only moves
  /// elements, or its rounding is not worth a float32.
  bool follows_low_precision = false;
  /// Does to the real and to the imaginary parts of complex operands what it does to the whole.
  bool acts_on_parts = false;
  /// Its regions are blocks of the program, such as branches and the body of a loop. The regions of
  /// other operations are functions of elements.
  bool is_control_flow = false;
};

/// Looks ops up by name. The parser and the builder know no op by themselves.
class Catalogue {
 public:
  explicit Catalogue(std::vector<OpDef> defs);
  /// Null where there is none. Names of `func.` are found without their prefix too, and foreign
  /// names.
  const OpDef* find(std::string_view name) const;
  /// Throws InternalError where there is none.
  const OpDef& get(std::string_view name) const;
  const std::vector<OpDef>& all() const { return defs_; }

 private:
  std::vector<OpDef> defs_;
  std::unordered_map<std::string_view, const OpDef*> by_name_;
};

}  // namespace tutti::ir
