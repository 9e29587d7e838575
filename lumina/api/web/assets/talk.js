// @ts-check
// The talk: words go out, answers stream in, and whatever was said elsewhere in this room appears.
import { csrf } from "./page.js";
import { Images } from "./images.js";
import { Mentions } from "./mentions.js";
import { listen } from "./news.js";
import { events } from "./stream.js";

/** So many pixels from its end, the talk still is at its end. */
const NEAR = 120;

/** On a screen that is no wider, the box has few words in it. */
const NARROW = "(max-width: 36rem)";

/** What the command line takes for a command; with a space before it, it is sent as words. */
const COMMAND = /^[/／][a-zａ-ｚ?？]+( \S+)?\s*$/i;
const HELP = /^[/／](help|ｈｅｌｐ|[?？])\s*$/i;

class Talk extends HTMLElement {
  constructor() {
    super();
    this.room = this.dataset.room ?? "";
    this.log = this.find(".talk");
    this.turns = this.find(".turns");
    this.box = /** @type {HTMLTextAreaElement} */ (this.find("textarea"));
    this.to = /** @type {HTMLSelectElement} */ (this.find("[data-to]"));
    this.status = this.find("[data-status]");
    this.mentions = new Mentions(this.box, this.find(".mentions"));
    const words = { takeAway: "", tooMany: "", noImage: "", tooLarge: "", damaged: "" };
    for (const name of /** @type {(keyof typeof words)[]} */ (Object.keys(words))) words[name] = this.dataset[name] ?? "";
    this.images = new Images(this.find("form.compose"), words, (text) => this.tell(text, true));
    this.running = "";
    this.heard = "";
    this.unsent = "";
    this.instead = "";
    this.laidAside = "";
    this.busy = false;
    this.draft = `words:${this.dataset.person}:${this.room}`;
    this.title = document.title;
  }

