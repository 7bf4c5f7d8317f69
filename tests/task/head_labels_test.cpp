// SPDX-License-Identifier: Apache-2.0
#include "task/head_labels.h"

#include <gtest/gtest.h>

#include "format/json.h"
#include "support/written_files.h"

namespace tutti::task {
namespace {

class HeadLabels : public test::WrittenFiles {
 protected:
  /// The labels of a head of tokens on a model whose config.json has these members too.
  LabelNames labels(const nlohmann::json& members, const std::vector<std::string>& in_file) const {
    const Path bert = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    using Options = std::filesystem::copy_options;
    std::filesystem::copy(bert, folder_.path(), Options::overwrite_existing | Options::recursive);
    auto config = format::read_json(bert / "config.json");
    config.update(members);
    write("config.json", config.dump());
    const ModelFolder folder(folder_.path(), folder_.path());
    std::vector<Path> files;
    if (!in_file.empty()) files.push_back("train.conll");
    return head_labels({folder, files}, "ForTokenClassification",
                       [&] { return LabelNames::of_samples(in_file); });
  }
};

TEST_F(HeadLabels, AreTheFilesUnlessTheModelHasSuchAHead) {
  nlohmann::json members = {{"architectures", {"BertForTokenClassification"}},
                            {"id2label", {{"0", "O"}, {"1", "B-X"}}}};
  EXPECT_EQ(labels(members, {"B-X", "O"}).text(), "O, B-X");
  EXPECT_EQ(labels(members, {}).text(), "O, B-X");
  test::expect_contains(
      test::failure_of([&] {
        labels(members, {"B-Y", "O"});
      }).message,
      "config.json: the model's classes are O, B-X, but the training file's are B-Y, O");
  members["architectures"] = {"BertForSequenceClassification"};
  EXPECT_EQ(labels(members, {"B-Y", "O"}).text(), "B-Y, O");
}

TEST_F(HeadLabels, AreTwoOrMore) {
  test::expect_contains(test::failure_of([&] { labels(nlohmann::json::object(), {"O"}); }).message,
                        "expected at least two labels in the file to train on, found O alone");
}

}  // namespace
}  // namespace tutti::task
