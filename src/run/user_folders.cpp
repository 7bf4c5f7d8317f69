// SPDX-License-Identifier: Apache-2.0
#include "run/user_folders.h"

namespace tutti::run {
namespace {

/// $XDG_CACHE_HOME or ~/.cache.
std::optional<Path> user_cache(const Variables& variables) {
  if (const auto cache = variables("XDG_CACHE_HOME")) return Path(*cache);
  if (const auto home = variables("HOME")) return Path(*home) / ".cache";
  return std::nullopt;
}

}  // namespace

Path hugging_face_cache(const Variables& variables) {
  if (const auto hub = variables("HF_HUB_CACHE")) return *hub;
  if (const auto home = variables("HF_HOME")) return Path(*home) / "hub";
  if (const auto cache = user_cache(variables)) return *cache / "huggingface" / "hub";
  return {};
}

std::optional<Path> cache_folder(const Variables& variables) {
  if (const auto cache = user_cache(variables)) return *cache / "tutti";
  return std::nullopt;
}

std::optional<Path> state_folder(const Variables& variables) {
  if (const auto state = variables("XDG_STATE_HOME")) return Path(*state) / "tutti";
  if (const auto home = variables("HOME")) return Path(*home) / ".local" / "state" / "tutti";
  return std::nullopt;
}

}  // namespace tutti::run
