// SPDX-License-Identifier: Apache-2.0
// The classes of a classifier: their names and ids, how well they were found, how likely each is.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::task {

/// Names of classes; the id of a class is the index of its name.
class LabelNames {
 public:
  /// The distinct labels of samples, in the order of their numbers where all are whole numbers,
  /// else of their names.
  static LabelNames of_samples(std::vector<std::string> labels);
  /// Names whose ids are their places.
  static LabelNames of_names(std::vector<std::string> names);
  /// Those of a classifier's config.json, its `id2label`; none where it has no such member. A
  /// malformed one is a UserError that names `where`.
  static LabelNames of_config(const nlohmann::ordered_json& config, const std::string& where);
  /// LABEL_0, LABEL_1, ...: how transformers calls classes without names.
  static LabelNames numbered(size_t count);

  size_t size() const { return names_.size(); }
  const std::string& operator[](size_t id) const { return names_[id]; }
  /// All of them, "a, b"; of many the first ones.
  std::string text() const;
  bool are_numbered() const { return names_ == numbered(size()).names_; }
  bool contains_all(const LabelNames& others) const;
  /// Whether id_of() knows each of them.
  bool find_all(const LabelNames& others) const;
  /// The id of a label that is a name, or of the only one that differs from it in the case of ASCII
  /// letters alone.
  std::optional<int32_t> find_name(const std::string& label) const;
  /// The same, or the id whose number the label is.
  std::optional<int32_t> find(const std::string& label) const;
  /// The same. Another is a UserError; `where` names its place.
  int32_t id_of(const std::string& label, const std::string& where) const;
  /// Sets `id2label` and `label2id`.
  void write(nlohmann::ordered_json& config) const;

 private:
  std::vector<std::string> names_;
};

/// {"accuracy", "f1"}, both in [0, 1], of ids below `labels`; as scikit-learn's accuracy_score and
/// f1_score. F1 is that of the second of two labels, and of more the mean over all of them.
nlohmann::ordered_json accuracy_and_f1(std::span<const int32_t> found,
                                       std::span<const int32_t> expected, size_t labels);

struct RankedLabel {
  size_t id = 0;
  double probability = 0;  // softmax of the logits
};
/// All labels, the most likely first; of equal ones the first.
std::vector<RankedLabel> ranked_labels(std::span<const float> logits);

}  // namespace tutti::task
