// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>

#include "base/error.h"
#include "base/hash.h"
#include "base/percent_encoding.h"
#include "base/text.h"
#include "http/encoding.h"
#include "storage/aws_keys.h"
#include "storage/store.h"

namespace tutti::storage {
namespace {

using http::element_text;

constexpr const char* kHashHeader = "x-amz-meta-sha256";

/// A tag without its quotes.
std::string unquoted(std::string tag) {
  std::erase(tag, '"');
  return tag;
}

/// The MD5 in a tag; multipart objects have none.
std::string md5_in(const std::string& tag) {
  const bool is_md5 = tag.size() == 32 && std::all_of(tag.begin(), tag.end(), [](char c) {
                        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                      });
  return is_md5 ? tag : "";
}

/// Whether a tag is not a checksum because the service encrypts with its own key.
bool hides_md5(const http::Answer& answer) {
  return answer.header("x-amz-server-side-encryption").starts_with("aws:") ||
         !answer.header("x-amz-server-side-encryption-customer-algorithm").empty();
}

class S3Store : public Store {
 public:
  S3Store(const http::Client& http, AwsKeys& keys, std::string endpoint, std::string bucket)
      : http_(http),
        keys_(keys),
        endpoint_(std::move(endpoint)),
        bucket_(std::move(bucket)),
        region_(keys.region()) {}

  std::vector<Object> list(const std::string& prefix) override {
    std::vector<Object> all;
    for (std::string next;;) {
      Fields query = {{"list-type", "2"}, {"prefix", prefix}};
      if (!next.empty()) query.emplace_back("continuation-token", next);
      const http::Answer answer = good("listing", prefix, {"GET", "", query});
      if (answer.body.find("</ListBucketResult>") == answer.body.npos)
        io_error("{}: the server's list has no end", shown(prefix));
      for (const std::string& item : http::elements(answer.body, "Contents"))
        all.push_back({element_text(item, "Key"),
                       http::whole_number(element_text(item, "Size")).value_or(0),
                       unquoted(element_text(item, "ETag")), "", ""});
      next = element_text(answer.body, "NextContinuationToken");
      if (element_text(answer.body, "IsTruncated") != "true" || next.empty()) break;
    }
    std::sort(all.begin(), all.end(),
              [](const Object& a, const Object& b) { return a.key < b.key; });
    return all;
  }

  std::optional<Object> find(const std::string& key) override {
    const http::Answer answer = ask("looking at", key, {"HEAD", key});
    // Without permission to list, a missing object gives 403.
    if (answer.status == 404 || answer.status == 403) return std::nullopt;
    expect_good(answer, "looking at", key);
    const std::string tag = unquoted(answer.header("etag"));
    return Object{key, http::whole_number(answer.header("content-length")).value_or(0), tag,
                  hides_md5(answer) ? "" : md5_in(tag), answer.header(kHashHeader)};
  }

  void read(const Object& object, uint64_t offset, const http::BodySink& sink) override {
    Call call{"GET", object.key};
    call.headers = {{"range", fmt::format("bytes={}-{}", offset, offset + sink.bytes - 1)},
                    {"if-match", fmt::format("\"{}\"", object.version)}};
    call.sink = &sink;
    const http::Answer answer = ask("reading", object.key, call);
    if (answer.status == 412 || answer.status == 404 || answer.status == 416)
      throw ObjectChanged(shown(object.key));
    expect_good(answer, "reading", object.key);
    if (unquoted(answer.header("etag")) != object.version) throw ObjectChanged(shown(object.key));
    if (answer.received != sink.bytes)
      io_error("{}: found {} bytes from {} on, expected {}", shown(object.key), answer.received,
               offset, sink.bytes);
  }

  std::string write(const std::string& key, std::string_view bytes,
                    const std::string& sha256) override {
    Call call{"PUT", key};
    call.headers = {{kHashHeader, sha256}};
    call.set_body(bytes);
    return expect_same(good("writing", key, call), call.md5, key);
  }

