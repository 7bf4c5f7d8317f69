// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/compile_options.h"

#include <numeric>

namespace tutti::backend::pjrt {
namespace {

/// A protocol buffer message that is being written.
class Message {
 public:
  Message& integer(int field, int64_t value) {
    varint(static_cast<uint64_t>(field) << 3);
    varint(static_cast<uint64_t>(value));  // negative values take ten bytes
    return *this;
  }
  Message& bytes(int field, std::string_view value) {
    varint(static_cast<uint64_t>(field) << 3 | 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& message(int field, const Message& value) { return bytes(field, value.bytes_); }
  Message& packed(int field, const std::vector<int>& values) {
    Message list;
    for (const int value : values) list.varint(static_cast<uint64_t>(value));
    return bytes(field, list.bytes_);
  }
  const std::string& str() const { return bytes_; }

 private:
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

}  // namespace

FlagOverrides strict_flags(std::string_view platform) {
  if (platform == "cpu")
    return {{"xla_cpu_enable_fast_min_max", false}, {"xla_allow_excess_precision", false}};
  if (platform == "cuda" || platform == "rocm" || platform == "tpu")
    return {{"xla_allow_excess_precision", false}};
  return {};
}

FlagOverrides deviceless_flags(std::string_view platform) {
  if (platform == "cuda" || platform == "rocm") return {{"xla_gpu_autotune_level", int64_t{0}}};
  return {};
}

std::vector<int> first_devices(int64_t count) {
  std::vector<int> ids(static_cast<size_t>(count));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

std::string compile_options(const std::vector<int>& device_ids, const FlagOverrides& flags) {
  // DeviceAssignmentProto: replica_count 1, computation_count 2, computation_devices 3, which is a
  // list of replica_device_ids 1 for each computation.
  const auto replicas = static_cast<int64_t>(device_ids.size());
  Message assignment;
  assignment.integer(1, replicas).integer(2, 1).message(3, Message().packed(1, device_ids));
  // ExecutableBuildOptionsProto: device_ordinal 1, num_replicas 4, num_partitions 5,
  // device_assignment 9. Zeros are taken as they are, and 0 replicas abort XLA.
  Message build;
  build.integer(1, -1).integer(4, replicas).integer(5, 1).message(9, assignment);
  // CompileOptionsProto: executable_build_options 3, env_option_overrides 7, which is a map from
  // name 1 to OptionOverrideProto 2: bool_field 2, int_field 3.
  Message options;
  options.message(3, build);
  for (const auto& [name, value] : flags) {
    const bool* truth = std::get_if<bool>(&value);
    Message given;
    given.integer(truth ? 2 : 3, truth ? *truth : std::get<int64_t>(value));
    options.message(7, Message().bytes(1, name).message(2, given));
  }
  return options.str();
}

}  // namespace tutti::backend::pjrt
