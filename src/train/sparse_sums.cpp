// SPDX-License-Identifier: Apache-2.0
#include "train/sparse_sums.h"

#include <algorithm>
#include <cstring>

#include "pass/values.h"

namespace tutti::train {
namespace {

/// The arguments of @gradients whose numbers are the rows of its results that differ from 0: an
/// index among the batch's arrays, or nothing where all rows may.
std::vector<std::optional<size_t>> row_arrays(const Programs& programs) {
  step::StepOptions options = programs.options();
  options.devices = 1;
  options.memory_budget.reset();
  const size_t arrays = programs.objective().arrays.size();
  std::vector<std::optional<size_t>> found(programs.layout().sums().size());
  if (options.pad_to_multiple_of > 1) return found;  // tables have other sizes then
  const ir::Module module =
      step::step_function("gradients", programs.objective(), {1, options.max_segment, 1}, options);
  const ir::Function& gradients = module.get("gradients");
  const size_t first = gradients.argument_count() - arrays;
  const auto& results = gradients.body.operations.back()->operands;
  for (size_t i = 0; i < found.size(); i++) {
    const ir::Operation* table = pass::made_by(results[i], "tutti.embedding_gradient");
    if (table == nullptr) continue;
    for (size_t a = 0; a < arrays; a++)
      if (table->operand(1) == gradients.argument(first + a)) found[i] = a;
  }
  return found;
}

}  // namespace

int64_t SparseSums::Part::count() const {
  return array ? static_cast<int64_t>(rows.size()) * row_size() : type.count();
}

SparseSums::SparseSums(const Programs& programs) : objective_(programs.objective()) {
  const std::vector<std::optional<size_t>> arrays = row_arrays(programs);
  for (size_t i = 0; i < arrays.size(); i++) {
    const step::Field& sum = programs.layout().sums()[i];
    check(sum.type.element == ir::ElementType::f32, "{} is not added in float32", sum.name);
    parts_.push_back({sum.type, arrays[i]});
  }
}

void SparseSums::begin(data::Loader& loader, int64_t step, int64_t micro_batches) {
  if (std::none_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.array; }))
    return;
  std::vector<std::vector<bool>> occurs;  // [part][row]
  for (const Part& part : parts_)
    occurs.emplace_back(part.array ? static_cast<size_t>(part.type.dim(0)) : 0);
  for (int64_t micro = 0; micro < micro_batches; micro++) {
    const data::Batch batch = loader.batch(step, micro);
    for (size_t i = 0; i < parts_.size(); i++) {
      if (!parts_[i].array) continue;
      // An id outside of the table means the nearest row.
      const int64_t last = parts_[i].type.dim(0) - 1;
      for (const int64_t id : batch[objective_.arrays[*parts_[i].array].name].integers)
        occurs[i][static_cast<size_t>(std::clamp<int64_t>(id, 0, last))] = true;
    }
  }
  for (size_t i = 0; i < parts_.size(); i++) {
    parts_[i].rows.clear();
    for (size_t row = 0; row < occurs[i].size(); row++)
      if (occurs[i][row]) parts_[i].rows.push_back(static_cast<int64_t>(row));
  }
}

int64_t SparseSums::count() const {
  int64_t count = 0;
  for (const Part& part : parts_) count += part.count();
  return count;
}

void SparseSums::pack(backend::Backend& backend, const std::vector<backend::Buffer>& sums,
                      std::span<float> to) const {
  float* at = to.data();
  for (size_t i = 0; i < parts_.size(); i++) {
    const Part& part = parts_[i];
    const auto bytes = backend.download(sums[i]).expanded();
    if (part.array) {
      const size_t size = static_cast<size_t>(part.row_size()) * sizeof(float);
      const std::byte* const table = bytes.data();
      for (size_t r = 0; r < part.rows.size(); r++, at += part.row_size())
        std::memcpy(at, table + static_cast<size_t>(part.rows[r]) * size, size);
    } else {
      std::memcpy(at, bytes.data(), bytes.size());
      at += part.count();
    }
  }
}

std::vector<backend::Buffer> SparseSums::unpack(backend::Backend& backend,
                                                std::span<const float> from) const {
  std::vector<backend::Buffer> sums;
  for (const Part& part : parts_) {
    const auto given = std::as_bytes(from.first(static_cast<size_t>(part.count())));
    from = from.subspan(static_cast<size_t>(part.count()));
    std::vector<std::byte> bytes;
    if (part.array) {
      bytes.resize(static_cast<size_t>(part.type.bytes()));
      const size_t size = static_cast<size_t>(part.row_size()) * sizeof(float);
      for (size_t r = 0; r < part.rows.size(); r++)
        std::memcpy(bytes.data() + static_cast<size_t>(part.rows[r]) * size,
                    given.data() + r * size, size);
    } else {
      bytes.assign(given.begin(), given.end());
    }
    sums.push_back(backend.upload(ir::Tensor(part.type, std::move(bytes)), backend.devices()[0]));
  }
  return sums;
}

}  // namespace tutti::train
