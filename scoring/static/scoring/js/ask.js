/* Questions that need an answer before anything else: taking back, two versions of a round, a refused round. */

import { make, points, say } from "./words.js";

const dialog = document.getElementById("ask");
const title = document.getElementById("ask-title");
const body = document.getElementById("ask-body");
const choices = document.getElementById("ask-choices");
let shown = null;

/** Shows the question `key` once; `answers` are [word, action, isMain]. A question without way out needs an answer. */
function open(key, heading, content, answers, mayLeave) {
  if (shown === key) return;
  shown = key;
  title.textContent = heading;
  body.replaceChildren(...content);
  choices.replaceChildren(...answers.map(([word, act, isMain]) => {
    const button = make("button", { type: "button", className: isMain ? "key key-go" : "key key-plain" }, word);
    button.addEventListener("click", () => { close(); act?.(); });
    return button;
  }));
  dialog.dataset.leave = mayLeave ? "yes" : "no";
  if (!dialog.open) dialog.showModal();
}

/** Takes the question away. */
export function close() {
  shown = null;
  if (dialog.open) dialog.close();
}

dialog.addEventListener("cancel", (event) => { if (dialog.dataset.leave === "no") event.preventDefault(); });
dialog.addEventListener("close", () => { shown = null; });

export const isAsking = () => dialog.open;

export function askUndo(number, act) {
  open(`undo ${number}`, say("undoAsk", { number }), [make("p", {}, say("undoWhy"))], [[say("undoYes"), act, true], [say("no")]], true);
}

export function askDeclare(recorded, act) {
  const why = recorded ? say("declareWhy", { number: recorded }) : say("declareNone");
  open("declare", say("declareAsk"), [make("p", {}, why)], [[say("declareYes"), act, true], [say("no")]], true);
}

/** Both versions side by side; what differs stands out. */
export function askConflict(item, sheet, names, { onTheirs, onOurs }) {
  const { number, theirs } = item.conflict;
  const heads = [say("player"), say("theirs"), say("ours")].map((word) => make("th", { scope: "col" }, word));
  const players = sheet.players.filter((player) => player.id in item.entries || player.id in (theirs?.points ?? {}));
  const rows = players.map((player) => {
    const [one, other] = [theirs?.points[player.id], item.entries[player.id]];
    return make("tr", { className: one === other ? "" : "differs" },
      make("th", { scope: "row" }, names.get(player.id)), version(one), version(other));
  });
  const table = make("table", { className: "versions" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  const answers = [[say("keepTheirs"), onTheirs], [say("keepOurs"), onOurs]];
  open(`conflict ${item.id}`, say("conflict", { number }), [make("p", {}, say("conflictWhy")), table], answers, false);
}

function version(value) {
  const text = value === undefined ? "–" : points(value);
  return make("td", { className: value < 0 ? "figure minus" : "figure" }, text);
}

/** The server's sentences; a round can be changed and sent again, or dropped. */
export function askRefused(item, { onDrop, onChange }) {
  const heading = item.kind === "round" ? say("refused", { number: item.number }) : say("refusedOther");
  const sentences = item.errors.map((error) => make("p", {}, error.message));
  const answers = item.kind === "round" ? [[say("change"), onChange, true], [say("drop"), onDrop]] : [[say("drop"), onDrop, true]];
  open(`refused ${item.id}`, heading, sentences, answers, false);
}
