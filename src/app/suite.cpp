// SPDX-License-Identifier: Apache-2.0
// `tutti suite`: runs jobs of the program, one after another, and says whether they became worse.
#include "report/suite.h"

#include <algorithm>

#include "app/commands.h"
#include "app/job_process.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/signals.h"
#include "app/suite_data.h"
#include "app/suites.h"
#include "base/calendar.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "format/yaml.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using report::SuiteJob;
using report::SuiteRun;

constexpr const char* kSuiteState = "suite_state.json";
constexpr const char* kSuiteTime = "%Y-%m-%dT%H:%M:%SZ";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// The number at "a.0.b"; the median where a list of numbers is there.
std::optional<double> number_at(const nlohmann::json& value, const std::string& key) {
  const nlohmann::json* at = &value;
  for (size_t begin = 0; begin <= key.size();) {
    const size_t end = std::min(key.find('.', begin), key.size());
    const std::string part = key.substr(begin, end - begin);
    begin = end + 1;
    const bool is_index = !part.empty() && part.size() < 9 &&
                          part.find_first_not_of("0123456789") == std::string::npos;
    if (at->is_array() && is_index && std::stoul(part) < at->size())
      at = &(*at)[std::stoul(part)];
    else if (at->is_object() && at->contains(part))
      at = &(*at)[part];
    else
      return std::nullopt;
  }
  if (at->is_number()) return at->get<double>();
  std::vector<double> values;
  if (at->is_array())
    for (const auto& one : *at)
      if (one.is_number()) values.push_back(one.get<double>());
  if (values.empty()) return std::nullopt;
  return report::median_of(values);
}

Json json_of(const SuiteRun& run) {
  return {{"failure", run.failure}, {"seconds", run.seconds}, {"metrics", run.metrics}};
}

SuiteRun run_from(const nlohmann::json& json, const std::string& where) {
  SuiteRun run{
      format::json_string(json, "failure", where), format::json_double(json, "seconds", where), {}};
  for (const auto& [name, value] : json.at("metrics").items())
    if (value.is_number()) run.metrics[name] = value.get<double>();
  return run;
}

/// The runs of one job, by the program and by the one that it is compared with.
struct JobRuns {
  std::vector<SuiteRun> now, before;
};

class SuiteCommand {
 public:
  SuiteCommand(const GlobalOptions& global, const SuiteArguments& arguments)
      : global_(global), arguments_(arguments), output_(arguments.output) {
    const OwnSuite* own = own_suite();
    const Path file = own ? arguments.suite + ".yaml" : arguments.suite;
    text_ = own ? own->text : read_file(file, size_t{1} << 20);
    suite_ = report::parse_suite(format::parse_yaml(text_, escaped(file.string(), 1000)),
                                 escaped(file.string(), 1000));
    data_ = own ? output_ / "data" : std::filesystem::absolute(file).parent_path();
    if (!arguments.against.empty() && !std::filesystem::exists(arguments.against))
      user_error("--against {}: there is no such program", escaped(arguments.against, 1000));
    baseline_file_ =
        arguments.baseline.empty() ? output_ / "baseline.json" : Path(arguments.baseline);
    if (std::filesystem::exists(baseline_file_))
      baseline_ = report::parse_baseline(format::read_json(baseline_file_),
                                         escaped(baseline_file_.string(), 1000));
    else if (!arguments.baseline.empty() && arguments.update_baseline.empty())
      user_error("--baseline {}: there is no such file; --update_baseline REASON writes it",
                 escaped(arguments.baseline, 1000));
    const auto device = open_backend("cpu", global.threads)->devices()[0];
    machine_ = device.description;
  }

  ExitCode run() {
    make_output_folder(output_);
    const FolderLock lock(output_);
    read_state();
    if (own_suite()) write_suite_data(data_);
    for (const SuiteJob& job : suite_.jobs) {
      if (seconds_spent() > suite_.time_limit) {
        log_warning("{}: the suite's time of {:g} s is over", job.name, suite_.time_limit);
        break;
      }
      if (!run_job(job)) {
        log_info("stopped in {}; the same command goes on there", job.name);
        return code_of_stop();
      }
    }
    return finish();
  }

 private:
  /// The one of Tutti's suites that was asked for; null: a file.
  const OwnSuite* own_suite() const {
    const auto* end = std::end(kOwnSuites);
    const auto* found = std::find_if(std::begin(kOwnSuites), end, [&](const OwnSuite& suite) {
      return suite.name == arguments_.suite;
    });
    return found == end ? nullptr : found;
  }

