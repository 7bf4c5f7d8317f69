// SPDX-License-Identifier: Apache-2.0
// The functions of libcurl, which is opened on demand.
#pragma once

#include <curl/curl.h>

namespace tutti::http {

/// The functions used.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_cleanup) easy_cleanup;
  // Parenthesized, because the header defines these names as macros.
  decltype(&(curl_easy_setopt)) easy_setopt;
  decltype(&(curl_easy_getinfo)) easy_getinfo;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
};

const Curl& curl();

}  // namespace tutti::http
