// SPDX-License-Identifier: Apache-2.0
// Which credentials this machine has, and where they were found; never what they are.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tutti::app {

/// {"S3": "found in AWS_ACCESS_KEY_ID", "Google Cloud Storage": "not found", ...}. Nothing is asked
/// for over a network, so that what a machine's own service lends is not in it.
nlohmann::ordered_json credential_report();

}  // namespace tutti::app
