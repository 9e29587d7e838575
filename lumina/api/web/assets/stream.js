// Server-sent events of a POST, which EventSource cannot ask for.
/**
 * The events of an answer, as they come.
 * @param {Response} answer
 * @returns {AsyncGenerator<{name: string, data: any}>}
 */
export async function* events(answer) {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const event = parsed(part);
      if (event) yield event;
    }
  }
}

/** @param {string} part */
function parsed(part) {
  let name = "message";
  const data = [];
  for (const line of part.split(/\r?\n/)) {
    const [field, value] = [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).replace(/^ /, "")];
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}
