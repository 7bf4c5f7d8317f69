// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/entities.h"

#include <algorithm>

namespace tutti::task::tagging {
namespace {

/// "B-PER": a prefix and a type. A tag of no entity has the prefix O.
struct Tag {
  char prefix = 'O';
  std::string type;
};

Tag parsed(const std::string& tag) {
  if (tag == "O" || tag.empty()) return {};
  const bool has_prefix = tag.size() > 2 && tag[1] == '-';
  return has_prefix ? Tag{tag[0], tag.substr(2)} : Tag{'I', tag};
}

std::vector<Tag> parsed_all(std::span<const std::string> tags) {
  std::vector<Tag> parts;
  for (const std::string& tag : tags) parts.push_back(parsed(tag));
  parts.emplace_back();  // ends what the last word ends
  return parts;
}

bool ends_between(const Tag& before, const Tag& after) {
  if (before.prefix == 'O') return false;
  return before.prefix == 'E' || before.prefix == 'S' || after.prefix == 'B' ||
         after.prefix == 'S' || after.prefix == 'O' || before.type != after.type;
}

bool begins_between(const Tag& before, const Tag& after) {
  if (after.prefix == 'O') return false;
  return after.prefix == 'B' || after.prefix == 'S' || before.prefix == 'O' ||
         before.prefix == 'E' || before.prefix == 'S' || before.type != after.type;
}

/// Whether an entity goes on from one of its words to the next.
bool continues(const Tag& before, const Tag& after, Scheme scheme) {
  const bool is_open = before.prefix == 'B' || before.prefix == 'I';
  const bool is_inside = after.prefix == 'I' || (scheme == Scheme::bioes && after.prefix == 'E');
  return is_open && is_inside && before.type == after.type;
}

}  // namespace

Scheme scheme_named(std::string_view name) {
  return name == "BIOES" ? Scheme::bioes : Scheme::iob2;
}

std::optional<Scheme> scheme_of(std::span<const std::string> tags) {
  std::string prefixes;
  for (const std::string& tag : tags) {
    if (tag == "O") continue;
    if (tag.size() < 3 || tag[1] != '-') return std::nullopt;
    prefixes += tag[0];
  }
  if (prefixes.find_first_not_of("BI") == prefixes.npos)
    return prefixes.empty() ? std::nullopt : std::optional(Scheme::iob2);
  if (prefixes.find_first_not_of("BIES") == prefixes.npos) return Scheme::bioes;
  return std::nullopt;
}

std::vector<Entity> entities_of(std::span<const std::string> tags) {
  const std::vector<Tag> parts = parsed_all(tags);
  std::vector<Entity> entities;
  Tag before;
  size_t begin = 0;
  for (size_t i = 0; i < parts.size(); i++) {
    if (ends_between(before, parts[i])) entities.push_back({before.type, begin, i});
    if (begins_between(before, parts[i])) begin = i;
    before = parts[i];
  }
  return entities;
}

std::vector<Entity> strict_entities_of(std::span<const std::string> tags, Scheme scheme) {
  const std::vector<Tag> parts = parsed_all(tags);
  std::vector<Entity> entities;
  for (size_t begin = 0, end = 0; begin < tags.size(); begin = end) {
    end = begin + 1;
    const char first = parts[begin].prefix;
    if (first != 'B' && (first != 'S' || scheme != Scheme::bioes)) continue;
    while (continues(parts[end - 1], parts[end], scheme)) end++;
    const char last = parts[end - 1].prefix;
    if (scheme == Scheme::iob2 || last == 'E' || last == 'S')
      entities.push_back({parts[begin].type, begin, end});
  }
  return entities;
}

std::vector<std::string> tags_of(std::span<const Entity> entities, size_t count, Scheme scheme) {
  std::vector<std::string> tags(count, "O");
  for (const Entity& entity : entities)
    for (size_t i = entity.begin; i < entity.end; i++) {
      const bool is_first = i == entity.begin;
      const bool is_last = scheme == Scheme::bioes && i + 1 == entity.end;
      tags[i] = (is_first ? (is_last ? "S-" : "B-") : (is_last ? "E-" : "I-")) + entity.type;
    }
  return tags;
}

EntityCounts& EntityCounts::operator+=(const EntityCounts& other) {
  found += other.found;
  expected += other.expected;
  hits += other.hits;
  return *this;
}

void add_sentence(EntityScores& scores, std::vector<Entity> found, std::vector<Entity> expected) {
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  for (const Entity& entity : found) {
    EntityCounts& counts = scores[entity.type];
    counts.found++;
    if (std::binary_search(expected.begin(), expected.end(), entity)) counts.hits++;
  }
  for (const Entity& entity : expected) scores[entity.type].expected++;
}

EntityCounts all_types(const EntityScores& scores) {
  EntityCounts sum;
  for (const auto& [type, counts] : scores) sum += counts;
  return sum;
}

}  // namespace tutti::task::tagging
