// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/template.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "data/tokenizer/byte_level.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

namespace {

using nlohmann::json;
using Kind = TemplatePiece::Kind;

// Tokens that one template may add. Each text gets them all; the longest known have about ten.
constexpr size_t kMostTemplateTokens = 1000;

int32_t checked_id(const json& value, std::string_view where) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() > INT32_MAX)
    user_error("{}: post-processor: found token id {}, expected a small integer of 0 or more",
               where, escaped(value.dump()));
  return value.get<int32_t>();
}

/// Reads ["[SEP]", 102].
int32_t parse_bert_token(const json& description, const char* key, std::string_view where) {
  const json& entry = json_array(description, key, where);
  if (entry.size() != 2)
    user_error("{}: post-processor: \"{}\" is {}, expected [token, id]", where, key,
               escaped(entry.dump()));
  return checked_id(entry[1], where);
}

/// As around texts of RoBERTa: <s> A </s>, and <s> A </s></s> B </s> for pairs, all of type 0.
Templates parse_roberta_processing(const json& description, std::string_view where) {
  const int32_t cls = parse_bert_token(description, "cls", where),
                sep = parse_bert_token(description, "sep", where);
  const TemplatePiece before = {Kind::special, {cls}, 0}, after = {Kind::special, {sep}, 0},
                      first = {Kind::first, {}, 0}, second = {Kind::second, {}, 0};
  Templates templates = {.single = {before, first, after},
                         .pair = {before, first, after, after, second, after}};
  templates.trims_offsets = format::json_bool(description, "trim_offsets", where, true);
  templates.keeps_prefix_space = format::json_bool(description, "add_prefix_space", where, true);
  return templates;
}

Templates parse_bert_processing(const json& description, std::string_view where) {
  return bert_templates(parse_bert_token(description, "cls", where),
                        parse_bert_token(description, "sep", where));
}

/// The ids that "special_tokens" gives a name.
std::vector<int32_t> special_ids(const json& description, const std::string& name,
                                 std::string_view where) {
  const auto specials = description.find("special_tokens");
  const bool has_tokens = specials != description.end() && specials->is_object();
  if (!has_tokens || !specials->contains(name))
    user_error("{}: post-processor: the template names \"{}\", which \"special_tokens\" lacks",
               where, escaped(name));
  std::vector<int32_t> ids;
  for (const json& id : json_array(specials->at(name), "ids", where))
    ids.push_back(checked_id(id, where));
  return ids;
}

/// Reads {"SpecialToken": {"id": "[CLS]", "type_id": 0}} or {"Sequence": {"id": "A", "type_id":
/// 0}}.
TemplatePiece parse_piece(const json& description, const json& piece, std::string_view where) {
  const bool is_special = piece.is_object() && piece.contains("SpecialToken");
  if (!is_special && !(piece.is_object() && piece.contains("Sequence")))
    user_error(
        "{}: post-processor: found template piece {}, expected {{\"SpecialToken\": ...}} or "
        "{{\"Sequence\": ...}}",
        where, escaped(piece.dump()));
  const json& content = piece.at(is_special ? "SpecialToken" : "Sequence");
  const std::string id = format::json_string(content, "id", where);
  TemplatePiece result;
  const int64_t type = format::json_int(content, "type_id", where, 0);
  if (type < 0 || type > INT32_MAX)
    user_error("{}: post-processor: \"type_id\" is {}, expected 0 or 1", where, type);
  result.type = static_cast<int32_t>(type);
  if (is_special) {
    result.ids = special_ids(description, id, where);
  } else if (id == "A" || id == "B") {
    result.kind = id == "A" ? Kind::first : Kind::second;
  } else {
    user_error("{}: post-processor: found sequence \"{}\", expected A or B", where, escaped(id));
  }
  return result;
}

Template parse_pieces(const json& description, const char* key, std::string_view where) {
  Template pieces;
  size_t tokens = 0;
  for (const json& piece : json_array(description, key, where)) {
    pieces.push_back(parse_piece(description, piece, where));
    tokens += pieces.back().ids.size();
    if (tokens > kMostTemplateTokens)
      user_error("{}: post-processor: \"{}\" adds more than {} tokens to each text, expected fewer",
                 where, key, kMostTemplateTokens);
  }
  return pieces;
}

Templates parse_template(const json& description, std::string_view where) {
  return {.single = parse_pieces(description, "single", where),
          .pair = parse_pieces(description, "pair", where)};
}

Templates without_specials() {
  return {.single = {{Kind::first, {}, 0}}, .pair = {{Kind::first, {}, 0}, {Kind::second, {}, 1}}};
}

Templates parse_byte_level_processor(const json& description, std::string_view where) {
  Templates templates = without_specials();
  templates.trims_offsets = format::json_bool(description, "trim_offsets", where, true);
  templates.keeps_prefix_space = format::json_bool(description, "add_prefix_space", where, true);
  return templates;
}

bool adds_specials(const Templates& templates) {
  const auto is_special = [](const TemplatePiece& piece) { return piece.kind == Kind::special; };
  return std::any_of(templates.single.begin(), templates.single.end(), is_special) ||
         std::any_of(templates.pair.begin(), templates.pair.end(), is_special);
}

Templates parse_processor(const json& description, std::string_view where);

Templates parse_processor_sequence(const json& description, std::string_view where) {
  Templates result = without_specials();
  for (const json& step : json_array(description, "processors", where)) {
    const Templates each = parse_processor(step, where);
    if (each.trims_offsets) {
      result.trims_offsets = true;
      result.keeps_prefix_space = each.keeps_prefix_space;
    }
    if (!adds_specials(each)) continue;
    if (adds_specials(result))
      user_error("{}: post-processor: found a second template in a Sequence, expected one", where);
    result.single = each.single;
    result.pair = each.pair;
  }
  return result;
}

