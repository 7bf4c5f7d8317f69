// SPDX-License-Identifier: Apache-2.0
#include "format/tfevents_read.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "format/tfevents.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

const Path kFixture =
    Path(TUTTI_SOURCE_DIR) / "tests/format/tfevents/events.out.tfevents.0000000100.tensorboard";

/// A record whose checksums are right.
std::string record_of(const std::string& event) {
  const auto little = [](uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; i++) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  const std::string length = little(event.size(), 8);
  return length + little(masked_crc32c(length), 4) + event + little(masked_crc32c(event), 4);
}

/// A field of bytes, of which there are fewer than 16,384.
std::string sized(char field, const std::string& content) {
  std::string text(1, field);
  text += static_cast<char>(content.size() | 0x80);
  text += static_cast<char>(content.size() >> 7);
  return text + content;
}

// The file is TensorBoard's own; the values are those of tools/write_event_fixture.py.
TEST(TfeventsRead, ReadsWhatTensorBoardWrote) {
  const EventCurves file = read_events(kFixture);
  EXPECT_FALSE(file.cut_off);
  std::vector<std::string> tags;
  for (const auto& [tag, points] : file.curves) tags.push_back(tag);
  EXPECT_EQ(tags, (std::vector<std::string>{"eval/double", "eval/float", "train/learning_rate",
                                            "train/loss"}));
  const auto& loss = file.curves.at("train/loss");
  ASSERT_EQ(loss.size(), 3u);
  EXPECT_EQ(loss[0].step, 1);
  EXPECT_EQ(loss[0].time, 101.0);
  EXPECT_EQ(loss[0].value, 2.5);
  EXPECT_TRUE(std::isnan(loss[1].value));
  EXPECT_EQ(loss[1].time, 102.5);
  EXPECT_EQ(loss[2].step, int64_t{1} << 40);
  EXPECT_EQ(file.curves.at("eval/float")[0].value, 0.25);
  EXPECT_EQ(file.curves.at("eval/double")[0].value, 1.5);
  EXPECT_EQ(file.curves.at("eval/double")[0].step, 300);
}

TEST(TfeventsRead, ReadsWhatTuttiWrites) {
  const test::TemporaryFolder folder;
  EventWriter writer(folder.path(), 7.0, "h");
  writer.scalar("a", 3.0f, 4, 8.5);
  EXPECT_TRUE(is_event_file(writer.path()));
  const EventCurves file = read_events(writer.path());
  ASSERT_EQ(file.curves.size(), 1u);
  EXPECT_EQ(file.curves.at("a")[0].value, 3.0);
  EXPECT_EQ(file.curves.at("a")[0].time, 8.5);
}

// torch's SummaryWriter.add_text: a tensor of type 7 (DT_STRING) whose field 8 is the text.
TEST(TfeventsRead, ReadsTexts) {
  const auto event = [](const std::string& text) {
    const std::string tensor = std::string("\x08\x07", 2) + sized(0x42, text);
    return record_of(
        sized(0x2a, sized(0x0a, sized(0x0a, "args/text_summary") + sized(0x42, tensor))));
  };
  const EventCurves file = parse_events(event("first") + event("second"), "f");
  EXPECT_TRUE(file.curves.empty());
  EXPECT_EQ(file.texts, (std::map<std::string, std::string>{{"args/text_summary", "first"}}));
}

TEST(TfeventsRead, StopsWhereAFileWasCutOff) {
  const std::string whole = read_file(kFixture);
  size_t most = 0;
  for (size_t size = 0; size < whole.size(); size++) {
    const EventCurves file = parse_events(whole.substr(0, size), "f");
    size_t points = 0;
    for (const auto& [tag, curve] : file.curves) points += curve.size();
    EXPECT_GE(points, most) << size;
    most = points;
  }
  EXPECT_EQ(most, 5u) << "all but the last record's";
  EXPECT_TRUE(parse_events(whole.substr(0, whole.size() - 1), "f").cut_off);
}

TEST(TfeventsRead, EachChangedByteIsAnErrorOrACutOff) {
  const std::string whole = read_file(kFixture);
  for (size_t at = 0; at < whole.size(); at++) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    expect_contains(failure_of([&] { parse_events(changed, "f"); }).message, "checksum");
  }
}

TEST(TfeventsRead, MessagesThatAreMalformedAreRefused) {
  for (const std::string& event :
       {std::string("\x2a\x7f"), std::string("\x0b"), std::string("\x09\x01"), std::string("\x10"),
        std::string("\x10") + std::string(10, '\xff'),
        std::string("\x2a\xff\xff\xff\xff\xff\xff\xff\xff\x7f")}) {
    const auto failure = failure_of([&] { parse_events(record_of(event), "name"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "name: byte 0");
  }
  // A summary with one value: a tag that is too long.
  const std::string tag(kLongestEventTag + 1, 't');
  const std::string value = sized(0x0a, tag) + std::string("\x15\0\0\0\0", 5);
  const std::string event = sized(0x2a, sized(0x0a, value));
  expect_contains(failure_of([&] { parse_events(record_of(event), "f"); }).message,
                  "a tag of 1001 bytes");
}

TEST(TfeventsRead, AnyMessageGivesCurvesOrAnError) {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; i++) {
    std::string event;
    for (size_t size = random() % 40; event.size() < size;)
      event += static_cast<char>(random() % 4 == 0 ? random() : random() % 0x30);
    try {
      parse_events(record_of(event), "f");
    } catch (const UserError&) {
    }
  }
}

TEST(TfeventsRead, AFileOfAnotherKindIsRefused) {
  expect_contains(failure_of([] { parse_events("{\"loss\": 1, \"step\": 2}", "f"); }).message,
                  "expected an event file of TensorBoard");
}

}  // namespace
}  // namespace tutti::format
