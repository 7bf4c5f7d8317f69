// SPDX-License-Identifier: Apache-2.0
// Opening plugins and trying them, by a fake one that fails as it is told.
#include <dlfcn.h>

#include <fstream>

#include "backend/pjrt/plugin.h"
#include "backend/pjrt/probe.h"
#include "pjrt_support.h"
#include "support/errors.h"

namespace tutti::backend::pjrt {
namespace {

using test::Fake;

std::string refusal(const Path& library) {
  const auto failure = test::failure_of([&] { Plugin::open(library); });
  EXPECT_EQ(failure.code, ExitCode::missing_backend);
  return failure.message;
}

std::string refusal_when(const std::string& words) {
  const Fake fake(words);
  return refusal(Fake::library());
}

TEST(PjrtPlugin, TellsVersionAndAttributes) {
  const Fake fake("");
  const auto plugin = Plugin::open(Fake::library());
  EXPECT_EQ(plugin->minor(), 81);
  ASSERT_EQ(plugin->attributes().size(), 2U);
  EXPECT_EQ(plugin->attributes()[0].second, "[1, 2, 3]");
  EXPECT_EQ(plugin->attributes()[1].second, "good");
}

TEST(PjrtPlugin, TakesSizesFromThePluginsMinor) {
  for (const int minor : {43, 56, 60, 61, 71, 72, 81, 90, 104, 111, 113, 114, 130}) {
    SCOPED_TRACE(minor);
    const Fake fake(fmt::format("exact=1 memory=4096 minor={}", minor));
    const auto plugin = Plugin::open(Fake::library());
    const auto client = std::make_shared<Client>(plugin, std::vector<ClientOption>{});
    ASSERT_EQ(client->devices().size(), 2U);
    EXPECT_EQ(client->devices()[1].memory_bytes, 4096);
    EXPECT_EQ(client->devices()[1].id, 8);
    const ir::Tensor sent =
        ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::i32, {2}), {5, -6});
    const Buffer buffer = upload(client, client->devices()[1], sent);
    EXPECT_TRUE(download(dynamic_cast<const PjrtBuffer&>(*buffer)) == sent);
    c::CompiledMemoryStatsArgs stats;
    EXPECT_FALSE(plugin->attempt(stats));
    EXPECT_EQ(stats.temporaries, 7);
  }
}

TEST(PjrtPlugin, SaysWhyALibraryIsNone) {
  const test::TemporaryFolder folder;
  test::expect_contains(refusal(folder.path() / "none.so"), "there is no such file");
  const Path text = folder.path() / "text.so";
  std::ofstream(text) << "not a library";
  test::expect_contains(refusal(text), "cannot be loaded");
  Dl_info info{};
  ASSERT_NE(::dladdr(reinterpret_cast<void*>(&::gettid), &info), 0);
  test::expect_contains(refusal(info.dli_fname), "it has no function GetPjrtApi");
}

TEST(PjrtPlugin, SaysWhyAPluginCannotBeUsed) {
  test::expect_contains(refusal_when("api=null"), "GetPjrtApi() gave nothing");
  test::expect_contains(refusal_when("major=1"), "has PJRT API 1.81, expected 0.40");
  test::expect_contains(refusal_when("minor=39"), "has PJRT API 0.39");
  test::expect_contains(refusal_when("missing=20"), "lacks PJRT_Client_Compile, which is needed");
  test::expect_contains(refusal_when("functions=60"), "lacks PJRT_Buffer_ToHostBuffer");
  test::expect_contains(refusal_when("fail=3:14"),
                        "cannot be initialised: UNAVAILABLE: told to fail\n  at once");
}

TEST(PjrtPlugin, SaysWhyThereIsNoDevice) {
  const auto failure_when = [](const std::string& words) {
    const Fake fake(words);
    const auto plugin = Plugin::open(Fake::library());
    const auto failure = test::failure_of([&] { Client(plugin, {}); });
    EXPECT_EQ(failure.code, ExitCode::missing_backend);
    return failure.message;
  };
  test::expect_contains(failure_when("fail=10:5"), "gives no device: NOT_FOUND: told to fail");
  test::expect_contains(failure_when("devices=0"), "has no device on this machine");
}

