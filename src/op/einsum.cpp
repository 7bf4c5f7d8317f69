// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/derived.h"

namespace tutti::op {
namespace {

/// "ab,bc->ac": the letters of each operand's axes and of the result's.
struct Letters {
  std::vector<std::string> operands;
  std::string result;
};

Letters letters_of(const Operation& op, size_t operands) {
  const std::string text = op.string_attribute("einsum_config");
  const size_t arrow = text.find("->");
  constraint(op, arrow != std::string::npos, label(op, 1), "einsum_config is \"{}\", expected a ->",
             escaped(text));
  Letters letters{{""}, text.substr(arrow + 2)};
  for (const char c : text.substr(0, arrow))
    if (c == ',')
      letters.operands.emplace_back();
    else
      letters.operands.back() += c;
  constraint(op, letters.operands.size() == operands, label(op, 1),
             "einsum_config is \"{}\", expected {} operands", escaped(text), operands);
  std::string known;
  const auto expect_letters = [&](const std::string& side) {
    for (size_t i = 0; i < side.size(); i++) {
      const bool letter = (side[i] >= 'a' && side[i] <= 'z') || (side[i] >= 'A' && side[i] <= 'Z');
      constraint(op, letter && side.find(side[i]) == i, label(op, 1),
                 "einsum_config is \"{}\", expected letters, each once in an operand",
                 escaped(text));
    }
  };
  for (size_t i = 0; i < operands; i++) {
    expect_letters(letters.operands[i]);
    known += letters.operands[i];
    constraint(op, static_cast<int64_t>(letters.operands[i].size()) == op.operand_type(i).rank(),
               label(op, 1), "\"{}\" is for the axes of a {}, expected a letter for each",
               letters.operands[i], op.operand_type(i).str());
  }
  expect_letters(letters.result);
  for (const char c : letters.result)
    constraint(op, known.find(c) != std::string::npos, label(op, 1),
               "einsum_config is \"{}\": expected '{}' in an operand too", escaped(text), c);
  return letters;
}

/// The size of each of the result's axes; a letter has one size.
Type infer_result(const Operation& op, const Letters& letters) {
  Shape shape(letters.result.size());
  std::vector<int64_t> sizes(256, ir::kDynamic);
  for (size_t i = 0; i < letters.operands.size(); i++)
    for (size_t axis = 0; axis < letters.operands[i].size(); axis++) {
      const char letter = letters.operands[i][axis];
      int64_t& size = sizes[static_cast<unsigned char>(letter)];
      const int64_t here = op.operand_type(i).shape[axis];
      constraint(op, ir::compatible(size, here), label(op, 2),
                 "'{}' is the name of axes of size {} and {}, expected one size", letter, size,
                 here);
      size = ir::merged(size, here);
    }
  for (size_t at = 0; at < shape.size(); at++)
    shape[at] = sizes[static_cast<unsigned char>(letters.result[at])];
  return Type::tensor(declared(op).element, std::move(shape));
}

bool in(const std::string& letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

/// Sums over the axes that nothing else names; takes their letters away.
Value sum_alone(Builder& b, Value x, std::string& letters, const std::string& others) {
  std::vector<int64_t> axes;
  std::string kept;
  for (size_t axis = 0; axis < letters.size(); axis++)
    if (in(others, letters[axis]))
      kept += letters[axis];
    else
      axes.push_back(static_cast<int64_t>(axis));
  letters = kept;
  return reduce_sum(b, x, std::move(axes));
}

/// From axes named `from` to axes named `to`.
Value arrange(Builder& b, Value x, const std::string& from, const std::string& to) {
  std::vector<int64_t> permutation;
  for (const char letter : to) permutation.push_back(static_cast<int64_t>(from.find(letter)));
  return from == to ? x : transpose(b, x, std::move(permutation));
}

std::vector<Value> decompose_two(Builder& b, const Operation& op) {
  Letters letters = letters_of(op, 2);
  std::string &left = letters.operands[0], &right = letters.operands[1];
  const Value x = sum_alone(b, op.operand(0), left, right + letters.result);
  const Value y = sum_alone(b, op.operand(1), right, left + letters.result);
  DotNumbers numbers;
  std::string batch, free;
  for (size_t axis = 0; axis < left.size(); axis++) {
    const size_t other = right.find(left[axis]);
    if (other == std::string::npos) {
      free += left[axis];
      continue;
    }
    const bool kept = in(letters.result, left[axis]);
    if (kept) batch += left[axis];
    (kept ? numbers.lhs_batch : numbers.lhs_contract).push_back(static_cast<int64_t>(axis));
    (kept ? numbers.rhs_batch : numbers.rhs_contract).push_back(static_cast<int64_t>(other));
  }
  for (const char letter : right)
    if (!in(left, letter)) free += letter;
  const Value product = dot_general(b, x, y, numbers, op.result_type().element);
  return {arrange(b, product, batch + free, letters.result)};
}

std::vector<Value> decompose_one(Builder& b, const Operation& op) {
  Letters letters = letters_of(op, 1);
  const Value x = sum_alone(b, op.operand(0), letters.operands[0], letters.result);
  return {arrange(b, x, letters.operands[0], letters.result)};
}

OpDef by_config(std::string_view name, std::string_view assembly, size_t operands,
                Decompose decompose) {
  OpDef def = derived(
      name, assembly,
      [operands](const Operation& op) -> std::vector<Type> {
        expect_operands(op, operands);
        return {infer_result(op, letters_of(op, operands))};
      },
      std::move(decompose));
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace

OpDef einsum() {
  return by_config("stablehlo.einsum", "$0, $1, config = {einsum_config:string} : functional", 2,
                   decompose_two);
}

OpDef unary_einsum() {
  return by_config("stablehlo.unary_einsum", "$0, config = {einsum_config:string} : functional", 1,
                   decompose_one);
}

}  // namespace tutti::op
