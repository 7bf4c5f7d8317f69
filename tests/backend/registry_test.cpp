// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::backend {
namespace {

TEST(Registry, MakesBackendsByName) {
  EXPECT_EQ(make_backend("reference", {})->name(), "reference");
  const auto cpu = make_backend("cpu", {.threads = 3, .memory_limit_bytes = 1000});
  EXPECT_EQ(cpu->name(), "cpu");
  const Device device = cpu->devices().at(0);
  test::expect_contains(device.description, "3 threads");
  test::expect_contains(device.description, "products ");
  EXPECT_EQ(device.memory_bytes, 1000);
  EXPECT_EQ(make_backend("cpu:0", {})->name(), "cpu");
}

TEST(Registry, ShortNamesTellDevicesApart) {
  EXPECT_EQ(short_name("cpu"), "cpu");
  EXPECT_EQ(short_name("cuda:1"), "cuda-1");
  EXPECT_EQ(short_name("pjrt=mine"), "pjrt-mine");
  EXPECT_EQ(short_name("pjrt=/opt/xla_cpu.so?cpu_device_count=2:1"), "pjrt-xla_cpu-1");
}

TEST(Registry, RefusesOthers) {
  for (const char* name : {"cuda", "rocm", "tpu", "xpu", "mps", "neuron"}) {
    const auto failure = test::failure_of([&] { make_backend(name, {}); });
    EXPECT_EQ(failure.code, ExitCode::missing_backend) << name;
    test::expect_contains(failure.message, "no PJRT plugin for it is installed");
  }
  const auto absent = test::failure_of([&] { make_backend("cpu:1", {}); });
  EXPECT_EQ(absent.code, ExitCode::missing_backend);
  for (const char* name : {"cpuu", "cpu:", "cpu:-1", "pjrt", ""}) {
    const auto failure = test::failure_of([&] { make_backend(name, {}); });
    EXPECT_EQ(failure.code, ExitCode::usage) << name;
    test::expect_contains(failure.message, "there are: cpu, reference, cuda");
  }
  test::expect_contains(test::failure_of([&] { make_backend("cpu?x=1", {}); }).message,
                        "takes no options");
}

}  // namespace
}  // namespace tutti::backend
