// SPDX-License-Identifier: Apache-2.0
// Sentence embeddings against sentence-transformers in float64: every way of pooling, each loss,
// its gradients and ten steps.
#include <gtest/gtest.h>

#include <array>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "base/threads.h"
#include "golden_compare.h"
#include "golden_run.h"
#include "task/embedding/folder.h"
#include "task/embedding/objective.h"

namespace tutti {
namespace {

using task::embedding::EmbeddingForm;
using task::embedding::Kind;
using task::embedding::Pooling;

/// A folder of golden values, and where its model lies.
struct Source {
  const char* name;
  const char* model;  // in golden/
  Pooling pooling;
  bool normalizes;
};

struct Bounds {
  double outputs, gradients, losses, norms;  // the last two over ten steps
};

Path golden(const std::string& name) {
  return test::test_data("golden/" + name).value();
}

/// A loss that golden values name.
struct Case {
  const char* name;
  task::embedding::LossSettings loss;
  int64_t columns = 2;
  const char* scores = "";  // the list of the facts that they are
};

const Case kStepped[] = {{"mnrl", {.kind = Kind::mnrl}, 3},
                         {"cosent", {.kind = Kind::cosent}, 2, "scores"},
                         {"triplet", {.kind = Kind::triplet}, 3},
                         {"matryoshka", {.kind = Kind::mnrl, .dims = {0, 16, 8}}, 3}};
const Case kOthers[] = {
    {"mnrl_no_negatives", {.kind = Kind::mnrl}},
    {"cosine_similarity", {.kind = Kind::cosine}, 2, "scores"},
    {"contrastive", {.kind = Kind::contrastive, .margin = 0.5}, 2, "binary"},
    {"triplet_cosine", {.kind = Kind::triplet, .margin = 0.5, .euclidean = false}, 3}};

class EmbeddingRun {
 public:
  EmbeddingRun(const Source& source, backend::Backend& backend, ir::ElementType element)
      : source_(source),
        folder_(golden(source.model)),
        facts_(
            format::read_json(golden("models/embeddings") / (source.name + std::string(".json")))),
        model_(model::open_model(format::read_json(folder_ / "config.json"), "config.json")),
        backend_(backend),
        element_(element) {}

  void expect_pooling() {
    const test::Golden pooled = values("pooling");
    for (const std::string& name : task::embedding::pooling_names()) {
      EmbeddingForm form{task::embedding::pooling_named(name), false, 2};
      EXPECT_LE(test::error_of(pooled, "pooled." + name, outputs(form), 0), outputs_) << name;
    }
    const EmbeddingForm form{source_.pooling, source_.normalizes, 3};
    EXPECT_LE(test::error_of(values("embeddings"), "embedding.anchor", outputs(form), 0), outputs_);
  }

  void expect_steps(const Case& one, const Bounds& bounds) {
    SCOPED_TRACE(fmt::format("{} {}", source_.name, one.name));
    const test::Golden steps = values(one.name);
    test::GoldenRun run = open(form_of(one), one.scores);
    const auto losses = steps.doubles("losses"), norms = steps.doubles("gradient_norms");
    expect_gradients(run, steps, norms[0], bounds);
    for (size_t step = 0; step < losses.size(); step++) {
      const test::StepReport report = run.step();
      EXPECT_NEAR(report.loss, losses[step], bounds.losses * std::max(1.0, losses[step])) << step;
      EXPECT_NEAR(report.norm, norms[step], bounds.norms * std::max(1.0, norms[step])) << step;
    }
    EXPECT_EQ(losses.size(), 10U);
  }

  void expect_loss(const Case& one, const Bounds& bounds) {
    SCOPED_TRACE(fmt::format("{} {}", source_.name, one.name));
    const auto& expected = facts_["only_losses"][one.name];
    const test::StepReport report = open(form_of(one), one.scores).step();
    EXPECT_NEAR(report.loss, expected["loss"], bounds.outputs);
    EXPECT_NEAR(report.norm, expected["gradient_norm"],
                bounds.gradients * std::max(1.0, expected["gradient_norm"].get<double>()));
  }

  void set_outputs(double bound) { outputs_ = bound; }

 private:
  test::Golden values(const std::string& what) const {
    return test::Golden(golden("models/embeddings") /
                        fmt::format("{}.{}.safetensors", source_.name, what));
  }

  EmbeddingForm form_of(const Case& one) const {
    EmbeddingForm form{source_.pooling, source_.normalizes, one.columns, one.loss};
    for (int64_t& dim : form.loss.dims) dim = dim == 0 ? model_.hidden_size : dim;
    return form;
  }

  ir::Tensor outputs(const EmbeddingForm& form) { return open(form, "").run("forward", false)[0]; }