  std::string identity() const {
    std::string text = text_ + sha256_of_file(kProgramItself);
    if (!arguments_.against.empty()) text += sha256_of_file(arguments_.against);
    return sha256_hex(text);
  }

  /// Goes on with a suite that was stopped, if it is this one with this program.
  void read_state() {
    identity_ = identity();
    const Path file = output_ / kSuiteState;
    const std::string where = escaped(file.string(), 1000);
    if (std::filesystem::exists(file)) {
      const nlohmann::json state = format::read_json(file);
      const bool same = format::json_string(state, "identity", where) == identity_;
      if (same && !format::json_bool(state, "done", where) && state.contains("jobs")) {
        for (const auto& [name, runs] : state["jobs"].items())
          for (const auto& [list, place] :
               {std::pair("now", &runs_[name].now), {"before", &runs_[name].before}})
            for (const auto& run : runs.at(list)) place->push_back(run_from(run, where));
        log_info("goes on with the suite in {}", escaped(output_.string(), 1000));
        return;
      }
    } else if (std::filesystem::exists(output_ / "jobs")) {
      user_error(
          "--output {}: the folder has jobs, but no {}; expected a suite's folder or a new one",
          escaped(output_.string(), 1000), kSuiteState);
    }
    std::error_code failure;
    std::filesystem::remove_all(output_ / "jobs", failure);
    write_state(false);
  }

  void write_state(bool done) const {
    Json jobs = Json::object();
    for (const auto& [name, runs] : runs_) {
      Json& job = jobs[name] = {{"now", Json::array()}, {"before", Json::array()}};
      for (const SuiteRun& run : runs.now) job["now"].push_back(json_of(run));
      for (const SuiteRun& run : runs.before) job["before"].push_back(json_of(run));
    }
    const Json state = {{"identity", identity_}, {"done", done}, {"jobs", jobs}};
    write_file_atomically(output_ / kSuiteState, state.dump(1) + "\n");
  }

  double seconds_spent() const {
    double seconds = 0;
    for (const auto& [name, job] : runs_)
      for (const auto* runs : {&job.now, &job.before})
        for (const SuiteRun& run : *runs) seconds += run.seconds;
    return seconds;
  }

  report::JobResult judged(const SuiteJob& job) {
    const JobRuns& runs = runs_[job.name];
    return report::judge_job(job, runs.now, runs.before, baseline_, machine_);
  }

  /// Whether a job's runs are enough to judge it.
  bool is_settled(const SuiteJob& job) {
    const auto count = static_cast<int64_t>(runs_[job.name].now.size());
    if (count < job.repeats) {
      const auto& runs = runs_[job.name].now;
      return std::any_of(runs.begin(), runs.end(),
                         [](const SuiteRun& run) { return !run.failure.empty(); });
    }
    if (count >= job.most_repeats) return true;
    const report::JobResult result = judged(job);
    return std::none_of(result.metrics.begin(), result.metrics.end(), [](const auto& metric) {
      return metric.judgement && metric.judgement->trend == report::Trend::unclear;
    });
  }

  /// False where a signal stopped it.
  bool run_job(const SuiteJob& job) {
    while (!is_settled(job)) {
      JobRuns& runs = runs_[job.name];
      const size_t number = runs.now.size() + 1;
      std::optional<SuiteRun> now, before;
      // In turn, and each first every other time, so that neither has the better moments.
      const bool compared = !arguments_.against.empty();
      if (compared && number % 2 == 0) {
        before = run_once(job, arguments_.against, fmt::format("{}-before", number));
        if (!before) return false;
      }
      now = run_once(job, kProgramItself, fmt::format("{}", number));
      if (!now) return false;
      if (compared && !before) {
        before = run_once(job, arguments_.against, fmt::format("{}-before", number));
        if (!before) return false;
      }
      if (before && !before->failure.empty())
        user_error("--against {}: {} {}; only a program that runs the suite can be compared with",
                   escaped(arguments_.against, 1000), job.name, before->failure);
      runs.now.push_back(*now);
      if (before) runs.before.push_back(*before);
      write_state(false);
    }
    return true;
  }

  Path folder_of(const std::string& job, const std::string& run) const {
    return std::filesystem::absolute(output_ / "jobs" / job / run).lexically_normal();
  }

