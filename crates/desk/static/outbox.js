// What was counted and is still to be sent: kept in the browser, sent in order, each thing once.

const BATCH = 100;

/** A new id of letters and digits, also where the page is no secure context. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Acts of the counts of a board, with what of them the desk has. */
export class Outbox {
  constructor(key, address, form, onChange) {
    Object.assign(this, { key, address, form, onChange });
    this.acts = this.load();
    this.isSending = false;
    this.isSignedOut = false;
    this.pause = 1000;
    this.timer = 0;
    addEventListener("online", () => this.send());
    addEventListener("visibilitychange", () => { if (!document.hidden) this.send(); });
  }

  load() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** Keeps what is to be sent, and of what was sent the counts that go on. */
  save() {
    const over = new Set(this.acts.filter((act) => act.act === "ended").map((act) => act.tally));
    this.acts = this.acts.filter((act) => !act.sent || !over.has(act.tally));
    try {
      localStorage.setItem(this.key, JSON.stringify(this.acts));
    } catch {
      // Without a store it counts on, as long as the page is open.
    }
    this.onChange();
  }

  waiting() {
    return this.acts.filter((act) => !act.sent).length;
  }

  /** Takes what the desk has of a count before what is only here. */
  join(known) {
    const ids = new Set(known.map((act) => act.id));
    const own = this.acts.filter((act) => !ids.has(act.id));
    this.acts = [...known.map((act) => ({ ...act, sent: true })), ...own];
    this.save();
    this.send();
  }

  add(act) {
    this.acts.push(act);
    this.save();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), 150);
  }

  /** Sends what waits; what could not be sent is tried again after a while. */
  async send() {
    const batch = this.acts.filter((act) => !act.sent).slice(0, BATCH);
    if (this.isSending || batch.length === 0) return;
    this.isSending = true;
    clearTimeout(this.timer);
    let isTaken = false;
    try {
      isTaken = await this.post(batch);
    } catch {
      // The network is away.
    }
    this.isSending = false;
    if (isTaken) {
      const ids = new Set(batch.map((act) => act.id));
      for (const act of this.acts) if (ids.has(act.id)) act.sent = true;
      this.pause = 1000;
      this.isSignedOut = false;
      this.save();
      if (this.waiting() > 0) this.timer = setTimeout(() => this.send(), 50);
      return;
    }
    this.onChange();
    this.timer = setTimeout(() => this.send(), this.pause);
    this.pause = Math.min(this.pause * 2, 15000);
  }

  async post(batch) {
    const told = batch.map(({ sent, ...act }) => act);
    const fields = () => new URLSearchParams({
      token: this.form.querySelector("[name=token]").value,
      sent: newId(),
      acts: JSON.stringify(told),
    });
    const send = () => fetch(this.address, { method: "POST", body: fields() });
    let reply = await send();
    // A page from before may have an old token: the page of now has the right one.
    if (reply.status === 403 && (await this.renew())) reply = await send();
    if (reply.status === 403) this.isSignedOut = true;
    return reply.ok;
  }

  /** Takes the token of the page as it is now; tells whether there is one. */
  async renew() {
    const reply = await fetch(this.address);
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const token = page.querySelector("#tally-run [name=token]");
    if (!token) return false;
    for (const field of document.querySelectorAll("[name=token]")) field.value = token.value;
    return true;
  }
}
