// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_products.h"

#include <charconv>

namespace tutti::backend::pjrt {
namespace {

// Positions of a window that are looked at one by one; of a larger one all count.
constexpr double kMostPositions = 1 << 22;

const HloShape* operand_shape(const HloComputation& computation, const HloInstruction& instruction,
                              size_t operand) {
  return operand < instruction.operands.size()
             ? &computation.instructions[instruction.operands[operand]].shape
             : nullptr;
}

/// The size of a dimension; 1 where the shape has none of that number.
double size_of(const HloShape& shape, int64_t dimension) {
  return dimension >= 0 && static_cast<size_t>(dimension) < shape.dimensions.size()
             ? static_cast<double>(shape.dimensions[static_cast<size_t>(dimension)])
             : 1;
}

double terms_of(const HloShape& left, const std::vector<int64_t>& contracting) {
  double terms = 1;
  for (const int64_t dimension : contracting) terms *= size_of(left, dimension);
  return terms;
}

/// How many pairs of a window's position and an output's read an element of the input, and no
/// padding or gap of a dilation.
double valid_positions(const HloWindowDimension& window, double input, double output) {
  const auto size = static_cast<double>(window.size);
  const bool is_all = window.padding_low == 0 && window.padding_high == 0 &&
                      window.base_dilation == 1 && window.size >= 0;
  if (is_all || size * output > kMostPositions || size < 0) return std::max(0.0, size) * output;
  double count = 0;
  for (double k = 0; k < size; k++)
    for (double i = 0; i < output; i++) {
      const double place = i * static_cast<double>(window.stride) -
                           static_cast<double>(window.padding_low) +
                           k * static_cast<double>(window.window_dilation);
      const double dilation = static_cast<double>(window.base_dilation);
      const double element = std::floor(place / dilation);
      if (place >= 0 && element * dilation == place && element < input) count++;
    }
  return count;
}

struct ConvolutionShapes {
  const HloShape *input, *kernel, *output;
};

/// 2 x positions x input features x output features x batch.
double convolution_flops(const HloConvolution& numbers, const ConvolutionShapes& shapes) {
  double terms =
      2 * size_of(*shapes.input, numbers.input_feature) /
      static_cast<double>(numbers.feature_groups) *
      size_of(*shapes.output, numbers.output_feature) *
      (size_of(*shapes.input, numbers.input_batch) / static_cast<double>(numbers.batch_groups));
  const size_t spatial = std::min(
      {numbers.window.size(), numbers.input_spatial.size(), numbers.output_spatial.size()});
  for (size_t i = 0; i < spatial; i++)
    terms *= valid_positions(numbers.window[i], size_of(*shapes.input, numbers.input_spatial[i]),
                             size_of(*shapes.output, numbers.output_spatial[i]));
  return terms;
}

/// Of a call whose results are a tuple of the product and a workspace.
const HloShape& first_result(const HloInstruction& instruction) {
  return instruction.shape.parts.empty() ? instruction.shape : instruction.shape.parts[0];
}

/// A dimension that a call of cuBLAS sums over, in its configuration:
/// "lhs_contracting_dimensions":["1"].
std::vector<int64_t> configured_dimensions(std::string_view config, std::string_view name) {
  std::vector<int64_t> dimensions;
  const size_t begin = config.find(name);
  if (begin == std::string_view::npos) return dimensions;
  size_t at = config.find('[', begin);
  const size_t end = config.find(']', begin);
  if (at == std::string_view::npos || end == std::string_view::npos) return dimensions;
  while (at < end) {
    int64_t number = 0;
    const auto [next, error] = std::from_chars(config.data() + at, config.data() + end, number);
    if (error == std::errc() && next > config.data() + at) {
      dimensions.push_back(number);
      at = static_cast<size_t>(next - config.data());
    } else {
      at++;
    }
  }
  return dimensions;
}

/// The FLOPs of a call of a library; 0 where it is none that multiplies.
double library_flops(const HloComputation& computation, const HloInstruction& call) {
  const HloShape* left = operand_shape(computation, call, 0);
  const HloShape* right = operand_shape(computation, call, 1);
  if (!left || !right) return 0;
  const HloShape& result = first_result(call);
  if (call.target.starts_with("__cublas$"))
    return 2 * result.elements() *
           terms_of(*left,
                    configured_dimensions(call.backend_config, "\"lhs_contracting_dimensions\""));
  if (!call.target.starts_with("__cudnn$conv") || !call.has_convolution) return 0;
  if (call.target == "__cudnn$convBackwardInput")
    return convolution_flops(call.convolution, {&result, right, left});
  if (call.target == "__cudnn$convBackwardFilter")
    return convolution_flops(call.convolution, {left, &result, right});
  return convolution_flops(call.convolution, {left, right, &result});
}

/// xla.PrecisionConfig.Algorithm, as its text form says it, of those that compilers set.
std::string algorithm_name(int64_t algorithm) {
  constexpr std::string_view kNames[] = {"",
                                         "any_f8_any_f8_f32",
                                         "any_f8_any_f8_f32_fast_accum",
                                         "f16_f16_f16",
                                         "f16_f16_f32",
                                         "bf16_bf16_bf16",
                                         "bf16_bf16_f32",
                                         "bf16_bf16_f32_x3",
                                         "bf16_bf16_f32_x6",
                                         "tf32_tf32_f32",
                                         "tf32_tf32_f32_x3",
                                         "f32_f32_f32",
                                         "f64_f64_f64",
                                         "bf16_bf16_f32_x9"};
  if (algorithm > 0 && static_cast<size_t>(algorithm) < std::size(kNames))
    return std::string(kNames[algorithm]);
  return fmt::format("algorithm {}", algorithm);
}

std::string precision_name(const HloInstruction& instruction) {
  if (instruction.algorithm != 0) return algorithm_name(instruction.algorithm);
  int64_t most = 0;
  for (const int64_t precision : instruction.operand_precision)
    if (precision <= 2) most = std::max(most, precision);
  return most == 2 ? "highest" : most == 1 ? "high" : "default";
}

std::optional<double> configured_trip_count(std::string_view config) {
  constexpr std::string_view kKey = "\"known_trip_count\":{\"n\":\"";
  const size_t found = config.find(kKey);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view digits = config.substr(found + kKey.size());
  int64_t count = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), count).ec;
  if (error != std::errc() || count < 0) return std::nullopt;
  return static_cast<double>(count);
}

