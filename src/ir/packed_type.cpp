// SPDX-License-Identifier: Apache-2.0
#include "ir/packed_type.h"

#include "base/error.h"

namespace tutti::ir {

Type packed_type(const Type& type, blocks::BlockType blocks) {
  const blocks::BlockFormat& format = blocks::format_of(blocks);
  Shape shape = type.shape;
  check(!shape.empty(), "a number is no block of {}", format.name);
  if (shape.back() == kDynamic) return Type::tensor(ElementType::ui8, std::move(shape));
  check(shape.back() % format.values == 0, "a {} is no whole blocks of {}", type.str(),
        format.name);
  shape.back() = shape.back() / format.values * format.bytes;
  return Type::tensor(ElementType::ui8, std::move(shape));
}

}  // namespace tutti::ir
