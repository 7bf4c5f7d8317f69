#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens every page of `tutti serve` in Chromium, as people with a keyboard do, and finds faults.

  check_page.py PROGRAM AXE [--pictures FOLDER] [--speed]

AXE is axe.min.js of axe-core, which finds what hinders people who read or write otherwise. A model
is trained, stopped and asked through the page's own forms. Each page is looked at in light and
dark, at the widths of a desktop, a tablet and a phone. It fails on what axe-core finds, on errors
in the browser's console, on requests to any other host, on a page that is wider than its window, on
a first page of more than 60 kB and on more than six actions from an empty page to a training.
--pictures writes the pictures of docs/serve.md. --speed measures as well, and fails on, a first
paint later than 0.4 s, also of a thousand runs, a filter of these that takes over 0.3 s, and curves
of a million points that are not drawn within 0.8 s. Exit codes: 0 all is so, 1 something is not, 77
there is no Chromium, chromedriver or AXE here.
"""

import argparse
import base64
import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
WIDE = (1400, 900)
SIZES = {"desktop": WIDE, "tablet": (800, 900), "phone": (360, 800)}
PICTURE = (1200, 800)
SLOWEST_PAINT, SLOWEST_FILTER, SLOWEST_CURVE = 400, 300, 800  # milliseconds
LARGEST_START, MOST_ACTIONS = 60_000, 6
MANY_RUNS, MANY_POINTS = 1000, 1_000_000
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that WebDriver gives an element's id
ENTER, TAB = "\ue007", "\ue004"


class Browser:
    """Chromium, by the WebDriver protocol of its chromedriver."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                break
        self.base = f"http://127.0.0.1:{found.group(1)}/session"
        options = {"binary": shutil.which("chromium"),
                   "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                            "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}"]}
        wanted = {"goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        made = self.send("", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/" + made["sessionId"]

    def send(self, command, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + command, data, method=method)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def close(self):
        try:
            self.send("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def open(self, url):
        self.send("/url", {"url": url})

    def run(self, script, *arguments):
        return self.send("/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.send("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def type(self, selector, text):
        element = self.find(selector)
        self.send(f"/element/{element}/clear", {})
        self.send(f"/element/{element}/value", {"text": text})

    def click(self, selector):
        self.send(f"/element/{self.find(selector)}/click", {})

    def press(self, selector):
        """Enter on what has the focus, and the page that follows."""
        before = self.run("return performance.timeOrigin")
        self.run("document.querySelector(arguments[0]).focus()", selector)
        self.send("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": ENTER}, {"type": "keyUp", "value": ENTER}]}]})
        self.wait(lambda: self.run("return performance.timeOrigin") != before,
                  f"{selector} does nothing")

    def wait(self, is_so, complaint, seconds=120):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                text = self.run("return document.body.innerText")
                raise RuntimeError(f"{complaint}: {text[:2000]}")
            time.sleep(0.1)

    def wait_for_text(self, text):
        self.wait(lambda: text in self.run("return document.body.innerText"),
                  f"no {text!r} comes")

    def resize(self, size):
        """Of what a page gets, without a window's frame, which keeps it from a phone's width."""
        self.send("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}})

    def colours(self, scheme):
        self.send("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]}})

    def picture(self):
        return base64.b64decode(self.send("/screenshot"))

    def log(self, kind):
        return self.send("/se/log", {"type": kind})


class Check:
    def __init__(self, browser, axe, start, pictures, all_pictures):
        self.browser, self.axe, self.start = browser, axe, start
        self.pictures, self.all_pictures = pictures, all_pictures
        self.faults, self.looks, self.actions = [], 0, 0

    def fault(self, name, text):
        self.faults.append(f"{name}: {text}")

    def find_faults_of_access(self, name):
        found = self.browser.send("/execute/async", {"args": [], "script": self.axe + """
            ;const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ["violations"]}).then(
              result => done(result.violations.map(one =>
                `${one.impact} ${one.id}: ${one.help} at ` +
                one.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(" and "))),
              error => done(["axe-core fails: " + error]));"""})
        for one in found:
            self.fault(name, one)
        self.looks += 1

    def look(self, name, picture=False):
        """At the page that is open, in each of its forms."""
        browser = self.browser
        browser.run("scrollTo(0, 0)")
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            for form, size in SIZES.items():
                browser.resize(size)
                self.find_faults_of_access(f"{name}, {scheme}, {form}")
                wider = browser.run(
                    "return document.documentElement.scrollWidth - window.innerWidth")
                if wider > 0:
                    self.fault(f"{name}, {form}", f"is {wider} pixels wider than the window")
                if self.all_pictures:
                    file = re.sub(r"\W+", "_", f"{name} {scheme} {form}") + ".png"
                    (self.all_pictures / file).write_bytes(browser.picture())
        browser.colours("light")
        if picture and self.pictures:
            browser.resize(PICTURE)
            browser.run("scrollTo(0, 0)")
            (self.pictures / f"serve_{picture}.png").write_bytes(browser.picture())
        browser.resize(WIDE)
        self.look_at_logs(name)

    def look_at_logs(self, name):
        for entry in self.browser.log("browser"):
            if entry["level"] in ("SEVERE", "WARNING"):
                self.fault(name, "console: " + entry["message"])
        for entry in self.browser.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            if not url.startswith((self.start + "/", "data:")):
                self.fault(name, "asks for " + url)

    def act(self, do, *arguments):
        """One of the things that a person does: a click, or a field that is filled in."""
        do(*arguments)
        self.actions += 1

    def expect_small_start(self):
        """What is sent for the first page, with its style and its script."""
        sent = self.browser.run("""
            return [...performance.getEntriesByType("navigation"),
              ...performance.getEntriesByType("resource")]
              .reduce((sum, one) => sum + one.transferSize, 0)""")
        print(f"sent for the first page: {sent:,} bytes")
        if sent > LARGEST_START:
            self.fault("the first page", f"takes {sent:,} bytes")

    def expect_fast_filter(self, words, count):
        """From a key to the frame that shows what is left of the runs."""
        times = self.browser.send("/execute/async", {"args": [words], "script": """
            const done = arguments[arguments.length - 1], times = [];
            const field = document.getElementById("filter");
            const type = rest => {
              if (rest.length === 0) { done(times); return; }
              const begin = performance.now();
              field.value = rest[0];
              field.dispatchEvent(new Event("input", { bubbles: true }));
              requestAnimationFrame(() => requestAnimationFrame(() => {
                times.push(performance.now() - begin);
                type(rest.slice(1));
              }));
            };
            type(arguments[0]);"""})
        left = self.browser.run("return [...document.querySelectorAll('.runs tbody tr')]"
                                ".filter(row => row.checkVisibility()).length")
        print(f"a filter of {MANY_RUNS:,} runs: {max(times):.0f} ms, the slowest of {len(times)}")
        if max(times) > SLOWEST_FILTER:
            self.fault("a filter", f"takes {max(times):.0f} ms")
        if left != count:
            self.fault("a filter", f"shows {left} runs, not {count}")

    def expect_fast(self, page, what, slowest):
        """The first paint of a page, which has all that it shows."""
        times = []
        for _ in range(5):
            self.browser.open(self.start + page)
            script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            self.browser.wait(lambda: self.browser.run(script) is not None, "nothing is painted")
            times.append(self.browser.run(script))
        print(f"{what}: {statistics.median(times):.0f} ms, of {len(times)} the median")
        if statistics.median(times) > slowest:
            self.fault(what, f"after {statistics.median(times):.0f} ms")

    def expect_drawn_curve(self, page):
        """The first look at a long run, whose file the page has to read: until its curves are
        whole, which the page says."""
        begin = time.monotonic()
        self.browser.open(self.start + page)
        script = """return document.querySelector('svg polyline, svg path') !== null &&
                    !document.body.innerText.includes('of the file has been read')"""
        self.browser.wait(lambda: self.browser.run(script), "no curve is drawn")
        taken = 1e3 * (time.monotonic() - begin)
        print(f"a curve of {MANY_POINTS:,} points is read and drawn: {taken:.0f} ms")
        if taken > SLOWEST_CURVE:
            self.fault(page, f"curves are whole after {taken:.0f} ms")

    def expect_keyboard(self, name):
        """Tab comes to each thing that can be used, and shows where it is."""
        browser = self.browser
        count = browser.run("""
            document.querySelector(".skip").focus();
            return [...document.querySelectorAll("a, button, input:not([type=hidden]), select," +
              "textarea, summary, [tabindex]")].filter(one => one.checkVisibility()).length""")
        seen = {browser.run("return [...document.querySelectorAll('*')]"
                            ".indexOf(document.activeElement)")}
        for _ in range(count - 1):
            browser.send("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
                {"type": "keyDown", "value": TAB}, {"type": "keyUp", "value": TAB}]}]})
            place, shown, html = browser.run("""
                const one = document.activeElement;
                return [[...document.querySelectorAll("*")].indexOf(one),
                  getComputedStyle(one).outlineStyle !== "none", one.outerHTML.slice(0, 100)]""")
            seen.add(place)
            if not shown:
                self.fault(name, "what has the focus is not marked: " + html)
        if len(seen) != count:
            self.fault(name, f"Tab comes to {len(seen)} of {count} things")


