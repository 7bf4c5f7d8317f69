// SPDX-License-Identifier: Apache-2.0
#include "run/job_registry.h"

#include "base/error.h"
#include "base/text.h"
#include "etcd/etcd_text.h"

namespace tutti::run {
namespace {

constexpr std::string_view kFile = "file://", kEtcd = "etcd://";
constexpr const char* kEtcdPort = ":2379";

std::unique_ptr<comm::SharedText> open_text(const std::string& url) {
  if (url.starts_with(kFile)) {
    const std::string path = url.substr(kFile.size());
    if (path.starts_with('/') && !path.ends_with('/')) return comm::shared_file(path);
  } else if (url.starts_with(kEtcd)) {
    const size_t slash = url.find('/', kEtcd.size());
    std::string host = url.substr(kEtcd.size(), slash - kEtcd.size());
    const size_t host_end = host.find(']');  // of an IPv6 address
    if (host.find(':', host_end == host.npos ? 0 : host_end) == host.npos) host += kEtcdPort;
    if (slash != url.npos && slash > kEtcd.size() && slash + 1 < url.size())
      return etcd::shared_key(host, url.substr(slash + 1));
  }
  user_error(
      "--rendezvous {}: expected file:///FOLDER/NAME, a file on a disk that all machines of the "
      "job share, or etcd://HOST:PORT/NAME, a key of etcd",
      escaped(url, 1000));
}

}  // namespace

std::shared_ptr<comm::Registry> open_registry(const std::string& url, const std::string& token) {
  return std::make_shared<comm::Registry>(open_text(url), token);
}

}  // namespace tutti::run
