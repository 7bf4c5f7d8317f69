// SPDX-License-Identifier: Apache-2.0
#include "storage/store.h"

#include "base/error.h"
#include "base/text.h"

namespace tutti::storage {
namespace {

/// An address without a trailing slash.
std::string base_of(std::string url, const char* variable) {
  while (url.ends_with('/')) url.pop_back();
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    user_error("{}: found \"{}\", expected http://HOST:PORT or https://HOST", variable,
               escaped(url));
  return url;
}

}  // namespace

Services::Services(Variables variable)
    : variable_(std::move(variable)),
      http_({.ca_file = variable_("AWS_CA_BUNDLE").value_or("")}),
      aws_(http_, variable_),
      google_(http_, variable_) {}

std::string Services::endpoint(Service service) const {
  if (service == Service::gcs) {
    const auto emulator = variable_("STORAGE_EMULATOR_HOST");
    if (!emulator) return "https://storage.googleapis.com";
    const bool is_url = emulator->find("://") != emulator->npos;
    return base_of(is_url ? *emulator : "http://" + *emulator, "STORAGE_EMULATOR_HOST");
  }
  for (const char* name : {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"})
    if (const auto url = variable_(name)) return base_of(*url, name);
  return "";
}

std::unique_ptr<Store> Services::open(const Url& url) {
  const std::string place = endpoint(url.service);
  if (url.service == Service::gcs) return make_gcs_store(http_, google_, place, url.bucket);
  return make_s3_store(http_, aws_, place, url.bucket);
}

}  // namespace tutti::storage
