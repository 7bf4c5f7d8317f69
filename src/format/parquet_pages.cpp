// SPDX-License-Identifier: Apache-2.0
#include "format/parquet_pages.h"

#include <snappy.h>
#include <zstd.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "format/parquet_bytes.h"
#include "format/thrift.h"

namespace tutti::format {
namespace {

static_assert(std::endian::native == std::endian::little);  // as the format

constexpr std::string_view kCodecNames[] = {"UNCOMPRESSED", "SNAPPY", "GZIP", "LZO",
                                            "BROTLI",       "LZ4",    "ZSTD", "LZ4_RAW"};
constexpr std::string_view kEncodingNames[] = {"PLAIN",
                                               "1",
                                               "PLAIN_DICTIONARY",
                                               "RLE",
                                               "BIT_PACKED",
                                               "DELTA_BINARY_PACKED",
                                               "DELTA_LENGTH_BYTE_ARRAY",
                                               "DELTA_BYTE_ARRAY",
                                               "RLE_DICTIONARY",
                                               "BYTE_STREAM_SPLIT"};

enum Encoding : int64_t { kPlain = 0, kPlainDictionary = 2, kRle = 3, kRleDictionary = 8 };
enum PageType : int64_t { kDataPage = 0, kIndexPage = 1, kDictionaryPage = 2, kDataPageV2 = 3 };

/// A page's header; of what it lacks, what cannot be.
struct PageHeader {
  int64_t type = -1;
  int64_t uncompressed_bytes = -1;
  int64_t compressed_bytes = -1;
  int64_t values = -1;
  int64_t encoding = -1;
  int64_t definition_encoding = kRle;
  int64_t repetition_encoding = kRle;
  int64_t definition_bytes = 0;  // of version 2, like the next two
  int64_t repetition_bytes = 0;
  bool is_compressed = true;
};

template <typename T>
class ChunkReader {
 public:
  ChunkReader(std::string_view file, const ParquetChunk& chunk, const ParquetLeaf& leaf,
              ParquetBudget& budget, const std::string& place)
      : bytes_(file.substr(static_cast<size_t>(chunk.begin), static_cast<size_t>(chunk.bytes))),
        chunk_(chunk),
        leaf_(leaf),
        budget_(budget),
        chunk_place_(place) {}

  ParquetColumn<T> read(int64_t rows) {
    while (values_ < chunk_.values) read_page();
    if (values_ != chunk_.values || std::cmp_not_equal(column_.rows(), rows))
      user_error("{}: found {} values in {} rows, expected {} in {}; the file is damaged",
                 chunk_place_, values_, column_.rows(), chunk_.values, rows);
    return std::move(column_);
  }

 private:
  void spend(int64_t& budget, int64_t amount, const char* what) const {
    if (amount < 0 || amount > budget)
      user_error("{}: found {} {}, expected at most {} here, as one file's limit is; split it",
                 place_, amount, what, budget);
    budget -= amount;
  }

  void read_page() {
    place_ = fmt::format("{}, page at byte {}", chunk_place_,
                         chunk_.begin + chunk_.bytes - std::ssize(bytes_));
    const PageHeader header = read_header();
    const std::string_view page = take_page(header.compressed_bytes);
    if (header.type == kIndexPage) return;
    spend(budget_.values, header.values, "values");
    if (header.type == kDictionaryPage)
      read_dictionary(header, decompressed(page, header.uncompressed_bytes, true));
    else if (header.type == kDataPage)
      read_data(header, decompressed(page, header.uncompressed_bytes, true));
    else
      read_data_v2(header, page);
  }

