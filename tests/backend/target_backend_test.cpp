// SPDX-License-Identifier: Apache-2.0
// Compiling for a device that is not there, by the fake plugin, and loading what was compiled.
#include "backend/pjrt/target_backend.h"

#include <sys/stat.h>

#include "backend/pjrt/child_report.h"
#include "backend/pjrt/pjrt_backend.h"
#include "pjrt_support.h"
#include "support/errors.h"

namespace tutti::backend {
namespace {

using test::Fake;

constexpr const char* kIdentity = R"(
func.func @identity(%arg0: tensor<2xi32>) -> (tensor<2xi32>) {
  return %arg0 : tensor<2xi32>
})";
constexpr const char* kReplicas = R"(
module attributes {mhlo.num_replicas = 2 : i32} {
func.func @both(%arg0: tensor<2xi32>) -> (tensor<2xi32>) {
  return %arg0 : tensor<2xi32>
}})";

class TargetTest : public testing::Test {
 protected:
  TargetBackend target(int64_t devices = 1, int64_t memory = 0) const {
    return TargetBackend(
        {{"paper:2", "paper", {"", {{"topology", std::to_string(devices)}}}, devices, memory},
         Fake::library(),
         {{TUTTI_PROGRAM, "compile-for-topology"}, folder_.path(), 20}});
  }

  /// The error of compiling with a plugin that is told so.
  test::Failure failure_when(const std::string& words) const {
    const Fake fake(words);
    TargetBackend backend = target();
    return test::failure_of(
        [&] { backend.try_compile(test::module_of(kIdentity), {.function = "identity"}); });
  }

  test::TemporaryFolder folder_;
};

