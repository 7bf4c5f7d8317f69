// SPDX-License-Identifier: Apache-2.0
#include "run/train_data.h"

#include <algorithm>

#include "run/batch_layout.h"
#include "run/hub.h"
#include "run/job_shares.h"
#include "run/model_files.h"

namespace tutti::run {
namespace {

/// Shapes of a training's batches. In a job of different backends all compute the same shapes.
Shapes training_shapes(const TrainSettings& settings, const task::TaskKind& kind,
                       const backend::Backend& backend) {
  if (!settings.mixed_backends) return shapes_for(backend, kind, task::Split::train);
  return kind.fills_rows(task::Split::train) ? Shapes::one : Shapes::few;
}

}  // namespace

data::Layout evaluation_layout(const TrainSettings& settings, const task::TaskKind& kind,
                               train::Programs& programs, int64_t features) {
  return layout_of(evaluation_pack(settings.pack, kind, programs.options().precision),
                   *settings.max_seq_length,
                   shapes_for(programs.backend(), kind, task::Split::validation), features);
}

data::LoaderOptions loader_options(const TrainSettings& settings, const task::TaskKind& kind,
                                   const backend::Backend& backend) {
  const int64_t batch = settings.per_device_train_batch_size;
  const Shapes shapes = training_shapes(settings, kind, backend);
  return {batch,
          micro_batches_of(settings),
          settings.train_sampling_strategy == "random",
          static_cast<uint64_t>(settings.seed),
          layout_of(settings.pack, std::max(*settings.max_seq_length, settings.longest_feature),
                    shapes, batch),
          splits_batches(shapes, kind)};
}

std::vector<Path> files_of(const TrainSettings& settings, task::Split split,
                           const task::TaskKind& kind, const Context& context) {
  const bool shares = settings.validation_split > 0;
  if (shares && !settings.validation_file.empty())
    user_error(
        "--validation_split takes a share of the training files: expected no --validation_file "
        "with it; leave one of them out");
  const bool training = shares || split == task::Split::train;
  return split_files(training ? settings.train_file : settings.validation_file,
                     settings.dataset_name, training ? task::Split::train : split, kind,
                     hub_cache(settings.cache_dir, context));
}

std::vector<Path> training_files(const TrainSettings& settings, const task::TaskKind& kind,
                                 const Context& context) {
  return settings.do_train ? files_of(settings, task::Split::train, kind, context)
                           : std::vector<Path>();
}

task::Reading reading_of(const TrainSettings& settings, task::Split split,
                         const task::TaskKind& kind, const Context& context) {
  const int64_t workers = settings.preprocessing_num_workers.value_or(context.threads);
  std::optional<task::ValidationShare> share;
  if (settings.validation_split > 0)
    share = {settings.validation_split, static_cast<uint64_t>(settings.seed)};
  return {.files = files_of(settings, split, kind, context),
          .split = split,
          .max_length = *settings.max_seq_length,
          .share = share,
          .max_samples =
              split == task::Split::train ? settings.max_train_samples : settings.max_eval_samples,
          .threads = static_cast<int>(workers),
          .cache = feature_cache(context),
          .overwrite_cache = settings.overwrite_cache};
}

}  // namespace tutti::run
