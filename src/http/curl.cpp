// SPDX-License-Identifier: Apache-2.0
#include "http/curl.h"

#include <dlfcn.h>

#include "base/error.h"

namespace tutti::http {
namespace {

Curl open_curl() {
  void* library = nullptr;
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
    if (!library) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw UserError(
        ExitCode::missing_backend,
        fmt::format("libcurl, which sends requests over the network, cannot be opened: {}; "
                    "install libcurl4",
                    ::dlerror()));
  Curl curl{};
  const auto find = [&]<typename Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (!function)
      throw UserError(ExitCode::missing_backend,
                      fmt::format("the libcurl found here has no {}; install libcurl4", name));
  };
  find(curl.global_init, "curl_global_init");
  find(curl.easy_init, "curl_easy_init");
  find(curl.easy_reset, "curl_easy_reset");
  find(curl.easy_cleanup, "curl_easy_cleanup");
  find(curl.easy_setopt, "curl_easy_setopt");
  find(curl.easy_getinfo, "curl_easy_getinfo");
  find(curl.easy_perform, "curl_easy_perform");
  find(curl.easy_strerror, "curl_easy_strerror");
  find(curl.slist_append, "curl_slist_append");
  find(curl.slist_free_all, "curl_slist_free_all");
  check(curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK, "libcurl does not start");
  return curl;
}

}  // namespace

const Curl& curl() {
  static const Curl opened = open_curl();
  return opened;
}

}  // namespace tutti::http