  PageHeader read_header() {
    using Field = ThriftReader::Field;
    ThriftReader thrift(bytes_, place_);
    PageHeader header;
    const auto number = [&](Field field) { return thrift.integer(field); };
    const auto read_details = [&](Field details) {
      const bool is_v2 = details.id == 8;
      thrift.each_field_of(details, [&](Field field) {
        if (field.id == 1)
          header.values = number(field);
        else if (field.id == (is_v2 ? 4 : 2))
          header.encoding = number(field);
        else if (details.id == 5 && field.id == 3)
          header.definition_encoding = number(field);
        else if (details.id == 5 && field.id == 4)
          header.repetition_encoding = number(field);
        else if (is_v2 && field.id == 5)
          header.definition_bytes = number(field);
        else if (is_v2 && field.id == 6)
          header.repetition_bytes = number(field);
        else if (is_v2 && field.id == 7)
          header.is_compressed = thrift.boolean(field);
        else
          thrift.skip(field);
      });
    };
    thrift.each_field([&](Field field) {
      if (field.id == 1)
        header.type = number(field);
      else if (field.id == 2)
        header.uncompressed_bytes = number(field);
      else if (field.id == 3)
        header.compressed_bytes = number(field);
      else if (field.id == 5 || field.id == 7 || field.id == 8)
        read_details(field);
      else
        thrift.skip(field);
    });
    bytes_.remove_prefix(thrift.offset());
    const bool is_known = header.type >= kDataPage && header.type <= kDataPageV2;
    const bool has_values = header.type == kIndexPage || header.values >= 0;
    if (!is_known || !has_values || header.uncompressed_bytes < 0 || header.compressed_bytes < 0)
      user_error(
          "{}: found the type {}, {} values and {} bytes from {}, expected a page's header; the "
          "file is damaged",
          place_, header.type, header.values, header.uncompressed_bytes, header.compressed_bytes);
    return header;
  }

  /// The page's bytes as they were before compression; they live as long as the column.
  std::string_view decompressed(std::string_view from, int64_t bytes, bool is_compressed) {
    spend(budget_.bytes, bytes, "bytes");
    const auto size = static_cast<size_t>(bytes);
    const ParquetCodec codec = is_compressed ? chunk_.codec : ParquetCodec::uncompressed;
    size_t found = from.size();
    if (codec == ParquetCodec::uncompressed) {
      if (found == size) return from;
    } else if (codec == ParquetCodec::snappy) {
      const bool is_snappy = snappy::GetUncompressedLength(from.data(), from.size(), &found);
      char* to = is_snappy && found == size ? make_room(size) : nullptr;
      if (to && snappy::RawUncompress(from.data(), from.size(), to)) return {to, size};
    } else if (codec == ParquetCodec::zstd) {
      char* to = make_room(size);
      found = ZSTD_decompress(to, size, from.data(), from.size());
      if (found == size) return {to, size};
    } else {
      user_error(
          "{}: found the codec {}, expected UNCOMPRESSED, SNAPPY or ZSTD; write the file "
          "again with one of them",
          place_, kCodecNames[static_cast<size_t>(codec)]);
    }
    user_error("{}: found {} bytes that are not {} bytes as {} writes them; the file is damaged",
               place_, from.size(), size, kCodecNames[static_cast<size_t>(codec)]);
  }

  /// Not written to: what a lying size asks for beyond the data is never touched.
  char* make_room(size_t size) {
    return column_.pages.emplace_back(std::make_unique_for_overwrite<char[]>(size)).get();
  }

  std::string_view take_page(int64_t bytes) {
    const std::string_view page = ParquetBytes(bytes_, place_).take(bytes, "a page");
    bytes_.remove_prefix(page.size());
    return page;
  }

  void read_dictionary(const PageHeader& header, std::string_view page) {
    if (has_dictionary_ || values_ > 0)
      user_error("{}: found a dictionary after other pages, expected one before them", place_);
    if (header.encoding != kPlain && header.encoding != kPlainDictionary)
      refuse_encoding(header.encoding, "a dictionary", "PLAIN");
    dictionary_ = plain_values(ParquetBytes(page, place_), header.values);
    has_dictionary_ = true;
  }