constexpr Component<Templates> kPostProcessors[] = {
    {"BertProcessing", parse_bert_processing},       {"ByteLevel", parse_byte_level_processor},
    {"RobertaProcessing", parse_roberta_processing}, {"Sequence", parse_processor_sequence},
    {"TemplateProcessing", parse_template},
};

Templates parse_processor(const json& description, std::string_view where) {
  return parse_component<Templates>(kPostProcessors, description, "post-processor", where);
}

size_t count_of(const Template& pieces, Kind kind) {
  return static_cast<size_t>(std::count_if(
      pieces.begin(), pieces.end(), [kind](const auto& piece) { return piece.kind == kind; }));
}

void check_templates(const Templates& templates, const Vocabulary& vocabulary,
                     std::string_view where) {
  for (const Template* each : {&templates.single, &templates.pair})
    for (const TemplatePiece& piece : *each)
      for (int32_t id : piece.ids)
        if (static_cast<size_t>(id) >= vocabulary.size())
          user_error(
              "{}: post-processor: found token id {}, expected less than {}, the size of "
              "the vocabulary",
              where, id, vocabulary.size());
  if (count_of(templates.single, Kind::first) != 1 || count_of(templates.single, Kind::second) != 0)
    user_error("{}: post-processor: \"single\" must hold sequence A once, and not B", where);
  if (count_of(templates.pair, Kind::first) != 1 || count_of(templates.pair, Kind::second) != 1)
    user_error("{}: post-processor: \"pair\" must hold the sequences A and B once each", where);
}

}  // namespace

Templates bert_templates(int32_t cls, int32_t sep) {
  const TemplatePiece before = {Kind::special, {cls}, 0};
  const TemplatePiece first = {Kind::first, {}, 0};
  const TemplatePiece after_first = {Kind::special, {sep}, 0};
  const TemplatePiece second = {Kind::second, {}, 1};
  const TemplatePiece after_second = {Kind::special, {sep}, 1};
  return {.single = {before, first, after_first},
          .pair = {before, first, after_first, second, after_second}};
}

Templates parse_templates(const json& description, const Vocabulary& vocabulary,
                          std::string_view where) {
  if (description.is_null()) return without_specials();
  const Templates templates = parse_processor(description, where);
  check_templates(templates, vocabulary, where);
  return templates;
}

json end_template(const std::optional<EndToken>& bos, const std::optional<EndToken>& eos) {
  if (!bos && !eos) return nullptr;
  json single = json::array(), pair = json::array(), tokens = json::object();
  const auto add_special = [&](const std::optional<EndToken>& token, json& pieces, int type) {
    if (!token) return;
    pieces.push_back({{"SpecialToken", {{"id", token->content}, {"type_id", type}}}});
    tokens[token->content] = {{"id", token->content},
                              {"ids", {static_cast<uint32_t>(token->id)}},
                              {"tokens", {token->content}}};
  };
  const auto add_text = [&](const char* name, json& pieces, int type) {
    add_special(bos, pieces, type);
    pieces.push_back({{"Sequence", {{"id", name}, {"type_id", type}}}});
    add_special(eos, pieces, type);
  };
  add_text("A", single, 0);
  add_text("A", pair, 0);
  add_text("B", pair, 1);
  return {{"type", "TemplateProcessing"},
          {"single", single},
          {"pair", pair},
          {"special_tokens", tokens}};
}

void trim_offsets(std::string_view token, bool is_first, bool keeps_prefix_space,
                  std::pair<int32_t, int32_t>& offsets) {
  const auto is_space = [](const unicode::Decoded& found) {
    return found.code == code_point_of_byte(' ') || unicode::is_whitespace(found.code);
  };
  auto& [begin, end] = offsets;
  int32_t leading = 0, trailing = 0;
  for (size_t at = 0; at < token.size(); leading++) {
    const auto found = unicode::decode(token.substr(at));
    if (!is_space(found)) break;
    at += found.size;
  }
  for (std::string_view rest = token; !rest.empty(); trailing++) {
    const size_t last = unicode::last_begin(rest);
    if (!is_space(unicode::decode(rest.substr(last)))) break;
    rest = rest.substr(0, last);
  }
  // One may be the prefix, which is no part of the text.
  if ((is_first || begin == 0) && keeps_prefix_space && leading == 1) leading = 0;
  begin = std::min(begin + leading, end);
  if (end >= trailing) end = std::max(end - trailing, begin);
}

TypedTokens in_template(const Template& pieces, const Encoding& first, const Encoding* second,
                        size_t most) {
  size_t lengths[] = {first.ids.size(), second ? second->ids.size() : 0};
  size_t total = lengths[0] + lengths[1];
  for (const TemplatePiece& piece : pieces) total += piece.ids.size();
  for (; total > most && lengths[0] + lengths[1] > 0; total--)
    lengths[lengths[0] >= lengths[1] ? 0 : 1]--;
  TypedTokens tokens;
  for (const TemplatePiece& piece : pieces) {
    const bool is_second = piece.kind == TemplatePiece::Kind::second;
    std::span<const int32_t> ids = piece.ids;
    if (piece.kind != TemplatePiece::Kind::special)
      ids = std::span((is_second ? *second : first).ids).first(lengths[is_second ? 1 : 0]);
    tokens.ids.insert(tokens.ids.end(), ids.begin(), ids.end());
    tokens.types.resize(tokens.ids.size(), piece.type);
  }
  return tokens;
}

}  // namespace tutti::data
