// SPDX-License-Identifier: Apache-2.0
#include "app/user_folders.h"

#include "app/environment.h"

namespace tutti::app {
namespace {

/// $XDG_CACHE_HOME or ~/.cache.
std::optional<Path> user_cache() {
  if (const auto cache = environment_variable("XDG_CACHE_HOME")) return Path(*cache);
  if (const auto home = environment_variable("HOME")) return Path(*home) / ".cache";
  return std::nullopt;
}

}  // namespace

Path hugging_face_cache() {
  if (const auto hub = environment_variable("HF_HUB_CACHE")) return *hub;
  if (const auto home = environment_variable("HF_HOME")) return Path(*home) / "hub";
  if (const auto cache = user_cache()) return *cache / "huggingface" / "hub";
  return {};
}

std::optional<Path> cache_folder() {
  if (const auto cache = user_cache()) return *cache / "tutti";
  return std::nullopt;
}

std::optional<Path> state_folder() {
  if (const auto state = environment_variable("XDG_STATE_HOME")) return Path(*state) / "tutti";
  if (const auto home = environment_variable("HOME"))
    return Path(*home) / ".local" / "state" / "tutti";
  return std::nullopt;
}

}  // namespace tutti::app
