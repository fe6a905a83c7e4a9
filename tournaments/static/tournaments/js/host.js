/* The host's page: a button works once, ticks are sent by themselves, live parts look for news. */

import { listenForNews } from "./news.js";
import { watchTicks } from "./ticks.js";

/* Two quick taps send a form once; coming back with "Back" the buttons work again. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) {
    return;
  }
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
});

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
  }
});

for (const part of document.querySelectorAll("[data-poll]")) {
  listenForNews(part);
}

const checkIn = document.querySelector("[data-check-in]");
if (checkIn) {
  watchTicks(checkIn);
}
