// SPDX-License-Identifier: Apache-2.0
// Features on disk, named by the hash of what they were made from.
#pragma once

#include "data/cache.h"
#include "task/squad/features.h"

namespace tutti::task::squad {

/// SHA-256 over the data set's files in their order, the tokenizer's bytes, the options and the
/// format's version.
std::string feature_key(std::span<const Path> dataset, std::span<const Path> tokenizer_files,
                        const FeatureOptions& options);

/// The cached features, or what `build` makes, which is then cached.
FeatureSet cached_features(const data::ContentCache& cache, std::string_view key,
                           const std::function<FeatureSet()>& build);

std::string serialize(const FeatureSet& features);
/// Throws UserError where the bytes are not features that serialize() wrote.
FeatureSet deserialize(std::string_view bytes);

}  // namespace tutti::task::squad
