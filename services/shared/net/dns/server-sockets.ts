import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { Sockets } from "../sockets.ts";
import { type QuerySocket, SharedSocket } from "./shared-socket.ts";
import type { Endpoint } from "./transport.ts";
import { Turns } from "./turns.ts";

/**
 * Milliseconds during which queries to a server share a socket. A longer life saves few flows, because a router keeps a
 * UDP flow for 30 seconds, and for minutes if it is in use two seconds after its start
 * (docs/decisions/0052-queries-share-sockets.md).
 */
export const LIFE_MS = 1500;
/** As many as one query ignores, see SocketOwner. */
const STRAY_MAX = 64;

/** The sockets to third-party name servers and public resolvers: at most one for each takes new queries. */
export class ServerSockets {
  private readonly limit: Sockets;
  private readonly open = new Map<string, SharedSocket>();

  constructor(limit: Sockets) {
    this.limit = limit;
  }

  /**
   * Returns the open socket to a server, or null if the query needs a permit. While another caller waits for a permit,
   * each query must wait for its turn, so that the sockets in use are closed when their queries have ended.
   */
  join(to: Endpoint): QuerySocket | null {
    return this.limit.isShort() ? null : this.shared(keyOf(to));
  }

  /** Returns a new socket to a server. If one is open by now, returns that one and releases the permit. */
  take(to: Endpoint, permit: Permit): QuerySocket {
    const key = keyOf(to);
    const shared = this.shared(key);
    if (shared !== null) {
      permit.release();
      return shared;
    }
    const socket = new SharedSocket(to, permit, {
      lifeMs: LIFE_MS,
      strayMax: STRAY_MAX,
      turns: new Turns(),
      idle: (idle) => {
        if (this.limit.isShort()) idle.retire();
        else this.limit.idle.add(idle);
      },
      retired: (retired) => {
        this.limit.idle.delete(retired);
        if (this.open.get(key) === retired) this.open.delete(key);
      },
    });
    this.open.set(key, socket);
    return socket.enter();
  }

  private shared(key: string): QuerySocket | null {
    const socket = this.open.get(key);
    if (socket === undefined) return null;
    this.limit.idle.delete(socket);
    return socket.enter();
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address}#${port}`;
}
