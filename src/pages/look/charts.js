// SPDX-License-Identifier: Apache-2.0
// What readers do with charts: see the values under the pointer or the arrow keys, smooth, take the
// logarithm, put time on the x axis, and zoom by dragging. A chart comes drawn; it is drawn anew
// only where somebody asks for something else.
"use strict";
const chartSettings = { smoothing: 0, logarithm: false, time: false };
const chartZooms = new Map();  // [from, to] by a chart's name

/// Round numbers between two values, as pages::ticks_of gives them.
function ticksOf(low, high, count) {
  if (!(high > low)) return [low];
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const part = rough / power, step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  const ticks = [];
  for (let tick = Math.ceil(low / step); tick <= Math.floor(high / step); tick++)
    if (ticks.push(tick * step + 0) > 20) break;
  return ticks;
}

/// Of a logarithmic axis: powers of ten, with halves and fifths where these are few.
function logarithmicTicks(low, high) {
  const ticks = [], few = high - low < 3;
  for (let power = Math.floor(low); power <= Math.ceil(high); power++)
    for (const part of few ? [1, 2, 5] : [1])
      if (power + Math.log10(part) >= low - 1e-9 && power + Math.log10(part) <= high + 1e-9)
        ticks.push(part * 10 ** power);
  const every = Math.ceil(ticks.length / 8);
  return ticks.filter((tick, i) => i % every === 0);
}

function tickText(value, step) {
  const size = Math.abs(value);
  const [scale, letter] = size >= 1e9 ? [1e9, "G"] : size >= 1e6 ? [1e6, "M"]
    : size >= 1e4 ? [1e3, "k"] : [1, ""];
  if (size > 0 && size < 1e-3) return Number(value.toPrecision(3)).toExponential();
  const digits = step > 0 ? Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-6)) : 4;
  return String(Number((value / scale).toFixed(Math.min(digits, 9)))) + letter;
}

/// The exponential moving average without the pull of its start, as TensorBoard smooths.
function smoothed(points, weight) {
  let last = 0, count = 0;
  return points.map(([x, y]) => {
    last = last * weight + (1 - weight) * y;
    return [x, last / (1 - weight ** ++count), y];
  });
}

function nearest(list, x, of) {
  let low = 0, high = list.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (of(list[middle]) <= x) low = middle; else high = middle;
  }
  return Math.abs(of(list[high]) - x) < Math.abs(x - of(list[low])) ? high : low;
}

class InteractiveChart {
  constructor(figure) {
    this.figure = figure;
    this.name = figure.dataset.chart;
    this.svg = figure.querySelector("svg");
    this.out = figure.querySelector("output");
    this.cursor = figure.querySelector(".cursor");
    const { width, height } = this.svg.viewBox.baseVal;
    this.top = Number(figure.dataset.top);
    this.bottom = height - Number(figure.dataset.bottom);
    this.right = width - Number(figure.dataset.right);
    this.left = Number(figure.dataset.left);
    this.width = width;
    this.lines = [...figure.querySelectorAll("path[data-points]")].map(path => ({
      name: path.dataset.name, colour: path.getAttribute("class"),
      points: path.dataset.points.split(" ").map(pair => pair.split(":").map(Number)),
      times: path.dataset.times ? path.dataset.times.split(" ").map(Number) : null }));
    this.at = -1;
    this.prepare();
    this.listen();
    if (chartSettings.smoothing || chartSettings.logarithm || chartSettings.time ||
        chartZooms.has(this.name)) this.draw();
  }

  /// What is drawn: points [x, y, value], of the x axis that is asked for and within the zoom.
  prepare() {
    const { smoothing, logarithm, time } = chartSettings;
    this.isTime = time && this.lines.every(line => line.times);
    this.isLogarithmic = logarithm;
    const zoom = chartZooms.get(this.name);
    this.shown = this.lines.map(line => {
      const points = line.points.map(([step, y], i) => [this.isTime ? line.times[i] : step, y]);
      const all = smoothing > 0 ? smoothed(points, smoothing) : points.map(([x, y]) => [x, y, y]);
      const within = all.filter(([x, y, value]) => (!logarithm || (y > 0 && value > 0)) &&
        (!zoom || (x >= zoom[0] && x <= zoom[1])));
      return { ...line, points: within };
    }).filter(line => line.points.length > 0);
    this.xs = [...new Set(this.shown.flatMap(line => line.points.map(([x]) => x)))]
      .sort((a, b) => a - b);
    [this.from, this.to] = zoom || [this.xs[0], this.xs[this.xs.length - 1]];
    if (!zoom && !this.isTime) {
      this.from = Number(this.figure.dataset.from);
      this.to = Number(this.figure.dataset.to);
    }
  }

