// SPDX-License-Identifier: Apache-2.0
#include "portable/vhlo.h"

#include <fmt/format.h>

#include <charconv>
#include <unordered_map>

namespace tutti::portable {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

using ByName = std::unordered_map<std::string_view, std::vector<const VhloOp*>>;

const ByName& ops_by_name() {
  static const ByName ops = [] {
    ByName all;
    for (const VhloOp& op : vhlo_ops()) all[op.name].push_back(&op);
    return all;
  }();
  return ops;
}

bool take_number(std::string_view& text, int& number) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || number < 0) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

std::string Version::str() const {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

std::optional<Version> version_of(std::string_view text) {
  Version version;
  const auto dot = [&] {
    const bool found = text.starts_with('.');
    text.remove_prefix(found ? 1 : 0);
    return found;
  };
  if (!take_number(text, version.major) || !dot() || !take_number(text, version.minor) || !dot() ||
      !take_number(text, version.patch) || !text.empty())
    return std::nullopt;
  return version;
}

bool VhloOp::is_written_in(const Version& target) const {
  const auto minor_of = [](const Version& v) { return Version{v.major, v.minor, 0}; };
  return minor_of(since) <= minor_of(target) && minor_of(target) <= minor_of(until);
}

const std::vector<VhloOp>& vhlo_ops() {
  static const std::vector<VhloOp> ops = [] {
    const auto until_of = [](std::string_view text) {
      return text.empty() ? kNewestVersion : *version_of(text);
    };
    std::vector<VhloOp> all;
#define TUTTI_VHLO(name, version, since, until, attributes) \
  all.push_back({name, version, *version_of(since), until_of(until), words_of(attributes)});
#include "portable/vhlo_ops.def"
#undef TUTTI_VHLO
    return all;
  }();
  return ops;
}

std::pair<std::string_view, int> parts_of_name(std::string_view versioned_name) {
  const size_t mark = versioned_name.rfind("_v");
  if (mark == versioned_name.npos) return {versioned_name, 0};
  std::string_view digits = versioned_name.substr(mark + 2);
  int version = 0;
  if (!take_number(digits, version) || !digits.empty()) return {versioned_name, 0};
  return {versioned_name.substr(0, mark), version};
}

const VhloOp* find_vhlo(std::string_view versioned_name) {
  const auto [name, version] = parts_of_name(versioned_name);
  for (const VhloOp* op : vhlo_versions(name))
    if (op->version == version) return op;
  return nullptr;
}

std::vector<const VhloOp*> vhlo_versions(std::string_view name) {
  const auto found = ops_by_name().find(name);
  return found == ops_by_name().end() ? std::vector<const VhloOp*>{} : found->second;
}

}  // namespace tutti::portable
