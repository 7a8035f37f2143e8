// A board: it follows the game while its last position is shown; arrow keys step through it.

const { follow, replace } = await import(document.querySelector("script[type=module]").src.replace(/board\.js.*/, "live.js"));

const here = () => document.getElementById("board-live");

follow(`/live${location.pathname}`, (fresh, old) => {
  if (here().dataset.pinned !== "1") replace(fresh, old);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" }[event.key];
  if (!step) return;
  event.preventDefault();
  document.getElementById(step).click();
});