  void remove(const std::string& key) override {
    const http::Answer answer = ask("removing", key, {"DELETE", key});
    if (answer.status != 404) expect_good(answer, "removing", key);
  }

  std::string begin_upload(const std::string& key, const std::string& sha256) override {
    Call call{"POST", key, {{"uploads", ""}}};
    call.headers = {{kHashHeader, sha256}};
    const std::string upload = element_text(good("writing", key, call).body, "UploadId");
    if (upload.empty()) io_error("{}: the server did not begin an upload", shown(key));
    return upload;
  }

  std::optional<std::vector<UploadPart>> parts_of(const std::string& key,
                                                  const std::string& upload) override {
    std::vector<UploadPart> parts;
    for (std::string marker;;) {
      Fields query = {{"uploadId", upload}};
      if (!marker.empty()) query.emplace_back("part-number-marker", marker);
      const http::Answer answer = ask("looking at", key, {"GET", key, query});
      if (answer.status == 404) return std::nullopt;
      expect_good(answer, "looking at", key);
      for (const std::string& item : http::elements(answer.body, "Part")) {
        const std::string tag = unquoted(element_text(item, "ETag"));
        parts.push_back(
            {static_cast<int>(http::whole_number(element_text(item, "PartNumber")).value_or(0)),
             http::whole_number(element_text(item, "Size")).value_or(0), tag, md5_in(tag)});
      }
      marker = element_text(answer.body, "NextPartNumberMarker");
      if (element_text(answer.body, "IsTruncated") != "true" || marker.empty()) return parts;
    }
  }

  UploadPart write_part(const std::string& key, const std::string& upload, int number,
                        std::string_view bytes) override {
    Call call{"PUT", key, {{"partNumber", std::to_string(number)}, {"uploadId", upload}}};
    call.set_body(bytes);
    call.tells_md5 = false;  // the part stays invisible until its tag is verified
    const std::string tag = expect_same(good("writing", key, call), call.md5, key);
    return {number, bytes.size(), tag, hex_of(call.md5)};
  }

  std::string finish_upload(const std::string& key, const std::string& upload,
                            const std::vector<UploadPart>& parts,
                            const std::string& sha256) override {
    std::string list = "<CompleteMultipartUpload>";
    for (const UploadPart& part : parts)
      list += fmt::format("<Part><PartNumber>{}</PartNumber><ETag>\"{}\"</ETag></Part>",
                          part.number, part.tag);
    list += "</CompleteMultipartUpload>";
    Call call{"POST", key, {{"uploadId", upload}}};
    call.set_body(list);
    const http::Answer answer = ask("writing", key, call);
    // The answer to an earlier attempt may have been lost on its way.
    if (answer.status == 404)
      if (const auto there = find(key); there && there->sha256 == sha256) return there->version;
    expect_good(answer, "writing", key);
    const std::string tag = unquoted(element_text(answer.body, "ETag"));
    if (tag.empty())
      io_error("{}: the server did not combine the parts: {}", shown(key),
               escaped(element_text(answer.body, "Code")));
    return tag;
  }

 private:
  struct Call {
    std::string method;
    std::string key = "";
    Fields query = {};
    Fields headers = {};
    const http::BodySink* sink = nullptr;
    std::string_view body = {};
    std::string md5 = "";   // of the body; empty if there is none
    bool tells_md5 = true;  // so that the server verifies it

    void set_body(std::string_view bytes) {
      body = bytes;
      md5 = http::md5_of(bytes);
    }
  };

  std::string shown(const std::string& key) const {
    return escaped(Url{Service::s3, bucket_, key}.text(), 1000);
  }

