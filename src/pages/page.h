// SPDX-License-Identifier: Apache-2.0
// One HTML file that needs no other: what the reports of runs and of suites share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::pages {

/// The style of every page, and the script that shows the values of its charts; its function
/// showValues(root) does so for charts that are put into a page later.
std::string_view page_style();
std::string_view page_script();

/// Text as HTML, XML and attributes in double quotes take it. Characters that XML forbids, and
/// bytes that are not UTF-8, become \xHH.
std::string escaped_html(std::string_view text);

/// A table under a heading row; every cell is escaped. Columns from `first_number` on are aligned
/// as numbers. Empty where there are no rows.
std::string table_html(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, size_t first_number = 1);

/// A section that folds, with a heading. Its content is HTML; empty where that is.
std::string section_html(std::string_view heading, const std::string& content, bool open = true);

/// The page: style for light and dark, wide and narrow screens and print; the script of charts;
/// a policy that forbids the browser every request. `body` is HTML.
std::string page_html(std::string_view title, const std::string& body);

}  // namespace tutti::pages
