// SPDX-License-Identifier: Apache-2.0
#include "validate/numerics.h"

#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "support/pjrt.h"

namespace tutti::validate {
namespace {

const Numeric& one(const std::vector<Numeric>& all, const std::string& name) {
  for (const Numeric& each : all)
    if (each.name == name) return each;
  throw std::runtime_error("there is no " + name);
}

TEST(Numerics, OfTheCpuAreThoseOfIeee) {
  backend::CpuBackend cpu({1, 0});
  const auto found = numerics_of(cpu);
  EXPECT_EQ(one(found, "sum of denormals").by_default, "kept");
  EXPECT_EQ(one(found, "product that is denormal").by_default, "kept");
  EXPECT_EQ(one(found, "NaN in a maximum").by_default, "kept");
  EXPECT_EQ(one(found, "bfloat16 product").by_default, "rounded to bfloat16");
  EXPECT_EQ(one(found, "float32 matmul").by_default, "of the operands as they are");
}

// What was observed of it before there was this code.
TEST(Numerics, OfXlaOnTheCpu) {
  TUTTI_PLUGIN_OR_SKIP(library);
  backend::PjrtOptions options;
  options.library = library;
  backend::PjrtBackend backend(options);
  const auto found = numerics_of(backend);
  for (const char* name : {"sum of denormals", "product that is denormal"}) {
    EXPECT_EQ(one(found, name).strict, "flushed to zero") << name;
    EXPECT_EQ(one(found, name).by_default, "flushed to zero") << name;
  }
  EXPECT_EQ(one(found, "NaN in a maximum").strict, "kept");
  EXPECT_EQ(one(found, "NaN in a maximum").by_default, "dropped");
  EXPECT_EQ(one(found, "bfloat16 product").strict, "rounded to bfloat16");
  EXPECT_EQ(one(found, "bfloat16 product").by_default, "kept more precise");
  EXPECT_EQ(one(found, "float32 matmul").strict, "of the operands as they are");
}

}  // namespace
}  // namespace tutti::validate
