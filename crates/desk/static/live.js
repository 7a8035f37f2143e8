// What live pages share: the stream of changes, clocks that tick, ages that grow.

const offset = Number(document.body.dataset.now) - Date.now();

/** Two digits. */
const two = (n) => String(n).padStart(2, "0");

function clockText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const h = Math.floor(s / 3600);
  const m = Math.floor(s / 60) % 60;
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/** Lets running clocks tick and ages grow. */
export function tick() {
  const now = Date.now() + offset;
  for (const clock of document.querySelectorAll(".clock[data-runs]")) {
    const left = Number(clock.dataset.ms) - Math.max(0, now - Number(clock.dataset.at));
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("down", left <= 0);
  }
  for (const age of document.querySelectorAll("time.age")) {
    const at = Number(age.dataset.at);
    const text = at > 0 ? clockText(now - at) : "–";
    if (age.textContent !== text) age.textContent = text;
  }
}

/** Follows the stream of a page: each changed element replaces the one of its id. */
export function follow(path, onChange) {
  const connection = document.getElementById("connection");
  const separator = path.includes("?") ? "&" : "?";
  const source = new EventSource(`${path}${separator}from=${encodeURIComponent(document.body.dataset.stamp)}`);
  source.addEventListener("open", () => {
    connection.textContent = "";
    connection.classList.remove("lost");
  });
  source.addEventListener("error", () => {
    connection.textContent = connection.dataset.lost;
    connection.classList.add("lost");
  });
  source.addEventListener("changed", (event) => {
    const holder = document.createElement("template");
    holder.innerHTML = event.data;
    for (const fresh of [...holder.content.children]) {
      onChange(fresh, document.getElementById(fresh.id));
    }
    tick();
  });
  return source;
}

/** Puts a changed element in the place of the old one and keeps the focus and what is open. */
export function replace(fresh, old) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const selector = focused?.getAttribute("href") ? `a[href="${CSS.escape(focused.getAttribute("href"))}"]` : focused?.id ? `#${CSS.escape(focused.id)}` : null;
  const open = [...old.querySelectorAll("details")].map((details) => details.open);
  [...fresh.querySelectorAll("details")].forEach((details, index) => { details.open = open[index] ?? false; });
  old.replaceWith(fresh);
  if (selector) fresh.querySelector(selector)?.focus();
}

setInterval(tick, 250);
tick();
