// SPDX-License-Identifier: Apache-2.0
// Runs whole programs on the CPU backend and holds them against the interpreter.
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

/// Holds |found - expected| <= tolerance * the largest expected; integers exactly.
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
    ASSERT_LE(std::fabs(found.f(i) - expected.f(i)), tolerance * largest)
        << what << " element " << i << ": " << found.f(i) << ", expected " << expected.f(i);
  }
}

/// Runs `module` with 1, 2 and 3 threads, holds that the bits are the same, and holds them against
/// the interpreter's.
inline void expect_program(const ir::Module& module, const std::vector<Array>& arguments,
                           double tolerance) {
  const std::vector<Array> expected = op::interpret(module, "main", arguments);
  std::vector<Array> first;
  for (int threads : {1, 2, 3}) {
    const std::vector<Array> found = cpu_run(module, {.threads = threads})(arguments);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); i++) {
      if (threads == 1)
        expect_close(found[i], expected[i], tolerance, fmt::format("result {}", i));
      else
        ASSERT_TRUE(found[i].tensor() == first[i].tensor()) << threads << " threads change bits";
    }
    if (threads == 1) first = found;
  }
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