  xOf(x) {
    return this.left + (x - this.from) / (this.to - this.from || 1) * (this.right - this.left);
  }

  add(name, attributes, text) {
    const made = document.createElementNS(this.svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    this.svg.insertBefore(made, this.cursor);
  }

  /// The divisor and the name of the x axis.
  xUnit() {
    if (!this.isTime) return [1, "step"];
    const range = this.to - this.from;
    return range > 7200 ? [3600, "hours"] : range > 120 ? [60, "minutes"] : [1, "seconds"];
  }

  draw() {
    for (const old of [...this.svg.children]) if (old !== this.cursor) old.remove();
    const scaled = this.isLogarithmic ? Math.log10 : value => value;
    let low = Infinity, high = -Infinity;
    for (const line of this.shown)
      for (const [, y, value] of line.points)
        for (const one of [scaled(y), scaled(value)]) {
          low = Math.min(low, one);
          high = Math.max(high, one);
        }
    if (!(low <= high)) low = high = 0;
    if (low === high) [low, high] = [low - .5, high + .5];
    const ticks = this.isLogarithmic ? logarithmicTicks(low, high) : ticksOf(low, high, 5);
    const step = this.isLogarithmic ? 0 : ticks[1] - ticks[0];
    const texts = ticks.map(tick => tickText(tick, step));
    this.left = 30 + 7.6 * Math.max(2, ...texts.map(text => text.length));
    const yOf = y => this.bottom - (scaled(y) - low) / (high - low) * (this.bottom - this.top);
    ticks.forEach((tick, i) => {
      const y = yOf(tick).toFixed(1);
      this.add("line", { class: "grid", x1: this.left, x2: this.right, y1: y, y2: y });
      this.add("text", { x: this.left - 6, y: Number(y) + 4, "text-anchor": "end" }, texts[i]);
    });
    const [unit, unitName] = this.xUnit();
    const marks = ticksOf(this.from / unit, this.to / unit, 5);
    for (const mark of marks)
      this.add("text", { x: this.xOf(mark * unit), y: this.bottom + 16, "text-anchor": "middle" },
        tickText(mark, marks[1] - marks[0]));
    const middle = (this.top + this.bottom) / 2;
    this.add("text", { class: "axis", x: (this.left + this.right) / 2, y: this.bottom + 32,
      "text-anchor": "middle" }, unitName);
    this.add("text", { class: "axis", x: 12, y: middle, "text-anchor": "middle",
      transform: `rotate(-90 12 ${middle})` },
    this.figure.dataset.unit + (this.isLogarithmic ? " (logarithmic)" : ""));
    const path = (line, place) => line.points.map((point, i) => (i > 0 ? "L" : "M") +
      this.xOf(point[0]).toFixed(1) + " " + yOf(point[place]).toFixed(1) + (i > 0 ? "" : "h.1"))
      .join("");
    for (const line of this.shown) {
      if (chartSettings.smoothing > 0)
        this.add("path", { class: line.colour + " raw", d: path(line, 2) });
      this.add("path", { class: line.colour, d: path(line, 1) });
    }
    this.cursor.setAttribute("visibility", "hidden");
    this.offerReset();
  }

  offerReset() {
    const caption = this.figure.querySelector("figcaption");
    let button = caption.querySelector("button");
    if (!chartZooms.has(this.name)) {
      if (button) button.remove();
    } else if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.className = "small";
      button.textContent = "Reset zoom";
      button.addEventListener("click", () => { this.zoomTo(null); this.svg.focus(); });
      caption.append(button);
    }
  }

  zoomTo(range) {
    if (range && range[1] > range[0]) chartZooms.set(this.name, range);
    else chartZooms.delete(this.name);
    this.update();
  }

  update() {
    this.at = -1;
    this.prepare();
    this.draw();
  }

