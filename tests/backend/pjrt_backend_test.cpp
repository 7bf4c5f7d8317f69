// SPDX-License-Identifier: Apache-2.0
// The backend's own rules, on the fake plugin.
#include "backend/pjrt/pjrt_backend.h"

#include <sys/stat.h>

#include <fstream>

#include "backend/pjrt/program_text.h"
#include "pjrt_support.h"
#include "support/errors.h"

namespace tutti::backend {
namespace {

using test::Fake;

constexpr const char* kIdentity = R"(
func.func @identity(%arg0: tensor<2xi32> {tf.aliasing_output = 0 : i32, tutti.role = "state"},
                    %arg1: tensor<2xi32>) -> (tensor<2xi32>) {
  return %arg0 : tensor<2xi32>
})";
const CompileOptions kOptions = {.function = "identity"};

ir::Tensor numbers(int64_t first) {
  return ir::Tensor::of_ints(ir::Type::tensor(ir::ElementType::i32, {2}), {first, first + 1});
}

PjrtOptions fake_options() {
  PjrtOptions options;
  options.library = Fake::library();
  return options;
}

void run(Executable& executable, std::vector<Buffer>& arguments, std::vector<Buffer>& results) {
  const std::span<Buffer> in[] = {arguments}, out[] = {results};
  executable.run(in, out);
}

TEST(PjrtProgram, SortsAlongAxesCountedFromTheFirst) {
  const auto program = pjrt::program_text(test::module_of(R"(
func.func @main(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
})"),
                                          "main");
  EXPECT_NE(program.text.find("dimension = 0"), std::string::npos) << program.text;
}

TEST(PjrtBackend, MakesMainOfAFunction) {
  const auto program = pjrt::program_text(test::module_of(kIdentity), "identity");
  test::expect_contains(program.text, "func.func public @main(");
  test::expect_contains(program.text, "tf.aliasing_output = 0 : i32");
  EXPECT_EQ(program.text.find("tutti."), std::string::npos);
  EXPECT_EQ(program.donated, (std::vector<bool>{true, false}));
  EXPECT_EQ(program.aliases, (std::vector<std::pair<size_t, size_t>>{{0, 0}}));
  EXPECT_EQ(program.name, "identity");
}

TEST(PjrtBackend, EncodesCompileOptions) {
  // As a protocol buffer library writes them; XLA's own plugin takes these bytes.
  const std::string one = pjrt::compile_options({0}, {});
  EXPECT_EQ(one, std::string("\x1a\x1a\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x20\x01\x28\x01"
                             "\x4a\x09\x08\x01\x10\x01\x1a\x03\x0a\x01\x00",
                             28));
  const std::string flagged = pjrt::compile_options({0}, {{"f", false}});
  EXPECT_EQ(flagged, one + std::string("\x3a\x07\x0a\x01\x66\x12\x02\x10\x00", 9));
}

TEST(PjrtBackend, ConsumesDonatedArguments) {
  const Fake fake("");
  PjrtBackend backend(fake_options());
  const auto executable = backend.compile(test::module_of(kIdentity), kOptions);
  const MemoryUse use = executable->memory();
  EXPECT_EQ(use.arguments, 100);
  EXPECT_EQ(use.results, 30);
  EXPECT_EQ(use.temporaries, 10);
  EXPECT_EQ(use.peak, 140);
  const Device device = backend.devices()[0];
  std::vector<Buffer> arguments = {backend.upload(numbers(3), device),
                                   backend.upload(numbers(8), device)};
  std::vector<Buffer> results(1);
  run(*executable, arguments, results);
  EXPECT_EQ(arguments[0], nullptr);
  EXPECT_NE(arguments[1], nullptr);
  EXPECT_TRUE(backend.download(results[0]) == numbers(3));
}

TEST(PjrtBackend, ChecksArgumentsThatPluginsDoNot) {
  const Fake fake("");
  PjrtBackend backend(fake_options()), other(fake_options());
  const auto executable = backend.compile(test::module_of(kIdentity), kOptions);
  const Device device = backend.devices()[0];
  std::vector<Buffer> results(1);
  const auto failure_with = [&](Buffer first) {
    std::vector<Buffer> arguments = {std::move(first), backend.upload(numbers(1), device)};
    return test::failure_of([&] { run(*executable, arguments, results); }).message;
  };
  test::expect_contains(failure_with(nullptr), "argument 0 of @identity on device 0 is empty");
  test::expect_contains(failure_with(other.upload(numbers(1), device)), "is another backend's");
  const ir::Type flat = ir::Type::tensor(ir::ElementType::f32, {2});
  test::expect_contains(failure_with(backend.upload(ir::Tensor::splat(flat, 1), device)),
                        "is a tensor<2xf32>, expected tensor<2xi32>");
  const Buffer held = backend.upload(numbers(1), device);
  test::expect_contains(failure_with(held), "its buffer is held by others too");
  std::vector<Buffer> none;
  test::expect_contains(test::failure_of([&] { run(*executable, none, results); }).message,
                        "takes 2 arguments, found 0");
}

TEST(PjrtBackend, TurnsErrorsIntoOurs) {
  const auto failure_when = [](const std::string& words) {
    const Fake fake(words);
    PjrtBackend backend(fake_options());
    return test::failure_of([&] { backend.compile(test::module_of(kIdentity), kOptions); });
  };
  EXPECT_EQ(failure_when("fail=20:8").code, ExitCode::out_of_memory);
  EXPECT_EQ(failure_when("fail=20:14").code, ExitCode::missing_backend);
  EXPECT_EQ(failure_when("fail=20:3").code, ExitCode::usage);
  test::expect_contains(failure_when("fail=20:3").message,
                        "PJRT_Client_Compile failed: INVALID_ARGUMENT: told to fail");
  EXPECT_EQ(failure_when("memory=120").code, ExitCode::out_of_memory);
  const Fake fake("outputs=2");
  PjrtBackend backend(fake_options());
  EXPECT_THROW(backend.compile(test::module_of(kIdentity), kOptions), InternalError);
}

TEST(PjrtBackend, ReportsABuffersError) {
  const Fake fake("await=error");
  PjrtBackend backend(fake_options());
  const Buffer buffer = backend.upload(numbers(1), backend.devices()[0]);
  test::expect_contains(test::failure_of([&] { backend.download(buffer); }).message,
                        "DATA_LOSS: the transfer broke");
}

TEST(PjrtBackend, WaitsWithoutReading) {
  const auto wait_when = [](const std::string& words) {
    const Fake fake(words);
    PjrtBackend backend(fake_options());
    backend.wait(backend.upload(numbers(1), backend.devices()[0]));
  };
  const auto failure_when = [&](const std::string& words) {
    return test::failure_of([&] { wait_when(words); }).message;
  };
  // 70 reads a buffer, 72 gives the event of its end; a plugin without that is read from.
  EXPECT_NO_THROW(wait_when("fail=70:13"));
  EXPECT_NO_THROW(wait_when("missing=72"));
  EXPECT_NO_THROW(wait_when("await=unimplemented"));
  test::expect_contains(failure_when("missing=72 await=error"), "the transfer broke");
  test::expect_contains(failure_when("await=error"), "DATA_LOSS: the transfer broke");
  test::expect_contains(failure_when("fail=72:13"), "PJRT_Buffer_ReadyEvent failed");
}

TEST(PjrtBackend, RefusesToExchangeValuesWithTheHostMeanwhile) {
  const Fake fake("");
  PjrtBackend backend(fake_options());
  const auto failure_of = [&](const std::string& body) {
    const auto module = test::module_of(
        "func.func @main() -> (!stablehlo.token) {\n%t0 = stablehlo.after_all : "
        "!stablehlo.token\n" +
        body + "return %t1 : !stablehlo.token\n}");
    return test::failure_of([&] { backend.compile(module, {}); }).message;
  };
  test::expect_contains(failure_of("%t1 = \"stablehlo.outfeed\"(%t0) <{outfeed_config = \"\"}> : "
                                   "(!stablehlo.token) -> !stablehlo.token\n"),
                        "test:3:7: stablehlo.outfeed: PJRT has no way to exchange values");
  test::expect_contains(failure_of("%x, %t1 = \"stablehlo.infeed\"(%t0) <{infeed_config = \"\"}> : "
                                   "(!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)\n"),
                        "stablehlo.infeed: PJRT has no way");
  test::expect_contains(
      failure_of("%t1 = \"stablehlo.send\"(%t0) <{channel_handle = "
                 "#stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : "
                 "(!stablehlo.token) -> !stablehlo.token\n"),
      "stablehlo.send: PJRT has no way");
}

TEST(PjrtBackend, WantsAsManyDevicesAsReplicas) {
  const Fake fake("devices=2");
  PjrtBackend backend(fake_options());
  const auto with = [&](const char* attributes) {
    return test::module_of(fmt::format("module attributes {{{}}} {{{}}}", attributes, kIdentity));
  };
  EXPECT_NO_THROW(backend.compile(with("mhlo.num_replicas = 2 : i32"), kOptions));
  const auto failure =
      test::failure_of([&] { backend.compile(with("mhlo.num_replicas = 3 : i32"), kOptions); });
  EXPECT_EQ(failure.code, ExitCode::missing_backend);
  test::expect_contains(failure.message, "is for 3 replicas, but backend pjrt has 2 devices");
  EXPECT_NO_THROW(backend.compile(with("mhlo.num_partitions = 2 : i32"), kOptions));
}

TEST(PjrtBackend, RefusesWhatIsDoneByPartition) {
  const auto refusal = [](const std::string& attributes, const std::string& operation) {
    const ir::Module module = test::module_of(fmt::format(
        "module attributes {{{}}} {{\n  sdy.mesh @mesh = <[\"d\"=2]>\n"
        "  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n"
        "    %r = {} : (tensor<4xf32>) -> tensor<4xf32>\n    return %r : tensor<4xf32>\n  }}\n}}",
        attributes, operation));
    return test::failure_of([&] { pjrt::program_text(module, "main"); }).message;
  };
  const std::string partitions = "mhlo.num_partitions = 2 : i32";
  const std::string moves =
      "\"stablehlo.collective_permute\"(%x) <{channel_handle = #stablehlo.channel_handle<handle = "
      "1, "
      "type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>";
  const std::string manual =
      "sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"d\"}]>] out_shardings=[<@mesh, "
      "[{\"d\"}]>] manual_axes={\"d\"} (%y: tensor<2xf32>) {\n sdy.return %y : tensor<2xf32>\n }";
  test::expect_contains(refusal(partitions, moves),
                        "test:4:10: stablehlo.collective_permute: is "
                        "for several partitions");
  for (const std::string& attributes : {partitions, std::string()})
    test::expect_contains(refusal(attributes, manual), "backend reference");
}

struct Logged {
  std::string text, shown;  // shown: without -v
};

/// Compiles with a cache; gives what was logged.
Logged compile_with(const Path& folder, const std::string& words, std::optional<int> device = {}) {
  const test::LogRecord log;
  const Fake fake(words);
  PjrtOptions options = fake_options();
  options.cache_folder = folder;
  options.cache_seconds = 0;
  options.device = device;
  PjrtBackend backend(options);
  backend.compile(test::module_of(kIdentity), kOptions);
  return {log.text(), log.shown()};
}

TEST(PjrtCache, KeepsProgramsAndSaysWhyNot) {
  const test::TemporaryFolder folder;
  const Path cache = folder.path() / "programs";
  const Logged first = compile_with(cache, "");
  test::expect_contains(first.text, "the program is new");
  EXPECT_EQ(first.shown, "");
  struct stat status {};
  ASSERT_EQ(::stat(cache.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
  // It would fail if it compiled.
  test::expect_contains(compile_with(cache, "fail=20:13").text, "compiled before");
  test::expect_contains(compile_with(cache, "minor=82").shown,
                        "by another plugin, version or device");
  test::expect_contains(compile_with(cache, "", 1).shown, "with other options");
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    std::fstream stored(entry.path(), std::ios::in | std::ios::out);
    stored.seekp(70);
    stored.put('?');
  }
  test::expect_contains(compile_with(cache, "").shown, "the stored one is damaged");
  test::expect_contains(compile_with(cache, "fail=20:13").text, "compiled before");
  for (const auto& entry : std::filesystem::directory_iterator(cache))
    std::filesystem::permissions(entry.path(), std::filesystem::perms::all);
  test::expect_contains(compile_with(cache, "").shown, "could be another user's");
}

TEST(PjrtCache, DoesNotUseAFolderThatOthersMayWrite) {
  const test::TemporaryFolder folder;
  const Path cache = folder.path() / "programs";
  std::filesystem::create_directory(cache);
  std::filesystem::permissions(cache, std::filesystem::perms::all);
  test::expect_contains(compile_with(cache, "").shown, "is open to others");
  EXPECT_TRUE(std::filesystem::is_empty(cache));
}

}  // namespace
}  // namespace tutti::backend
