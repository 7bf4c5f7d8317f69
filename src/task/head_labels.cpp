// SPDX-License-Identifier: Apache-2.0
#include "task/head_labels.h"

#include <algorithm>

#include "base/log.h"
#include "base/text.h"

namespace tutti::task {
namespace {

/// The classes that the model has, as transformers reads them; none where its head is to be made.
LabelNames known_labels(const nlohmann::ordered_json& config, const std::string& where,
                        std::string_view head, bool is_trained) {
  LabelNames known = LabelNames::of_config(config, where);
  if (known.size() > 0 || (is_trained && !names_head(config, {head}))) return known;
  const auto count = config.find("num_labels");
  constexpr size_t kDefault = 2;
  const bool is_given = count != config.end() && count->is_number_unsigned();
  return LabelNames::numbered(is_given ? std::min(count->get<size_t>(), size_t{100000}) : kDefault);
}

/// The classes of a head that is trained on. Each has its row in the weights, so that the order of
/// the names is the head's wherever the file has the same ones.
LabelNames matched(LabelNames known, LabelNames found, const std::string& where) {
  if (known.find_all(found)) return known;
  if (known.size() != found.size()) return found;  // the weights' reader compares the sizes
  if (!known.are_numbered())
    user_error(
        "{}: the model's classes are {}, but the training file's are {}, and Tutti cannot match "
        "them; expected the same names: rename those in the file, or use a model without a "
        "classification head",
        where, known.text(), found.text());
  log_warning("{}: the model's classes have no names; using the file's, in their order: {}", where,
              found.text());
  return found;
}

}  // namespace

LabelNames head_labels(const Opening& opening, std::string_view head,
                       const std::function<LabelNames()>& in_files) {
  const nlohmann::ordered_json& config = opening.folder.config;
  const std::string where = config_name(opening.folder.path);
  const bool is_trained = !opening.train_files.empty(), has_head = names_head(config, {head});
  LabelNames known = known_labels(config, where, head, is_trained);
  if (is_trained) {
    LabelNames found = in_files();
    if (has_head)
      known = matched(std::move(known), std::move(found), where);
    else if (!known.contains_all(found))
      known = std::move(found);
  }
  if (known.size() < 2)
    user_error("{}: expected at least two labels in {}, found {}", where,
               is_trained ? "the file to train on" : "its id2label",
               known.size() == 0 ? "none" : known.text() + " alone");
  return known;
}

}  // namespace tutti::task
