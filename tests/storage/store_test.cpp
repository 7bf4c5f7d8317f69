// SPDX-License-Identifier: Apache-2.0
// Objects, transfers, trees and the cache against a server that stands in for S3 and Google.
#include "storage/store.h"

#include <gtest/gtest.h>

#include <random>

#include "base/hash.h"
#include "stand_in.h"
#include "storage/cache.h"
#include "storage/google_tokens.h"
#include "storage/transfer.h"
#include "storage/tree.h"
#include "support/errors.h"

namespace tutti::storage {
namespace {

using test::piece_of;
using test::StandIn;
using test::TemporaryFolder;

namespace fs = std::filesystem;

std::string random_bytes(size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

/// Each test runs with both services.
class Stores : public testing::TestWithParam<Service> {
 protected:
  Stores() : services_(test::lookup(variables())) {}

  std::map<std::string, std::string> variables() {
    auto all = server_.variables();
    if (GetParam() == Service::gcs) {
      // A server that asks for a token, at an address that is not Google's.
      all.erase("STORAGE_EMULATOR_HOST");
      all["GCE_METADATA_HOST"] = server_.address().substr(7);
    }
    return all;
  }
  /// Google's own address cannot be given, so the store is made by hand.
  std::unique_ptr<Store> open(const std::string& bucket = "bucket") {
    if (GetParam() == Service::s3) return services_.open({Service::s3, bucket, ""});
    return make_gcs_store(http_, tokens_, server_.address(), bucket);
  }
  Url url(const std::string& key) const { return {GetParam(), "bucket", key}; }
  Path path(const std::string& name) const { return folder_.path() / name; }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories(path(name).parent_path());
    write_file_atomically(path(name), text);
  }

  StandIn server_;
  TemporaryFolder folder_;
  Services services_;
  http::Client http_;
  GoogleTokens tokens_{http_, test::lookup(variables())};
};

constexpr size_t kLarge = (size_t{8} << 20) * 3 + 12345;  // four parts

TEST_P(Stores, KeepObjects) {
  const auto store = open();
  const std::string text = "some bytes", key = "folder/a b+ü&<>%.txt";
  store->write(key, text, sha256_hex(text));
  for (const char* other : {"folder/1", "folder/2", "folder/3", "folder2", "folder/empty"})
    store->write(other, "", sha256_hex(""));
  const auto listed = store->list("folder/");
  ASSERT_EQ(listed.size(), 5U);  // more than a page has
  EXPECT_EQ(listed[3].key, key);
  EXPECT_EQ(listed[3].size, text.size());
  const auto object = store->find(key);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->sha256, sha256_hex(text));
  EXPECT_EQ(object->version, listed[3].version);
  EXPECT_EQ(piece_of(*store, *object, 5, 4), "byte");
  store->write(key, "others", sha256_hex("others"));
  EXPECT_THROW(piece_of(*store, *object, 0, 4), ObjectChanged);
  store->remove(key);
  store->remove(key);
  EXPECT_FALSE(store->find(key));
}

TEST_P(Stores, CopyLargeFilesBothWays) {
  const auto store = open();
  write("large", random_bytes(kLarge, 1));
  const Object object = upload_file(*store, path("large"), "a/large", path("journals"));
  EXPECT_EQ(store->find("a/large")->sha256, sha256_of_file(path("large")));
  download_file(*store, object, path("back"));
  EXPECT_EQ(read_file(path("back")), read_file(path("large")));
  EXPECT_EQ(store->list("").size(), 1U);
  EXPECT_TRUE(fs::is_empty(path("journals")));
}

TEST_P(Stores, GoOnWithAnUpload) {
  const auto store = open();
  write("large", random_bytes(kLarge, 2));
  // The end of the upload is refused; nobody sees the object.
  server_.fail("403", 1, GetParam() == Service::s3 ? "POST /bucket/a/large?uploadId" : "compose");
  EXPECT_THROW(upload_file(*store, path("large"), "a/large", path("journals")), UserError);
  EXPECT_FALSE(store->find("a/large"));
  EXPECT_TRUE(store->list("").empty());
  server_.fail("none", 0);
  upload_file(*store, path("large"), "a/large", path("journals"));
  EXPECT_EQ(server_.log().find("PUT"), std::string::npos) << server_.log();
  EXPECT_EQ(server_.log().find("/upload/"), std::string::npos) << server_.log();
  EXPECT_EQ(store->find("a/large")->sha256, sha256_of_file(path("large")));
}

TEST_P(Stores, DoNotGoOnWithAnUploadOfAnotherContent) {
  const auto store = open();
  write("large", random_bytes(kLarge, 3));
  server_.fail("403", 1, GetParam() == Service::s3 ? "POST /bucket/a/large?uploadId" : "compose");
  EXPECT_THROW(upload_file(*store, path("large"), "a/large", path("journals")), UserError);
  write("large", random_bytes(kLarge, 4));
  upload_file(*store, path("large"), "a/large", path("journals"));
  download_file(*store, *store->find("a/large"), path("back"));
  EXPECT_EQ(read_file(path("back")), read_file(path("large")));
}

TEST_P(Stores, GoOnWithADownload) {
  const auto store = open();
  write("large", random_bytes(kLarge, 5));
  const Object object = upload_file(*store, path("large"), "large", path("journals"));
  server_.fail("403", 1, "GET", 4);
  EXPECT_THROW(download_file(*store, object, path("back")), UserError);
  EXPECT_FALSE(fs::exists(path("back")));
  server_.fail("none", 0);
  download_file(*store, object, path("back"));
  EXPECT_EQ(read_file(path("back")), read_file(path("large")));
  const std::string log = server_.log();
  EXPECT_LT(std::count(log.begin(), log.end(), '\n'), 3) << log;  // fewer than four parts
}

TEST_P(Stores, RefuseDamagedDownloads) {
  const auto store = open();
  write("large", random_bytes(kLarge, 6));
  const Object object = upload_file(*store, path("large"), "large", path("journals"));
  server_.fail("damage", 1, "GET", 2);
  EXPECT_THROW(download_file(*store, object, path("back")), UserError);
  EXPECT_FALSE(fs::exists(path("back")));
  download_file(*store, object, path("back"));
  EXPECT_EQ(read_file(path("back")), read_file(path("large")));
}

TEST_P(Stores, SurviveFaults) {
  const auto store = open();
  for (int i = 0; i < 6; i++)
    write(fmt::format("tree/checkpoint-{}/model", i),
          random_bytes(i == 0 ? kLarge : size_t{20000}, static_cast<unsigned>(10 + i)));
  int faults = 0;
  for (const char* fault : {"reset", "truncate", "500", "503", "429", "lost", "stall"}) {
    const Path back = path(std::string("back-") + fault);
    const std::string key = std::string("tree-") + fault;
    server_.fail(fault, 8, "", 3);
    copy_to_store(path("tree"), *store, url(key), false, path("journals"));
    faults += server_.faults();
    server_.fail(fault, 8, "", 3);
    copy_to_folder(*store, url(key), back, false);
    faults += server_.faults();
    for (const auto& [name, file] : files_in(path("tree")))
      EXPECT_EQ(read_file(back / name), read_file(path("tree") / name)) << fault;
  }
  EXPECT_GT(faults, 60);
}

TEST_P(Stores, MarkFoldersLast) {
  const auto store = open();
  for (const char* name : {"a/complete.json", "a/model", "a/state", "b/file", ".tutti-1-2.tmp"})
    write(std::string("tree/") + name, name);
  server_.fail("none", 0);
  EXPECT_EQ(copy_to_store(path("tree"), *store, url("t"), false, path("j")).files, 4U);
  const std::string first = server_.log();
  EXPECT_GT(first.rfind("complete.json"), first.rfind("model"));
  EXPECT_EQ(copy_to_store(path("tree"), *store, url("t"), false, path("j")).files, 0U);
  // A file of a marked folder changes: the mark goes before, and comes after.
  write("tree/a/model", "another");
  server_.fail("403", 1, GetParam() == Service::s3 ? "PUT" : "/upload/");
  EXPECT_THROW(copy_to_store(path("tree"), *store, url("t"), false, path("j")), UserError);
  EXPECT_FALSE(store->find("t/a/complete.json"));
  copy_to_store(path("tree"), *store, url("t"), false, path("j"));
  EXPECT_TRUE(store->find("t/a/complete.json"));
  copy_to_folder(*store, url("t"), path("back"), false);
  EXPECT_EQ(read_file(path("back/a/model")), "another");
  fs::remove(path("tree/b/file"));
  EXPECT_EQ(copy_to_store(path("tree"), *store, url("t"), true, path("j")).removed, 1U);
  EXPECT_EQ(copy_to_folder(*store, url("t"), path("back"), true).removed, 1U);
  EXPECT_FALSE(fs::exists(path("back/b/file")));
}

TEST_P(Stores, CacheWhatIsRead) {
  const auto store = open();
  write("tree/config.json", "{}");
  write("tree/checkpoint-5/model", "not read");
  write("tree/weights", random_bytes(1000, 7));
  copy_to_store(path("tree"), *store, url("run"), false, path("j"));
  const Path folder = fetch(*store, url("run"), "here", path("cache"));
  EXPECT_EQ(folder.filename(), "run");
  EXPECT_EQ(read_file(folder / "weights"), read_file(path("tree/weights")));
  EXPECT_FALSE(fs::exists(folder / "checkpoint-5"));
  const Path file = fetch(*store, url("run/config.json"), "here", path("cache"));
  EXPECT_EQ(file.filename(), "config.json");
  // The same again, and the same content under another name: nothing is read.
  copy_to_store(path("tree"), *store, url("other"), false, path("j"));
  server_.fail("none", 0);
  EXPECT_EQ(fetch(*store, url("run"), "here", path("cache")), folder);
  fetch(*store, url("other"), "here", path("cache"));
  const std::string reads = GetParam() == Service::s3 ? "GET /bucket/other/" : "alt=media";
  EXPECT_EQ(server_.log().find(reads), std::string::npos) << server_.log();
  // Another content is another folder.
  write("tree/weights", "new");
  copy_to_store(path("tree"), *store, url("run"), false, path("j"));
  EXPECT_EQ(read_file(fetch(*store, url("run"), "here", path("cache")) / "weights"), "new");
  EXPECT_EQ(read_file(folder / "weights").size(), 1000U);
  EXPECT_THROW(fetch(*store, url("none"), "here", path("cache")), UserError);
}

TEST_P(Stores, SayWhyTheyRefuse) {
  if (GetParam() == Service::s3) {
    auto wrong = server_.variables();
    wrong["AWS_SECRET_ACCESS_KEY"] = "a-wrong-secret";
    Services services(test::lookup(wrong));
    const auto store = services.open(url(""));
    const std::string message = test::failure_of([&] { store->list("x"); }).message;
    EXPECT_NE(message.find("403 SignatureDoesNotMatch"), std::string::npos) << message;
    EXPECT_EQ(message.find("a-wrong-secret"), std::string::npos);
    const std::string missing = test::failure_of([&] { open("missing")->list("x"); }).message;
    EXPECT_NE(missing.find("404 NoSuchBucket"), std::string::npos) << missing;
  } else {
    GoogleTokens none(http_, test::lookup({{"STORAGE_EMULATOR_HOST", "here"}}));
    const auto store = make_gcs_store(http_, none, server_.address(), "bucket");
    const std::string message = test::failure_of([&] { store->list("x"); }).message;
    EXPECT_NE(message.find("401 Invalid Credentials"), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Services, Stores, testing::Values(Service::s3, Service::gcs),
                         [](const auto& one) {
                           return one.param == Service::s3 ? "S3" : "Google";
                         });

}  // namespace
}  // namespace tutti::storage
