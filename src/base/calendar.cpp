// SPDX-License-Identifier: Apache-2.0
#include "base/calendar.h"

namespace tutti {

std::string utc_text(std::chrono::system_clock::time_point time, const char* format) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

std::string utc_now(const char* format) {
  return utc_text(std::chrono::system_clock::now(), format);
}

std::tm local_now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  return parts;
}

}  // namespace tutti
