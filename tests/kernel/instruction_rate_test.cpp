// SPDX-License-Identifier: Apache-2.0
#include "kernel/instruction_rate.h"

#include <gtest/gtest.h>

#include "kernel/cpu_features.h"

namespace tutti::kernel {
namespace {

TEST(InstructionRate, IsThatOfTheWidestInstruction) {
  if (!cpu_features.avx2) GTEST_SKIP() << "there are no kernels of ours for this processor";
  const double f32 = instruction_rate(false), bf16 = instruction_rate(true);
  EXPECT_GT(f32, 1e9);
  EXPECT_LT(f32, 1e12);  // a thread: 64 FLOPs a cycle at 5 GHz are 3.2e11
  // Half as wide operands, so at least as many in an instruction; other programs may interrupt.
  EXPECT_GT(bf16, has_avx512_bf16() ? f32 : 0.5 * f32);
}

}  // namespace
}  // namespace tutti::kernel
