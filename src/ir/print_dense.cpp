// SPDX-License-Identifier: Apache-2.0
// How constants are written.
#include <fmt/format.h>

#include <cmath>

#include "ir/dense_text.h"
#include "ir/literal.h"
#include "ir/small_float.h"

namespace tutti::ir {
namespace {

constexpr int64_t kLargestPrintedList = 100;

/// Digits of a bit pattern.
size_t hex_digits(ElementType type) {
  return (static_cast<size_t>(bit_width(type)) + 3) / 4;
}

/// A float of a buffer; what is not finite as its own bits, which doubles do not keep.
std::string float_at(std::span<const std::byte> elements, ElementType type, int64_t index) {
  const double value = load_element(type, elements.data(), index);
  if (std::isfinite(value)) return float_text(value, type);
  const auto bits = static_cast<uint64_t>(load_int_element(type, elements.data(), index));
  return fmt::format("0x{:0{}X}", bits, hex_digits(type));
}

std::string literal_at(const Tensor& tensor, int64_t index) {
  const ElementType element = tensor.type().storage();
  const int64_t stored = tensor.is_splat() ? 0 : index;
  if (is_complex(element)) {
    const ElementType part = real_type(element);
    return fmt::format("({},{})", float_at(tensor.stored(), part, 2 * stored),
                       float_at(tensor.stored(), part, 2 * stored + 1));
  }
  if (is_float(element)) return float_at(tensor.stored(), element, stored);
  if (element == ElementType::i1) return tensor.int_at(index) ? "true" : "false";
  if (element == ElementType::ui64)
    return fmt::format("{}", static_cast<uint64_t>(tensor.int_at(index)));
  return fmt::format("{}", tensor.int_at(index));
}

void append_lists(const Tensor& tensor, size_t axis, int64_t& index, std::string& text) {
  if (axis == tensor.type().shape.size()) {
    text += literal_at(tensor, index++);
    return;
  }
  text += '[';
  for (int64_t i = 0; i < tensor.type().shape[axis]; i++) {
    if (i) text += ", ";
    append_lists(tensor, axis + 1, index, text);
  }
  text += ']';
}

/// Booleans as MLIR packs them in a blob: eight a byte, the first in the lowest bit.
std::vector<std::byte> packed_bits(std::span<const std::byte> values) {
  std::vector<std::byte> bytes((values.size() + 7) / 8);
  for (size_t i = 0; i < values.size(); i++)
    if (values[i] != std::byte{0}) bytes[i / 8] |= std::byte{1} << (i % 8);
  return bytes;
}

std::string blob_text(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "\"0x";
  text.reserve(text.size() + 2 * bytes.size() + 1);
  for (const std::byte value : bytes) {
    text += kDigits[static_cast<size_t>(value >> 4)];
    text += kDigits[static_cast<size_t>(value & std::byte{15})];
  }
  text += '"';
  return text;
}

}  // namespace

std::string float_text(double value, ElementType type) {
  if (!std::isfinite(value))
    return fmt::format("0x{:0{}X}", float_bits(value, type), hex_digits(type));
  for (int digits : {6, 9, 17}) {
    std::string text = fmt::format("{:.{}e}", value, digits);
    if (digits == 17 || float_literal(text, type) == float_bits(value, type)) return text;
  }
  return {};
}

std::string text_of(const Tensor& tensor) {
  const int64_t count = tensor.type().count();
  if (count == 0) return "";
  if (tensor.is_splat()) return literal_at(tensor, 0);
  if (count > kLargestPrintedList) {
    if (tensor.type().element != ElementType::i1) return blob_text(tensor.stored());
    return blob_text(packed_bits(tensor.stored()));
  }
  std::string text;
  int64_t index = 0;
  append_lists(tensor, 0, index, text);
  return text;
}

}  // namespace tutti::ir
