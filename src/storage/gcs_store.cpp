// SPDX-License-Identifier: Apache-2.0
// Google's JSON API. It has no multipart uploads: parts are written as separate objects, in a
// folder that listings skip, and composed.
#include <openssl/evp.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "base/percent_encoding.h"
#include "base/text.h"
#include "format/json.h"
#include "http/encoding.h"
#include "storage/google_tokens.h"
#include "storage/store.h"

namespace tutti::storage {
namespace {

constexpr std::string_view kParts = ".tutti-parts/";  // the folder
constexpr size_t kMostComposed = 32;                  // objects in one call, says Google
constexpr const char* kHashField = "sha256";

/// Google's base64 MD5 as digits; empty for another text.
std::string digits_of(const std::string& base64) {
  if (base64.size() != 24) return "";
  std::string bytes(18, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(base64.data()), 24);
  return size == 18 ? hex_of(std::string_view(bytes).substr(0, 16)) : "";
}

/// A number, which Google writes as a text and emulators as a number.
std::string digits_in(const nlohmann::json& item, const char* name, const std::string& where) {
  const auto value = item.find(name);
  if (value != item.end() && value->is_number_unsigned())
    return std::to_string(value->get<uint64_t>());
  return format::json_string(item, name, where);
}

Object object_in(const nlohmann::json& item, const std::string& where) {
  Object object;
  object.key = format::json_string(item, "name", where);
  object.size = http::whole_number(digits_in(item, "size", where)).value_or(0);
  object.version = digits_in(item, "generation", where);
  object.md5 = digits_of(format::json_string(item, "md5Hash", where, ""));
  if (const auto fields = item.find("metadata"); fields != item.end() && fields->is_object())
    object.sha256 = format::json_string(*fields, kHashField, where, "");
  // Emulators restart the generations when an object is replaced.
  object.version +=
      "-" + (object.md5.empty() ? format::json_string(item, "crc32c", where, "") : object.md5);
  return object;
}

/// An object's fields and its bytes as one message.
std::string multipart_body(const std::string& border, const std::string& fields,
                           std::string_view bytes) {
  std::string body = fmt::format(
      "--{0}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{1}\r\n--{0}\r\n"
      "Content-Type: application/octet-stream\r\n\r\n",
      border, fields);
  body.append(bytes);
  body += fmt::format("\r\n--{}--\r\n", border);
  return body;
}

class GcsStore : public Store {
 public:
  GcsStore(const http::Client& http, GoogleTokens& tokens, std::string endpoint, std::string bucket)
      : http_(http), tokens_(tokens), endpoint_(std::move(endpoint)), bucket_(std::move(bucket)) {}

  std::vector<Object> list(const std::string& prefix) override {
    auto all = list_all(prefix);
    std::erase_if(all, [](const Object& object) {
      const size_t at = object.key.find(kParts);
      return at != object.key.npos && (at == 0 || object.key[at - 1] == '/');
    });
    return all;
  }

  std::optional<Object> find(const std::string& key) override {
    const http::Answer answer = ask("looking at", key, {"GET", place(key)});
    // Without permission to list, a missing object gives 403.
    if (answer.status == 404 || answer.status == 403) return std::nullopt;
    return object_in(json_in(answer, "looking at", key), shown(key));
  }

  void read(const Object& object, uint64_t offset, const http::BodySink& sink) override {
    const std::string generation = object.version.substr(0, object.version.find('-'));
    Call call{"GET", fmt::format("{}?alt=media&generation={}", place(object.key), generation)};
    call.headers = {{"range", fmt::format("bytes={}-{}", offset, offset + sink.bytes - 1)}};
    call.sink = &sink;
    const http::Answer answer = ask("reading", object.key, call);
    if (answer.status == 404 || answer.status == 412 || answer.status == 416)
      throw ObjectChanged(shown(object.key));
    expect_good(answer, "reading", object.key);
    if (answer.received != sink.bytes)
      io_error("{}: found {} bytes from {} on, expected {}", shown(object.key), answer.received,
               offset, sink.bytes);
  }

  std::string write(const std::string& key, std::string_view bytes,
                    const std::string& sha256) override {
    return written(key, bytes, sha256).version;
  }

  void remove(const std::string& key) override {
    const http::Answer answer = ask("removing", key, {"DELETE", place(key)});
    if (answer.status != 404) expect_good(answer, "removing", key);
  }

  std::string begin_upload(const std::string& key, const std::string& sha256) override {
    return sha256_hex(key + " " + sha256).substr(0, 32);
  }

  std::optional<std::vector<UploadPart>> parts_of(const std::string& key,
                                                  const std::string& upload) override {
    std::vector<UploadPart> parts;
    const std::string folder = folder_of(key, upload);
    for (const Object& object : list_all(folder))
      if (const auto number = http::whole_number(object.key.substr(folder.size())))
        parts.push_back({static_cast<int>(*number), object.size, object.key, object.md5});
    return parts;
  }

  UploadPart write_part(const std::string& key, const std::string& upload, int number,
                        std::string_view bytes) override {
    const std::string part = fmt::format("{}{}", folder_of(key, upload), number);
    const Object object = written(part, bytes, sha256_hex(bytes));
    return {number, bytes.size(), part, object.md5};
  }

