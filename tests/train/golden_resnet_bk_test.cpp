// SPDX-License-Identifier: Apache-2.0
// The mini ResNet-BK against PyTorch in float64, in three variants: the original, which sees what
// it predicts, and causal ones with one and with two experts of each word.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "model/resnet_bk.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"
#include "pass/rewrite.h"
#include "step/step_program.h"
#include "support/pjrt.h"
#include "task/causal/objective.h"

namespace tutti {
namespace {

constexpr int64_t kRows = 2, kLength = 64;

struct Variant {
  const char* name;
  nlohmann::json config;
};

nlohmann::json config_of(const char* sides, int64_t chosen, bool normalises, double alpha) {
  return {{"model_type", "resnet_bk"},
          {"vocab_size", 131},
          {"hidden_size", 32},
          {"num_hidden_layers", 2},
          {"num_experts", 4},
          {"num_experts_per_tok", chosen},
          {"norm_topk_prob", normalises},
          {"router_aux_loss_coef", alpha},
          {"max_position_embeddings", kLength},
          {"bk_sides", sides}};
}

const Variant kVariants[] = {{"original", config_of("both", 1, true, 0)},
                             {"switch", config_of("causal", 1, false, 0.01)},
                             {"top2", config_of("causal", 2, true, 0.01)}};

/// Batch `index` of ten, in the order of the objective's arrays; perhaps with another first row.
std::vector<ir::Tensor> words_of(const test::Golden& golden, int64_t index, ir::ElementType element,
                                 const std::vector<int64_t>& first_row) {
  const std::vector<int64_t> all = golden.ints("ids");
  std::vector<int64_t> ids, position, target;
  for (int64_t row = 0; row < kRows; row++)
    for (int64_t i = 0; i < kLength; i++) {
      const auto at = static_cast<size_t>((index * kRows + row) * (kLength + 1) + i);
      ids.push_back(all[at]);
      target.push_back(all[at + 1]);
      position.push_back(i);
    }
  std::copy(first_row.begin(), first_row.end(), ids.begin());
  const std::vector<int64_t> ones(ids.size(), 1), zeros(ids.size(), 0);
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {kRows, kLength});
  std::vector<ir::Tensor> batch;
  using Lists = std::initializer_list<const std::vector<int64_t>*>;
  for (const auto* values : Lists{&ids, &ones, &position, &zeros, &zeros, &target})
    batch.push_back(ir::Tensor::of_ints(tokens, *values));
  batch.push_back(ir::Tensor::of(tokens.with(element), std::vector<double>(ids.size(), 1)));
  return batch;
}

/// A training of one variant, from the golden parameters.
class BkRun {
 public:
  BkRun(backend::Backend& backend, const test::Golden& golden, const Variant& variant,
        ir::ElementType element)
      : backend_(backend),
        golden_(golden),
        element_(element),
        objective_(task::causal::next_token(model::open_model(variant.config, variant.name))) {
    step::StepOptions options;
    options.schedule = {step::Schedule::Kind::constant, 1e-3, 0, 0};
    options.weight_decay = 0.01;
    options.element = element;
    options.dropout = false;
    options.max_segment = kLength;
    module_ = step::step_program(objective_, {kRows, kLength, kRows}, options);
    module_ = pass::decompose(std::move(module_), op::catalogue(),
                              [&](const ir::Operation& op) { return backend.supports(op); });
    for (int copy = 0; copy < 3; copy++)
      for (const model::Parameter& parameter : objective_.parameters) {
        const ir::Type type = ir::Type::tensor(element, parameter.shape);
        auto values = golden.doubles("initial." + parameter.name);
        if (copy > 0) std::fill(values.begin(), values.end(), 0);
        state_.push_back(upload(ir::Tensor::of(type, values)));
      }
    state_.push_back(upload(ir::Tensor::of_ints(ir::Type::scalar(ir::ElementType::i32), {0})));
    state_.push_back(
        upload(ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::ui32, {2}), {0, 42})));
  }

  const std::vector<model::Parameter>& parameters() const { return objective_.parameters; }

  /// The sums of the first batch: gradients, loss and weight.
  std::vector<ir::Tensor> gradients() {
    std::vector<backend::Buffer> arguments(state_.begin(),
                                           state_.begin() + static_cast<long>(parameters().size()));
    arguments.insert(arguments.end(), {state_[state_.size() - 2], state_.back()});
    std::vector<ir::Tensor> tensors;
    for (const auto& result : run("gradients", std::move(arguments), 0))
      tensors.push_back(backend_.download(result));
    return tensors;
  }

  /// Each word's loss in the first row, with the first batch's targets.
  std::vector<float> first_losses(const std::vector<int64_t>& ids) {
    std::vector<backend::Buffer> arguments(state_.begin(),
                                           state_.begin() + static_cast<long>(parameters().size()));
    const ir::Tensor losses = backend_.download(run("forward", std::move(arguments), 0, ids)[0]);
    std::vector<float> first;
    for (int64_t i = 0; i < kLength; i++) first.push_back(static_cast<float>(losses.float_at(i)));
    return first;
  }

  struct Report {
    double loss, norm;
  };
  Report step(int64_t batch) {
    auto results = run("step", std::move(state_), batch);
    const size_t first = 3 * parameters().size();
    const auto number = [&](size_t i) { return backend_.download(results[first + i]).float_at(0); };
    const Report report{number(2), number(3)};
    state_.assign(results.begin(), results.begin() + static_cast<long>(first + 2));
    return report;
  }
  ir::Tensor parameter(size_t index) { return backend_.download(state_[index]); }

 private:
  backend::Buffer upload(const ir::Tensor& tensor) {
    return backend_.upload(tensor, backend_.devices()[0]);
  }
  std::vector<backend::Buffer> run(const std::string& function,
                                   std::vector<backend::Buffer> arguments, int64_t batch,
                                   const std::vector<int64_t>& first_row = {}) {
    for (const ir::Tensor& tensor : words_of(golden_, batch, element_, first_row))
      arguments.push_back(upload(tensor));
    auto& program = programs_[function];
    if (!program) program = backend_.compile(module_, {function});
    std::vector<backend::Buffer> results(module_.get(function).result_types.size());
    const std::span<backend::Buffer> in[] = {arguments}, out[] = {results};
    program->run(in, out);
    return results;
  }

  backend::Backend& backend_;
  const test::Golden& golden_;
  ir::ElementType element_;
  task::Objective objective_;
  ir::Module module_;
  std::vector<backend::Buffer> state_;
  std::map<std::string, std::unique_ptr<backend::Executable>> programs_;
};

