// @ts-check
// Images that go out with the next words: chosen, pasted or dropped, and taken away again.
const MOST = 4;

export class Images {
  /**
   * @param {HTMLElement} form
   * @param {{takeAway: string, tooMany: string}} words
   * @param {(text: string) => void} tell
   */
  constructor(form, words, tell) {
    this.list = /** @type {HTMLElement} */ (form.querySelector("[data-shown]"));
    this.words = words;
    this.tell = tell;
    /** @type {File[]} */
    this.files = [];
    const input = /** @type {HTMLInputElement} */ (form.querySelector("[data-attach]"));
    input.addEventListener("change", () => {
      this.add(input.files);
      input.value = "";
    });
    form.addEventListener("paste", (event) => this.add(event.clipboardData?.files, event));
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      form.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) form.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      form.classList.remove("dropping");
      event.preventDefault();
      this.add(event.dataTransfer?.files);
    });
  }

  /** @param {FileList | null | undefined} files @param {Event} [event] */
  add(files, event) {
    if (!files?.length) return;
    event?.preventDefault();
    const all = [...this.files, ...files];
    if (all.length > MOST) this.tell(this.words.tooMany);
    this.set(all.slice(0, MOST));
  }

  /** @param {File[]} files */
  set(files) {
    this.files = files;
    this.list.hidden = !files.length;
    this.list.replaceChildren(...files.map((file) => this.shown(file)));
  }

  /** @param {File} file */
  shown(file) {
    const image = Object.assign(document.createElement("img"), { src: URL.createObjectURL(file), alt: file.name });
    image.addEventListener("load", () => URL.revokeObjectURL(image.src));
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
    button.setAttribute("aria-label", `${this.words.takeAway}: ${file.name}`);
    button.addEventListener("click", () => this.set(this.files.filter((one) => one !== file)));
    const item = document.createElement("li");
    item.append(image, button);
    return item;
  }

  /** As they are sent. */
  packed() {
    return Promise.all(this.files.map(packed));
  }
}

/** @param {File} file @returns {Promise<{name: string, kind: string, data: string}>} */
function packed(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      done({ name: file.name || "image", kind: file.type, data: String(reader.result).split(",", 2)[1] ?? "" });
    });
    reader.addEventListener("error", () => failed(reader.error));
    reader.readAsDataURL(file);
  });
}
