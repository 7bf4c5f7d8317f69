// SPDX-License-Identifier: Apache-2.0
#include "app/machine/credential_report.h"

#include <nlohmann/json.hpp>

#include "app/process/environment.h"

namespace tutti::app {
namespace {

/// The first of these variables that is set, or of these files below the home folder.
std::string place_of(const std::vector<const char*>& variables,
                     const std::vector<const char*>& files) {
  for (const char* name : variables)
    if (environment_variable(name)) return std::string("found in ") + name;
  if (const auto home = environment_variable("HOME"))
    for (const char* file : files) {
      std::error_code failure;
      if (std::filesystem::exists(Path(*home) / file, failure))
        return std::string("found in ~/") + file;
    }
  return "not found";
}

}  // namespace

nlohmann::ordered_json credential_report() {
  return {
      {"S3", place_of({"AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE",
                       "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                       "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_SHARED_CREDENTIALS_FILE"},
                      {".aws/credentials"})},
      {"Google Cloud Storage", place_of({"GOOGLE_APPLICATION_CREDENTIALS"},
                                        {".config/gcloud/application_default_credentials.json"})},
      {"MLflow", place_of({"MLFLOW_TRACKING_TOKEN", "MLFLOW_TRACKING_PASSWORD"}, {})},
      {"Processes that train together", place_of({"TUTTI_TOKEN"}, {})}};
}

}  // namespace tutti::app
