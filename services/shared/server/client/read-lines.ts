/**
 * Yields the non-empty lines of a response's body, without their line breaks.
 * @throws Error if the body is larger than `bytesMax` bytes.
 */
export async function* readLines(response: Response, bytesMax: number): AsyncGenerator<string> {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  if (length <= bytesMax) {
    // Reading the whole body at once is several times faster than reading it in chunks.
    for (const line of (await response.text()).split("\n")) if (line !== "") yield line;
    return;
  }
  const decoder = new TextDecoder();
  let rest = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`the reply has more than ${bytesMax} bytes`);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield line;
  }
}
