// SPDX-License-Identifier: Apache-2.0
// The functions of libcurl, which is opened where it is needed.
#pragma once

#include <curl/curl.h>

namespace tutti::http {

/// What is used of libcurl.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_reset) easy_reset;
  decltype(&curl_easy_cleanup) easy_cleanup;
  // With its parentheses, as the header makes macros of the names.
  decltype(&(curl_easy_setopt)) easy_setopt;
  decltype(&(curl_easy_getinfo)) easy_getinfo;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
};

const Curl& curl();

}  // namespace tutti::http
