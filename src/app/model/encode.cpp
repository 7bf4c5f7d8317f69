// SPDX-License-Identifier: Apache-2.0
// `tutti encode`: the embeddings of texts.
#include <optional>

#include "app/model/encode_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/work_progress.h"
#include "base/text.h"

namespace tutti::app {

ExitCode run_encode(const GlobalOptions& global, const EncodeArguments& arguments) {
  if (!arguments.output.empty()) run::expect_embeddings_file(arguments.output);
  std::optional<WorkProgress> progress;
  run::TrainingHooks hooks;
  hooks.on_evaluated = [&](int64_t done, int64_t all, int64_t) {
    if (!progress) progress.emplace(global, "encoded", "texts");
    progress->count(done, all);
  };
  hooks.on_evaluation_end = [&] { progress.reset(); };
  const run::Embeddings found = run::encode(arguments, context_of(global), hooks);
  if (arguments.output.empty()) {
    for (size_t i = 0; i < found.texts.size(); i++) write_result(run::embedding_line(found, i));
    return ExitCode::done;
  }
  run::write_embeddings(arguments.output, found);
  const auto count = static_cast<int64_t>(found.texts.size());
  const double rate = found.seconds > 0 ? static_cast<double>(count) / found.seconds : 0;
  if (global.json)
    write_result_json({{"texts", count},
                       {"dim", found.dim},
                       {"seconds", found.seconds},
                       {"output", arguments.output}});
  else
    write_text(fmt::format("{} in {}: {} numbers each, {:.1f} texts/s\n", counted(count, "text"),
                           escaped(arguments.output, 1000), found.dim, rate));
  return ExitCode::done;
}

}  // namespace tutti::app
