// SPDX-License-Identifier: Apache-2.0
// Types of the dialects vhlo and builtin, by their codes.
#include <array>
#include <bit>
#include <optional>

#include "base/checked.h"
#include "base/text.h"
#include "ir/type_text.h"
#include "portable/entry_reader.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::ElementType;
using Kind = TypeEntry::Kind;

constexpr size_t kLargestRank = 1000;
constexpr size_t kBytesOfType = 64;

/// Sizes of a tensor: INT64_MIN is one that is not known.
ir::Shape read_shape(format::BytecodeCursor& cursor) {
  ir::Shape shape(cursor.count("dimensions"));
  if (shape.size() > kLargestRank) cursor.fail("a tensor has more than 1000 dimensions");
  for (int64_t& size : shape) {
    size = cursor.svarint();
    if (size == kUnknownSize)
      size = ir::kDynamic;
    else if (size < 0)
      cursor.fail("a tensor has a dimension of size {}", size);
  }
  return shape;
}

std::optional<ElementType> builtin_integer(uint64_t width, uint64_t sign) {
  if (sign == 0 && width == 1) return ElementType::i1;
  if (sign > 2) return std::nullopt;
  return ir::element_type_of(fmt::format("{}{}", sign == 2 ? "ui" : sign == 1 ? "si" : "i", width));
}

}  // namespace

void EntryReader::set_element(TypeEntry& entry, ElementType element) {
  entry.kind = Kind::element;
  entry.element = element;
}

void EntryReader::read_type(uint32_t number, TypeEntry& entry) {
  const format::BytecodeEntry& found = bytecode_.types[number];
  Cursor cursor(file_, found.bytes);
  charge(sizeof(TypeEntry));
  if (!found.custom) {
    const std::string_view text = cursor.text();
    std::string problem;
    if (const auto element = ir::element_type_of(text)) {
      set_element(entry, *element);
    } else if (const auto type = ir::type_from_text(text, problem)) {
      entry.kind = Kind::value;
      entry.value = *type;
    } else {
      file_.fail(file_.offset_of(found.bytes), "found the type '{}': {}", escaped(text, 80),
                 problem);
    }
  } else if (dialect(found) == "vhlo") {
    read_vhlo_type(cursor, entry);
  } else if (dialect(found) == "builtin") {
    read_builtin_type(cursor, entry);
  } else {
    file_.fail(file_.offset_of(found.bytes), "found a type of the dialect '{}', expected vhlo",
               escaped(dialect(found), 60));
  }
  cursor.expect_end("a type");
}

std::vector<ir::Type> EntryReader::value_types(Cursor& cursor) {
  std::vector<ir::Type> types(cursor.count("types"));
  for (ir::Type& type : types) {
    const uint32_t number = type_number(cursor);
    type = value_type(number);
    charge(types_.weights[number]);
  }
  return types;
}

/// What is rare obeys the rules of its text.
void EntryReader::set_checked(const Cursor& cursor, TypeEntry& entry, ir::Type type) {
  std::string problem;
  const auto read = ir::type_from_text(type.str(), problem);
  if (!read) cursor.fail("found the type {}: {}", escaped(type.str(), 200), problem);
  entry.kind = Kind::value;
  entry.value = std::move(type);
}

void EntryReader::set_shaped(const Cursor& cursor, TypeEntry& entry, ir::Type::Kind kind,
                             ir::Shape shape, uint32_t element) {
  const TypeEntry& inner = type(element);
  if (inner.kind != Kind::element) cursor.fail("a tensor's elements are of a type that has parts");
  charge(kBytesOfType + shape.size() * sizeof(int64_t) + types_.weights[element]);
  entry.kind = Kind::value;
  if (inner.element == ElementType::quantized)
    return set_checked(cursor, entry, inner.value.with(std::move(shape)));
  entry.value = ir::Type::tensor(inner.element, std::move(shape));
  entry.value.kind = kind;
  try {
    if (entry.value.is_static()) ir::Type(entry.value).bytes();
  } catch (const SizeError& error) {
    cursor.fail("{}", error.what());
  }
}

ir::Shape EntryReader::bounds_of(const Cursor& cursor, uint32_t number) {
  const auto* record = attribute(number).get<ir::RecordAttribute>();
  if (!record || record->name != kBoundsRecord)
    cursor.fail("found a tensor with an encoding that is no list of bounds, expected bounds");
  return ir::record_ints(*record, kBoundsField);
}

void EntryReader::read_complex(Cursor& cursor, TypeEntry& entry) {
  const TypeEntry& part = type(type_number(cursor));
  if (part.kind != Kind::element ||
      (part.element != ElementType::f32 && part.element != ElementType::f64))
    cursor.fail("found a complex type of other parts, expected f32 or f64");
  set_element(entry, ir::complex_of(part.element));
}

void EntryReader::read_function(Cursor& cursor, TypeEntry& entry) {
  entry.kind = Kind::function;
  entry.arguments = value_types(cursor);
  entry.results = value_types(cursor);
}

