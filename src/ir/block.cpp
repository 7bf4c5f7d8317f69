// SPDX-License-Identifier: Apache-2.0
// Blocks: their arguments and operations.
#include "ir/module.h"

namespace tutti::ir {

Value Block::add_argument(Type type) {
  auto value = std::make_unique<ValueData>();
  value->type = std::move(type);
  value->block = this;
  value->index = arguments.size();
  arguments.push_back(std::move(value));
  return arguments.back().get();
}

const Operation& Block::terminator() const {
  check(!operations.empty(), "a block without operations has no terminator");
  return *operations.back();
}

int64_t Block::operation_count() const {
  int64_t count = 0;
  for (const auto& op : operations) {
    count++;
    for (const auto& region : op->regions) count += region->operation_count();
  }
  return count;
}

}  // namespace tutti::ir