TEST_F(TargetTest, TellsWhatTheCompilerSays) {
  const Fake fake("");
  TargetBackend backend = target();
  const auto compiled = backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
  ASSERT_TRUE(compiled.executable) << compiled.lack;
  ASSERT_EQ(backend.programs().size(), 1U);
  const pjrt::CompiledProgram& program = backend.programs()[0];
  EXPECT_EQ(program.function, "identity");
  EXPECT_EQ(program.device_kind, "paper");
  EXPECT_EQ(program.compiler, "fake v1");
  EXPECT_EQ(program.memory.arguments, 100);
  EXPECT_EQ(program.memory.results, 30);
  EXPECT_EQ(program.memory.temporaries, 10);  // 3 of them are code
  EXPECT_EQ(program.memory.peak, 140);
  EXPECT_EQ(compiled.executable->memory().peak, 140);
  EXPECT_EQ(program.costs,
            (std::map<std::string, double>{{"flops", 1500}, {"bytes accessed", 3000}}));
  EXPECT_EQ(program.optimized, "an optimized program");
  EXPECT_EQ(program.optimized_format, "hlo");
  EXPECT_EQ(program.executable, "a compiled program");
  EXPECT_EQ(backend.latest(), &program);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(TargetTest, CompilesAProgramOnce) {
  const Fake fake("");
  TargetBackend backend = target();
  backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
  Fake::tell("fail=89:13");  // it would be refused now
  const auto again = backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
  EXPECT_TRUE(again.executable);
  EXPECT_EQ(backend.programs().size(), 1U);
  EXPECT_NE(backend.latest(), nullptr);
}

TEST_F(TargetTest, SaysWhatTheCompilerRefuses) {
  const auto refused = failure_when("fail=89:13");
  EXPECT_EQ(refused.code, ExitCode::usage);
  test::expect_contains(refused.message, "PJRT_Compile failed: INTERNAL: told to fail");
}

TEST_F(TargetTest, SaysThatAPluginNeedsItsDevice) {
  for (const char* words : {"fail=82:12", "missing=82"}) {
    SCOPED_TRACE(words);
    const auto absent = failure_when(words);
    EXPECT_EQ(absent.code, ExitCode::missing_backend);
    test::expect_contains(absent.message,
                          "compiles for no device that is not there: UNIMPLEMENTED");
  }
}

TEST_F(TargetTest, SurvivesAPluginThatEndsItsProcess) {
  for (const char* words : {"abort=82", "abort=89", "abort=49"}) {
    SCOPED_TRACE(words);
    const auto crashed = failure_when(words);
    EXPECT_EQ(crashed.code, ExitCode::missing_backend);
    test::expect_contains(crashed.message, "the compiler was ended by Aborted");
  }
  const auto none = failure_when("api=null");
  EXPECT_EQ(none.code, ExitCode::missing_backend);
  test::expect_contains(none.message, "GetPjrtApi() gave nothing");
}

TEST_F(TargetTest, MemoryThatDoesNotSufficeIsALack) {
  {
    const Fake fake("fail=89:8");
    TargetBackend backend = target();
    const auto lack = backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
    EXPECT_FALSE(lack.executable);
    test::expect_contains(lack.lack, "@identity for paper:2: ");
    test::expect_contains(lack.lack, "RESOURCE_EXHAUSTED: told to fail");
    EXPECT_EQ(backend.latest(), nullptr);
  }
  const Fake fake("");
  TargetBackend backend = target(1, 139);
  const auto lack = backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
  EXPECT_FALSE(lack.executable);
  EXPECT_EQ(lack.lack,
            "@identity needs 140 B of device memory, but paper:2 has 139 B: arguments 100 B, "
            "results 30 B, temporaries 10 B");
  EXPECT_NE(backend.latest(), nullptr);  // the compiler took it
}

TEST_F(TargetTest, CompilesForSeveralDevices) {
  const Fake fake("");
  TargetBackend two = target(2);
  EXPECT_EQ(two.devices().size(), 2U);
  EXPECT_TRUE(two.try_compile(test::module_of(kReplicas), {.function = "both"}).executable);
  TargetBackend one = target();
  const auto failure =
      test::failure_of([&] { one.try_compile(test::module_of(kReplicas), {.function = "both"}); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "@both is for 2 replicas, but paper:2 has 1 devices");
}

TEST_F(TargetTest, RunsNothing) {
  const Fake fake("");
  TargetBackend backend = target();
  EXPECT_THROW(backend.upload({}, backend.devices()[0]), InternalError);
}

TEST(ChildReport, IsReadWholeOrNotAtAll) {
  const std::string text =
      pjrt::report_text("a title", {{"key", "a value"}, {"key", "two\nlines"}});
  const auto lines = pjrt::read_report("a title", "what a plugin says\n" + text);
  ASSERT_TRUE(lines);
  EXPECT_EQ(*lines, (pjrt::ReportLines{{"key", "a value"}, {"key", "two\nlines"}}));
  for (size_t size = 0; size + 4 < text.size(); size++)
    EXPECT_FALSE(pjrt::read_report("a title", text.substr(0, size))) << size;
  EXPECT_FALSE(pjrt::read_report("another title", text));
}

/// Loads what was kept; the plugin refuses to compile.
class CarriedTest : public TargetTest {
 protected:
  CarriedTest() {
    const Fake fake("");
    TargetBackend backend = target();
    backend.keep_in(kept_);
    backend.try_compile(test::module_of(kIdentity), {.function = "identity"});
  }

  /// What is logged where the program is compiled for the plugin's own device.
  std::string logged(const std::string& words, const char* program = kIdentity,
                     Path folder = {}) const {
    const Fake fake(words);
    PjrtOptions options;
    options.library = Fake::library();
    options.compiled_folder = folder.empty() ? kept_ : folder;
    const test::LogRecord log;
    PjrtBackend backend(std::move(options));
    EXPECT_TRUE(backend.try_compile(test::module_of(program), {.function = "identity"}).executable);
    return log.text();
  }

  Path file() const { return std::filesystem::directory_iterator(kept_)->path(); }

  Path kept_ = folder_.path() / "kept";
};

TEST_F(CarriedTest, IsKeptForThisUserAlone) {
  struct stat status {};
  ASSERT_EQ(::stat(kept_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(CarriedTest, IsLoadedAndNotCompiled) {
  test::expect_contains(logged("fail=20:13"), "@identity for pjrt: loaded from " + kept_.string());
}

TEST_F(CarriedTest, SaysWhyItCompiles) {
  constexpr const char* kOther = R"(
func.func @identity(%arg0: tensor<3xi32>) -> (tensor<3xi32>) {
  return %arg0 : tensor<3xi32>
})";
  test::expect_contains(logged("", kOther),
                        "not loaded from " + kept_.string() + ": the program is new");
  test::expect_contains(logged("fail=56:13"), "the plugin does not take the stored one: told to");
  test::expect_contains(logged("minor=70"),
                        "the plugin loads programs for its first devices alone");
  test::expect_contains(logged("kind=cloth"),
                        "the program was compiled by another plugin, version or device");
  const std::string whole = read_file(file());
  write_file_atomically(file(), whole + "more");
  std::filesystem::permissions(file(), std::filesystem::perms::owner_read);
  test::expect_contains(logged(""), "the stored one is damaged");
  write_file_atomically(file(), "no program");
  std::filesystem::permissions(file(), std::filesystem::perms::owner_read);
  test::expect_contains(logged(""), "the stored one is damaged");
  std::filesystem::permissions(file(), std::filesystem::perms::all);
  test::expect_contains(logged(""), "could be another user's");
}

TEST_F(CarriedTest, AFolderThatOthersWriteIsNotTrusted) {
  std::filesystem::permissions(kept_, std::filesystem::perms::all);
  test::expect_contains(logged(""), "others may write to it: chmod go-w it");
  TargetBackend backend = target();
  const auto failure = test::failure_of([&] { backend.keep_in(kept_); });
  EXPECT_EQ(failure.code, ExitCode::io);
  test::expect_contains(failure.message, "is open to others: chmod 700 it");
}

TEST_F(CarriedTest, AFolderThatIsMissingIsAnError) {
  const Fake fake("");
  PjrtOptions options;
  options.library = Fake::library();
  options.compiled_folder = folder_.path() / "none";
  const auto failure = test::failure_of([&] { PjrtBackend{options}; });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "found no such folder of compiled programs");
}

}  // namespace
}  // namespace tutti::backend