def begin(check, model, data):
    """From the empty page to a training, as a newcomer does."""
    browser = check.browser
    check.look("no runs")
    check.actions = 0
    check.act(browser.press, "main a[href='/new']")
    check.act(browser.type, "#f-model_name_or_path", model)
    check.act(browser.type, "#f-train_file", data)
    offer = "[name='a.allow_missing_tensors'][value]:not([id])"
    browser.wait(lambda: browser.run("return document.querySelector(arguments[0]) !== null", offer),
                 "the estimate does not say what is missing")
    if not browser.run("return document.querySelector('[formaction]').disabled"):
        check.fault("new run", "can be started although the estimate failed")
    check.act(browser.click, offer)
    browser.wait_for_text("Memory at the peak")
    check.look("new run", "new")
    check.expect_keyboard("new run")
    check.act(browser.press, "[formaction='/start']")
    browser.wait_for_text("training")
    print(f"{check.actions} actions from the empty page to a training")
    if check.actions > MOST_ACTIONS:
        check.fault("new run", f"takes {check.actions} actions")


def fill(browser, values):
    """Options of the form that is open."""
    browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
    for flag, value in values.items():
        browser.type(f"#f-{flag}", value)


def use_chart(check):
    """Zooms, smooths and takes the logarithm, and expects the picture to change each time."""
    browser = check.browser
    path = "return document.querySelector('figure > svg path.line:not(.raw)').getAttribute('d')"
    before = browser.run(path)
    box = browser.run("""
        const svg = document.querySelector("figure > svg");
        svg.scrollIntoView({ block: "center" });
        const box = svg.getBoundingClientRect();
        return [box.left, box.top, box.width, box.height]""")
    x, y = int(box[0] + box[2] / 2), int(box[1] + box[3] / 2)
    browser.send("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
        {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": x + 80, "y": y, "duration": 50},
        {"type": "pointerUp", "button": 0}]}]})
    zoomed = browser.run(path)
    browser.wait_for_text("Reset zoom")
    check.look("a chart that is zoomed")
    browser.click("figcaption button")
    whole = browser.run(path)
    if not zoomed.count("L") < before.count("L") == whole.count("L"):
        check.fault("a chart", "does not zoom and come back")
    for script in ("smoothing.value = 0.9", "logarithm.checked = true", "axis.value = 'time'"):
        browser.run("const tools = document.querySelector('.tools');"
                    f"tools.elements.{script}; tools.dispatchEvent(new Event('input'))")
        now = browser.run(path)
        if now == before:
            check.fault("a chart", f"is the same after {script}")
        before = now
    check.look("charts that are smoothed")
    browser.run("sessionStorage.clear()")


