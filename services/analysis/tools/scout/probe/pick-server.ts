import type { ServerWindow } from "./server-window.ts";

/** A server that can be chosen for the next query. */
export type Choice = {
  readonly window: ServerWindow;
  /** Returns the number of queries that the rate limit allows now. */
  readonly room: () => number;
};

/** The load of the queue and the limits on which the choice of a server depends. */
export type Load = {
  /** Number of queries in the queue. */
  readonly waiting: number;
  /** Maximum number of queries per second to one server. */
  readonly perSecond: number;
  /**
   * Time on the clock of performance.now(). If all servers are failing, only servers that have answered since then are
   * used.
   */
  readonly aliveSince: number;
};

/**
 * A more distant server is used only if the nearer servers need longer for the whole queue than this share of the
 * distant server's round-trip time.
 */
const SOONER = 0.35;

/**
 * Picks the server with the smallest load among the nearest servers that together can handle the queue.
 * @param servers the servers, nearest first.
 * @param tried servers to which the query was already sent.
 * @returns the server; `later` if all servers are busy; null if no server is left.
 */
export function pickServer<S extends Choice>(
  servers: readonly S[],
  tried: ReadonlySet<unknown>,
  { waiting, perSecond, aliveSince }: Load,
): S | "later" | null {
  const someWork = servers.some(({ window }) => !window.isFailing);
  const left = servers.filter((server) => {
    const { window } = server;
    return (someWork ? !window.isFailing : window.hasAnsweredSince(aliveSince)) && !tried.has(server);
  });
  if (left.length === 0) return null;
  let best: S | null = null;
  for (const [i, server] of left.entries()) {
    const { window } = server;
    // The nearer servers can finish the whole queue before this server could answer a single query.
    if (i > 0 && doneWithin(left.slice(0, i), SOONER * window.rttMs, perSecond) >= waiting) break;
    // A busy server is skipped, because another server could take the query in the meantime.
    if (window.isFull || server.room() < 1) continue;
    if (best === null || window.load < best.window.load) best = server;
  }
  return best ?? "later";
}

/** Returns the number of queries that these servers can answer within `ms` milliseconds. */
function doneWithin(servers: readonly Choice[], ms: number, perSecond: number): number {
  return servers.reduce((sum, { window, room }) => {
    const most = room() + (perSecond * ms) / 1000;
    return sum + Math.max(0, Math.min(most, window.answersWithin(ms)));
  }, 0);
}
