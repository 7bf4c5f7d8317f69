// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_findings.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "support/errors.h"

namespace tutti::backend::pjrt {
namespace {

TEST(HloFindings, SayInWhichPrecisionAProgramComputes) {
  const std::string bytes = read_file(Path(TUTTI_SOURCE_DIR) / "tests/golden/hlo" / "loop_v5e.hlo");
  HloProgram program = read_hlo(bytes, "hlo_with_config");
  program.flags = {};
  program.flags.known = true;
  program.flags.fast_math = true;
  const auto findings = precision_findings(program, costs_of(program), "tpu");
  ASSERT_GE(findings.size(), 2U);
  test::expect_contains(findings.front(), "% of the FLOPs");
  EXPECT_EQ(findings.back(), "xla_enable_fast_math is on: arithmetic may be reordered");
  program.flags.fast_math = false;
  EXPECT_EQ(precision_findings(program, costs_of(program), "tpu").back(),
            "no setting of the compiler that changes results is on");
  program.flags.known = false;
  EXPECT_EQ(precision_findings(program, costs_of(program), "tpu").back(),
            "the program does not tell the compiler's settings");
}

}  // namespace
}  // namespace tutti::backend::pjrt
