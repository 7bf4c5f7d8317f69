// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_costs.h"

#include <gtest/gtest.h>

#include "backend/hlo_message.h"
#include "base/files.h"
#include "support/errors.h"

namespace tutti::backend::pjrt {
namespace {

using test::bytes_field;
using test::computation_message;
using test::expect_contains;
using test::failure_of;
using test::MadeInstruction;
using test::module_message;
using test::number_field;
using test::shape_message;

HloCosts costs_in(const std::string& name) {
  const std::string bytes = read_file(Path(TUTTI_SOURCE_DIR) / "tests/golden/hlo" / name);
  return costs_of(read_hlo(bytes, "hlo_with_config"));
}

double flops_of(const HloCosts& costs, const std::string& left, const std::string& precision) {
  double flops = 0;
  for (const HloProduct& product : costs.products())
    if (product.left == left && product.precision == precision) flops += product.flops;
  return flops;
}

HloCosts costs_of_entry(const std::vector<MadeInstruction>& entry) {
  const std::string bytes = module_message({computation_message(1, entry)}, 1);
  return costs_of(read_hlo(bytes, "hlo"));
}

// tests/golden/hlo/loop.mlir: six rounds of [8,32,64] by [64,64], then [8,32,64] by its transpose,
// and a convolution of [2,16,16,8] by a window of 3 x 3 with 8 features.
constexpr double kLoop = 6 * 2.0 * 8 * 32 * 64 * 64;
constexpr double kScores = 2.0 * 8 * 32 * 32 * 64;

TEST(HloCosts, CountsAnH100sLoopProductsAndConvolution) {
  const HloCosts costs = costs_in("loop_h100.hlo");
  EXPECT_EQ(costs.unknown_loops, 0);
  EXPECT_EQ(flops_of(costs, "bf16", "default"), kLoop);
  EXPECT_EQ(flops_of(costs, "f32", "highest"), kScores);
  // Each line has 3 x 16 pairs of window and place, of which one at each end is padding.
  EXPECT_EQ(flops_of(costs, "f32", "default"), 2.0 * 2 * 8 * 8 * 46 * 46);
  EXPECT_EQ(costs.product_flops(), kLoop + kScores + 2.0 * 2 * 8 * 8 * 46 * 46);
}

TEST(HloCosts, CountsATpusProductsWhichAreConvolutions) {
  const HloCosts costs = costs_in("loop_v5e.hlo");
  EXPECT_EQ(costs.unknown_loops, 0);
  EXPECT_EQ(flops_of(costs, "f32", "highest"), kScores);
  for (const HloProduct& product : costs.products())
    if (product.right == "bf16") {
      EXPECT_EQ(product.flops, kLoop);
      EXPECT_EQ(product.count, 6);
      EXPECT_EQ(product.result, "f32");
    }
  // The results, each written once: f32[8,32,64], f32[8,32,32], f32[2,16,16,8].
  EXPECT_GT(costs.bytes(), 4.0 * (8 * 32 * 64 + 8 * 32 * 32 + 2 * 16 * 16 * 8));
}

TEST(HloCosts, CountsACallOfCublasByItsConfiguration) {
  const std::string config =
      R"({"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["0"]}}})";
  const std::string results = number_field(2, 13) + bytes_field(4, shape_message(11, {3, 5})) +
                              bytes_field(4, shape_message(3, {1000}));
  const HloCosts costs =
      costs_of_entry({{"parameter", 1, shape_message(10, {7, 3})},
                      {"parameter", 2, shape_message(10, {7, 5}), {}, number_field(9, 1)},
                      {"custom-call",
                       3,
                       results,
                       {1, 2},
                       bytes_field(28, "__cublas$lt$matmul") + bytes_field(43, config)}});
  EXPECT_EQ(costs.product_flops(), 2.0 * 3 * 5 * 7);
  ASSERT_EQ(costs.products().size(), 1u);
  EXPECT_EQ(costs.products()[0].left, "f16");
  EXPECT_EQ(costs.products()[0].result, "f32");
}

