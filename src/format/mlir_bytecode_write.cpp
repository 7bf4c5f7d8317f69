// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "format/bytecode_buffer.h"
#include "format/mlir_bytecode.h"

namespace tutti::format {
namespace {

/// Calls group(begin, end) for each run of entries of the same dialect.
template <typename Entries, typename Group>
void for_each_group(const Entries& entries, Group group) {
  for (size_t begin = 0; begin < entries.size();) {
    size_t end = begin + 1;
    while (end < entries.size() && entries[end].dialect == entries[begin].dialect) end++;
    group(begin, end);
    begin = end;
  }
}

class Writer {
 public:
  explicit Writer(const MlirBytecode& bytecode)
      : bytecode_(bytecode), strings_(bytecode.strings), ids_(bytecode.value_count) {
    for (size_t i = 0; i < strings_.size(); i++) places_.emplace(strings_[i], i);
  }

  std::string write() {
    out_.append(kBytecodeMagic);
    out_.varint(kNewestBytecode);
    out_.append(bytecode_.producer);
    out_.byte(0);
    section(1, dialects());
    section(3, offsets());
    size_t size = 0;
    for (const auto* entries : {&bytecode_.attributes, &bytecode_.types})
      for (const BytecodeEntry& entry : *entries) size += entry.bytes.size();
    out_.byte(2);
    out_.varint(size);
    for (const auto* entries : {&bytecode_.attributes, &bytecode_.types})
      for (const BytecodeEntry& entry : *entries) out_.append(entry.bytes);
    BytecodeBuffer operations;
    block(operations, bytecode_.body, 0, 0);
    section(4, operations.bytes());
    section(0, strings());
    section(8, properties());
    return out_.take();
  }

 private:
  void section(uint8_t id, std::string_view content) {
    out_.byte(id);
    out_.blob(content);
  }

  uint64_t place_of(std::string_view string) {
    const auto [found, is_new] = places_.emplace(string, strings_.size());
    if (is_new) strings_.push_back(string);
    return found->second;
  }

  std::string dialects() {
    BytecodeBuffer buffer;
    buffer.varint(bytecode_.dialects.size());
    for (const std::string_view dialect : bytecode_.dialects)
      buffer.flagged(place_of(dialect), false);
    buffer.varint(bytecode_.names.size());
    for_each_group(bytecode_.names, [&](size_t begin, size_t end) {
      buffer.varint(bytecode_.names[begin].dialect);
      buffer.varint(end - begin);
      for (size_t i = begin; i < end; i++) buffer.flagged(place_of(bytecode_.names[i].name), true);
    });
    return buffer.take();
  }

  std::string offsets() const {
    BytecodeBuffer buffer;
    buffer.varint(bytecode_.attributes.size());
    buffer.varint(bytecode_.types.size());
    for (const auto* entries : {&bytecode_.attributes, &bytecode_.types})
      for_each_group(*entries, [&](size_t begin, size_t end) {
        buffer.varint((*entries)[begin].dialect);
        buffer.varint(end - begin);
        for (size_t i = begin; i < end; i++)
          buffer.flagged((*entries)[i].bytes.size(), (*entries)[i].custom);
      });
    return buffer.take();
  }

  std::string strings() const {
    BytecodeBuffer buffer;
    buffer.varint(strings_.size());
    for (size_t i = strings_.size(); i-- > 0;) buffer.varint(strings_[i].size() + 1);
    for (const std::string_view string : strings_) {
      buffer.append(string);
      buffer.byte(0);
    }
    return buffer.take();
  }

  std::string properties() const {
    BytecodeBuffer buffer;
    buffer.varint(bytecode_.properties.size());
    for (const std::string_view bytes : bytecode_.properties) buffer.blob(bytes);
    return buffer.take();
  }

  /// `next` is the first number of the block's values, `inner` that of the regions in it.
  void block(BytecodeBuffer& buffer, const BytecodeBlock& block, uint32_t next, uint32_t inner) {
    buffer.flagged(block.operations.size(), !block.argument_types.empty());
    if (!block.argument_types.empty()) {
      buffer.varint(block.argument_types.size());
      for (size_t i = 0; i < block.argument_types.size(); i++) {
        ids_[block.first_argument + i] = next++;
        buffer.flagged(block.argument_types[i], true);
        buffer.varint(block.argument_locations[i]);
      }
      buffer.byte(0);  // no orders of uses
    }
    for (const BytecodeOp& op : block.operations) {
      for (size_t i = 0; i < op.result_types.size(); i++) ids_[op.first_result + i] = next++;
      operation(buffer, op, inner);
    }
  }

  void operation(BytecodeBuffer& buffer, const BytecodeOp& op, uint32_t inner) {
    const auto bit = [](bool is_set, int place) { return is_set ? 1 << place : 0; };
    const bool has_attributes = op.attributes != kNoBytecode;
    const bool has_properties = op.properties != kNoBytecode;
    buffer.varint(op.name);
    buffer.byte(static_cast<uint8_t>(bit(has_attributes, 0) | bit(!op.result_types.empty(), 1) |
                                     bit(!op.operands.empty(), 2) | bit(!op.regions.empty(), 4) |
                                     bit(has_properties, 6)));
    buffer.varint(op.location);
    if (has_attributes) buffer.varint(op.attributes);
    if (has_properties) buffer.varint(op.properties);
    if (!op.result_types.empty()) {
      buffer.varint(op.result_types.size());
      for (const uint32_t type : op.result_types) buffer.varint(type);
    }
    if (!op.operands.empty()) {
      buffer.varint(op.operands.size());
      for (const uint32_t value : op.operands) buffer.varint(ids_[value]);
    }
    if (op.regions.empty()) return;
    buffer.flagged(op.regions.size(), op.isolated);
    if (!op.isolated) {
      for (const BytecodeRegion& region : op.regions) this->region(buffer, region, inner);
      return;
    }
    BytecodeBuffer regions;
    for (const BytecodeRegion& region : op.regions) this->region(regions, region, 0);
    buffer.byte(4);
    buffer.blob(regions.bytes());
  }

  void region(BytecodeBuffer& buffer, const BytecodeRegion& region, uint32_t first) {
    size_t values = 0;
    for (const BytecodeBlock& block : region) {
      values += block.argument_types.size();
      for (const BytecodeOp& op : block.operations) values += op.result_types.size();
    }
    buffer.varint(region.size());
    if (region.empty()) return;
    buffer.varint(values);
    const uint32_t inner = first + static_cast<uint32_t>(values);
    for (const BytecodeBlock& block : region) {
      this->block(buffer, block, first, inner);
      first += static_cast<uint32_t>(block.argument_types.size());
      for (const BytecodeOp& op : block.operations)
        first += static_cast<uint32_t>(op.result_types.size());
    }
  }

  const MlirBytecode& bytecode_;
  std::vector<std::string_view> strings_;
  std::unordered_map<std::string_view, size_t> places_;
  std::vector<uint32_t> ids_;  // of values, in their scopes
  BytecodeBuffer out_;
};

}  // namespace

std::string write_mlir_bytecode(const MlirBytecode& bytecode) {
  return Writer(bytecode).write();
}

}  // namespace tutti::format
