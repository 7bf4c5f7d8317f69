// SPDX-License-Identifier: Apache-2.0
#include "run/model_weights.h"

#include <algorithm>

#include "base/log.h"
#include "base/text.h"
#include "format/gguf.h"

namespace tutti::run {
namespace {

/// The first names of a list, and the number of others.
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  const size_t shown = std::min(names.size(), kShown);
  std::string text;
  for (size_t i = 0; i < shown; i++) text += (i > 0 ? ", " : "") + escaped(names[i]);
  return names.size() > shown ? text + fmt::format(", and {} more", names.size() - shown) : text;
}

/// Checks that the adapter's files have the tensors missing from the model's: otherwise nobody
/// could load it.
void expect_saved(const OpenedModel& model, const std::vector<std::string>& missing) {
  const auto& parameters = model.objective().parameters;
  for (const std::string& name : missing)
    if (std::none_of(parameters.begin(), parameters.end(),
                     [&](const model::Parameter& one) { return one.source == name; }))
      user_error(
          "{}: the weights lack {}, and an adapter does not save it; name its module in "
          "--lora_modules_to_save, or give a model that has it",
          escaped(model.path().string(), 1000), name);
}

/// Checks that the files have a head with the expected number of rows, one per class.
void expect_same_head(const Path& folder, const model::Weights& weights) {
  const auto mismatched = weights.mismatched();
  if (mismatched.empty()) return;
  const auto& [parameter, shape] = mismatched.front();
  user_error(
      "{}: the model has {} classes, the file {}: {} is {}, expected {} for the labels of the "
      "training file, or else of config.json. To begin with a new head, give "
      "--ignore_mismatched_sizes",
      escaped(folder.string(), 1000), shape[0], parameter->shape[0], parameter->name,
      ir::str(shape), ir::str(parameter->shape));
}

}  // namespace

FirstValues first_values(const ModelSettings& settings, int64_t seed) {
  return {.seed = static_cast<uint64_t>(seed),
          .of_any_tensor = settings.allow_missing_tensors,
          .of_other_head = settings.ignore_mismatched_sizes};
}

std::optional<Path> adapter_file(const OpenedModel& model) {
  return model.adapter() ? model.adapter()->weights : std::nullopt;
}

model::Weights read_weights(const OpenedModel& model, const FirstValues& first,
                            const std::optional<Path>& adapter) {
  model::Weights weights = read_weights(model.path(), model.objective().parameters, first);
  try {
    if (adapter) weights.read_adapter(*adapter);
  } catch (const UserError& error) {
    throw UserError(error.code(), error.what() + model.adapter()->made_for_another);
  }
  if (model.adapter() && !first.of_any_tensor) expect_saved(model, weights.initialised());
  return weights;
}

model::Weights read_weights(const Path& folder, const std::vector<model::Parameter>& parameters,
                            const FirstValues& first) {
  model::Weights weights(folder, parameters, first.seed);
  if (!first.of_other_head) expect_same_head(folder, weights);
  const std::vector<std::string> missing = weights.initialised(), unused = weights.unexpected();
  if (!first.of_any_tensor && !weights.complete_but_for_head())
    user_error(
        "{}: the weights lack {} of the {} tensors that config.json asks for: {}. {}Fix the names "
        "or config.json's sizes; --allow_missing_tensors uses random values instead",
        escaped(folder.string(), 1000), missing.size(), weights.size(), some_of(missing),
        unused.empty() ? "" : fmt::format("They also have: {}. ", some_of(unused)));
  if (!missing.empty())
    log_warning("not in the model's files, initialized from seed {}: {}", first.seed,
                fmt::join(missing, ", "));
  if (!unused.empty()) log_info("in the model's files, but not used: {}", fmt::join(unused, ", "));
  return weights;
}

model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first,
                                    const std::optional<Path>& adapter) {
  const auto missing =
      format::is_gguf(model.path()) ? std::nullopt : format::missing_weights(model.path());
  if (!missing) return read_weights(model, first, adapter);
  if (model.adapter() && !first.of_no_file) io_error("{}; the adapter belongs to them", *missing);
  if (!first.of_any_tensor && !first.of_no_file)
    io_error("{}; to start from random values, give --allow_missing_tensors", *missing);
  if (!first.of_no_file)
    log_warning("{} has no weights: every parameter starts from seed {}", model.path().string(),
                first.seed);
  return {model.objective().parameters, first.seed};
}

model::Weights read_or_make_weights(const OpenedModel& model, const FirstValues& first) {
  return read_or_make_weights(model, first, adapter_file(model));
}

}  // namespace tutti::run
