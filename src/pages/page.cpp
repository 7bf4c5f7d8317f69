// SPDX-License-Identifier: Apache-2.0
#include "pages/page.h"

#include <fmt/format.h>

#include "base/text.h"

namespace tutti::pages {
namespace {

// Colours of lines: Okabe and Ito, "Color Universal Design" (2008), with black as the text's
// colour.
constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --faint: #59626e; --grid: #dde1e6;
  --l0: #0072b2; --l1: #d55e00; --l2: #009e73; --l3: #a8577e; --l4: #8a6d00; --l5: #2b7bb0;
  --l6: #b04a4a; --l7: #1b1f24; }
@media (prefers-color-scheme: dark) { :root { --back: #14171a; --text: #e8eaed; --faint: #a3abb5;
  --grid: #343b43; --l0: #56b4e9; --l1: #ff9d5c; --l2: #3fd0a4; --l3: #e3a0c4; --l4: #f0e442;
  --l5: #9ccbff; --l6: #ff9c9c; --l7: #e8eaed; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; display: inline; }
summary { cursor: pointer; padding: .5rem 0; }
:focus-visible { outline: 3px solid var(--l0); outline-offset: 2px; }
.faint { color: var(--faint); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--grid);
  vertical-align: top; overflow-wrap: anywhere; }
th { overflow-wrap: normal; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
  gap: 1rem 1.5rem; }
figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--faint); font-size: 12px; }
.grid { stroke: var(--grid); } .cursor { stroke: var(--faint); stroke-dasharray: 3 3; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
@media (max-width: 40rem) { svg text { font-size: 18px; } }
.l0 { stroke: var(--l0); } .l1 { stroke: var(--l1); stroke-dasharray: 8 3; }
.l2 { stroke: var(--l2); stroke-dasharray: 3 3; }
.l3 { stroke: var(--l3); stroke-dasharray: 10 3 3 3; }
.l4 { stroke: var(--l4); stroke-dasharray: 1 3; stroke-linecap: round; }
.l5 { stroke: var(--l5); stroke-dasharray: 14 4; } .l6 { stroke: var(--l6); stroke-dasharray: 5 5; }
.l7 { stroke: var(--l7); }
.legend { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0; list-style: none;
  font-size: .85rem; overflow-wrap: anywhere; }
.legend svg { display: inline-block; width: 2rem; height: .8rem; vertical-align: middle; }
output { display: block; min-height: 1.4em; font-size: .85rem; font-variant-numeric: tabular-nums;
  color: var(--faint); }
.passed::before { content: "✓ "; } .failed { font-weight: 700; } .failed::before { content: "✗ "; }
@media print { details > * { display: block; } svg { max-width: 30rem; } }
)css";

// Shows the values of a chart under its pointer, and under a cursor that the arrow keys move.
constexpr const char* kScript = R"js(
function showValues(root) { for (const figure of root.querySelectorAll("figure[data-left]")) {
  const svg = figure.querySelector("svg"), out = figure.querySelector("output");
  const cursor = figure.querySelector(".cursor"), number = name => Number(figure.dataset[name]);
  const lines = [...figure.querySelectorAll("path[data-points]")].map(path => ({
    name: path.dataset.name,
    points: path.dataset.points.split(" ").map(pair => pair.split(":").map(Number)) }));
  const steps = [...new Set(lines.flatMap(line => line.points.map(point => point[0])))]
    .sort((a, b) => a - b);
  let at = -1;
  const nearest = (list, x, of) => {
    let low = 0, high = list.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (of(list[middle]) <= x) low = middle; else high = middle;
    }
    return Math.abs(of(list[high]) - x) < Math.abs(x - of(list[low])) ? high : low;
  };
  const show = index => {
    at = Math.max(0, Math.min(steps.length - 1, index));
    const step = steps[at], share = (step - number("from")) / (number("to") - number("from") || 1);
    const x = number("left") + share * number("width");
    cursor.setAttribute("x1", x); cursor.setAttribute("x2", x);
    cursor.removeAttribute("visibility");
    out.textContent = "step " + step + ": " + lines.map(line => {
      const point = line.points[nearest(line.points, step, one => one[0])];
      return line.name + " " + point[1] + (point[0] === step ? "" : " (step " + point[0] + ")");
    }).join(", ");
  };
  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    const share = (x - number("left")) / number("width");
    show(nearest(steps, number("from") + share * (number("to") - number("from")), one => one));
  });
  svg.addEventListener("keydown", event => {
    const last = steps.length - 1, page = Math.max(1, Math.round(last / 10));
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last,
      PageUp: at - page, PageDown: at + page };
    if (!(event.key in moves)) return;
    event.preventDefault();
    show(moves[event.key]);
  });
} }
showValues(document);
)js";

}  // namespace

std::string_view page_style() {
  return kStyle;
}

std::string_view page_script() {
  return kScript;
}

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : escaped_lines(text)) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string table_html(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, size_t first_number) {
  if (rows.empty()) return "";
  const auto kind = [&](size_t column) {
    return column >= first_number ? " class=\"number\"" : "";
  };
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"group\"><table><thead><tr>";
  for (size_t column = 0; column < head.size(); column++)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", kind(column), escaped_html(head[column]));
  html += "</tr></thead><tbody>\n";
  for (const auto& row : rows) {
    html += "<tr>";
    for (size_t column = 0; column < row.size(); column++)
      html += fmt::format("<{0}{1}>{2}</{3}>", column == 0 ? "th scope=\"row\"" : "td",
                          kind(column), escaped_html(row[column]), column == 0 ? "th" : "td");
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string section_html(std::string_view heading, const std::string& content, bool open) {
  if (content.empty()) return "";
  return fmt::format("<details{}><summary><h2>{}</h2></summary>\n{}</details>\n",
                     open ? " open" : "", escaped_html(heading), content);
}

std::string page_html(std::string_view title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style></head><body>\n<main>\n<h1>{0}</h1>\n{2}</main>\n"
      "<script>{3}</script>\n</body></html>\n",
      escaped_html(title), kStyle, body, kScript);
}

}  // namespace tutti::pages
