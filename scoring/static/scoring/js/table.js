/* Draws the Tischtabelle. Rows stay the same elements as long as they show the same, so that nothing jumps. */

import { findProblem, isWritten, totalsBefore } from "./entry.js";
import { make, points, say, typed } from "./words.js";

const ROLES = ["dealer", "cutter", "starter"];

/** `onCell(id)` a cell of the running row, `onRow(number)` a recorded one. */
export class Table {
  rows = new Map();

  constructor({ table, scroll, onCell, onRow }) {
    Object.assign(this, { table, scroll, onCell, onRow });
    this.heads = table.querySelector("thead");
    this.body = table.querySelector("tbody");
    new ResizeObserver(() => { this.shown = null; this.show(this.draft); }).observe(scroll);
  }

  draw({ sheet, draft, names, mayCorrect }) {
    this.names = names;
    this.table.style.setProperty("--columns", sheet.players.length);
    this.drawHeads(sheet);
    const hadFocus = this.body.contains(document.activeElement);
    const numbers = new Set(sheet.rounds.map((round) => round.number));
    if (draft) numbers.add(draft.number);
    if (sheet.next !== null) numbers.add(sheet.next);
    const ordered = [...numbers].sort((one, other) => one - other);
    const rows = ordered.map((number) => this.row(number, { sheet, draft, mayCorrect }));
    for (const [number, kept] of this.rows) if (!rows.includes(kept)) this.rows.delete(number);
    rows.forEach((kept, index) => {
      if (this.body.children[index] !== kept.row) this.body.insertBefore(kept.row, this.body.children[index] ?? null);
    });
    while (this.body.children.length > rows.length) this.body.lastChild.remove();
    if (hadFocus && !this.body.contains(document.activeElement)) {
      this.body.querySelector("[aria-current=true]")?.focus({ preventScroll: true });
    }
    this.draft = draft;
    this.show(draft);
  }

  /** Bring the running row into view when another one has become it, and the active cell sideways. */
  show(draft) {
    if (!draft) return;
    const { row } = this.rows.get(draft.number);
    const cell = row.querySelector("[aria-current=true]")?.parentElement;
    const top = this.heads.offsetHeight;
    const { scroll } = this;
    if (this.shown !== draft.number) {
      if (row.offsetTop + row.offsetHeight > scroll.scrollTop + scroll.clientHeight) {
        scroll.scrollTop = row.offsetTop + row.offsetHeight - scroll.clientHeight;
      } else if (row.offsetTop < scroll.scrollTop + top) {
        scroll.scrollTop = row.offsetTop - top;
      }
      this.shown = draft.number;
    }
    if (!cell) return;
    const first = row.firstElementChild.offsetWidth;
    if (cell.offsetLeft + cell.offsetWidth > scroll.scrollLeft + scroll.clientWidth) {
      scroll.scrollLeft = cell.offsetLeft + cell.offsetWidth - scroll.clientWidth;
    } else if (cell.offsetLeft < scroll.scrollLeft + first) {
      scroll.scrollLeft = cell.offsetLeft - first;
    }
  }

  drawHeads(sheet) {
    const signature = JSON.stringify([sheet.players, sheet.roles, sheet.next]);
    if (signature === this.headsSignature) return;
    this.headsSignature = signature;
    const corner = make("th", { className: "corner", scope: "col" }, make("span", { className: "unseen" }, say("number")));
    this.heads.replaceChildren(make("tr", {}, corner, ...sheet.players.map((player) => this.head(sheet, player))));
  }

  head(sheet, player) {
    const marks = ROLES.filter((role) => sheet.roles?.[role] === player.id).map((role) => say(role));
    const isDealer = sheet.roles?.dealer === player.id;
    if (player.is_scribe) marks.push(say("scribe"));
    if (!player.plays) {
      marks.push(player.left_after === null
        ? say("joins", { number: player.joined_after + 1 })
        : say("left", { number: player.left_after }));
    }
    const total = make("span", { className: "total figure" }, points(player.total));
    total.classList.toggle("minus", player.total < 0);
    total.classList.toggle("near", sheet.target !== null && player.total >= sheet.target * 0.8);
    const head = make(
      "th",
      { scope: "col", className: player.plays || sheet.next === null ? "head" : "head is-away" },
      make("span", { className: isDealer ? "marks is-dealer" : "marks" }, marks.join(" · ")),
      make("span", { className: "who", title: player.name }, this.names.get(player.id)),
      total,
    );
    if (sheet.next !== null && player.plays) head.append(opening(player));
    return head;
  }

