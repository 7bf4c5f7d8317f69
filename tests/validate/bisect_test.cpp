// SPDX-License-Identifier: Apache-2.0
// Faults are put into a backend and must be found where they are.
#include "validate/bisect.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"
#include "small_bert.h"

namespace tutti {
namespace {

using ir::Tensor;

struct Fault {
  int line = 0;  // of the operation
  size_t result = 0;
  int64_t element = 0;
  double amount = 0;
};

/// The cpu backend, but that one element of one operation's result is off, wherever it runs.
class FaultyBackend final : public backend::Backend {
 public:
  explicit FaultyBackend(backend::Backend& sound) : sound_(sound) {}

  Fault fault;
  std::string_view name() const override { return "faulty"; }
  std::vector<backend::Device> devices() const override { return sound_.devices(); }
  bool supports(const ir::Operation& op) const override { return sound_.supports(op); }
  std::unique_ptr<backend::Executable> compile(const ir::Module& module,
                                               const backend::CompileOptions& options) override {
    return sound_.compile(damaged(module), options);
  }
  backend::Buffer upload(const Tensor& tensor, const backend::Device& device) override {
    return sound_.upload(tensor, device);
  }
  Tensor download(const backend::Buffer& buffer) override { return sound_.download(buffer); }

 private:
  ir::Module damaged(const ir::Module& module) const {
    return pass::rewrite(
        module, op::catalogue(),
        [&](ir::Builder& b, const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
          if (op.location.line != fault.line || op.name() == "stablehlo.constant")
            return std::nullopt;
          ir::ValueMap map;
          b.block().operations.push_back(ir::clone(op, map));
          std::vector<ir::Value> results = b.block().operations.back()->results();
          ir::Value& result = results[fault.result];
          std::vector<double> values(static_cast<size_t>(result->type.count()));
          values[static_cast<size_t>(fault.element)] = fault.amount;
          result = op::add(b, result,
                           b.one("stablehlo.constant", {},
                                 ir::attributes({{"value", Tensor::of(result->type, values)}})));
          return results;
        });
  }

  backend::Backend& sound_;
};

/// The program as lowered for the cpu, each operation on a line of its own.
validate::Program numbered(validate::Program program, const backend::Backend& cpu) {
  program.module =
      validate::lowered(program.module, [&](const ir::Operation& op) { return cpu.supports(op); });
  int line = 0;
  for (const auto& op : program.module.get("main").body.operations) op->location.line = ++line;
  return program;
}

struct Machines {
  backend::CpuBackend cpu{{1, 0}};
  backend::ReferenceBackend reference{1, op::Rounding::typed};
};

/// The whole figure, 100 damaged and 20 clean runs, takes minutes.
bool is_long_test() {
  return std::getenv("TUTTI_LONG_TESTS") != nullptr;
}

TEST(Bisect, CleanRunsFindNothing) {
  const uint32_t runs = is_long_test() ? 20 : 3;
  Machines machines;
  for (uint32_t seed = 0; seed < runs; seed++) {
    const auto program = test::SmallBert(12, 64, seed).program(seed);
    const auto found = validate::bisect(program, machines.reference, machines.cpu);
    const auto* first = found.first();
    EXPECT_EQ(first, nullptr) << "seed " << seed << ": " << first->op << " in " << first->layer
                              << ", " << first->types << ", " << first->local << " over "
                              << first->bound;
  }
}

TEST(Bisect, NamesEachDamagedOperation) {
  const int runs = is_long_test() ? 100 : 15;
  Machines machines;
  const auto program = numbered(test::SmallBert(12, 64, 7).program(), machines.cpu);
  const auto begin = std::chrono::steady_clock::now();
  const auto clean = validate::bisect(program, machines.reference, machines.cpu);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  ASSERT_EQ(clean.first(), nullptr);

  // A fault is ten bounds of the result it is in.
  std::vector<size_t> candidates;
  for (size_t i = 0; i < clean.operations.size(); i++)
    if (clean.operations[i].bound > 0) candidates.push_back(i);
  const auto& operations = program.module.get("main").body.operations;
  std::vector<const ir::Operation*> by_index;
  for (const auto& op : operations)
    if (op->name() != "stablehlo.constant") by_index.push_back(op.get());

  FaultyBackend faulty(machines.cpu);
  std::mt19937 random(1);
  std::map<std::string, int> parts;
  int named = 0;
  for (int run = 0; run < runs; run++) {
    const auto& target = clean.operations[candidates[random() % candidates.size()]];
    const ir::Operation& op = *by_index[target.index];
    const int64_t count = op.result_type(target.result).count();
    faulty.fault = {op.location.line, target.result,
                    static_cast<int64_t>(random() % static_cast<uint64_t>(count)),
                    10 * target.bound};
    validate::BisectOptions options;
    options.stop_at_first = true;
    const auto found = validate::bisect(program, machines.reference, faulty, options);
    const auto* first = found.first();
    ASSERT_NE(first, nullptr) << target.op << " in " << target.layer;
    EXPECT_EQ(first->index, target.index) << target.op << " in " << target.layer;
    EXPECT_EQ(first->result, target.result);
    EXPECT_EQ(first->layer, target.layer);
    named += first->index == target.index;
    parts[target.part]++;
  }
  EXPECT_EQ(named, runs);
  EXPECT_GT(parts["forward"], 0);
  EXPECT_GT(parts["backward"], 0);
  EXPECT_GT(parts["optimizer"], 0);
  std::cout << fmt::format(
      "{} operations, {:.2f} s a bisection; faults named: {} of {}, of which forward {}, backward "
      "{}, optimizer {}\n",
      by_index.size() - 1, seconds.count(), named, runs, parts["forward"], parts["backward"],
      parts["optimizer"]);
}

TEST(Bisect, NamesLayersPartsAndKeepsWithinItsPieces) {
  Machines machines;
  const auto program = numbered(test::SmallBert(2, 16, 1).program(), machines.cpu);
  const auto whole = validate::bisect(program, machines.reference, machines.cpu);
  validate::BisectOptions options;
  options.piece_operations = 3;
  options.piece_bytes = 1;
  const auto pieces = validate::bisect(program, machines.reference, machines.cpu, options);
  ASSERT_EQ(whole.operations.size(), pieces.operations.size());
  std::map<std::string, int> layers;
  for (size_t i = 0; i < whole.operations.size(); i++) {
    EXPECT_EQ(whole.operations[i].index, pieces.operations[i].index);
    EXPECT_EQ(whole.operations[i].local, pieces.operations[i].local);
    EXPECT_EQ(whole.operations[i].accumulated, pieces.operations[i].accumulated);
    layers[whole.operations[i].part + " " + whole.operations[i].layer]++;
  }
  for (const char* layer : {"forward embeddings", "forward encoder.layer.1.attention",
                            "backward encoder.layer.0.feed_forward", "optimizer optimizer"})
    EXPECT_GT(layers[layer], 0) << layer;
}

TEST(Bisect, ValuesThatAreNoNumbersAreOverEveryBound) {
  validate::OperationError error;
  error.bound = 1e9;
  error.local = NAN;
  EXPECT_TRUE(error.over());
}

}  // namespace
}  // namespace tutti