  /// All texts of a feature one after the other, and all features in one row, with one place more
  /// than there are features and a few tokens of filler.
  test::GoldenRun open(const EmbeddingForm& form, const std::string& scores) {
    const int64_t features = 6;
    std::array<std::vector<int64_t>, 7> arrays;  // token_arrays(), text, share
    auto& [ids, segment, position, type, sample, text, share] = arrays;
    for (size_t row = 0; row < 5; row++)
      for (int64_t column = 0; column < form.columns; column++) {
        const char* const names[] = {"anchor", "positive", "negative"};
        const auto& tokens = facts_["ids"][names[column]][row];
        const auto index = static_cast<int64_t>(row) * form.columns + column;
        const auto count = static_cast<int32_t>(tokens.size());
        for (int32_t i = 0; i < count; i++) {
          ids.push_back(tokens[static_cast<size_t>(i)]);
          position.push_back(i);
          share.push_back(task::embedding::share_of(form.pooling, i, count));
        }
        for (auto* list : {&segment, &text}) list->resize(ids.size(), index + 1);
        sample.resize(ids.size(), index);
      }
    const size_t tokens_and_filler = ids.size() + 5;
    for (auto& list : arrays) list.resize(tokens_and_filler, 0);
    const auto length = static_cast<int64_t>(ids.size());
    std::vector<ir::Tensor> batch;
    for (const auto& list : arrays)
      batch.push_back(
          ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::i32, {1, length}), list));
    std::vector<double> score(6, 0), weight = {1, 1, 1, 1, 1, 0};
    for (size_t i = 0; i < 5 && !scores.empty(); i++) score[i] = facts_[scores][i];
    for (const auto& list : {score, weight})
      batch.push_back(ir::Tensor::of(ir::Type::tensor(element_, {features}), list));
    return {backend_,
            task::embedding::text_embedding(model_, form),
            {1, length, features},
            batch,
            folder_,
            1e-3,
            element_};
  }

  void expect_gradients(test::GoldenRun& run, const test::Golden& steps, double norm,
                        const Bounds& bounds) {
    const auto sums = run.run("gradients", true);
    const size_t count = run.parameters();
    const double weight = sums[count + 1].float_at(0), loss = steps.doubles("loss")[0];
    EXPECT_EQ(weight, 5);
    EXPECT_NEAR(sums[count].float_at(0) / weight, loss, bounds.outputs * loss);
    size_t compared = 0, expected = 0;
    for (size_t i = 0; i < count; i++) {
      const std::string name = "gradient." + run.objective().parameters[i].name;
      if (!steps.has(name)) continue;
      compared++;
      const bool is_zero = name.ends_with("key.bias");
      EXPECT_LE(test::error_of(steps, name, test::scaled(sums[i], 1 / weight),
                               (is_zero ? 1 : 1e-3) * norm),
                bounds.gradients)
          << name;
    }
    for (const std::string& name : steps.names()) expected += name.starts_with("gradient.");
    EXPECT_EQ(compared, expected);
  }

  const Source& source_;
  Path folder_;
  nlohmann::json facts_;
  model::Model model_;
  backend::Backend& backend_;
  ir::ElementType element_;
  double outputs_ = 1e-10;
};

const Source kSources[] = {{"bert", "models/embeddings/bert", Pooling::mean, true},
                           {"xlm_roberta", "models/embeddings/xlm_roberta", Pooling::cls, false},
                           {"qwen3", "causal/qwen3-mini-random", Pooling::last_token, true}};

class GoldenEmbedding : public testing::TestWithParam<Source> {
 protected:
  void SetUp() override { TUTTI_DATA_OR_SKIP(folder, "golden/models/embeddings"); }

  static void expect_all(EmbeddingRun&& run, const Bounds& bounds) {
    run.set_outputs(bounds.outputs);
    run.expect_pooling();
    for (const Case& one : kStepped) run.expect_steps(one, bounds);
    for (const Case& one : kOthers) run.expect_loss(one, bounds);
  }
};

TEST_P(GoldenEmbedding, FollowsSentenceTransformersToTenDigits) {
  backend::ReferenceBackend reference(available_cpus(), op::Rounding::wide);
  expect_all({GetParam(), reference, ir::ElementType::f64}, {1e-10, 1e-10, 1e-10, 1e-10});
}

TEST_P(GoldenEmbedding, IsNearSentenceTransformersOnTheCpu) {
  backend::CpuBackend cpu;
  expect_all({GetParam(), cpu, ir::ElementType::f32}, {2e-5, 2e-5, 1e-4, 5e-4});
}

INSTANTIATE_TEST_SUITE_P(Models, GoldenEmbedding, testing::ValuesIn(kSources),
                         [](const auto& source) { return std::string(source.param.name); });

TEST(EmbeddingFolder, IsReadAsSentenceTransformersWritesIt) {
  TUTTI_DATA_OR_SKIP(data, "golden/models/embeddings");
  for (const Source& source : {kSources[0], kSources[1]}) {
    const auto settings = task::embedding::read_folder(golden(source.model), 32);
    EXPECT_EQ(settings.pooling, source.pooling);
    EXPECT_EQ(settings.normalizes, source.normalizes);
    EXPECT_EQ(settings.max_seq_length, 20);
  }
}

}  // namespace
}  // namespace tutti
