// SPDX-License-Identifier: Apache-2.0
// A program as XLA's compilers have optimized it: the parts of xla.HloModuleProto that tell what it
// computes (xla/service/hlo.proto, xla/xla_data.proto).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tutti::backend::pjrt {

/// A tensor, or a tuple of shapes.
struct HloShape {
  int64_t element = 0;  // xla.PrimitiveType
  std::vector<int64_t> dimensions;
  std::vector<int64_t> minor_to_major;  // of its layout
  std::vector<int64_t> tile;            // what the minor dimensions are padded to; empty: nothing
  int64_t memory_space = 0;             // 0: the device's main memory
  std::vector<HloShape> parts;          // of a tuple

  double elements() const;
  /// With the filler of its tiles; of a tuple, of its parts.
  double bytes() const;
  /// The same of what is in main memory.
  double main_bytes() const;
};

/// "bf16", as the text of HLO says; "?" for a type that is not known.
std::string_view hlo_type_name(int64_t element);

struct HloWindowDimension {
  int64_t size = 1, stride = 1, padding_low = 0, padding_high = 0, window_dilation = 1,
          base_dilation = 1;
};

/// A convolution's batch, feature and spatial dimensions, of input, kernel and output.
struct HloConvolution {
  int64_t input_batch = 0, input_feature = 0, kernel_input = 0, kernel_output = 0, output_batch = 0,
          output_feature = 0;
  std::vector<int64_t> input_spatial, kernel_spatial, output_spatial;
  int64_t feature_groups = 1, batch_groups = 1;
  std::vector<HloWindowDimension> window;
};

struct HloInstruction {
  std::string_view name, opcode, target, fusion_kind, direction, backend_config;
  int64_t id = 0, parameter = 0, tuple_index = 0;
  HloShape shape;
  std::vector<size_t> operands;            // of the same computation
  std::vector<size_t> calls;               // computations
  std::vector<int64_t> contracting;        // of a dot's left operand
  std::vector<int64_t> operand_precision;  // xla.PrecisionConfig.Precision
  int64_t algorithm = 0;                   // xla.PrecisionConfig.Algorithm
  bool has_convolution = false;
  HloConvolution convolution;
  bool has_integer = false;  // a constant that is one integer
  int64_t integer = 0;
};

struct HloComputation {
  std::string_view name;
  std::vector<HloInstruction> instructions;  // each after its operands
  size_t root = 0;
};

/// The compiler's options for arithmetic, as in xla.DebugOptions.
struct HloFlags {
  bool known = false;  // false: the program does not tell
  bool excess_precision = false, fast_min_max = false, flush_denormals = false, fast_math = false;
};

/// A program. Its texts are parts of the bytes that it was read from, which must outlive it.
struct HloProgram {
  std::string_view name;
  std::vector<HloComputation> computations;  // each after those that it calls
  size_t entry = 0;
  HloFlags flags;
};

/// Reads a serialized xla.HloModuleProto ("hlo") or HloModuleProtoWithConfig ("hlo_with_config").
/// The bytes come from a plugin: whatever they are, the result is a program whose indices are valid
/// and which no computation calls itself in, or a UserError.
HloProgram read_hlo(std::string_view bytes, std::string_view format);

}  // namespace tutti::backend::pjrt
