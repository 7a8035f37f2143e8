// The public display: boards change in place, clocks tick.

const { follow, replace, tick } = await import(document.querySelector("script[type=module]").src.replace(/public\.js.*/, "live.js"));

follow(`/live${location.pathname === "/" ? "" : location.pathname}${location.search}`, (fresh, old) => {
  if (fresh.hidden && !old) return;
  if (old) replace(fresh, old);
  else document.getElementById("tiles")?.append(fresh);
  document.getElementById("empty")?.remove();
});

tick();
