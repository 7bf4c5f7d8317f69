// SPDX-License-Identifier: Apache-2.0
// The user's folders for caches and state.
#pragma once

#include <optional>

#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

/// Hugging Face's download cache: $HF_HUB_CACHE, $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub,
/// ~/.cache/huggingface/hub. Empty if HOME is not set either.
Path hugging_face_cache(const Variables& variables);

/// Our own cache: $XDG_CACHE_HOME/tutti or ~/.cache/tutti. nullopt if HOME is not set either.
std::optional<Path> cache_folder(const Variables& variables);

/// State that outlives a run: $XDG_STATE_HOME/tutti or ~/.local/state/tutti. nullopt if HOME is not
/// set either.
std::optional<Path> state_folder(const Variables& variables);

}  // namespace tutti::run
