// The players: the time that somebody is out grows.

await import(document.querySelector("script[type=module]").src.replace(/players\.js.*/, "live.js"));
