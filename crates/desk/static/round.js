// The round: rows change in place as results come in; what is being filled in stays.

const { follow, replace, tick } = await import(document.querySelector("script[type=module]").src.replace(/round\.js.*/, "live.js"));

/** Whether somebody is filling in the form of a row. */
function isInUse(row) {
  if (row.querySelector("form")?.contains(document.activeElement)) return true;
  return [...row.querySelectorAll("input[type=checkbox]")].some((box) => box.checked);
}

follow(`/live/round${location.search}`, (fresh, old) => {
  if (fresh.hidden && !old) return;
  if (!old) document.getElementById("results").append(fresh);
  else if (!fresh.classList.contains("open") || !isInUse(old)) replace(fresh, old);
  document.getElementById("empty")?.remove();
});

tick();
