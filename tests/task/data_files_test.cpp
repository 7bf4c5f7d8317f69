// SPDX-License-Identifier: Apache-2.0
#include "task/data_files.h"

#include "support/written_files.h"

namespace tutti::task {
namespace {

using test::expect_contains;
using Paths = std::vector<Path>;

class DataFiles : public test::WrittenFiles {
 protected:
  std::string place(const std::string& name) const { return (folder_.path() / name).string(); }

  void expect_refused(const std::string& names, const std::string& message) const {
    const auto failure = test::failure_of([&] { named_files(names, "train_file"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "--train_file");
    expect_contains(failure.message, message);
  }
};

TEST_F(DataFiles, AreOneOrSeveralOrThoseOfAPattern) {
  const Path b = write("b.csv", ""), a = write("a.csv", ""), c = write("c.tsv", "");
  const Path comma = write("a,b.csv", ""), brackets = write("[ab].tsv", "");
  EXPECT_EQ(named_files(place("b.csv"), "f"), Paths{b});
  EXPECT_EQ(named_files(place("b.csv") + ", " + place("a.csv"), "f"), (Paths{b, a}));
  EXPECT_EQ(named_files(place("?.csv") + "," + place("c.tsv"), "f"), (Paths{a, b, c}));
  EXPECT_EQ(named_files(comma.string(), "f"), Paths{comma});
  EXPECT_EQ(named_files(brackets.string(), "f"), Paths{brackets});
  EXPECT_EQ(named_files(place("none.csv"), "f"), Paths{place("none.csv")});
}

TEST_F(DataFiles, ThatAreNoneAreRefused) {
  write("a.csv", "");
  expect_refused(place("*.json"), "*.json: found no file whose name fits");
  expect_refused(place(""), "found a folder, expected a file; give the folder as --dataset_name");
  expect_refused("https://hub/a.csv", "download it first, by `curl -LO https://hub/a.csv`");
  expect_refused(place("a.csv") + "," + place("*.csv"), "a.csv twice");
}

}  // namespace
}  // namespace tutti::task
