// SPDX-License-Identifier: Apache-2.0
#include "op/rules/dynamic.h"

#include <algorithm>
#include <unordered_map>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "op/rules/indices.h"

namespace tutti::op {
namespace {

std::vector<int64_t> integers_of(const Array& array) {
  std::vector<int64_t> integers;
  for (int64_t k = 0; k < array.count(); k++) integers.push_back(index_at(array, k));
  return integers;
}

IntegerLists numbers_of(Operands operands) {
  IntegerLists numbers;
  for (const Array* operand : operands) numbers.push_back(integers_of(*operand));
  return numbers;
}

/// Computes with small tensors of integers as far back as constants.
class Constants {
 public:
  /// Null where the value depends on more than constants, or on too many operations.
  const Array* find(Value value, int depth = 0) {
    const auto [at, is_new] = known_.try_emplace(value);
    std::optional<Array>& known = at->second;
    if (is_new && depth < kDeepest) known = compute(value, depth);
    return known ? &*known : nullptr;
  }

 private:
  static constexpr int kDeepest = 100;
  static constexpr int64_t kMostElements = 4096;

  std::optional<Array> compute(Value value, int depth) {
    const Type& type = value->type;
    const bool is_number = ir::is_integer(type.element) || type.element == ElementType::i1;
    if (!type.is_tensor() || !type.is_static() || !is_number || type.count() > kMostElements)
      return std::nullopt;
    if (const ir::Tensor* constant = constant_of(value)) return Array(*constant);
    const Operation* op = value->owner;
    if (!op || op->operand_count() == 0 || op->result_count() != 1 || !op->regions.empty() ||
        op->def().has_side_effect || !op->def().evaluate)
      return std::nullopt;
    std::vector<const Array*> operands;
    for (Value operand : op->operands) {
      operands.push_back(find(operand, depth + 1));
      if (!operands.back()) return std::nullopt;
    }
    return evaluate_operation(*op, operands)[0];
  }

