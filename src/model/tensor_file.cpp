// SPDX-License-Identifier: Apache-2.0
#include "model/tensor_file.h"

#include "base/error.h"

namespace tutti::model {
namespace {

/// `where` names the files in errors.
template <typename Files>
ir::Tensor tensor_of(const Files& files, const Path& where, const std::string& name,
                     const ir::Type& type) {
  const format::TensorInfo* info = files.find(name);
  if (!info) user_error("{}: tensor {} is missing", where.string(), name);
  const format::Dtype dtype = dtype_of(type.element);
  if (info->shape != type.shape || info->dtype != dtype)
    user_error("{}: {} is {} {}, expected {} {}", where.string(), name,
               format::name_of(info->dtype), ir::str(info->shape), format::name_of(dtype),
               ir::str(type.shape));
  std::vector<std::byte> bytes(info->bytes());
  files.read(*info, bytes);
  return {type, std::move(bytes)};
}

}  // namespace

// safetensors' names are ours in capitals, but for those that it has from NumPy and PyTorch.
format::Dtype dtype_of(ir::ElementType element) {
  switch (element) {
    case ir::ElementType::i1:
      return format::Dtype::boolean;
    case ir::ElementType::complex_f32:
      return format::Dtype::c64;
    case ir::ElementType::f8E4M3FN:
      return format::Dtype::f8_e4m3;
    case ir::ElementType::f8E5M2:
      return format::Dtype::f8_e5m2;
    case ir::ElementType::f8E8M0FNU:
      return format::Dtype::f8_e8m0;
    default:
      break;
  }
  std::string name;
  for (const char c : ir::name_of(element))
    name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (name.starts_with("UI")) name.erase(1, 1);
  const auto dtype = format::dtype_of(name);
  if (!dtype)
    user_error("a safetensors file cannot hold elements of type {}", ir::name_of(element));
  return *dtype;
}

void write_tensors(const Path& file, const std::vector<NamedTensor>& tensors) {
  std::vector<std::vector<std::byte>> bytes;
  for (const auto& [name, tensor] : tensors) bytes.push_back(tensor.expanded());
  std::vector<format::TensorEntry> entries;
  for (size_t i = 0; i < tensors.size(); i++) {
    const ir::Type& type = tensors[i].second.type();
    entries.push_back({tensors[i].first, dtype_of(type.element), type.shape, bytes[i]});
  }
  format::write_safetensors(file, entries);
}

ir::Tensor read_tensor(const format::SafetensorsFile& file, const std::string& name,
                       const ir::Type& type) {
  return tensor_of(file, file.path(), name, type);
}

ir::Tensor read_tensor(const format::ShardedTensors& files, const std::string& name,
                       const ir::Type& type) {
  return tensor_of(files, files.files()[0].parent_path(), name, type);
}

}  // namespace tutti::model
