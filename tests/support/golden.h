// SPDX-License-Identifier: Apache-2.0
// Golden values of a fine-tuning by PyTorch in float64, and the batch they belong to.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "format/safetensors.h"
#include "ir/tensor.h"

namespace tutti::test {

/// One of the golden files: tensors by name, as doubles or integers.
class Golden {
 public:
  explicit Golden(const std::filesystem::path& file) : file_(file) {}

  bool has(const std::string& name) const { return file_.find(name) != nullptr; }
  std::vector<int64_t> shape(const std::string& name) const { return info(name).shape; }

  std::vector<double> doubles(const std::string& name) const {
    return values<double>(name, [](ir::ElementType element, const std::byte* data, int64_t i) {
      return ir::load_element(element, data, i);
    });
  }
  std::vector<int64_t> ints(const std::string& name) const {
    return values<int64_t>(name, [](ir::ElementType element, const std::byte* data, int64_t i) {
      return ir::load_int_element(element, data, i);
    });
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& tensor : file_.tensors()) all.push_back(tensor.name);
    return all;
  }

 private:
  const format::TensorInfo& info(const std::string& name) const {
    const format::TensorInfo* found = file_.find(name);
    if (!found) throw std::runtime_error("no golden value " + name);
    return *found;
  }
  template <typename T, typename Load>
  std::vector<T> values(const std::string& name, Load load) const {
    const format::TensorInfo& tensor = info(name);
    std::vector<std::byte> bytes(tensor.bytes());
    file_.read(tensor, bytes);
    const ir::ElementType element = tensor.dtype == format::Dtype::f64   ? ir::ElementType::f64
                                    : tensor.dtype == format::Dtype::f32 ? ir::ElementType::f32
                                                                         : ir::ElementType::i64;
    std::vector<T> result;
    for (size_t i = 0; i < bytes.size() / ir::byte_size(element); i++)
      result.push_back(load(element, bytes.data(), static_cast<int64_t>(i)));
    return result;
  }

  format::SafetensorsFile file_;
};

}  // namespace tutti::test
