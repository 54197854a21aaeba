// A browser of nothing but what telephone.js asks for: says what the page shows after each event.
import fs from "node:fs";
import vm from "node:vm";

// "join=0,429,204" first joins with an invitation, to these answers; 0 is no network, -1 one that never answers.
const lines = [];
const [join, ...endings] = process.argv.slice(3);
const answers = join.startsWith("join=") ? join.slice(5).split(",").map(Number) : [];
const silent = answers.includes(-1) || process.env.FONTS === "lost";
if (!answers.length) endings.unshift(join);
const waits = [];
const heard = {};
const CLOCKS = { late: 3000, stalled: 10000, idle: 15000 };
const clocks = new Map(); // what happens unless the table answers, by its number, with its milliseconds
let clocksMade = 0;
function ring(ms) { for (const [number, one] of [...clocks]) if (one.ms === ms && clocks.delete(number)) one.rings(); }
const pen = new Proxy({}, { get: () => () => ({ width: 1 }), set: () => true });
const canvas = { dataset: {}, style: {}, width: 300, getContext: () => pen, addEventListener() {} };
const word = { hidden: true, textContent: "" };
const told = { textContent: "" };
const board = { children: [], appendChild(line) { this.children.push(line); return line; }, replaceChildren() { this.children = []; } };
const sent = [];
const lengths = [];
let dropped = false;
let nowMs = 0;
const performance = { now: () => nowMs };
const keys = { children: [], style: {}, heard: {}, addEventListener(name, hear) { this.heard[name] = hear; },
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 390 }), replaceChildren() { this.children = []; },
  insertBefore(key, next) {
    this.children = this.children.filter((one) => one !== key);
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, key);
  } };
let made = 0;
const createElement = (kind) => ({ style: {}, made: kind === "button" ? (made += 1) : 0, remove() { for (const one of [keys, board]) one.children = one.children.filter((child) => child !== this); } });
class Line {
  static OPEN = 1;
  readyState = 1;
  constructor() { lines.push(this); }
  send(text) {
    sent.push(JSON.parse(text));
    lengths.push(text.length);
    if (again) setImmediate(() => { kept ||= dropped; this.onmessage({ data: again }); });
  }
  close() {}
}
const texts = { offline: "offline", moved: "moved", refused: "refused", elsewhere: "elsewhere", old: "old" };
const page = { getElementById: (id) => ({ page: canvas, told, board, keys, word })[id], body: { dataset: texts },
  documentElement: { lang: "en" }, hidden: false, createElement,
  fonts: { load: () => new Promise((come, fail) => ({ refused: fail, lost() {}, undefined: come })[process.env.FONTS]()) }, addEventListener(name, hear) { heard[name] = hear; } };
const asked = []; // pictures' addresses
let kept = true; // whether pictures come
let again = null; // the page that answers a size; pictures that were dropped are kept from then on
class Picture {
  complete = false;
  naturalWidth = 0;
  set src(address) {
    asked.push(address);
    setImmediate(() => { this.complete = true; this.naturalWidth = kept ? 9 : 0; kept ? this.onload() : this.onerror(); });
  }
}
const world = { performance, Image: Picture, WebSocket: Line, document: page, location: { protocol: "https:", host: "x", hash: answers.length ? "#code" : "", reload() { waits.push("reload"); } },
  innerWidth: 390, innerHeight: 760, devicePixelRatio: 1, addEventListener(name, hear) { heard[name] = hear; },
  history: { state: null, replaceState(state) { this.state = state; world.location.hash = ""; }, pushState(state) { this.state = state; } },
  fetch: async (path, { signal } = {}) => {
    waits.push(word.textContent);
    const status = answers.shift();
    if (status === -1) await new Promise((_, fail) => signal?.addEventListener("abort", fail));
    if (!status) throw new TypeError("no network");
    return { status };
  },
  AbortController,
  setTimeout(rings, ms) { if (!Object.values(CLOCKS).includes(ms)) return void rings(); clocks.set(clocksMade += 1, { rings, ms }); return clocksMade; },
  clearTimeout(number) { clocks.delete(number); }, console };
world.window = world;
vm.runInContext(fs.readFileSync(process.argv[2], "utf8"), vm.createContext(world));
for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
if (silent) { ring(CLOCKS.stalled); for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate); }

const write = (more) => JSON.stringify({ kind: "page", number: 1, size: [390, 760], ground: "#fff", items: [], told: ["The hand"], board: ["Red: London"], keys: [[0, 0, 20, 10, "Play"]], ...more });
const found = [];
for (const ending of endings) {
  const line = lines.at(-1);
  const [kind, status] = ending.split("=");
  const own = ["touch", "shut", "wake", ...Object.keys(CLOCKS), "finger", "choose", "later", "labels", "pictures", "passing", "came"].includes(kind);
  if (!own) line.onopen();
  if (!own && kind !== "old") line.onmessage({ data: write({}) });
  if (kind === "labels") line.onmessage({ data: write(JSON.parse(ending.slice(7))) });
  else if (kind === "pictures") {
    const [how, names] = status.split(":");
    [kept, dropped] = [how === "kept", how === "dropped"];
    again = write({ items: names.split(",").map((name) => ["i", 0, 0, 9, 9, name, 0]) });
    line.onmessage({ data: again });
    for (let turn = 0; turn < 99; turn += 1) await new Promise(setImmediate);
  }
  else if (kind === "wake") heard.visibilitychange();
  else if (kind in CLOCKS) ring(CLOCKS[kind]);
  else if (kind === "passing") nowMs += Number(status);
  else if (kind === "came") { line.onopen(); line.onmessage({ data: write({}) }); }
  else if (kind === "finger") for (const name of ["pointerdown", "pointerup", "click"]) keys.heard[name]({ timeStamp: nowMs += 10, isPrimary: true, clientX: Number(status ?? 9), clientY: 9, target: keys.children[0] });
  else if (kind === "later") { const wasMs = nowMs; nowMs += Number(status); again = null; line.onmessage({ data: write({ number: 2 }) }); keys.heard.pointerdown({ timeStamp: wasMs + 5, isPrimary: true, clientX: 9, clientY: 9 }); }
  else if (kind === "choose") keys.heard.click({ timeStamp: nowMs += 5000, target: keys.children[Number(status)] });
  else if (ending === "touch") heard.pointerdown();
  else if (["elsewhere", "old"].includes(ending)) line.onmessage({ data: `{"kind":"${ending}"}` });
  else if (kind === "shut") answers.push(Number(status)), line.onclose({ code: 1006 });
  else line.onclose({ code: Number(ending) });
  for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
  if (process.env.BOARD) found.push(board.children.map((line) => line.textContent));
  else if (process.env.HEARD) found.push([told.textContent, keys.children.map((key) => [key.ariaLabel, key.made]), sent.splice(0).map((one) => one.kind === "touch" ? [one.kind, one.x, one.y, one.page, one.ms] : [one.kind]), lines.length, page.documentElement.lang, texts.offline, asked.splice(0), lengths.splice(0)]);
  else found.push([word.textContent, canvas.width > 0, ...waits.splice(0)]);
}
if (join.startsWith("join=")) {
  found.push(waits, answers.length, lines.length);
  world.location.hash = "#another";
  heard.hashchange?.();
}
console.log(JSON.stringify(found));
