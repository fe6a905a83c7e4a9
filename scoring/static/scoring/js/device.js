/* What this device remembers by itself: its name in the log, and the round that was begun. */

import { isCorrection, startRound } from "./entry.js";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs only the comfort of finding a half-typed round again.
  }
}

/** "iPad 3F2A": the same for as long as the browser keeps it. */
export function nameDevice() {
  const known = read("device");
  if (known) return known;
  const kind = /iPad|iPhone|Android|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? "Tablet";
  const [one, other] = crypto.getRandomValues(new Uint8Array(2));
  const name = `${kind} ${((one << 8) | other).toString(16).toUpperCase().padStart(4, "0")}`;
  write("device", name);
  return name;
}

export function keepDraft(token, draft) {
  if (!isCorrection(draft)) write(`draft ${token}`, { number: draft.number, values: draft.values, active: draft.active });
}

export function forgetDraft(token) {
  write(`draft ${token}`, null);
}

/** The round begun before, if it is still the next one; otherwise an empty one. */
export function recallDraft(token, sheet) {
  const fresh = startRound(sheet);
  const kept = read(`draft ${token}`);
  if (!fresh || kept?.number !== fresh.number) return fresh;
  const active = fresh.players.includes(kept.active) ? kept.active : fresh.active;
  return { ...fresh, values: kept.values ?? {}, active };
}