void EntryReader::read_quantized(Cursor& cursor, TypeEntry& entry, bool by_axis) {
  ir::Quantization q;
  const bool is_signed = (cursor.varint() & 1) != 0;
  const TypeEntry& storage = type(type_number(cursor));
  const TypeEntry& expressed = type(type_number(cursor));
  if (storage.kind != Kind::element || expressed.kind != Kind::element ||
      !ir::is_integer(storage.element) || storage.element == ElementType::index)
    cursor.fail("found a quantized type of other types, expected an integer and a float");
  const int bits = ir::bit_width(storage.element);
  q.storage = *ir::element_type_of(fmt::format("{}{}", is_signed ? "i" : "ui", bits));
  q.expressed = expressed.element;
  const auto scale = [&] { return std::bit_cast<double>(static_cast<uint64_t>(cursor.svarint())); };
  if (by_axis) {
    q.axis = static_cast<int64_t>(cursor.varint());
  } else {
    q.scales = {scale()};
    q.zero_points = {cursor.svarint()};
  }
  q.low = cursor.svarint();
  q.high = cursor.svarint();
  if (by_axis) {
    q.scales.resize(cursor.count("scales"));
    for (double& value : q.scales) value = scale();
    q.zero_points.resize(cursor.count("zero points"));
    for (int64_t& value : q.zero_points) value = cursor.svarint();
    if (q.zero_points.size() != q.scales.size())
      cursor.fail("found {} scales and {} zero points, expected as many", q.scales.size(),
                  q.zero_points.size());
  }
  charge(q.scales.size() * 2 * sizeof(double));
  set_element(entry, ElementType::quantized);
  entry.value = ir::Type::quantized(std::move(q), {});
}

void EntryReader::read_shaped_type(Cursor& cursor, uint64_t code, TypeEntry& entry) {
  if (code == vhlo_code::kTensor || code == vhlo_code::kBuffer) {
    ir::Shape shape = read_shape(cursor);
    const auto kind = code == vhlo_code::kTensor ? ir::Type::Kind::tensor : ir::Type::Kind::buffer;
    return set_shaped(cursor, entry, kind, std::move(shape), type_number(cursor));
  }
  const uint32_t encoding = attribute_number(cursor);
  ir::Shape shape = read_shape(cursor);
  set_shaped(cursor, entry, ir::Type::Kind::tensor, std::move(shape), type_number(cursor));
  set_checked(cursor, entry, entry.value.with_bounds(bounds_of(cursor, encoding)));
}

void EntryReader::read_vhlo_type(Cursor& cursor, TypeEntry& entry) {
  const uint64_t code = cursor.varint();
  if (const auto element = element_of_vhlo_code(code)) return set_element(entry, *element);
  switch (code) {
    case vhlo_code::kComplex:
      return read_complex(cursor, entry);
    case vhlo_code::kFunctionType:
      return read_function(cursor, entry);
    case vhlo_code::kTensor:
    case vhlo_code::kTensorWithEncoding:
    case vhlo_code::kBuffer:
      return read_shaped_type(cursor, code, entry);
    case vhlo_code::kToken:
      entry.kind = Kind::value;
      entry.value = ir::Type::token();
      return;
    case vhlo_code::kTuple:
    case vhlo_code::kFuture:
      return set_checked(cursor, entry,
                         ir::Type::list_of(code == vhlo_code::kTuple ? ir::Type::Kind::tuple
                                                                     : ir::Type::Kind::future,
                                           value_types(cursor)));
    case vhlo_code::kQuantized:
    case vhlo_code::kQuantizedByAxis:
      return read_quantized(cursor, entry, code == vhlo_code::kQuantizedByAxis);
    case vhlo_code::kNone:
      return;
    default:
      cursor.fail(
          "found a type of code {} of the dialect vhlo, expected one of StableHLO {}: "
          "tensors without a rank are not supported",
          code, kNewestVersion.str());
  }
}

void EntryReader::read_builtin_type(Cursor& cursor, TypeEntry& entry) {
  const uint64_t code = cursor.varint();
  constexpr std::array<ElementType, 4> kFloats = {ElementType::bf16, ElementType::f16,
                                                  ElementType::f32, ElementType::f64};
  if (code == 0) {
    const uint64_t value = cursor.varint();
    if (const auto element = builtin_integer(value >> 2, value & 3))
      return set_element(entry, *element);
  } else if (code == 1) {
    return set_element(entry, ElementType::index);
  } else if (code == 2) {
    return read_function(cursor, entry);
  } else if (code >= 3 && code <= 6) {
    return set_element(entry, kFloats[code - 3]);
  } else if (code == 9) {
    return read_complex(cursor, entry);
  } else if (code == 12) {
    return;
  } else if (code == 13) {
    ir::Shape shape = read_shape(cursor);
    return set_shaped(cursor, entry, ir::Type::Kind::tensor, std::move(shape), type_number(cursor));
  } else if (code == 14) {
    ir::Shape shape = read_shape(cursor);
    set_shaped(cursor, entry, ir::Type::Kind::tensor, std::move(shape), type_number(cursor));
    return set_checked(cursor, entry,
                       entry.value.with_bounds(bounds_of(cursor, attribute_number(cursor))));
  } else if (code == 15) {
    return set_checked(cursor, entry,
                       ir::Type::list_of(ir::Type::Kind::tuple, value_types(cursor)));
  }
  cursor.fail("found a type of code {} of the dialect builtin, expected a tensor or its elements",
              code);
}

}  // namespace tutti::portable
