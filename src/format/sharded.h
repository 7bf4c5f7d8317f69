// SPDX-License-Identifier: Apache-2.0
// The weights in a model's folder: one model.safetensors, or the shards that an index lists; or
// pytorch_model.bin or its shards, or what another kind of file has in their place.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/safetensors.h"

namespace tutti::format {

/// The stem of the files that have a model's weights.
inline constexpr const char* kModelStem = "model";

/// Whether a file's name is that of weights which can be read: ....safetensors, ....bin.
bool is_weights_name(const Path& file);

/// Why a folder has no weights of a model that can be read, and what it has instead; nothing if
/// it has some, be they whole or not.
std::optional<std::string> missing_weights(const Path& folder);

/// All tensors of `folder/<stem>.safetensors` or, if there is no such file, of the shards in
/// `folder/<stem>.safetensors.index.json`, as one list; of a model, else those of
/// pytorch_model.bin or its shards (torch_file.h). A folder with none of them is a UserError with
/// exit code 5. A shard outside of the folder, a tensor in two shards and a tensor that is in the
/// index but not in its shard are UserErrors with exit code 2.
class ShardedTensors {
 public:
  explicit ShardedTensors(const Path& folder, const std::string& stem = kModelStem);

  /// Reads one of the tensors; `out` has exactly its bytes.
  using ReadTensor = std::function<void(const TensorInfo& info, std::span<std::byte> out)>;
  /// Tensors of a file of another format, which may be read by any thread. `read_blocks` reads the
  /// blocks of those that have them.
  ShardedTensors(const Path& file, std::vector<TensorInfo> tensors, ReadTensor read,
                 ReadTensor read_blocks);

  /// Sorted by name.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const TensorInfo* find(std::string_view name) const { return find_tensor(tensors_, name); }
  /// Reads one of tensors(). `out` has exactly info.bytes(). May be called by any thread.
  void read(const TensorInfo& info, std::span<std::byte> out) const;
  /// Likewise the blocks of one that has them; `out` has exactly their bytes.
  void read_blocks(const TensorInfo& info, std::span<std::byte> out) const;
  /// Returns the paths of the files, for hashes and messages.
  std::vector<Path> files() const;

 private:
  struct Shard {
    Path path;
    std::vector<TensorInfo> tensors;
    ReadTensor read;
    ReadTensor read_blocks = {};
  };

  const Shard& shard_of(const TensorInfo& info) const;
  static Shard open_shard(const Path& file);
  void add_shards(const Path& folder, const Path& index);
  void list_tensors();

  std::vector<Shard> shards_;
  std::vector<TensorInfo> tensors_;
  std::vector<size_t> shard_of_;  // for each of tensors_, an index into shards_
};

}  // namespace tutti::format
