// SPDX-License-Identifier: Apache-2.0
// `tutti evaluate`: predictions and metric of a model on a SQuAD file.
#include "app/hub.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/qa_evaluation.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::app {

ExitCode run_evaluate(const GlobalOptions& global, const EvaluateArguments& arguments) {
  const QaModel model(arguments.model_name_or_path, arguments.tokenizer_name, arguments.cache_dir);
  expect_positions(model, arguments.max_seq_length);
  QaDataOptions reading;
  reading.files = dataset_files(arguments.validation_file, Split::validation, arguments);
  reading.version_2 = arguments.version_2_with_negative;
  reading.features = {static_cast<int32_t>(arguments.max_seq_length),
                      static_cast<int32_t>(arguments.doc_stride), task::squad::Purpose::evaluate};
  reading.max_samples = arguments.max_eval_samples;
  reading.threads = global.threads;
  reading.overwrite_cache = arguments.overwrite_cache;
  const QaData data = read_data(model, reading);

  LoadedModel loaded(model, arguments.backend, arguments.precision, arguments.max_seq_length,
                     {static_cast<uint64_t>(arguments.seed), arguments.allow_missing_tensors},
                     global.threads);
  const int64_t batch = arguments.per_device_eval_batch_size;
  const auto layout = [&](int64_t features) {
    return layout_of(evaluation_pack(arguments.pack, loaded.programs.options().bf16),
                     arguments.max_seq_length, loaded.backend->wants_few_shapes(), features);
  };
  expect_evaluation_fits(loaded.programs, *data.features, batch, layout);
  std::optional<FolderLock> lock;
  if (!arguments.output_dir.empty()) {
    make_output_folder(arguments.output_dir);
    lock.emplace(arguments.output_dir);
  }
  log_info("{}", evaluation_title(model.folder, data));
  const train::Predictions predictions = [&] {
    WorkProgress progress(global, "evaluated", "features");
    return train::Predictions(
        loaded.programs, loaded.parameters, *data.features, batch, layout(batch),
        {nullptr, [&](int64_t done, int64_t all) { progress.count(done, all); }});
  }();
  const bool version_2 = arguments.version_2_with_negative;
  const QaEvaluation evaluation = evaluate(
      data, predictions,
      {version_2, static_cast<int32_t>(arguments.n_best_size),
       static_cast<int32_t>(arguments.max_answer_length), arguments.null_score_diff_threshold});
  if (lock) write_evaluation(evaluation, version_2, arguments.output_dir);
  if (global.json)
    write_result_json(evaluation.results(version_2));
  else
    write_result(score_text(evaluation.score, fmt::format(", {}, {:.1f} features/s",
                                                          counted(evaluation.features, "feature"),
                                                          static_cast<double>(evaluation.features) /
                                                              std::max(evaluation.seconds, 1e-9))));
  return ExitCode::done;
}

}  // namespace tutti::app
