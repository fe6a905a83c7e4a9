/* Words from the page (translated there) and numbers as the club writes them. */

const words = document.getElementById("words").dataset;
const separator = document.documentElement.lang.startsWith("en") ? "," : ".";

/** The word of that key, with {name} filled in. */
export function say(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** 1.250, −85 */
export function points(value) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, separator);
  return value < 0 ? `−${digits}` : digits;
}

/** What somebody has typed so far: "-", "", "-85". */
export function typed(text) {
  if (text === "-") return "−";
  return text === "" ? "" : points(Number(text));
}

/** First names, with as much of the rest as tells two of them apart. */
export function shortNames(players) {
  const forms = [
    (name) => name.split(/\s+/)[0],
    (name) => name.split(/\s+/).map((part, index) => (index ? `${part[0]}.` : part)).join(" "),
    (name) => name,
  ];
  const unique = (form, player) => players.every((other) => other === player || form(other.name) !== form(player.name));
  return new Map(players.map((player) => {
    const form = forms.find((one) => unique(one, player)) ?? forms[2];
    return [player.id, form(player.name)];
  }));
}

/** An element with properties and children; no markup is ever read from text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("aria-") || key.startsWith("data-") || key === "role" || key === "scope") {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children);
  return element;
}
