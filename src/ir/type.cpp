// SPDX-License-Identifier: Apache-2.0
#include "ir/type.h"

#include <fmt/format.h>

#include "base/checked.h"

namespace tutti::ir {

int64_t element_count(const Shape& shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0) user_error("a tensor size is {}, expected a non-negative number", size);
    count = checked_multiply(count, size, "number of elements");
  }
  return count;
}

std::vector<int64_t> strides_of(const Shape& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

int64_t Type::bytes() const {
  if (kind != Kind::tensor) return 0;
  return checked_multiply(count(), static_cast<int64_t>(byte_size(element)), "bytes of a tensor");
}

std::string Type::str() const {
  if (kind == Kind::token) return "!stablehlo.token";
  std::string text = "tensor<";
  for (int64_t size : shape) text += fmt::format("{}x", size);
  return text + std::string(name_of(element)) + ">";
}

std::string str(const std::vector<Type>& types) {
  std::string text = "(";
  for (size_t i = 0; i < types.size(); i++) text += (i ? ", " : "") + types[i].str();
  return text + ")";
}

std::string str(const Shape& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); i++) text += fmt::format("{}{}", i ? ", " : "", values[i]);
  return text + "]";
}

}  // namespace tutti::ir
