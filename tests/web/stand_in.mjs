// A browser of nothing but what telephone.js asks for: says what the page shows after each event.
import fs from "node:fs";
import vm from "node:vm";

// "join=0,429,204" first joins with an invitation, to these answers; 0 is no network.
const lines = [];
const [join, ...endings] = process.argv.slice(3);
const answers = join.startsWith("join=") ? join.slice(5).split(",").map(Number) : [];
if (!answers.length) endings.unshift(join);
const waits = [];
const heard = {};
const pen = new Proxy({}, { get: () => () => ({ width: 1 }), set: () => true });
const canvas = { dataset: {}, style: {}, width: 300, getContext: () => pen, addEventListener() {} };
const word = { hidden: true, textContent: "" };
class Line {
  static OPEN = 1;
  readyState = 1;
  constructor() { lines.push(this); }
  send() {}
}
const texts = { offline: "offline", refused: "refused", elsewhere: "elsewhere", old: "old" };
const page = { getElementById: (id) => (id === "page" ? canvas : word), body: { dataset: texts },
  fonts: { ready: Promise.resolve(), load: async () => {} }, addEventListener() {} };
const world = { WebSocket: Line, document: page, location: { protocol: "https:", host: "x", hash: answers.length ? "#code" : "", reload() { waits.push("reload"); } },
  innerWidth: 390, innerHeight: 760, devicePixelRatio: 1, addEventListener(name, hear) { heard[name] = hear; },
  history: { state: null, replaceState(state) { this.state = state; world.location.hash = ""; } },
  fetch: async () => { waits.push(word.textContent); const status = answers.shift(); if (!status) throw new TypeError("no network"); return { status }; },
  setTimeout(again) { again(); }, clearTimeout() {}, console };
world.window = world;
vm.runInContext(fs.readFileSync(process.argv[2], "utf8"), vm.createContext(world));
for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);

const found = [];
for (const ending of endings) {
  const line = lines.at(-1);
  const [kind, status] = ending.split("=");
  if (!["touch", "shut"].includes(kind)) line.onopen();
  if (!["touch", "shut", "old"].includes(kind)) line.onmessage({ data: '{"kind":"page","size":[390,760],"ground":"#fff","items":[]}' });
  if (ending === "touch") heard.pointerdown();
  else if (["elsewhere", "old"].includes(ending)) line.onmessage({ data: `{"kind":"${ending}"}` });
  else if (kind === "shut") answers.push(Number(status)), line.onclose({ code: 1006 });
  else line.onclose({ code: Number(ending) });
  for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
  found.push([word.textContent, canvas.width > 0, ...waits.splice(0)]);
}
if (join.startsWith("join=")) {
  found.push(waits, answers.length, lines.length);
  world.location.hash = "#another";
  heard.hashchange?.();
}
console.log(JSON.stringify(found));
