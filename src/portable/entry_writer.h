// SPDX-License-Identifier: Apache-2.0
// Attributes and types as entries of bytecode, each once. What the target version of StableHLO does
// not have is a NewerVersion.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "format/bytecode_buffer.h"
#include "format/mlir_bytecode.h"
#include "ir/attribute.h"
#include "portable/vhlo.h"

namespace tutti::portable {

/// What is written needs a later version of StableHLO.
class NewerVersion : public UserError {
 public:
  NewerVersion(const std::string& what, const Version& needed, const Version& target)
      : UserError(ExitCode::usage,
                  fmt::format("{} needs StableHLO {}, but the target is {}; give --target {}", what,
                              needed.str(), target.str(), needed.str())),
        needed_(needed) {}
  const Version& needed() const { return needed_; }

 private:
  Version needed_;
};

class EntryWriter {
 public:
  EntryWriter(format::MlirBytecode& bytecode, const Version& target);

  // Types of the dialect vhlo.
  uint32_t type(const ir::Type& type);
  uint32_t element(ir::ElementType type);
  uint32_t function(const std::vector<ir::Type>& arguments, const std::vector<ir::Type>& results);
  /// The same type in the dialect builtin.
  uint32_t builtin_type(const ir::Type& type);

  // Attributes of the dialect vhlo.
  uint32_t attribute(const ir::Attribute& value);
  uint32_t list(const std::vector<uint32_t>& attributes);
  uint32_t type_value(uint32_t type);
  uint32_t custom_call_interface(int64_t value);
  uint32_t none();

  // Attributes of the dialect builtin.
  uint32_t builtin(const ir::Attribute& value);
  uint32_t builtin_dictionary(const ir::Attributes& fields);
  uint32_t builtin_string(std::string_view text);
  uint32_t named_location(const std::string* name);

  uint32_t dialect(std::string_view name);
  uint32_t operation(std::string_view dialect, std::string_view name);
  uint32_t properties(std::string bytes);
  /// Refuses what is older than the version that it is of.
  void need(const Version& since, std::string_view what) const;

 private:
  using Buffer = format::BytecodeBuffer;

  uint32_t string(std::string_view text);
  uint32_t entry(std::vector<format::BytecodeEntry>& entries,
                 std::unordered_map<std::string, uint32_t>& known, std::string_view dialect,
                 bool custom, std::string bytes);
  uint32_t add_attribute(std::string_view dialect, Buffer& buffer);
  uint32_t add_type(std::string_view dialect, Buffer& buffer);
  uint32_t text_attribute(const std::string& text);
  uint32_t text_type(std::string_view dialect, const std::string& text);
  uint32_t shaped(const ir::Type& type, uint32_t element);
  uint32_t quantized(const ir::Quantization& quantization);
  uint32_t builtin_element(ir::ElementType type);
  uint32_t tensor(const ir::Tensor& value);
  uint32_t record(const ir::RecordAttribute& value);
  uint32_t accuracy(const ir::RecordAttribute& value);
  uint32_t word(const ir::EnumAttribute& value);
  uint32_t large_tensor(const ir::Tensor& value);

  format::MlirBytecode& bytecode_;
  Version target_;
  std::deque<std::string> kept_;  // what the bytecode's views are of
  std::unordered_map<std::string, uint32_t> strings_, attributes_, types_, properties_, names_;
  std::unordered_map<std::string, uint32_t> types_by_text_;
};

}  // namespace tutti::portable
