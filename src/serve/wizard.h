// SPDX-License-Identifier: Apache-2.0
// The pages that make a training: a form of its flags, then the command line and the run file that
// come of it with an estimate, and a button that starts it.
#pragma once

#include <list>
#include <memory>

#include "serve/jobs.h"
#include "serve/program.h"

namespace tutti::serve {

class Wizard {
 public:
  Wizard(const ProgramInterface& program, Jobs& jobs, Path folder, std::string form_key, Hide hide);

  /// The form. `values` are those of a run that it is to be like.
  Response form(const NamedValues& values) const;
  /// The form of a draft, to change it; the empty form where there is no such draft.
  Response form_of_draft(const std::string& id) const;
  /// The response to a filled form: a draft with its estimate, or the form with its errors.
  Response take(const NamedValues& form);
  Response draft_page(const std::string& id);
  /// Starts the training of a draft, once however often it is asked to.
  Response start(const std::string& id);

 private:
  struct Draft {
    std::string id, run;
    NamedValues values;
    nlohmann::ordered_json arguments;
    std::unique_ptr<ChildProcess> estimate;
    bool started = false;
  };

  Response form_page(const std::string& run, const NamedValues& values,
                     const std::map<std::string, std::string>& errors) const;
  std::string reason_against(const std::string& run) const;
  Draft* draft(const std::string& id);
  std::string estimate_html(Draft& draft) const;
  static bool is_refused(Draft& draft);

  const ProgramInterface& program_;
  Jobs& jobs_;
  Path folder_;
  std::string form_key_;
  Hide hide_;
  std::list<Draft> drafts_;  // the newest first
  int64_t last_id_ = 0;
};

}  // namespace tutti::serve
