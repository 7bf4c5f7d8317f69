// SPDX-License-Identifier: Apache-2.0
#include "ir/array.h"

#include "ir/small_float.h"

namespace tutti::ir {

Array::Array(Type given) : type(std::move(given)) {
  if (is_float())
    floats.resize(static_cast<size_t>(type.count()));
  else
    ints.resize(static_cast<size_t>(type.count()));
}

Array::Array(const Tensor& tensor) : Array(tensor.type()) {
  for (int64_t k = 0; k < count(); k++) {
    if (is_float())
      f(k) = tensor.float_at(k);
    else
      i(k) = tensor.int_at(k);
  }
}

Tensor Array::tensor() const {
  return is_float() ? Tensor::of(type, floats) : Tensor::of_ints(type, ints);
}

void Array::copy_element(int64_t to, const Array& source, int64_t from) {
  if (is_float())
    f(to) = source.f(from);
  else
    i(to) = source.i(from);
}

void Array::round() {
  if (type.element == ElementType::f64) return;
  for (double& value : floats) value = round_to(value, type.element);
  for (int64_t& value : ints) value = wrap_to(value, type.element);
}

}  // namespace tutti::ir