  std::optional<SuiteRun> run_once(const SuiteJob& job, const std::string& program,
                                   const std::string& name) {
    const Path folder = folder_of(job.name, name);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::vector<std::string> words = {program};
    for (std::string word : job.command) {
      word = replaced(word, "{output}", folder.string());
      word = replaced(word, "{data}", std::filesystem::absolute(data_).lexically_normal().string());
      for (const SuiteJob& other : suite_.jobs)
        word = replaced(word, "{job:" + other.name + "}", folder_of(other.name, "1").string());
      words.push_back(word);
    }
    log_info("{}, run {}", job.name, name);
    const Path out = Path(folder) += ".out", error = Path(folder) += ".err";
    const JobEnd end = run_job_process(words, out, error, job.time_limit, stop_);
    if (end.stopped) return std::nullopt;
    SuiteRun run{end.failure, end.seconds, {}};
    if (run.failure.empty()) read_metrics_of(job, folder, out, end, run);
    return run;
  }

  void read_metrics_of(const SuiteJob& job, const Path& folder, const Path& out, const JobEnd& end,
                       SuiteRun& run) const {
    const nlohmann::json process = {{"seconds", end.seconds},
                                    {"processor_seconds", end.processor_seconds},
                                    {"peak_bytes", end.peak_bytes}};
    for (const report::SuiteMetric& metric : job.metrics) {
      std::optional<double> value;
      try {
        if (metric.from.empty()) value = number_at(process, metric.key);
        if (!value)
          value = number_at(format::read_json(metric.from.empty() ? out : folder / metric.from),
                            metric.key);
      } catch (const UserError& error) {
        run.failure = fmt::format("{}: {}", metric.name, error.what());
        return;
      }
      if (!value) {
        run.failure = fmt::format("{}: there is no number {} in {}", metric.name, metric.key,
                                  metric.from.empty() ? "its output" : metric.from);
        return;
      }
      run.metrics[metric.name] = *value;
    }
  }

  ExitCode finish() {
    report::SuiteResult result{
        suite_.name, suite_.description, fmt::format("tutti {}, {}", kVersion, utc_now(kSuiteTime)),
        machine_,    compared_with(),    {}};
    for (const SuiteJob& job : suite_.jobs) result.jobs.push_back(judged(job));
    write_file_atomically(output_ / "junit.xml", report::suite_junit(result));
    write_file_atomically(output_ / "suite.html", report::suite_html(result));
    const Json json = report::suite_json(result);
    write_file_atomically(output_ / "suite_results.json", json.dump(2) + "\n");
    write_state(true);
    if (global_.json)
      write_result_json(json);
    else
      write_result(report::suite_text(result));
    const bool kept = arguments_.update_baseline.empty();
    const bool failed = std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
      return job.state == report::JobState::failed || job.state == report::JobState::not_run;
    });
    // A new baseline says that the change was meant; it excuses no failure.
    if (!kept && failed)
      log_warning("the baseline stays as it is: not every job ran and met its bounds");
    else if (!kept)
      update_baseline(result);
    return (kept ? result.passed() : !failed) ? ExitCode::done : ExitCode::check_failed;
  }

  std::string compared_with() const {
    if (!arguments_.against.empty()) return "compared with " + arguments_.against + ", in turn";
    if (!baseline_) return "compared with nothing: there is no baseline yet";
    return fmt::format("compared with version {} of the baseline, {}: {}", baseline_->version,
                       baseline_->updated, baseline_->description);
  }

  void update_baseline(const report::SuiteResult& result) const {
    report::Baseline next = report::baseline_of(result.jobs);
    next.updated = utc_now(kSuiteTime);
    next.description = arguments_.update_baseline;
    next.machine = machine_;
    const report::Baseline whole =
        report::updated_baseline(baseline_.value_or(report::Baseline()), std::move(next));
    write_file_atomically(baseline_file_, report::baseline_json(whole).dump(2) + "\n");
    log_info("{} is version {} of the baseline", escaped(baseline_file_.string(), 1000),
             whole.version);
  }

  const GlobalOptions& global_;
  const SuiteArguments& arguments_;
  const train::StopFlag& stop_ = watch_signals();
  const Path output_;
  std::string text_, machine_, identity_;
  report::Suite suite_;
  Path data_, baseline_file_;
  std::optional<report::Baseline> baseline_;
  std::map<std::string, JobRuns> runs_;
};

}  // namespace

ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments) {
  return SuiteCommand(global, arguments).run();
}

}  // namespace tutti::app