TEST(PjrtPlugin, WaitsWithPluginsThatOnlyCallBack) {
  const Fake fake("await=unimplemented");
  const auto client =
      std::make_shared<Client>(Plugin::open(Fake::library()), std::vector<ClientOption>{});
  const ir::Tensor sent = ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::i32, {1}), {9});
  const Buffer buffer = upload(client, client->devices()[0], sent);
  EXPECT_EQ(download(dynamic_cast<const PjrtBuffer&>(*buffer)).int_at(0), 9);
}

TEST(PjrtPlugin, ReadsClientOptions) {
  const auto options = parse_client_options("a=2&b=true&c=0.5&d=x=y");
  ASSERT_EQ(options.size(), 4U);
  EXPECT_EQ(std::get<int64_t>(options[0].value), 2);
  EXPECT_TRUE(std::get<bool>(options[1].value));
  EXPECT_EQ(std::get<float>(options[2].value), 0.5F);
  EXPECT_EQ(std::get<std::string>(options[3].value), "x=y");
  const auto failure = test::failure_of([] { parse_client_options("a=1&b"); });
  test::expect_contains(failure.message, "found \"b\", expected name=value");
}

TEST(PjrtPlugin, ChecksTheTypesOfKnownOptions) {
  EXPECT_EQ(std::get<float>(parse_client_options("memory_fraction=1")[0].value), 1.0F);
  EXPECT_EQ(std::get<std::string>(parse_client_options("allocator=7")[0].value), "7");
  for (const auto& [option, expected] :
       {std::pair("cpu_device_count=two", "found \"two\", expected a whole number"),
        {"asynchronous=1", "found \"1\", expected true or false"},
        {"memory_fraction=", "found \"\", expected a number"}}) {
    const auto failure = test::failure_of([&] { parse_client_options(option); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, expected);
  }
}

PluginReport probed(const std::string& words, const std::string& options = "") {
  const Fake fake(words);
  return run_probe({{TUTTI_PROGRAM, "probe-plugin"}, words.empty() ? 20.0 : 2.0}, Fake::library(),
                   options);
}

TEST(PjrtProbe, ReportsAPluginThatWorks) {
  const PluginReport report = probed("", "devices=3");
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.platform, "fake");
  EXPECT_EQ(report.platform_version, "v1");
  EXPECT_EQ(report.api_version, "0.81");
  EXPECT_EQ(report.attributes.at(0).second, "[1, 2, 3]");
  ASSERT_EQ(report.devices.size(), 3U);
  EXPECT_EQ(report.devices[2].description, "fake device 2");
}

TEST(PjrtProbe, SurvivesWhatPluginsDo) {
  test::expect_contains(probed("hang=3").error, "gave no answer in 2 s");
  test::expect_contains(probed("await=never").error, "gave no answer in 2 s");
  test::expect_contains(probed("abort=10").error, "was ended by Aborted");
  const PluginReport aborted = probed("x=1", "devices=two");
  EXPECT_TRUE(aborted.crashed);
  test::expect_contains(aborted.error, "was ended by Aborted");
  EXPECT_FALSE(probed("fail=10:5").crashed);
  test::expect_contains(probed("echo=wrong").error, "gives back other numbers");
  test::expect_contains(probed("fail=16:13").error, "INTERNAL: told to fail");
  // It has told everything before it hangs on its way out.
  EXPECT_EQ(probed("hang=11").error, "");
}

TEST(PjrtProbe, ReadsReportsBehindOtherText) {
  PluginReport report;
  report.platform = "a platform";
  report.error = "line\nbreak";
  const std::string text = to_text(report);
  const auto read = report_of("chatter\n" + text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->platform, "a platform");
  EXPECT_EQ(read->error, "line\nbreak");
  EXPECT_FALSE(report_of(text.substr(0, text.size() - 4)));
  EXPECT_FALSE(report_of(""));
}

}  // namespace
}  // namespace tutti::backend::pjrt
