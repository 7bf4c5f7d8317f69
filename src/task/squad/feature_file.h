// SPDX-License-Identifier: Apache-2.0
// Keeps features on disk under a name that is the hash of what they were made from.
#pragma once

#include "data/cache.h"
#include "task/squad/features.h"

namespace tutti::task::squad {

/// Returns the SHA-256 of the data set's files in their order, the tokenizer's files, the options
/// and the version of the format.
std::string feature_key(std::span<const Path> dataset, std::span<const Path> tokenizer_files,
                        const FeatureOptions& options);

/// The name in a cache of features with that key. A tokenizer's sources are all files that its
/// tokens depend on.
std::string cache_key(std::string_view feature_key, std::span<const Path> tokenizer_sources);

/// Returns the features that the cache has, or those that build() makes, which it then caches.
FeatureSet cached_features(const data::ContentCache& cache, std::string_view key,
                           const std::function<FeatureSet()>& build);

std::string serialize(const FeatureSet& features);
/// Throws a UserError if the bytes are not what serialize() returned.
FeatureSet deserialize(std::string_view bytes);

}  // namespace tutti::task::squad