def walk(check, model, data):
    """Through all pages, as somebody does who has a question."""
    browser, start = check.browser, check.start
    check.expect_small_start()
    begin(check, model, data)
    check.look("a run that trains")
    browser.wait_for_text("Learning rate")
    browser.press("form[action='/stop'] button")
    browser.wait_for_text("stopped")
    check.look("a run that was stopped")
    browser.open(start + "/new?like=run-1")
    browser.type("#run", "first")
    fill(browser, {"max_steps": "many"})
    browser.press("form[action='/new'] button")
    browser.wait_for_text("to mend before it can start")
    check.look("a form with a mistake")
    fill(browser, {"max_steps": "300", "logging_steps": "2", "learning_rate": "1e-3",
                   "max_seq_length": "128", "doc_stride": "32", "validation_file": data,
                   "max_eval_samples": "40", "eval_steps": "50"})
    browser.run("document.querySelector('#f-do_eval').checked = true;"
                "document.querySelector('#f-eval_strategy').value = 'steps'")
    browser.run("const find = document.querySelector('#find'); find.value = 'warm-up';"
                "find.dispatchEvent(new Event('input'))")
    check.look("options that are found")
    browser.press("[formaction='/start']")
    browser.wait_for_text("finished")
    browser.wait_for_text("Learning rate")
    browser.type("#f-question", "Who wrote it?")
    browser.type("#f-context", "Ada Lovelace wrote it.")
    browser.press("form[action='/ask'] button")
    answer = "return document.querySelector('[data-part=answer] pre') !== null"
    browser.wait(lambda: browser.run(answer), "no answer comes")
    check.look("a run", "run")
    check.expect_keyboard("a run")
    use_chart(check)
    browser.open(start + "/new?like=first")
    browser.type("#run", "second")
    fill(browser, {"learning_rate": "3e-3"})
    browser.press("[formaction='/start']")
    browser.wait_for_text("finished")
    browser.open(start + "/run?run=first&run=second&run=run-1")
    check.look("three runs")
    browser.open(start + "/devices")
    browser.wait_for_text("cpu:0")
    check.look("devices")
    browser.open(start + "/")
    check.look("runs", "runs")
    check.expect_keyboard("runs")


