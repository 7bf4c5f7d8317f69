// SPDX-License-Identifier: Apache-2.0
// Messages of HLO that are made by hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::test {

/// An integer as a field, or as part of one.
inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}

inline std::string number_field(uint64_t field, int64_t value) {
  return varint(field << 3) + varint(static_cast<uint64_t>(value));
}

inline std::string bytes_field(uint64_t field, std::string_view bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

/// xla.ShapeProto of a tensor; xla.PrimitiveType: 4 is s32, 11 f32, 16 bf16.
inline std::string shape_message(int64_t element, const std::vector<int64_t>& dimensions) {
  std::string bytes = number_field(2, element);
  for (const int64_t dimension : dimensions) bytes += number_field(3, dimension);
  return bytes;
}

/// xla.HloInstructionProto.
struct MadeInstruction {
  std::string opcode;
  int64_t id = 0;
  std::string shape;
  std::vector<int64_t> operands = {};
  std::string more = {};  // further fields

  std::string message() const {
    std::string bytes = bytes_field(1, opcode + std::to_string(id)) + bytes_field(2, opcode) +
                        bytes_field(3, shape) + number_field(35, id) + more;
    for (const int64_t operand : operands) bytes += number_field(36, operand);
    return bytes;
  }
};

/// xla.HloComputationProto, whose root is its last instruction.
inline std::string computation_message(int64_t id, const std::vector<MadeInstruction>& made) {
  std::string bytes = bytes_field(1, "computation") + number_field(5, id);
  for (const MadeInstruction& instruction : made) bytes += bytes_field(2, instruction.message());
  return bytes + number_field(6, made.empty() ? 0 : made.back().id);
}

/// xla.HloModuleProto, whose entry is the last computation, of the number that is given.
inline std::string module_message(const std::vector<std::string>& computations, int64_t entry) {
  std::string bytes = bytes_field(1, "made");
  for (const std::string& computation : computations) bytes += bytes_field(3, computation);
  return bytes + number_field(6, entry);
}

}  // namespace tutti::test
