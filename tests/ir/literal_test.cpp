// SPDX-License-Identifier: Apache-2.0
#include "ir/literal.h"

#include <gtest/gtest.h>

namespace tutti::ir {
namespace {

using Type = ElementType;

struct FloatCase {
  const char* text;
  Type type;
  uint64_t bits;
};

class FloatLiteral : public testing::TestWithParam<FloatCase> {};

TEST_P(FloatLiteral, IsRoundedOnce) {
  EXPECT_EQ(float_literal(GetParam().text, GetParam().type), GetParam().bits)
      << GetParam().text << " of " << name_of(GetParam().type);
}

INSTANTIATE_TEST_SUITE_P(
    BeyondTheRange, FloatLiteral,
    testing::Values(
        FloatCase{"1e309", Type::f64, 0x7FF0000000000000},
        FloatCase{"-1.0e400", Type::f64, 0xFFF0000000000000},
        FloatCase{"1e99999999999999999999", Type::f64, 0x7FF0000000000000},
        FloatCase{"1e-400", Type::f64, 0}, FloatCase{"-0.0", Type::f64, 1ull << 63},
        FloatCase{"-1e-99999999999999999999", Type::f64, 1ull << 63},
        FloatCase{"0.0e99999", Type::f64, 0}, FloatCase{"5e-324", Type::f64, 1},
        FloatCase{"1e400", Type::f32, 0x7F800000}, FloatCase{"1e39", Type::f32, 0x7F800000},
        FloatCase{"-1e-60", Type::f32, 1u << 31}, FloatCase{"-1e400", Type::bf16, 0xFF80},
        FloatCase{"1e400", Type::f16, 0x7C00}, FloatCase{"1e400", Type::tf32, 0x3FC00},
        FloatCase{"-1e400", Type::f8E5M2, 0xFC}, FloatCase{"1e400", Type::f8E4M3, 0x78},
        FloatCase{"1e400", Type::f8E3M4, 0x70}, FloatCase{"1e400", Type::f8E4M3FN, 0x7F},
        FloatCase{"-1e400", Type::f8E4M3FNUZ, 0x80}, FloatCase{"1e400", Type::f8E4M3B11FNUZ, 0x80},
        FloatCase{"1e400", Type::f8E5M2FNUZ, 0x80}, FloatCase{"1e400", Type::f8E8M0FNU, 0xFF},
        FloatCase{"1e400", Type::f4E2M1FN, 0x7}, FloatCase{"-1e400", Type::f4E2M1FN, 0xF},
        FloatCase{"1e400", Type::f6E2M3FN, 0x1F}, FloatCase{"1e400", Type::f6E3M2FN, 0x1F},
        FloatCase{"-1e-400", Type::f8E4M3FNUZ, 0}, FloatCase{"-1e-400", Type::f8E4M3FN, 0x80}));

// Halfway between two values, to even; a digit much later decides otherwise. A double is the same
// for all three.
INSTANTIATE_TEST_SUITE_P(
    Halfway, FloatLiteral,
    testing::Values(
        FloatCase{"1.000000059604644775390625", Type::f32, 0x3F800000},  // 1 + 2^-24
        FloatCase{"1.00000005960464477539062500000000000000001", Type::f32, 0x3F800001},
        FloatCase{"-1.00000005960464477539062500000000000000001e0", Type::f32, 0xBF800001},
        FloatCase{"1.000000178813934326171875", Type::f32, 0x3F800002},  // 1 + 3 * 2^-24
        FloatCase{"1.00000017881393432617187499999999999999999", Type::f32, 0x3F800001},
        FloatCase{"16777217", Type::f32, 0x4B800000},
        FloatCase{"0.1677721700000000000000000000001e+8", Type::f32, 0x4B800001},
        FloatCase{"340282356779733661637539395458142568447", Type::f32, 0x7F7FFFFF},
        FloatCase{"340282356779733661637539395458142568448", Type::f32, 0x7F800000},
        // 2^-150, half of the least value
        FloatCase{
            "7.006492321624085354618647916449580656401309709382578858785341419448955413429303e"
            "-46",
            Type::f32, 0},
        FloatCase{
            "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300"
            "743319094181060791015625e-46",
            Type::f32, 0},
        FloatCase{
            "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300"
            "7433190941810607910156250001e-46",
            Type::f32, 1},
        FloatCase{"1.00390625", Type::bf16, 0x3F80},
        FloatCase{"1.003906250000000000000000000001", Type::bf16, 0x3F81},
        FloatCase{"65520", Type::f16, 0x7C00},
        FloatCase{"65519.999999999999999999999999", Type::f16, 0x7BFF},
        FloatCase{"2.98023223876953125e-08", Type::f16, 0},
        FloatCase{"2.98023223876953125000000000000000001e-08", Type::f16, 1},
        FloatCase{"464", Type::f8E4M3FN, 0x7E},
        FloatCase{"464.000000000000000000000001", Type::f8E4M3FN, 0x7F},
        FloatCase{"2.5", Type::f4E2M1FN, 0x4},
        FloatCase{"2.500000000000000000000000001", Type::f4E2M1FN, 0x5}));

INSTANTIATE_TEST_SUITE_P(
    Patterns, FloatLiteral,
    testing::Values(FloatCase{"0x07", Type::f4E2M1FN, 7}, FloatCase{"0xF", Type::f4E2M1FN, 15},
                    FloatCase{"0x7F80", Type::bf16, 0x7F80},
                    FloatCase{"0x7f800001", Type::f32, 0x7F800001},  // a NaN keeps its bits
                    FloatCase{"0x7E01", Type::f16, 0x7E01}, FloatCase{"0x1", Type::f64, 1},
                    FloatCase{"0x3f", Type::f6E2M3FN, 0x3F}));

TEST(Literals, OthersAreNone) {
  for (const char* text :
       {"", "-", "inf", "nan", "-inf", "1.5x", "0x", "-0x1", "0x100000000", "e5"})
    EXPECT_FALSE(float_literal(text, Type::f32)) << text;
  EXPECT_FALSE(float_literal("0x17", Type::f4E2M1FN));
  for (const char* text : {"", "-", "--1", "1.0", "0x", "true", "128", "-129", "0x100", "+1"})
    EXPECT_FALSE(integer_literal(text, Type::i8)) << text;
  EXPECT_FALSE(integer_literal("-1", Type::ui8));
  EXPECT_FALSE(integer_literal("2", Type::i1));
  EXPECT_FALSE(integer_literal("8", Type::i4));
  EXPECT_FALSE(integer_literal("-9223372036854775809", Type::i64));
  EXPECT_FALSE(integer_literal("18446744073709551616", Type::ui64));
  EXPECT_FALSE(integer_literal("9223372036854775808", Type::i64));
}

TEST(Literals, IntegersHaveTheBitsOfTheirType) {
  EXPECT_EQ(integer_literal("0xFF", Type::i8), -1);
  EXPECT_EQ(integer_literal("-128", Type::i8), -128);
  EXPECT_EQ(integer_literal("0xFF", Type::ui8), 255);
  EXPECT_EQ(integer_literal("0xf", Type::i4), -1);
  EXPECT_EQ(integer_literal("1", Type::i1), 1);
  EXPECT_EQ(integer_literal("18446744073709551615", Type::ui64), -1);
  EXPECT_EQ(integer_literal("-9223372036854775808", Type::i64), INT64_MIN);
}

}  // namespace
}  // namespace tutti::ir
