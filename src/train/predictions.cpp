// SPDX-License-Identifier: Apache-2.0
#include "train/predictions.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/rounding.h"

namespace tutti::train {
namespace {

/// Which features run together, and how they are laid out.
struct PredictionBatches {
  std::vector<std::vector<int64_t>> indices;
  data::Layout layout;
  int64_t capacity = 0;  // features
};

PredictionBatches batches_in_order(int64_t features, int64_t batch, const data::Layout& layout) {
  PredictionBatches batches{{}, layout, batch};
  for (int64_t first = 0; first < features; first += batch) {
    batches.indices.emplace_back();
    for (int64_t i = first; i < std::min(first + batch, features); i++)
      batches.indices.back().push_back(i);
  }
  return batches;
}

/// Rows as long as `batch` features of mean length, filled best fit decreasing: only the last row
/// has much room left, and all rows have one length, a multiple of `multiple`.
PredictionBatches packed_batches(const data::FeatureSource& features, int64_t batch,
                                 int64_t multiple) {
  std::vector<int32_t> lengths;
  int64_t tokens = 0;
  for (int64_t i = 0; i < features.size(); i++) {
    lengths.push_back(features.length(i));
    tokens += lengths.back();
  }
  const int64_t longest = *std::max_element(lengths.begin(), lengths.end());
  const int64_t mean = (tokens - 1) / features.size() + 1;
  const int64_t wanted =
      std::max(longest, std::min(tokens, mean * std::min(batch, features.size())));
  const int64_t row = round_up(wanted, multiple);

  const data::RowPlan plan =
      data::plan_rows(lengths, features.size(), {data::Layout::Kind::fixed_rows, row, {}});
  PredictionBatches batches{{}, {data::Layout::Kind::packed_row, row, {}}, 0};
  batches.indices.resize(static_cast<size_t>(plan.rows));
  for (size_t i = 0; i < lengths.size(); i++)
    batches.indices[static_cast<size_t>(plan.placements[i].row)].push_back(static_cast<int64_t>(i));
  for (const auto& indices : batches.indices)
    batches.capacity = std::max(batches.capacity, static_cast<int64_t>(indices.size()));
  return batches;
}

PredictionBatches batches_of(const data::FeatureSource& features, int64_t batch,
                             const data::Layout& layout) {
  return layout.kind == data::Layout::Kind::packed_row && features.size() > 0
             ? packed_batches(features, batch, layout.length)
             : batches_in_order(features.size(), batch, layout);
}

/// The entries of an output that belong to one feature of a batch: those of its tokens, padding
/// included where the layout pads as Hugging Face does, or its own.
struct OutputPart {
  int64_t begin = 0;
  int64_t count = 0;
};

OutputPart part_of(const ir::Tensor& output, data::Extent extent, const data::Batch& batch,
                   size_t feature, int64_t tokens) {
  if (extent == data::Extent::feature) {
    const int64_t width = output.type().count() / batch.features;
    return {static_cast<int64_t>(feature) * width, width};
  }
  const int64_t width = output.type().count() / (batch.rows * batch.length);
  return {batch.begin[feature] * width, tokens * width};
}

const std::string kComplete = "+";  // what a process that was not stopped says first

/// The outputs of some features: of each, how many numbers there are, and these.
std::string outputs_as_bytes(const task::Outputs& outputs, const std::vector<int64_t>& features) {
  std::string bytes;
  const auto append = [&](const void* data, size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  for (const auto& output : outputs)
    for (const int64_t i : features) {
      const std::vector<float>& values = output[static_cast<size_t>(i)];
      const uint64_t count = values.size();
      append(&count, sizeof count);
      append(values.data(), count * sizeof(float));
    }
  return bytes;
}

void read_outputs(std::string_view bytes, const std::vector<int64_t>& features,
                  task::Outputs& outputs) {
  const auto take = [&](void* to, size_t size) {
    check(size <= bytes.size(), "{} of {} bytes of outputs are left", bytes.size(), size);
    std::copy_n(bytes.data(), size, static_cast<char*>(to));
    bytes.remove_prefix(size);
  };
  for (auto& output : outputs)
    for (const int64_t i : features) {
      uint64_t count = 0;
      take(&count, sizeof count);
      check(count <= bytes.size() / sizeof(float), "{} numbers in {} bytes", count, bytes.size());
      std::vector<float>& values = output[static_cast<size_t>(i)];
      values.resize(count);
      take(values.data(), count * sizeof(float));
    }
  check(bytes.empty(), "{} bytes of outputs are left", bytes.size());
}

/// The outputs of a batch, as they are on the device.
std::vector<backend::Buffer> run_forward(Programs& programs,
                                         std::span<const backend::Buffer> parameters,
                                         const data::Batch& rows) {
  std::vector<backend::Buffer> arguments(parameters.begin(), parameters.end());
  for (backend::Buffer& buffer : programs.upload(rows)) arguments.push_back(std::move(buffer));
  std::vector<backend::Buffer> results(programs.objective().output_arrays.size());
  execute(programs.get(step::kForward, shape_of(rows)), arguments, results);
  return results;
}

}  // namespace

PredictionShape prediction_shape(const data::FeatureSource& features, int64_t batch,
                                 const data::Layout& layout) {
  const PredictionBatches batches = batches_of(features, batch, layout);
  PredictionShape shape{{0, 0, batches.capacity}, static_cast<int64_t>(batches.indices.size())};
  std::set<std::pair<int64_t, int64_t>> seen;  // rows and length
  for (const std::vector<int64_t>& indices : batches.indices) {
    std::vector<int32_t> lengths;
    for (const int64_t i : indices) lengths.push_back(features.length(i));
    const data::RowPlan plan = data::plan_rows(lengths, batches.capacity, batches.layout);
    if (seen.emplace(plan.rows, plan.length).second)
      shape.shapes.push_back({plan.rows, plan.length, batches.capacity});
    if (plan.rows * plan.length <= shape.largest.rows * shape.largest.length) continue;
    shape.largest.rows = plan.rows;
    shape.largest.length = plan.length;
  }
  return shape;
}

Predictions::Predictions(Programs& programs, std::span<const backend::Buffer> parameters,
                         const data::FeatureSource& features, int64_t batch,
                         const data::Layout& layout, const PredictionHooks& hooks,
                         Processes* processes) {
  const auto begin = std::chrono::steady_clock::now();
  outputs_.resize(programs.objective().output_arrays.size());
  for (auto& output : outputs_) output.resize(static_cast<size_t>(features.size()));
  const PredictionBatches batches = batches_of(features, batch, layout);
  const auto count = static_cast<int64_t>(batches.indices.size());
  const std::vector<comm::Slice> parts =
      processes ? processes->parts_of(count) : std::vector<comm::Slice>{{0, count}};
  std::vector<std::vector<int64_t>> shared;  // the features of each process
  for (const comm::Slice& part : parts) {
    auto& of_one = shared.emplace_back();
    for (int64_t i = part.begin; i < part.end; i++) {
      const auto& indices = batches.indices[static_cast<size_t>(i)];
      of_one.insert(of_one.end(), indices.begin(), indices.end());
    }
  }
  const auto rank = static_cast<size_t>(processes ? processes->rank() : 0);
  int64_t done = 0, tokens = 0;
  for (int64_t i = parts[rank].begin; i < parts[rank].end; i++) {
    complete_ = !hooks.stop || *hooks.stop == 0;
    if (!complete_) break;
    const auto& indices = batches.indices[static_cast<size_t>(i)];
    run(programs, parameters, features, indices, batches.capacity, batches.layout);
    done += static_cast<int64_t>(indices.size());
    for (const int64_t feature : indices) tokens += features.length(feature);
    if (hooks.progress) hooks.progress(done, static_cast<int64_t>(shared[rank].size()), tokens);
  }
  if (processes) share(*processes, shared);
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void Predictions::share(Processes& processes, const std::vector<std::vector<int64_t>>& features) {
  const auto rank = static_cast<size_t>(processes.rank());
  const std::string own =
      complete_ ? kComplete + outputs_as_bytes(outputs_, features[rank]) : std::string();
  const auto all = processes.communicator().gather(own, "an evaluation", comm::kNoLimit);
  for (size_t k = 0; k < all.size(); k++) {
    complete_ = complete_ && !all[k].empty();
    if (complete_ && k != rank)
      read_outputs(std::string_view(all[k]).substr(kComplete.size()), features[k], outputs_);
  }
}

void Predictions::run(Programs& programs, std::span<const backend::Buffer> parameters,
                      const data::FeatureSource& features, std::span<const int64_t> indices,
                      int64_t capacity, const data::Layout& layout) {
  const data::Batch rows = data::make_batch(features, indices, capacity, layout);
  const std::vector<backend::Buffer> results = run_forward(programs, parameters, rows);
  for (size_t k = 0; k < outputs_.size(); k++) {
    const ir::Tensor output = programs.backend().download(results[k]);
    const auto* values = reinterpret_cast<const float*>(output.stored().data());
    const data::Extent extent = programs.objective().output_arrays[k].extent;
    for (size_t i = 0; i < indices.size(); i++) {
      const int64_t tokens =
          layout.kind == data::Layout::Kind::padded ? rows.length : features.length(indices[i]);
      const OutputPart part = part_of(output, extent, rows, i, tokens);
      outputs_[k][static_cast<size_t>(indices[i])].assign(values + part.begin,
                                                          values + part.begin + part.count);
    }
  }
}

}  // namespace tutti::train
