// SPDX-License-Identifier: Apache-2.0
// A training so small that a test can run it many times.
#pragma once

#include "backend/cpu/cpu_backend.h"
#include "model/bert.h"
#include "model/weights.h"
#include "task/squad/labels.h"
#include "task/squad/objective.h"
#include "train/trainer.h"

namespace tutti::train {

inline model::BertConfig small_bert(int64_t layers = 2, int64_t words = 120) {
  return {.vocab_size = words,
          .hidden_size = 32,
          .num_hidden_layers = layers,
          .num_attention_heads = 4,
          .intermediate_size = 64,
          .max_position_embeddings = 64,
          .type_vocab_size = 2,
          .pad_token_id = 0,
          .hidden_act = "gelu",
          .hidden_dropout_prob = 0.1,
          .attention_probs_dropout_prob = 0.1,
          .layer_norm_eps = 1e-12,
          .initializer_range = 0.02};
}

/// Sequences of different lengths; the answer is token 7.
class Sequences final : public task::squad::AnsweredFeatures {
 public:
  int64_t size() const override { return 40; }
  int32_t length(int64_t feature) const override {
    return static_cast<int32_t>(10 + feature * 7 % 23);
  }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    for (size_t i = 0; i < ids.size(); i++) {
      ids[i] = static_cast<int32_t>(8 + (feature * 31 + static_cast<int64_t>(i) * 17) % 100);
      types[i] = i > 4;
    }
    ids[static_cast<size_t>(label(feature).start)] = 7;
  }
  task::squad::Label label(int64_t feature) const override {
    const auto at = static_cast<int32_t>(5 + feature % 5);
    return {at, at};
  }
  int32_t padding_id() const override { return 0; }
};

struct Setting {
  int threads = 2;
  bool bf16 = false;
  int64_t batch = 4;
  int64_t accumulate = 3;
  bool dropout = true;
  data::Layout layout = {data::Layout::Kind::packed_row, 64, {}};
  int64_t devices = 1;  // `accumulate` is for each of them
  int64_t steps = 9;
  int64_t logging_steps = 2;
  double rate = 1e-3;
  int64_t layers = 2;
  int64_t save_steps = 4;
  std::string data = "sequences";
  bool fp16 = false;  // with loss scaling
  step::LossScale loss_scale = {};
  std::optional<pass::MemoryBudget> budget = {};
  int64_t words = 120;
  int64_t pad_to_multiple_of = 1;
  bool host_optimizer = false;
  Path moments_file = {};   // of the host's optimizer; empty: in memory
  std::string frozen = "";  // parameters whose name starts so are not trained; empty: none
  int64_t most_leaves = 0;
};

inline task::Objective objective_of(const Setting& setting) {
  task::Objective objective =
      task::squad::question_answering(model::bert_model(small_bert(setting.layers, setting.words)));
  for (model::Parameter& parameter : objective.parameters)
    parameter.trainable = setting.frozen.empty() || !parameter.name.starts_with(setting.frozen);
  return objective;
}

/// One run over the sequences, up to a step, perhaps from a checkpoint.
class TrainingRun {
 public:
  explicit TrainingRun(const Setting& setting, const Path& from = {})
      : TrainingRun(
            std::make_unique<backend::CpuBackend>(backend::CpuOptions{setting.threads, 0, {}}),
            setting, from) {}
  TrainingRun(std::unique_ptr<backend::Backend> backend, const Setting& setting,
              const Path& from = {})
      : setting_(setting),
        backend_(std::move(backend)),
        objective_(objective_of(setting)),
        programs_(*backend_, objective_, options(setting)),
        loader_(sequences_,
                {setting.batch, setting.accumulate * setting.devices, true, 9, setting.layout}),
        from_(from) {
    const StateForm form = form_of(programs_.options(), {setting.threads, setting.moments_file});
    if (from.empty())
      state_.emplace(*backend_, objective_, model::Weights(objective_.parameters, 1), 42, form);
    else
      state_.emplace(*backend_, objective_, from, form);
  }

