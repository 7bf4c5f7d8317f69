// SPDX-License-Identifier: Apache-2.0
// Runs whole programs on the CPU backend and compares them with the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "backend/cpu/cpu_backend.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/rewrite.h"

namespace tutti::test {

using ir::Array;
using ir::ElementType;
using ir::Type;

/// Deterministic elements: floats of a normal distribution, integers from -9 to 9 (0 to 9 where
/// unsigned).
inline Array random_values(const Type& type, uint32_t seed) {
  std::mt19937 random(seed);
  Array array(type);
  std::normal_distribution<double> normal;
  const int64_t low = ir::is_unsigned(type.element) || type.element == ElementType::i1 ? 0 : -9;
  std::uniform_int_distribution<int64_t> whole(low, 9);
  for (int64_t i = 0; i < array.count(); i++)
    if (array.is_float())
      array.f(i) = normal(random);
    else
      array.i(i) = whole(random);
  array.round();
  return array;
}

/// One program on one backend, its arguments in buffers.
class CpuRun {
 public:
  CpuRun(const ir::Module& module, const backend::CpuOptions& options = {.threads = 2})
      : backend_(options), executable_(backend_.compile(module, {})) {}

  std::vector<Array> operator()(const std::vector<Array>& given) {
    arguments.clear();
    for (const Array& array : given)
      arguments.push_back(backend_.upload(array.tensor(), backend_.devices()[0]));
    return again();
  }

  /// Runs on the buffers that are there.
  std::vector<Array> again() {
    std::span<backend::Buffer> in(arguments), out(results);
    executable_->run({&in, 1}, {&out, 1});
    std::vector<Array> arrays;
    for (const backend::Buffer& buffer : results) arrays.emplace_back(backend_.download(buffer));
    return arrays;
  }

  backend::MemoryUse memory() const { return executable_->memory(); }
  backend::CpuBackend& backend() { return backend_; }
  backend::Executable& executable() { return *executable_; }

  std::vector<backend::Buffer> arguments;
  std::vector<backend::Buffer> results;

 private:
  backend::CpuBackend backend_;
  std::unique_ptr<backend::Executable> executable_;
};

/// A CpuRun with as many result slots as the function has results.
inline CpuRun cpu_run(const ir::Module& module,
                      const backend::CpuOptions& options = {.threads = 2}) {
  CpuRun run(module, options);
  run.results.resize(module.get("main").result_types.size());
  return run;
}

inline ir::Module parse(const std::string& text) {
  return ir::parse_module(text, "test", op::catalogue());
}

/// How far apart two numbers near each other may be once both are rounded to the type, relative to
/// one of them: a unit in the last place. Wider types' roundings are within the tolerance of tests.
inline double rounding_of(ElementType type) {
  return type == ElementType::bf16 ? 0x1p-7 : type == ElementType::f16 ? 0x1p-10 : 0;
}

/// Fails unless |found - expected| <= tolerance * the largest expected, plus the rounding of the
/// element to its type; integers must be equal.
inline void expect_close(const Array& found, const Array& expected, double tolerance,
                         const std::string& what = "") {
  ASSERT_EQ(found.type, expected.type);
  double largest = 0;
  for (double value : expected.floats) largest = std::max(largest, std::fabs(value));
  for (int64_t i = 0; i < expected.count(); i++) {
    if (!expected.is_float()) {
      ASSERT_EQ(found.i(i), expected.i(i)) << what << " element " << i;
      continue;
    }
    const double rounding = rounding_of(expected.type.element) * std::fabs(expected.f(i));
    ASSERT_LE(std::fabs(found.f(i) - expected.f(i)), tolerance * largest + rounding)
        << what << " element " << i << ": " << found.f(i) << ", expected " << expected.f(i);
  }
}

/// The length of found - expected as vectors, relative to that of expected.
inline double error_in_norm(const Array& found, const Array& expected) {
  double error = 0, whole = 0;
  for (int64_t i = 0; i < expected.count(); i++) {
    error += (found.f(i) - expected.f(i)) * (found.f(i) - expected.f(i));
    whole += expected.f(i) * expected.f(i);
  }
  return error == 0 ? 0 : std::sqrt(error / whole);
}

/// Runs `module` with 1, 2 and 3 threads, expects the same bits, and compares them with what
/// the interpreter computes: `compare(found, expected, "result 0")` for each result.
template <typename Compare>
void expect_program_by(const ir::Module& module, const std::vector<Array>& arguments,
                       const Compare& compare) {
  const std::vector<Array> expected = op::interpret(module, "main", arguments);
  std::vector<Array> first;
  for (int threads : {1, 2, 3}) {
    const std::vector<Array> found = cpu_run(module, {.threads = threads})(arguments);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); i++) {
      if (threads == 1)
        compare(found[i], expected[i], fmt::format("result {}", i));
      else
        ASSERT_TRUE(found[i].tensor() == first[i].tensor()) << threads << " threads change bits";
    }
    if (threads == 1) first = found;
  }
}

inline void expect_program(const ir::Module& module, const std::vector<Array>& arguments,
                           double tolerance) {
  expect_program_by(module, arguments,
                    [&](const Array& found, const Array& expected, const std::string& what) {
                      expect_close(found, expected, tolerance, what);
                    });
}

/// A module whose main function is one operation on its arguments.
inline ir::Module one_operation(const std::string& name, const std::vector<Type>& arguments,
                                ir::Attributes attributes = {}, std::vector<Type> declared = {}) {
  ir::Module module;
  ir::Function& function = module.add_function("main");
  std::vector<ir::Value> operands;
  for (const Type& type : arguments) operands.push_back(function.add_argument(type));
  ir::Builder builder(function.body, op::catalogue());
  pass::finish(function, builder,
               builder.create(name, operands, std::move(attributes), std::move(declared)));
  return module;
}

}  // namespace tutti::test
