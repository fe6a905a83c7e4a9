/* Talks to the server: asks for the state every second, sends the outbox in order until each item is confirmed. */

import { newId } from "./outbox.js";

const EVERY = 1000;
const LONGEST = 30000;
const PATIENCE = 8000;
const ADDRESSES = { round: "runden", undo: "zurueck", declare: "keine-runde" };

const pause = (failures) => Math.min(1000 * 2 ** Math.max(failures - 1, 0), LONGEST);

/** `onState(state)`, `onChange()` (outbox or connection), `device` is this device's name. */
export class Live {
  isOnline = true;
  isSending = false;
  isGone = false;
  sendFailures = 0;
  pollFailures = 0;

  constructor({ outbox, version, device, onState, onChange }) {
    Object.assign(this, { outbox, device, onState, onChange });
    this.etag = `"${version}"`;
  }

  start() {
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("offline", () => this.setOnline(false));
    this.wake();
  }

  /** Now, whatever was planned. */
  wake() {
    this.poll();
    this.send();
  }

  setOnline(isOnline) {
    const isBack = isOnline && !this.isOnline;
    if (this.isOnline !== isOnline) {
      this.isOnline = isOnline;
      this.onChange();
    }
    if (isBack) this.send();
  }

  async poll() {
    clearTimeout(this.pollTimer);
    if (document.hidden || this.isPolling) return;
    this.isPolling = true;
    const isFine = await this.ask();
    this.isPolling = false;
    this.pollFailures = isFine ? 0 : this.pollFailures + 1;
    this.setOnline(isFine);
    this.pollTimer = setTimeout(() => this.poll(), isFine ? EVERY : pause(this.pollFailures));
  }

  /** True if the server answered as it should. */
  async ask() {
    try {
      const response = await fetch("stand", {
        headers: { "If-None-Match": this.etag, Accept: "application/json" },
        cache: "no-store",
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (response.status === 304) return true;
      const answer = await response.json();
      this.isGone = response.status === 404 && answer.errors?.[0]?.code === "unknown_token";
      if (response.status !== 200 || !Array.isArray(answer.rounds)) return false;
      this.etag = response.headers.get("ETag") ?? this.etag;
      this.onState(answer);
      return true;
    } catch {
      return false;
    }
  }

  async send() {
    clearTimeout(this.sendTimer);
    if (this.isSending) return;
    this.isSending = true;
    try {
      let isSent = true;
      while (isSent) {
        const [item] = await this.outbox.list();
        if (!item || item.conflict || item.errors) break;
        this.onChange();
        isSent = await this.sendOne(item);
        this.sendFailures = isSent ? 0 : this.sendFailures + 1;
      }
    } finally {
      this.isSending = false;
    }
    this.onChange();
    if (this.sendFailures) this.sendTimer = setTimeout(() => this.send(), pause(this.sendFailures));
  }

  /** True if the server has answered for this item; anything but one of its JSON answers is "not yet sent". */
  async sendOne(item) {
    if (!item.isTried) await this.outbox.put({ ...item, isTried: true });
    let answer;
    let status;
    try {
      const response = await fetch(ADDRESSES[item.kind], {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(asRequest(item, this.device)),
        cache: "no-store",
        redirect: "manual",
        signal: AbortSignal.timeout(PATIENCE),
      });
      status = response.status;
      answer = await response.json();
    } catch {
      return false;
    }
    if (status === 200 && answer?.saved === true) {
      // Shown as saved only with the sheet that has it; a line that breaks just now means asking once more.
      if (!(await this.ask())) return false;
    } else {
      const isRefusal = (status === 409 && answer?.conflict) || (status === 422 && Array.isArray(answer?.errors));
      if (!isRefusal || !Array.isArray(answer.state?.rounds)) return false;
      this.onState(answer.state);
    }
    await this.settle(item, status, answer);
    return true;
  }

  /** Puts the answer into the outbox: gone, in conflict, or refused. The item may have been changed meanwhile. */
  async settle(item, status, answer) {
    const now = await this.outbox.get(item.seq);
    if (now && now.id !== item.id) {
      await this.outbox.put(status === 200 ? { ...now, replaces: answer.round ?? null } : now);
    } else if (now && status === 409 && item.kind === "round") {
      const { theirs } = answer.conflict;
      const isOurs = theirs && (item.earlier ?? []).some((entries) => isSame(entries, theirs.points));
      await this.outbox.put(isOurs ? reissue(now, theirs.id) : { ...now, conflict: answer.conflict });
    } else if (now && status === 422) {
      await this.outbox.put({ ...now, errors: answer.errors });
    } else if (now) {
      await this.outbox.remove(item.seq);
    }
    this.onChange();
  }
}

function asRequest(item, device) {
  if (item.kind === "undo") return { id: item.id, round: item.round, device };
  if (item.kind === "declare") return { id: item.id, device };
  const { id, number, replaces, entries, device_at } = item;
  return { id, number, replaces: replaces ?? null, entries, device, device_at };
}

export function isSame(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** The same round once more, as a correction of the one that holds; another content needs another id. */
export function reissue(item, replaces, id = newId()) {
  return { ...item, id, replaces, conflict: null, errors: null };
}