def measure(check, runs):
    """What people wait for, with many runs and a long one. The run `first` is a finished one."""
    for page in ("/", "/run?run=first", "/new"):
        check.expect_fast(page, f"first paint of {page}", SLOWEST_PAINT)
    lines = (runs / "first/metrics.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for number in range(MANY_RUNS):
        (runs / f"many{number}").mkdir()
        (runs / f"many{number}/metrics.jsonl").write_text("".join(lines), encoding="utf-8")
    check.expect_fast("/", f"first paint of {MANY_RUNS:,} runs", SLOWEST_PAINT)
    check.expect_fast_filter(["m", "many", "many9", "many99", "many99 active"], 11)
    (runs / "long").mkdir()
    with open(runs / "long/metrics.jsonl", "w", encoding="utf-8") as file:
        for step in range(1, MANY_POINTS + 1):
            line = {"phase": "train", "step": step, "train/loss": 3 + math.sin(step / 1e4)}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
    check.expect_drawn_curve("/run?run=long")
    check.expect_fast("/run?run=long", "the long run again", SLOWEST_CURVE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("axe", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, help="folder of docs' pictures")
    parser.add_argument("--all_pictures", type=pathlib.Path, help="folder of one of each look")
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args()
    for needed in (shutil.which("chromium"), shutil.which("chromedriver"), given.axe.is_file()):
        if not needed:
            print("skipped: there is no chromium, chromedriver or axe.min.js here")
            return SKIPPED
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        runs = pathlib.Path(folder) / "runs"
        runs.mkdir()
        page = subprocess.Popen([given.program.resolve(), "serve", runs, "--json"], cwd=ROOT,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        browser = None
        try:
            url = json.loads(page.stdout.readline())["url"]
            browser = Browser(pathlib.Path(folder) / "browser")
            check = Check(browser, given.axe.read_text(encoding="utf-8"), url[:url.index("/?")],
                          given.pictures, given.all_pictures)
            browser.resize(WIDE)
            browser.open("about:blank")
            browser.log("performance")  # of what a new browser shows
            browser.open(url)
            walk(check, "examples/quickstart/tiny_bert", "examples/quickstart/train.json")
            if given.speed:
                measure(check, runs)
        finally:
            if browser:
                browser.close()
            page.terminate()
            page.wait()
    print(f"{check.looks} looks, {len(check.faults)} faults")
    for fault in dict.fromkeys(check.faults):
        print(fault)
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
