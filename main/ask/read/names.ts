/** Maximum length of an input line in characters, enough for the longest URL that contains a name. */
const LINE_MAX = 4096;

/** A line of the input that contains a name. */
export type Line = {
  readonly number: number;
  readonly text: string;
  /** True if the line was too long and has been cut. */
  readonly cut: boolean;
};

/** Reads the names in an input on demand, one per line. Empty lines and lines that begin with # are skipped. */
export async function* readNames(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 0;
  let rest = "";
  let cut = false;
  for await (const chunk of stream) {
    const parts = decoder.decode(chunk, { stream: true }).split("\n");
    for (const [at, part] of parts.entries()) {
      const text = rest + part;
      cut ||= text.length > LINE_MAX;
      rest = text.slice(0, LINE_MAX);
      if (at === parts.length - 1) continue;
      number += 1;
      if (holdsName(rest)) yield { number, text: rest.trim(), cut };
      rest = "";
      cut = false;
    }
  }
  if (holdsName(rest)) yield { number: number + 1, text: rest.trim(), cut };
}

function holdsName(line: string): boolean {
  const text = line.trim();
  return text !== "" && !text.startsWith("#");
}
