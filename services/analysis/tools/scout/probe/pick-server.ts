import type { ServerWindow } from "./server-window.ts";

/** A server as it is chosen. */
export type Choice = {
  readonly window: ServerWindow;
  /** How many queries the pace lets it have now. */
  readonly room: () => number;
};

/** What a choice depends on. */
export type Load = {
  /** Queries in line. */
  readonly waiting: number;
  /** Queries that one server gets a second. */
  readonly perSecond: number;
  /** A failing server that has answered since is asked where all are failing, on the clock of performance.now(). */
  readonly aliveSince: number;
};

/** A server farther away is asked, too, where those nearer need more than this share of its round trip for what is in line. */
const SOONER = 0.35;

/**
 * Of the nearest servers that together take what is in line, the one with the smallest load.
 * @param servers from the nearest. @param tried those that the query was put to already.
 * @returns `later` where all are busy, null where none is left.
 */
export function pickServer<S extends Choice>(
  servers: readonly S[],
  tried: ReadonlySet<unknown>,
  { waiting, perSecond, aliveSince }: Load,
): S | "later" | null {
  const working = servers.filter(({ window }) => !window.isFailing);
  const asked =
    working.length > 0 ? working : servers.filter(({ window }) => window.hasAnsweredSince(aliveSince));
  const left = asked.filter((server) => !tried.has(server));
  if (left.length === 0) return null;
  let best: S | null = null;
  for (const [i, server] of left.entries()) {
    const { window } = server;
    // Those nearer are done with all that is in line long before this one has answered once.
    if (i > 0 && doneWithin(left.slice(0, i), SOONER * window.rttMs, perSecond) >= waiting) break;
    // What waits for its turn there could go elsewhere meanwhile.
    if (window.isFull || server.room() < 1) continue;
    if (best === null || window.load < best.window.load) best = server;
  }
  return best ?? "later";
}

/** Queries that some servers answer in a time, in milliseconds. */
function doneWithin(servers: readonly Choice[], ms: number, perSecond: number): number {
  return servers.reduce((sum, { window, room }) => {
    const most = room() + (perSecond * ms) / 1000;
    return sum + Math.max(0, Math.min(most, window.answersWithin(ms)));
  }, 0);
}
