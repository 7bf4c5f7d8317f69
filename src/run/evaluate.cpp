// SPDX-License-Identifier: Apache-2.0
#include "run/evaluate.h"

#include "base/log.h"
#include "base/text.h"
#include "run/batch_layout.h"
#include "run/hub.h"
#include "run/loaded_model.h"
#include "run/model_files.h"
#include "train/predictions.h"
#include "train/run_memory.h"

namespace tutti::run {

ModelScores evaluate(const EvaluateSettings& settings, const Context& context,
                     const TrainingHooks& hooks) {
  const OpenedModel model(settings, settings.tasks, task::Use::evaluate, context);
  const int64_t length = model.length_of(settings.max_seq_length);
  const auto data =
      model.read({.files = split_files(settings.validation_file, settings.dataset_name,
                                       task::Split::validation, model.kind(),
                                       hub_cache(settings.cache_dir, context)),
                  .split = task::Split::validation,
                  .max_length = length,
                  .max_samples = settings.max_eval_samples,
                  .threads = context.threads,
                  .cache = feature_cache(context),
                  .overwrite_cache = settings.overwrite_cache});
  const data::FeatureSource& features = data->features();
  LoadedModel loaded(model, settings.backend, settings.precision, length,
                     first_values(settings, settings.seed), context);
  const int64_t batch = settings.per_device_eval_batch_size;
  const auto layout = [&](int64_t count) {
    return layout_of(
        evaluation_pack(settings.pack, model.kind(), loaded.programs.options().precision), length,
        shapes_for(*loaded.backend, model.kind(), task::Split::validation), count);
  };
  train::expect_evaluation_fits(loaded.programs, {&features, batch, layout});
  std::optional<FolderLock> lock;
  if (!settings.output_dir.empty()) {
    make_output_folder(settings.output_dir);
    lock.emplace(settings.output_dir);
  }
  const bool tokens = model.kind().counts_tokens();
  log_info("evaluating {}: {}", escaped(model.path().string(), 1000), data->description());
  const train::Predictions predictions = [&] {
    const AtEnd end(hooks.on_evaluation_end);
    return train::Predictions(loaded.programs, loaded.parameters, features, batch, layout(batch),
                              {nullptr, [&](int64_t done, int64_t all, int64_t count) {
                                 tell(hooks.on_evaluated, done, all, tokens ? count : 0);
                               }});
  }();
  ModelScores scores{{data->evaluate(predictions.outputs()), {}}, "", 0, predictions.seconds()};
  scores.evaluated.results =
      evaluation_results(scores.evaluated.scores, features.size(), scores.seconds);
  if (lock)
    write_evaluation(scores.evaluated.scores, scores.evaluated.results, settings.output_dir);
  scores.unit = tokens ? "token" : "feature";
  if (!tokens) scores.count = features.size();
  for (int64_t i = 0; tokens && i < features.size(); i++) scores.count += features.length(i);
  return scores;
}

}  // namespace tutti::run