  void read_data(const PageHeader& header, std::string_view data) {
    if (leaf_.max_repetition > 0 && header.repetition_encoding != kRle)
      refuse_encoding(header.repetition_encoding, "repetition levels", "RLE");
    if (leaf_.max_definition > 0 && header.definition_encoding != kRle)
      refuse_encoding(header.definition_encoding, "definition levels", "RLE");
    ParquetBytes page(data, place_);
    const auto levels = [&](int highest) {
      if (highest == 0) return std::vector<uint32_t>();
      const auto bytes = page.number<uint32_t>("levels");
      return levels_of(page.take(bytes, "levels"), highest, header.values);
    };
    const auto repetition = levels(leaf_.max_repetition);
    add_values(header, repetition, levels(leaf_.max_definition), page);
  }

  void read_data_v2(const PageHeader& header, std::string_view data) {
    ParquetBytes page(data, place_);
    const auto levels = [&](int64_t bytes, int highest) {
      const std::string_view from = page.take(bytes, "levels");
      return highest == 0 ? std::vector<uint32_t>() : levels_of(from, highest, header.values);
    };
    const auto repetition = levels(header.repetition_bytes, leaf_.max_repetition);
    const auto definition = levels(header.definition_bytes, leaf_.max_definition);
    std::string_view rest =
        page.take(std::ssize(data) - header.repetition_bytes - header.definition_bytes, "values");
    const int64_t bytes = header.uncompressed_bytes - (std::ssize(data) - std::ssize(rest));
    // A page of nulls has nothing to decompress.
    if (!rest.empty()) rest = decompressed(rest, bytes, header.is_compressed);
    add_values(header, repetition, definition, ParquetBytes(rest, place_));
  }

  std::vector<uint32_t> levels_of(std::string_view from, int highest, int64_t count) const {
    const auto limit = static_cast<uint32_t>(highest);
    auto levels =
        ParquetBytes(from, place_).runs(static_cast<int>(std::bit_width(limit)), count, "levels");
    for (const uint32_t level : levels)
      if (level > limit)
        user_error("{}: found the level {}, expected at most {}; the file is damaged", place_,
                   level, highest);
    return levels;
  }

  void add_values(const PageHeader& header, const std::vector<uint32_t>& repetition,
                  const std::vector<uint32_t>& definition, ParquetBytes page) {
    const auto there = static_cast<uint32_t>(leaf_.max_definition);
    const int64_t present = definition.empty()
                                ? header.values
                                : std::count(definition.begin(), definition.end(), there);
    const std::vector<T> values = values_of(header, page, present);
    for (size_t i = 0, next = 0; i < static_cast<size_t>(header.values); i++) {
      if (repetition.empty() || repetition[i] == 0)
        column_.ends.push_back(column_.values.size());
      else if (column_.ends.empty())
        user_error("{}: found a list that goes on, expected one that begins", place_);
      if (!definition.empty() && definition[i] != there) continue;
      column_.values.push_back(values[next++]);
      column_.ends.back()++;
    }
    column_.repetition.insert(column_.repetition.end(), repetition.begin(), repetition.end());
    column_.definition.insert(column_.definition.end(), definition.begin(), definition.end());
    values_ += header.values;
  }

  std::vector<T> values_of(const PageHeader& header, ParquetBytes page, int64_t count) {
    std::vector<T> values;
    if (count == 0) return values;
    if (header.encoding == kPlain) {
      values = plain_values(page, count);
    } else if (header.encoding == kRle && chunk_.type == ParquetType::boolean) {
      ParquetBytes runs(page.take(page.number<uint32_t>("values"), "values"), place_);
      for (const uint32_t value : runs.runs(1, count, "values")) values.push_back(value_of(value));
    } else if (header.encoding == kPlainDictionary || header.encoding == kRleDictionary) {
      values = dictionary_values(page, count);
    } else {
      refuse_encoding(header.encoding, "values", "PLAIN, PLAIN_DICTIONARY or RLE_DICTIONARY");
    }
    if constexpr (std::is_same_v<T, std::string_view>)
      for (const T& value : values) spend(budget_.bytes, std::ssize(value), "bytes of text");
    return values;
  }