  Outcome train(const Path& output, int64_t stop_after = -1) {
    TrainerOptions options;
    options.world.devices = setting_.devices;
    options.processes = processes;
    if (processes) options.world = {processes->rank(), processes->communicator().size(), 1};
    options.total_steps = setting_.steps;
    options.logging_steps = setting_.logging_steps;
    options.save_steps = setting_.save_steps;
    options.save_async = save_async;
    options.save_sharded = save_sharded;
    options.output = output;
    options.evaluate_steps = evaluate_steps;
    options.check_steps = check_steps;
    options.metric = "f1";
    options.data = setting_.data;
    options.settings = {{"learning_rate", setting_.rate}};
    StopFlag stop{0};
    TrainerHooks hooks;
    hooks.evaluate = [&](int64_t) {
      evaluations++;
      if (evaluations == stop_in_evaluation) stop = 1;
      return stop ? std::map<std::string, double>{}
                  : std::map<std::string, double>{{"f1", state_->hash().front()}};
    };
    if (!options.world.is_first()) hooks.evaluate = nullptr;
    hooks.on_loss = [&](int64_t, double loss) { losses.push_back(loss); };
    hooks.on_step = [&](int64_t step) {
      losses_known.push_back(losses.size());
      if (on_step) on_step(step);
      if (step == stop_after) stop = 1;
    };
    hooks.fit_batches = fit_batches;
    hooks.write_extra_files = write_extra_files;
    hooks.on_finish = on_finish;
    Trainer trainer(programs_, *state_, loader_, options, hooks, stop);
    if (!from_.empty() || resumed) trainer.resume(from_);
    const Outcome outcome = trainer.run();
    report = trainer.report();
    return outcome;
  }
  std::string hash() const { return state_->hash(); }
  std::vector<ir::Tensor> parameters() const { return state_->parameters(); }
  const std::string& parameter_name(size_t i) const { return objective_.parameters[i].name; }
  /// Gives every element of a parameter one value.
  void fill(const std::string& parameter, double value) {
    for (size_t i = 0; i < objective_.parameters.size(); i++) {
      if (parameter_name(i) != parameter) continue;
      const ir::Type type = ir::Type::tensor(ir::ElementType::f32, objective_.parameters[i].shape);
      for (size_t d = 0; d < state_->replicas().size(); d++)
        state_->replicas()[d][i] =
            backend_->upload(ir::Tensor::splat(type, value), backend_->devices()[d]);
    }
  }
  /// From now on a device of another backend computes gradients, in a job of unlike devices.
  DeviceCopy* compute_on(std::unique_ptr<backend::Backend> backend) {
    device_backend_ = std::move(backend);
    device_programs_.emplace(*device_backend_, objective_, options(setting_));
    return &device_.emplace(*device_programs_);
  }
  backend::Backend& backend() { return *backend_; }
  Programs& programs() { return programs_; }
  data::Loader& loader() { return loader_; }
  TrainingState& state() { return *state_; }
  /// Whether all devices have the same bits.
  bool replicas_agree() {
    const auto& devices = state_->replicas();
    for (const auto& device : devices)
      for (size_t i = 0; i < device.size(); i++)
        if (backend_->download(device[i]) != backend_->download(devices[0][i])) return false;
    return true;
  }

  Processes* processes = nullptr;  // the others; null: none
  bool resumed = false;            // from a checkpoint that the first of them has
  std::function<void(int64_t step)> on_step;
  std::function<bool(int64_t step, const std::string& lack)> fit_batches;
  std::function<void(const Path& folder)> write_extra_files;
  std::function<void()> on_finish;
  bool save_async = true;
  bool save_sharded = false;
  std::vector<double> losses;
  std::vector<size_t> losses_known;  // when the end of each step was told
  nlohmann::json report;
  int64_t evaluate_steps = 0;
  int64_t check_steps = 0;
  int stop_in_evaluation = 0;  // counted from 1
  int evaluations = 0;

 private:
  static step::StepOptions options(const Setting& setting) {
    step::StepOptions options;
    options.schedule = {step::Schedule::Kind::linear, setting.rate, 2, setting.steps};
    options.weight_decay = 0.01;
    if (setting.bf16) options.precision = pass::Precision::bf16;
    if (setting.fp16) {
      options.precision = pass::Precision::fp16;
      options.loss_scale = setting.loss_scale;
    }
    options.memory_budget = setting.budget;
    options.pad_to_multiple_of = setting.pad_to_multiple_of;
    options.host_optimizer = setting.host_optimizer;
    options.dropout = setting.dropout;
    options.max_segment = 64;
    options.devices = setting.devices;
    options.most_leaves = setting.most_leaves;
    return options;
  }

  Setting setting_;
  Sequences sequences_;
  std::unique_ptr<backend::Backend> backend_;
  task::Objective objective_;
  Programs programs_;
  data::Loader loader_;
  Path from_;
  std::optional<TrainingState> state_;
  std::unique_ptr<backend::Backend> device_backend_;
  std::optional<Programs> device_programs_;
  std::optional<DeviceCopy> device_;
};

}  // namespace tutti::train
