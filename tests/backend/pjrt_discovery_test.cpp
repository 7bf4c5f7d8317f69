// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "backend/pjrt/discovery.h"
#include "backend/registry.h"
#include "pjrt_support.h"
#include "support/errors.h"
#include "support/log.h"

namespace tutti::backend::pjrt {
namespace {

void touch(const Path& file) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << "x";
}

TEST(PjrtDiscovery, FindsPluginsOfPythonPackages) {
  const test::TemporaryFolder folder;
  for (const char* file :
       {"xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so", "xla_plugins/xla_cpu_pjrt/__init__.py",
        "jax_plugins/xla_cuda13/xla_cuda_plugin.so", "jax_plugins/xla_cuda13/other.so",
        "jax_plugins/xla_rocm7/xla_rocm_plugin.so", "libtpu/libtpu.so",
        "libneuronxla/libneuronpjrt.so"})
    touch(folder.path() / file);
  const auto found = find_plugins({"mine:/opt/mine.so,sim:/opt/tpu_sim.so", {folder.path(), "."}});
  std::vector<std::string> names;
  for (const Candidate& plugin : found) names.push_back(plugin.name + "=" + plugin.kind);
  const std::vector<std::string> expected = {
      "mine=",          "sim=tpu", "xla_cpu_pjrt=",      "xla_cuda13=cuda",
      "xla_rocm7=rocm", "libtpu=", "libneuronxla=neuron"};  // the first tpu is tpu_sim.so
  EXPECT_EQ(names, expected);
}

TEST(PjrtDiscovery, RefusesTheWorkingDirectory) {
  for (const char* list : {"a:b.so", "a:./b.so", "a", ":/b.so", "a:"}) {
    const auto failure = test::failure_of([&] { find_plugins({list, {}}); });
    test::expect_contains(failure.message, "PJRT_NAMES_AND_LIBRARY_PATHS");
    test::expect_contains(failure.message, "expected name:/absolute/path");
  }
}

BackendOptions with_fake(const std::string& name) {
  BackendOptions options;
  options.plugins.search.names_and_paths = name + ":" + test::Fake::library().string();
  return options;
}

TEST(PjrtDiscovery, OpensBackendsByName) {
  const test::Fake fake("");
  const auto by_kind = make_backend("pjrt=cuda", with_fake("cuda"));
  EXPECT_EQ(by_kind->name(), "pjrt=cuda");
  EXPECT_EQ(by_kind->device_kind(), "cuda");
  EXPECT_EQ(by_kind->devices().size(), 2U);
  EXPECT_EQ(by_kind->devices()[1].backend, "pjrt=cuda");
  EXPECT_EQ(make_backend("pjrt=mine", with_fake("mine"))->name(), "pjrt");
  const std::string path = "pjrt=" + test::Fake::library().string();
  EXPECT_EQ(make_backend(path, {})->devices().size(), 2U);
  EXPECT_EQ(make_backend(path + "?devices=5", {})->devices().size(), 5U);
  const auto one = make_backend(path + "?devices=5:3", {});
  ASSERT_EQ(one->devices().size(), 1U);
  test::expect_contains(one->devices()[0].description, "fake device 3 (fake, PJRT API 0.81)");
  // The same for each device of a kind, so that processes may have one of them each.
  EXPECT_EQ(one->devices()[0].arithmetic, "paper (fake, PJRT API 0.81)");
}

TEST(PjrtDiscovery, AKindAloneIsThePluginWithAWarning) {
  const test::Fake fake("");
  const test::LogRecord log;
  const auto device = make_backend("cuda:1", with_fake("xla_cuda13"));
  EXPECT_EQ(device->name(), "pjrt=cuda");
  EXPECT_EQ(device->devices().size(), 1U);
  test::expect_contains(log.text(), "backend cuda:1: the PJRT plugin is used; write pjrt=cuda:1");
  const test::LogRecord quiet;
  make_backend("pjrt=cuda:1", with_fake("xla_cuda13"));
  EXPECT_EQ(quiet.text(), "");
}

/// `pjrt=tpu` is one plugin, however it is found.
TEST(PjrtDiscovery, ThePluginThatIsCalledByAKindIsThatKind) {
  const auto found = find_plugins({"sim:/opt/tpu_sim.so,tpu:/opt/other.so", {}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].request(), "pjrt=sim");
  EXPECT_EQ(found[1].request(), "pjrt=tpu");
}

TEST(PjrtDiscovery, SaysWhatIsMissing) {
  const test::Fake fake("");
  const auto failure_of = [](const std::string& name, const BackendOptions& options) {
    const auto failure = test::failure_of([&] { make_backend(name, options); });
    EXPECT_EQ(failure.code, ExitCode::missing_backend) << name;
    return failure.message;
  };
  const std::string none = failure_of("tpu", with_fake("mine"));
  test::expect_contains(none, "Plugins found: mine");
  test::expect_contains(none, "pip install libtpu");
  test::expect_contains(failure_of("pjrt=other", with_fake("mine")), "found: mine");
  test::expect_contains(failure_of("pjrt=/none.so", {}), "there is no such file");
  test::expect_contains(failure_of("pjrt=mine:2", with_fake("mine")),
                        "there is no device 2; there are 2");
  BackendOptions tried = with_fake("mine");
  tried.plugins.probe = {{TUTTI_PROGRAM, "probe-plugin"}, 20};
  EXPECT_EQ(make_backend("pjrt=mine", tried)->name(), "pjrt");
  const auto options = test::failure_of([&] { make_backend("pjrt=mine?devices=two", tried); });
  EXPECT_EQ(options.code, ExitCode::usage);
  test::expect_contains(options.message, "does not take the options \"devices=two\"");
  test::Fake::tell("abort=10");
  test::expect_contains(failure_of("pjrt=mine", tried), "was ended by Aborted");
}

}  // namespace
}  // namespace tutti::backend::pjrt
