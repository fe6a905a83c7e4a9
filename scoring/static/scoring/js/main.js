/* The scribe's tablet: keeps state, outbox and the round being written together, and draws them. */

import { askConflict, askDeclare, askRefused, askUndo, isAsking } from "./ask.js";
import { findNext, findProblem, isCorrection, isEmpty, press, readEntries, startCorrection, startRound } from "./entry.js";
import { drawFrame } from "./frame.js";
import { isSame, Live, reissue } from "./live.js";
import { newId, openOutbox } from "./outbox.js";
import { showSheet } from "./shown.js";
import { Pad } from "./pad.js";
import { Table } from "./table.js";
import { points, say, shortNames } from "./words.js";
import { forgetDraft, keepDraft, nameDevice, recallDraft } from "./device.js";

const token = location.pathname;
let state = JSON.parse(document.getElementById("state").textContent);
let items = [];
let sheet = showSheet(state, items);
let draft = null;
let message = "";
let outbox = null;
let live = null;
let open = null; // resolves once the outbox is open: who is quicker than the device waits for it

const table = new Table({
  table: document.getElementById("rounds"),
  scroll: document.getElementById("scroll"),
  onCell: goTo,
  onRow: correct,
});
const pad = new Pad(document.getElementById("pad"), {
  onKey: type,
  onNext: next,
  onSave: save,
  onChange: () => change({ isChecking: false }),
  onCancel: cancel,
});

/** Work out anew what is shown, and show it. */
function draw() {
  sheet = showSheet(state, items);
  draft = fit(draft);
  const names = shortNames(sheet.players);
  const view = { sheet, draft, names, message, items, live, outbox, mayCorrect: !sheet.locked };
  pad.draw(view);
  drawFrame(view);
  table.draw(view);
  askWhatIsOpen(names);
}

/** The draft that suits the sheet: a new round when the old one has been saved somewhere and nothing was typed. */
function fit(old) {
  const held = old && sheet.rounds.find((round) => round.number === old.number);
  if (sheet.locked) return null;
  if (old && isCorrection(old)) return held ? old : recallDraft(token, sheet);
  if (!old || isEmpty(old) || (!held && old.number !== sheet.next)) return startFresh(old);
  if (held && isSame(held.points, readEntries(old))) return startRound(sheet);
  const players = held ? old.players : startRound(sheet).players;
  const active = players.includes(old.active) ? old.active : players[0];
  if (held && !old.isTaken) message = say("taken", { number: old.number });
  return { ...old, players, active, isTaken: Boolean(held) };
}

function startFresh(old) {
  const fresh = recallDraft(token, sheet);
  return fresh && old && fresh.players.includes(old.active) && old.number === fresh.number ? { ...fresh, active: old.active } : fresh;
}

/** Conflicts and refused rounds stop the outbox until somebody has answered. */
function askWhatIsOpen(names) {
  const [first] = items;
  if (!first || isAsking()) return;
  if (first.conflict) {
    askConflict(first, sheet, names, {
      onTheirs: () => settle(() => outbox.remove(first.seq)),
      onOurs: () => settle(() => outbox.put(reissue(first, first.conflict.theirs?.id ?? null))),
    });
  } else if (first.errors) {
    askRefused(first, {
      onDrop: () => settle(() => outbox.remove(first.seq)),
      onChange: () => settle(async () => {
        await outbox.remove(first.seq);
        const round = { number: first.number, id: first.replaces ?? null, item: null };
        draft = startCorrection(sheet, round, first.entries);
        message = first.errors.map((error) => error.message).join(" ");
      }),
    });
  }
}

async function settle(work) {
  await open;
  await work();
  await refresh();
  live.send();
}

async function refresh() {
  items = await outbox.list();
  draw();
}

function takeState(fresh) {
  if (fresh.version < state.version) return;
  state = fresh;
  draw();
}

function change(values) {
  message = "";
  draft = { ...draft, ...values };
  keepDraft(token, draft);
  draw();
}

function goTo(id) {
  change({ active: id, isChecking: false });
}

