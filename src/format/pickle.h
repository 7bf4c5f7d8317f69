// SPDX-License-Identifier: Apache-2.0
// The state dict in the data.pkl of a PyTorch file: which tensors lie where in which storages.
// Source: CPython's pickletools.py and PyTorch's torch/_utils.py. A pickle is a program that may
// call anything; this reader knows what state dicts are made of, and runs nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/safetensors.h"

namespace tutti::format {

struct PickledTensor {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::string storage;           // its key: the member data/KEY of the archive
  int64_t storage_elements = 0;  // of the whole storage
  int64_t offset = 0;            // elements from the start of the storage
  std::vector<int64_t> shape;    // likewise in elements
  std::vector<int64_t> strides;
};

/// A pickle of more bytes is refused: each may need a hundred bytes of memory.
inline constexpr uint64_t kMaxPickleBytes = uint64_t{1} << 24;

/// The tensors of a pickled dict from names to tensors, sorted by name. Every tensor lies within
/// its storage and has no more elements than it. What else a pickle may do is a UserError that
/// names the class or function it asks for, or the opcode; so are entries that are no tensors.
std::vector<PickledTensor> parse_state_dict(std::string_view pickle, std::string_view where);

}  // namespace tutti::format
