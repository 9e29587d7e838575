// @ts-check
// Images that go out with the next words: chosen, pasted or dropped, and taken away again.
const MOST = 4;

export class Images {
  /**
   * @param {HTMLElement} form
   * @param {{takeAway: string, tooMany: string, noImage: string, tooLarge: string, damaged: string}} words
   * @param {(text: string) => void} tell
   */
  constructor(form, words, tell) {
    this.list = /** @type {HTMLElement} */ (form.querySelector("[data-shown]"));
    this.words = words;
    this.tell = tell;
    /** @type {File[]} */
    this.files = [];
    const input = /** @type {HTMLInputElement} */ (form.querySelector("[data-attach]"));
    this.kinds = input.accept.split(",");
    this.most = Number(input.dataset.most);
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
    const wrong = [...files].map((file) => this.refusal(file)).filter(Boolean);
    const all = [...this.files, ...[...files].filter((file) => !this.refusal(file))];
    if (all.length > MOST) wrong.push(this.words.tooMany);
    this.tell(wrong.join(" "));
    this.set(all.slice(0, MOST));
  }

  /** Why a file cannot be shown, as far as is known before it is seen. @param {File} file */
  refusal(file) {
    if (!this.kinds.includes(file.type)) return this.words.noImage.replace("{name}", file.name);
    return file.size > this.most ? this.words.tooLarge.replace("{name}", file.name) : "";
  }

  /** One that cannot be drawn is not sent. @param {File} file */
  damaged(file) {
    if (!this.files.includes(file)) return;
    this.set(this.files.filter((one) => one !== file));
    this.tell(this.words.damaged.replace("{name}", file.name));
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
    image.addEventListener("error", () => this.damaged(file));
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
