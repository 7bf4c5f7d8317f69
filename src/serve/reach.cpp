// SPDX-License-Identifier: Apache-2.0
#include "serve/reach.h"

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::serve {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestOwnJson = size_t{1} << 20;

}  // namespace

bool is_below(const Path& path, const Path& folder) {
  std::error_code failure;
  // A link that leads nowhere yet could still be written through.
  if (fs::is_symlink(fs::symlink_status(path, failure)) && !fs::exists(path, failure)) return false;
  const Path whole = fs::weakly_canonical(fs::absolute(path), failure);
  if (failure) return false;
  const std::string above = (fs::weakly_canonical(fs::absolute(folder), failure) / "").string();
  return !failure && whole.string().starts_with(above) && whole.string().size() > above.size();
}

std::string objection_to(const Argument& argument, const std::string& value, const Path& folder) {
  if (!argument.writes(value) || is_below(value, folder)) return "";
  return fmt::format("It is written to; expected a path below {}.", escaped(folder.string(), 1000));
}

std::vector<std::string> far_reaching(const ArgumentList& list,
                                      const nlohmann::ordered_json& arguments, const Path& folder) {
  std::vector<std::string> lines;
  if (!arguments.is_object()) return lines;
  for (const auto& [key, member] : arguments.items()) {
    if (!member.is_string()) continue;
    const std::string value = member.get<std::string>();
    for (const Argument& argument : list) {
      if (!argument.is_called(key)) continue;
      const std::string flag = fmt::format("--{} {}", escaped(key), escaped(value, 1000));
      if (argument.loads_code(value))
        lines.push_back(flag + ": the code of this library runs as you");
      else if (!objection_to(argument, value, folder).empty())
        lines.push_back(flag + ": this is written to");
    }
  }
  return lines;
}

Path link_in(const Path& folder) {
  std::error_code failure;
  for (fs::recursive_directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (fs::is_symlink(at->symlink_status())) return at->path();
  return fs::is_symlink(fs::symlink_status(folder, failure)) ? folder : Path();
}

nlohmann::ordered_json read_own_json(const Path& file) {
  std::error_code failure;
  if (!fs::is_regular_file(fs::symlink_status(file, failure)))
    user_error("{}: expected a file of the run's own, which is no link",
               escaped(file.string(), 1000));
  return format::read_json(file, kLargestOwnJson);
}

}  // namespace tutti::serve
