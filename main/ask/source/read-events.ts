import { type Progress, readProgress } from "@dnstools/server/client/call";
import { readLines } from "@dnstools/server/client/read-lines";

/** The last event of a call, with its data. */
export type LastEvent = { readonly event: "answer" | "problem"; readonly json: string };

/**
 * Reads the events of a call (gateway/stream/events.ts) up to its answer or problem; null if the events end without
 * either.
 * @throws Error if there are more than `bytesMax` bytes, or if the data of a progress event is not JSON
 */
export async function readEvents(
  response: Response,
  bytesMax: number,
  onProgress: (progress: Progress) => void,
): Promise<LastEvent | null> {
  let event = "";
  for await (const line of readLines(response, bytesMax)) {
    if (line.startsWith("event: ")) event = line.slice("event: ".length);
    if (!line.startsWith("data: ")) continue;
    const json = line.slice("data: ".length);
    if (event === "answer" || event === "problem") return { event, json };
    const progress = event === "progress" ? readProgress(JSON.parse(json)) : null;
    if (progress !== null) onProgress(progress);
  }
  return null;
}
