// Paints the pages that the table sends, and tells it where a finger came down. It knows no game.
"use strict";

const canvas = document.getElementById("page");
const told = document.getElementById("told");
const board = document.getElementById("board");
const keys = document.getElementById("keys");
const word = document.getElementById("word");
const pen = canvas.getContext("2d");
const pictures = new Map();
const MAX_PICTURES = 12;
const MAX_FAILURES = 5;
const SHORTEST_MS = 500;
const LONGEST_MS = 5000;
const SETTLED_MS = 250;
const ANSWER_MS = 3000;
const OPENING_MS = 10000; // for the first page of a line
const SILENT_MS = 15000; // a page stays for so long before its line is tried
const MOVED_MS = 30000; // without a page for so long: the table may have another address
const FINGER_MS = 1000;
const LENGTH = 160; // of every message: the length of what is encrypted can be read, and would tell where a finger was
const AGAIN = "loaded again";
const TOUCHED = "touched";
const DISMISSED = 1008; // the server's code for a line that it ends for good

let shown = null;
let before = null; // the page in whose place it was shown
let line = null;
let waitMs = SHORTEST_MS;
let over = false;
let settling = 0;
let opened = false;
let awaiting = 0;
let silent = 0;
let lostMs = null; // since when no page comes
let fingerMs = -FINGER_MS;
let failures = 0;
let missing = 0;

function say(name) {
  word.hidden = name === null;
  word.textContent = name === null ? "" : document.body.dataset[name];
}

// Only somebody at the table knows its new address: no page of the old one can.
function sayOffline() {
  lostMs ??= performance.now();
  say(performance.now() - lostMs < MOVED_MS ? "offline" : "moved");
}

// Keeps nothing of a seat that this telephone no longer has.
function forget() {
  shown = before = null;
  pictures.clear();
  canvas.width = 0;
  told.textContent = "";
  board.replaceChildren();
  keys.replaceChildren();
}

// --- painting ---------------------------------------------------------------------------------

function paint() {
  if (shown === null) return;
  const [width, height] = shown.size;
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const dense = scale * devicePixelRatio;
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(height * dense);
  for (const { style } of [canvas, keys]) {
    style.width = `${width * scale}px`;
    style.height = `${height * scale}px`;
  }
  pen.setTransform(dense, 0, 0, dense, 0, 0);
  pen.fillStyle = shown.ground;
  pen.fillRect(0, 0, width, height);
  shown.items.forEach(draw);
}

function draw(item) {
  PAINTERS[item[0]](...item.slice(1));
}

function fillAndStroke(colour, edge, edgePx) {
  if (colour !== null) {
    pen.fillStyle = colour;
    pen.fill();
  }
  if (edge !== null) {
    pen.strokeStyle = edge;
    pen.lineWidth = edgePx;
    pen.lineJoin = pen.lineCap = "round";
    pen.stroke();
  }
}

const PAINTERS = {
  // An edge lies inside a rectangle, and astride a circle or a polygon.
  f(x, y, w, h, colour, radius, edge, edgePx) {
    const inset = edge === null ? 0 : edgePx / 2;
    const round = Math.max(0, Math.min(radius, w / 2, h / 2) - inset);
    pen.beginPath();
    pen.roundRect(x + inset, y + inset, Math.max(0, w - 2 * inset), Math.max(0, h - 2 * inset), round);
    fillAndStroke(colour, edge, edgePx);
  },
  l(x, y, toX, toY, colour, width) {
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(toX, toY);
    fillAndStroke(null, colour, width);
  },
  c(x, y, radius, colour, edge, edgePx) {
    pen.beginPath();
    pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
    fillAndStroke(colour, edge, edgePx);
  },
  p(points, colour, edge, edgePx) {
    pen.beginPath();
    points.forEach(([x, y]) => pen.lineTo(x, y));
    pen.closePath();
    fillAndStroke(colour, edge, edgePx);
  },
  t(x, y, w, h, text, size, colour, align, role) {
    pen.font = `${size}px "${role}"`;
    pen.fillStyle = colour;
    pen.textAlign = align === "centre" ? "center" : align;
    pen.textBaseline = "alphabetic";
    const at = { left: x, centre: x + w / 2, right: x + w }[align];
    const box = pen.measureText(text);
    const ascent = box.fontBoundingBoxAscent;
    const middle = y + (h + ascent - box.fontBoundingBoxDescent) / 2;
    pen.fillText(text, at, middle, w + 2);
  },
  g(x, y, w, h, items) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    items.forEach(draw);
    pen.restore();
  },
  i(x, y, w, h, name, turns) {
    const picture = getPicture(name);
    if (!picture.complete || picture.naturalWidth === 0) return;
    const [across, down] = turns % 2 === 1 ? [h, w] : [w, h];
    pen.save();
    pen.translate(x + w / 2, y + h / 2);
    pen.rotate((turns * Math.PI) / 2);
    pen.drawImage(picture, -across / 2, -down / 2, across, down);
    pen.restore();
  },
};

