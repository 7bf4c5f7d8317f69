// SPDX-License-Identifier: Apache-2.0
// The names of the types of GGUF tensors.
#include <array>
#include <iterator>

#include "base/ascii.h"
#include "base/error.h"
#include "format/gguf_blocks.h"

namespace tutti::format {
namespace {

/// Names by number; empty where the format has removed a type.
constexpr std::array<std::string_view, 40> kGgufTensorTypes = {
    "F32",     "F16",    "Q4_0",    "Q4_1",  "",       "",      "Q5_0",  "Q5_1",
    "Q8_0",    "Q8_1",   "Q2_K",    "Q3_K",  "Q4_K",   "Q5_K",  "Q6_K",  "Q8_K",
    "IQ2_XXS", "IQ2_XS", "IQ3_XXS", "IQ1_S", "IQ4_NL", "IQ3_S", "IQ2_S", "IQ4_XS",
    "I8",      "I16",    "I32",     "I64",   "F64",    "IQ1_M", "BF16",  "",
    "",        "",       "TQ1_0",   "TQ2_0", "",       "",      "",      "MXFP4"};

struct ReadType {
  GgufType type;
  std::optional<blocks::BlockType> blocks = std::nullopt;
};

using blocks::BlockType;

/// In the order in which they are offered.
constexpr ReadType kReadTypes[] = {
    {GgufType::f32},
    {GgufType::f16},
    {GgufType::bf16},
    {GgufType::q8_0, BlockType::q8_0},
    {GgufType::q4_0, BlockType::q4_0},
    {GgufType::q4_1, BlockType::q4_1},
    {GgufType::q5_0, BlockType::q5_0},
    {GgufType::q5_1, BlockType::q5_1},
    {GgufType::mxfp4, BlockType::mxfp4},
    {GgufType::iq4_nl, BlockType::iq4_nl},
    {GgufType::q2_k, BlockType::q2_k},
    {GgufType::q3_k, BlockType::q3_k},
    {GgufType::q4_k, BlockType::q4_k},
    {GgufType::q5_k, BlockType::q5_k},
    {GgufType::q6_k, BlockType::q6_k},
};

}  // namespace

std::string_view gguf_name_of(GgufType type) {
  return gguf_name_of(static_cast<uint32_t>(type));
}

std::string_view gguf_name_of(uint32_t number) {
  return number < kGgufTensorTypes.size() ? kGgufTensorTypes[number] : std::string_view();
}

std::optional<GgufType> gguf_type_of(uint32_t number) {
  for (const ReadType& read : kReadTypes)
    if (static_cast<uint32_t>(read.type) == number) return read.type;
  return std::nullopt;
}

std::optional<BlockType> gguf_blocks_of(GgufType type) {
  for (const ReadType& read : kReadTypes)
    if (read.type == type) return read.blocks;
  return std::nullopt;
}

std::string gguf_read_types() {
  std::string names;
  for (const ReadType& read : kReadTypes) {
    if (!names.empty()) names += &read == std::end(kReadTypes) - 1 ? " or " : ", ";
    names += gguf_name_of(read.type);
  }
  return names;
}

std::vector<std::string> gguf_type_names() {
  std::vector<std::string> names;
  for (const ReadType& read : kReadTypes)
    if (gguf_encodes(read.type))
      names.push_back(in_lower_case(std::string(gguf_name_of(read.type))));
  return names;
}

GgufType gguf_type_named(std::string_view name) {
  for (const ReadType& read : kReadTypes)
    if (in_lower_case(std::string(gguf_name_of(read.type))) == name) return read.type;
  throw InternalError(fmt::format("GGUF has no type {}", name));
}

}  // namespace tutti::format
