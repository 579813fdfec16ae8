import type { Progress } from "@dnstools/server/client/call";

/** Content-Type of Server-Sent Events. */
export const EVENTS_TYPE = "text/event-stream; charset=utf-8";

/**
 * The Server-Sent Events of a call: any number of `progress` events, then one `answer` or one `problem`, each with
 * JSON as its data.
 */
export type EventName = "progress" | "answer" | "problem";

/**
 * Creates a writer of events with ids. A browser that reconnects sends the last id, which distinguishes a reconnection
 * from a new call.
 */
export function createEventWriter() {
  let id = 0;
  return {
    progress: (progress: Progress) => event("progress", JSON.stringify(progress)),
    answer: (json: string) => event("answer", json),
    problem: (json: string) => event("problem", json),
  };

  /** Formats an event. @param json JSON in one line, as from JSON.stringify */
  function event(name: EventName, json: string): string {
    id += 1;
    return `id: ${id}\nevent: ${name}\ndata: ${json}\n\n`;
  }
}
