// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_program.h"

#include "base/error.h"
#include "base/protobuf.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kWhere = "the optimized program";
constexpr int kDeepestTuple = 16;
constexpr uint64_t kDebugOptions = 14;  // of HloModuleConfigProto
// Numbers of a shape and instructions beyond these are of no program that a device can run.
constexpr size_t kMostDimensions = 64;
constexpr size_t kMostInstructions = size_t{1} << 22;

struct ElementKind {
  int64_t number;
  std::string_view name;
  double bits;
};
// xla.PrimitiveType.
constexpr ElementKind kElements[] = {
    {1, "pred", 8},        {2, "s8", 8},          {3, "s16", 16},      {4, "s32", 32},
    {5, "s64", 64},        {6, "u8", 8},          {7, "u16", 16},      {8, "u32", 32},
    {9, "u64", 64},        {10, "f16", 16},       {11, "f32", 32},     {12, "f64", 64},
    {15, "c64", 64},       {16, "bf16", 16},      {18, "c128", 128},   {19, "f8e5m2", 8},
    {20, "f8e4m3fn", 8},   {21, "s4", 4},         {22, "u4", 4},       {23, "f8e4m3b11fnuz", 8},
    {24, "f8e5m2fnuz", 8}, {25, "f8e4m3fnuz", 8}, {26, "s2", 2},       {27, "u2", 2},
    {28, "f8e4m3", 8},     {29, "f8e3m4", 8},     {32, "f4e2m1fn", 4}, {33, "f8e8m0fnu", 8}};

const ElementKind* kind_of(int64_t element) {
  for (const ElementKind& kind : kElements)
    if (kind.number == element) return &kind;
  return nullptr;
}

[[noreturn]] void damaged(const std::string& what) {
  user_error("{}: {}; the plugin's program is damaged or of another kind", kWhere, what);
}

int64_t integer_of(const MessageReader& field) {
  return static_cast<int64_t>(field.number());
}

std::vector<int64_t> first_tile(std::string_view bytes) {
  std::vector<int64_t> dimensions;
  MessageReader tile(bytes, kWhere);
  while (tile.next())
    if (tile.field() == 1) tile.append_to(dimensions);
  return dimensions;
}

void read_layout(std::string_view bytes, HloShape& shape) {
  MessageReader layout(bytes, kWhere);
  while (layout.next()) {
    if (layout.field() == 1) layout.append_to(shape.minor_to_major);
    if (layout.is(6, MessageReader::kBytes) && shape.tile.empty())
      shape.tile = first_tile(layout.content());
    if (layout.is(8, MessageReader::kVarint)) shape.memory_space = integer_of(layout);
  }
}

/// Numbers that are of no use are made harmless, so that sums over a shape can rely on them.
void expect_sound(HloShape& shape) {
  const size_t rank = shape.dimensions.size();
  if (rank > kMostDimensions || shape.tile.size() > kMostDimensions)
    damaged(fmt::format("found a shape of {} dimensions", std::max(rank, shape.tile.size())));
  for (const int64_t size : shape.dimensions)
    if (size < 0) damaged(fmt::format("found a dimension of {}", size));
  bool sound = shape.minor_to_major.size() == rank && shape.tile.size() <= rank;
  for (const int64_t dimension : shape.minor_to_major)
    sound &= dimension >= 0 && static_cast<size_t>(dimension) < rank;
  for (const int64_t size : shape.tile) sound &= size > 0;
  if (!sound) shape.tile.clear();
}

HloShape read_shape(std::string_view bytes, int depth = 0) {
  if (depth > kDeepestTuple) damaged("found tuples that are nested too deeply");
  HloShape shape;
  MessageReader fields(bytes, kWhere);
  while (fields.next()) {
    if (fields.is(2, MessageReader::kVarint)) shape.element = integer_of(fields);
    if (fields.field() == 3) fields.append_to(shape.dimensions);
    if (fields.is(4, MessageReader::kBytes))
      shape.parts.push_back(read_shape(fields.content(), depth + 1));
    if (fields.is(5, MessageReader::kBytes)) read_layout(fields.content(), shape);
  }
  expect_sound(shape);
  return shape;
}

HloWindowDimension read_window_dimension(std::string_view bytes) {
  HloWindowDimension dimension;
  int64_t* const members[] = {
      &dimension.size,         &dimension.stride,          &dimension.padding_low,
      &dimension.padding_high, &dimension.window_dilation, &dimension.base_dilation};
  MessageReader fields(bytes, kWhere);
  while (fields.next())
    if (fields.type() == MessageReader::kVarint && fields.field() >= 1 && fields.field() <= 6)
      *members[fields.field() - 1] = integer_of(fields);
  for (int64_t* const member :
       {&dimension.stride, &dimension.window_dilation, &dimension.base_dilation})
    *member = std::max<int64_t>(1, *member);  // 0 is what older programs leave out
  return dimension;
}

