// SPDX-License-Identifier: Apache-2.0
#include "run/training.h"

#include "base/text.h"
#include "run/job_place.h"
#include "run/job_shares.h"
#include "run/opened_decoder.h"
#include "run/other_processes.h"
#include "run/step_options.h"
#include "run/train_data.h"
#include "run/training_run.h"

namespace tutti::run {
namespace {

/// The settings with this process's place in the job.
TrainSettings settings_at(TrainSettings settings, const comm::MeetingPlace& place) {
  if (place.size == 1) return settings;
  settings.rank = place.rank;
  settings.world_size = place.size;
  return settings;
}

}  // namespace

class Training::Parts {
 public:
  /// The process's work with the others. However it ends, it informs them.
  template <typename Work>
  auto together(const Work& work) {
    try {
      return work();
    } catch (const std::exception& error) {
      if (others_) others_->give_up(error.what());
      throw;
    }
  }

  /// Settings must be resolved.
  Parts(const TrainSettings& given, const Context& context, const TrainingHooks& hooks) {
    const comm::MeetingPlace place = job_place(given, context.variables, given.join);
    const TrainSettings settings = settings_at(given, place);
    recorded_devices(settings);  // rejects a wrong file before meeting the others
    if (place.size > 1) meet(place, settings, hooks);
    together([&] {
      run_.emplace(settings, context, hooks,
                   others_ ? std::optional(others_->processes(shares_of(settings))) : std::nullopt);
    });
  }

  TrainingRun& run() { return *run_; }
  const TrainSettings& settings() const { return run_->prepared().settings(); }
  const Context& context() const { return run_->prepared().context(); }

  /// Prepares train() and evaluate(), once.
  void make_ready() {
    if (is_ready_) return;
    is_ready_ = true;
    settings().do_train ? run_->prepare() : run_->load();
  }

  train::Outcome note(train::Outcome outcome) {
    is_stopped_ |= outcome == train::Outcome::stopped;
    return outcome;
  }
  /// Whether the training or its evaluation was stopped before its end.
  bool is_stopped() const { return is_stopped_; }

  void finish_together() {
    if (others_) others_->finish();
  }

  task::Answer predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                       int64_t most) {
    ModelSettings asked = settings();
    asked.task = run_->prepared().model().kind().name();
    const task::TaskKinds kinds = task::all_tasks(task::Use::predict);
    set_inputs(*task::find_task(kinds, asked.task, {}), inputs);
    const OpenedModel model(
        asked, kinds, task::Use::predict, context(),
        [&](const task::TaskKind& kind) { return training_files(settings(), kind, context()); },
        &settings().lora);
    const auto data =
        model.example(task::Use::predict, *settings().max_seq_length, context().threads);
    return run_->answer(*data, static_cast<size_t>(most));
  }

  std::string generate(const std::string& prompt, int64_t max_new_tokens) {
    if (!decoder_) {
      GenerationSettings written;
      written.model_name_or_path = settings().output_dir;
      written.cache_dir = settings().cache_dir;
      written.backend = settings().backend;
      decoder_.emplace(context(), written);
    }
    generate::Settings sampling = decoder_->settings();
    sampling.max_new_tokens = max_new_tokens;
    const std::vector<int32_t> tokens = decoder_->tokens_of_text(prompt);
    return decoder_->continuer().run({&tokens, 1}, sampling)[0].text;
  }

  /// The model in output_dir has changed.
  void forget_decoder() { decoder_.reset(); }

 private:
  void meet(const comm::MeetingPlace& place, const TrainSettings& settings,
            const TrainingHooks& hooks) {
    expect_shareable(settings, place.size);
    tell(hooks.on_rank, place.joins ? -1 : place.rank, false);
    others_.emplace(place, settings);
    tell(hooks.on_rank, others_->is_newcomer() ? -1 : place.rank, !others_->is_newcomer());
  }

  std::optional<OtherProcesses> others_;
  std::optional<TrainingRun> run_;
  bool is_ready_ = false, is_stopped_ = false;
  std::optional<OpenedDecoder> decoder_;  // of output_dir
};

Training::Training(const TrainSettings& settings, const Context& context,
                   const TrainingHooks& hooks) {
  if (settings.model_name_or_path.empty())
    user_error(
        "--model_name_or_path is missing: a folder with config.json, or a name in the Hugging Face "
        "cache");
  parts_ = std::make_unique<Parts>(resolved_settings(settings), context, hooks);
}

Training::~Training() = default;

const TrainSettings& Training::settings() const {
  return parts_->settings();
}

bool Training::is_first() const {
  return parts_->run().is_first();
}

TrainingPlan Training::plan() {
  check(parts_->settings().do_train, "a plan of no training");
  return parts_->together([&] {
    parts_->make_ready();
    const PreparedRun& run = parts_->run().prepared();
    return TrainingPlan{run.total_steps(), run.settings().per_device_train_batch_size,
                        micro_batches_of(run.settings()), parts_->run().memory(),
                        parts_->run().facts()};
  });
}

train::Outcome Training::train() {
  return parts_->together([&] {
    parts_->make_ready();
    parts_->forget_decoder();
    return parts_->note(parts_->run().train());
  });
}

std::optional<Evaluated> Training::evaluate() {
  return parts_->together([&] {
    parts_->make_ready();
    auto evaluated = parts_->run().evaluate();
    if (is_first() && !evaluated) parts_->note(train::Outcome::stopped);
    return evaluated;
  });
}

void Training::finish() {
  parts_->together([&] {
    if (is_first() && !parts_->is_stopped()) parts_->run().finish();
    parts_->finish_together();
  });
}

const nlohmann::ordered_json& Training::results() const {
  return parts_->run().results();
}

task::Answer Training::predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                               int64_t most) {
  return parts_->predict(inputs, most);
}

std::string Training::generate(const std::string& prompt, int64_t max_new_tokens) {
  return parts_->generate(prompt, max_new_tokens);
}

void Training::save(const Path& folder) {
  parts_->run().save(folder);
}

}  // namespace tutti::run
