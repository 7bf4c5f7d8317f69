// SPDX-License-Identifier: Apache-2.0
// Any bytes in place of a file of rows to train on give features or a UserError. The first byte
// says how the rows are read; the rest is the file.
#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "data/rows.h"
#include "format/records.h"
#include "task/causal/dataset.h"

namespace {

using namespace tutti;
using namespace tutti::task;

constexpr const char* kTokenizerJson = R"({"added_tokens": [
    {"id": 9, "content": "<end>", "special": true}],
    "pre_tokenizer": {"type": "ByteLevel"}, "decoder": {"type": "ByteLevel"},
    "post_processor": {"type": "ByteLevel"},
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "\u0120": 2, "ab": 3, "\u0120a": 4, "ba": 5,
    "\u00c3": 6, "\u00a9": 7, "\u00c3\u00a9": 8}, "merges": ["a b", "\u0120 a", ["b", "a"]]}})";

constexpr const char* kPlain =
    "{% for m in messages %}{{ m.role }}: {{ m.content }}{{ m.tool_calls | tojson if m.tool_calls "
    "}}<end>{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}{{ tools | tojson }}";
constexpr const char* kMarked =
    "{% for m in messages %}{{ m.role }}: {% generation %}{{ m.content }}<end>{% endgeneration %}"
    "{% endfor %}";

const data::Tokenizer& tokenizer() {
  static const data::Tokenizer made(
      data::TokenizerFiles{.tokenizer_json = {"tokenizer.json", kTokenizerJson},
                           .config = {"tokenizer_config.json", R"({"eos_token": "<end>"})"}});
  return made;
}

/// The tokens of a feature are those that its segments say.
void check_features(const causal::DocumentDataset& dataset, int64_t most) {
  const data::FeatureSource& features = dataset.features();
  for (int64_t i = 0; i < features.size(); i++) {
    int64_t tokens = 0;
    for (const data::Segment& segment : features.segments(i)) tokens += segment.length;
    check(tokens == features.length(i) && tokens > 0 && tokens <= most, "a feature has {} tokens",
          tokens);
    const std::vector<int64_t> index = {i};
    data::make_batch(features, index, 1, {data::Layout::Kind::packed_row, 1});
  }
}

void read(uint8_t how, std::string_view content) {
  const bool has_template = (how & 1) != 0, packs = (how & 2) != 0;
  causal::ExampleOptions options;
  options.has_template = has_template;
  const char* const kind = (how & 4) != 0 ? ".json" : ".jsonl";
  const causal::Examples examples =
      causal::read_examples(format::parse_records(content, kind, "rows").rows, options);
  static const data::ChatTemplate plain(kPlain, "plain"), marked(kMarked, "marked");
  const data::ChatTemplate& chat = (how & 8) != 0 ? marked : plain;
  causal::LossOptions loss;
  loss.assistant_only = (how & 16) != 0;
  const causal::Labeller labeller(tokenizer(), has_template ? &chat : nullptr, loss);
  const Reading reading{.max_length = 8};
  const auto strategy = static_cast<data::PackingStrategy>((how >> 5) % 3);
  check_features(causal::DocumentDataset(labeller.label(examples.list, 1), reading,
                                         packs ? std::optional(strategy) : std::nullopt),
                 reading.max_length);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0 || size > 1 << 14) return 0;
  try {
    read(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const UserError&) {
  }
  return 0;
}
