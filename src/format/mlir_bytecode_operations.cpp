// SPDX-License-Identifier: Apache-2.0
// Operations, blocks and regions, and the numbers of their values.
#include <algorithm>
#include <limits>
#include <tuple>

#include "format/mlir_bytecode.h"

namespace tutti::format {
namespace {

constexpr int kDeepest = 100;
constexpr uint8_t kSectionOfOperations = 4;
constexpr uint64_t kMostValues = std::numeric_limits<uint32_t>::max() / 2;

enum Mask : uint8_t {
  kHasAttributes = 1,
  kHasResults = 2,
  kHasOperands = 4,
  kHasSuccessors = 8,
  kHasRegions = 16,
  kHasUseOrder = 32,
  kHasProperties = 64
};

class OperationReader {
 public:
  OperationReader(const BytecodeFile& file, MlirBytecode& bytecode)
      : file_(file), bytecode_(bytecode) {}

  void read(std::string_view section) {
    BytecodeCursor cursor(file_, section);
    Region region;
    read_block(cursor, bytecode_.body, region);
    cursor.expect_end("the section of operations");
  }

 private:
  /// The values that a region defines: the numbers from `next` to before `end`.
  struct Region {
    uint32_t next = 0, end = 0;
  };

  uint32_t define(const BytecodeCursor& cursor, Region& region, size_t count) {
    if (count > region.end - region.next) cursor.fail("a region defines more values than it says");
    const uint32_t first = region.next;
    region.next += static_cast<uint32_t>(count);
    return first;
  }

  void read_block(BytecodeCursor& cursor, BytecodeBlock& block, Region& region) {
    const auto [operations, has_arguments] = cursor.flagged();
    const size_t count = cursor.held(operations, "operations");
    if (has_arguments) read_arguments(cursor, block, region);
    block.operations.reserve(count);
    for (size_t i = 0; i < count; i++)
      read_operation(cursor, block.operations.emplace_back(), region);
  }

  void read_arguments(BytecodeCursor& cursor, BytecodeBlock& block, Region& region) {
    const size_t count = cursor.count("arguments");
    block.first_argument = define(cursor, region, count);
    for (size_t i = 0; i < count; i++) {
      auto [type, has_location] = std::pair<uint64_t, bool>(0, true);
      if (bytecode_.version >= 4)
        std::tie(type, has_location) = cursor.flagged();
      else
        type = cursor.varint();
      block.argument_types.push_back(cursor.checked_index(type, bytecode_.types.size(), "type"));
      block.argument_locations.push_back(has_location ? attribute(cursor) : kNoBytecode);
    }
    if (bytecode_.version >= 3 && cursor.byte() != 0) skip_use_orders(cursor, count);
  }

  uint32_t attribute(BytecodeCursor& cursor) const {
    return cursor.index(bytecode_.attributes.size(), "attribute");
  }

  void read_operation(BytecodeCursor& cursor, BytecodeOp& op, Region& region) {
    op.offset = cursor.offset();
    op.name = cursor.index(bytecode_.names.size(), "name of an operation");
    const uint8_t mask = cursor.byte();
    op.location = attribute(cursor);
    if (mask & kHasAttributes) op.attributes = attribute(cursor);
    if (mask & kHasProperties)
      op.properties = cursor.index(bytecode_.properties.size(), "properties");
    if (mask & kHasResults) {
      const size_t count = cursor.count("results");
      op.result_types.reserve(count);
      for (size_t i = 0; i < count; i++)
        op.result_types.push_back(cursor.index(bytecode_.types.size(), "type"));
      op.first_result = define(cursor, region, count);
    }
    if (mask & kHasOperands) {
      const size_t count = cursor.count("operands");
      op.operands.reserve(count);
      for (size_t i = 0; i < count; i++)
        op.operands.push_back((*scope_)[cursor.index(scope_->size(), "value")]);
    }
    if (mask & kHasSuccessors)
      cursor.fail("found an operation with successors, expected none, as StableHLO has");
    if (mask & kHasUseOrder) skip_use_orders(cursor, op.result_types.size());
    if (mask & kHasRegions) read_regions(cursor, op);
  }

  /// How the uses of values were ordered in memory, which is of no meaning.
  static void skip_use_orders(BytecodeCursor& cursor, size_t values) {
    const size_t orders = values > 1 ? cursor.count("orders of uses") : 1;
    for (size_t i = 0; i < orders; i++) {
      if (values > 1) cursor.varint();
      const uint64_t uses = cursor.flagged().first;
      cursor.held(uses, "uses");
      for (uint64_t use = 0; use < uses; use++) cursor.varint();
    }
  }

  void read_regions(BytecodeCursor& cursor, BytecodeOp& op) {
    const auto [regions, isolated] = cursor.flagged();
    op.regions.resize(cursor.held(regions, "regions"));
    op.isolated = isolated;
    if (++depth_ > kDeepest) cursor.fail("regions are nested deeper than {}", kDeepest);
    std::vector<uint32_t> own;
    std::vector<uint32_t>* const outer = scope_;
    if (isolated) scope_ = &own;
    if (isolated && bytecode_.version >= 2) {
      BytecodeCursor inner(file_, section_of_regions(cursor));
      for (BytecodeRegion& region : op.regions) read_region(inner, region);
      inner.expect_end("the section of regions");
    } else {
      for (BytecodeRegion& region : op.regions) read_region(cursor, region);
    }
    scope_ = outer;
    depth_--;
  }

  static std::string_view section_of_regions(BytecodeCursor& cursor) {
    const uint8_t head = cursor.byte();
    if ((head & 0x7F) != kSectionOfOperations)
      cursor.fail("found section {}, expected one of operations (4)", head & 0x7F);
    const uint64_t length = cursor.varint();
    if ((head & 0x80) != 0) cursor.alignment();
    return cursor.bytes(length);
  }

  void read_region(BytecodeCursor& cursor, BytecodeRegion& region) {
    const size_t blocks = cursor.count("blocks");
    if (blocks == 0) return;
    const size_t values = cursor.count("values");
    // Each value takes a byte at least.
    if (values > std::min<uint64_t>(file_.bytes.size(), kMostValues) - bytecode_.value_count)
      cursor.fail("found {} values more, but the file has {} bytes", values, file_.bytes.size());
    Region defined;
    defined.next = static_cast<uint32_t>(bytecode_.value_count);
    defined.end = defined.next + static_cast<uint32_t>(values);
    bytecode_.value_count += values;
    const size_t outside = scope_->size();
    for (uint32_t value = defined.next; value < defined.end; value++) scope_->push_back(value);
    region.resize(blocks);
    for (BytecodeBlock& block : region) read_block(cursor, block, defined);
    if (defined.next != defined.end)
      cursor.fail("a region defines {} values less than it says", defined.end - defined.next);
    scope_->resize(outside);
  }

  const BytecodeFile& file_;
  MlirBytecode& bytecode_;
  std::vector<uint32_t> outermost_;
  std::vector<uint32_t>* scope_ = &outermost_;  // the values by the numbers that the file uses
  int depth_ = 0;
};

}  // namespace

void read_bytecode_operations(const BytecodeFile& file, std::string_view section,
                              MlirBytecode& bytecode) {
  OperationReader(file, bytecode).read(section);
}

}  // namespace tutti::format
