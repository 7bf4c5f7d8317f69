# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_sources

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def problems(name, content):
    with tree({"src/CMakeLists.txt": "#" + LICENCE[2:], name: content}) as root:
        return check_sources.check(root)


class CheckSources(unittest.TestCase):
    def assert_clean(self, name, content):
        self.assertEqual([], problems(name, content))

    def assert_one(self, expected, name, content):
        found = problems(name, content)
        self.assertEqual(1, len(found), found)
        self.assertIn(expected, found[0])

    def test_the_licence_is_the_first_line_or_follows_the_interpreter(self):
        self.assert_clean("src/ir/a.cpp", LICENCE)
        self.assert_clean("tools/a.py", "#!/usr/bin/env python3\n#" + LICENCE[2:])
        self.assert_one("src/ir/a.cpp:1: expected", "src/ir/a.cpp", "int a;\n")
        self.assert_one("tools/a.sh:2: expected", "tools/a.sh", "#!/bin/sh\ntrue\n")
        self.assert_one("src/ir/a.cpp:1: expected", "src/ir/a.cpp", "")

    def test_a_header_says_what_it_is_for(self):
        self.assert_clean("src/ir/a.h", LICENCE + "// Types.\n")
        self.assert_one("src/ir/a.h:2", "src/ir/a.h", LICENCE + "#pragma once\n")

    def test_only_app_and_main_print_exit_or_read_the_environment(self):
        for call in ('printf("x");', "std::cout << 1;", "std :: abort ();", "exit(1);",
                     "::_exit(1);", 'std::getenv("HOME");', 'fmt::print("x");',
                     'fprintf(stderr, "x");'):
            code = LICENCE + "void f() { " + call + " }\n"
            self.assert_one("src/ir/a.cpp:2: ", "src/ir/a.cpp", code)
            self.assert_clean("src/app/a.cpp", code)
            self.assert_clean("src/main.cpp", code)
            self.assert_clean("tests/ir/a_test.cpp", code)

    def test_words_in_comments_literals_and_members_do_not_count(self):
        self.assert_clean("src/ir/a.cpp", LICENCE + r'''
// never calls exit(1)
/* nor
   abort() */
const char* a = "a \" printf(";
const char* b = R"x(std::cout " )" getenv()x";
const char c = '"'; const int d = 1'000'000;  // it's abort()
void f() { snprintf(0, 0, ""); run.exit(); run->abort(); on_exit(); }
''')

    def test_code_after_a_literal_still_counts(self):
        self.assert_one("src/ir/a.cpp:2", "src/ir/a.cpp",
                        LICENCE + "int a = 1'000; char b = '\\''; void f() { abort(); }\n")

    def test_left_over_marks(self):
        for mark in ("TO" + "DO", "FIX" + "ME", "HA" + "CK"):
            self.assert_one(mark, "tests/ir/a_test.cpp", LICENCE + f"// {mark}: later\n")
        self.assert_clean("src/ir/a.cpp", LICENCE + "// a HACKSAW\n")

    def test_a_short_line_in_the_middle_of_a_sentence(self):
        self.assert_one("src/ir/a.cpp:3: a line of 'whose'", "src/ir/a.cpp",
                        LICENCE + "// for a device\n// whose\n// host updates\n")
        self.assert_one("src/ir/a.cpp:3: a line of 'operands. The'", "src/ir/a.cpp",
                        LICENCE + "///   iff there are three\n///   operands. The\n/// bias\n")
        for end in ("of all.\n// next\n", "these:\n// first\n", "kinds\n//   of a list\n",
                    "of all\n// Another\n", "of all\nint a;\n", "of all\n"):
            self.assert_clean("src/ir/a.cpp", LICENCE + "// The longest line\n// " + end)

    def test_phrases_that_read_foreign(self):
        self.assertGreaterEqual(len(check_sources.PHRASES), 30)
        header = LICENCE + "// Types.\n"
        for text in ("/// What a rule is told.", "/// All but for one.", "// Who reads it is here.",
                     "int a;  // read. Since when it waits", "/// It waits for\n/// ever.",
                     "/// The name; empty\n  /// where it is unknown.", "/* made anew */"):
            self.assert_one(" reads foreign; say: ", "src/ir/a.h", header + text + "\n")
            self.assert_clean("src/ir/a.cpp", header + text + "\n")
        self.assert_one("src/ir/a.h:4: 'for ever' reads foreign; say: forever", "src/ir/a.h",
                        header + 'auto a = "made anew";\n/// It waits for ever.\n')
        for text in ("/// Who takes part.", "/// if there is no flag", "/// for every value",
                     "/// the reasons behind it", 'auto a = "made anew";', "/// Nowhere. Where?"):
            self.assert_clean("src/ir/a.h", header + text + "\n")

    def test_phrases_of_what_commands_take_and_of_pages(self):
        self.assert_one("src/app/a_arguments.cpp:3: 'so long as' reads foreign",
                        "src/app/a_arguments.cpp",
                        LICENCE + 'f("x",\n  "runs so long "\n  "as");\n')
        self.assert_one("docs/a.md:2: 'in vain' reads foreign", "docs/a.md",
                        "It\nwaits in\nvain.\n")
        self.assert_one("README.md:1: 'anew' reads foreign", "README.md", "Made anew.\n")
        self.assert_clean("docs/a.md", "## Who reads it\n\n```text\nMade anew.\n```\n")
        for place in ("docs/cli.md", "docs/op_support.md", "docs/results/a.md", "CONTRIBUTING.md"):
            self.assert_clean(place, "Made anew.\n")

    def test_width_counts_characters(self):
        self.assert_clean("src/ir/a.cpp", LICENCE + "//" + "é" * 98 + "\n")
        self.assert_one("101 characters", "src/ir/a.cpp", LICENCE + "//" + "é" * 99 + "\n")

    def test_length(self):
        self.assert_clean("src/ir/a.cpp", LICENCE + "\n" * 499)
        self.assert_one("501 lines", "src/ir/a.cpp", LICENCE + "\n" * 500)
        self.assert_clean("tests/ir/a_test.cpp", LICENCE + "\n" * 500)
        self.assert_one("README.md: 91 lines", "README.md", "\n" * 91)

    def test_a_page_has_a_width_and_a_length(self):
        self.assert_clean("docs/a/b.md", "é" * 160 + "\n" * 150)
        self.assert_one("docs/a/b.md:2: 161 characters wide, over 160", "docs/a/b.md",
                        "\n" + "é" * 161 + "\n")
        self.assert_one("README.md:1: 161 characters", "README.md", "x" * 161)
        self.assert_one("docs/a.md: 151 lines, over 150: make two", "docs/a.md", "\n" * 151)
        for written in ("docs/cli.md", "docs/op_support.md", "docs/results/a/b.md"):
            self.assert_clean(written, "x" * 161 + "\n" * 151)

    def test_a_relative_link_of_a_page_leads_somewhere(self):
        for target in ("a.md", "../docs/a.md#part", "#part", "https://example.org/x", "../src"):
            self.assert_clean("docs/a.md", f"[x]({target})\n")
        self.assert_one("docs/a.md:2: a link to b.md, which is not there", "docs/a.md",
                        "\nsee [a page](b.md#part).\n")
        self.assert_one("README.md:1: a link to x.svg", "README.md", '<img src="x.svg" alt="x">')
        self.assert_one("CONTRIBUTING.md:5: a link to b.md", "CONTRIBUTING.md",
                        "```\n[a](c.md)\n```\n\n[b](b.md)\n")
        self.assert_one("docs/results/a.md:1: a link to b.md", "docs/results/a.md", "[b](b.md)\n")

    def test_the_architecture_names_sources_that_are_there(self):
        page = "docs/architecture/a.md"
        self.assert_clean("docs/a.md", "`ir/gone.h`\n")
        self.assert_clean(page, "`src/CMakeLists.txt`, `run.json`, `Type::rare`\n")
        with tree({"src/backend/cpu/plan/plan.h": LICENCE, page: "\n`plan/plan.h` `plan.h` "
                   "`src/backend/cpu/plan/plan.h` `an/plan.h` `plan.cpp`\n"}) as root:
            self.assertEqual([f"{page}:2: names {name}, which is no source here"
                              for name in ("an/plan.h", "plan.cpp")],
                             check_sources.check_pages(root))

    def test_a_layer_has_a_number_of_lines(self):
        with tree({"src/ir/a.cpp": LICENCE * 2, "src/ir/b/c.h": LICENCE * 2}) as root:
            self.assertEqual([], check_sources.check_layer_lines(root, {"ir": 4}))
            self.assertIn("src/ir: 4 lines, over 3: take out what",
                          check_sources.check_layer_lines(root, {"ir": 3})[0])
            self.assertIn("src/ir: no number of lines: give it 4 and 5 % more",
                          check_sources.check_layer_lines(root, {})[0])

    def test_a_source_that_is_not_text(self):
        with tree({"src/ir/a.cpp": LICENCE}) as root:
            (root / "src/ir/a.cpp").write_bytes(LICENCE.encode() + b"\xff")
            self.assertIn("not UTF-8 at byte 39", check_sources.check(root)[0])


if __name__ == "__main__":
    unittest.main()
