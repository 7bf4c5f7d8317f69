// SPDX-License-Identifier: Apache-2.0
// Random programs over many element types at once. Their numbers are small and whole, so that
// every type can represent them and nothing is rounded: the cpu backend must give the interpreter's
// bits.
#include "backend/cpu_program.h"
#include "op/emit.h"

namespace tutti {
namespace {

using ir::Value;
using test::Array;
using test::ElementType;
using test::Type;

constexpr double kLargest = 8;

class MixedProgram {
 public:
  explicit MixedProgram(uint32_t seed)
      : random_(seed), b_(module.add_function("main").body, op::catalogue()) {
    ir::Function& function = module.get("main");
    rows_ = one_of<int64_t>({1, 7, 16, 64, 100});
    columns_ = one_of<int64_t>({8, 64, 130, 512, 700});
    const ElementType elements[] = {one_of(kTypes), one_of(kTypes), one_of(kTypes)};
    values_ = {function.add_argument(Type::tensor(elements[0], {rows_, columns_})),
               function.add_argument(Type::tensor(elements[1], {rows_, columns_})),
               function.add_argument(Type::tensor(elements[2], {columns_}))};
    for (Value& value : values_) value = bounded(value);
    for (int i = 0; i < 25; i++) values_.push_back(bounded(step(one_of(values_))));
    std::vector<Value> results;
    for (int i = 0; i < 3; i++) results.push_back(one_of(values_));
    results.push_back(values_.back());
    pass::finish(function, b_, results);
  }

  ir::Module module;

 private:
  static inline const std::vector<ElementType> kTypes = {
      ElementType::f32, ElementType::bf16,     ElementType::f16,
      ElementType::f64, ElementType::f8E4M3FN, ElementType::i8,
      ElementType::i16, ElementType::i32,      ElementType::i64};

  template <typename T>
  T one_of(const std::vector<T>& choices) {
    return choices[random_() % choices.size()];
  }

  Value bounded(Value x) {
    const Type scalar = Type::scalar(x->type.element);
    return b_.one("stablehlo.clamp",
                  {op::constant(b_, scalar, -kLargest), x, op::constant(b_, scalar, kLargest)});
  }
  /// Another value in the type of x.
  Value like(Value x) {
    std::vector<Value> alike;
    for (Value value : values_)
      if (value->type.shape == x->type.shape) alike.push_back(value);
    return op::convert(b_, one_of(alike), x->type.element);
  }

  Value step(Value x) {
    const ir::Shape& shape = x->type.shape;
    const int64_t last = x->type.rank() - 1;
    const auto axis = static_cast<int64_t>(random_() % shape.size());
    switch (random_() % 10) {
      case 0:
        return op::add(b_, x, like(x));
      case 1:
        return op::subtract(b_, x, like(x));
      case 2:
        return op::maximum(b_, x, like(x));
      case 3:
      case 4:
        return op::convert(b_, x, one_of(kTypes));
      case 5:
        return op::select(b_, op::compare(b_, one_of<std::string>({"LT", "GE", "NE"}), x, like(x)),
                          like(x), x);
      case 6:
        return b_.one("stablehlo.reverse", {x},
                      ir::attributes({{"dimensions", ir::ints_attribute({axis})}}));
      case 7:
        if (last == 0) return op::broadcast_in_dim(b_, x, {rows_, shape[0]}, {1});
        return op::reduce(b_, x, {axis}, "stablehlo.minimum", kLargest);
      case 8:
        if (last == 0) return op::negate(b_, x);
        return op::broadcast_along(b_, op::reduce(b_, x, {axis}, "stablehlo.maximum", -kLargest),
                                   shape, {axis});
      default:
        if (last == 0) return op::multiply(b_, x, like(x));
        return op::transpose(b_, x, {1, 0});
    }
  }

  std::mt19937 random_;
  ir::Builder b_;
  int64_t rows_, columns_;
  std::vector<Value> values_;
};

TEST(CpuMixed, RandomProgramsGiveTheSameBits) {
  for (uint32_t seed = 0; seed < 150; seed++) {
    SCOPED_TRACE(seed);
    const MixedProgram program(seed);
    std::vector<Array> arguments;
    for (const auto& argument : program.module.get("main").body.arguments)
      arguments.push_back(test::random_values(argument->type, seed));
    for (Array& array : arguments)
      for (double& value : array.floats) value = std::round(value);
    test::expect_program(program.module, arguments, 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tutti
