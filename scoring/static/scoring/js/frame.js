/* Everything round the paper: headline, state of the outbox, banner of the last round, the paper's foot. */

import { isCorrection, isWritten, totalsBefore } from "./entry.js";
import { points, say } from "./words.js";

const find = (id) => document.getElementById(id);

export function drawFrame(view) {
  put(find("what"), describe(view));
  const { words, kind } = describeState(view);
  put(find("state-words"), words);
  find("pill").dataset.kind = kind;
  drawBanner(view.sheet);
  drawFoot(view);
}

function describe({ sheet, draft }) {
  const round = draft ? say("round", { number: draft.number }) : sheet.isFinished || sheet.locked ? say("ended") : "";
  const decks = sheet.decks === 1 ? say("decksOne") : say("decks", { count: sheet.decks });
  const table = sheet.next === null ? [] : [decks, say("cards", { count: sheet.cards_dealt })];
  return [round, sheet.title, ...table].filter(Boolean).join(" · ");
}

/** What has become of the rounds: never "gespeichert" before the server has them all. */
function describeState({ items, live, outbox }) {
  const count = items.length;
  if (live?.isGone) return { words: say("gone"), kind: "alarm" };
  if (items.some((item) => item.conflict || item.errors)) return { words: say("undecided", { count }), kind: "alarm" };
  if (count && live?.isSending && !live.sendFailures) return { words: say("sending"), kind: "busy" };
  if (count && outbox && !outbox.isSafe) return { words: say("unsafe"), kind: "alarm" };
  if (count) return { words: say("waiting", { count }), kind: "waiting" };
  return live?.isOnline === false ? { words: say("offline"), kind: "waiting" } : { words: say("saved"), kind: "saved" };
}

function drawBanner(sheet) {
  const banner = find("banner");
  const by = sheet.ended_by;
  banner.hidden = !by || sheet.locked;
  if (banner.hidden) return;
  const values = { table: by.table, name: by.player.split(/\s+/)[0], points: sheet.target ?? "" };
  put(find("banner-words"), say(sheet.next === null ? "stopped" : "lastRound", values));
  find("declare").hidden = !sheet.mayDeclare;
}

function drawFoot({ sheet, draft }) {
  const notes = [];
  if (sheet.target !== null && reachesTarget(sheet, draft)) notes.push(say("star", { points: points(sheet.target) }));
  if (sheet.rounds.some((round) => round.waits)) notes.push(`↑ ${say("waits")}`);
  put(find("star-note"), notes.join(" · "));
  const last = sheet.rounds.at(-1);
  const undo = find("undo");
  undo.hidden = !last || sheet.locked || Boolean(draft && isCorrection(draft));
  if (last) put(undo, say("undo", { number: last.number }));
}

function reachesTarget(sheet, draft) {
  if (sheet.players.some((player) => player.total >= sheet.target)) return true;
  if (!draft) return false;
  const before = totalsBefore(sheet, draft);
  return draft.players.some((id) => isWritten(draft.values[id]) && (before[id] ?? 0) + Number(draft.values[id]) >= sheet.target);
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
