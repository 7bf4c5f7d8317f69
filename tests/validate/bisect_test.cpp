// SPDX-License-Identifier: Apache-2.0
// Faults are put into a backend and must be found where they are.
#include "validate/bisect.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "format/json.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"
#include "small_bert.h"
#include "support/data.h"

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
  backend::Compilation try_compile(const ir::Module& module,
                                   const backend::CompileOptions& options) override {
    return sound_.try_compile(damaged(module), options);
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
validate::CheckedProgram numbered(validate::CheckedProgram program, const backend::Backend& cpu) {
  program.module =
      validate::lowered(program.module, [&](const ir::Operation& op) { return cpu.supports(op); });
  int line = 0;
  for (const auto& op : program.module.get("main").body.operations) op->location.line = ++line;
  return program;
}

struct Machines {
  explicit Machines(int threads = 1)
      : cpu({.threads = threads}), reference(threads, op::Rounding::typed) {}
  backend::CpuBackend cpu;
  backend::ReferenceBackend reference;
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

/// A program bisected once as it is, and then with one operation damaged at a time.
class DamagedProgram {
 public:
  DamagedProgram(validate::CheckedProgram program, Machines& machines)
      : program_(numbered(std::move(program), machines.cpu)),
        reference_(machines.reference),
        faulty_(machines.cpu) {
    const auto begin = std::chrono::steady_clock::now();
    clean_ = validate::bisect(program_, reference_, machines.cpu);
    seconds_ = std::chrono::steady_clock::now() - begin;
    for (size_t i = 0; i < clean_.operations.size(); i++)
      if (clean_.operations[i].bound > 0) candidates_.push_back(i);
    for (const auto& op : program_.module.get("main").body.operations)
      if (op->name() != "stablehlo.constant") by_index_.push_back(op.get());
    EXPECT_EQ(clean_.first(), nullptr);
  }

  /// Damages one element of one result by ten bounds, and expects that its operation is named.
  void expect_named(std::mt19937& random) {
    const auto& target = clean_.operations[candidates_[random() % candidates_.size()]];
    const ir::Operation& op = *by_index_[target.index];
    const int64_t count = op.result_type(target.result).count();
    faulty_.fault = {op.location.line, target.result,
                     static_cast<int64_t>(random() % static_cast<uint64_t>(count)),
                     10 * target.bound};
    validate::BisectOptions options;
    options.stop_at_first = true;
    const auto found = validate::bisect(program_, reference_, faulty_, options);
    const auto* first = found.first();
    ASSERT_NE(first, nullptr) << target.op << " in " << target.layer;
    EXPECT_EQ(first->index, target.index) << target.op << " in " << target.layer;
    EXPECT_EQ(first->result, target.result);
    EXPECT_EQ(first->layer, target.layer);
    named_ += first->index == target.index;
    parts_[target.part]++;
  }

  int named() const { return named_; }
  int named(const std::string& part) { return parts_[part]; }
  void report(std::string_view name) {
    std::cout << fmt::format(
        "{}: {} operations, {:.2f} s a bisection; faults named: {}, of which forward {}, backward "
        "{}, optimizer {}\n",
        name, by_index_.size() - 1, seconds_.count(), named_, parts_["forward"], parts_["backward"],
        parts_["optimizer"]);
  }

 private:
  validate::CheckedProgram program_;
  backend::Backend& reference_;
  FaultyBackend faulty_;
  validate::Bisection clean_;
  std::chrono::duration<double> seconds_;
  std::vector<size_t> candidates_;  // results of a bound: the others are integers
  std::vector<const ir::Operation*> by_index_;
  std::map<std::string, int> parts_;
  int named_ = 0;
};

TEST(Bisect, NamesEachDamagedOperation) {
  const int runs = is_long_test() ? 100 : 15;
  Machines machines;
  DamagedProgram damaged(test::SmallBert(12, 64, 7).program(), machines);
  std::mt19937 random(1);
  for (int run = 0; run < runs; run++) damaged.expect_named(random);
  EXPECT_EQ(damaged.named(), runs);
  for (const char* part : {"forward", "backward", "optimizer"}) EXPECT_GT(damaged.named(part), 0);
  damaged.report("12 layers");
}

TEST(Bisect, NamesADamagedOperationOfMiniLm) {
  TUTTI_MINILM_OR_SKIP(folder);
  const Path file = folder / "config.json";
  const model::Model model = model::open_model(format::read_json(file), file.string());
  const task::Objective objective = task::squad::question_answering(model);
  const auto weights = model::Weights(folder, objective.parameters, 42).read_all();
  const int32_t tokens = is_long_test() ? 384 : 48;
  const test::MadeUpFeature feature(tokens, static_cast<int32_t>(model.vocabulary_size), 1);
  Machines machines(available_cpus());
  DamagedProgram damaged(test::program_of(objective, weights, feature, tokens), machines);
  std::mt19937 random(2);
  damaged.expect_named(random);
  EXPECT_EQ(damaged.named(), 1);
  damaged.report(fmt::format("MiniLM, one feature of {} tokens", tokens));
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