void read_convolution(std::string_view bytes, HloConvolution& to) {
  MessageReader fields(bytes, kWhere);
  while (fields.next()) {
    if (fields.field() == 6) fields.append_to(to.kernel_spatial);
    if (fields.field() == 11) fields.append_to(to.input_spatial);
    if (fields.field() == 12) fields.append_to(to.output_spatial);
    if (fields.type() != MessageReader::kVarint) continue;
    if (fields.field() == 3) to.kernel_input = integer_of(fields);
    if (fields.field() == 4) to.kernel_output = integer_of(fields);
    if (fields.field() == 7) to.input_batch = integer_of(fields);
    if (fields.field() == 8) to.input_feature = integer_of(fields);
    if (fields.field() == 9) to.output_batch = integer_of(fields);
    if (fields.field() == 10) to.output_feature = integer_of(fields);
  }
}

/// LiteralProto: s32s 4, s64s 5, u32s 6, u64s 7.
void read_literal(std::string_view bytes, HloInstruction& to) {
  std::vector<int64_t> numbers;
  MessageReader fields(bytes, kWhere);
  while (fields.next())
    if (fields.field() >= 4 && fields.field() <= 7) {
      if (fields.type() == MessageReader::kBytes && fields.content().size() > 10) return;
      fields.append_to(numbers);
    }
  to.has_integer = numbers.size() == 1;
  if (to.has_integer) to.integer = numbers[0];
}

void read_precision(std::string_view bytes, HloInstruction& to) {
  MessageReader fields(bytes, kWhere);
  while (fields.next()) {
    if (fields.field() == 1) fields.append_to(to.operand_precision);
    if (fields.is(2, MessageReader::kVarint)) to.algorithm = integer_of(fields);
  }
}

void read_part(const MessageReader& field, HloInstruction& to) {
  const std::string_view content = field.content();
  switch (field.field()) {
    case 1:
      to.name = content;
      break;
    case 2:
      to.opcode = content;
      break;
    case 3:
      to.shape = read_shape(content);
      break;
    case 8:
      read_literal(content, to);
      break;
    case 11:
      to.fusion_kind = content;
      break;
    case 15: {
      MessageReader window(content, kWhere);
      while (window.next())
        if (window.is(1, MessageReader::kBytes))
          to.convolution.window.push_back(read_window_dimension(window.content()));
      break;
    }
    case 16:
      to.has_convolution = true;
      read_convolution(content, to.convolution);
      break;
    case 28:
      to.target = content;
      break;
    case 30: {
      MessageReader dot(content, kWhere);
      while (dot.next())
        if (dot.field() == 1) dot.append_to(to.contracting);
      break;
    }
    case 43:
      to.backend_config = content;
      break;
    case 51:
      read_precision(content, to);
      break;
    case 63:
      to.direction = content;
      break;
    default:
      break;
  }
}

/// An instruction with the numbers that stand for its operands and computations.
struct RawInstruction {
  HloInstruction instruction;
  std::vector<int64_t> operands, calls;
};

RawInstruction read_instruction(std::string_view bytes) {
  RawInstruction raw;
  HloInstruction& to = raw.instruction;
  MessageReader fields(bytes, kWhere);
  while (fields.next()) {
    if (fields.field() == 36) fields.append_to(raw.operands);
    if (fields.field() == 38) fields.append_to(raw.calls);
    if (fields.type() == MessageReader::kBytes) read_part(fields, to);
    if (fields.type() != MessageReader::kVarint) continue;
    if (fields.field() == 9) to.parameter = integer_of(fields);
    if (fields.field() == 13) to.tuple_index = integer_of(fields);
    if (fields.field() == 35) to.id = integer_of(fields);
    if (fields.field() == 50) to.convolution.feature_groups = integer_of(fields);
    if (fields.field() == 58) to.convolution.batch_groups = integer_of(fields);
  }
  if (to.opcode.empty()) damaged("found an instruction without an opcode");
  for (int64_t* const groups : {&to.convolution.feature_groups, &to.convolution.batch_groups})
    *groups = std::max<int64_t>(1, *groups);
  return raw;
}

using Places = std::unordered_map<int64_t, size_t>;

size_t place_of(const Places& places, int64_t id, const char* what) {
  const auto found = places.find(id);
  if (found == places.end()) damaged(fmt::format("found no {} {} before its use", what, id));
  return found->second;
}

/// Reads computations in their order: each calls only those before it.
class ProgramReader {
 public:
  HloProgram read(std::string_view bytes) {
    int64_t entry = 0;
    MessageReader fields(bytes, kWhere);
    while (fields.next()) {
      if (fields.is(1, MessageReader::kBytes)) program_.name = fields.content();
      if (fields.is(3, MessageReader::kBytes)) add_computation(fields.content());
      if (fields.is(6, MessageReader::kVarint)) entry = integer_of(fields);
    }
    if (program_.computations.empty()) damaged("found no computation");
    program_.entry = place_of(computations_, entry, "computation");
    return std::move(program_);
  }

