// What every page has: its token on whatever htmx sends, and the place in the navigation in sight.
/** The token that shows that a request comes from our own page. */
export function csrf() {
  const meta = document.querySelector('meta[name="csrf"]');
  return meta instanceof HTMLMetaElement ? meta.content : "";
}

document.addEventListener("htmx:config:request", (event) => {
  const context = /** @type {CustomEvent} */ (event).detail.ctx;
  context.request.headers["X-CSRF-Token"] = csrf();
});

document.addEventListener("htmx:after:swap", () => {
  for (const note of document.querySelectorAll("#notices .notice.done")) {
    setTimeout(() => note.remove(), 6000);
  }
});

document.querySelector(".places [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
