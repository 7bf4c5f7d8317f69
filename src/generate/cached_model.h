// SPDX-License-Identifier: Apache-2.0
// A decoder on a backend, ready to continue rows of tokens.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>

#include "backend/backend.h"
#include "generate/cache_program.h"

namespace tutti::generate {

class CachedModel {
 public:
  /// Gives a parameter, by its number, with elements of that type.
  using Weight = std::function<ir::Tensor(size_t parameter, ir::ElementType element)>;

  /// Copies the parameters to the first device of the backend. A model that does not generate text
  /// is a UserError. The backend and the model must outlive this object.
  CachedModel(backend::Backend& backend, const model::Model& model, pass::Precision precision,
              const Weight& weight);

  const model::Model& model() const { return model_; }
  pass::Precision precision() const { return precision_; }
  backend::Backend& backend() { return backend_; }

  /// Throws the UserError of a model that does not generate text.
  static void expect_decoder(const model::Model& model);

 private:
  friend class CachedRows;
  backend::Buffer upload(const ir::Tensor& tensor);
  /// Runs @continue; `caches` are replaced. Gives the logits.
  const backend::Buffer& run(const Stretch& stretch, std::vector<backend::Buffer>& caches,
                             const std::array<ir::Tensor, 3>& tokens);
  /// Makes caches of no token.
  std::vector<backend::Buffer> empty_caches(int64_t rows, int64_t capacity);
  void grow(std::vector<backend::Buffer>& caches, int64_t rows, int64_t from, int64_t to);
  std::unique_ptr<backend::Executable> compile(ir::Module module, const std::string& function);

  backend::Backend& backend_;
  backend::Device device_;
  const model::Model& model_;
  pass::Precision precision_;
  std::vector<backend::Buffer> parameters_;
  std::map<Stretch, std::unique_ptr<backend::Executable>> programs_;
  std::vector<backend::Buffer> arguments_, results_;  // of the last run, except the caches
};

/// Rows of tokens that grow at their ends. What the model keeps of them stays on the device.
class CachedRows {
 public:
  CachedRows(CachedModel& model, size_t rows);

  /// Adds tokens to each row; a row to which none are added stays as it is. Gives the logits of the
  /// token that follows each row, [rows][vocabulary_size]; those of a row without new tokens are
  /// not the model's. They may be overwritten, and are until the next call. A token that the model
  /// does not have, and a row that becomes longer than the model has positions, are UserErrors.
  std::span<float> append(std::span<const std::vector<int32_t>> tokens);
  /// Makes the row, the only one of this object, one of these tokens, of which there is at least
  /// one, and gives its logits. What it has in common with what it was is not computed again.
  std::span<float> replace(std::span<const int32_t> ids);

  size_t rows() const { return ids_.size(); }
  const std::vector<int32_t>& ids(size_t row) const { return ids_[row]; }
  /// How many tokens were computed so far.
  int64_t computed() const { return computed_; }

 private:
  void check_tokens(std::span<const std::vector<int32_t>> tokens) const;
  void append_chunk(std::span<const std::vector<int32_t>> tokens, int64_t begin, int64_t count);
  void reserve(int64_t capacity);

  CachedModel& model_;
  std::vector<std::vector<int32_t>> ids_;
  std::vector<backend::Buffer> caches_;
  int64_t capacity_ = 0;
  int64_t computed_ = 0;
  std::vector<float> logits_;
};

}  // namespace tutti::generate