 private:
  void add_computation(std::string_view bytes) {
    HloComputation computation;
    Places places;
    int64_t id = 0, root = 0;
    MessageReader fields(bytes, kWhere);
    while (fields.next()) {
      if (fields.is(1, MessageReader::kBytes)) computation.name = fields.content();
      if (fields.is(5, MessageReader::kVarint)) id = integer_of(fields);
      if (fields.is(6, MessageReader::kVarint)) root = integer_of(fields);
      if (fields.is(2, MessageReader::kBytes))
        add_instruction(fields.content(), computation, places);
    }
    if (computation.instructions.empty()) damaged("found a computation without instructions");
    computation.root = place_of(places, root, "root");
    program_.computations.push_back(std::move(computation));
    computations_[id] = program_.computations.size() - 1;
  }

  void add_instruction(std::string_view bytes, HloComputation& to, Places& places) {
    if (++instructions_ > kMostInstructions) damaged("found too many instructions");
    RawInstruction raw = read_instruction(bytes);
    HloInstruction& instruction = raw.instruction;
    for (const int64_t operand : raw.operands)
      instruction.operands.push_back(place_of(places, operand, "instruction"));
    for (const int64_t call : raw.calls)
      instruction.calls.push_back(place_of(computations_, call, "computation"));
    places[instruction.id] = to.instructions.size();
    to.instructions.push_back(std::move(instruction));
  }

  HloProgram program_;
  Places computations_;
  size_t instructions_ = 0;
};

/// DebugOptions: xla_gpu_ftz 62, xla_gpu_enable_fast_min_max
/// 100, xla_allow_excess_precision 122, xla_enable_fast_math 335.
HloFlags read_flags(std::string_view config) {
  HloFlags flags;
  MessageReader fields(config, kWhere);
  while (fields.next()) {
    if (!fields.is(kDebugOptions, MessageReader::kBytes)) continue;
    flags.known = true;
    MessageReader options(fields.content(), kWhere);
    while (options.next()) {
      if (options.is(62, MessageReader::kVarint)) flags.flush_denormals = options.number() != 0;
      if (options.is(100, MessageReader::kVarint)) flags.fast_min_max = options.number() != 0;
      if (options.is(122, MessageReader::kVarint)) flags.excess_precision = options.number() != 0;
      if (options.is(335, MessageReader::kVarint)) flags.fast_math = options.number() != 0;
    }
  }
  return flags;
}

double product(const std::vector<int64_t>& sizes) {
  double count = 1;
  for (const int64_t size : sizes) count *= static_cast<double>(size);
  return count;
}

double padded_elements(const HloShape& shape) {
  double count = 1;
  const size_t rank = shape.dimensions.size(), tiled = shape.tile.size();
  for (size_t i = 0; i < rank; i++) {
    const auto dimension =
        static_cast<double>(shape.dimensions[static_cast<size_t>(shape.minor_to_major[i])]);
    // The last number of a tile is of the minor dimension.
    const double tile = i < tiled ? static_cast<double>(shape.tile[tiled - 1 - i]) : 1;
    count *= std::ceil(dimension / tile) * tile;
  }
  return count;
}

double bytes_of(const HloShape& shape, bool only_main) {
  double bytes = 0;
  for (const HloShape& part : shape.parts) bytes += bytes_of(part, only_main);
  const ElementKind* kind = kind_of(shape.element);
  if (!kind || (only_main && shape.memory_space != 0)) return bytes;
  return bytes + (shape.tile.empty() ? shape.elements() : padded_elements(shape)) * kind->bits / 8;
}

}  // namespace

double HloShape::elements() const {
  return product(dimensions);
}

double HloShape::bytes() const {
  return bytes_of(*this, false);
}

double HloShape::main_bytes() const {
  return bytes_of(*this, true);
}

std::string_view hlo_type_name(int64_t element) {
  const ElementKind* kind = kind_of(element);
  return kind ? kind->name : "?";
}

HloProgram read_hlo(std::string_view bytes, std::string_view format) {
  if (format != "hlo" && format != "hlo_with_config")
    user_error("{}: found the format \"{}\", expected hlo or hlo_with_config", kWhere,
               std::string(format.substr(0, 100)));
  if (format == "hlo") return ProgramReader().read(bytes);
  std::string_view module, config;
  MessageReader fields(bytes, kWhere);
  while (fields.next()) {
    if (fields.is(1, MessageReader::kBytes)) module = fields.content();
    if (fields.is(2, MessageReader::kBytes)) config = fields.content();
  }
  HloProgram program = ProgramReader().read(module);
  program.flags = read_flags(config);
  return program;
}

}  // namespace tutti::backend::pjrt
