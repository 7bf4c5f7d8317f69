// SPDX-License-Identifier: Apache-2.0
#include "ir/tensor.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "ir/wrapping.h"

namespace tutti::ir {

void store_int_element(ElementType type, std::byte* data, int64_t index, int64_t value) {
  const size_t size = byte_size(type);  // little endian: the low bytes come first
  const uint64_t bits = static_cast<uint64_t>(value) & bit_mask(type);
  std::memcpy(data + static_cast<size_t>(index) * size, &bits, size);
}

void store_element(ElementType type, std::byte* data, int64_t index, double value) {
  const uint64_t bits = float_bits(value, type);
  std::memcpy(data + static_cast<size_t>(index) * byte_size(type), &bits, byte_size(type));
}

int64_t load_int_element(ElementType type, const std::byte* data, int64_t index) {
  int64_t value = 0;
  std::memcpy(&value, data + static_cast<size_t>(index) * byte_size(type), byte_size(type));
  return wrap_to(value, type);
}

double load_element(ElementType type, const std::byte* data, int64_t index) {
  uint64_t bits = 0;
  std::memcpy(&bits, data + static_cast<size_t>(index) * byte_size(type), byte_size(type));
  return float_from_bits(bits, type);
}

Tensor::Tensor(Type type, std::vector<std::byte> bytes, bool splat)
    : type_(std::move(type)),
      bytes_(std::make_shared<const std::vector<std::byte>>(std::move(bytes))),
      splat_(splat) {
  const auto expected = splat_ ? byte_size(type_.storage()) : static_cast<size_t>(type_.bytes());
  check(bytes_->size() == expected, "a tensor of type {} has {} bytes", type_.str(),
        bytes_->size());
}

Tensor Tensor::splat(Type type, double value) {
  std::vector<std::byte> bytes(byte_size(type.element));
  store_element(real_type(type.element), bytes.data(), 0, value);
  return {std::move(type), std::move(bytes), true};
}

Tensor Tensor::splat_int(Type type, int64_t value) {
  std::vector<std::byte> bytes(byte_size(type.storage()));
  store_int_element(type.storage(), bytes.data(), 0, value);
  return {std::move(type), std::move(bytes), true};
}

Tensor Tensor::of(Type type, const std::vector<double>& values) {
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  if (type.element == ElementType::f32)  // most are: no call for each
    std::transform(values.begin(), values.end(), reinterpret_cast<float*>(bytes.data()), narrowed);
  else
    for (size_t i = 0; i < values.size(); i++)
      store_element(type.element, bytes.data(), static_cast<int64_t>(i), values[i]);
  return {std::move(type), std::move(bytes)};
}

Tensor Tensor::of_complex(Type type, const std::vector<std::complex<double>>& values) {
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  const ElementType part = real_type(type.element);
  int64_t at = 0;
  for (const auto& value : values) {
    store_element(part, bytes.data(), at++, value.real());
    store_element(part, bytes.data(), at++, value.imag());
  }
  return {std::move(type), std::move(bytes)};
}

Tensor Tensor::of_ints(Type type, const std::vector<int64_t>& values) {
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  for (size_t i = 0; i < values.size(); i++)
    store_int_element(type.storage(), bytes.data(), static_cast<int64_t>(i), values[i]);
  return {std::move(type), std::move(bytes)};
}

std::vector<std::byte> Tensor::expanded() const {
  if (!splat_) return *bytes_;
  const size_t size = bytes_->size();
  std::vector<std::byte> all(static_cast<size_t>(type_.bytes()));
  for (size_t at = 0; at < all.size(); at += size)
    std::memcpy(all.data() + at, bytes_->data(), size);
  return all;
}

double Tensor::float_at(int64_t index) const {
  if (is_complex(type_.element)) check(false, "an element of a {} is no float", type_.str());
  return load_element(type_.element, bytes_->data(), splat_ ? 0 : index);
}

std::complex<double> Tensor::complex_at(int64_t index) const {
  const ElementType part = real_type(type_.element);
  const int64_t at = splat_ ? 0 : 2 * index;
  return {load_element(part, bytes_->data(), at), load_element(part, bytes_->data(), at + 1)};
}

int64_t Tensor::int_at(int64_t index) const {
  if (is_complex(type_.element)) check(false, "an element of a {} is no integer", type_.str());
  return load_int_element(type_.storage(), bytes_->data(), splat_ ? 0 : index);
}

bool Tensor::operator==(const Tensor& other) const {
  if (type_ != other.type_) return false;
  if (splat_ == other.splat_) return *bytes_ == *other.bytes_;
  return expanded() == other.expanded();
}

}  // namespace tutti::ir