function type(key) {
  if (!draft || draft.isChecking) return;
  const text = press(draft.values[draft.active] ?? "", key);
  change({ values: { ...draft.values, [draft.active]: text } });
}

/** On to the next player without a result; when all have one, to the check. */
function next() {
  if (!draft) return;
  if (draft.isChecking) return save();
  const wrong = findProblem(draft.values[draft.active] ?? "");
  if (wrong) {
    const name = shortNames(sheet.players).get(draft.active);
    message = say(wrong.code, { name, points: points(wrong.value ?? 0) });
    return draw();
  }
  const id = findNext(draft);
  return id === null ? change({ isChecking: true }) : change({ active: id });
}

function step(distance) {
  if (!draft || draft.isChecking) return;
  const index = draft.players.indexOf(draft.active) + distance;
  if (draft.players[index] !== undefined) goTo(draft.players[index]);
}

/** First onto the device, then to the server. */
async function save() {
  if (!draft?.isChecking || save.isRunning) return;
  save.isRunning = true;
  try {
    await open;
    await store(draft);
    if (!isCorrection(draft)) forgetDraft(token);
    draft = null;
    message = "";
    await refresh();
  } finally {
    save.isRunning = false;
  }
  live.send();
}

async function store({ number, replaces, waiting, ...rest }) {
  const entries = readEntries(rest);
  const item = { kind: "round", id: newId(), number, replaces, entries, device_at: new Date().toISOString() };
  const old = waiting === null ? null : await outbox.get(waiting);
  const held = state.rounds.find((round) => round.number === number);
  if (old) {
    const earlier = old.isTried ? [...(old.earlier ?? []), old.entries] : old.earlier;
    await outbox.put({ ...old, ...item, replaces: old.replaces, earlier, isTried: false, conflict: null, errors: null });
  } else if (waiting !== null && held) {
    await outbox.add({ ...item, replaces: held.id }); // it was sent while it was being corrected
  } else {
    await outbox.add(item);
  }
}

function correct(number) {
  const round = sheet.rounds.find((one) => one.number === number);
  if (isAsking() || sheet.locked) return;
  if (draft && !isCorrection(draft)) keepDraft(token, draft);
  draft = round ? startCorrection(sheet, round) : recallDraft(token, sheet);
  message = "";
  draw();
}

/** Leave a correction; a new round that was begun before is still there. */
function cancel() {
  const isOld = draft.isTaken;
  if (isOld) forgetDraft(token);
  draft = isOld ? null : recallDraft(token, sheet);
  message = "";
  draw();
}

function undo() {
  const last = sheet.rounds.at(-1);
  if (!last) return;
  askUndo(last.number, () => settle(async () => {
    if (draft && isCorrection(draft)) draft = null;
    if (last.item && !last.item.replaces) await outbox.remove(last.item.seq);
    else await outbox.add({ kind: "undo", id: newId(), number: last.number, round: last.id });
  }));
}

function declare() {
  askDeclare(sheet.rounds.length, () => settle(async () => {
    draft = null;
    await outbox.add({ kind: "declare", id: newId(), number: null });
  }));
}

function onKeydown(event) {
  if (isAsking() || event.ctrlKey || event.altKey || event.metaKey || !draft) return;
  const isOnButton = event.target.closest("button:not(.cell), summary, a");
  const act = /^\d$/.test(event.key) ? () => type(event.key) : {
    "-": () => type("sign"),
    "−": () => type("sign"),
    Backspace: () => type("back"),
    Enter: isOnButton ? null : next,
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Escape: () => (draft.isChecking ? change({ isChecking: false }) : isCorrection(draft) && cancel()),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

async function start() {
  draft = recallDraft(token, sheet);
  draw();
  document.addEventListener("keydown", onKeydown);
  document.getElementById("undo").addEventListener("click", undo);
  document.getElementById("declare").addEventListener("click", declare);
  open = openDesk();
  await open;
  await refresh();
  live.start();
}

async function openDesk() {
  outbox = await openOutbox(token);
  live = new Live({ outbox, version: state.version, device: nameDevice(), onState: takeState, onChange: refresh });
}

start();
