// The hall: tiles change in place, the worst stays first, new alarms are seen without a sound.

const { follow, replace, tick } = await import(document.querySelector("script[type=module]").src.replace(/hall\.js.*/, "live.js"));

const tiles = document.getElementById("tiles");
const title = document.title;
const vibrate = document.getElementById("vibrate");

if ("vibrate" in navigator) {
  vibrate.parentElement.hidden = false;
  vibrate.checked = localStorage.getItem("vibrate") === "1";
  vibrate.addEventListener("change", () => localStorage.setItem("vibrate", vibrate.checked ? "1" : ""));
}

const alarmsOf = (root) => [...root.querySelectorAll("[data-alarm]")].map((alarm) => alarm.dataset.alarm);
const known = new Set(alarmsOf(tiles));

/** How many boards need an arbiter, in the title of the tab. */
function badge() {
  const n = tiles.querySelectorAll(".missed[id], .contradiction[id], .fact[id], .claimable[id]").length;
  document.title = n > 0 ? `(${n}) ${title}` : title;
}

/** Sorts by rank and moves only what stands in the wrong place. */
function sort() {
  const sorted = [...tiles.children].sort((a, b) => Number(a.dataset.rank) - Number(b.dataset.rank));
  sorted.forEach((tile, index) => {
    if (tiles.children[index] !== tile) tiles.insertBefore(tile, tiles.children[index]);
  });
}

let waiting = false;
function arrange() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    sort();
    badge();
  });
}

follow(`/live${location.search}`, (fresh, old) => {
  if (fresh.id === "sources") return void old?.replaceWith(fresh);
  if (fresh.hidden && !old) return;
  const isNew = alarmsOf(fresh).filter((alarm) => !known.has(alarm));
  isNew.forEach((alarm) => known.add(alarm));
  if (isNew.length > 0) {
    fresh.classList.add("new");
    if (vibrate.checked) navigator.vibrate?.([200, 100, 200]);
  }
  if (old) replace(fresh, old);
  else tiles.append(fresh);
  document.getElementById("empty")?.remove();
  arrange();
});

badge();
tick();
