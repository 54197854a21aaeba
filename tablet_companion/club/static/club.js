// The organiser's page: rows as they are pushed; those that need somebody are on top.
"use strict";

const rows = new Map();
const body = (id) => document.querySelector(`#${id} tbody`);
const order = (row) => (row.needing ? 0 : 1);
const words = document.body.dataset;
const ANSWER_MS = 5000;
let due = false;
let line = null;

function fill(line, texts) {
  line.replaceChildren(...texts.map((text) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    return cell;
  }));
  return line;
}

function minutes(since) {
  return ` (${Math.round((performance.now() / 1000 - since) / 60)} min)`;
}

function show() {
  due = false;
  const sorted = [...rows.values()].sort((a, b) =>
    order(a) - order(b) || a.table.localeCompare(b.table, undefined, { numeric: true }));
  body("tables").replaceChildren(...sorted.map((row) => {
    const line = document.createElement("tr");
    line.className = !row.online ? "offline" : row.needing ? "needs" : "";
    const needs = row.needs + (row.needing ? minutes(row.since) : "");
    return fill(line, [row.table, row.game, row.turn, row.moves, needs, row.verdicts]);
  }));
  const counts = {
    count_tables: sorted.length,
    count_online: sorted.filter((row) => row.online).length,
    count_needing: sorted.filter((row) => row.needing).length,
  };
  document.getElementById("sum").textContent = words.sum.replace(/\{(\w+)\}/g, (_, name) => counts[name]);
  words.rows = sorted.length;
}

function connect() {
  line = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/tables`);
  line.binaryType = "arraybuffer";
  line.onmessage = ({ data }) => {
    const now = performance.now() / 1000; // not the wall clock: the club's may be another
    JSON.parse(new TextDecoder().decode(data)).forEach((row) =>
      rows.set(row.table, { ...row, since: now - row.needing_s }));
    if (!due) requestAnimationFrame(show);
    due = true;
  };
  line.onclose = lose;
}

function lose() {
  line.onmessage = line.onclose = null; // it may take minutes to close
  line.close();
  line = null;
  document.getElementById("sum").textContent = words.lost;
  setTimeout(refresh, 1000, true);
}

function showTournament({ games, standings }) {
  body("games").replaceChildren(...games.map((game) => {
    const line = fill(document.createElement("tr"), [game.round, game.table, game.home, game.away || "–"]);
    const cell = document.createElement("td");
    const choice = document.createElement("select");
    [["–", null], ["1 : 0", 1], ["½ : ½", 0.5], ["0 : 1", 0]].forEach(([text, points]) => {
      choice.add(new Option(text, JSON.stringify(points), false, points === game.points));
    });
    choice.onchange = () => send("/result", { game: game.id, points: JSON.parse(choice.value) });
    cell.append(choice);
    line.append(cell);
    return line;
  }));
  body("standings").replaceChildren(...standings.map((one) =>
    fill(document.createElement("tr"), [one.name, one.points, one.buchholz])));
}

const post = (path, message) => fetch(path, { method: "POST", body: JSON.stringify(message) });

async function send(path, message) {
  const answer = await post(path, message);
  if (answer.status === 400) alert(words.many);
  if (answer.status === 507) alert(words.unkept);
  take(answer);
}

// Shows what was answered; asks for the password where it is wanted.
async function take(answer) {
  const shut = answer.status === 401;
  document.getElementById("enter").hidden = !shut;
  document.querySelector("main").hidden = shut;
  if (answer.ok) showTournament(await answer.json());
  return answer.ok;
}

document.getElementById("enter").onsubmit = async (event) => {
  event.preventDefault();
  const answer = await post("/enter", { password: new FormData(event.target).get("password") });
  event.target.querySelector("p").hidden = answer.ok;
  if (answer.ok) refresh(true);
};
document.getElementById("sides").onsubmit = (event) => {
  event.preventDefault();
  if (body("games").children.length && !confirm(words.sure)) return;
  send("/sides", { names: new FormData(event.target).get("names").split("\n") });
};
document.getElementById("swiss").onclick = () => send("/round", { system: "swiss" });
document.getElementById("all").onclick = () => send("/round", { system: "round robin" });

// Asks how the tournament stands; begins, or begins again, to listen to the tables. A network that fails ends no line:
// that of a club that does not answer is left.
async function refresh(listens = false) {
  const leaving = new AbortController();
  const late = setTimeout(() => leaving.abort(), ANSWER_MS);
  const let_in = await fetch("/tournament", { signal: leaving.signal }).then(take, () => null);
  clearTimeout(late);
  if (let_in === null && line !== null) lose();
  if (!listens) return;
  if (let_in) connect();
  else if (document.getElementById("enter").hidden) setTimeout(refresh, 1000, true);
}

refresh(true);
setInterval(() => document.activeElement?.tagName !== "SELECT" && refresh(), 5000);
