/* The round that is being written: what was typed for whom, and what is wrong or unusual with it. Pure. */

const LONGEST = 5; // digits
const UNIT = 5; // every result is a multiple of it (R3.7)
const HIGHEST = 3000; // beyond these a result is only unusual (R3.8)
const LOWEST = -1500;

/** A new round; null when none may be recorded. */
export function startRound(sheet) {
  if (sheet.next === null) return null;
  const players = sheet.players.filter((player) => player.plays).map((player) => player.id);
  return { number: sheet.next, replaces: null, waiting: null, players, values: {}, active: players[0] };
}

/** A recorded round, or one that waits in the outbox, with its values filled in. */
export function startCorrection(sheet, round, entries = round.points) {
  const players = sheet.players.filter((player) => player.id in entries).map((player) => player.id);
  const values = Object.fromEntries(players.map((id) => [id, String(entries[id])]));
  const waiting = round.item?.seq ?? null;
  return { number: round.number, replaces: round.id, waiting, players, values, active: players[0] };
}

export const isCorrection = (draft) => draft.replaces !== null || draft.waiting !== null;
export const isEmpty = (draft) => draft.players.every((id) => !draft.values[id]);
export const isWritten = (text) => Boolean(text) && text !== "-";

/** The text after one more key: a digit, "sign" or "back". */
export function press(text, key) {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  if (key === "sign") return (sign ? "" : "-") + digits;
  if (key === "back") return digits ? sign + digits.slice(0, -1) : "";
  return digits.length < LONGEST ? sign + (digits === "0" ? "" : digits) + key : text;
}

/** {code, value} for what keeps this player's result from being saved, or null. Empty is not 0. */
export function findProblem(text) {
  if (!isWritten(text)) return { code: "nothingYet" };
  return Number(text) % UNIT === 0 ? null : { code: "notFive", value: Number(text) };
}

/** The results as they are sent. */
export function readEntries(draft) {
  return Object.fromEntries(draft.players.map((id) => [id, Number(draft.values[id]) || 0]));
}

/** What is asked once before saving: {code, ids, value}. */
export function findUnusual(entries) {
  const ids = Object.keys(entries).map(Number);
  const far = ids.filter((id) => entries[id] > HIGHEST || entries[id] < LOWEST);
  const asked = far.map((id) => ({ code: "unusual", ids: [id], value: entries[id] }));
  for (const value of new Set(Object.values(entries))) {
    const same = ids.filter((id) => entries[id] === value);
    if (same.length > 1) asked.push({ code: "same", ids: same, value });
  }
  return asked;
}

/** Totals before the draft's round, by player. */
export function totalsBefore(sheet, draft) {
  return sheet.rounds.findLast((round) => round.number < draft.number)?.totals ?? {};
}

/** The player after the active one without a good result, in column order and round again; null when all have one. */
export function findNext(draft) {
  const start = draft.players.indexOf(draft.active);
  const others = [...draft.players.slice(start + 1), ...draft.players.slice(0, start)];
  return others.find((id) => findProblem(draft.values[id] ?? "")) ?? null;
}
