// @ts-check
// Where concepts stand in their picture: those that remind of each other near, all others out of each other's way.
//
// The spring embedder of Fruchterman and Reingold (1991) in its grid variant: only what is near pushes, so a step costs
// as much as there are concepts, and not the square of that.

/** The distance at which two concepts that remind of each other come to rest. */
const LENGTH = 90;
const STEPS = 180;
/** What moves at most in the first step; in the last one nothing does. */
const HEAT = 1.5 * LENGTH;
/** How strongly those push that are near. */
const PUSH = 0.6;
/** How strongly all is held together. */
const GRAVITY = 0.08;
/** Of a sunflower: neighbours in the list begin near each other, and no two on one place. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** @typedef {{x: number, y: number}} Place */

/**
 * A place for each concept. What had one `before` begins there, so that a picture of another moment is still the same
 * picture. `aspect` is the width of where it is drawn over its height.
 * @param {string[]} names in the order in which they begin
 * @param {[string, string, number][]} bonds with their strength
 * @param {number} aspect
 * @param {Map<string, Place>} before
 * @returns {Map<string, Place>}
 */
export function laidOut(names, bonds, aspect, before = new Map()) {
  const at = new Map(names.map((name, index) => [name, index]));
  const places = inOrder(names, bonds).map((name, index) => [name, before.get(name) ?? seed(index)]);
  const begun = new Map(/** @type {[string, Place][]} */ (places));
  const [x, y] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (const [name, index] of at) [x[index], y[index]] = [begun.get(name)?.x ?? 0, begun.get(name)?.y ?? 0];
  const pulls = bonds.map(([a, b, strength]) => [at.get(a) ?? 0, at.get(b) ?? 0, 0.5 + strength]);
  const held = [GRAVITY / Math.sqrt(aspect), GRAVITY * Math.sqrt(aspect)];
  for (let step = 0; step < STEPS; step++) move(x, y, pulls, held, HEAT * (1 - step / STEPS));
  return new Map(names.map((name, index) => [name, { x: x[index], y: y[index] }]));
}

/** @param {number} index @returns {Place} */
function seed(index) {
  const far = LENGTH * Math.sqrt(index + 0.5);
  return { x: far * Math.cos(index * GOLDEN), y: far * Math.sin(index * GOLDEN) };
}

/** Each followed by what it reminds of. @param {string[]} names @param {[string, string, number][]} bonds */
function inOrder(names, bonds) {
  /** @type {Map<string, string[]>} */
  const near = new Map(names.map((name) => [name, []]));
  for (const [a, b] of bonds) {
    near.get(a)?.push(b);
    near.get(b)?.push(a);
  }
  /** @type {Set<string>} */
  const found = new Set();
  const degree = (/** @type {string} */ name) => near.get(name)?.length ?? 0;
  for (const first of [...names].sort((a, b) => degree(b) - degree(a))) {
    const waiting = [first];
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(...(near.get(name) ?? []));
    }
  }
  return [...found];
}

/**
 * One step: all are pushed, pulled and held, and move as far as the heat allows.
 * @param {Float64Array} x @param {Float64Array} y @param {number[][]} pulls @param {number[]} held @param {number} heat
 */
function move(x, y, pulls, held, heat) {
  const [dx, dy] = [x.map((at) => -at * held[0]), y.map((at) => -at * held[1])];
  push(x, y, dx, dy);
  for (const [a, b, strength] of pulls) {
    const [right, down] = [x[b] - x[a], y[b] - y[a]];
    const force = (strength * Math.hypot(right, down)) / LENGTH;
    dx[a] += right * force;
    dy[a] += down * force;
    dx[b] -= right * force;
    dy[b] -= down * force;
  }
  for (let one = 0; one < x.length; one++) {
    const far = Math.hypot(dx[one], dy[one]);
    const share = far > heat ? heat / far : 1;
    x[one] += dx[one] * share;
    y[one] += dy[one] * share;
  }
}

/** Who is within two lengths pushes. @param {Float64Array} x @param {Float64Array} y @param {Float64Array} dx @param {Float64Array} dy */
function push(x, y, dx, dy) {
  /** @type {Map<number, number[]>} */
  const cells = new Map();
  const cell = (/** @type {number} */ at) => Math.floor(at / (2 * LENGTH));
  const key = (/** @type {number} */ column, /** @type {number} */ row) => column * 65536 + row;
  for (let one = 0; one < x.length; one++) {
    const where = key(cell(x[one]), cell(y[one]));
    const there = cells.get(where);
    if (there) there.push(one);
    else cells.set(where, [one]);
  }
  for (let one = 0; one < x.length; one++) {
    for (let column = -1; column <= 1; column++) {
      for (let row = -1; row <= 1; row++) {
        for (const other of cells.get(key(cell(x[one]) + column, cell(y[one]) + row)) ?? []) {
          if (other !== one) away(one, other, x, y, dx, dy);
        }
      }
    }
  }
}

/** @param {number} one @param {number} other @param {Float64Array} x @param {Float64Array} y @param {Float64Array} dx @param {Float64Array} dy */
function away(one, other, x, y, dx, dy) {
  const right = x[one] - x[other] || (one < other ? -0.01 : 0.01);
  const down = y[one] - y[other];
  const square = right * right + down * down;
  if (square > 4 * LENGTH * LENGTH) return;
  const force = (PUSH * LENGTH * LENGTH) / square;
  dx[one] += right * force;
  dy[one] += down * force;
}
