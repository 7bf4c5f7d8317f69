// SPDX-License-Identifier: Apache-2.0
#include "ir/array.h"

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>

#include "base/error.h"
#include "ir/small_float.h"

namespace tutti::ir {
namespace {

/// Without a branch for each, which NaN need.
bool has_nan(std::span<const double> values) {
  bool found = false;
  for (const double value : values) found |= value != value;
  return found;
}

/// To the values of a float type.
void round_all(std::span<double> values, ElementType type) {
  if (type == ElementType::f32 && !has_nan(values))
    for (double& value : values) value = static_cast<float>(value);
  else
    for (double& value : values) value = round_to(value, type);
}

/// Memory for all elements; an error of where there is none names the size.
template <typename T>
void allocate(std::vector<T>& values, const Type& type) {
  const int64_t count = type.count();
  const auto refuse = [&] {
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("out of memory: a {} takes {} times {} bytes to evaluate, expected "
                                "smaller sizes",
                                type.str(), count, sizeof(T)));
  };
  try {
    values.resize(static_cast<size_t>(count));
  } catch (const std::bad_alloc&) {
    refuse();
  } catch (const std::length_error&) {  // more than the address space holds
    refuse();
  }
}

}  // namespace

Array::Array(const Array&) = default;
Array::Array(Array&&) noexcept = default;
Array& Array::operator=(const Array&) = default;
Array& Array::operator=(Array&&) noexcept = default;
Array::~Array() = default;

Array::Array(Type given) : type(std::move(given)) {
  for (const Type& element : type.elements()) elements.emplace_back(element);
  if (type.kind == Type::Kind::tuple || type.kind == Type::Kind::future) return;
  if (is_float())
    allocate(floats, type);
  else if (is_complex())
    allocate(complexes, type);
  else
    allocate(ints, type);
}

Array::Array(const Tensor& tensor) : Array(tensor.type()) {
  if (type.element == ElementType::f32 && !tensor.is_splat()) {  // most are: no call for each
    const auto* values = reinterpret_cast<const float*>(tensor.stored().data());
    std::copy(values, values + floats.size(), floats.begin());
    if (has_nan(floats)) std::transform(values, values + floats.size(), floats.begin(), widened);
    return;
  }
  for (int64_t k = 0; k < count(); k++) {
    if (is_float())
      f(k) = tensor.float_at(k);
    else if (is_complex())
      c(k) = tensor.complex_at(k);
    else
      i(k) = tensor.int_at(k);
  }
}

Tensor Array::tensor() const {
  if (!type.is_tensor()) user_error("a {} has no place in memory", type.str());
  if (is_complex()) return Tensor::of_complex(type, complexes);
  return is_float() ? Tensor::of(type, floats) : Tensor::of_ints(type, ints);
}

void Array::copy_element(int64_t to, const Array& source, int64_t from) {
  if (is_float())
    f(to) = source.f(from);
  else if (is_complex())
    c(to) = source.c(from);
  else
    i(to) = source.i(from);
}

void Array::round() {
  wrap();
  const ElementType part = real_type(type.element);
  if (part == ElementType::f64) return;
  // Complex numbers as the pairs they are in memory: GCC 12.2 at -O2 leaves the rounding out where
  // two parts stand side by side.
  round_all(floats, part);
  round_all({reinterpret_cast<double*>(complexes.data()), 2 * complexes.size()}, part);
}

void Array::wrap() {
  if (ints.empty()) return;
  const ElementType storage = type.storage();
  for (int64_t& value : ints) value = wrap_to(value, storage);
}

}  // namespace tutti::ir
