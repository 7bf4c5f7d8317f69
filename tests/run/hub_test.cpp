// SPDX-License-Identifier: Apache-2.0
// --dataset_name: folders and the Hugging Face cache, as `hf download` leaves it.
#include "run/hub.h"

#include <gtest/gtest.h>

#include "app/program.h"
#include "base/hash.h"
#include "nlohmann/json.hpp"
#include "support/errors.h"

namespace tutti::run {
namespace {

using test::expect_contains;
using test::failure_of;

const Path kFixtures = Path(TUTTI_SOURCE_DIR) / "tests" / "task" / "squad_parquet";

/// A cache with one data set, its files links to others as in a real one.
class Cache {
 public:
  explicit Cache(const std::string& repository) : repository_(folder_.path() / repository) {
    std::filesystem::create_directories(repository_ / "refs");
    write_file_atomically(repository_ / "refs" / "main", "7b6d24c4");
    std::filesystem::create_directories(snapshot());
  }
  std::string path() const { return folder_.path().string(); }
  Path snapshot() const { return repository_ / "snapshots" / "7b6d24c4"; }
  Path add(const std::string& name, const std::string& fixture) const {
    const Path file = snapshot() / name;
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::create_symlink(kFixtures / fixture, file);
    return file;
  }

 private:
  test::TemporaryFolder folder_;
  Path repository_;
};

using Files = std::vector<Path>;
using task::Split;

/// The files that question answering takes from a data set, with --version_2_with_negative or not.
Files files_of(const std::string& name, Split split, bool version_2,
               const std::string& cache = "") {
  const auto kind = task::find_task(task::all_tasks(task::Use::train), "question-answering", {});
  for (const Argument& argument : kind->arguments())
    if (argument.name == "version_2_with_negative") *std::get<bool*>(argument.value) = version_2;
  return dataset_files(name, split, *kind, cache);
}

TEST(Dataset, IsFoundInTheCacheAsTheHubHasIt) {
  const Cache cache("datasets--rajpurkar--squad");
  const Path train = cache.add("plain_text/train-00000-of-00001.parquet", "v1.parquet");
  const Path validation = cache.add("plain_text/validation-00000-of-00001.parquet", "v1.parquet");
  for (const char* name : {"squad", "rajpurkar/squad"}) {
    EXPECT_EQ(files_of(name, Split::train, false, cache.path()), Files{train});
    EXPECT_EQ(files_of(name, Split::validation, false, cache.path()), Files{validation});
  }
  // If there is a JSON file as well, the name means that file.
  const Path json = cache.add("train-v1.1.json", "v1.json");
  EXPECT_EQ(files_of("squad", Split::train, false, cache.path()), Files{json});
}

TEST(Dataset, TakesTheConfigurationOfItsVersion) {
  const Cache cache("datasets--squad_v2");
  const Path version_1 = cache.add("plain_text/train-00000-of-00001.parquet", "v1.parquet");
  const Path version_2 = cache.add("squad_v2/train-00000-of-00001.parquet", "v2.parquet");
  EXPECT_EQ(files_of("squad_v2", Split::train, false, cache.path()), Files{version_2});
  const std::string folder = cache.snapshot().string();
  EXPECT_EQ(files_of(folder, Split::train, true), Files{version_2});
  EXPECT_EQ(files_of(folder, Split::train, false), Files{version_1});
}

TEST(Dataset, IsFoundInAFolderInAllItsShards) {
  for (const std::string place : {"", "data/"}) {
    const Cache cache("datasets--any");
    const std::string folder = cache.snapshot().string();
    const Path second = cache.add(place + "train-00001-of-00002.parquet", "v1.parquet");
    cache.add(place + "training.parquet", "v1.parquet");
    const auto failure = failure_of([&] { files_of(folder, Split::train, false); });
    EXPECT_EQ(failure.code, ExitCode::io);
    expect_contains(failure.message, "found 1 of the 2 files train-*.parquet, expected all");
    const Path first = cache.add(place + "train-00000-of-00002.parquet", "v1.parquet");
    EXPECT_EQ(files_of(folder, Split::train, false), (Files{first, second}));
  }
}

TEST(Dataset, WhatIsNotThereComesWithTheCommandThatGetsIt) {
  const Cache cache("datasets--rajpurkar--squad");
  const auto look_up = [&](const std::string& name) {
    return failure_of([&] { files_of(name, Split::train, false, cache.path()); });
  };
  EXPECT_EQ(look_up("squad").code, ExitCode::io);
  expect_contains(look_up("squad").message, "hf download rajpurkar/squad --repo-type dataset");
  expect_contains(look_up("me/mine").message, "hf download me/mine --repo-type dataset");
  expect_contains(look_up("/absent/folder").message, "there is no such folder");
  EXPECT_EQ(look_up("../squad").code, ExitCode::io);
  const auto empty = look_up(cache.snapshot().string());
  EXPECT_EQ(empty.code, ExitCode::io);
  expect_contains(empty.message,
                  "found neither train-v1.1.json nor train-v2.0.json in this folder "
                  "nor train-*.parquet in it or its plain_text, squad_v2 or data");
}

/// Shards of the hub's form and the JSON file they were made of train to the same bits.
TEST(Dataset, TrainsAndEvaluatesAsJsonDoes) {
  const Cache cache("datasets--rajpurkar--squad");
  for (const std::string split : {"train", "validation"})
    for (const std::string shard : {"-00000-of-00002.parquet", "-00001-of-00002.parquet"})
      cache.add("plain_text/" + split + shard, "v1" + shard);
  const test::TemporaryFolder folder;
  const auto train = [&](const std::string& output, const std::vector<std::string>& data) {
    const Path model = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert";
    std::vector<std::string> words = {
        "train",        "--model_name_or_path",           model.string(), "--do_train",
        "--do_eval",    "--allow_missing_tensors",        "--max_steps",  "2",
        "--output_dir", (folder.path() / output).string()};
    words.insert(words.end(), data.begin(), data.end());
    const auto outcome = test::run_tutti(words, "", {{"HF_HUB_CACHE", cache.path()}});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return sha256_of_file(folder.path() / output / "model.safetensors") + " " +
           read_file(folder.path() / output / "eval_predictions.json");
  };
  const std::string json = (kFixtures / "v1.json").string();
  EXPECT_EQ(train("parquet", {"--dataset_name", "squad"}),
            train("json", {"--train_file", json, "--validation_file", json}));
}

TEST(Dataset, ScoresParquetAsJson) {
  const test::TemporaryFolder folder;
  const Path predictions = folder.path() / "predictions.json";
  write_file_atomically(predictions, R"({"56dde0379a695914005b9636": "a viking"})");
  const auto score = [&](const char* file) {
    return test::run_tutti({"-q", "score", (kFixtures / file).string(), predictions.string()}).out;
  };
  expect_contains(score("v2.json"), "HasAns_exact");
  EXPECT_EQ(score("v2.parquet"), score("v2.json"));
}

}  // namespace
}  // namespace tutti::run
