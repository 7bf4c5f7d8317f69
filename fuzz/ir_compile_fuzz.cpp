// SPDX-License-Identifier: Apache-2.0
// Any text that is a small module runs on the cpu backend, or is refused. Where all that the
// reference computes is exact, the cpu backend computes the same.
#include <cmath>
#include <cstring>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "base/error.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "pass/plain_signature.h"
#include "small_program.h"
#include "support/mutate.h"

using namespace tutti;
using ir::Array;

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

constexpr int64_t kMostElements = 4096;   // of a tensor: enough for operations to run as groups
constexpr int64_t kLongestRun = 300'000;  // elements of all results, so that loops end

/// Assertions go, and a function returns what they look at.
void return_what_is_checked(ir::Function& function) {
  auto& operations = function.body.operations;
  ir::Operation& terminator = *operations.back();
  for (auto& op : operations) {
    if (!op->name().starts_with("check.")) continue;
    for (const ir::Value operand : op->operands) {
      terminator.operands.push_back(operand);
      function.result_types.push_back(operand->type);
      function.result_attributes.emplace_back();
    }
    op.reset();
  }
  std::erase(operations, nullptr);
}

/// Small numbers that all element types have, with different ones side by side.
Array some_values(const ir::Type& type, int64_t place) {
  Array array(type);
  const bool is_signed = !ir::is_unsigned(type.element) && type.element != ir::ElementType::i1;
  for (int64_t i = 0; i < array.count(); i++) {
    const int64_t number = (7 * i + 3 * place) % 5 - (is_signed ? 2 : 0);
    if (array.is_float())
      array.f(i) = 0.5 * static_cast<double>(number);
    else if (array.is_complex())
      array.c(i) = {0.5 * static_cast<double>(number), 1};
    else
      array.i(i) = type.element == ir::ElementType::i1 ? number & 1 : number;
  }
  array.round();
  return array;
}

/// Whether every number is one that is exact in every float of its size, as are sums of a few such.
/// In floats of 8 bits a sum of many stays where it is once it is 8 times as large as what is
/// added, unless it is kept in more bits, as the cpu backend does.
bool is_plain(const Array& array) {
  const size_t bytes = ir::byte_size(array.type.element);
  const double most = bytes >= 4 ? 4096 : bytes == 2 ? 64 : 4;
  const double parts = bytes >= 4 ? 256 : bytes == 2 ? 4 : 2;
  const auto is_plain_number = [&](double value) {
    return std::fabs(value) <= most && value * parts == std::nearbyint(value * parts);
  };
  return !array.is_complex() &&
         std::all_of(array.floats.begin(), array.floats.end(), is_plain_number);
}

struct Expected {
  std::vector<Array> results;
  bool is_exact = true;
};

Expected interpret(const ir::Module& module, const std::string& function,
                   const std::vector<Array>& arguments) {
  Expected expected;
  int64_t work = 0;
  op::InterpreterOptions options;
  options.observe = [&](const ir::Operation& op, const std::vector<Array>& results) {
    for (const Array& result : results) work += 100 + result.count();
    if (work > kLongestRun) throw fuzz::TooLong();
    const bool is_random = op.name().starts_with("stablehlo.rng");
    expected.is_exact =
        expected.is_exact && !is_random && std::all_of(results.begin(), results.end(), is_plain);
  };
  expected.results = op::interpret(module, function, arguments, options);
  return expected;
}

std::vector<ir::Tensor> run_on_cpu(const ir::Module& module, const std::string& function,
                                   const std::vector<Array>& arguments, bool folds) {
  static backend::CpuBackend cpu({.threads = 2});
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return cpu.supports(op); };
  if (!folds) options.skip = {"fold-constants"};
  const ir::Module lowered = pass::run_pipeline(ir::clone(module), op::catalogue(), options);
  const auto executable = cpu.compile(lowered, {.function = function});
  std::vector<backend::Buffer> in, out(lowered.get(function).result_types.size());
  for (const Array& array : arguments)
    in.push_back(cpu.upload(array.tensor(), cpu.devices().at(0)));
  std::span<backend::Buffer> in_slots(in), out_slots(out);
  executable->run({&in_slots, 1}, {&out_slots, 1});
  std::vector<ir::Tensor> results;
  for (const backend::Buffer& buffer : out) results.push_back(cpu.download(buffer));
  return results;
}

void expect_same(const Array& found, const Array& expected) {
  check(found.type == expected.type, "found {}, expected {}", found.type.str(),
        expected.type.str());
  const bool is_narrow = ir::is_float(found.type.element) && ir::byte_size(found.type.element) < 4;
  for (int64_t i = 0; i < expected.count(); i++)
    if (expected.is_float())
      check(std::fabs(found.f(i) - expected.f(i)) <=
                (is_narrow ? 0.1 : 1e-3) * (1 + std::fabs(expected.f(i))),
            "element {} is {}, expected {}", i, found.f(i), expected.f(i));
    else if (expected.is_complex())  // passed on as it came
      check(found.c(i) == expected.c(i), "element {} is {} + {}i, expected {} + {}i", i,
            found.c(i).real(), found.c(i).imag(), expected.c(i).real(), expected.c(i).imag());
    else
      check(found.i(i) == expected.i(i), "element {} is {}, expected {}", i, found.i(i),
            expected.i(i));
}

void run(const ir::Module& given, bool folds) {
  if (!fuzz::is_small(given, kMostElements)) return;
  for (const auto& each : given.functions) {
    if (!pass::has_plain_signature(*each)) continue;
    ir::Module module = ir::clone(given);
    for (const auto& function : module.functions) return_what_is_checked(*function);
    std::vector<Array> arguments;
    for (size_t i = 0; i < each->argument_count(); i++)
      arguments.push_back(some_values(each->argument(i)->type, static_cast<int64_t>(i)));
    try {
      const Expected expected = interpret(module, each->name, arguments);
      pass::keep_function(module, each->name);
      const auto found = run_on_cpu(module, each->name, arguments, folds);
      check(found.size() == expected.results.size(), "{} results", found.size());
      for (size_t i = 0; expected.is_exact && i < found.size(); i++)
        expect_same(Array(found[i]), expected.results[i]);
    } catch (const UserError&) {
    } catch (const fuzz::TooLong&) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    run(ir::parse_module(text, "fuzz.mlir", op::catalogue()), size % 2 == 0);
  } catch (const UserError&) {
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  if (seed % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text =
      test::Mutator(seed)(std::string(reinterpret_cast<const char*>(data), size));
  if (text.size() > max_size) return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
