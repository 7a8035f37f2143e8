// The tally: taps count at once in the page and reach the journal when they can.

const here = document.querySelector("script[type=module]").src;
const { Outbox, newId } = await import(here.replace(/tally\.js.*/, "outbox.js"));

const root = document.getElementById("tally");
const by = (id) => document.getElementById(id);
const tables = JSON.parse(root.dataset.tables);
const says = JSON.parse(root.dataset.says);
const say = (id, values) => says[id].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const address = location.pathname;
const clockKey = "kaissa-clock-offset";

// By how much the clock of the desk is ahead of this one; a page from the store knows no better.
let offset = Number(localStorage.getItem(clockKey) ?? Number(root.dataset.now) - Date.now());
const now = () => Date.now() + offset;

async function measure() {
  const before = Date.now();
  const reply = await fetch(address, { cache: "no-store", headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const told = Number(page.getElementById("tally")?.dataset.now);
  if (!told) return;
  offset = told - (before + Date.now()) / 2;
  localStorage.setItem(clockKey, String(offset));
}

const outbox = new Outbox(`kaissa-tally-${root.dataset.board}`, address, by("tally-run"), () => show());

/** The acts of the count that goes on; none where there is none. */
function current() {
  const over = new Set(outbox.acts.filter((act) => act.act === "ended").map((act) => act.tally));
  const began = outbox.acts.filter((act) => act.act === "began" && !over.has(act.tally)).at(-1);
  return began ? outbox.acts.filter((act) => act.tally === began.tally) : [];
}

const other = (color) => (color === "white" ? "black" : "white");

/** Folds acts into a count, as the desk does. */
function fold(acts) {
  const count = { moves: [], readings: [], before: null, mover: null, stopped: 0, since: null };
  const running = (at) => Math.max(0, Math.min(at, count.since ?? at) - count.began - count.stopped);
  const toMove = () => {
    if (!count.mover) return null;
    const [color, then] = count.mover;
    return (count.moves.length - then) % 2 === 0 ? color : other(color);
  };
  for (const act of acts) {
    if (act.act === "began") {
      Object.assign(count, { began: act.at, before: act.plies_before ?? null, increment: act.increment_ms ?? null });
      if (act.to_move) count.mover = [act.to_move, 0];
    } else if (act.act === "moved" || act.act === "zeroed") {
      count.moves.push({ running: running(act.at), zeroes: act.act === "zeroed" });
    } else if (act.act === "taken_back") {
      count.moves.pop();
      for (const read of count.readings) read.n = Math.min(read.n, count.moves.length);
    } else if (act.act === "read") {
      const sum = act.sum_ms ?? act.white_ms + act.black_ms;
      count.readings.push({ sum, toMove: toMove(), running: running(act.at), n: count.moves.length });
    } else if (act.act === "mover_seen") {
      count.mover = [act.to_move, count.moves.length];
    } else if (act.act === "stopped") {
      count.since ??= act.at;
    } else if (act.act === "went_on" && count.since !== null) {
      count.stopped += Math.max(0, act.at - count.since);
      count.since = null;
    }
  }
  const start = count.moves.findLastIndex((move) => move.zeroes) + 1;
  return Object.assign(count, {
    start,
    taps: count.moves.length - start,
    toMove: toMove(),
    running,
    known: start > 0 ? 0 : count.before,
    seriesBegan: start > 0 ? count.moves[start - 1].running : 0,
    inSeries: count.readings.filter((read) => read.n >= start),
  });
}

/** The plies that so many taps stand for: one slip either way for every fifty taps begun. */
function plies(count, taps) {
  const slips = Math.ceil(taps / 50);
  const least = Math.max(0, taps - slips);
  return { min: (count.known ?? 0) + least, max: count.known === null ? Infinity : count.known + taps + slips };
}

function clockText(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

const moves = (n) => `${Math.floor(n / 2)}${n % 2 ? "½" : ""}`;

function spanText({ min, max }) {
  const kind = max === Infinity ? "least" : max === min ? "exact" : "between";
  const most = max === Infinity ? min : max;
  return say(kind, { min, max: most, moves: moves(min), most: moves(most) });
}

/** The sums that prove and refute a threshold at a running time, from the first reading on. */
function sums(count, table, running) {
  const first = count.inSeries[0];
  const zero = table.sums[String((count.increment ?? 0) / 1000)];
  if (!first || !zero) return null;
  const at = plies(count, first.n - count.start);
  // Part of a second is taken to the side on which the sum proves less.
  const gone = (running - first.running) / 1000;
  const base = (seconds) => first.sum - seconds * 1000;
  const [proves, parity] = zero.map((sum) => base(Math.floor(gone)) + sum - count.increment * at.min);
  const refutes = at.max === Infinity ? -1 : base(Math.ceil(gone)) + zero[2] - count.increment * at.max;
  return { proves, parity, refutes };
}

/** What the last of two readings says of a threshold: reached, not reached, or nothing. */
function byClocks(count, table) {
  const [first, last] = [count.inSeries[0], count.inSeries.at(-1)];
  if (!first || first === last) return null;
  const found = sums(count, table, last.running);
  if (!found) return null;
  const at = plies(count, first.n - count.start);
  const isEven = first.toMove !== null && first.toMove === last.toMove;
  const fits = first.toMove && last.toMove && (table.plies - at.min) % 2 === (isEven ? 0 : 1);
  if (last.sum >= (fits ? found.parity : found.proves)) return "reached";
  return last.sum <= found.refutes && last.n === count.moves.length ? "not_reached" : null;
}

function stateOf(count, table) {
  const { min, max } = plies(count, count.taps);
  const [reached, short, lacking] = [min >= table.plies, max < table.plies, Math.max(0, table.plies - min)];
  const clocks = byClocks(count, table);
  const contradicts = (clocks === "reached" && short) || (clocks === "not_reached" && reached);
  const state = reached || clocks === "reached" ? "reached" : short || clocks === "not_reached" ? "not_reached" : "open";
  const number = { reached: Math.max(0, min - table.plies), not_reached: short ? table.plies - max : 1, open: lacking };
  return { state, contradicts, text: say(state, { plies: number[state] }) };
}

function show() {
  const acts = current();
  const isOn = acts.length > 0;
  by("tally-run").hidden = !isOn;
  by("tally-reading").hidden = !isOn;
  by("tally-begin").hidden = isOn;
  const waiting = outbox.waiting();
  by("tally-queue").textContent = outbox.isSignedOut ? say("signed_out", { n: waiting }) : waiting > 0 ? say("waiting", { n: waiting }) : says.sent;
  by("tally-queue").dataset.waiting = waiting;
  if (!isOn) return;
  const count = fold(acts);
  by("tally-count").textContent = count.taps;
  by("tally-span").textContent = spanText(plies(count, count.taps));
  by("tally-mover").textContent = says[count.toMove ?? "unknown"];
  by("tally-stop").value = count.since === null ? "stopped" : "went_on";
  by("tally-stop").textContent = count.since === null ? says.stop : says.go;
  by("tally-no-increment").hidden = count.increment !== null;
  by("tally-readings").replaceChildren(...count.inSeries.map((read) => {
    const line = document.createElement("li");
    const at = clockText(read.running - count.seriesBegan);
    line.textContent = say("reading", { sum: clockText(read.sum), taps: read.n - count.start, at });
    return line;
  }));
  tick();
}

/** What changes each second: the stopwatch, and the sums that prove. */
function tick() {
  const acts = current();
  if (acts.length === 0) return;
  const count = fold(acts);
  const running = count.running(now());
  by("tally-watch").textContent = clockText(running - count.seriesBegan);
  let isContradicted = false;
  const lines = tables.map((table) => {
    const { state, text, contradicts } = stateOf(count, table);
    isContradicted ||= contradicts;
    const found = sums(count, table, running);
    const line = document.createElement("li");
    line.className = state;
    const [name, said, sum] = ["b", "span", "span"].map((tag) => line.appendChild(document.createElement(tag)));
    [name.textContent, said.textContent, sum.className] = [table.name, ` ${text} `, "sums"];
    if (found) {
      const proves = say("proves", { sum: clockText(found.proves), parity: clockText(found.parity) });
      sum.textContent = found.refutes < 0 ? proves : `${proves} ${say("refutes", { sum: clockText(found.refutes) })}`;
    }
    return line;
  });
  const text = (list) => [...list].map((line) => line.className + line.textContent).join();
  if (text(lines) !== text(by("tally-states").children)) by("tally-states").replaceChildren(...lines);
  by("tally-contradicts").hidden = !isContradicted;
}

/** Reads a clock as it is typed; null where it is none. */
function typed(text) {
  const parts = text.trim().split(":").map(Number);
  const isTime = text.trim() !== "" && parts.length < 4 && parts.every(Number.isInteger) && parts.slice(1).every((part) => part < 60);
  return isTime ? parts.reduce((sum, part) => sum * 60 + part, 0) * 1000 : null;
}

let frozen = null;

/** What a button of the forms means. */
function entered(form, act) {
  const field = (name) => form.querySelector(`[name=${name}]`)?.value ?? "";
  if (act === "began") {
    const before = { zero: 0, recorded: Number(field("recorded")) }[form.querySelector("[name=before]:checked")?.value];
    const increment = Number(field("increment")) * 1000;
    return { act, to_move: field("to_move") || undefined, plies_before: before, increment_ms: increment || undefined };
  }
  if (act === "white" || act === "black") return { act: "mover_seen", to_move: act };
  if (act !== "read") return { act };
  const [white, black] = [typed(field("white")), typed(field("black"))];
  by("tally-frozen").textContent = white === null || black === null ? says.clock_wrong : "";
  if (white === null || black === null) return null;
  const at = frozen ?? (Number(field("at")) || now());
  for (const name of ["white", "black", "at"]) form.querySelector(`[name=${name}]`).value = "";
  frozen = null;
  return { act, white_ms: white, black_ms: black, at: Math.round(at) };
}

root.addEventListener("submit", (event) => {
  event.preventDefault();
  const act = entered(event.target, event.submitter?.value ?? "moved");
  if (!act) return;
  const tally = act.act === "began" ? newId() : current()[0]?.tally;
  if (!tally) return;
  outbox.add({ at: Math.round(now()), ...act, tally, id: newId() });
  if (act.act === "moved") navigator.vibrate?.(15);
  stayAwake();
});

by("tally-freeze").addEventListener("click", (event) => {
  event.preventDefault();
  frozen = now();
  by("tally-frozen").textContent = by("tally-frozen").dataset.frozen;
  by("white").focus();
});

// Keeping the screen awake and coming back without the network need a secure page.
let lock = null;
async function stayAwake() {
  if (!navigator.wakeLock || lock || document.hidden) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", () => { lock = null; });
}
document.addEventListener("visibilitychange", () => { if (!document.hidden && current().length > 0) stayAwake(); });

if (isSecureContext) {
  by("tally-plain")?.remove();
  navigator.serviceWorker?.register(root.dataset.worker, { scope: "/board/" }).then(async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    const files = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("/static/"));
    worker.postMessage({ keep: [location.href.replace(/[?#].*/, ""), ...files] });
  }).catch(() => {});
}

outbox.join(JSON.parse(root.dataset.acts));
measure().catch(() => {});
setInterval(tick, 500);
