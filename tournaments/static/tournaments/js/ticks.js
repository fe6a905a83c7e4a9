/* The check-in: each tick is sent by itself and answered with the line of tables, lots and decks; the list is filtered
 * while one types. Without this script the list is a form with a button.
 */

export function watchTicks(place) {
  const form = place.querySelector("[data-ticks]");
  const setup = place.querySelector("#setup");
  place.querySelectorAll("[data-without-script]").forEach((part) => {
    part.hidden = true;
  });

  let turn = Promise.resolve();
  form.addEventListener("change", (event) => {
    if (event.target.type === "checkbox") {
      turn = turn.then(() => send(event.target));
    }
  });

  /* What was ticked before this script was there, or came back with the page, has not been sent yet. */
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (box.checked !== Boolean(box.closest("li").querySelector("[name=was]"))) {
      turn = turn.then(() => send(box));
    }
  }

  /* What follows from the list waits until the last tick has arrived. */
  place.addEventListener("submit", (event) => {
    if (event.target !== form && place.querySelector(".is-waiting")) {
      event.preventDefault();
      const { target, submitter } = event;
      turn.then(() => target.requestSubmit(submitter));
    }
  });

  async function send(box) {
    const line = box.closest("li");
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
    body.set(box.checked ? "present" : "was", box.value);
    line.classList.add("is-waiting");
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "setup" } });
      if (!response.ok) {
        throw new Error(await response.text());
      }
      setup.innerHTML = await response.text();
      freshen(setup.querySelector("[data-version]").dataset.version);
      remember(line, box);
    } catch {
      box.checked = !box.checked;
      line.classList.add("is-refused");
    } finally {
      line.classList.remove("is-waiting");
    }
  }

  function freshen(version) {
    place.querySelectorAll("input[name=version]").forEach((field) => {
      field.value = version;
    });
  }

  /* The form without script compares with what was ticked when the page was made. */
  function remember(line, box) {
    line.classList.remove("is-refused");
    line.querySelector("[name=was]")?.remove();
    if (box.checked) {
      const was = Object.assign(document.createElement("input"), { type: "hidden", name: "was", value: box.value });
      line.append(was);
    }
  }

  filterBy(place.querySelector("[data-filter]"), place.querySelectorAll("[data-list] > li"));
}

function filterBy(field, lines) {
  field.hidden = lines.length < 12;
  field.addEventListener("input", () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    for (const line of lines) {
      line.hidden = !words.every((word) => (line.dataset.search ?? "").includes(word));
    }
  });
}

function fold(text) {
  return text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "");
}