  connectedCallback() {
    this.find("form.compose").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.find("[data-stop]").addEventListener("click", () => this.stop());
    this.turns.addEventListener("click", (event) => this.edit(event));
    this.turns.addEventListener("htmx:after:swap", (event) => inSight(event.target));
    this.find("[data-keep]").addEventListener("click", () => this.editing("", this.laidAside));
    this.find("[data-again]").addEventListener("click", () => this.hear("/api/chat/again", { room: this.room }));
    for (const opener of this.querySelectorAll("[data-opener]")) {
      opener.addEventListener("click", () => this.say(opener.textContent ?? ""));
    }
    this.log.addEventListener("click", (event) => this.takeUp(event));
    this.log.addEventListener("htmx:after:swap", (event) => this.cameBack(event.target));
    this.box.addEventListener("input", () => this.keep());
    if (matchMedia(NARROW).matches) this.box.placeholder = this.dataset.short ?? "";
    this.box.value ||= sessionStorage.getItem(this.draft) ?? "";
    this.find("[data-latest]").addEventListener("click", () => this.toEnd());
    this.log.addEventListener("scroll", () => this.away(), { passive: true });
    this.toEnd();
    if (this.dataset.underWay) this.rejoin(this.dataset.underWay);
    this.deafen = listen((name, data) => {
      if (name === "turn" && data.room === this.room) this.call();
      if (name === "hello" || (name === "turn" && data.room === this.room)) this.look();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) document.title = this.title;
      this.look();
    });
  }

  disconnectedCallback() {
    this.deafen?.();
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  /** Enter sends; while an input method composes it belongs to that. @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || event.keyCode === 229) return;
    if (this.mentions.takes(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.say();
    }
  }

  async say(text = this.box.value) {
    if (this.busy || !(text.trim() || this.images.files.length)) return;
    if (COMMAND.test(text)) return this.help(text);
    this.work(true);
    const images = await this.images.packed();
    if (text === this.box.value) this.box.value = "";
    this.mentions.close();
    this.unsent = text;
    const to = this.to.value;
    const instead = this.instead || null;
    this.hear("/api/chat", { user_text: text, room: this.room, to: to ? [to] : [], instead, images });
  }

  /** A command of the command line says nothing to anybody here: what can be done here is shown. @param {string} text */
  help(text) {
    const help = this.find("[data-help]");
    help.setAttribute("open", "");
    help.querySelector("summary")?.focus();
    if (HELP.test(text)) this.box.value = "";
    else this.tell(this.dataset.commands ?? "", true);
    this.keep();
  }

  /** What was left open is spoken of, once the person has said what. @param {Event} event */
  takeUp(event) {
    const chosen = event.target instanceof Element ? event.target.closest("[data-take-up]") : null;
    if (!chosen) return;
    this.box.value = chosen.getAttribute("data-take-up") ?? "";
    this.keep();
    this.box.focus();
  }

  /** What is still open stands at the end of the talk, in sight of who is there. @param {EventTarget | null} target */
  cameBack(target) {
    const at = target instanceof Element && target.matches("[data-back]") ? target : this.querySelector("[data-back]");
    if (at && !this.readsOn()) this.toEnd();
  }

  /** What is typed outlives a look at another page, as long as the window does. */
  keep() {
    if (this.box.value) sessionStorage.setItem(this.draft, this.box.value);
    else sessionStorage.removeItem(this.draft);
  }

  /** Something was said while the person looks elsewhere: the name of the window says so. */
  call() {
    if (document.hidden) document.title = `● ${this.title}`;
  }

  /** Something else in place of what was said. @param {Event} event */
  edit(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-edit]") : null;
    const turn = button?.getAttribute("data-edit");
    if (turn && !this.busy && !this.instead) this.laidAside = this.box.value;
    if (turn && !this.busy) this.editing(turn, document.querySelector(`#turn-${turn} .said`)?.textContent ?? "");
  }

  /** @param {string} turn @param {string} text */
  editing(turn, text) {
    this.instead = turn;
    this.box.value = text;
    const after = turn ? document.querySelectorAll(`#turn-${turn} ~ .turn`).length : 0;
    const left = this.find("[data-left]");
    left.textContent = after ? (left.dataset.left ?? "").replace("#", String(after)) : "";
    this.find("[data-editing]").hidden = !turn;
    this.box.focus();
  }

  /** What was left for a turn goes out of sight, if it is in it. @param {ParentNode} shown */
  leave(shown) {
    const first = shown.querySelector("[data-instead]")?.getAttribute("data-instead");
    const from = first ? document.getElementById(`turn-${first}`) : null;
    while (from?.nextElementSibling) from.nextElementSibling.remove();
    from?.remove();
  }

  /** Begin a turn and hear it to its end. @param {string} address @param {object} body */
  async hear(address, body) {
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "Accept-Language": document.documentElement.lang };
    await this.follow(() => fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  /** A turn that began before this page did. @param {string} turn */
  async rejoin(turn) {
    await this.follow(() => fetch(`/api/chat/${turn}/events`, { headers: { "Accept-Language": document.documentElement.lang } }));
  }

  /** @param {() => Promise<Response>} asking */
  async follow(asking) {
    let whole = false;
    this.work(true);
    try {
      const answer = await asking();
      if (!answer.ok) throw new Error((await answer.json()).detail);
      for await (const event of events(answer)) await this.take(event.name, event.data);
      whole = true;
    } catch (error) {
      this.tell(error instanceof TypeError ? (this.dataset.lost ?? "") : String(/** @type {Error} */ (error).message), true);
      if (this.unsent && !this.box.value) this.box.value = this.unsent;
    } finally {
      this.work(false);
    }
    if (whole) this.look();
  }

  /** @param {string} name @param {any} data */
  async take(name, data) {
    if (name === "turn") {
      this.unsent = "";
      this.images.set([]);
      if (this.instead) this.editing("", this.box.value);
      this.keep();
      this.running = data.turn;
      this.begun();
      await this.show(data.turn);
      this.tell(this.dataset.thinking ?? "");
    } else if (name === "recalled") {
      const reads = this.readsOn();
      this.streaming(data.speaker);
      if (!reads) this.toEnd();
    } else if (name === "token") {
      const reads = this.readsOn();
      this.streaming(data.speaker).append(data.text);
      if (!reads) this.toEnd();
    } else if (name === "reply") {
      await this.show(data.turn, this.querySelector(`[data-streaming="${CSS.escape(data.speaker)}"]`));
      this.again(Boolean(data.failed));
      this.call();
    } else if (name === "done") {
      this.heard = this.running;
    } else if (name === "error") {
      throw new Error(data.detail);
    }
  }

  /** Where the pieces of an answer go until it is whole. @param {string} speaker */
  streaming(speaker) {
    const found = this.querySelector(`[data-streaming="${CSS.escape(speaker)}"] .said`);
    if (found) return /** @type {HTMLElement} */ (found);
    const name = this.querySelector(`.mentions [data-speaker="${CSS.escape(speaker)}"]`)?.getAttribute("data-name") ?? speaker;
    const turn = document.createElement("li");
    turn.className = "turn";
    turn.dataset.streaming = turn.dataset.speaker = speaker;
    const face = document.createElement("img");
    face.src = `/avatars/${encodeURIComponent(speaker)}.svg`;
    face.alt = "";
    const who = document.createElement("div");
    who.className = "who";
    who.append(Object.assign(document.createElement("b"), { textContent: name }));
    const said = document.createElement("div");
    said.className = "said caret";
    turn.append(face, who, said);
    this.turns.append(turn);
    return said;
  }

  /** A turn as it was kept, in the place of what streamed. @param {string} turn @param {Element | null} instead */
  async show(turn, instead = null) {
    const answer = await fetch(`/turns/${turn}`);
    if (!answer.ok) return;
    const shown = document.createElement("template");
    shown.innerHTML = await answer.text();
    this.leave(shown.content);
    const there = document.getElementById(`turn-${turn}`) ?? instead;
    const reads = there && this.readsOn();
    const kept = shown.content.querySelector("[data-turn]");
    if (there) there.replaceWith(shown.content);
    else this.turns.append(shown.content);
    if (kept) this.day(kept);
    this.enliven();
    if (!reads) this.toEnd();
  }

  /** A day that begins with a turn is written above it. @param {Element} turn */
  day(turn) {
    const before = turn.previousElementSibling;
    const day = turn.getAttribute("data-day");
    if (!day || !before?.hasAttribute("data-day") || before.getAttribute("data-day") === day) return;
    const line = Object.assign(document.createElement("li"), { className: "daybreak" });
    line.append(Object.assign(document.createElement("time"), { textContent: day }));
    turn.before(line);
  }

  /** Something is said: what stood there to begin with goes. */
  begun() {
    this.querySelector(".welcome")?.remove();
    this.querySelector("[data-back]")?.remove();
  }

  /** What was said in another window. */
  async look() {
    if (this.busy || document.hidden) return;
    const kept = [...this.querySelectorAll("[data-turn]")];
    const last = kept.at(-1)?.getAttribute("data-turn");
    const room = encodeURIComponent(this.room);
    const answer = await fetch(`/rooms/${room}/news${last ? `?since=${last}` : ""}`).catch(() => null);
    if (!answer?.ok || this.busy) return;
    const news = document.createElement("template");
    news.innerHTML = await answer.text();
    const reads = this.readsOn();
    for (const turn of news.content.querySelectorAll("[data-turn]")) {
      if (!document.getElementById(turn.id)) {
        this.leave(news.content);
        this.begun();
        this.turns.append(turn);
        this.day(turn);
        this.arrived(turn);
        if (!reads) this.toEnd();
      }
    }
    this.enliven();
    const running = answer.headers.get("X-Under-Way");
    if (running && running !== this.heard) this.rejoin(running);
    else if (answer.headers.get("X-Unanswered")) this.waits();
  }

  /** What was sent as the connection broke was heard after all: it is not sent again. @param {Element} turn */
  arrived(turn) {
    if (!this.unsent || turn.querySelector(".said")?.textContent !== this.unsent) return;
    if (this.box.value === this.unsent) this.box.value = "";
    this.unsent = "";
  }

  /** The last words have no answer, or a part of one: whoever gave it was ended in the midst of it. */
  waits() {
    this.tell(this.dataset.waits ?? "");
    this.again(true);
  }

  enliven() {
    /** @type {any} */ (window).htmx?.process(this.turns);
  }

  stop() {
    const headers = { "X-CSRF-Token": csrf() };
    if (this.running) fetch(`/api/chat/${this.running}/stop`, { method: "POST", headers });
  }

  /** @param {boolean} is */
  work(is) {
    this.busy = is;
    this.find("[data-send]").hidden = is;
    this.find("[data-stop]").hidden = !is;
    if (is) {
      this.again(false);
      return;
    }
    if (this.status.textContent === this.dataset.thinking) this.tell("");
    for (const left of this.querySelectorAll("[data-streaming]")) left.remove();
    this.running = "";
  }

  /** @param {boolean} can */
  again(can) {
    this.find("[data-again]").hidden = !can;
  }

  /** @param {string} text @param {boolean} [wrong] */
  tell(text, wrong = false) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.away();
  }

  /** Whether the person has gone up to read what was said before: it stays in sight, whatever comes. */
  readsOn() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight > NEAR;
  }

  away() {
    this.find("[data-latest]").hidden = !this.readsOn();
  }
}

/** What was opened at the end of the talk is seen without being looked for. @param {EventTarget | null} target */
function inSight(target) {
  const opened = target instanceof Element ? target.closest("details") : null;
  const turn = opened?.querySelector(".recalled") ? opened.closest(".turn") : null;
  const room = turn?.closest(".talk")?.clientHeight ?? 0;
  turn?.scrollIntoView({ block: turn.clientHeight > room ? "start" : "nearest" });
}

customElements.define("lumina-talk", Talk);
