/* The number pad beside or below the paper, the check before saving, and the ranking at the end. */

import { findNext, findUnusual, isCorrection, isWritten, readEntries, totalsBefore } from "./entry.js";
import { make, points, say } from "./words.js";

const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "sign", "0", "back"];
const SIGNS = { sign: "±", back: "⌫" };

/** `onKey(key)`, `onNext()`, `onSave()`, `onChange()` back from the check, `onCancel()` a correction. */
export class Pad {
  constructor(place, handlers) {
    this.place = place;
    this.handlers = handlers;
    this.name = make("p", { className: "pad-name" });
    this.then = make("p", { className: "pad-then" });
    this.message = make("p", { className: "pad-message", role: "alert" });
    this.next = this.button("key key-go", "", () => handlers.onNext());
    this.cancel = this.button("key key-plain key-cancel", say("no"), () => handlers.onCancel());
    const head = make("div", { className: "pad-head", "aria-live": "polite" }, this.name, this.then);
    this.keys = make("div", { className: "keys" }, ...KEYS.map((key) => this.key(key)), this.next, this.cancel);
    this.entry = [head, this.message, this.keys];
  }

  button(className, text, onPress) {
    const button = make("button", { type: "button", className }, text);
    button.addEventListener("click", onPress);
    return button;
  }

  key(key) {
    const button = this.button(`key key-${key in SIGNS ? key : `digit key-${key}`}`, SIGNS[key] ?? key, () => this.handlers.onKey(key));
    if (key === "sign") button.setAttribute("aria-label", say("sign"));
    if (key === "back") button.setAttribute("aria-label", say("back"));
    return button;
  }

  /** Shows what is due: the keys, the check, or how the game has ended. */
  draw(view) {
    if (!view.draft) this.put("closed", [JSON.stringify([view.sheet.ranking, view.sheet.locked])], () => this.closed(view));
    else if (view.draft.isChecking) this.put("check", [JSON.stringify(view.draft)], () => this.check(view));
    else {
      this.put("entry", [], () => this.entry);
      this.fill(view);
    }
  }

  put(mode, facts, build) {
    const signature = [mode, ...facts].join();
    if (signature === this.signature) return;
    const hadFocus = this.place.contains(document.activeElement);
    this.signature = signature;
    this.place.dataset.mode = mode;
    this.place.replaceChildren(...build());
    if (hadFocus) this.place.querySelector(".key-go")?.focus();
  }

  fill({ sheet, draft, names, message }) {
    const text = draft.values[draft.active] ?? "";
    const before = totalsBefore(sheet, draft)[draft.active] ?? 0;
    const total = isWritten(text) ? points(before + Number(text)) : points(before);
    const next = findNext(draft);
    setText(this.name, names.get(draft.active));
    setText(this.then, isCorrection(draft)
      ? say("corrects", { number: draft.number, points: total })
      : isWritten(text) ? say("resultThen", { points: total }) : say("result"));
    setText(this.message, message ?? "");
    setText(this.next, next === null ? say("check") : say("next", { name: names.get(next) }));
    this.cancel.hidden = !isCorrection(draft) && !draft.isTaken;
  }

  /** Each player's result and new total once more; what is unusual is asked here, once. */
  check({ sheet, draft, names }) {
    const entries = readEntries(draft);
    const before = totalsBefore(sheet, draft);
    const unusual = findUnusual(entries);
    const lines = draft.players.map((id) => checkLine(names.get(id), entries[id], (before[id] ?? 0) + entries[id], sheet.target));
    const questions = unusual.map((one) => make("p", { className: "question" }, say(one.code, {
      name: names.get(one.ids[0]),
      names: say("and", { first: one.ids.slice(0, -1).map((id) => names.get(id)).join(", "), last: names.get(one.ids.at(-1)) }),
      points: points(one.value),
    })));
    const { number } = draft;
    return [
      make("div", { className: "pad-head" }, make("h2", { className: "pad-name" }, say("checkTitle", { number }))),
      make("div", { className: "check-body" }, make("ul", { className: "check-lines" }, ...lines), make("div", { role: "alert" }, ...questions)),
      make("div", { className: "check-keys" },
        this.button("key key-go", say(unusual.length ? "saveAnyway" : "save", { number }), () => this.handlers.onSave()),
        this.button("key key-plain", say("change"), () => this.handlers.onChange())),
    ];
  }

  closed({ sheet, names }) {
    const places = sheet.ranking.map((player) => make("li", { className: player.place === 1 ? "is-first" : "" },
      make("span", { className: "place" }, make("span", { className: "unseen" }, say("place", { place: player.place })), make("span", { "aria-hidden": "true" }, `${player.place}.`)),
      make("span", { className: "who" }, names.get(player.id)),
      make("span", { className: player.total < 0 ? "figure minus" : "figure" }, points(player.total))));
    const hint = sheet.locked ? say("locked") : say("editHint");
    return [
      make("div", { className: "pad-head" }, make("h2", { className: "pad-name" }, say("finished"))),
      make("ol", { className: "ranking" }, ...places),
      make("p", { className: "pad-then" }, hint),
    ];
  }
}

function checkLine(name, value, total, target) {
  const isEnd = target !== null && total >= target;
  return make("li", {},
    make("span", { className: "who" }, name),
    make("span", { className: value < 0 ? "figure minus" : "figure" }, points(value)),
    make("span", { className: "figure check-total" }, points(total) + (isEnd ? " ★" : "")));
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
