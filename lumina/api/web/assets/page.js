// @ts-check
// What every page has: its token on whatever htmx sends, notices that go, what pops up and closes, and the address.

/** So many milliseconds a notice stays; longer, where it can be undone. */
const STAYS = 6000;
const STAYS_TO_BE_UNDONE = 20000;

/** The part of the page in which a button was pressed: where that is gone then, another of it goes on. */
let pressed = "";

/** The token that shows that a request comes from our own page. */
export function csrf() {
  const meta = document.querySelector('meta[name="csrf"]');
  return meta instanceof HTMLMetaElement ? meta.content : "";
}

document.addEventListener("htmx:config:request", (event) => {
  const context = /** @type {CustomEvent} */ (event).detail.ctx;
  context.request.headers["X-CSRF-Token"] = csrf();
  const form = context.sourceElement instanceof Element ? context.sourceElement.closest("form[data-address]") : null;
  if (form instanceof HTMLFormElement) write(form);
});

document.addEventListener("htmx:after:swap", (event) => {
  for (const note of document.querySelectorAll("#notices .notice.done")) {
    setTimeout(() => leave(note), note.querySelector("[data-undo]") ? STAYS_TO_BE_UNDONE : STAYS);
  }
  if (pressed && document.activeElement === document.body) document.getElementById(pressed)?.querySelector("button")?.focus();
  const shown = event.target instanceof Element ? document.querySelector("[data-comes]:has(> [data-new])") : null;
  if (shown instanceof HTMLElement) show(shown);
});

document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("[data-unguards]")) document.querySelector("form[data-changed]")?.removeAttribute("data-changed");
  if (at?.closest("[data-close]")) at.closest(".notice")?.remove();
  pressed = at?.closest("[data-regains]")?.id ?? "";
  shut(at);
});
document.addEventListener("focusin", (event) => shut(event.target instanceof Element ? event.target : null));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details[data-popup][open]");
  open?.removeAttribute("open");
  open?.querySelector("summary")?.focus();
});

// What was shown for a form is not what the form says once it is changed.
for (const change of ["input", "submit"]) {
  document.addEventListener(change, (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-clears]") : null;
    if (form) document.querySelector(form.getAttribute("data-clears") ?? "")?.replaceChildren();
  });
}

// What was written and not saved is not lost without a question.
document.addEventListener("input", (event) => guarded(event.target)?.setAttribute("data-changed", ""));
document.addEventListener("saved", (event) => guarded(event.target)?.removeAttribute("data-changed"));
addEventListener("beforeunload", (event) => {
  if (document.querySelector("form[data-changed]")) event.preventDefault();
});

/** @param {EventTarget | null} at */
function guarded(at) {
  return at instanceof Element ? at.closest("form[data-guarded]") : null;
}

/** A notice goes, unless somebody is about to do something with it. @param {Element} note */
function leave(note) {
  if (note.matches(":hover, :focus-within")) setTimeout(() => leave(note), STAYS);
  else note.remove();
}

/** What pops up closes when somebody goes on elsewhere. @param {Element | null} at */
function shut(at) {
  for (const open of document.querySelectorAll("details[data-popup][open]")) {
    if (!at || !open.contains(at)) open.removeAttribute("open");
  }
}

/** What was asked for somewhere else on the page is brought into sight, and read from there. @param {HTMLElement} shown */
function show(shown) {
  shown.querySelector("[data-new]")?.removeAttribute("data-new");
  shown.focus({ preventScroll: true });
  shown.scrollIntoView({ block: "start" });
}

/** What a form asks for is in the address, so that it is there again after a look elsewhere. @param {HTMLFormElement} form */
function write(form) {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value && typeof value === "string") asked.append(name, value);
  history.replaceState(history.state, "", `${form.dataset.address}${asked.size ? `?${asked}` : ""}`);
}

const places = document.querySelector(".places");
places?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
for (const change of ["scroll", "resize"]) (change === "scroll" ? places : window)?.addEventListener(change, further, { passive: true });
further();

/** Where the row of places goes on out of sight, it fades. */
function further() {
  if (!places) return;
  places.toggleAttribute("data-back", places.scrollLeft > 4);
  places.toggleAttribute("data-on", places.scrollWidth - places.clientWidth - places.scrollLeft > 4);
}
