// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

namespace tutti {
namespace {

LogSink& sink() {
  static LogSink current;
  return current;
}

}  // namespace

void set_log_sink(LogSink next) {
  sink() = std::move(next);
}

void log_message(LogLevel level, const std::string& message) {
  if (sink()) sink()(level, message);
}

}  // namespace tutti
