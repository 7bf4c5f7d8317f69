// SPDX-License-Identifier: Apache-2.0
// `tutti evaluate`: predictions and metric of a model on a file.
#include "app/model/evaluate_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/work_progress.h"
#include "base/log.h"
#include "base/text.h"
#include "run/batch_layout.h"
#include "run/evaluation_files.h"
#include "run/hub.h"
#include "run/loaded_model.h"
#include "run/model_files.h"
#include "run/opened_model.h"
#include "train/predictions.h"
#include "train/run_memory.h"

namespace tutti::app {
namespace {

/// "40 features, 12.5 features/s", or the same of tokens.
std::string rate_text(const data::FeatureSource& features, const task::TaskKind& kind,
                      double seconds) {
  int64_t count = kind.counts_tokens() ? 0 : features.size();
  for (int64_t i = 0; kind.counts_tokens() && i < features.size(); i++) count += features.length(i);
  const char* unit = kind.counts_tokens() ? "token" : "feature";
  return fmt::format("{}, {:.1f} {}s/s\n", counted(count, unit),
                     seconds > 0 ? static_cast<double>(count) / seconds : 0, unit);
}

}  // namespace

ExitCode run_evaluate(const GlobalOptions& global, const EvaluateArguments& arguments) {
  const run::Context context = context_of(global);
  const run::OpenedModel model(arguments, arguments.tasks, task::Use::evaluate, context);
  const int64_t length = model.length_of(arguments.max_seq_length);
  const auto data =
      model.read({.files = run::split_files(arguments.validation_file, arguments.dataset_name,
                                            task::Split::validation, model.kind(),
                                            run::hub_cache(arguments.cache_dir, context)),
                  .split = task::Split::validation,
                  .max_length = length,
                  .max_samples = arguments.max_eval_samples,
                  .threads = global.threads,
                  .cache = run::feature_cache(context),
                  .overwrite_cache = arguments.overwrite_cache});
  const data::FeatureSource& features = data->features();

  run::LoadedModel loaded(model, arguments.backend, arguments.precision, length,
                          run::first_values(arguments, arguments.seed), context);
  const int64_t batch = arguments.per_device_eval_batch_size;
  const auto layout = [&](int64_t count) {
    return run::layout_of(
        run::evaluation_pack(arguments.pack, model.kind(), loaded.programs.options().precision),
        length, run::shapes_for(*loaded.backend, model.kind(), task::Split::validation), count);
  };
  train::expect_evaluation_fits(loaded.programs, {&features, batch, layout});
  std::optional<FolderLock> lock;
  if (!arguments.output_dir.empty()) {
    make_output_folder(arguments.output_dir);
    lock.emplace(arguments.output_dir);
  }
  log_info("evaluating {}: {}", escaped(model.path().string(), 1000), data->description());
  const train::Predictions predictions = [&] {
    WorkProgress progress(global, "evaluated", "features");
    return train::Predictions(
        loaded.programs, loaded.parameters, features, batch, layout(batch),
        {nullptr, [&](int64_t done, int64_t all) { progress.count(done, all); }});
  }();
  const task::Evaluation evaluation = data->evaluate(predictions.outputs());
  const auto results = run::evaluation_results(evaluation, features.size(), predictions.seconds());
  if (lock) run::write_evaluation(evaluation, results, arguments.output_dir);
  if (global.json)
    write_result_json(results);
  else
    write_result(evaluation.text + rate_text(features, model.kind(), predictions.seconds()));
  return ExitCode::done;
}

}  // namespace tutti::app
