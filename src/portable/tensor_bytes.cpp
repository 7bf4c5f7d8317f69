// SPDX-License-Identifier: Apache-2.0
#include "portable/tensor_bytes.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "portable/large_pages.h"

namespace tutti::portable {
namespace {

using ir::ElementType;
using Bytes = std::vector<std::byte>;

Bytes copied(std::string_view bytes) {
  const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
  Bytes copy;
  copy.reserve(bytes.size());
  prefer_large_pages(copy.data(), bytes.size());
  copy.assign(data, data + bytes.size());
  return copy;
}

/// Whether bytes are the first `size` of them again and again.
bool repeats(std::span<const std::byte> bytes, size_t size) {
  return std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) == 0;
}

bool are_equal(std::span<const std::byte> bytes) {
  return !bytes.empty() &&
         std::all_of(bytes.begin(), bytes.end(), [&](std::byte byte) { return byte == bytes[0]; });
}

/// Booleans: bits, the first in the lowest; a byte 0xFF alone is true everywhere; the older form
/// has a byte for each.
std::optional<ir::Tensor> booleans(std::string_view bytes, const ir::Type& type) {
  const auto count = static_cast<size_t>(type.count());
  const auto splat = [&](bool value) { return ir::Tensor(type, {std::byte{value}}, true); };
  if (bytes.size() == 1 && count > 0) {
    const auto first = static_cast<uint8_t>(bytes[0]);
    if (first == 0xFF || first == 0) return splat(first != 0);
    if (count == 1) return splat((first & 1) != 0);
  }
  Bytes each(count);
  if (bytes.size() == (count + 7) / 8) {
    const auto bit = [&](size_t i) { return (static_cast<uint8_t>(bytes[i / 8]) >> (i % 8)) & 1; };
    for (size_t i = 0; i < count; i++) each[i] = static_cast<std::byte>(bit(i));
    if (are_equal(each)) return splat(each[0] != std::byte{0});  // as MLIR reads them
    return ir::Tensor(type, std::move(each));
  }
  if (bytes.size() == 1) return splat(bytes[0] != 0);
  if (bytes.size() != count) return std::nullopt;
  for (size_t i = 0; i < count; i++) each[i] = std::byte{bytes[i] != 0};
  return ir::Tensor(type, std::move(each));
}

}  // namespace

std::optional<ir::Tensor> tensor_of_bytes(std::string_view bytes, const ir::Type& type,
                                          std::string& problem) {
  if (!type.is_tensor() || !type.is_static()) {
    problem = fmt::format("a constant of {}, expected a tensor of known sizes", type.str());
    return std::nullopt;
  }
  const auto all = static_cast<size_t>(type.bytes());  // it was read with the type
  const size_t one = ir::byte_size(type.storage());
  if (all == 0 && (bytes.empty() || bytes.size() == one)) return ir::Tensor(type, Bytes{});
  if (type.element == ElementType::i1) {
    if (auto tensor = booleans(bytes, type)) return tensor;
  } else if (bytes.size() == one && all > 0) {
    Bytes element = copied(bytes);
    if (ir::bit_width(type.storage()) < 8)
      element[0] &= std::byte{0xFF} >> (8 - bit_width(type.storage()));
    return ir::Tensor(type, std::move(element), true);
  } else if (bytes.size() == all) {
    Bytes elements = copied(bytes);
    if (const int bits = ir::bit_width(type.storage()); bits < 8)
      for (std::byte& element : elements) element &= std::byte{0xFF} >> (8 - bits);
    return ir::Tensor(type, std::move(elements));
  }
  problem = fmt::format("a constant has {} bytes, expected {} for {}, or {} where all are equal",
                        bytes.size(), all, type.str(), one);
  return std::nullopt;
}

std::string bytes_of_tensor(const ir::Tensor& tensor) {
  if (tensor.type().count() == 0) return "";
  auto stored = tensor.stored();
  const size_t one = ir::byte_size(tensor.type().storage());
  if (tensor.type().element != ElementType::i1 && stored.size() > one && repeats(stored, one))
    stored = stored.first(one);
  std::string bytes(reinterpret_cast<const char*>(stored.data()), stored.size());
  if (tensor.type().element != ElementType::i1) return bytes;
  if (tensor.type().count() != 1 && are_equal(stored)) return {bytes[0] ? '\xFF' : '\0'};
  std::string bits((bytes.size() + 7) / 8, '\0');
  for (size_t i = 0; i < bytes.size(); i++)
    if (bytes[i]) bits[i / 8] = static_cast<char>(bits[i / 8] | 1 << (i % 8));
  return bits;
}

}  // namespace tutti::portable