  /// The address of a call: the bucket's own host name at AWS, so that its region answers; a path
  /// elsewhere, and for names with a dot, which AWS's certificate does not match.
  SignedRequest signed_request(const Call& call, const std::string& region, std::string& base) {
    SignedRequest request;
    const bool is_aws = endpoint_.empty();
    const bool by_name = is_aws && bucket_.find('.') == bucket_.npos;
    base = is_aws
               ? fmt::format("https://{}s3.{}.amazonaws.com", by_name ? bucket_ + "." : "", region)
               : endpoint_;
    const std::string place = base.substr(base.find("://") + 3);
    const size_t slash = std::min(place.find('/'), place.size());
    request.method = call.method;
    request.host = place.substr(0, slash);
    base.resize(base.size() - (place.size() - slash));
    request.path = place.substr(slash) + (by_name ? "" : "/" + percent_encoded(bucket_));
    if (!call.key.empty() || by_name) request.path += "/" + percent_encoded(call.key, true);
    request.query = call.query;
    request.region = region;
    return request;
  }

  http::Request made(const Call& call, const std::string& payload, const std::string& region) {
    std::string base;
    SignedRequest request = signed_request(call, region, base);
    request.payload_sha256 = payload;
    request.headers = call.headers;
    request.headers.emplace_back("x-amz-content-sha256", payload);
    request.headers.emplace_back("x-amz-date", amz_date(std::chrono::system_clock::now()));
    if (!call.body.empty() && call.tells_md5)
      request.headers.emplace_back("content-md5", http::base64_of(call.md5));
    const AwsKey key = keys_.get();
    if (!key.token.empty()) request.headers.emplace_back("x-amz-security-token", key.token);
    http::Request sent{call.method, base + request.path, request.headers, call.body, call.sink};
    if (!call.query.empty()) sent.url += "?" + canonical_query(call.query);
    if (!key.id.empty()) sent.headers.emplace_back("authorization", authorization(request, key));
    return sent;
  }

  std::string region() {
    const std::lock_guard lock(guard_);
    return region_;
  }

  http::Answer ask(const std::string& doing, const std::string& key, const Call& call) {
    const std::string payload = sha256_hex(call.body);
    const auto once = [&] {
      return http_.ask(fmt::format("{} {}", doing, shown(key)),
                       [&] { return made(call, payload, region()); });
    };
    http::Answer answer = once();
    // A bucket of another region: the answer says which.
    const std::string place = answer.header("x-amz-bucket-region");
    if (answer.is_good() || place.empty() || place == region()) return answer;
    {
      const std::lock_guard lock(guard_);
      region_ = place;
    }
    return once();
  }

  void expect_good(const http::Answer& answer, const std::string& doing,
                   const std::string& key) const {
    if (answer.is_good()) return;
    const std::string code = element_text(answer.body, "Code");
    const std::string message = element_text(answer.body, "Message");
    io_error("{} {} was refused: {} {}{}{}", doing, shown(key), answer.status, escaped(code),
             message.empty() ? "" : ": ", escaped(message));
  }
  http::Answer good(const std::string& doing, const std::string& key, const Call& call) {
    http::Answer answer = ask(doing, key, call);
    expect_good(answer, doing, key);
    return answer;
  }

  /// The tag of the written object: the bytes' MD5 unless the service hides it.
  std::string expect_same(const http::Answer& answer, const std::string& md5,
                          const std::string& key) const {
    const std::string tag = unquoted(answer.header("etag"));
    if (!hides_md5(answer) && !md5_in(tag).empty() && tag != hex_of(md5))
      io_error("{}: the server's copy differs from what was sent; run the command again",
               shown(key));
    return tag;
  }

  const http::Client& http_;
  AwsKeys& keys_;
  std::string endpoint_;  // empty: AWS
  std::string bucket_;
  std::mutex guard_;
  std::string region_;
};

}  // namespace

std::unique_ptr<Store> make_s3_store(const http::Client& http, AwsKeys& keys,
                                     const std::string& endpoint, const std::string& bucket) {
  return std::make_unique<S3Store>(http, keys, endpoint, bucket);
}

}  // namespace tutti::storage
