// SPDX-License-Identifier: Apache-2.0
// Entities: runs of words whose tags say B-PER, I-PER, and how well they were found.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::task::tagging {

/// How tags say where entities begin and end: B- and I-, or also E- for the last word of several
/// and S- for a single one.
enum class Scheme { iob2, bioes };
/// BIOES, or IOB2 for any other name.
Scheme scheme_named(std::string_view name);

/// An entity has the words [begin, end) of its sentence.
struct Entity {
  std::string type;
  size_t begin = 0;
  size_t end = 0;
  auto operator<=>(const Entity&) const = default;
};

/// The scheme that all of these tags have; nothing for others, as those of parts of speech.
std::optional<Scheme> scheme_of(std::span<const std::string> tags);

/// The entities of a sentence, in their order, as conlleval and seqeval's default mode find them:
/// any tag of another type begins one too. A tag without a prefix is its own type, and equal
/// neighbours are one entity.
std::vector<Entity> entities_of(std::span<const std::string> tags);
/// The same as seqeval's strict mode finds them: only those that the scheme allows.
std::vector<Entity> strict_entities_of(std::span<const std::string> tags, Scheme scheme);
/// The tags of `count` words with those entities, which do not overlap.
std::vector<std::string> tags_of(std::span<const Entity> entities, size_t count, Scheme scheme);

/// How many entities were found, are there, and are both.
struct EntityCounts {
  double found = 0, expected = 0, hits = 0;
  EntityCounts& operator+=(const EntityCounts& other);
  double precision() const { return found > 0 ? hits / found : 0; }
  double recall() const { return expected > 0 ? hits / expected : 0; }
  /// Their harmonic mean; 0 where there is no entity.
  double f1() const { return found + expected > 0 ? 2 * hits / (found + expected) : 0; }
};

/// The counts of each type.
using EntityScores = std::map<std::string, EntityCounts>;
/// Adds a sentence, whose entities are those with the same type, begin and end.
void add_sentence(EntityScores& scores, std::vector<Entity> found, std::vector<Entity> expected);
/// Those of all types together.
EntityCounts all_types(const EntityScores& scores);

}  // namespace tutti::task::tagging