TEST(HloCosts, CountsWhatASliceReadsAndAnUpdateWrites) {
  const std::string large = shape_message(11, {1000, 4}), small = shape_message(11, {1, 4});
  const std::string index = shape_message(4, {});
  const HloCosts costs = costs_of_entry({{"parameter", 1, large},
                                         {"parameter", 2, index, {}, number_field(9, 1)},
                                         {"dynamic-slice", 3, small, {1, 2, 2}},
                                         {"dynamic-update-slice", 4, large, {1, 3, 2, 2}}});
  ASSERT_EQ(costs.steps.size(), 2u);
  EXPECT_EQ(costs.steps[0].bytes, 16 + 16 + 2 * 4);
  EXPECT_EQ(costs.steps[1].bytes, 16 + 16);
}

TEST(HloCosts, AFusionReadsOnlyWhatItsSlicesTake) {
  const std::string large = shape_message(11, {1000, 4}), small = shape_message(11, {1, 4});
  const std::string index = shape_message(4, {});
  const std::string fused = computation_message(1, {{"parameter", 1, large},
                                                    {"parameter", 2, index, {}, number_field(9, 1)},
                                                    {"dynamic-slice", 3, small, {1, 2, 2}},
                                                    {"add", 4, small, {3, 3}}});
  const std::string entry =
      computation_message(2, {{"parameter", 11, large},
                              {"parameter", 12, index, {}, number_field(9, 1)},
                              {"fusion", 13, small, {11, 12}, number_field(38, 1)}});
  const std::string bytes = module_message({fused, entry}, 2);
  const HloCosts costs = costs_of(read_hlo(bytes, "hlo"));
  ASSERT_EQ(costs.steps.size(), 1u);
  EXPECT_EQ(costs.steps[0].bytes, 16 + 4 + 16);
  EXPECT_EQ(costs.steps[0].other_flops, 4);
}

TEST(HloCosts, CountsALoopThatDoesNotTellItsRoundsOnce) {
  const std::string count = shape_message(4, {}), pred = shape_message(1, {});
  const std::string body =
      computation_message(1, {{"parameter", 1, count}, {"negate", 2, count, {1}}});
  const std::string condition =
      computation_message(2, {{"parameter", 1, count}, {"is-finite", 2, pred, {1}}});
  const std::string entry =
      computation_message(3, {{"parameter", 1, count},
                              {"while", 2, count, {1}, number_field(38, 1) + number_field(38, 2)}});
  const std::string bytes = module_message({body, condition, entry}, 3);
  const HloCosts costs = costs_of(read_hlo(bytes, "hlo"));
  EXPECT_EQ(costs.unknown_loops, 1);
  EXPECT_EQ(costs.other_flops(), 2);
}

TEST(HloCosts, RefusesCallsThatNoProgramHas) {
  const std::string count = shape_message(4, {});
  std::vector<std::string> computations = {computation_message(0, {{"parameter", 1, count}})};
  for (int64_t id = 1; id < 40; id++)  // 2 to the 39th power of calls
    computations.push_back(
        computation_message(id, {{"call", 1, count, {}, number_field(38, id - 1)},
                                 {"call", 2, count, {}, number_field(38, id - 1)}}));
  const std::string many = module_message(computations, 39);
  expect_contains(failure_of([&] { costs_of(read_hlo(many, "hlo")); }).message,
                  "found too many instructions");
  for (int64_t id = 40; id < 300; id++)
    computations.push_back(
        computation_message(id, {{"call", 1, count, {}, number_field(38, id - 1)}}));
  const std::string deep = module_message(computations, 299);
  expect_contains(failure_of([&] { costs_of(read_hlo(deep, "hlo")); }).message,
                  "found calls that are too deep");
}

}  // namespace
}  // namespace tutti::backend::pjrt