/// How far results may be from PyTorch's, relative to the largest element.
struct Bounds {
  double loss, gradient, parameter;
};

void expect_follows(backend::Backend& backend, ir::ElementType element, const Bounds& bounds) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/resnet_bk_mini.safetensors");
  const test::Golden golden(file);
  for (const Variant& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    const std::string at = std::string(variant.name) + ".";
    BkRun run(backend, golden, variant, element);
    const auto losses = golden.doubles(at + "losses"),
               norms = golden.doubles(at + "gradient_norms");
    const std::vector<ir::Tensor> sums = run.gradients();
    const size_t count = run.parameters().size();
    const double words = sums[count + 1].float_at(0);
    EXPECT_EQ(words, kRows * kLength);
    EXPECT_NEAR(sums[count].float_at(0) / words, losses[0], bounds.loss * losses[0]);
    for (size_t i = 0; i < count; i++) {
      const std::string& name = run.parameters()[i].name;
      EXPECT_LE(test::error_of(golden, at + "gradient." + name, test::scaled(sums[i], 1 / words),
                               1e-3 * norms[0]),
                bounds.gradient)
          << name;
    }
    for (size_t step = 0; step < losses.size(); step++) {
      const BkRun::Report report = run.step(static_cast<int64_t>(step));
      EXPECT_NEAR(report.loss, losses[step], bounds.loss * losses[step]) << step;
      EXPECT_NEAR(report.norm, norms[step], bounds.gradient * norms[step]) << step;
    }
    for (size_t i = 0; i < count; i++) {
      const std::string name = at + "parameter_after_10." + run.parameters()[i].name;
      EXPECT_LE(test::error_of(golden, name, run.parameter(i), 0), bounds.parameter) << name;
    }
  }
}

TEST(GoldenResnetBk, ReferenceFollowsPyTorchToTenDigits) {
  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  expect_follows(reference, ir::ElementType::f64, {1e-10, 1e-10, 1e-10});
}

TEST(GoldenResnetBk, CpuFollowsPyTorch) {
  backend::CpuBackend cpu({.threads = 2});
  expect_follows(cpu, ir::ElementType::f32, {1e-5, 1e-4, 1e-2});
}

TEST(GoldenResnetBk, PluginFollowsPyTorch) {
  TUTTI_PLUGIN_OR_SKIP(library);
  backend::PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", int64_t{1}}};
  backend::PjrtBackend plugin(options);
  expect_follows(plugin, ir::ElementType::f32, {1e-5, 1e-4, 1e-2});
}

/// The logits of some words, and a way to see what they depend on.
struct LogitsProgram {
  ir::Module module;
  std::vector<model::Parameter> parameters;

