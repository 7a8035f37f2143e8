// A blind player's board: each new move is told to the screen reader, and read out by the browser.

const { follow, replace } = await import(document.querySelector("script[type=module]").src.replace(/blind\.js.*/, "live.js"));

const announced = document.getElementById("announced");
const speak = document.getElementById("speak");
const canSpeak = "speechSynthesis" in window;

/** Reads a text out in the language of the announcements. */
function say(text) {
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = announced.lang;
  const voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(announced.lang));
  if (voice) spoken.voice = voice;
  spoken.rate = 0.9;
  speechSynthesis.speak(spoken);
}

if (canSpeak) {
  for (const id of ["say-again", "say-position", "speak-label"]) document.getElementById(id).hidden = false;
  speak.checked = localStorage.getItem("speak") === "1";
  speak.addEventListener("change", () => localStorage.setItem("speak", speak.checked ? "1" : ""));
  document.getElementById("say-again").addEventListener("click", () => say(announced.textContent));
  document.getElementById("say-position").addEventListener("click", () => say(document.getElementById("spoken").textContent));
}

follow(`/live${location.pathname}${location.search}`, (fresh, old) => {
  const last = fresh.dataset.last;
  replace(fresh, old);
  if (!last || last === announced.textContent) return;
  announced.textContent = last;
  if (canSpeak && speak.checked) say(last);
});
