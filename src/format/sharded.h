// SPDX-License-Identifier: Apache-2.0
// The weights in a model's folder: one model.safetensors, or shards that an index lists.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "format/safetensors.h"

namespace tutti::format {

/// All tensors of `folder/model.safetensors`, else of the shards that
/// `folder/model.safetensors.index.json` names, as one list. A folder with neither is a UserError
/// of exit code 5; of code 2 are a shard named outside the folder, a tensor in two shards, and a
/// tensor that the index promises and its shard lacks.
class ShardedTensors {
 public:
  explicit ShardedTensors(const Path& folder);

  /// Sorted by name.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const TensorInfo* find(std::string_view name) const { return find_tensor(tensors_, name); }
  /// `info` is one of tensors(); `out` holds exactly info.bytes(). By any thread.
  void read(const TensorInfo& info, std::span<std::byte> out) const;
  /// The files, for hashes and messages.
  std::vector<Path> files() const;

 private:
  void add_shards(const Path& folder, const Path& index);
  void list_tensors();

  std::vector<SafetensorsFile> shards_;
  std::vector<TensorInfo> tensors_;
  std::vector<size_t> shard_of_;  // of each of tensors_
};

}  // namespace tutti::format
