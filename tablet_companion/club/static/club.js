// The organiser's page: rows as they are pushed; those that need somebody are on top.
"use strict";

const rows = new Map();
const body = (id) => document.querySelector(`#${id} tbody`);
const order = (row) => [row.status?.needs ? 0 : 1, row.table];
let due = false;

function fill(line, texts) {
  line.replaceChildren(...texts.map((text) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    return cell;
  }));
  return line;
}

function minutes(since) {
  return since ? ` (${Math.max(0, Math.round((Date.now() / 1000 - since) / 60))} min)` : "";
}

function show() {
  due = false;
  const sorted = [...rows.values()].sort((a, b) => {
    const [x, y] = [order(a), order(b)];
    return x[0] - y[0] || x[1].localeCompare(y[1], undefined, { numeric: true });
  });
  body("tables").replaceChildren(...sorted.map((row) => {
    const line = document.createElement("tr");
    const status = row.status;
    line.className = !row.online ? "offline" : status?.needs ? "needs" : "";
    const verdicts = Object.entries(status?.verdicts ?? {}).map(([kind, count]) => `${kind} ${count}`);
    return fill(line, [
      row.table, status ? `${status.title}, ${status.stage}` : "–", status?.turn ?? "",
      status?.actions ?? "", row.online ? (status?.needs ?? "") + minutes(row.since_s) : "offline",
      verdicts.join(", "),
    ]);
  }));
  const needing = sorted.filter((row) => row.online && row.status?.needs).length;
  document.getElementById("sum").textContent =
    `${sorted.length} tables, ${sorted.filter((row) => row.online).length} online, ${needing} need somebody`;
  document.body.dataset.rows = sorted.length;
}

function connect() {
  const line = new WebSocket(`ws://${location.host}/tables`);
  line.binaryType = "arraybuffer";
  line.onmessage = ({ data }) => {
    JSON.parse(new TextDecoder().decode(data)).forEach((row) => rows.set(row.table, row));
    if (!due) requestAnimationFrame(show);
    due = true;
  };
  line.onclose = () => setTimeout(connect, 1000);
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

async function send(path, message) {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(message) });
  if (answer.ok) showTournament(await answer.json());
}

document.getElementById("sides").onsubmit = (event) => {
  event.preventDefault();
  send("/sides", { names: new FormData(event.target).get("names").split("\n") });
};
document.getElementById("swiss").onclick = () => send("/round", { system: "swiss" });
document.getElementById("all").onclick = () => send("/round", { system: "round robin" });

async function refresh() {
  const answer = await fetch("/tournament");
  if (answer.ok) showTournament(await answer.json());
}

connect();
refresh();
setInterval(() => document.activeElement?.tagName !== "SELECT" && refresh(), 5000);
