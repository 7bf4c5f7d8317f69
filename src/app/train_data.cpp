// SPDX-License-Identifier: Apache-2.0
#include "app/train_data.h"

#include "app/batch_layout.h"
#include "app/job_shares.h"
#include "app/model_files.h"

namespace tutti::app {
namespace {

/// Of the batches of a training. In a job of different backends all compute the same shapes.
Shapes training_shapes(const TrainArguments& arguments, const task::TaskKind& kind,
                       const backend::Backend& backend) {
  if (!arguments.mixed_backends) return shapes_for(backend, kind, task::Split::train);
  return kind.fills_rows(task::Split::train) ? Shapes::one : Shapes::few;
}

}  // namespace

data::Layout evaluation_layout(const TrainArguments& arguments, const task::TaskKind& kind,
                               train::Programs& programs, int64_t features) {
  return layout_of(evaluation_pack(arguments.pack, kind, programs.options().precision),
                   *arguments.max_seq_length,
                   shapes_for(programs.backend(), kind, task::Split::validation), features);
}

data::LoaderOptions loader_options(const TrainArguments& arguments, const task::TaskKind& kind,
                                   const backend::Backend& backend) {
  const int64_t batch = arguments.per_device_train_batch_size;
  const Shapes shapes = training_shapes(arguments, kind, backend);
  return {batch,
          micro_batches_of(arguments),
          arguments.train_sampling_strategy == "random",
          static_cast<uint64_t>(arguments.seed),
          layout_of(arguments.pack, *arguments.max_seq_length, shapes, batch),
          splits_batches(shapes, kind)};
}

std::vector<Path> files_of(const TrainArguments& arguments, task::Split split,
                           const task::TaskKind& kind) {
  const bool shares = arguments.validation_split > 0;
  if (shares && !arguments.validation_file.empty())
    user_error(
        "--validation_split takes a share of the files to train on: expected no "
        "--validation_file beside it; leave one of them out");
  const bool training = shares || split == task::Split::train;
  return split_files(training ? arguments.train_file : arguments.validation_file,
                     arguments.dataset_name, training ? task::Split::train : split, kind,
                     arguments.cache_dir);
}

task::Reading reading_of(const TrainArguments& arguments, task::Split split,
                         const task::TaskKind& kind, int threads) {
  const int64_t workers = arguments.preprocessing_num_workers.value_or(threads);
  std::optional<task::ValidationShare> share;
  if (arguments.validation_split > 0)
    share = {arguments.validation_split, static_cast<uint64_t>(arguments.seed)};
  return {.files = files_of(arguments, split, kind),
          .split = split,
          .max_length = *arguments.max_seq_length,
          .share = share,
          .max_samples = split == task::Split::train ? arguments.max_train_samples
                                                     : arguments.max_eval_samples,
          .threads = static_cast<int>(workers),
          .cache = feature_cache(),
          .overwrite_cache = arguments.overwrite_cache};
}

}  // namespace tutti::app
