// SPDX-License-Identifier: Apache-2.0
// Types of the dialect vhlo.
#include <bit>

#include "portable/entry_writer.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::ElementType;

constexpr std::string_view kTypes = "vhlo";

}  // namespace

uint32_t EntryWriter::element(ElementType type) {
  Buffer buffer;
  if (ir::is_complex(type)) {
    const uint32_t part = element(ir::real_type(type));
    buffer.varint(vhlo_code::kComplex);
    buffer.varint(part);
    return add_type(kTypes, buffer);
  }
  for (const ElementCode& code : element_codes()) {
    if (code.element != type) continue;
    need(code.since, ir::name_of(type));
    buffer.varint(code.code);
    return add_type(kTypes, buffer);
  }
  throw InternalError(fmt::format("VHLO has no element type {}", ir::name_of(type)));
}

uint32_t EntryWriter::quantized(const ir::Quantization& q) {
  // The integers have no sign there: a flag says whether they are signed.
  const uint32_t storage =
      element(*ir::element_type_of(fmt::format("i{}", ir::bit_width(q.storage))));
  const uint32_t expressed = element(q.expressed);
  Buffer buffer;
  buffer.varint(q.axis < 0 ? vhlo_code::kQuantized : vhlo_code::kQuantizedByAxis);
  buffer.varint(ir::is_unsigned(q.storage) ? 0 : 1);
  buffer.varint(storage);
  buffer.varint(expressed);
  const auto scale = [&](double value) {
    buffer.svarint(static_cast<int64_t>(std::bit_cast<uint64_t>(value)));
  };
  if (q.axis < 0) {
    scale(q.scales[0]);
    buffer.svarint(q.zero_points[0]);
  } else {
    need({0, 18, 0}, "a type with scales along an axis");
    buffer.varint(static_cast<uint64_t>(q.axis));
  }
  buffer.svarint(q.low);
  buffer.svarint(q.high);
  if (q.axis >= 0) {
    buffer.varint(q.scales.size());
    for (const double value : q.scales) scale(value);
    buffer.varint(q.zero_points.size());
    for (const int64_t value : q.zero_points) buffer.svarint(value);
  }
  return add_type(kTypes, buffer);
}

uint32_t EntryWriter::shaped(const ir::Type& type, uint32_t element) {
  Buffer buffer;
  const bool is_buffer = type.kind == ir::Type::Kind::buffer;
  if (is_buffer) need({1, 14, 0}, "a buffer");
  if (!type.bounds().empty()) {
    Buffer bounds;
    bounds.varint(vhlo_code::kBounds);
    bounds.varint(type.bounds().size());
    for (const int64_t bound : type.bounds())
      bounds.svarint(bound == ir::kDynamic ? kUnknownSize : bound);
    const uint32_t encoding = add_attribute(kTypes, bounds);
    buffer.varint(vhlo_code::kTensorWithEncoding);
    buffer.varint(encoding);
  } else {
    buffer.varint(is_buffer ? vhlo_code::kBuffer : vhlo_code::kTensor);
  }
  buffer.varint(type.shape.size());
  for (const int64_t size : type.shape) buffer.svarint(size == ir::kDynamic ? kUnknownSize : size);
  buffer.varint(element);
  return add_type(kTypes, buffer);
}

uint32_t EntryWriter::type(const ir::Type& type) {
  const std::string text = type.str();
  if (const auto known = types_by_text_.find(text); known != types_by_text_.end())
    return known->second;
  uint32_t number = 0;
  Buffer buffer;
  if (type.kind == ir::Type::Kind::token) {
    buffer.varint(vhlo_code::kToken);
    number = add_type(kTypes, buffer);
  } else if (type.kind == ir::Type::Kind::tuple || type.kind == ir::Type::Kind::future) {
    const bool is_future = type.kind == ir::Type::Kind::future;
    if (is_future) need({1, 15, 0}, "a future");
    std::vector<uint32_t> elements;
    for (const ir::Type& element : type.elements()) elements.push_back(this->type(element));
    buffer.varint(is_future ? vhlo_code::kFuture : vhlo_code::kTuple);
    buffer.varint(elements.size());
    for (const uint32_t element : elements) buffer.varint(element);
    number = add_type(kTypes, buffer);
  } else {
    number =
        shaped(type, type.is_quantized() ? quantized(type.quantization()) : element(type.element));
  }
  types_by_text_.emplace(text, number);
  return number;
}

uint32_t EntryWriter::function(const std::vector<ir::Type>& arguments,
                               const std::vector<ir::Type>& results) {
  std::vector<uint32_t> numbers;
  for (const ir::Type& type : arguments) numbers.push_back(this->type(type));
  for (const ir::Type& type : results) numbers.push_back(this->type(type));
  Buffer buffer;
  buffer.varint(vhlo_code::kFunctionType);
  buffer.varint(arguments.size());
  for (size_t i = 0; i < arguments.size(); i++) buffer.varint(numbers[i]);
  buffer.varint(results.size());
  for (size_t i = arguments.size(); i < numbers.size(); i++) buffer.varint(numbers[i]);
  return add_type(kTypes, buffer);
}

}  // namespace tutti::portable
