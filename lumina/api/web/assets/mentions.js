// @ts-check
// Whom the words are for: after an @, a list of those who are there.
const BEGUN = /(^|[\s,、，])[@＠]([^\s,、，@＠]*)$/u;

export class Mentions {
  /** @param {HTMLTextAreaElement} box @param {HTMLElement} list */
  constructor(box, list) {
    this.box = box;
    this.list = list;
    this.chosen = 0;
    box.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) this.look();
    });
    box.addEventListener("compositionend", () => this.look());
    box.addEventListener("blur", () => this.close());
    list.addEventListener("mousedown", (event) => {
      const option = /** @type {HTMLElement} */ (event.target).closest("li");
      event.preventDefault();
      if (option) this.put(option);
    });
  }

  get shown() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("li:not([hidden])")]);
  }

  look() {
    const begun = BEGUN.exec(this.box.value.slice(0, this.box.selectionStart));
    if (!begun) return this.close();
    const wanted = begun[2].normalize("NFKC").toLowerCase();
    for (const option of this.list.querySelectorAll("li")) {
      const names = [option.dataset.name ?? "", option.dataset.speaker ?? ""];
      option.hidden = !names.some((name) => name.toLowerCase().startsWith(wanted));
    }
    if (!this.shown.length) return this.close();
    this.list.hidden = false;
    this.box.setAttribute("aria-expanded", "true");
    this.choose(0);
  }

  close() {
    this.list.hidden = true;
    this.box.setAttribute("aria-expanded", "false");
    this.box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} which */
  choose(which) {
    const shown = this.shown;
    this.chosen = (which + shown.length) % shown.length;
    for (const [at, option] of shown.entries()) option.setAttribute("aria-selected", String(at === this.chosen));
    this.box.setAttribute("aria-activedescendant", shown[this.chosen].id);
  }

  /** Whether a key was for the list. @param {KeyboardEvent} event */
  takes(event) {
    if (this.list.hidden) return false;
    if (event.key === "ArrowDown") this.choose(this.chosen + 1);
    else if (event.key === "ArrowUp") this.choose(this.chosen - 1);
    else if (event.key === "Enter" || event.key === "Tab") this.put(this.shown[this.chosen]);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    return true;
  }

  /** @param {HTMLElement} option */
  put(option) {
    const at = this.box.selectionStart;
    const before = this.box.value.slice(0, at).replace(BEGUN, (_, gap) => `${gap}@${option.dataset.name} `);
    this.box.value = before + this.box.value.slice(at);
    this.box.setSelectionRange(before.length, before.length);
    this.close();
    this.box.focus();
  }
}
