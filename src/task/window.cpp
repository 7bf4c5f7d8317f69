// SPDX-License-Identifier: Apache-2.0
#include "task/window.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace tutti::task {
namespace {

[[noreturn]] void refuse_beyond(int64_t window, const std::string& found) {
  user_error(
      "sliding_window: the model attends to {} tokens at a time, but Tutti only implements "
      "attention to the whole text, which is the same up to that length; {}. Give --max_seq_length "
      "{}",
      window, found, window);
}

}  // namespace

void expect_within_window(const data::FeatureSource& features, const model::Model& model) {
  if (!model.window) return;
  int64_t texts = 0, longer = 0, longest = 0;
  for (int64_t feature = 0; feature < features.size(); feature++)
    for (const data::Segment& segment : features.segments(feature)) {
      texts++;
      longer += segment.length > *model.window;
      longest = std::max<int64_t>(longest, segment.length);
    }
  if (longer > 0)
    refuse_beyond(*model.window, fmt::format("{} of {} are longer, up to {}", longer,
                                             counted(texts, "text"), counted(longest, "token")));
}

void expect_within_window(int64_t tokens, const model::Model& model) {
  if (model.window && tokens > *model.window)
    refuse_beyond(*model.window, fmt::format("rows of {} are longer", counted(tokens, "token")));
}

}  // namespace tutti::task