// The picture used last is the last one in the map.
function getPicture(name) {
  const picture = pictures.get(name) ?? ask(name);
  pictures.delete(name);
  pictures.set(name, picture);
  if (pictures.size > MAX_PICTURES) pictures.delete(pictures.keys().next().value);
  return picture;
}

function ask(name) {
  const picture = new Image();
  picture.onload = () => {
    failures = 0;
    paint();
  };
  picture.onerror = () => (missing ||= setTimeout(askAgain, Math.min(LONGEST_MS, SHORTEST_MS * 2 ** failures)));
  picture.src = `/picture/${name}`;
  return picture;
}

// A page asks for what did not come, and has the table keep it; after some failures only the next one.
function askAgain() {
  missing = 0;
  for (const [name, picture] of pictures) if (picture.complete && picture.naturalWidth === 0) pictures.delete(name);
  if (failures < MAX_FAILURES) tellSize();
  failures += 1;
}

// --- for who hears the page, or has keys instead of a finger ------------------------------------

// Not read out by itself: who wants to know goes there. What stays is not made again, or its reader is lost.
function tellBoard() {
  board.ariaLabel = document.body.dataset.board;
  shown.board.forEach((text, number) => {
    const line = board.children[number] ?? board.appendChild(document.createElement("p"));
    if (line.textContent !== text) line.textContent = text;
  });
  [...board.children].slice(shown.board.length).forEach((line) => line.remove());
}

// A key that stays keeps its element, and with it the focus.
function label() {
  const [width, height] = shown.size;
  if (told.textContent !== shown.told.join(" ")) told.textContent = shown.told.join(" ");
  tellBoard();
  const before = [...keys.children];
  const now = shown.keys.map(([x, y, w, h, name]) => {
    const found = before.findIndex((one) => one.ariaLabel === name);
    const key = found < 0 ? document.createElement("button") : before.splice(found, 1)[0];
    key.ariaLabel = name;
    key.at = { x: x + w / 2, y: y + h / 2 };
    key.style.left = `${(100 * x) / width}%`;
    key.style.top = `${(100 * y) / height}%`;
    key.style.width = `${(100 * w) / width}%`;
    key.style.height = `${(100 * h) / height}%`;
    return key;
  });
  before.forEach((one) => one.remove());
  now.forEach((key, number) => {
    if (keys.children[number] !== key) keys.insertBefore(key, keys.children[number] ?? null);
  });
}

// --- the line to the table --------------------------------------------------------------------

function tell(message) {
  if (line !== null && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message).padEnd(LENGTH));
}

function tellSize() {
  const { version } = document.body.dataset;
  tell({ kind: "size", w: Math.round(innerWidth), h: Math.round(innerHeight), version });
}

// Returns the status of an answer, 0 without one. A network that fails without a word ends no request: it is left.
async function request(path, options) {
  const leaving = new AbortController();
  const late = setTimeout(() => leaving.abort(), OPENING_MS);
  try {
    return (await fetch(path, { ...options, signal: leaving.signal })).status;
  } catch {
    return 0;
  } finally {
    clearTimeout(late);
  }
}

// A browser does not say why a line was refused: the table may only be too busy. Without a network nobody was refused.
async function explain() {
  if (opened || word.hidden) sayOffline();
  if (opened) return;
  const status = await request("/guest");
  if (word.hidden || over) return; // meanwhile another line has brought a page, or the last word
  if (status === 403) forget();
  if (status === 403) say("refused");
  else sayOffline();
}

// The table was updated since this page was loaded. A page that comes back as old is not loaded on and on.
function loadNew() {
  if (history.state === AGAIN) return;
  history.replaceState(AGAIN, "");
  location.reload();
}

