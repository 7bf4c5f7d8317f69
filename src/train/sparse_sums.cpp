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
  const ir::Module module = step::step_function(step::kGradients, programs.objective(),
                                                {1, options.max_segment, 1}, options);
  const ir::Function& gradients = module.get(step::kGradients);
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

/// Writes elements [first, first + count) of terms[n - 1] + (... + (terms[1] + terms[0])), block by
/// block, as what was added last is still in the cache.
void add_terms(std::span<const float* const> terms, int64_t first, int64_t count, float* to) {
  constexpr int64_t kBlock = 2048;
  for (int64_t at = 0; at < count; at += kBlock) {
    const int64_t size = std::min(kBlock, count - at);
    std::copy_n(terms[0] + first + at, size, to + at);
    for (const float* const term : terms.subspan(1))
      for (int64_t i = 0; i < size; i++) to[at + i] = term[first + at + i] + to[at + i];
  }
}

}  // namespace

int64_t suitable_bucket(int64_t processes, int64_t sum_bytes) {
  constexpr int64_t kLeast = int64_t{1} << 20, kPart = int64_t{128} << 10;
  // A process has few nodes. Each bucket of a node has a tag, of which MPI has four times as many,
  // and buckets of sums that cannot be cut are up to twice as many as their bytes say.
  constexpr int64_t kNodes = 3, kTags = int64_t{1} << 12;
  return std::max({kLeast, processes * kPart, sum_bytes / kTags * (kNodes * processes + 1)});
}

int64_t SparseSums::Part::count() const {
  return array ? static_cast<int64_t>(rows.size()) * row_size() : type.count();
}

SparseSums::SparseSums(const Programs& programs) : programs_(programs) {
  const std::vector<std::optional<size_t>> arrays = row_arrays(programs);
  for (size_t i = 0; i < arrays.size(); i++) {
    const step::Field& sum = programs.layout().sums()[i];
    check(sum.type.element == ir::ElementType::f32, "{} is not added in float32", sum.name);
    parts_.push_back({sum.type, arrays[i]});
  }
  place();
}

void SparseSums::cut(int64_t bucket_bytes) {
  buckets_ = step::buckets_of(programs_.layout().sums(), bucket_bytes);
  for (size_t b = 0; b < buckets_.size(); b++)
    for (size_t i = buckets_[b].first; i < buckets_[b].last; i++) parts_[i].bucket = b;
}

void SparseSums::cut_for(int64_t processes) {
  int64_t bytes = 0;
  for (const Part& part : parts_) bytes += part.type.bytes();
  cut(suitable_bucket(processes, bytes));
}

void SparseSums::place() {
  int64_t count = 0;
  for (Part& part : parts_) {
    part.first = count;
    count += part.count();
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
      for (const int64_t id : batch[programs_.objective().arrays[*parts_[i].array].name].integers)
        occurs[i][static_cast<size_t>(std::clamp<int64_t>(id, 0, last))] = true;
    }
  }
  for (size_t i = 0; i < parts_.size(); i++) {
    parts_[i].rows.clear();
    for (size_t row = 0; row < occurs[i].size(); row++)
      if (occurs[i][row]) parts_[i].rows.push_back(static_cast<int64_t>(row));
  }
  place();
}

std::vector<comm::Slice> SparseSums::buckets() const {
  std::vector<comm::Slice> slices;
  for (const step::Bucket& bucket : buckets_) {
    const Part& last = parts_[bucket.last - 1];
    slices.push_back({parts_[bucket.first].first, last.first + last.count()});
  }
  return slices;
}

std::vector<size_t> SparseSums::sums_of_buckets() const {
  std::vector<size_t> counts;
  for (const step::Bucket& bucket : buckets_) counts.push_back(bucket.last - bucket.first);
  return counts;
}

void SparseSums::pack(backend::Backend& backend, size_t sum, std::span<const backend::Buffer> terms,
                      std::span<float> elements) const {
  const Part& part = parts_[sum];
  std::vector<std::vector<std::byte>> downloaded;
  std::vector<const float*> memory;
  for (const backend::Buffer& term : terms) {
    const std::byte* at = backend.host_memory(term);
    if (at == nullptr) at = downloaded.emplace_back(backend.download(term).expanded()).data();
    memory.push_back(reinterpret_cast<const float*>(at));
  }
  float* to = elements.data() + part.first;
  if (!part.array) return add_terms(memory, 0, part.count(), to);
  for (const int64_t row : part.rows) {
    add_terms(memory, row * part.row_size(), part.row_size(), to);
    to += part.row_size();
  }
}

void SparseSums::unpack_part(const Part& part, std::span<const float> elements,
                             std::byte* to) const {
  const auto* const from = reinterpret_cast<const std::byte*>(elements.data() + part.first);
  const auto bytes = static_cast<size_t>(part.count()) * sizeof(float);
  if (!part.array) {
    std::memcpy(to, from, bytes);
    return;
  }
  std::memset(to, 0, static_cast<size_t>(part.type.bytes()));
  const size_t size = static_cast<size_t>(part.row_size()) * sizeof(float);
  for (size_t r = 0; r < part.rows.size(); r++)
    std::memcpy(to + static_cast<size_t>(part.rows[r]) * size, from + r * size, size);
}

DeviceBuffers SparseSums::unpack(Programs& programs, std::span<const float> elements) const {
  backend::Backend& backend = programs.backend();
  DeviceBuffers sums = programs.take_sums();
  for (size_t i = 0; i < parts_.size(); i++) {
    backend::Buffer& slot = sums[0][i];
    const bool is_ours = slot && slot.use_count() == 1 && slot->type == parts_[i].type;
    if (std::byte* const memory = is_ours ? backend.host_memory(slot) : nullptr) {
      unpack_part(parts_[i], elements, memory);
      continue;
    }
    std::vector<std::byte> bytes(static_cast<size_t>(parts_[i].type.bytes()));
    unpack_part(parts_[i], elements, bytes.data());
    slot = backend.upload(ir::Tensor(parts_[i].type, std::move(bytes)), backend.devices()[0]);
  }
  return sums;
}

}  // namespace tutti::train