/// What an instruction is after copies that change no value.
const HloInstruction& behind_copies(const HloComputation& computation, size_t at) {
  const HloInstruction* found = &computation.instructions[at];
  while ((found->opcode == "copy" || found->opcode == "bitcast" || found->opcode == "convert") &&
         found->operands.size() == 1)
    found = &computation.instructions[found->operands[0]];
  return *found;
}

/// Which element of its only argument a computation reads there; -1: none.
int64_t element_read(const HloComputation& computation, const HloInstruction& instruction) {
  return instruction.opcode == "get-tuple-element" && instruction.operands.size() == 1 &&
                 computation.instructions[instruction.operands[0]].opcode == "parameter"
             ? instruction.tuple_index
             : -1;
}

/// Whether the loop's body adds 1 to an element of its argument.
bool counts_by_one(const HloComputation& body, int64_t element) {
  const HloInstruction& root = body.instructions[body.root];
  if (root.opcode != "tuple" || static_cast<size_t>(element) >= root.operands.size()) return false;
  const HloInstruction& sum = behind_copies(body, root.operands[static_cast<size_t>(element)]);
  if (sum.opcode != "add" || sum.operands.size() != 2) return false;
  const HloInstruction& left = behind_copies(body, sum.operands[0]);
  const HloInstruction& right = behind_copies(body, sum.operands[1]);
  const auto is_one = [](const HloInstruction& one) { return one.has_integer && one.integer == 1; };
  return (element_read(body, left) == element && is_one(right)) ||
         (element_read(body, right) == element && is_one(left));
}

/// Body and condition of a loop, in the order of WhileInstruction.
constexpr size_t kBody = 0, kCondition = 1;

}  // namespace

std::optional<HloProduct> product_of(const HloComputation& computation,
                                     const HloInstruction& instruction) {
  const HloShape* left = operand_shape(computation, instruction, 0);
  const HloShape* right = operand_shape(computation, instruction, 1);
  if (!left || !right) return std::nullopt;
  double flops = 0;
  if (instruction.opcode == "dot")
    flops = 2 * instruction.shape.elements() * terms_of(*left, instruction.contracting);
  else if (instruction.opcode == "convolution")
    flops = convolution_flops(instruction.convolution, {left, right, &instruction.shape});
  else if (instruction.opcode == "custom-call")
    flops = library_flops(computation, instruction);
  if (flops <= 0) return std::nullopt;
  return HloProduct{std::string(hlo_type_name(left->element)),
                    std::string(hlo_type_name(right->element)),
                    std::string(hlo_type_name(first_result(instruction).element)),
                    precision_name(instruction),
                    flops,
                    1};
}

std::optional<double> trip_count_of(const HloProgram& program, const HloComputation& computation,
                                    const HloInstruction& loop) {
  if (const auto count = configured_trip_count(loop.backend_config)) return count;
  if (loop.calls.size() != 2 || loop.operands.size() != 1) return std::nullopt;
  const HloComputation& condition = program.computations[loop.calls[kCondition]];
  const HloInstruction& compared = condition.instructions[condition.root];
  if (compared.opcode != "compare" || compared.direction != "LT" || compared.operands.size() != 2)
    return std::nullopt;
  const HloInstruction& limit = behind_copies(condition, compared.operands[1]);
  const int64_t element = element_read(condition, behind_copies(condition, compared.operands[0]));
  if (!limit.has_integer || element < 0 ||
      !counts_by_one(program.computations[loop.calls[kBody]], element))
    return std::nullopt;
  const HloInstruction& start = computation.instructions[loop.operands[0]];
  if (start.opcode != "tuple" || static_cast<size_t>(element) >= start.operands.size())
    return std::nullopt;
  const HloInstruction& first =
      behind_copies(computation, start.operands[static_cast<size_t>(element)]);
  if (!first.has_integer) return std::nullopt;
  return std::max(0.0, static_cast<double>(limit.integer) - static_cast<double>(first.integer));
}

}  // namespace tutti::backend::pjrt
