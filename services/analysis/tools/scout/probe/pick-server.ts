import type { ServerWindow } from "./server-window.ts";

/** A server that can be picked. */
export type Choice = {
  readonly window: ServerWindow;
  /** Returns how many queries the rate limit allows now. */
  readonly room: () => number;
};

/** The load that a choice takes into account. */
export type Load = {
  /** Number of queries in the queue. */
  readonly waiting: number;
  /** Maximum number of queries per second to one server. */
  readonly perSecond: number;
  /**
   * If all servers are failing, only those that have answered since this time are used; on the clock of
   * performance.now().
   */
  readonly aliveSince: number;
};

/** A more distant server is used if the nearer servers need more than this share of its round-trip time for the queue. */
const SOONER = 0.35;

/**
 * Picks the server with the smallest load among the nearest servers that together can take the queue.
 * @param servers the servers, nearest first. @param tried servers to which the query was already sent.
 * @returns the server; `later` if all are busy; null if none is left.
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
    // The nearer servers finish the whole queue long before this server could answer once.
    if (i > 0 && doneWithin(left.slice(0, i), SOONER * window.rttMs, perSecond) >= waiting) break;
    // A query that waits for a busy server could be sent to another server in the meantime.
    if (window.isFull || server.room() < 1) continue;
    if (best === null || window.load < best.window.load) best = server;
  }
  return best ?? "later";
}

/** Returns how many queries these servers answer within `ms` milliseconds. */
function doneWithin(servers: readonly Choice[], ms: number, perSecond: number): number {
  return servers.reduce((sum, { window, room }) => {
    const most = room() + (perSecond * ms) / 1000;
    return sum + Math.max(0, Math.min(most, window.answersWithin(ms)));
  }, 0);
}
