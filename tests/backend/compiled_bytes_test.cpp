// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/compiled_bytes.h"

#include <gtest/gtest.h>

namespace tutti::backend::pjrt {
namespace {

CompiledProgram a_program() {
  CompiledProgram program;
  program.function = "step";
  program.device_kind = "TPU v5 lite";
  program.compiler = "tpu 1.2";
  program.seconds = 2.5;
  program.memory = {};
  program.memory.arguments = 10;
  program.memory.results = 20;
  program.memory.temporaries = 30;
  program.memory.peak = 60;
  program.code = 7;
  program.heap_peak = 8;
  program.costs = {{"flops", 1.5e300}, {"bytes accessed", 0.25}};
  program.optimized = std::string("\0end\nabc", 8);
  program.optimized_format = "hlo_with_config";
  program.executable = std::string("\0\xff", 2);
  return program;
}

TEST(CompiledBytes, GiveBackWhatWasKept) {
  const auto answer = answer_of(to_bytes({a_program()}));
  ASSERT_TRUE(answer && answer->program);
  const CompiledProgram& program = *answer->program;
  EXPECT_EQ(program.function, "step");
  EXPECT_EQ(program.device_kind, "TPU v5 lite");
  EXPECT_EQ(program.compiler, "tpu 1.2");
  EXPECT_EQ(program.seconds, 2.5);
  EXPECT_EQ(program.memory.arguments, 10);
  EXPECT_EQ(program.memory.results, 20);
  EXPECT_EQ(program.memory.temporaries, 30);
  EXPECT_EQ(program.memory.peak, 60);
  EXPECT_EQ(program.code, 7);
  EXPECT_EQ(program.heap_peak, 8);
  EXPECT_EQ(program.costs.at("flops"), 1.5e300);
  EXPECT_EQ(program.costs.at("bytes accessed"), 0.25);
  EXPECT_EQ(program.optimized, std::string("\0end\nabc", 8));
  EXPECT_EQ(program.optimized_format, "hlo_with_config");
  EXPECT_EQ(program.executable, std::string("\0\xff", 2));
  const auto lack = answer_of(to_bytes({std::nullopt, "it needs 20 GiB"}));
  ASSERT_TRUE(lack);
  EXPECT_FALSE(lack->program);
  EXPECT_EQ(lack->lack, "it needs 20 GiB");
}

TEST(CompiledBytes, AreRefusedWhereTheyAreOthers) {
  const std::string bytes = to_bytes({a_program()});
  for (size_t size = 0; size + 10 < bytes.size(); size++)
    EXPECT_FALSE(answer_of(bytes.substr(0, size))) << size;
  std::string endless = bytes;
  endless.replace(0, 16, 16, 'f');
  EXPECT_FALSE(answer_of(endless));
  EXPECT_FALSE(answer_of("0000000000000000x"));
  std::string other = bytes;
  other.replace(other.find("seconds 2.5"), 11, "seconds two");
  EXPECT_FALSE(answer_of(other));
}

}  // namespace
}  // namespace tutti::backend::pjrt
