// SPDX-License-Identifier: Apache-2.0
#include "format/pickle.h"

#include <gtest/gtest.h>

#include "format/torch_files.h"
#include "support/errors.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;
using namespace std::string_literals;

std::string refusal(const std::string& pickle) {
  const auto failure = failure_of([&] { parse_state_dict(pickle, "x.bin"); });
  EXPECT_EQ(failure.code, ExitCode::usage) << failure.message;
  expect_contains(failure.message, "x.bin: ");
  return failure.message;
}

std::string tensor_refusal(const PickledView& view) {
  return refusal(pickled_dict({{"w", pickled(view)}}));
}

TEST(Pickle, ReadsTensorsByTheirNames) {
  const auto tensors = parse_state_dict(
      pickled_dict({{"w", pickled(PickledView{"HalfStorage", "7", 10, 2, {2, 3}, {4, 1}})},
                    {"a", pickled(PickledView{"LongStorage", "8", 1, 0, {}, {}})},
                    {"w", pickled(PickledView{"FloatStorage", "9", 1, 0, {1}, {5}})}}),
      "x.bin");
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].name, "a");
  EXPECT_EQ(tensors[0].dtype, Dtype::i64);
  EXPECT_TRUE(tensors[0].shape.empty());
  EXPECT_EQ(tensors[1].storage, "9") << "the last of a name counts, as in Python";
  EXPECT_EQ(tensors[1].dtype, Dtype::f32);
}

TEST(Pickle, RunsNothingAndNamesWhatItWasAskedFor) {
  for (const auto& [pickle, name] : {std::pair("\x80\x02"
                                               "cos\nsystem\n(X\x02\0\0\0lstR."s,
                                               "os.system"s),
                                     {"\x80\x04\x8c\x08"
                                      "builtins\x8c\x04"
                                      "eval\x93."s,
                                      "builtins.eval"},
                                     {"\x80\x02"
                                      "ctorch\nload\n."s,
                                      "torch.load"},
                                     {"\x80\x02"
                                      "ctorch\nQInt8Storage\n."s,
                                      "torch.QInt8Storage"}}) {
    const std::string message = refusal(pickle);
    expect_contains(message, "requests " + name);
    expect_contains(message, "Tutti ran none of it");
  }
  expect_contains(refusal("\x80\x02(ios\nsystem\n."s), "the opcode 0x69");
  expect_contains(refusal("\x80\x02}}\x81."s), "the opcode 0x81");
  expect_contains(refusal("\x80\x00}."s), "protocol 0");
  expect_contains(refusal("\x80\x02"
                          "ccollections\nOrderedDict\n(K\x01tR."s),
                  "a call of collections.OrderedDict with 1 arguments");
}

TEST(Pickle, RefusesWhatIsNoStateDict) {
  expect_contains(refusal(pickled_dict({{"epoch", pickled(int64_t{3})}})),
                  "\"epoch\" is an integer, expected a tensor");
  expect_contains(refusal(pickled_dict({{"state_dict", "}"}})), "\"state_dict\" is a dict");
  expect_contains(refusal("\x80\x02]."s), "found a list");
  expect_contains(refusal("\x80\x02}(K\x01K\x02u."s), "found a key that is no text");
  expect_contains(refusal("\x80\x02}(K\x01u."s), "a key without a value");
  expect_contains(refusal("\x80\x02K\x01K\x02s."s), "without its operand");
  expect_contains(refusal("\x80\x02t."s), "without its mark");
  expect_contains(refusal("\x80\x02h\x05."s), "nothing remembered as 5");
  const std::string whole = pickled_dict({{"w", pickled(PickledView{})}});
  for (size_t bytes = 0; bytes < whole.size(); bytes++)
    expect_contains(refusal(whole.substr(0, bytes)), "expected a state dict");
}

TEST(Pickle, ATensorLiesWithinItsStorage) {
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 1, {2, 3}, {3, 1}}),
                  "an element 6 in a storage of 6");
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 7, {0}, {1}}), "in a storage of 6");
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, -1, {2}, {1}}), "a negative size");
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 0, {2}, {-1}}), "a negative size");
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 0, {2, 3}, {1}}), "more sizes than");
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 0, {7}, {0}}), "repeats 6 elements as 7");
  const int64_t large = 2147483647;
  expect_contains(tensor_refusal({"FloatStorage", "0", 6, 0, {large, large, large}, {0, 0, 0}}),
                  "64-bit size");
}

}  // namespace
}  // namespace tutti::format
