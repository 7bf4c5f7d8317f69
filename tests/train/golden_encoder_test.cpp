// SPDX-License-Identifier: Apache-2.0
// Encoder families with their heads against PyTorch in float64: outputs, loss, all gradients and
// ten steps.
#include <gtest/gtest.h>

#include <iostream>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "golden_compare.h"
#include "golden_documents.h"
#include "task/classification/objective.h"
#include "task/masked/objective.h"
#include "task/tagging/objective.h"

namespace tutti {
namespace {

/// A family's folder of golden values.
struct Family {
  const char* folder;
  std::vector<const char*> tasks;  // that have golden values
};

std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.folder;
}

std::filesystem::path golden_folder(const Family& family) {
  return test::test_data(std::string("golden/models/") + family.folder).value();
}

model::Model model_of(const std::filesystem::path& folder) {
  const auto file = folder / "config.json";
  return model::open_model(format::read_json(file), file.string());
}

/// The head of classes, for a number or for any number of them a text.
task::Objective sequence_numbers(const model::Model& model, int64_t count, bool is_regression) {
  using task::classification::Problem;
  return task::classification::sequence_classification(
      model, count, is_regression ? Problem::regression : Problem::multi_label);
}

std::vector<ir::Tensor> token_batch(const test::Golden& golden, const task::BatchShape& shape,
                                    ir::ElementType element) {
  std::vector<ir::Tensor> batch = test::padded_tokens(golden, shape);
  std::vector<int64_t> target = golden.ints("labels");
  std::vector<double> counts;
  for (int64_t& label : target) {
    counts.push_back(label >= 0 ? 1 : 0);
    label = std::max(label, int64_t{0});
  }
  const ir::Type tokens = ir::Type::tensor(ir::ElementType::i32, {shape.rows, shape.length});
  batch.push_back(ir::Tensor::of_ints(tokens, target));
  batch.push_back(ir::Tensor::of(tokens.with(element), counts));
  return batch;
}

std::vector<ir::Tensor> sequence_batch(const test::Golden& golden, const task::BatchShape& shape,
                                       ir::ElementType element) {
  std::vector<ir::Tensor> batch = test::padded_tokens(golden, shape);
  const std::vector<double> labels = golden.doubles("labels");
  const int64_t count = static_cast<int64_t>(labels.size()) / shape.features;
  std::vector<int64_t> first, feature;
  for (int64_t i = 0; i < shape.features; i++) {
    first.push_back(i * shape.length);
    feature.push_back(i);
  }
  const ir::Type each = ir::Type::tensor(ir::ElementType::i32, {shape.features});
  for (const auto& values : {first, feature}) batch.push_back(ir::Tensor::of_ints(each, values));
  batch.push_back(ir::Tensor::of(each.with(element), std::vector<double>(first.size(), 1)));
  for (int64_t k = 0; k < count; k++) {
    std::vector<double> goals;
    for (size_t i = 0; i < first.size(); i++)
      goals.push_back(labels[i * static_cast<size_t>(count) + static_cast<size_t>(k)]);
    batch.push_back(ir::Tensor::of(each.with(element), goals));
  }
  return batch;
}

/// The distance of logits from the golden ones of the tokens that have a label.
double labelled_error(const test::Golden& golden, const ir::Tensor& found) {
  const std::vector<int64_t> labels = golden.ints("labels");
  const int64_t width = found.type().shape.back();
  const bool all = golden.has("logits");
  const std::vector<double> expected = golden.doubles(all ? "logits" : "logits_at_labels");
  double error = 0;
  size_t row = 0;
  for (size_t at = 0; at < labels.size(); at++) {
    const size_t from = (all ? at : row) * static_cast<size_t>(width);
    if (labels[at] < 0) continue;
    row++;
    for (int64_t k = 0; k < width; k++)
      error = std::max(error, std::fabs(found.float_at(static_cast<int64_t>(at) * width + k) -
                                        expected[from + static_cast<size_t>(k)]));
  }
  EXPECT_GT(row, 0U);
  return error / test::largest(expected);
}

/// How far results may be from PyTorch's: outputs and losses, gradients, losses of later steps.
struct Bounds {
  double outputs, gradients, curve;
};

/// One family's model with one head.
class EncoderRun {
 public:
  EncoderRun(const Family& family, const std::string& task, backend::Backend& backend,
             ir::ElementType element)
      : family_(family),
        task_(task),
        folder_(golden_folder(family)),
        golden_(folder_ / task / "golden.safetensors"),
        backend_(backend),
        element_(element) {}

