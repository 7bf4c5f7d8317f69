// SPDX-License-Identifier: Apache-2.0
// Rows of tokens whose keys and values are kept.
#include <algorithm>
#include <cstring>

#include "generate/cached_model.h"
#include "op/catalogue.h"

namespace tutti::generate {
namespace {

using backend::Buffer;
using ir::Tensor;
using ir::Type;

// Each capacity has programs of its own: it begins with this and doubles.
constexpr int64_t kLeastCapacity = 512;

// Tokens of a run: as many fill the matrix kernels, and more would only take memory.
constexpr int64_t kMostTokens = 512;

/// The tokens of a program that computes `count` at once: few numbers, that programs are compiled
/// for, without much to fill up.
int64_t chunk_of(int64_t count, bool few_shapes) {
  if (count == 1) return 1;
  int64_t size = few_shapes ? 32 : 16;
  for (; size < std::min(count, kMostTokens); size *= few_shapes ? 4 : 2)
    if (const int64_t between = size + size / 2; !few_shapes && size < count && count <= between)
      return between;
  return size;
}

Tensor tensor_of(const Type& type, const std::vector<int32_t>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(int32_t));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {type, std::move(bytes)};
}

}  // namespace

CachedRows::CachedRows(CachedModel& model, size_t rows)
    : model_(model),
      ids_(rows),
      logits_(rows * static_cast<size_t>(model.model().vocabulary_size)) {}

void CachedRows::check_tokens(std::span<const std::vector<int32_t>> tokens) const {
  const model::Model& model = model_.model();
  check(tokens.size() == rows(), "tokens for {} of {} rows", tokens.size(), rows());
  for (size_t row = 0; row < rows(); row++) {
    const size_t length = ids_[row].size() + tokens[row].size();
    const int64_t positions = model.generated_positions.value_or(model.positions);
    if (static_cast<int64_t>(length) > positions)
      user_error("generation: found {} tokens, expected at most the model's {} positions", length,
                 positions);
    for (const int32_t id : tokens[row])
      if (id < 0 || id >= model.vocabulary_size)
        user_error("generation: found the token id {}, but the model's embedding has {} rows", id,
                   model.vocabulary_size);
  }
}

void CachedRows::reserve(int64_t capacity) {
  if (capacity <= capacity_) return;
  int64_t size = std::max(capacity_, kLeastCapacity);
  while (size < capacity) size *= 2;
  const auto count = static_cast<int64_t>(rows());
  if (caches_.empty())
    caches_ = model_.empty_caches(count, size);
  else
    model_.grow(caches_, count, capacity_, size);
  capacity_ = size;
}

std::span<float> CachedRows::append(std::span<const std::vector<int32_t>> tokens) {
  check_tokens(tokens);
  int64_t most = 0;
  for (const auto& added : tokens) most = std::max(most, static_cast<int64_t>(added.size()));
  const bool few_shapes = model_.backend().capabilities().wants_few_shapes;
  for (int64_t begin = 0; begin < most;) {
    const int64_t count = chunk_of(most - begin, few_shapes);
    append_chunk(tokens, begin, count);
    begin += count;
  }
  return logits_;
}

/// Adds the tokens from `begin` on, up to `count`. A row that has fewer is filled up: the places
/// after its end get keys and values that no token sees before another token takes them.
void CachedRows::append_chunk(std::span<const std::vector<int32_t>> tokens, int64_t begin,
                              int64_t count) {
  const Type type = Type::tensor(ir::ElementType::i32, {static_cast<int64_t>(rows()), count});
  std::vector<int32_t> ids, positions, last;
  std::vector<size_t> ended;  // rows whose last token is among these
  int64_t end = 0;
  for (size_t row = 0; row < rows(); row++) {
    const auto& all = tokens[row];
    const auto size = static_cast<int64_t>(all.size());
    const auto first = static_cast<int64_t>(ids_[row].size());
    const int64_t real = std::clamp<int64_t>(size - begin, 0, count);
    ids_[row].insert(ids_[row].end(), all.begin() + std::min(begin, size),
                     all.begin() + std::min(begin, size) + real);
    for (int64_t i = 0; i < count; i++) {
      ids.push_back(i < real ? all[static_cast<size_t>(begin + i)] : 0);
      positions.push_back(static_cast<int32_t>(first + i));
    }
    last.push_back(static_cast<int32_t>(std::max<int64_t>(real - 1, 0)));
    if (real > 0 && begin + real == size) ended.push_back(row);
    computed_ += real;
    end = std::max(end, first + count);
  }
  reserve(end);
  const Buffer& found =
      model_.run({static_cast<int64_t>(rows()), count, capacity_}, caches_,
                 {tensor_of(type, ids), tensor_of(type, positions),
                  tensor_of(type.with(ir::Shape{static_cast<int64_t>(rows())}), last)});
  if (ended.empty()) return;
  const Tensor logits = model_.backend().download(found);
  const size_t width = logits_.size() / rows();
  for (const size_t row : ended)
    std::memcpy(logits_.data() + row * width, logits.stored().data() + row * width * sizeof(float),
                width * sizeof(float));
}

std::span<float> CachedRows::replace(std::span<const int32_t> ids) {
  check(rows() == 1 && !ids.empty(), "a row is replaced by {} tokens, {} rows", ids.size(), rows());
  std::vector<int32_t>& row = ids_[0];
  const auto most = static_cast<std::ptrdiff_t>(std::min(row.size(), ids.size() - 1));
  const auto same = std::mismatch(row.begin(), row.begin() + most, ids.begin()).first;
  row.erase(same, row.end());
  const std::vector<int32_t> added(ids.begin() + static_cast<std::ptrdiff_t>(row.size()),
                                   ids.end());
  return append({&added, 1});
}

}  // namespace tutti::generate