  row(number, { sheet, draft, mayCorrect }) {
    const round = sheet.rounds.find((one) => one.number === number);
    const isRunning = draft?.number === number;
    const may = mayCorrect && Boolean(round);
    const fixed = JSON.stringify([isRunning, sheet.players.map((one) => [one.id, one.plays]), may, isRunning || round, sheet.target]);
    let kept = this.rows.get(number);
    if (kept?.fixed !== fixed) {
      const row = isRunning ? this.runningRow(number, sheet, draft) : this.recordedRow(number, sheet, round, may);
      kept = { row, fixed };
      this.rows.set(number, kept);
    }
    if (isRunning) this.fill(kept.row, sheet, draft);
    return kept;
  }

  recordedRow(number, sheet, round, may) {
    const notes = [round?.waits && say("waits"), round?.corrected && say("corrected")].filter(Boolean).join(", ");
    const label = may
      ? make("button", { type: "button", className: "row-number", "aria-label": [say("correct", { number }), notes].filter(Boolean).join(", ") }, String(number))
      : make("span", { className: "row-number" }, String(number), make("span", { className: "unseen" }, notes ? ` ${notes}` : ""));
    if (may) label.addEventListener("click", (event) => { event.stopPropagation(); this.onRow(number); });
    const cells = sheet.players.map((player) => {
      const value = round?.points[player.id];
      const cell = make("td", {}, result(value === undefined ? "" : points(value), value < 0));
      if (value !== undefined) cell.append(running(round.totals[player.id], sheet.target));
      return cell;
    });
    const row = make("tr", { className: "recorded" }, make("th", { scope: "row" }, label), ...cells);
    row.classList.toggle("waits", Boolean(round?.waits));
    row.classList.toggle("corrected", Boolean(round?.corrected));
    row.classList.toggle("may", may);
    if (may) row.addEventListener("click", () => this.onRow(number));
    if (!round) row.addEventListener("click", () => this.onRow(number));
    return row;
  }

  runningRow(number, sheet, draft) {
    const cells = sheet.players.map((player) => {
      if (!draft.players.includes(player.id)) return make("td", {});
      const button = make("button", { type: "button", className: "cell", "data-player": player.id });
      button.addEventListener("click", () => this.onCell(player.id));
      return make("td", {}, button);
    });
    const head = make("th", { scope: "row" }, make("span", { className: "row-number" }, String(number)));
    return make("tr", { className: "running" }, head, ...cells);
  }

  fill(row, sheet, draft) {
    const before = totalsBefore(sheet, draft);
    for (const button of row.querySelectorAll(".cell")) {
      const id = Number(button.dataset.player);
      const text = draft.values[id] ?? "";
      const isActive = draft.active === id && !draft.isChecking;
      const value = Number(text);
      button.replaceChildren(result(typed(text) || "–", text.startsWith("-"), !text));
      if (isWritten(text)) button.append(running((before[id] ?? 0) + value, sheet.target));
      button.setAttribute("aria-current", String(isActive));
      button.classList.toggle("wrong", isWritten(text) && !isActive && findProblem(text) !== null);
      const shown = typed(text) || say("empty");
      button.setAttribute("aria-label", say("cell", { name: this.names.get(id), number: draft.number, value: shown }));
    }
  }
}

function opening(player) {
  const value = points(player.opening);
  return make(
    "span",
    { className: "opening" },
    make("span", { className: "unseen" }, say("opening", { points: value })),
    make("span", { className: "opening-from", "aria-hidden": "true" }, say("from")),
    make("span", { className: "opening-pill figure", "aria-hidden": "true" }, value),
  );
}

function result(text, isMinus, isOpen = false) {
  const element = make("span", { className: "result figure" }, text);
  element.classList.toggle("minus", isMinus);
  element.classList.toggle("open", isOpen);
  return element;
}

function running(total, target) {
  const isEnd = target !== null && total >= target;
  return make("span", { className: "running-total figure" }, points(total) + (isEnd ? " ★" : ""));
}
