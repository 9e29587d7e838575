// @ts-check
// The picture of the associations: zoomed, pulled, followed, taken along as PNG.
import { laidOut } from "./layout.js";
import cytoscape from "./vendor/cytoscape.esm.min.mjs";

/** At this scale the smallest names are still read; on a canvas that is no wider, the whole has to be smaller. */
const LEGIBLE = 0.85;
const NARROW = 600;

/** Where each concept stood in the picture that was drawn last. @type {Map<string, import("./layout.js").Place>} */
let stood = new Map();

class ConceptGraph extends HTMLElement {
  connectedCallback() {
    /** @type {any} */
    this.graph = null;
    const data = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    const holder = /** @type {HTMLElement} */ (this.querySelector(".canvas"));
    stood = places(data, holder.clientWidth / Math.max(1, holder.clientHeight));
    const graph = cytoscape({
      container: holder,
      elements: elements(data),
      style: look(getComputedStyle(this), this.dataset.start ?? ""),
      layout: { name: "preset", fit: true, padding: 24, positions: (/** @type {any} */ node) => stood.get(node.id()) },
      minZoom: 0.15,
      maxZoom: 4,
    });
    this.graph = graph;
    if (holder.clientWidth < NARROW && graph.zoom() < LEGIBLE) this.begin();
    graph.on("dbltap", "node", (/** @type {any} */ event) => follow(event.target.id()));
    graph.on("tap", "node", (/** @type {any} */ event) => this.near(event.target));
    graph.on("tap", (/** @type {any} */ event) => event.target === graph && graph.elements().removeClass("far"));
    this.on("[data-fit]", () => this.graph?.fit(undefined, 24));
    this.on("[data-in]", () => this.zoom(1.3));
    this.on("[data-out]", () => this.zoom(1 / 1.3));
    this.on("[data-png]", () => this.picture());
    this.dataset.drawn = "";
  }

  disconnectedCallback() {
    this.graph?.destroy();
  }

  /** @param {string} selector @param {() => void} deed */
  on(selector, deed) {
    this.querySelector(selector)?.addEventListener("click", deed);
  }

  /** What a concept reminds of stands out. @param {any} node */
  near(node) {
    this.graph.elements().addClass("far");
    node.closedNeighborhood().removeClass("far");
  }

  /** Where the whole would be too small to be read: about what is asked for, or reminds of most. */
  begin() {
    const asked = this.dataset.start ? this.graph.getElementById(this.dataset.start) : this.graph.collection();
    const middle = asked.length ? asked : this.graph.nodes().max((/** @type {any} */ node) => node.degree()).ele;
    this.graph.zoom(LEGIBLE);
    this.graph.center(middle);
  }

  /** @param {number} by */
  zoom(by) {
    const graph = this.graph;
    graph?.zoom({ level: graph.zoom() * by, renderedPosition: { x: graph.width() / 2, y: graph.height() / 2 } });
  }

  picture() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(this.graph.png({ output: "blob", scale: 2, full: true, bg: getComputedStyle(document.documentElement).backgroundColor }));
    link.download = "lumina-associations.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

/** A day on a scale: what it says is the day, and what is asked for is the day, and not its number. */
class DaySlider extends HTMLElement {
  connectedCallback() {
    const scale = /** @type {HTMLInputElement} */ (this.querySelector("input[type=range]"));
    const asked = /** @type {HTMLInputElement} */ (this.querySelector("input[type=hidden]"));
    const said = /** @type {HTMLElement} */ (this.querySelector("output"));
    const first = new Date(`${this.dataset.first}T00:00:00Z`).valueOf();
    const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" });
    scale.addEventListener("input", () => {
      const day = new Date(first + 86400000 * scale.valueAsNumber);
      const last = scale.value === scale.max;
      asked.value = last ? "" : day.toISOString().slice(0, 10);
      said.textContent = last ? (this.dataset.now ?? "") : written.format(day);
      scale.setAttribute("aria-valuetext", said.textContent);
    });
  }
}

/** @param {string} concept */
function follow(concept) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('form[action="/concepts"]'));
  const box = /** @type {HTMLInputElement} */ (form.elements.namedItem("start"));
  box.value = concept;
  form.requestSubmit();
}

/** @typedef {{nodes: {id: string, mentions: number}[], edges: {a: string, b: string, strength: number}[]}} Data */

/** @param {Data} data @param {number} aspect */
function places(data, aspect) {
  const names = data.nodes.map((node) => node.id);
  const bonds = data.edges.map((edge) => /** @type {[string, string, number]} */ ([edge.a, edge.b, edge.strength]));
  return laidOut(names, bonds, aspect, stood);
}

/** @param {Data} data */
function elements(data) {
  return [
    ...data.nodes.map((node) => ({ data: { id: node.id, size: 14 + 8 * Math.log2(1 + node.mentions), letters: 13 + 2 * Math.log2(Math.max(1, node.mentions)) } })),
    ...data.edges.map((edge) => ({ data: { id: `${edge.a}\u0000${edge.b}`, source: edge.a, target: edge.b, strength: edge.strength } })),
  ];
}

/** @param {CSSStyleDeclaration} page @param {string} start */
function look(page, start) {
  const dark = matches(page);
  const ink = dark ? "#e9e6de" : "#26282d";
  return [
    { selector: "node", style: { label: "data(id)", width: "data(size)", height: "data(size)", "background-color": dark ? "#7f9be0" : "#5d78bd", color: ink, "font-size": "data(letters)", "min-zoomed-font-size": 6, "text-valign": "bottom", "text-margin-y": 3, "font-family": page.fontFamily, "text-outline-width": 2, "text-outline-color": dark ? "#1d2027" : "#ffffff" } },
    { selector: "edge", style: { width: "mapData(strength, 0, 1, 0.5, 5)", "line-color": dark ? "#565c6c" : "#c9c1b1", "curve-style": "haystack" } },
    { selector: ".far", style: { opacity: 0.15 } },
    { selector: "node:selected", style: { "background-color": "#e8872b" } },
    ...(start ? [{ selector: `node[id = ${JSON.stringify(start)}]`, style: { "background-color": "#e8872b" } }] : []),
  ];
}

/** Whether the page is dark now. @param {CSSStyleDeclaration} page */
function matches(page) {
  const [red = 0, green = 0, blue = 0] = (page.color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 380;
}

customElements.define("day-slider", DaySlider);
customElements.define("concept-graph", ConceptGraph);
