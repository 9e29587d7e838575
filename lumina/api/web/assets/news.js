// @ts-check
// What is new of the person, told by the server as it comes.
const SOONEST = 1000;
const LATEST = 30000;

/**
 * Hear of what is new as long as the page is there: `hello` with each connection, so that what came between two can be
 * looked up, then each event.
 * @param {(name: string, data: any) => void} heard
 * @returns {() => void} ends it
 */
export function listen(heard) {
  let wait = SOONEST;
  let ended = false;
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {number | undefined} */
  let later;

  function open() {
    const address = new URL("/api/events/stream", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.addEventListener("message", (message) => {
      wait = SOONEST;
      const { event, data } = JSON.parse(message.data);
      heard(event, data);
    });
    socket.addEventListener("close", () => {
      if (ended) return;
      later = setTimeout(open, wait);
      wait = Math.min(2 * wait, LATEST);
    });
  }

  open();
  return () => {
    ended = true;
    clearTimeout(later);
    socket?.close();
  };
}