  show(index) {
    if (this.xs.length === 0) return;
    this.at = Math.max(0, Math.min(this.xs.length - 1, index));
    const x = this.xs[this.at], place = this.xOf(x), [unit, unitName] = this.xUnit();
    this.cursor.setAttribute("x1", place);
    this.cursor.setAttribute("x2", place);
    this.cursor.removeAttribute("visibility");
    const digits = value => String(Number(value.toPrecision(6)));
    this.out.textContent = unitName + " " + digits(x / unit) + ": " + this.shown.map(line => {
      const point = line.points[nearest(line.points, x, one => one[0])];
      return line.name + " " + digits(point[1]) +
        (chartSettings.smoothing > 0 ? " (as measured " + digits(point[2]) + ")" : "") +
        (point[0] === x ? "" : " (" + unitName + " " + digits(point[0] / unit) + ")");
    }).join(", ");
  }

  /// The value of the x axis under the pointer.
  pointed(event) {
    const box = this.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * this.width;
    const share = (x - this.left) / (this.right - this.left);
    return this.from + Math.max(0, Math.min(1, share)) * (this.to - this.from);
  }

  listen() {
    let begin = null, frame = null;
    const mark = event => {
      const [a, b] = [this.xOf(begin), this.xOf(this.pointed(event))].sort((x, y) => x - y);
      if (!frame) {
        this.add("rect", { class: "zoom", y: this.top, height: this.bottom - this.top });
        frame = this.cursor.previousSibling;
      }
      frame.setAttribute("x", a);
      frame.setAttribute("width", b - a);
    };
    this.svg.addEventListener("pointermove", event => {
      if (begin !== null) mark(event);
      this.show(nearest(this.xs, this.pointed(event), one => one));
    });
    this.svg.addEventListener("pointerdown", event => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      begin = this.pointed(event);
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointerup", event => {
      if (begin === null) return;
      const range = [begin, this.pointed(event)].sort((a, b) => a - b);
      begin = null;
      if (frame) frame.remove();
      frame = null;
      if (this.xOf(range[1]) - this.xOf(range[0]) > 6) this.zoomTo(range);
    });
    this.svg.addEventListener("pointercancel", () => { begin = null; });
    this.svg.addEventListener("dblclick", () => this.zoomTo(null));
    this.svg.addEventListener("keydown", event => this.key(event));
  }

  key(event) {
    const last = this.xs.length - 1, page = Math.max(1, Math.round(last / 10));
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last,
      PageUp: this.at - page, PageDown: this.at + page };
    const zooms = { "+": .25, "=": .25, "-": 1 };
    if (event.key in moves) {
      event.preventDefault();
      this.show(moves[event.key]);
    } else if (event.key in zooms && !event.ctrlKey && this.xs.length > 2) {
      const x = this.xs[Math.max(0, this.at)], half = (this.to - this.from) * zooms[event.key];
      const [first, end] = [this.lines[0].points[0][0], this.lines[0].points.at(-1)[0]];
      const isAll = event.key === "-" && x - half <= first && x + half >= end;
      this.zoomTo(isAll ? null : [x - half, x + half]);
      this.show(nearest(this.xs, x, one => one));
    } else if (event.key === "Escape" || event.key === "0") {
      this.zoomTo(null);
    }
  }
}

const charts = new Map();  // by figure
function showCharts(root) {
  for (const figure of charts.keys()) if (!figure.isConnected) charts.delete(figure);
  for (const figure of root.querySelectorAll("figure[data-left]"))
    charts.set(figure, new InteractiveChart(figure));
}

{
  const tools = document.querySelector(".tools[data-charts]");
  const keep = "tutti charts";
  if (tools) {
    const { smoothing, logarithm, axis, weight } = tools.elements;
    try {
      Object.assign(chartSettings, JSON.parse(sessionStorage.getItem(keep) || "{}"));
    } catch { /* the settings of this page do */ }
    const show = () => { weight.value = Number(smoothing.value).toFixed(2); };
    smoothing.value = chartSettings.smoothing;
    logarithm.checked = chartSettings.logarithm;
    axis.value = chartSettings.time ? "time" : "step";
    show();
    tools.hidden = false;
    tools.addEventListener("submit", event => event.preventDefault());
    tools.addEventListener("input", () => {
      const before = chartSettings.time;
      Object.assign(chartSettings, { smoothing: Number(smoothing.value),
        logarithm: logarithm.checked, time: axis.value === "time" });
      if (before !== chartSettings.time) chartZooms.clear();
      show();
      for (const chart of charts.values()) chart.update();
      try {
        sessionStorage.setItem(keep, JSON.stringify(chartSettings));
      } catch { /* not kept for the next page */ }
    });
  }
  showCharts(document);
}
