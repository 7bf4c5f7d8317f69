// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/plan/constants.h"

#include <cstring>

#include "base/checked.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {

View Constants::add(const ir::Tensor& tensor) {
  View view = dense_view(tensor.type());
  view.place = {Place::Kind::constant, bytes_};
  if (tensor.is_splat() && tensor.type().count() > 1) {
    view.strides.assign(view.strides.size(), 0);
    view.dense = false;
  }
  const auto stored = static_cast<int64_t>(tensor.stored().size());
  bytes_ = checked_add(bytes_, round_up(stored, kCacheLine), "constants");
  tensors_.emplace_back(view.place.offset, tensor);
  return view;
}

HostMemory Constants::block() const {
  HostMemory memory(bytes_);
  for (const auto& [offset, tensor] : tensors_)
    if (!tensor.stored().empty())
      std::memcpy(memory.data() + offset, tensor.stored().data(), tensor.stored().size());
  return memory;
}

}  // namespace tutti::backend::cpu