  std::string finish_upload(const std::string& key, const std::string& upload,
                            const std::vector<UploadPart>& parts,
                            const std::string& sha256) override {
    const std::string folder = folder_of(key, upload);
    std::vector<std::string> sources;
    for (const UploadPart& part : parts) sources.push_back(part.tag);
    for (int level = 0; sources.size() > kMostComposed; level++)
      sources = compose_groups(sources, fmt::format("{}level-{}-", folder, level));
    const Object made = compose(key, sources, sha256);
    for (const Object& left : list_all(folder)) remove(left.key);
    return made.version;
  }

 private:
  struct Call {
    std::string method;
    std::string place;  // after the endpoint
    Fields headers = {};
    std::string_view body = {};
    const http::BodySink* sink = nullptr;
  };

  std::string shown(const std::string& key) const {
    return escaped(Url{Service::gcs, bucket_, key}.text(), 1000);
  }
  std::string place(const std::string& key) const {
    return fmt::format("/storage/v1/b/{}/o/{}", bucket_, percent_encoded(key));
  }
  static std::string folder_of(const std::string& key, const std::string& upload) {
    return fmt::format("{}{}{}/", key.substr(0, key.rfind('/') + 1), kParts, upload);
  }

  std::vector<Object> list_all(const std::string& prefix) {
    std::vector<Object> all;
    for (std::string next;;) {
      Fields query = {{"prefix", prefix}};
      if (!next.empty()) query.emplace_back("pageToken", next);
      const std::string place =
          fmt::format("/storage/v1/b/{}/o?{}", bucket_, canonical_query(query));
      const auto page = json_in(ask("listing", prefix, {"GET", place}), "listing", prefix);
      if (const auto items = page.find("items"); items != page.end())
        for (const auto& item : *items) all.push_back(object_in(item, shown(prefix)));
      next = format::json_string(page, "nextPageToken", shown(prefix), "");
      if (next.empty()) break;
    }
    std::sort(all.begin(), all.end(),
              [](const Object& a, const Object& b) { return a.key < b.key; });
    return all;
  }

  /// The object written, whose checksum the server has verified.
  Object written(const std::string& key, std::string_view bytes, const std::string& sha256) {
    const std::string md5 = http::md5_of(bytes);
    const nlohmann::json fields = {{"name", key},
                                   {"md5Hash", http::base64_of(md5)},
                                   {"contentType", "application/octet-stream"},
                                   {"metadata", {{kHashField, sha256}}}};
    const std::string border = "tutti-" + sha256.substr(0, 40);
    const std::string body = multipart_body(border, fields.dump(), bytes);
    Call call{"POST", fmt::format("/upload/storage/v1/b/{}/o?uploadType=multipart", bucket_)};
    call.headers = {{"content-type", "multipart/related; boundary=" + border}};
    call.body = body;
    const Object object = object_in(json_in(ask("writing", key, call), "writing", key), shown(key));
    if (object.md5 != hex_of(md5))
      io_error("{}: the server's copy differs from what was sent; run the command again",
               shown(key));
    return object;
  }

  /// Composes objects in groups of as many as one call accepts, and returns the results.
  std::vector<std::string> compose_groups(const std::vector<std::string>& sources,
                                          const std::string& prefix) {
    std::vector<std::string> composed;
    for (size_t at = 0; at < sources.size(); at += kMostComposed) {
      const size_t end = std::min(at + kMostComposed, sources.size());
      composed.push_back(fmt::format("{}{}", prefix, composed.size()));
      compose(composed.back(),
              {sources.begin() + static_cast<std::ptrdiff_t>(at),
               sources.begin() + static_cast<std::ptrdiff_t>(end)},
              "");
    }
    return composed;
  }

  Object compose(const std::string& key, const std::vector<std::string>& sources,
                 const std::string& sha256) {
    nlohmann::json list = nlohmann::json::array();
    for (const std::string& source : sources) list.push_back({{"name", source}});
    const std::string body =
        nlohmann::json{
            {"sourceObjects", list},
            {"destination",
             {{"contentType", "application/octet-stream"}, {"metadata", {{kHashField, sha256}}}}}}
            .dump();
    Call call{"POST", place(key) + "/compose"};
    call.headers = {{"content-type", "application/json"}};
    call.body = body;
    return object_in(json_in(ask("writing", key, call), "writing", key), shown(key));
  }

  http::Answer ask(const std::string& doing, const std::string& key, const Call& call) {
    return http_.ask(fmt::format("{} {}", doing, shown(key)), [&] {
      http::Request request{call.method, endpoint_ + call.place, call.headers, call.body,
                            call.sink};
      const std::string token = tokens_.get();
      if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
      return request;
    });
  }

  void expect_good(const http::Answer& answer, const std::string& doing,
                   const std::string& key) const {
    if (answer.is_good()) return;
    std::string message;
    try {
      const auto body = format::parse_json(answer.body, "");
      message = body.at("error").at("message").get<std::string>();
    } catch (const std::exception&) {  // not in Google's format: the status must suffice
    }
    io_error("{} {} was refused: {} {}", doing, shown(key), answer.status, escaped(message));
  }
  nlohmann::json json_in(const http::Answer& answer, const std::string& doing,
                         const std::string& key) const {
    expect_good(answer, doing, key);
    return format::parse_json(answer.body, shown(key));
  }

  const http::Client& http_;
  GoogleTokens& tokens_;
  std::string endpoint_;
  std::string bucket_;
};

}  // namespace

std::unique_ptr<Store> make_gcs_store(const http::Client& http, GoogleTokens& tokens,
                                      const std::string& endpoint, const std::string& bucket) {
  return std::make_unique<GcsStore>(http, tokens, endpoint, bucket);
}

}  // namespace tutti::storage