function connect() {
  opened = false;
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line`);
  line.onopen = () => {
    opened = true;
    tellSize();
  };
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    awaiting = clearTimeout(awaiting);
    if (message.kind === "page") {
      clearTimeout(silent);
      silent = setTimeout(check, SILENT_MS); // a network that fails, or a router that restarts, ends no line
      [before, shown] = [shown, message];
      if (shown.texts) {
        Object.assign(document.body.dataset, shown.texts);
        document.documentElement.lang = shown.texts.language;
      }
      waitMs = SHORTEST_MS;
      lostMs = null;
      say(null);
      if (history.state === AGAIN) history.replaceState(null, "");
      paint();
      label();
      shown.sinceMs = performance.now();
      canvas.dataset.pages = Number(canvas.dataset.pages ?? 0) + 1;
      canvas.dataset.number = shown.number;
    } else {
      over = true;
      forget();
      say(message.kind);
      if (message.kind === "old") loadNew();
    }
  };
  line.onclose = ({ code }) => lose(code);
  expectPage(OPENING_MS);
}

// A line on which no page comes in time is left, and another one opened.
function expectPage(ms) {
  clearTimeout(awaiting);
  awaiting = setTimeout(() => {
    line.onopen = line.onmessage = line.onclose = null; // it may take minutes to close
    line.close();
    lose(0);
  }, ms);
}

function lose(code) {
  awaiting = clearTimeout(awaiting);
  if (over) return;
  if (code === DISMISSED) {
    opened = false;
    forget();
  }
  if (shown !== null) shown.number = 0; // the next line counts its pages from one
  before = null;
  explain();
  setTimeout(connect, waitMs);
  waitMs = Math.min(LONGEST_MS, waitMs * 2);
}

// A telephone that has slept may not know that its line is dead: every size is answered by a page.
function check() {
  if (document.hidden || line === null || line.readyState !== WebSocket.OPEN) return;
  tellSize();
  expectPage(ANSWER_MS);
}

document.addEventListener("visibilitychange", check);

// A busy browser hears late of a finger: it may have come down on the page before.
function touch(at, whenMs) {
  const page = before !== null && whenMs < shown.sinceMs ? before : shown;
  const ms = Math.max(0, Math.round(whenMs - page.sinceMs));
  tell({ kind: "touch", x: Math.round(at.x), y: Math.round(at.y), page: page.number, ms });
  awaiting ||= setTimeout(check, ANSWER_MS); // a table that stands still, or lost its plug, ends no line
}

keys.addEventListener("pointerdown", (event) => {
  fingerMs = event.timeStamp;
  if (shown === null || !event.isPrimary) return;
  const box = keys.getBoundingClientRect();
  const scale = shown.size[0] / box.width;
  touch({ x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }, event.timeStamp);
});

// A key that was not touched with a finger, but chosen by a keyboard or a screen reader.
keys.addEventListener("pointerup", ({ timeStamp }) => {
  fingerMs = timeStamp;
  // The telephone's own key to go back left the table: the first time it does nothing. A browser passes over what was
  // added to the history without a touch.
  if (history.state !== TOUCHED) history.pushState(TOUCHED, "");
});
keys.addEventListener("click", ({ target, timeStamp }) => {
  if (shown === null || !target.at || timeStamp - fingerMs < FINGER_MS) return;
  touch(target.at, timeStamp);
});

// A window that is dragged, or a bar that slides away, passes through many sizes.
addEventListener("resize", () => {
  paint();
  clearTimeout(settling);
  settling = setTimeout(tellSize, SETTLED_MS);
});

// An invitation stands behind the #, which no browser sends or logs; once answered it is forgotten.
async function join(invitation) {
  while (true) {
    const status = await request("/join", { method: "POST", body: invitation });
    if (status !== 0 && status !== 429 && status < 500) break; // else there is no network, or the table is too busy
    sayOffline();
    await new Promise((again) => setTimeout(again, LONGEST_MS));
  }
  history.replaceState(null, "", "/");
}

// Until they come, text is painted in the browser's own letters. A network that fails brings nothing, and no error.
async function loadFonts() {
  const loads = ["text", "bold", "title", "title_bold"].map((role) => document.fonts.load(`16px "${role}"`));
  const done = Promise.allSettled(loads).then(paint);
  const late = Symbol("late");
  const first = await Promise.race([done, new Promise((ring) => setTimeout(() => ring(late), OPENING_MS))]);
  if (first === late) sayOffline();
}

async function begin() {
  const invitation = location.hash.slice(1);
  if (invitation !== "") await join(invitation);
  await loadFonts();
  connect();
}

// Another page of this telephone may have taken its place; one that is no guest any more says so.
for (const kind of ["pointerdown", "click"]) addEventListener(kind, () => over && location.reload());

// A code that is scanned into the open page changes only what stands behind its #.
addEventListener("hashchange", () => location.reload());

begin();