  void expect_like_pytorch(const Bounds& bounds) {
    SCOPED_TRACE(fmt::format("{} {}", family_.folder, task_));
    EXPECT_LE(output_error(), bounds.outputs);
    test::GoldenRun run = open(false);
    const auto losses = golden_.doubles("losses"), norms = golden_.doubles("gradient_norms");
    expect_gradients(run, norms[0], bounds);
    for (size_t step = 0; step < losses.size(); step++) {
      const test::StepReport report = run.step();
      EXPECT_NEAR(report.loss, losses[step], bounds.curve * losses[step]) << step;
      EXPECT_NEAR(report.norm, norms[step], bounds.curve * norms[step]) << step;
    }
    EXPECT_EQ(losses.size(), 10U);
  }

 private:
  bool is_of_tokens() const { return task_ == "mlm" || task_ == "token"; }

  task::Objective objective(bool logits) const {
    const model::Model model = model_of(folder_ / task_);
    const int64_t labels = golden_.has("logits") ? golden_.shape("logits").back() : 0;
    if (task_ == "token") return task::tagging::token_classification(model, labels);
    if (task_ != "mlm") return sequence_numbers(model, labels, task_ == "regression");
    return logits ? test::logits_objective(task::masked::with_words(model))
                  : task::masked::masked_words(model);
  }

  test::GoldenRun open(bool logits) {
    test::GoldenRun run(backend_, golden_, objective(logits),
                        is_of_tokens() ? token_batch : sequence_batch, folder_ / "mlm", 1e-3,
                        element_);
    if (task_ != "mlm") {
      const test::Golden head(folder_ / task_ / "head.safetensors");
      for (const std::string& name : head.names()) run.set_parameter(name, head.doubles(name));
    }
    return run;
  }

  double output_error() {
    const ir::Tensor found = open(true).run("forward", false)[0];
    return is_of_tokens() ? labelled_error(golden_, found)
                          : test::error_of(golden_, "logits", found, 0);
  }

  void expect_gradients(test::GoldenRun& run, double norm, const Bounds& bounds) {
    const auto sums = run.run("gradients", true);
    const size_t count = run.parameters();
    const double weight = sums[count + 1].float_at(0), loss = golden_.doubles("loss")[0];
    EXPECT_NEAR(sums[count].float_at(0) / weight, loss, bounds.outputs * loss);
    size_t compared = 0;
    for (size_t i = 0; i < count; i++) {
      std::string name = "gradient." + run.objective().parameters[i].name;
      if (!golden_.has(name) && name.ends_with("word_embeddings.weight"))
        name = "gradient.lm_head.decoder.weight";  // transformers' other name of what is tied
      if (!golden_.has(name)) continue;  // of tasks, that of words: the norm of all has it
      compared++;
      // The gradient of a key's bias is zero in mathematics: what is left of it is rounding.
      const bool is_zero = name.ends_with("key.bias") || name.ends_with("k_lin.bias") ||
                           name.ends_with("attn.k.bias");
      const double error = test::error_of(golden_, name, test::scaled(sums[i], 1 / weight),
                                          (is_zero ? 1 : 1e-6) * norm);
      EXPECT_LE(error, bounds.gradients) << name;
    }
    size_t expected = 0;
    for (const std::string& name : golden_.names()) expected += name.starts_with("gradient.");
    EXPECT_EQ(compared, expected);
  }

  const Family& family_;
  std::string task_;
  std::filesystem::path folder_;
  test::Golden golden_;
  backend::Backend& backend_;
  ir::ElementType element_;
};

const Family kFamilies[] = {
    {"roberta", {"mlm", "token", "regression", "multilabel", "rerank"}},
    {"xlm_roberta", {"mlm", "token", "regression", "multilabel"}},
    {"distilbert", {"mlm", "token", "regression", "multilabel"}},
    {"electra", {"mlm", "regression"}},
    {"mpnet", {"mlm"}},
    {"albert", {"mlm"}},
};

class GoldenEncoder : public testing::TestWithParam<Family> {
 protected:
  void SetUp() override { TUTTI_DATA_OR_SKIP(folder, "golden/models"); }
};

TEST_P(GoldenEncoder, FollowsPyTorchToTenDigits) {
  for (const char* task : GetParam().tasks) {
    backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
    EncoderRun(GetParam(), task, reference, ir::ElementType::f64)
        .expect_like_pytorch({1e-10, 1e-10, 1e-10});
  }
}

TEST_P(GoldenEncoder, IsNearPyTorchOnTheCpu) {
  for (const char* task : GetParam().tasks) {
    backend::CpuBackend cpu;
    EncoderRun(GetParam(), task, cpu, ir::ElementType::f32).expect_like_pytorch({2e-5, 2e-5, 1e-4});
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenEncoder, testing::ValuesIn(kFamilies),
                         [](const auto& family) { return std::string(family.param.folder); });

}  // namespace
}  // namespace tutti
