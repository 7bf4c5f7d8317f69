// SPDX-License-Identifier: Apache-2.0
#include "task/causal/message_flags.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::task::causal {
namespace {

using Flags = std::vector<std::optional<bool>>;

TEST(MessageFlags, AreTakenOutOfMessages) {
  Json messages = Json::parse(R"([{"a": 1, "weight": 0}, {"weight": 1.0, "train": true},
      {"train": false, "b": 2}, {"weight": null}, {}, 7])");
  EXPECT_EQ(take_message_flags(messages, "f"), (Flags{false, true, false, {}, {}, {}}));
  EXPECT_EQ(messages.dump(), R"([{"a":1},{},{"b":2},{},{},7])");
  Json other = "text";
  EXPECT_EQ(take_message_flags(other, "f"), Flags{});
}

TEST(MessageFlags, SayYesOrNo) {
  for (const char* wrong : {R"({"weight": 0.5})", R"({"weight": 2})", R"({"train": "yes"})"}) {
    Json messages = Json::array({Json::object(), Json::parse(wrong)});
    const auto failure = test::failure_of([&] { take_message_flags(messages, "f"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "expected 0 or false where the message does not count");
    test::expect_contains(failure.message, "f[1]: ");
  }
  Json both = Json::parse(R"([{"weight": 1, "train": false}])");
  test::expect_contains(test::failure_of([&] { take_message_flags(both, "f"); }).message,
                        "f[0]: \"weight\" and \"train\" differ");
}

}  // namespace
}  // namespace tutti::task::causal
