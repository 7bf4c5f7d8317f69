// SPDX-License-Identifier: Apache-2.0
// `tutti evaluate`: predictions and metric of a model on a SQuAD file.
#include "app/cli/hub.h"
#include "app/cli/output.h"
#include "app/cli/question_answering.h"

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
                     arguments.seed, global.threads);
  const int64_t batch = arguments.per_device_eval_batch_size;
  const auto layout = [&](int64_t features) {
    return layout_of(arguments.pack, arguments.max_seq_length, loaded.backend->wants_few_shapes(),
                     features);
  };
  expect_evaluation_fits(loaded.programs, *data.features, batch, layout);
  const Predictions predictions(loaded.programs, loaded.parameters, *data.features, batch,
                                layout(batch));
  const bool version_2 = arguments.version_2_with_negative;
  const QaEvaluation evaluation = evaluate(
      data, predictions,
      {version_2, static_cast<int32_t>(arguments.n_best_size),
       static_cast<int32_t>(arguments.max_answer_length), arguments.null_score_diff_threshold});
  if (!arguments.output_dir.empty()) {
    std::error_code failure;
    std::filesystem::create_directories(arguments.output_dir, failure);
    if (failure) io_error("{}: cannot be made: {}", arguments.output_dir, failure.message());
    const FolderLock lock(arguments.output_dir);
    write_evaluation(evaluation, version_2, arguments.output_dir);
  }
  if (global.json)
    write_result_json(evaluation.results(version_2));
  else
    write_result(fmt::format(
        "exact match {:.4f}  F1 {:.4f}  ({} questions, {} features, {:.1f} features/s)\n",
        evaluation.score.all.exact, evaluation.score.all.f1, evaluation.score.all.total,
        evaluation.features,
        static_cast<double>(evaluation.features) / std::max(evaluation.seconds, 1e-9)));
  return ExitCode::done;
}

}  // namespace tutti::app