  static T value_of(auto number) {
    if constexpr (std::is_arithmetic_v<T>)
      return static_cast<T>(number);
    else
      throw InternalError("a number in a column of texts");
  }

  std::vector<T> plain_values(ParquetBytes page, int64_t count) const {
    if (chunk_.type == ParquetType::boolean) return packed_bits(page, count);
    const bool is_long = chunk_.type == ParquetType::int64 || chunk_.type == ParquetType::float64;
    const int64_t least = is_long ? 8 : 4;
    if (std::cmp_greater(count * least, page.size())) page.cut_short(count * least, "values");
    std::vector<T> values;
    values.reserve(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; i++) {
      if constexpr (std::is_same_v<T, std::string_view>)
        values.push_back(page.take(page.number<uint32_t>("values"), "a value"));
      else if constexpr (std::is_same_v<T, double>)
        values.push_back(is_long ? page.number<double>("values") : page.number<float>("values"));
      else
        values.push_back(is_long ? page.number<int64_t>("values") : page.number<int32_t>("values"));
    }
    return values;
  }

  std::vector<T> packed_bits(ParquetBytes page, int64_t count) const {
    const std::string_view bytes = page.take((count + 7) / 8, "values");
    std::vector<T> values;
    for (int64_t i = 0; i < count; i++)
      values.push_back(value_of(bytes[static_cast<size_t>(i / 8)] >> (i % 8) & 1));
    return values;
  }

  std::vector<T> dictionary_values(ParquetBytes page, int64_t count) const {
    const auto width = page.number<uint8_t>("indices");
    if (width > 32)
      user_error("{}: found indices of {} bits, expected at most 32; the file is damaged", place_,
                 width);
    std::vector<T> values;
    values.reserve(static_cast<size_t>(count));
    for (const uint32_t index : page.runs(width, count, "indices")) {
      if (index >= dictionary_.size())
        user_error("{}: found the index {} of a dictionary of {} values; the file is damaged",
                   place_, index, dictionary_.size());
      values.push_back(dictionary_[index]);
    }
    return values;
  }

  [[noreturn]] void refuse_encoding(int64_t found, const char* what, const char* expected) const {
    const bool is_known = found >= 0 && std::cmp_less(found, std::size(kEncodingNames));
    user_error("{}: found {} in the encoding {}, expected {}; write the file again with that",
               place_, what,
               is_known ? std::string(kEncodingNames[found]) : fmt::format("{}", found), expected);
  }

  std::string_view bytes_;  // what is not read yet
  const ParquetChunk& chunk_;
  const ParquetLeaf& leaf_;
  ParquetBudget& budget_;
  const std::string& chunk_place_;
  std::string place_;   // of the page
  int64_t values_ = 0;  // read so far
  bool has_dictionary_ = false;
  std::vector<T> dictionary_;
  ParquetColumn<T> column_;
};

}  // namespace

template <typename T>
ParquetColumn<T> read_parquet_chunk(std::string_view file, const ParquetChunk& chunk,
                                    const ParquetLeaf& leaf, int64_t rows, ParquetBudget& budget,
                                    const std::string& place) {
  return ChunkReader<T>(file, chunk, leaf, budget, place).read(rows);
}

template ParquetColumn<std::string_view> read_parquet_chunk(std::string_view, const ParquetChunk&,
                                                            const ParquetLeaf&, int64_t,
                                                            ParquetBudget&, const std::string&);
template ParquetColumn<double> read_parquet_chunk(std::string_view, const ParquetChunk&,
                                                  const ParquetLeaf&, int64_t, ParquetBudget&,
                                                  const std::string&);
template ParquetColumn<int64_t> read_parquet_chunk(std::string_view, const ParquetChunk&,
                                                   const ParquetLeaf&, int64_t, ParquetBudget&,
                                                   const std::string&);

}  // namespace tutti::format
