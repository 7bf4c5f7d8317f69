// SPDX-License-Identifier: Apache-2.0
// Random bits are the interpreter's, which tests/op/rng_bit_generator.mlir holds against XLA's.
#include "backend/cpu_operation.h"

namespace tutti {
namespace {

TEST(CpuRandom, BitsOfBothGenerators) {
  for (const char* algorithm : {"THREE_FRY", "PHILOX", "DEFAULT"})
    for (const int words : {2, 3}) {
      if (words == 3 && algorithm == std::string("THREE_FRY")) continue;
      for (const char* shape : {"", "1x", "7x", "0x", "3x5x", "3x4x5x", "5x3x2x", "5000x3x"})
        for (const char* element : {"ui32", "ui64", "i8", "i16", "f32", "f64"}) {
          const std::string text = fmt::format(R"(
func.func @main(%s: tensor<{0}xui64>) -> (tensor<{0}xui64>, tensor<{1}{2}>) {{
  %r:2 = stablehlo.rng_bit_generator %s, algorithm = {3}
      : (tensor<{0}xui64>) -> (tensor<{0}xui64>, tensor<{1}{2}>)
  return %r#0, %r#1 : tensor<{0}xui64>, tensor<{1}{2}>
}})",
                                               words, shape, element, algorithm);
          test::expect_operation(text, {.specials = true});
        }
    }
}

}  // namespace
}  // namespace tutti
