// The move pad: two taps are a move. It is sent in the background, and the page that comes back is shown.

const here = document.querySelector("script[type=module]").src;
const { follow, replace } = await import(here.replace(/pad\.js.*/, "live.js"));
const offset = Number(document.body.dataset.now) - Date.now();

let chosen = document.querySelector("#pad-live [name=from]").value || null;
let isSending = false;

const squareOf = (name) => document.querySelector(`#pad-live [data-square="${name}"]`);
const targetsOf = (square) => (square?.dataset.to ?? "").split(" ").filter(Boolean);

/** Marks the chosen piece and the squares to which it may go. */
function mark() {
  for (const square of document.querySelectorAll("#pad-live [data-square]")) {
    square.classList.remove("chosen", "target");
  }
  if (!chosen) return;
  squareOf(chosen)?.classList.add("chosen");
  for (const to of targetsOf(squareOf(chosen))) squareOf(to)?.classList.add("target");
}

/** Says what went wrong without a page that came back. */
function complain(text) {
  let message = document.getElementById("refusal");
  if (!message) {
    message = document.createElement("p");
    message.id = "refusal";
    message.className = "message bad";
    message.setAttribute("role", "alert");
    document.getElementById("pad").before(message);
  }
  message.textContent = text;
}

/** Sends a form with what was tapped; the same form sent again is one entry. */
async function send(form, more) {
  if (isSending) return;
  isSending = true;
  const fields = new FormData(form);
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  fields.set("at", String(Date.now() + offset));
  try {
    const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const main = page.getElementById("main");
    if (!page.getElementById("pad")) return void location.reload();
    const wasTyping = document.activeElement?.id === "move";
    document.getElementById("main").replaceWith(main);
    chosen = null;
    if (wasTyping) document.getElementById("move").focus();
  } catch {
    complain(form.dataset.failed ?? document.getElementById("pad").dataset.failed);
  } finally {
    isSending = false;
  }
}

/** Whether a pawn on this square comes to the last rank with a move to the other. */
function promotes(from, to) {
  const own = squareOf(from);
  return own?.dataset.pawn === "1" && (to.endsWith("8") || to.endsWith("1"));
}

function tap(square) {
  const name = square.dataset.square;
  const isOwn = square.tagName === "A" && square.dataset.own === "1";
  if (chosen === name) chosen = null;
  else if (isOwn) chosen = name;
  else if (chosen && promotes(chosen, name)) {
    const below = document.querySelector("#pad [name=below]").value;
    return void location.assign(`${location.pathname}?from=${chosen}&to=${name}&below=${below}`);
  } else if (chosen) {
    return void send(document.getElementById("pad"), { from: chosen, to: name, promotion: "" });
  }
  mark();
}

document.addEventListener("click", (event) => {
  const square = event.target.closest("#pad-live [data-square]");
  // Who uses the keyboard follows links and buttons as they are.
  if (!square || event.detail === 0 || document.getElementById("pad-promotion")) return;
  event.preventDefault();
  tap(square);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!["pad", "pad-typed", "pad-stands"].includes(form.id)) return;
  event.preventDefault();
  const pressed = event.submitter?.name ? { [event.submitter.name]: event.submitter.value } : {};
  send(form, pressed);
});

follow(`/live${location.pathname}${location.search}`, (fresh, old) => {
  if (!old || isSending || document.getElementById("pad-promotion")) return;
  const isOther = fresh.dataset.ply !== old.dataset.ply;
  replace(fresh, old);
  const ply = document.querySelector("#pad-typed [name=ply]");
  const stands = document.querySelector("#pad-stands [name=ply]");
  for (const field of [ply, stands]) if (field) field.value = fresh.dataset.ply;
  if (isOther) chosen = null;
  mark();
});