  std::unordered_map<Value, std::optional<Array>> known_;
};

Shape shape_of(const Operation& op, const std::vector<int64_t>& sizes) {
  for (int64_t size : sizes)
    if (size < 0)
      operation_error(op, fmt::format("the sizes are {}, expected none below 0", ir::str(sizes)));
  ir::element_count(sizes);
  return sizes;
}

/// The types that the static op has for its inference: the declared ones, with the shape if the
/// numbers are it.
std::vector<Type> declared_types(const Operation& op, const StaticForm& form,
                                 const IntegerLists& numbers) {
  const Type& type = op.result_type();
  if (!form.shape) return {type};
  const Shape shape = shape_of(op, numbers[*form.shape]);
  if (!ir::compatible(shape, type.shape))
    operation_error(
        op, fmt::format("the sizes are {} when it runs, expected {}", ir::str(shape), type.str()));
  return {type.with(shape)};
}

std::vector<Array> evaluate(const Operation& op, const StaticForm& form, Operands in,
                            Evaluation& evaluation) {
  const IntegerLists numbers = numbers_of(in.subspan(form.operands));
  Block arguments;
  std::vector<Value> values;
  for (const Array* operand : in.first(form.operands))
    values.push_back(arguments.add_argument(operand->type));
  Operation twin(catalogue().get(form.name), values, form.attributes(op, numbers));
  twin.location = op.location;
  twin.set_result_types(declared_types(op, form, numbers));
  twin.set_result_types(twin.def().infer(twin));
  if (!ir::compatible(twin.result_type(), op.result_type()))
    operation_error(op, fmt::format("the result is a {} when it runs, expected {}",
                                    twin.result_type().str(), op.result_type().str()));
  return twin.def().evaluate(twin, in.first(form.operands), evaluation);
}

/// The integers where they are known before the program runs.
std::optional<IntegerLists> static_numbers(const Operation& op, const StaticForm& form) {
  if (form.from_result && op.result_type().is_static()) return form.from_result(op);
  IntegerLists numbers;
  for (size_t i = form.operands; i < op.operand_count(); i++) {
    auto integers = known_integers(op.operand(i));
    if (!integers) return std::nullopt;
    numbers.push_back(std::move(*integers));
  }
  return numbers;
}

/// Null where the integers are not known.
Value emit(Builder& b, const Operation& op, const StaticForm& form) {
  for (Value operand : op.operands)
    if (!operand->type.is_static()) return nullptr;
  const auto numbers = static_numbers(op, form);
  if (!numbers) return nullptr;
  const auto end = op.operands.begin() + static_cast<std::ptrdiff_t>(form.operands);
  return b.one(form.name, {op.operands.begin(), end}, form.attributes(op, *numbers),
               declared_types(op, form, *numbers));
}

/// The backward rule of the static op, which is emitted for it and not used afterwards.
void vjp(Vjp& v, const StaticForm& form) {
  Value result = v.op.result_type().is_static() ? emit(v.builder, v.op, form) : nullptr;
  if (!result)
    operation_error(v.op, "has a derivative where its sizes are known before it runs only");
  const Operation& twin = *result->owner;
  std::vector<bool> wanted = v.wanted;
  wanted.resize(twin.operand_count());
  Vjp inner{v.builder, twin, v.result_gradients, std::move(wanted), {}};
  check(twin.def().vjp != nullptr, "{} has no backward rule", twin.name());
  twin.def().vjp(inner);
  v.operand_gradients = std::move(inner.operand_gradients);
  v.operand_gradients.resize(v.op.operand_count());
}

}  // namespace

OpDef dynamic_op(std::string_view name, std::string_view assembly,
                 std::function<std::vector<Type>(const Operation&)> infer, StaticForm form) {
  return {
      .name = name,
      .assembly = assembly,
      .infer = std::move(infer),
      .evaluate = [form](const Operation& op, Operands in,
                         Evaluation& evaluation) { return evaluate(op, form, in, evaluation); },
      .vjp = [form](Vjp& v) { vjp(v, form); },
      .decompose = [form](Builder& b, const Operation& op) -> std::vector<Value> {
        Value result = emit(b, op, form);
        return result ? std::vector<Value>{result} : std::vector<Value>{};
      },
  };
}

std::optional<std::vector<int64_t>> known_integers(Value value) {
  Constants constants;
  const Array* array = constants.find(value);
  return array ? std::optional(integers_of(*array)) : std::nullopt;
}

const ir::Tensor* constant_of(Value value) {
  if (!value->owner || value->owner->name() != "stablehlo.constant") return nullptr;
  return value->owner->attribute("value").get<ir::Tensor>();
}

Attributes kept_attributes(const Operation& op, std::vector<std::string_view> names) {
  Attributes kept;
  for (std::string_view name : names)
    if (const ir::Attribute* value = op.attributes.find(name)) kept.set(name, *value);
  return kept;
}

std::optional<std::vector<int64_t>> constant_integers(const Operation& op, size_t operand,
                                                      int64_t count) {
  const ir::Tensor* constant = constant_of(op.operand(operand));
  if (!constant || constant->type().count() != count) return std::nullopt;
  return integers_of(Array(*constant));
}

void expect_result_sizes(const Operation& op, size_t operand, std::string_view label) {
  const Type& out = declared(op);
  const auto sizes = constant_integers(op, operand, out.rank());
  if (!sizes) return;
  const bool possible =
      std::all_of(sizes->begin(), sizes->end(), [](int64_t size) { return size >= 0; });
  constraint(op, possible && ir::compatible(*sizes, out.shape), label,
             "the sizes are {}, expected those of the result, a {}", ir::str(*sizes), out.str());
}

void expect_numbers(const Operation& op, size_t operand) {
  const Type& type = op.operand_type(operand);
  constraint(
      op, type.is_tensor() && type.rank() == 1 && type.is_static() && ir::is_integer(type.element),
      fmt::format("{}_i{}", short_name(op), operand + 1),
      "operand {} is a {}, expected a list of integers of static length", operand, type.str());
}

}  // namespace tutti::op
