// SPDX-License-Identifier: Apache-2.0
// Reads the tensors of a state dict that torch.save wrote (pytorch_model.bin): a zip archive of
// data.pkl, which says what they are, and data/0, data/1, ..., which have their elements.
#pragma once

#include <span>
#include <vector>

#include "base/files.h"
#include "format/safetensors.h"

namespace tutti::format {

/// A file whose description was read and checked; nothing in it is run (format/pickle.h). Tensors
/// are read on request, by any thread. Files of the time before PyTorch 1.6, which are no zip
/// archives, and storages of other sizes than described are UserErrors.
class TorchFile {
 public:
  explicit TorchFile(const Path& path);

  const Path& path() const { return file_.path(); }
  /// Sorted by name. Their `begin` and `end` only say how many bytes they have.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  /// The tensor's bytes: row-major, little-endian. `out` has exactly info.bytes().
  void read(const TensorInfo& info, std::span<std::byte> out) const;

 private:
  /// Where a tensor lies in the file.
  struct Place {
    uint64_t begin = 0;            // of its first element
    uint64_t bytes = 0;            // up to the end of its last element
    std::vector<int64_t> strides;  // in bytes
  };

  InputFile file_;
  std::vector<TensorInfo> tensors_;
  std::vector<Place> places_;  // for each of tensors_
};

}  // namespace tutti::format
