/* A part of a page that stays true: asks every 3 s with the ETag of what it shows, a true 304 changes nothing.
 *
 *   <div data-poll="/address/" data-state="running">…</div><p data-poll-state hidden></p>
 *
 * Pauses while the page is hidden, backs off while the network is away and says so, and loads the page anew when the
 * server answers with another state. Nothing is replaced while somebody chooses something inside.
 */

const EVERY = 3000;
const LONGEST = 30000;

export function listenForNews(part) {
  const words = part.parentElement.querySelector("[data-poll-state]");
  let etag = "";
  let wait = EVERY;
  let timer = 0;
  let lastSeen = new Date();

  async function look() {
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const response = await fetch(part.dataset.poll, { headers, cache: "no-store", redirect: "error" });
      if (!response.ok && response.status !== 304) {
        throw new Error(`status ${response.status}`);
      }
      if (response.headers.get("X-State") !== part.dataset.state) {
        window.location.reload();
        return;
      }
      if (response.status === 200 && !isBusy()) {
        etag = response.headers.get("ETag") ?? "";
        show(await response.text());
      }
      wait = EVERY;
      lastSeen = new Date();
      say("");
    } catch {
      wait = Math.min(wait * 2, LONGEST);
      say(lastSeen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }));
    }
    again();
  }

  function isBusy() {
    return part.contains(document.activeElement) && document.activeElement.matches("select, input, button");
  }

  function show(html) {
    const open = [...part.querySelectorAll("details")].map((details) => details.open);
    part.innerHTML = html;
    part.querySelectorAll("details").forEach((details, index) => {
      details.open = open[index] ?? details.open;
    });
  }

  function say(time) {
    if (words) {
      words.hidden = !time;
      words.textContent = time ? words.dataset.pollState.replace("%s", time) : "";
    }
  }

  function again() {
    clearTimeout(timer);
    if (!document.hidden) {
      timer = setTimeout(look, wait);
    }
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) {
      look();
    }
  });
  again();
}
