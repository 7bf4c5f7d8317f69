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
  EXPECT_EQ(short_name("pjrt=cuda:1"), "pjrt-cuda-1");
  EXPECT_EQ(short_name("pjrt=mine"), "pjrt-mine");
  EXPECT_EQ(short_name("pjrt=/opt/xla_cpu.so?cpu_device_count=2:1"), "pjrt-xla_cpu-1");
}

TEST(Registry, CapabilitiesAreKnownWithoutOpening) {
  for (const char* name : {"cpu", "cpu:0"}) {
    EXPECT_TRUE(capabilities_of(name).runs_grids) << name;
    EXPECT_TRUE(capabilities_of(name).profiles) << name;
    EXPECT_TRUE(capabilities_of(name).is_own_processor) << name;
    EXPECT_FALSE(capabilities_of(name).is_judge) << name;
    EXPECT_FALSE(capabilities_of(name).wants_few_shapes) << name;
  }
  EXPECT_TRUE(capabilities_of("reference").is_judge);
  EXPECT_TRUE(capabilities_of("reference").is_own_processor);
  for (const char* name : {"pjrt=cuda", "pjrt=/opt/plugin.so", "cuda:1"}) {
    EXPECT_TRUE(capabilities_of(name).asynchronous) << name;
    EXPECT_TRUE(capabilities_of(name).wants_few_shapes) << name;
    EXPECT_FALSE(capabilities_of(name).is_own_processor) << name;
    EXPECT_EQ(capabilities_of(name).fast_products, ir::ElementType::f32) << name;
  }
  EXPECT_EQ(own_backends(&Capabilities::profiles), std::vector<std::string>{"cpu"});
  EXPECT_EQ(own_backends(&Capabilities::is_own_processor),
            (std::vector<std::string>{"cpu", "reference"}));
  EXPECT_EQ(make_backend("cpu:0", {})->capabilities().fast_products,
            capabilities_of("cpu").fast_products);
}

TEST(Registry, OnlyBackendsThatProfileTakeAProfile) {
  Profile profile;
  BackendOptions options;
  options.profile = &profile;
  EXPECT_EQ(make_backend("cpu:0", options)->name(), "cpu");
  for (const char* name : {"reference", "pjrt=cuda"}) {
    const auto failure = test::failure_of([&] { make_backend(name, options); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "a profile is made by the cpu backend only, found ");
  }
}

TEST(Registry, RefusesOthers) {
  for (const std::string kind : {"cuda", "rocm", "tpu", "xpu", "mps", "neuron"})
    for (const std::string& name : {kind, "pjrt=" + kind}) {
      const auto failure = test::failure_of([&] { make_backend(name, {}); });
      EXPECT_EQ(failure.code, ExitCode::missing_backend) << name;
      test::expect_contains(failure.message,
                            "backend pjrt=" + kind + ": no PJRT plugin for it is installed");
    }
  const auto absent = test::failure_of([&] { make_backend("cpu:1", {}); });
  EXPECT_EQ(absent.code, ExitCode::missing_backend);
  for (const char* name : {"cpuu", "cpu:", "cpu:-1", "pjrt", ""}) {
    const auto failure = test::failure_of([&] { make_backend(name, {}); });
    EXPECT_EQ(failure.code, ExitCode::usage) << name;
    test::expect_contains(failure.message, "there are: cpu, reference, pjrt=cuda");
  }
  test::expect_contains(test::failure_of([&] { make_backend("cpu?x=1", {}); }).message,
                        "takes no options");
}

}  // namespace
}  // namespace tutti::backend
