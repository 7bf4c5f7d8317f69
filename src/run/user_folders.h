// SPDX-License-Identifier: Apache-2.0
// The folders in which this user keeps caches and states.
#pragma once

#include <optional>

#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

/// Where Hugging Face keeps what it fetched: $HF_HUB_CACHE, $HF_HOME/hub,
/// $XDG_CACHE_HOME/huggingface/hub, ~/.cache/huggingface/hub. Empty where HOME is not set either.
Path hugging_face_cache(const Variables& variables);

/// Our own cache: $XDG_CACHE_HOME/tutti or ~/.cache/tutti. Nothing where HOME is not set either.
std::optional<Path> cache_folder(const Variables& variables);

/// What outlives a run and is no cache: $XDG_STATE_HOME/tutti or ~/.local/state/tutti. Nothing
/// where HOME is not set either.
std::optional<Path> state_folder(const Variables& variables);

}  // namespace tutti::run
