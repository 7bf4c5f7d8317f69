// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_program.h"

#include <gtest/gtest.h>

#include "backend/hlo_message.h"
#include "backend/pjrt/hlo_costs.h"
#include "base/files.h"
#include "support/errors.h"

namespace tutti::backend::pjrt {
namespace {

using test::bytes_field;
using test::computation_message;
using test::expect_contains;
using test::failure_of;
using test::module_message;
using test::number_field;
using test::shape_message;

std::string fixture(const std::string& name) {
  return read_file(Path(TUTTI_SOURCE_DIR) / "tests/golden/hlo" / name);
}

TEST(HloProgram, ReadsWhatACompilerMade) {
  const std::string bytes = fixture("loop_h100.hlo");
  const HloProgram program = read_hlo(bytes, "hlo_with_config");
  EXPECT_EQ(program.name, "tiny");
  const HloComputation& entry = program.computations[program.entry];
  int parameters = 0;
  for (const HloInstruction& instruction : entry.instructions)
    parameters += instruction.opcode == "parameter" ? 1 : 0;
  EXPECT_EQ(parameters, 4);
  EXPECT_EQ(entry.instructions[entry.root].opcode, "tuple");
  EXPECT_TRUE(program.flags.known);
  EXPECT_TRUE(program.flags.excess_precision);
  EXPECT_FALSE(program.flags.fast_min_max);
}

TEST(HloProgram, CountsTheFillerOfTilesAndWhatIsInMainMemory) {
  // f32[3,5] in tiles of 8 x 128, the second dimension being the minor one: 8 x 128 x 4 bytes.
  const std::string tiled = number_field(1, 1) + number_field(1, 0) +
                            bytes_field(6, number_field(1, 8) + number_field(1, 128));
  const auto shape_of = [](const std::string& shape) {
    const std::string module =
        module_message({computation_message(1, {{"parameter", 1, shape}})}, 1);
    return read_hlo(module, "hlo").computations[0].instructions[0].shape;
  };
  const std::string plain = shape_message(11, {3, 5});
  EXPECT_EQ(shape_of(plain).bytes(), 60);
  EXPECT_EQ(shape_of(plain + bytes_field(5, tiled)).bytes(), 4096);
  const HloShape near = shape_of(plain + bytes_field(5, tiled + number_field(8, 1)));
  EXPECT_EQ(near.bytes(), 4096);
  EXPECT_EQ(near.main_bytes(), 0);
  const std::string pair = number_field(2, 13) + bytes_field(4, plain) + bytes_field(4, plain);
  EXPECT_EQ(shape_of(pair).bytes(), 120);
  // A layout that does not belong to the shape says nothing.
  EXPECT_EQ(shape_of(shape_message(11, {3}) + bytes_field(5, tiled)).bytes(), 12);
}

TEST(HloProgram, RefusesWhatIsNoProgram) {
  const auto refused = [](const std::string& bytes) {
    return failure_of([&] { read_hlo(bytes, "hlo"); }).message;
  };
  const std::string shape = shape_message(11, {2});
  expect_contains(refused(""), "found no computation");
  expect_contains(refused(module_message({computation_message(1, {{"parameter", 1, shape}})}, 2)),
                  "found no computation 2");
  expect_contains(refused(module_message({computation_message(1, {{"negate", 1, shape, {1}}})}, 1)),
                  "found no instruction 1 before its use");
  // A computation that calls itself.
  expect_contains(refused(module_message(
                      {computation_message(1, {{"call", 1, shape, {}, number_field(38, 1)}})}, 1)),
                  "found no computation 1 before its use");
  expect_contains(refused(module_message({computation_message(1, {{"", 1, shape}})}, 1)),
                  "without an opcode");
  expect_contains(refused(module_message(
                      {computation_message(1, {{"parameter", 1, shape_message(11, {-1})}})}, 1)),
                  "found a dimension of -1");
  std::string deep = shape;
  for (int i = 0; i < 100; i++) deep = bytes_field(4, deep);
  expect_contains(refused(module_message({computation_message(1, {{"parameter", 1, deep}})}, 1)),
                  "nested too deeply");
  expect_contains(failure_of([] { read_hlo("", "text"); }).message, "found the format \"text\"");
}

// Whatever a plugin gives, it is a program whose work can be counted, or a UserError.
TEST(HloProgram, TakesNoHarmFromDamagedBytes) {
  const std::string whole = fixture("loop_h100.hlo");
  size_t refused = 0;
  const auto take = [&](const std::string& bytes) {
    try {
      costs_of(read_hlo(bytes, "hlo_with_config"));
    } catch (const UserError&) {
      refused++;
    }
  };
  for (size_t size = 0; size < whole.size(); size += 7) take(whole.substr(0, size));
  EXPECT_GT(refused, whole.size() / 7 / 2);
  for (size_t at = 0; at < whole.size(); at += 11)
    for (const char byte : {'\0', '\xff', '\x7f'}) {
      std::string damaged = whole;
      damaged[at] = byte;
      take(damaged);
    }
}

}  // namespace
}  // namespace tutti::backend::pjrt
