import type { Progress } from "@dnstools/server/client/call";

export const EVENTS_TYPE = "text/event-stream; charset=utf-8";

/** Events of a call (Server-Sent Events): any number of `progress`, then one `answer` or one `problem`, each with its JSON as data. */
export type EventName = "progress" | "answer" | "problem";

/**
 * Writes events. Each has an id: a browser that lost the connection sends the last one with its next try, which then is not taken for
 * another call.
 */
export function createEventWriter() {
  let id = 0;
  return {
    progress: (progress: Progress) => event("progress", JSON.stringify(progress)),
    answer: (json: string) => event("answer", json),
    problem: (json: string) => event("problem", json),
  };

  /** @param json in one line, as JSON.stringify writes it. */
  function event(name: EventName, json: string): string {
    id += 1;
    return `id: ${id}\nevent: ${name}\ndata: ${json}\n\n`;
  }
}
