// SPDX-License-Identifier: Apache-2.0
#include "comm/setbacks.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tutti::comm {
namespace {

using Hosts = std::vector<std::string>;

TEST(Setbacks, TooManyInTurnAreAnErrorThatNamesRanks) {
  Setbacks setbacks;
  for (int time = 0; time < 9; time++)
    setbacks.note_failure(time < 7 ? "rank 2 (h2)" : "rank 1 (h1)", "damaged");
  EXPECT_NO_THROW(setbacks.expect_few());
  setbacks.note_failure("rank 1 (h1)", "a message was lost");
  try {
    setbacks.expect_few();
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::io);
    const std::string text = error.what();
    EXPECT_NE(text.find("met 10 times"), std::string::npos) << text;
    EXPECT_NE(text.find("to rank 1 (h1) 3x, to rank 2 (h2) 7x"), std::string::npos) << text;
    EXPECT_NE(text.find("The last time: a message was lost"), std::string::npos) << text;
  }
}

TEST(Setbacks, AStepOrADepartureEndsTheCount) {
  Setbacks setbacks;
  for (int time = 0; time < 100; time++) {
    setbacks.note_failure("rank 1", "damaged");
    if (time % 9 == 8) time % 2 ? setbacks.note_step() : setbacks.note_departure();
    EXPECT_NO_THROW(setbacks.expect_few());
  }
}

TEST(Setbacks, KnowsRepeatedFailures) {
  Setbacks setbacks;
  setbacks.note_failure("rank 1", "damaged");
  EXPECT_FALSE(setbacks.had_failures());
  setbacks.note_departure();
  setbacks.note_failure("rank 1", "damaged");
  EXPECT_TRUE(setbacks.had_failures());
  setbacks.note_step();
  EXPECT_FALSE(setbacks.had_failures());
}

TEST(Setbacks, AMachineIsHopelessAfterThreeAdmissionsInTurn) {
  Setbacks setbacks;
  const auto admit = [&](bool works) {
    setbacks.note_newcomer("h3");
    works ? setbacks.note_step() : setbacks.note_failure("rank 3", "silent");
    return setbacks.take_hopeless();
  };
  EXPECT_EQ(admit(false), Hosts());
  EXPECT_EQ(admit(false), Hosts());
  EXPECT_EQ(admit(true), Hosts());
  // Failures of others, in steps that it was not taken in for, are not its own.
  for (int time = 0; time < 5; time++) setbacks.note_failure("rank 1", "damaged");
  EXPECT_EQ(setbacks.take_hopeless(), Hosts());
  EXPECT_EQ(admit(false), Hosts());
  EXPECT_EQ(admit(false), Hosts());
  EXPECT_EQ(admit(false), Hosts{"h3"});
  EXPECT_EQ(admit(false), Hosts());
}

}  // namespace
}  // namespace tutti::comm
