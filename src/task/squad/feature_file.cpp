// SPDX-License-Identifier: Apache-2.0
#include "task/squad/feature_file.h"

#include <cstring>
#include <type_traits>

#include "base/checked.h"
#include "base/hash.h"
#include "base/log.h"

namespace tutti::task::squad {
namespace {

// Raise it when features or their layout on disk change. Checkpoints have the key that it is in.
constexpr std::string_view kVersion = "squad features 2";

// Raise it when a tokenizer makes other tokens by the same files.
constexpr std::string_view kTokenizerVersion = "tokenizers 2";

class ByteWriter {
 public:
  template <typename T>
  void value(const T& item) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&item), sizeof(T));
  }
  template <typename T>
  void array(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T>);
    value(static_cast<uint64_t>(items.size()));
    bytes_.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  T value() {
    T item{};
    copy(&item, sizeof(T));
    return item;
  }
  template <typename T>
  std::vector<T> array() {
    const auto count = value<uint64_t>();
    if (count > bytes_.size() / sizeof(T)) user_error("prepared features: an array is cut off");
    std::vector<T> items(count);
    copy(items.data(), count * sizeof(T));
    return items;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  void copy(void* to, size_t size) {
    if (size > bytes_.size()) user_error("prepared features: the file is cut off");
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

void expect(bool holds) {
  if (!holds) user_error("prepared features: sizes contradict each other");
}

void check_table(const TokenTable& table) {
  expect(!table.begin.empty() && table.begin.front() == 0 &&
         table.begin.back() == static_cast<int64_t>(table.ids.size()) &&
         std::is_sorted(table.begin.begin(), table.begin.end()));
}

void write_template(ByteWriter& writer, const data::Template& pieces) {
  writer.value(static_cast<uint64_t>(pieces.size()));
  for (const data::TemplatePiece& piece : pieces) {
    writer.value(static_cast<uint8_t>(piece.kind));
    writer.array(piece.ids);
    writer.value(piece.type);
  }
}

data::Template read_template(ByteReader& reader) {
  using Kind = data::TemplatePiece::Kind;
  data::Template pieces;
  int64_t first = 0, second = 0;
  for (auto left = reader.value<uint64_t>(); left > 0; left--) {
    const auto kind = reader.value<uint8_t>();
    expect(kind <= static_cast<uint8_t>(Kind::second));
    data::TemplatePiece piece{static_cast<Kind>(kind), reader.array<int32_t>(), 0};
    piece.type = reader.value<int32_t>();
    first += piece.kind == Kind::first;
    second += piece.kind == Kind::second;
    expect(piece.kind == Kind::special || piece.ids.empty());
    pieces.push_back(std::move(piece));
  }
  expect(first == 1 && second == 1);
  return pieces;
}

void check_content(const FeatureSet::Content& content) {
  check_table(content.questions);
  check_table(content.contexts);
  const size_t questions = content.questions.size();
  const size_t contexts = content.contexts.size();
  const PairLayout layout(content.pair);
  expect(content.question_context.size() == questions);
  expect(content.offsets.empty() || content.offsets.size() == content.contexts.ids.size());
  for (int32_t context : content.question_context)
    expect(context >= 0 && static_cast<size_t>(context) < contexts);
  for (const Feature& feature : content.features) {
    expect(feature.question >= 0 && static_cast<size_t>(feature.question) < questions);
    const auto question = static_cast<size_t>(feature.question);
    const auto context = static_cast<size_t>(content.question_context[question]);
    const auto tokens = static_cast<int64_t>(content.contexts.of(context).size());
    expect(feature.window_begin >= 0 && feature.window_length >= 0 &&
           int64_t{feature.window_begin} + feature.window_length <= tokens);
    const auto length = static_cast<int64_t>(content.questions.of(question).size()) +
                        feature.window_length + layout.special_tokens;
    expect(length <= INT32_MAX && feature.label.start >= 0 && feature.label.start < length &&
           feature.label.end >= 0 && feature.label.end < length);
  }
}

}  // namespace

std::string feature_key(std::span<const Path> dataset, std::span<const Path> tokenizer_files,
                        const FeatureOptions& options) {
  std::string parts =
      fmt::format("{}\nmax_length {}\nstride {}\npurpose {}\n", kVersion, options.max_length,
                  options.stride, static_cast<int>(options.purpose));
  for (const Path& path : dataset) parts += fmt::format("data {}\n", sha256_of_file(path));
  for (const Path& path : tokenizer_files)
    parts += fmt::format("{} {}\n", path.filename().string(), sha256_of_file(path));
  return sha256_hex(parts);
}

std::string cache_key(std::string_view feature_key, std::span<const Path> tokenizer_sources) {
  std::string parts = fmt::format("{}\n{}\n", feature_key, kTokenizerVersion);
  for (const Path& path : tokenizer_sources)
    parts += fmt::format("{} {}\n", path.filename().string(), sha256_of_file(path));
  return sha256_hex(parts);
}

std::string serialize(const FeatureSet& features) {
  const FeatureSet::Content& content = features.content();
  ByteWriter writer;
  for (const TokenTable* table : {&content.questions, &content.contexts}) {
    writer.array(table->ids);
    writer.array(table->begin);
  }
  writer.array(content.offsets);
  writer.array(content.question_context);
  writer.array(content.features);
  write_template(writer, content.pair);
  writer.value(content.padding_id);
  writer.value(content.questions_left_out);
  writer.value(content.misplaced_answers);
  writer.value(static_cast<uint8_t>(content.has_impossible));
  return writer.take();
}

FeatureSet deserialize(std::string_view bytes) {
  ByteReader reader(bytes);
  FeatureSet::Content content;
  for (TokenTable* table : {&content.questions, &content.contexts}) {
    table->ids = reader.array<int32_t>();
    table->begin = reader.array<int64_t>();
  }
  content.offsets = reader.array<Offsets>();
  content.question_context = reader.array<int32_t>();
  content.features = reader.array<Feature>();
  content.pair = read_template(reader);
  content.padding_id = reader.value<int32_t>();
  content.questions_left_out = reader.value<int64_t>();
  content.misplaced_answers = reader.value<int64_t>();
  content.has_impossible = reader.value<uint8_t>() != 0;
  expect(reader.at_end());
  check_content(content);
  return FeatureSet(std::move(content));
}

FeatureSet cached_features(const data::ContentCache& cache, std::string_view key,
                           const std::function<FeatureSet()>& build) {
  if (const auto bytes = cache.read(key)) {
    try {
      return deserialize(*bytes);
    } catch (const UserError& error) {
      log_warning("ignoring {} and rebuilding it: {}", cache.path_of(key).string(), error.what());
    }
  }
  FeatureSet features = build();
  cache.write(key, serialize(features));
  return features;
}

}  // namespace tutti::task::squad