  explicit LogitsProgram(const nlohmann::json& config, int64_t length = kLength) {
    const model::Model model = model::open_model(config, "config.json");
    parameters = model.parameters;
    ir::Function& function = module.add_function("main");
    model::ParameterValues values;
    for (const model::Parameter& parameter : parameters)
      values.set(parameter.name,
                 function.add_argument(ir::Type::tensor(ir::ElementType::f64, parameter.shape)));
    const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {1, length});
    ir::Value ids = function.add_argument(tokens), segment = function.add_argument(tokens),
              position = function.add_argument(tokens);
    ir::Builder b(function.body, op::catalogue());
    ir::Value hidden =
        model.hidden_states(b, values, {ids, segment, position}, {.element = ir::ElementType::f64});
    pass::finish(function, b, {model.next_token_logits(b, values, hidden)});
  }

  std::vector<ir::Array> arguments(const test::Golden& golden,
                                   const std::vector<int64_t>& ids) const {
    std::vector<ir::Array> all;
    for (const model::Parameter& parameter : parameters) {
      all.emplace_back(ir::Type::tensor(ir::ElementType::f64, parameter.shape));
      all.back().floats = golden.doubles("initial." + parameter.name);
    }
    for (int kind = 0; kind < 3; kind++) {
      all.emplace_back(
          ir::Type::tensor(ir::ElementType::i32, {1, static_cast<int64_t>(ids.size())}));
      for (size_t i = 0; i < ids.size(); i++)
        all.back().ints[i] = kind == 0 ? ids[i] : kind == 1 ? 1 : static_cast<int64_t>(i);
    }
    return all;
  }
};

std::vector<ir::Array> run_wide(const ir::Module& module, const std::string& function,
                                const std::vector<ir::Array>& arguments) {
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  return op::interpret(module, function, arguments, options);
}

/// |d |logits_i| / d input_j| for all j of one row, through the gradient of the positions' table.
std::vector<double> leak_of(const LogitsProgram& program, const std::vector<ir::Array>& arguments,
                            const ir::Module& derived, int64_t i) {
  const ir::Array logits = run_wide(program.module, "main", arguments)[0];
  const int64_t words = logits.type.dim(2);
  ir::Array weight(logits.type);
  double norm = 0;
  for (int64_t k = 0; k < words; k++) norm += logits.f(i * words + k) * logits.f(i * words + k);
  for (int64_t k = 0; k < words; k++)
    weight.f(i * words + k) = logits.f(i * words + k) / std::sqrt(norm);
  std::vector<ir::Array> given = arguments;
  given.push_back(weight);
  const auto gradients = run_wide(derived, "main_gradient", given);
  const ir::Array& position = gradients[1];  // of embeddings.position.weight
  std::vector<double> leak;
  for (int64_t j = 0; j < logits.type.dim(1); j++) {
    double square = 0;
    for (int64_t c = 0; c < position.type.dim(1); c++)
      square += position.f(j * position.type.dim(1) + c) * position.f(j * position.type.dim(1) + c);
    leak.push_back(std::sqrt(square));
  }
  return leak;
}

TEST(GoldenResnetBk, OnlyTheOriginalsLogitsDependOnLaterWords) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/resnet_bk_mini.safetensors");
  const test::Golden golden(file);
  std::vector<int64_t> ids = golden.ints("ids");
  ids.resize(kLength);
  for (const Variant& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    const bool causal = variant.config["bk_sides"] == "causal";
    EXPECT_EQ(model::open_model(variant.config, "").sees_later_tokens, !causal);
    const LogitsProgram program(variant.config);
    const auto arguments = program.arguments(golden, ids);
    const auto logits = golden.doubles(std::string(variant.name) + ".logits");
    const ir::Array found = run_wide(program.module, "main", arguments)[0];
    for (int64_t k = 0; k < found.count(); k++)
      EXPECT_NEAR(found.f(k), logits[static_cast<size_t>(k)], 1e-10) << k;
    const ir::Module derived =
        pass::differentiate(ir::clone(program.module), "main", op::catalogue());
    const auto expected = golden.doubles(std::string(variant.name) + ".leak");
    for (const int64_t i : {0, 1, 31, 63}) {
      const std::vector<double> leak = leak_of(program, arguments, derived, i);
      for (int64_t j = 0; j < kLength; j++) {
        const auto at = static_cast<size_t>(j);
        EXPECT_NEAR(leak[at], expected[static_cast<size_t>(i * kLength + j)], 1e-9)
            << i << ' ' << j;
        if (causal && j > i) {
          EXPECT_EQ(leak[at], 0) << i << ' ' << j;
        }
      }
      if (!causal && i < 63) {
        EXPECT_GT(leak[static_cast<size_t>(i + 1)], 0.05) << i;
      }
    }
  }
}

// On the cpu backend too: the logits before a changed word keep their bits.
TEST(GoldenResnetBk, LogitsBeforeAChangedWordKeepTheirBits) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/resnet_bk_mini.safetensors");
  const test::Golden golden(file);
  std::vector<int64_t> ids = golden.ints("ids");
  ids.resize(kLength);
  std::vector<int64_t> changed = ids;
  changed[kLength / 2] = (changed[kLength / 2] + 1) % 131;
  backend::CpuBackend cpu({.threads = 2});
  for (const Variant& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    BkRun run(cpu, golden, variant, ir::ElementType::f32);
    const auto before = run.first_losses(ids), after = run.first_losses(changed);
    bool same = true;
    // The loss of a word has the word after it as its target, which is the same for both here.
    for (size_t i = 0; i < kLength / 2; i++) same = same && before[i] == after[i];
    EXPECT_EQ(same, variant.config["bk_sides"] == "causal");
    EXPECT_NE(before[kLength / 2], after[kLength / 2]);
  }
}

}  // namespace
}  // namespace tutti
